#include "instrument/stand_in_thunks.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include "instrument/axiom_classes.h"

namespace forall::instrument {

namespace {

llvm::FunctionCallee runtimeFunction(llvm::Module& module, llvm::StringRef name, llvm::Type* result,
                                     llvm::ArrayRef<llvm::Type*> parameters) {
  llvm::FunctionCallee callee = module.getOrInsertFunction(name, llvm::FunctionType::get(result, parameters, false));
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  if (function->isDeclaration()) {
    function->setVisibility(llvm::GlobalValue::HiddenVisibility);
    function->setDSOLocal(true);
  }
  return callee;
}

// Calls a function that throws. Its name marks it as not part of the code under test.
llvm::Function* thrower(llvm::Module& module) {
  constexpr llvm::StringLiteral kName = "__forall_throw_stand_in";
  if (llvm::Function* known = module.getFunction(kName)) return known;
  llvm::LLVMContext& context = module.getContext();
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), {llvm::PointerType::getUnqual(context)}, false);
  auto* function = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, kName, module);
  function->addFnAttr(llvm::Attribute::NoInline);
  function->addFnAttr(llvm::Attribute::NoReturn);
  function->setUWTableKind(llvm::UWTableKind::Default);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", function));
  auto* thrown = llvm::FunctionType::get(llvm::Type::getVoidTy(context), false);
  builder.CreateCall(thrown, function->getArg(0))->setDoesNotReturn();
  builder.CreateUnreachable();
  return function;
}

// A value in memory is at least a byte wide.
llvm::Type* memoryType(llvm::Type* type) {
  return type->isIntegerTy(1) ? llvm::Type::getInt8Ty(type->getContext()) : type;
}

void store(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::Value* place) {
  builder.CreateStore(value->getType()->isIntegerTy(1) ? builder.CreateZExt(value, builder.getInt8Ty()) : value, place);
}

llvm::Value* load(llvm::IRBuilder<>& builder, llvm::Type* type, llvm::Value* place) {
  llvm::Value* value = builder.CreateLoad(memoryType(type), place);
  return type->isIntegerTy(1) ? builder.CreateTrunc(value, type) : value;
}

llvm::Value* part(llvm::IRBuilder<>& builder, llvm::Value* slot, unsigned index) {
  return index == 0 ? slot : builder.CreatePtrAdd(slot, builder.getInt64(index * kRegisterBytes));
}

llvm::Type* slotType(llvm::LLVMContext& context, const Signature& signature, const Parameter& parameter) {
  llvm::Type* byte = llvm::Type::getInt8Ty(context);
  if (parameter.arguments.empty()) return byte;
  if (parameter.arguments.size() == 1) return memoryType(signature.type->getParamType(parameter.arguments.front()));
  return llvm::ArrayType::get(llvm::Type::getInt64Ty(context), parameter.arguments.size());
}

// The attributes that calls need, without those that describe the method's own code.
llvm::AttributeList thunkAttributes(llvm::LLVMContext& context, const Signature& signature) {
  llvm::AttrBuilder kept(context);
  for (const llvm::Attribute& attribute : signature.attributes.getFnAttrs()) {
    if (attribute.isStringAttribute() && !attribute.getKindAsString().starts_with("forall"))
      kept.addAttribute(attribute);
  }
  kept.addAttribute(llvm::Attribute::NoInline);
  kept.addUWTableAttr(llvm::UWTableKind::Default);
  llvm::SmallVector<llvm::AttributeSet, 8> parameters;
  for (unsigned i = 0; i < signature.type->getNumParams(); ++i) {
    parameters.push_back(signature.attributes.getParamAttrs(i).removeAttribute(context, llvm::Attribute::Returned));
  }
  return llvm::AttributeList::get(context, llvm::AttributeSet::get(context, kept), signature.attributes.getRetAttrs(),
                                  parameters);
}

class ThunkMaker {
 public:
  ThunkMaker(llvm::Module& module, const ThunkSetting& setting)
      : module_(module),
        context_(module.getContext()),
        setting_(setting),
        ptr_(llvm::PointerType::getUnqual(context_)) {}

  llvm::Function* makeThunk() {
    const Signature& signature = setting_.signature;
    function_ = llvm::Function::Create(signature.type, llvm::GlobalValue::InternalLinkage, setting_.name + kThunkSuffix,
                                       module_);
    function_->setAttributes(thunkAttributes(context_, signature));
    if (setting_.real != nullptr) function_->setCallingConv(setting_.real->getCallingConv());
    if (setting_.is_nothrow) function_->setDoesNotThrow();
    llvm::BasicBlock* entry = block("entry");
    llvm::BasicBlock* stands_in = block("stands_in");
    llvm::BasicBlock* is_real = block("is_real");
    llvm::IRBuilder<> builder(entry);
    llvm::Value* active = builder.CreateLoad(builder.getInt32Ty(), setting_.is_active);
    builder.CreateCondBr(builder.CreateIsNotNull(active), stands_in, is_real);
    builder.SetInsertPoint(stands_in);
    standIn(builder, *entry);
    builder.SetInsertPoint(is_real);
    callReal(builder);
    return function_;
  }

  llvm::Function* makeInvoke() {
    auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context_), {ptr_, ptr_}, false);
    function_ = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, setting_.name + ".invoke", module_);
    function_->addFnAttr(llvm::Attribute::NoInline);
    function_->setUWTableKind(llvm::UWTableKind::Default);
    llvm::IRBuilder<> builder(block("entry"));
    const Signature& signature = setting_.signature;
    llvm::SmallVector<llvm::Value*, 8> arguments(signature.type->getNumParams(), nullptr);
    if (signature.result_argument) arguments[*signature.result_argument] = function_->getArg(1);
    for (unsigned i = 0; i < signature.parameters.size(); ++i) {
      llvm::Value* slot = builder.CreateLoad(ptr_, builder.CreatePtrAdd(function_->getArg(0), builder.getInt64(i * 8)));
      const auto& indices = signature.parameters[i].arguments;
      for (unsigned k = 0; k < indices.size(); ++k) {
        arguments[indices[k]] = load(builder, signature.type->getParamType(indices[k]), part(builder, slot, k));
      }
    }
    llvm::CallInst* call = realCall(builder, arguments);
    if (!call->getType()->isVoidTy()) store(builder, call, function_->getArg(1));
    builder.CreateRetVoid();
    return function_;
  }

 private:
  llvm::BasicBlock* block(const char* name) { return llvm::BasicBlock::Create(context_, name, function_); }

  // Not inlined, so that its code keeps its source positions.
  llvm::CallInst* realCall(llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> arguments) {
    llvm::CallInst* call = builder.CreateCall(setting_.signature.type, setting_.real, arguments);
    call->setCallingConv(setting_.real->getCallingConv());
    llvm::AttributeList attributes = setting_.signature.attributes;
    call->setAttributes(attributes.removeFnAttributes(context_));
    call->setIsNoInline();
    return call;
  }

  void notDefined(llvm::IRBuilder<>& builder) {
    builder.CreateCall(runtimeFunction(module_, "__forall_not_defined", builder.getVoidTy(), {ptr_}),
                       {setting_.record});
    builder.CreateUnreachable();
  }

  void callReal(llvm::IRBuilder<>& builder) {
    if (setting_.real == nullptr) return notDefined(builder);
    if (setting_.may_be_undefined) {
      llvm::BasicBlock* undefined = block("undefined");
      llvm::BasicBlock* defined = block("defined");
      builder.CreateCondBr(builder.CreateIsNull(setting_.real), undefined, defined);
      builder.SetInsertPoint(undefined);
      notDefined(builder);
      builder.SetInsertPoint(defined);
    }
    llvm::SmallVector<llvm::Value*, 8> arguments;
    for (llvm::Argument& argument : function_->args()) arguments.push_back(&argument);
    llvm::CallInst* call = realCall(builder, arguments);
    if (call->getType()->isVoidTy()) {
      builder.CreateRetVoid();
    } else {
      builder.CreateRet(call);
    }
  }

  llvm::AllocaInst* slot(llvm::BasicBlock& entry, llvm::Type* type) {
    llvm::IRBuilder<> builder(&entry, entry.begin());
    llvm::AllocaInst* result = builder.CreateAlloca(type);
    result->setAlignment(std::max(result->getAlign(), llvm::Align(kRegisterBytes)));
    return result;
  }

  llvm::Value* spill(llvm::IRBuilder<>& builder, llvm::BasicBlock& entry) {
    const Signature& signature = setting_.signature;
    const std::size_t count = signature.parameters.size();
    llvm::Value* slots = slot(entry, llvm::ArrayType::get(ptr_, std::max<std::size_t>(count, 1)));
    for (unsigned i = 0; i < count; ++i) {
      const Parameter& parameter = signature.parameters[i];
      llvm::Value* place = slot(entry, slotType(context_, signature, parameter));
      for (unsigned k = 0; k < parameter.arguments.size(); ++k) {
        store(builder, function_->getArg(parameter.arguments[k]), part(builder, place, k));
      }
      builder.CreateStore(place, part(builder, slots, i));
    }
    return slots;
  }

  llvm::Value* resultPlace(llvm::IRBuilder<>& builder, llvm::BasicBlock& entry) {
    const Signature& signature = setting_.signature;
    if (signature.result_argument) return function_->getArg(*signature.result_argument);
    llvm::Type* type = memoryType(signature.type->getReturnType());
    if (type->isVoidTy()) return llvm::ConstantPointerNull::get(ptr_);
    llvm::Value* place = slot(entry, type);
    builder.CreateStore(llvm::Constant::getNullValue(type), place);
    return place;
  }

  void standIn(llvm::IRBuilder<>& builder, llvm::BasicBlock& entry) {
    llvm::Value* slots = spill(builder, entry);
    llvm::Value* result = resultPlace(builder, entry);
    llvm::Value* thrown = builder.CreateCall(runtimeFunction(module_, "__forall_stand_in", ptr_, {ptr_, ptr_, ptr_}),
                                             {setting_.record, slots, result});
    llvm::BasicBlock* throws = block("throws");
    llvm::BasicBlock* returns = block("returns");
    builder.CreateCondBr(builder.CreateIsNull(thrown), returns, throws);
    builder.SetInsertPoint(throws);
    builder.CreateCall(thrower(module_), {thrown})->setDoesNotReturn();
    builder.CreateUnreachable();
    builder.SetInsertPoint(returns);
    if (setting_.deletes) {
      const unsigned object = setting_.signature.parameters.front().arguments.front();
      deleteObject(builder, function_->getArg(object), setting_.real);
    }
    llvm::Type* type = setting_.signature.type->getReturnType();
    if (type->isVoidTy()) {
      builder.CreateRetVoid();
    } else {
      builder.CreateRet(load(builder, type, result));
    }
  }

  llvm::Module& module_;
  llvm::LLVMContext& context_;
  const ThunkSetting& setting_;
  llvm::PointerType* const ptr_;
  llvm::Function* function_ = nullptr;
};

// The call by which a destructor frees the memory of its object, if its code can be seen.
const llvm::CallBase* deletionIn(const llvm::Function* destructor) {
  if (destructor == nullptr) return nullptr;
  for (const llvm::Instruction& instruction : llvm::instructions(*destructor)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
    if (callee != nullptr && callee->getName().starts_with("_Z") &&
        llvm::StringRef(methodName(callee->getName()).base).starts_with("operator delete")) {
      return call;
    }
  }
  return nullptr;
}

}  // namespace

void deleteObject(llvm::IRBuilder<>& builder, llvm::Value* object, const llvm::Function* destructor) {
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  const llvm::CallBase* known = deletionIn(destructor);
  llvm::SmallVector<llvm::Value*, 3> arguments{object};
  if (known != nullptr) arguments.append(known->arg_begin() + 1, known->arg_end());  // size and alignment
  if (known != nullptr && llvm::all_of(llvm::drop_begin(arguments), llvm::IsaPred<llvm::Constant>)) {
    builder.CreateCall(known->getFunctionType(), known->getCalledOperand(), arguments);
  } else {
    builder.CreateCall(module.getOrInsertFunction("_ZdlPv", builder.getVoidTy(), builder.getPtrTy()), object);
  }
}

llvm::Function* makeThunk(llvm::Module& module, const ThunkSetting& setting) {
  return ThunkMaker(module, setting).makeThunk();
}

llvm::Function* makeInvoke(llvm::Module& module, const ThunkSetting& setting) {
  return ThunkMaker(module, setting).makeInvoke();
}

}  // namespace forall::instrument

// The program's own variadic functions: their variadic arguments go through memory, which has shadow like any other.
//
//   before:  define @f(i32 %n, ...) { call @llvm.va_start(%list); ... }
//            call @f(i32 2, i32 %x, double %y)
//
//   after:   define internal @f.va(i32 %n, ptr %arguments) { memcpy(%list, %arguments, size of a va_list); ... }
//            define @f(i32 %n, ...) { va_start(%arguments); call @f.va(%n, %arguments) }     ; for other callers
//            store %x and %y to a buffer as the machine's convention lays arguments out
//            store a va_list over the buffer to %arguments
//            call @f.va(i32 2, ptr %arguments)
//
// aarch64: a va_list whose register offsets are not negative has all arguments on the stack, one after the other.
// x86-64: arguments that clang passes in registers may have another alignment on the stack, so the register save area
// is laid out too, as the convention counts registers. A call with an argument of unknown layout is not changed.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>

#include <optional>

#include "instrument/known_calls.h"
#include "instrument/prepare.h"

namespace forall::instrument {

namespace {

constexpr std::uint64_t kSaveArea = 176;  // x86-64: 6 general registers of 8 bytes, 8 vector registers of 16
constexpr unsigned kGeneral = 6;
constexpr unsigned kVector = 8;

// Where the arguments of one call are: offsets in a buffer; on x86-64 the save area comes first, then the stack.
class ArgumentLayout {
 public:
  ArgumentLayout(const llvm::CallBase& call, const llvm::DataLayout& layout, bool is_aarch64)
      : call_(call), layout_(layout), is_aarch64_(is_aarch64), stack_(is_aarch64 ? 0 : kSaveArea) {}

  // The offsets of the variadic arguments, or nothing.
  std::optional<llvm::SmallVector<std::uint64_t, 8>> place() {
    llvm::SmallVector<std::uint64_t, 8> offsets;
    const unsigned fixed = call_.getFunctionType()->getNumParams();
    for (unsigned i = 0; i < call_.arg_size(); ++i) {
      const bool variadic = i >= fixed;
      if (is_aarch64_ && !variadic) continue;
      const std::optional<std::uint64_t> offset = is_aarch64_ ? onStack(i) : inRegisters(i);
      if (!offset) return std::nullopt;
      if (variadic) offsets.push_back(*offset);
      if (i + 1 == fixed) {
        // Named arguments are somewhere else; only the registers they take count.
        first_general_ = general_, first_vector_ = vector_, stack_ = kSaveArea;
      }
    }
    return offsets;
  }

  std::uint64_t size() const { return std::max<std::uint64_t>(stack_, 16); }
  unsigned firstGeneral() const { return first_general_; }
  unsigned firstVector() const { return first_vector_; }

 private:
  std::uint64_t push(std::uint64_t bytes, std::uint64_t alignment) {
    const std::uint64_t offset = llvm::alignTo(stack_, std::max<std::uint64_t>(alignment, 8));
    stack_ = offset + llvm::alignTo(bytes, 8);
    return offset;
  }

  static bool isPlainInteger(const llvm::Type* type) {
    return type->isPointerTy() || type->isIntegerTy(32) || type->isIntegerTy(64);
  }

  std::optional<std::uint64_t> onStack(unsigned index) {
    llvm::Type* type = call_.getArgOperand(index)->getType();
    const bool known =
        isPlainInteger(type) || type->isIntegerTy(128) || type->isDoubleTy() || type->isFP128Ty() || type->isArrayTy();
    if (!known || call_.isByValArgument(index)) return std::nullopt;
    const std::uint64_t alignment =
        std::max(layout_.getABITypeAlign(type).value(), call_.getParamStackAlign(index).valueOrOne().value());
    if (alignment > 16) return std::nullopt;
    return push(layout_.getTypeAllocSize(type).getFixedValue(), alignment);
  }

  std::optional<std::uint64_t> inRegisters(unsigned index) {
    if (call_.isByValArgument(index)) {
      return push(layout_.getTypeAllocSize(call_.getParamByValType(index)).getFixedValue(),
                  call_.getParamAlign(index).valueOrOne().value());
    }
    llvm::Type* type = call_.getArgOperand(index)->getType();
    if (isPlainInteger(type)) return general_ < kGeneral ? std::uint64_t{8} * general_++ : push(8, 8);
    if (type->isFloatTy() || type->isDoubleTy()) {
      return vector_ < kVector ? std::uint64_t{8} * kGeneral + std::uint64_t{16} * vector_++ : push(8, 8);
    }
    if (type->isIntegerTy(128)) {  // in two registers or in none: where only one is left, the next argument takes it
      if (general_ + 2 > kGeneral) return push(16, 16);
      general_ += 2;
      return std::uint64_t{8} * (general_ - 2);
    }
    if (type->isX86_FP80Ty()) return push(16, 16);
    return std::nullopt;
  }

  const llvm::CallBase& call_;
  const llvm::DataLayout& layout_;
  bool is_aarch64_;
  std::uint64_t stack_;
  unsigned general_ = 0;
  unsigned vector_ = 0;
  unsigned first_general_ = 0;
  unsigned first_vector_ = 0;
};

class VariadicFunctions {
 public:
  VariadicFunctions(llvm::Module& module, const KnownCalls& known)
      : module_(module),
        known_(known),
        layout_(module.getDataLayout()),
        is_aarch64_(llvm::Triple(module.getTargetTriple()).isAArch64()) {}

  void run() {
    llvm::SmallVector<llvm::Function*, 8> functions;
    for (llvm::Function& function : module_) {
      const bool replaceable = function.hasWeakAnyLinkage() || function.hasLinkOnceAnyLinkage();
      if (function.isVarArg() && known_.instruments(function) && !replaceable && !forwardsAll(function))
        functions.push_back(&function);
    }
    for (llvm::Function* function : functions) rewrite(*function);
  }

 private:
  std::uint64_t listBytes() const { return is_aarch64_ ? 32 : 24; }

  // Whether this is a thunk that passes on its variadic arguments unchanged.
  static bool forwardsAll(const llvm::Function& function) {
    return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
      const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      return call != nullptr && call->isMustTailCall();
    });
  }

  void rewrite(llvm::Function& function) {
    llvm::Function& body = moveBody(function);
    llvm::SmallVector<llvm::CallBase*, 8> calls;
    for (llvm::User* user : function.users()) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(user);
      const bool direct = call != nullptr && call->getCalledOperand() == &function &&
                          call->getFunctionType() == function.getFunctionType() &&
                          llvm::isa<llvm::CallInst, llvm::InvokeInst>(call) && !call->isMustTailCall();
      if (direct && known_.instruments(*call->getFunction())) calls.push_back(call);
    }
    for (llvm::CallBase* call : calls) callBody(*call, body);
    const bool unused = function.use_empty() && (function.hasLocalLinkage() || function.hasLinkOnceLinkage());
    unused ? function.eraseFromParent() : callFromOutside(function, body);
  }

  llvm::Function& moveBody(llvm::Function& function) {
    llvm::FunctionType* type = function.getFunctionType();
    llvm::SmallVector<llvm::Type*, 8> parameters(type->param_begin(), type->param_end());
    parameters.push_back(llvm::PointerType::getUnqual(module_.getContext()));
    auto* body = llvm::Function::Create(llvm::FunctionType::get(type->getReturnType(), parameters, false),
                                        llvm::GlobalValue::InternalLinkage, function.getName() + ".va", module_);
    body->copyAttributesFrom(&function);
    body->setComdat(nullptr);
    body->setVisibility(llvm::GlobalValue::DefaultVisibility);
    body->setDSOLocal(true);
    body->setSubprogram(function.getSubprogram());
    function.setSubprogram(nullptr);
    body->splice(body->begin(), &function);
    for (unsigned i = 0; i < function.arg_size(); ++i) {
      body->getArg(i)->takeName(function.getArg(i));
      function.getArg(i)->replaceAllUsesWith(body->getArg(i));
    }
    llvm::Argument* arguments = body->getArg(body->arg_size() - 1);
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(*body))) {
      auto* start = llvm::dyn_cast<llvm::VAStartInst>(&instruction);
      if (start == nullptr) continue;
      llvm::IRBuilder<> builder(start);
      builder.CreateMemCpy(start->getArgList(), llvm::Align(8), arguments, llvm::Align(8), listBytes());
      start->eraseFromParent();
    }
    return *body;
  }

  static llvm::AllocaInst* allocate(llvm::Function& function, std::uint64_t bytes) {
    llvm::IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().begin());
    llvm::AllocaInst* memory = builder.CreateAlloca(llvm::ArrayType::get(builder.getInt8Ty(), bytes));
    memory->setAlignment(llvm::Align(16));
    return memory;
  }

  llvm::Value* storeList(llvm::IRBuilder<>& builder, llvm::Value* buffer, const ArgumentLayout& places) {
    llvm::Value* list = allocate(*builder.GetInsertBlock()->getParent(), listBytes());
    const auto store = [&](llvm::Value* value, std::uint64_t offset) {
      builder.CreateStore(value, builder.CreatePtrAdd(list, builder.getInt64(offset)));
    };
    llvm::Constant* null = llvm::ConstantPointerNull::get(builder.getPtrTy());
    if (is_aarch64_) {
      // stack, gr_top, vr_top, gr_offs, vr_offs
      store(buffer, 0), store(null, 8), store(null, 16), store(builder.getInt32(0), 24), store(builder.getInt32(0), 28);
    } else {
      // gp_offset, fp_offset, overflow_arg_area, reg_save_area
      store(builder.getInt32(8 * places.firstGeneral()), 0);
      store(builder.getInt32(8 * kGeneral + 16 * places.firstVector()), 4);
      store(builder.CreatePtrAdd(buffer, builder.getInt64(kSaveArea)), 8);
      store(buffer, 16);
    }
    return list;
  }

  void callBody(llvm::CallBase& call, llvm::Function& body) {
    ArgumentLayout places(call, layout_, is_aarch64_);
    const auto offsets = places.place();
    if (!offsets) return;
    const unsigned fixed = call.getFunctionType()->getNumParams();
    llvm::Value* buffer = allocate(*call.getFunction(), places.size());
    llvm::IRBuilder<> builder(&call);
    for (unsigned i = 0; i < offsets->size(); ++i) {
      llvm::Value* place = builder.CreatePtrAdd(buffer, builder.getInt64((*offsets)[i]));
      llvm::Value* argument = call.getArgOperand(fixed + i);
      if (call.isByValArgument(fixed + i)) {
        const auto bytes = layout_.getTypeAllocSize(call.getParamByValType(fixed + i)).getFixedValue();
        builder.CreateMemCpy(place, llvm::Align(8), argument, call.getParamAlign(fixed + i), bytes);
      } else {
        builder.CreateAlignedStore(argument, place, llvm::Align(8));
      }
    }
    llvm::SmallVector<llvm::Value*, 8> arguments(call.arg_begin(), call.arg_begin() + fixed);
    arguments.push_back(storeList(builder, buffer, places));
    replaceCall(call, body, arguments);
  }

  static void replaceCall(llvm::CallBase& call, llvm::Function& body, llvm::ArrayRef<llvm::Value*> arguments) {
    llvm::IRBuilder<> builder(&call);
    llvm::CallBase* direct = nullptr;
    if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&call)) {
      direct = builder.CreateInvoke(&body, invoke->getNormalDest(), invoke->getUnwindDest(), arguments);
    } else {
      direct = builder.CreateCall(&body, arguments);
    }
    llvm::SmallVector<llvm::AttributeSet, 8> parameters;
    for (unsigned i = 0; i + 1 < arguments.size(); ++i) parameters.push_back(call.getAttributes().getParamAttrs(i));
    direct->setAttributes(llvm::AttributeList::get(call.getContext(), call.getAttributes().getFnAttrs(),
                                                   call.getAttributes().getRetAttrs(), parameters));
    direct->setCallingConv(body.getCallingConv());
    direct->setDebugLoc(call.getDebugLoc());
    call.replaceAllUsesWith(direct);
    call.eraseFromParent();
  }

  void callFromOutside(llvm::Function& function, llvm::Function& body) {
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module_.getContext(), "", &function));
    llvm::AllocaInst* list = builder.CreateAlloca(llvm::ArrayType::get(builder.getInt8Ty(), listBytes()));
    list->setAlignment(llvm::Align(8));
    builder.CreateIntrinsic(llvm::Intrinsic::vastart, {list->getType()}, {list});
    llvm::SmallVector<llvm::Value*, 8> arguments;
    for (llvm::Argument& argument : function.args()) arguments.push_back(&argument);
    arguments.push_back(list);
    llvm::CallInst* call = builder.CreateCall(&body, arguments);
    call->setCallingConv(body.getCallingConv());
    for (unsigned i = 0; i < function.arg_size(); ++i) {
      for (const llvm::Attribute attribute : function.getAttributes().getParamAttrs(i))
        call->addParamAttr(i, attribute);
    }
    builder.CreateIntrinsic(llvm::Intrinsic::vaend, {list->getType()}, {list});
    call->getType()->isVoidTy() ? builder.CreateRetVoid() : builder.CreateRet(call);
  }

  llvm::Module& module_;
  const KnownCalls& known_;
  const llvm::DataLayout& layout_;
  bool is_aarch64_;
};

}  // namespace

void passVariadicArgumentsInMemory(llvm::Module& module) {
  const KnownCalls known(module);
  VariadicFunctions(module, known).run();
}

}  // namespace forall::instrument

#include "instrument/runtime_calls.h"

namespace forall::instrument {

namespace {

llvm::GlobalVariable* declareData(llvm::Module& module, llvm::StringRef name, std::uint64_t bytes, unsigned alignment) {
  auto* type = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), bytes);
  auto* data = new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::ExternalLinkage, nullptr, name);
  data->setVisibility(llvm::GlobalValue::HiddenVisibility);
  data->setDSOLocal(true);
  data->setAlignment(llvm::Align(alignment));
  return data;
}

}  // namespace

RuntimeCalls::RuntimeCalls(llvm::Module& module) : module_(module) {
  llvm::LLVMContext& context = module.getContext();
  [[maybe_unused]] llvm::Type* const type_void = llvm::Type::getVoidTy(context);
  [[maybe_unused]] llvm::Type* const type_u32 = llvm::Type::getInt32Ty(context);
  llvm::Type* const u32 = type_u32;
  llvm::Type* const u64 = llvm::Type::getInt64Ty(context);
  [[maybe_unused]] llvm::Type* const type_u64 = u64;
  llvm::Type* const ptr = llvm::PointerType::getUnqual(context);
  [[maybe_unused]] llvm::Type* const type_ptr = ptr;
  llvm::Type* const flag = llvm::Type::getInt1Ty(context);
  [[maybe_unused]] llvm::Type* const type_flag = flag;
#define FORALL_CALL(result, name, ...) \
  declare(RuntimeCall::call_##name, "__forall_" #name, type_##result, {__VA_ARGS__});
#include "abi/runtime_calls.def"
#undef FORALL_CALL
  state_ = declareData(module, "__forall_state", sizeof(abi::TargetState), alignof(abi::TargetState));
}

void RuntimeCalls::declare(RuntimeCall call, llvm::StringRef name, llvm::Type* result,
                           llvm::ArrayRef<llvm::Type*> parameters) {
  auto* function = llvm::cast<llvm::Function>(
      module_.getOrInsertFunction(name, llvm::FunctionType::get(result, parameters, false)).getCallee());
  function->setVisibility(llvm::GlobalValue::HiddenVisibility);
  function->setDSOLocal(true);
  function->addFnAttr(llvm::Attribute::Cold);
  function->addFnAttr(llvm::Attribute::NoUnwind);  // a run that ends leaves by longjmp
  if (call == RuntimeCall::call_check_failed || call == RuntimeCall::call_pointer_failed ||
      call == RuntimeCall::call_not_defined)
    function->addFnAttr(llvm::Attribute::NoReturn);
  for (unsigned i = 0; i < parameters.size(); ++i) {
    if (parameters[i]->isIntegerTy(1)) function->addParamAttr(i, llvm::Attribute::ZExt);
  }
  functions_[static_cast<unsigned>(call)] = function;
}

llvm::CallInst* RuntimeCalls::emit(llvm::IRBuilder<>& builder, RuntimeCall call,
                                   llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::Function* function = functions_[static_cast<unsigned>(call)];
  llvm::CallInst* result = builder.CreateCall(function, arguments);
  result->setAttributes(function->getAttributes());
  return result;
}

llvm::Function* RuntimeCalls::model(llvm::StringRef name, llvm::FunctionType* type) {
  auto* function = llvm::cast<llvm::Function>(module_.getOrInsertFunction(name, type).getCallee());
  function->setVisibility(llvm::GlobalValue::HiddenVisibility);
  function->setDSOLocal(true);
  return function;
}

llvm::Constant* RuntimeCalls::field(std::uint64_t offset) const {
  llvm::LLVMContext& context = module_.getContext();
  return llvm::ConstantExpr::getInBoundsGetElementPtr(llvm::Type::getInt8Ty(context), state_,
                                                      llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), offset));
}

}  // namespace forall::instrument

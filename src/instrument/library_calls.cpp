// Calls of library functions for which a model would not help: those that print, and those that query the environment.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Demangle/Demangle.h>

#include "instrument/instrumenter.h"

namespace forall::instrument {

namespace {

// Does a format store the number of characters written so far (%n)?
bool storesLength(llvm::StringRef format) {
  for (std::size_t at = format.find('%'); at != llvm::StringRef::npos; at = format.find('%', at)) {
    at = format.find_first_not_of("0123456789$*.-+ #'Ihlqjzt", at + 1);
    if (at == llvm::StringRef::npos) return false;
    if (format[at] == 'n') return true;
    ++at;
  }
  return false;
}

bool isStandardStream(const llvm::Value* stream) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(stream);
  const auto* global = load != nullptr ? llvm::dyn_cast<llvm::GlobalVariable>(load->getPointerOperand()) : nullptr;
  return global != nullptr && (global->getName() == "stdout" || global->getName() == "stderr");
}

// Whether the program cannot read the text: it goes to a standard stream, and the format is known and stores nothing.
bool isOnlyOutput(const llvm::CallBase& call) {
  const llvm::FunctionType* type = call.getFunctionType();
  const llvm::StringRef name = calledFunction(call)->getName();
  const bool to_stream = name != "printf" && name != "__printf_chk" && name != "puts" && name != "putchar" &&
                         name != "putchar_unlocked" && name != "perror" && name != "fflush";
  if (to_stream && llvm::none_of(call.args(), [](const llvm::Use& use) { return isStandardStream(use.get()); }))
    return false;
  if (!type->isVarArg()) return true;
  llvm::StringRef format;
  return llvm::getConstantStringInfo(call.getArgOperand(type->getNumParams() - 1), format) && !storesLength(format);
}

}  // namespace

// Numbers are printed as they are in this run. Pointers and lengths are decided. Text that might run past the end of
// its object for other inputs costs a ledger line, and so does a result that depends on what was printed.
void FunctionInstrumenter::callOutput(llvm::CallBase& call, llvm::Function& callee) {
  if (!isOnlyOutput(call)) return callProtocol(call, CalleeKind::Unknown, &callee);
  llvm::SmallVector<llvm::Value*, 8> symbolic;
  llvm::GlobalVariable* site = nullptr;
  for (llvm::Value* argument : call.args()) {
    const LeafList& leaves = context_.leaves.of(argument->getType());
    const Ids argument_ids = ids(argument);
    llvm::append_range(symbolic, argument_ids);
    if (leaves.size() != 1) continue;
    const bool is_pointer = argument->getType()->isPointerTy();
    const bool is_length = argument->getType()->isIntegerTy(64) && !callee.isVarArg();
    if (is_pointer || is_length) decide(call, argument, argument_ids[0], abi::SiteKind::Call);
    if (is_pointer && !llvm::isa<llvm::Constant>(argument)) {
      if (site == nullptr) site = context_.sites.place(call, abi::SiteKind::Call);
      whenSymbolic(call, {symbolicBytes(call)}, [&](llvm::IRBuilder<>& builder) {
        context_.runtime.emit(builder, RuntimeCall::call_reads_text,
                              {argument, context_.sites.text(callee.getName()), site});
      });
    }
  }
  if (call.use_empty()) return;
  symbolic.push_back(symbolicBytes(call));
  concretize(call, symbolic, abi::LedgerKind::ConcretizedCall, callee.getName(), abi::SiteKind::Call);
}

void FunctionInstrumenter::callEnvironment(llvm::CallBase& call, llvm::Function& callee) {
  llvm::IRBuilder<> builder(&call);
  emitConcretize(builder, context_.sites.place(call, abi::SiteKind::Call), abi::LedgerKind::Environment,
                 llvm::demangle(callee.getName()));
  callProtocol(call, CalleeKind::Unknown, &callee);
}

llvm::Value* FunctionInstrumenter::symbolicBytes(llvm::Instruction& before) {
  llvm::IRBuilder<> builder(&before);
  return builder.CreateLoad(builder.getInt32Ty(), context_.runtime.field(offsetof(abi::TargetState, symbolic_bytes)));
}

}  // namespace forall::instrument

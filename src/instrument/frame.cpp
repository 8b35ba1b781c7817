// Entry of a function: taking argument ids, and the top of the stack of frames.
//
//   entry:  top = state.stack_top
//           if (state.argument_callee != null) [[unlikely]]
//             clear it; if it was this function take the ids, else report the uninstrumented caller
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "instrument/instrumenter.h"

namespace forall::instrument {

namespace {

constexpr std::uint64_t kArgumentTag = offsetof(abi::TargetState, argument_callee);
constexpr std::uint64_t kArguments = offsetof(abi::TargetState, arguments);
constexpr std::uint64_t kSuspended = offsetof(abi::TargetState, suspended);

bool hasLandingPad(const llvm::Function& function) {
  return llvm::any_of(function, [](const llvm::BasicBlock& block) { return block.isLandingPad(); });
}

llvm::AllocaInst* asLocal(llvm::Instruction& instruction) {
  auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
  return local != nullptr && llvm::isa<llvm::ConstantInt>(local->getArraySize()) ? local : nullptr;
}

}  // namespace

// New code splits the entry block; an alloca left after the split would be allocated at each execution.
void FunctionInstrumenter::hoistAllocas() {
  llvm::BasicBlock& entry = function_.getEntryBlock();
  llvm::SmallVector<llvm::AllocaInst*, 16> locals;
  for (llvm::Instruction& instruction : entry) {
    if (llvm::AllocaInst* local = asLocal(instruction)) locals.push_back(local);
  }
  for (llvm::AllocaInst* local : llvm::reverse(locals)) local->moveBefore(entry, entry.begin());
}

void FunctionInstrumenter::enterFunction() {
  llvm::Instruction* first = nullptr;
  for (llvm::Instruction& instruction : function_.getEntryBlock()) {
    if (asLocal(instruction) != nullptr) continue;  // one of variable size may depend on an argument
    first = &instruction;
    break;
  }
  noteStackTop(*first);
  takeArguments(*first);
}

// Whether it calls other code, after which frames of functions that never returned may still be on the stack.
bool FunctionInstrumenter::callsOtherCode() const {
  return llvm::any_of(llvm::instructions(function_), [&](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr || call->isInlineAsm()) return false;
    const llvm::Function* callee = calledFunction(*call);
    if (callee != nullptr && callee->isIntrinsic()) return false;
    if (callee == nullptr || callee->getFunctionType() != call->getFunctionType()) return true;
    const CalleeKind kind = context_.known.kind(*callee);
    return kind == CalleeKind::Unknown || kind == CalleeKind::Output || kind == CalleeKind::Environment ||
           call->hasFnAttr(llvm::Attribute::ReturnsTwice);
  });
}

void FunctionInstrumenter::noteStackTop(llvm::Instruction& before) {
  const bool landing_pads = hasLandingPad(function_);
  const bool has_array = llvm::any_of(llvm::instructions(function_), [](const llvm::Instruction& instruction) {
    const auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    return local != nullptr && !local->isStaticAlloca();
  });
  if (!landing_pads && !has_array && frame_.variables.empty() && !callsOtherCode()) return;
  llvm::IRBuilder<> builder(&before);
  entry_stack_top_ =
      builder.CreateLoad(builder.getPtrTy(), context_.runtime.field(offsetof(abi::TargetState, stack_top)));
  if (landing_pads) entry_suspended_ = builder.CreateLoad(builder.getInt32Ty(), context_.runtime.field(kSuspended));
  llvm::BasicBlock& entry = function_.getEntryBlock();
  llvm::IRBuilder<> allocas(&entry, entry.begin());
  own_stack_top_ = allocas.CreateAlloca(builder.getPtrTy(), nullptr, "own_stack_top");
  builder.CreateStore(entry_stack_top_, own_stack_top_);
}

// Only code that does not know its callee leaves a tag for functions without arguments.
bool FunctionInstrumenter::isCalledFromOutside() const {
  const bool becomes_private = function_.hasLocalLinkage() || function_.hasLinkOnceLinkage();
  return !becomes_private || context_.address_taken.contains(&function_);
}

void FunctionInstrumenter::takeByValue(llvm::IRBuilder<>& builder, llvm::Argument& argument, unsigned first_leaf) {
  const std::uint64_t bytes = context_.layout.getTypeAllocSize(argument.getParamByValType()).getFixedValue();
  llvm::Instruction& end = *builder.GetInsertPoint();
  for (std::uint64_t done = 0, leaf = first_leaf; done < bytes && leaf < abi::kMaxArguments; done += 8, ++leaf) {
    builder.SetInsertPoint(&end);
    const std::uint64_t size = std::min<std::uint64_t>(8, bytes - done);
    llvm::Value* place = builder.CreatePtrAdd(&argument, u64(done));
    llvm::Value* value =
        builder.CreateAlignedLoad(builder.getIntNTy(static_cast<unsigned>(8 * size)), place, llvm::Align(1));
    const auto [low, high] = bits(builder, value);
    llvm::Value* piece_id = context_.runtime.emit(builder, RuntimeCall::call_argument, {u32(leaf), low, high});
    storePiece(end, value, piece_id, place, u32(0), llvm::Align(1), {&argument, bytes});
  }
  builder.SetInsertPoint(&end);
}

// A block in front of `before` that is entered only if an argument has an id.
llvm::Instruction* FunctionInstrumenter::whenIdsArePassed(llvm::Instruction& before) {
  std::size_t count = 0;
  for (const llvm::Argument& argument : function_.args()) count += context_.leaves.of(argument.getType()).size();
  count = std::min<std::size_t>(count, abi::kMaxArguments);
  if (count == 0) return &before;
  llvm::IRBuilder<> builder(&before);
  llvm::Value* any = nullptr;
  for (std::size_t i = 0; i < count; ++i) {
    llvm::Value* passed =
        builder.CreateLoad(builder.getInt32Ty(), context_.runtime.field(kArguments + i * sizeof(std::uint32_t)));
    any = any == nullptr ? passed : builder.CreateOr(any, passed);
  }
  return llvm::SplitBlockAndInsertIfThen(builder.CreateIsNotNull(any), &before, false, unlikely_);
}

void FunctionInstrumenter::takeArguments(llvm::Instruction& before) {
  llvm::SmallVector<llvm::Argument*, 4> by_value;
  bool any_symbolic = false;
  for (llvm::Argument& argument : function_.args()) {
    if (argument.hasByValAttr()) by_value.push_back(&argument);
    any_symbolic |= context_.leaves.tracked(argument.getType());  // also where it is not used: the tag is cleared
  }
  // The caller's native copy did not copy the shadow; entries there are left over from an earlier frame.
  for (llvm::Argument* argument : by_value) {
    llvm::IRBuilder<> builder(&before);
    const std::uint64_t bytes = context_.layout.getTypeAllocSize(argument->getParamByValType()).getFixedValue();
    for (std::uint64_t done = 0; done < bytes; done += 8) {
      builder.SetInsertPoint(&before);
      const auto size = static_cast<unsigned>(std::min<std::uint64_t>(8, bytes - done));
      llvm::Value* place = builder.CreatePtrAdd(argument, u64(done));
      llvm::Value* value = builder.CreateAlignedLoad(builder.getIntNTy(8 * size), place, llvm::Align(1));
      storePiece(before, value, u32(0), place, u32(0), llvm::Align(1), {argument, bytes});
    }
  }
  if (!any_symbolic && by_value.empty() && !isCalledFromOutside()) return;

  llvm::IRBuilder<> builder(&before);
  llvm::Value* tag = builder.CreateLoad(builder.getPtrTy(), context_.runtime.field(kArgumentTag));
  llvm::Value* tagged = builder.CreateIsNotNull(tag);
  llvm::BasicBlock* head = before.getParent();
  llvm::Instruction* end = llvm::SplitBlockAndInsertIfThen(tagged, &before, false, unlikely_);
  llvm::IRBuilder<> cold(end);
  cold.CreateStore(null(), context_.runtime.field(kArgumentTag));
  llvm::Instruction* take = nullptr;
  llvm::Instruction* foreign = nullptr;
  llvm::SplitBlockAndInsertIfThenElse(cold.CreateICmpEQ(tag, &function_), end, &take, &foreign);
  cold.SetInsertPoint(foreign);
  context_.runtime.emit(cold, RuntimeCall::call_external_returned, {tag, null(), context_.sites.functionEntry()});

  // Code that does not know its callee leaves a tag with ids that are all 0, as a rule.
  llvm::BasicBlock* own_path = take->getParent();
  llvm::Instruction* some = by_value.empty() ? whenIdsArePassed(*take) : take;

  // taken[k] holds on the own path, 0 on the other two.
  cold.SetInsertPoint(some);
  llvm::SmallVector<std::pair<llvm::Argument*, Ids>, 8> taken;
  unsigned leaf_index = 0;
  for (llvm::Argument& argument : function_.args()) {
    if (argument.hasByValAttr()) {
      takeByValue(cold, argument, leaf_index);
      leaf_index += static_cast<unsigned>(
          byValueLeaves(context_.layout.getTypeAllocSize(argument.getParamByValType()).getFixedValue()));
      continue;
    }
    Ids argument_ids;
    for (const Leaf& leaf : context_.leaves.of(argument.getType())) {
      const bool wanted =
          leaf.width != 0 && leaf_index < abi::kMaxArguments && isSymbolic(&argument) && !argument.use_empty();
      llvm::Value* leaf_id = u32(0);
      if (wanted) {
        const auto [low, high] = bits(cold, leafValue(cold, &argument, leaf));
        leaf_id = context_.runtime.emit(cold, RuntimeCall::call_argument, {u32(leaf_index), low, high});
      }
      argument_ids.push_back(leaf_id);
      ++leaf_index;
    }
    if (isSymbolic(&argument)) taken.push_back({&argument, std::move(argument_ids)});
  }
  // Leaves no id for a later call.
  for (unsigned i = 0; i < std::min(leaf_index, abi::kMaxArguments); ++i) {
    cold.CreateStore(u32(0), context_.runtime.field(kArguments + i * sizeof(std::uint32_t)));
  }
  for (auto& [argument, argument_ids] : taken) {
    for (llvm::Value*& leaf_id : argument_ids) {
      if (llvm::isa<llvm::Constant>(leaf_id)) continue;
      builder.SetInsertPoint(end->getParent(), end->getParent()->begin());
      llvm::PHINode* own = builder.CreatePHI(builder.getInt32Ty(), 2);
      if (some != take) {
        builder.SetInsertPoint(take->getParent(), take->getParent()->begin());
        llvm::PHINode* passed = builder.CreatePHI(builder.getInt32Ty(), 2);
        passed->addIncoming(leaf_id, some->getParent());
        passed->addIncoming(u32(0), own_path);
        leaf_id = passed;
      }
      own->addIncoming(leaf_id, take->getParent());
      own->addIncoming(u32(0), foreign->getParent());
      builder.SetInsertPoint(before.getParent(), before.getParent()->begin());
      llvm::PHINode* merged = builder.CreatePHI(builder.getInt32Ty(), 2);
      merged->addIncoming(own, end->getParent());
      merged->addIncoming(u32(0), head);
      leaf_id = merged;
    }
    ids_[argument] = argument_ids;
  }
}

}  // namespace forall::instrument

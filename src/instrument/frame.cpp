// Entry and exit of a function: taking argument ids, and telling the runtime about stack objects.
//
//   entry:  top = state.stack_top; push the address and size of each escaping array or struct
//           if (state.argument_callee != null) [[unlikely]]
//             clear it; if it was this function take the ids, else report the uninstrumented caller
//   exit:   state.stack_top = top
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "instrument/instrumenter.h"

namespace forall::instrument {

namespace {

constexpr std::uint64_t kArgumentTag = offsetof(abi::TargetState, argument_callee);
constexpr std::uint64_t kArguments = offsetof(abi::TargetState, arguments);
constexpr std::uint64_t kStackTop = offsetof(abi::TargetState, stack_top);
constexpr std::uint64_t kSuspended = offsetof(abi::TargetState, suspended);

// Does the address leave the function other than by plain accesses? Those carry the object as a hint.
bool escapes(const llvm::AllocaInst& local) {
  llvm::SmallVector<const llvm::Value*, 8> work{&local};
  llvm::SmallPtrSet<const llvm::Value*, 8> seen;
  while (!work.empty()) {
    const llvm::Value* value = work.pop_back_val();
    for (const llvm::User* user : value->users()) {
      if (llvm::isa<llvm::LoadInst>(user)) continue;
      if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
          store != nullptr && store->getValueOperand() != value)
        continue;
      if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user)) {
        if (intrinsic->isLifetimeStartOrEnd() || llvm::isa<llvm::DbgInfoIntrinsic>(intrinsic)) continue;
      }
      if (llvm::isa<llvm::GetElementPtrInst>(user)) {
        if (seen.insert(user).second) work.push_back(user);
        continue;
      }
      return true;
    }
  }
  return false;
}

bool hasLandingPad(const llvm::Function& function) {
  return llvm::any_of(function, [](const llvm::BasicBlock& block) { return block.isLandingPad(); });
}

llvm::AllocaInst* asLocal(llvm::Instruction& instruction) {
  auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
  return local != nullptr && llvm::isa<llvm::ConstantInt>(local->getArraySize()) ? local : nullptr;
}

// The size of a stack object that is known by its address, 0 if it is not.
std::uint64_t knownSize(llvm::AllocaInst& local, const llvm::DataLayout& layout) {
  const bool compound = local.getAllocatedType()->isAggregateType() || local.isArrayAllocation();
  const auto size = local.getAllocationSize(layout);
  return compound && size && !size->isScalable() && escapes(local) ? size->getFixedValue() : 0;
}

// Without its lifetime an object keeps its place to itself: an address then tells which object it is in.
void keepOwnPlace(llvm::AllocaInst& local) {
  for (llvm::User* user : llvm::make_early_inc_range(local.users())) {
    auto* marker = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    if (marker != nullptr && marker->isLifetimeStartOrEnd()) marker->eraseFromParent();
  }
}

}  // namespace

// New code splits the entry block; an alloca left behind the split would be allocated at each execution.
void FunctionInstrumenter::hoistAllocas() {
  llvm::BasicBlock& entry = function_.getEntryBlock();
  llvm::SmallVector<llvm::AllocaInst*, 16> locals;
  for (llvm::Instruction& instruction : entry) {
    if (llvm::AllocaInst* local = asLocal(instruction)) locals.push_back(local);
  }
  for (llvm::AllocaInst* local : llvm::reverse(locals)) {
    local->moveBefore(entry, entry.begin());
    if (knownSize(*local, context_.layout) != 0) keepOwnPlace(*local);
  }
}

void FunctionInstrumenter::enterFunction() {
  llvm::Instruction* first = nullptr;
  for (llvm::Instruction& instruction : function_.getEntryBlock()) {
    if (asLocal(instruction) != nullptr) continue;  // one of variable size may depend on an argument
    first = &instruction;
    break;
  }
  pushStackObjects(*first);
  takeArguments(*first);
}

void FunctionInstrumenter::pushStackObjects(llvm::Instruction& before) {
  llvm::SmallVector<std::pair<llvm::AllocaInst*, std::uint64_t>, 8> objects;
  for (llvm::Instruction& instruction : function_.getEntryBlock()) {
    auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (const std::uint64_t size = local != nullptr ? knownSize(*local, context_.layout) : 0) {
      objects.push_back({local, size});
    }
  }
  const bool landing_pads = hasLandingPad(function_);
  if (objects.empty() && !landing_pads) return;
  llvm::IRBuilder<> builder(&before);
  entry_stack_top_ = builder.CreateLoad(builder.getPtrTy(), context_.runtime.field(kStackTop));
  if (landing_pads) entry_suspended_ = builder.CreateLoad(builder.getInt32Ty(), context_.runtime.field(kSuspended));
  own_stack_top_ = entry_stack_top_;
  if (objects.empty()) return;
  for (unsigned i = 0; i < objects.size(); ++i) {
    const std::uint64_t slot = i * sizeof(abi::StackObject);
    builder.CreateStore(objects[i].first, builder.CreatePtrAdd(entry_stack_top_, u64(slot)));
    builder.CreateStore(u64(objects[i].second),
                        builder.CreatePtrAdd(entry_stack_top_, u64(slot + offsetof(abi::StackObject, size))));
  }
  own_stack_top_ = builder.CreatePtrAdd(entry_stack_top_, u64(objects.size() * sizeof(abi::StackObject)));
  builder.CreateStore(own_stack_top_, context_.runtime.field(kStackTop));
}

void FunctionInstrumenter::leaveFunction(llvm::Instruction& before) {
  if (own_stack_top_ == entry_stack_top_) return;
  llvm::IRBuilder<> builder(&before);
  builder.CreateStore(entry_stack_top_, context_.runtime.field(kStackTop));
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
    llvm::Value* piece_id = context_.runtime.emit(builder, Call::call_argument, {u32(leaf), low, high});
    storePiece(end, value, piece_id, place, u32(0), {&argument, bytes});
  }
  builder.SetInsertPoint(&end);
}

void FunctionInstrumenter::takeArguments(llvm::Instruction& before) {
  llvm::SmallVector<llvm::Argument*, 4> by_value;
  bool any_symbolic = false;
  for (llvm::Argument& argument : function_.args()) {
    if (argument.hasByValAttr()) by_value.push_back(&argument);
    any_symbolic |= isSymbolic(&argument) && !argument.use_empty();
  }
  // The caller's native copy did not bring its shadow along; what an earlier frame left there is none of ours.
  for (llvm::Argument* argument : by_value) {
    llvm::IRBuilder<> builder(&before);
    const std::uint64_t bytes = context_.layout.getTypeAllocSize(argument->getParamByValType()).getFixedValue();
    for (std::uint64_t done = 0; done < bytes; done += 8) {
      builder.SetInsertPoint(&before);
      const auto size = static_cast<unsigned>(std::min<std::uint64_t>(8, bytes - done));
      llvm::Value* place = builder.CreatePtrAdd(argument, u64(done));
      llvm::Value* value = builder.CreateAlignedLoad(builder.getIntNTy(8 * size), place, llvm::Align(1));
      storePiece(before, value, u32(0), place, u32(0), {argument, bytes});
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
  context_.runtime.emit(cold, Call::call_external_returned, {tag, null(), context_.sites.functionEntry()});

  // taken[k] holds on the own path, 0 on the other two.
  cold.SetInsertPoint(take);
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
        leaf_id = context_.runtime.emit(cold, Call::call_argument, {u32(leaf_index), low, high});
      }
      argument_ids.push_back(leaf_id);
      ++leaf_index;
    }
    if (isSymbolic(&argument)) taken.push_back({&argument, std::move(argument_ids)});
  }
  // No id is left behind for a later call.
  for (unsigned i = 0; i < std::min(leaf_index, abi::kMaxArguments); ++i) {
    cold.CreateStore(u32(0), context_.runtime.field(kArguments + i * sizeof(std::uint32_t)));
  }
  for (auto& [argument, argument_ids] : taken) {
    for (llvm::Value*& leaf_id : argument_ids) {
      if (llvm::isa<llvm::Constant>(leaf_id)) continue;
      builder.SetInsertPoint(end->getParent(), end->getParent()->begin());
      llvm::PHINode* own = builder.CreatePHI(builder.getInt32Ty(), 2);
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

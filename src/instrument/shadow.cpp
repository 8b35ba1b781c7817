// Shared by the instruction families: ids of values, values as the runtime takes them, cold paths.
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <vector>

#include "instrument/ended_addresses.h"
#include "instrument/instrumenter.h"
#include "instrument/unset.h"

namespace forall::instrument {

FunctionInstrumenter::FunctionInstrumenter(ModuleContext& context, llvm::Function& function)
    : context_(context),
      function_(function),
      symbolic_(function, context.leaves, context.known),
      unlikely_(llvm::MDBuilder(function.getContext()).createUnlikelyBranchWeights()) {
  context_.sites.enter(function);
}

void FunctionInstrumenter::run() {
  hoistAllocas();
  collectVariables();
  // New code splits blocks, so the original instructions are listed first, definitions before uses.
  struct Block {
    const llvm::BasicBlock* block;
    const llvm::BasicBlock* predecessor;  // the only one, or null
    llvm::SmallVector<llvm::Instruction*, 16> instructions;
  };
  std::vector<Block> blocks;
  llvm::ReversePostOrderTraversal<llvm::Function*> order(&function_);
  for (llvm::BasicBlock* block : order) {
    blocks.push_back({block, block->getUniquePredecessor(), {}});
    for (llvm::Instruction& instruction : *block) blocks.back().instructions.push_back(&instruction);
  }
  ended_addresses_ = comparisonsOfEndedAddresses(function_);
  enterFunction();
  llvm::DenseMap<const llvm::BasicBlock*, llvm::DenseMap<Window, llvm::Value*>> flags_at_end;
  for (const Block& block : blocks) {
    flags_ = flags_at_end.lookup(block.predecessor);
    for (llvm::Instruction* instruction : block.instructions) instrument(*instruction);
    flags_at_end[block.block] = flags_;
  }
  fillPhis();
  replaceVariableArrays();
  makeFrame();
}

void FunctionInstrumenter::instrument(llvm::Instruction& instruction) {
  if (const auto mark = markOf(instruction)) return check(instruction, *mark);
  const bool ends_group = instruction.isTerminator() || llvm::isa<llvm::CallBase>(instruction);
  const bool joins_group =
      isPure(instruction) || llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::BranchInst>(instruction);
  if (!joins_group && (ends_group || usesPending(instruction))) flush(instruction);
  if (ended_addresses_.contains(&instruction)) {
    llvm::IRBuilder<> builder(&instruction);
    emitConcretize(builder, context_.sites.place(instruction, abi::SiteKind::Call), abi::LedgerKind::UnspecifiedValue,
                   "the address of a block that was freed or reallocated");
  }
  if (conditionOfChoice(instruction) != nullptr || passedValue(instruction)) return defer(instruction);
  visit(instruction);
  if (!joins_group && llvm::isa<llvm::CallBase>(instruction)) forgetFlags();
}

Ids FunctionInstrumenter::ids(llvm::Value* value) {
  if (isSymbolic(value)) {
    const auto found = ids_.find(value);
    if (found != ids_.end()) return found->second;
  }
  return Ids(context_.leaves.of(value->getType()).size(), u32(0));
}

void FunctionInstrumenter::setIds(llvm::Instruction& instruction, Ids ids) {
  if (isSymbolic(&instruction)) ids_[&instruction] = std::move(ids);
}

llvm::Value* FunctionInstrumenter::leafValue(llvm::IRBuilder<>& builder, llvm::Value* value, const Leaf& leaf) {
  llvm::Value* part = leaf.path.empty() ? value : builder.CreateExtractValue(value, leaf.path);
  return leaf.lane ? builder.CreateExtractElement(part, *leaf.lane) : part;
}

llvm::ConstantInt* FunctionInstrumenter::u32(std::uint64_t value) const {
  return llvm::ConstantInt::get(llvm::Type::getInt32Ty(function_.getContext()), value);
}

llvm::ConstantInt* FunctionInstrumenter::u64(std::uint64_t value) const {
  return llvm::ConstantInt::get(llvm::Type::getInt64Ty(function_.getContext()), value);
}

llvm::Constant* FunctionInstrumenter::null() const {
  return llvm::ConstantPointerNull::get(llvm::PointerType::getUnqual(function_.getContext()));
}

llvm::Value* FunctionInstrumenter::asInteger(llvm::IRBuilder<>& builder, llvm::Value* scalar) {
  llvm::Type* type = scalar->getType();
  if (type->isIntegerTy()) return scalar;
  const auto size = static_cast<unsigned>(context_.layout.getTypeSizeInBits(type).getFixedValue());
  llvm::Type* integer = builder.getIntNTy(size);
  return type->isPointerTy() ? builder.CreatePtrToInt(scalar, integer) : builder.CreateBitCast(scalar, integer);
}

std::pair<llvm::Value*, llvm::Value*> FunctionInstrumenter::bits(llvm::IRBuilder<>& builder, llvm::Value* scalar) {
  llvm::Value* integer = asInteger(builder, scalar);
  const unsigned size = integer->getType()->getIntegerBitWidth();
  llvm::Value* low = builder.CreateZExtOrTrunc(integer, builder.getInt64Ty());
  if (size <= 64) return {low, u64(0)};
  return {low, builder.CreateZExtOrTrunc(builder.CreateLShr(integer, 64), builder.getInt64Ty())};
}

llvm::Value* FunctionInstrumenter::any(llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> ids) {
  llvm::SmallVector<llvm::Value*, 4> distinct;
  for (llvm::Value* id : ids) {
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(id);
    if ((constant == nullptr || !constant->isZero()) && !llvm::is_contained(distinct, id)) distinct.push_back(id);
  }
  if (distinct.empty()) return nullptr;
  llvm::Value* result = distinct.front();
  for (llvm::Value* id : llvm::drop_begin(distinct)) result = builder.CreateOr(result, id);
  return result;
}

void FunctionInstrumenter::when(llvm::Value* condition, llvm::Instruction& before, ColdAction cold) {
  llvm::Instruction* end = llvm::SplitBlockAndInsertIfThen(condition, &before, false, unlikely_);
  llvm::IRBuilder<> builder(end);
  builder.SetCurrentDebugLocation(before.getDebugLoc());
  cold(builder);
}

llvm::Value* FunctionInstrumenter::ifSymbolic(llvm::Instruction& before, llvm::ArrayRef<llvm::Value*> ids,
                                              llvm::Value* otherwise, Cold cold) {
  llvm::IRBuilder<> builder(&before);
  llvm::Value* tested = any(builder, ids);
  if (tested == nullptr) return otherwise;
  llvm::Value* condition = builder.CreateICmpNE(tested, llvm::ConstantInt::get(tested->getType(), 0));
  llvm::BasicBlock* head = before.getParent();
  llvm::Instruction* end = llvm::SplitBlockAndInsertIfThen(condition, &before, false, unlikely_);
  llvm::IRBuilder<> inside(end);
  inside.SetCurrentDebugLocation(before.getDebugLoc());
  llvm::Value* value = cold(inside);
  builder.SetInsertPoint(before.getParent(), before.getParent()->begin());
  llvm::PHINode* merged = builder.CreatePHI(value->getType(), 2);
  merged->addIncoming(value, end->getParent());
  merged->addIncoming(otherwise, head);
  return merged;
}

void FunctionInstrumenter::whenSymbolic(llvm::Instruction& before, llvm::ArrayRef<llvm::Value*> ids, ColdAction cold) {
  llvm::IRBuilder<> builder(&before);
  llvm::Value* tested = any(builder, ids);
  if (tested == nullptr) return;
  when(builder.CreateICmpNE(tested, llvm::ConstantInt::get(tested->getType(), 0)), before, cold);
}

void FunctionInstrumenter::emitConcretize(llvm::IRBuilder<>& builder, llvm::Value* site, abi::LedgerKind kind,
                                          llvm::StringRef detail) {
  context_.runtime.emit(builder, RuntimeCall::call_concretize,
                        {u32(static_cast<unsigned>(kind)), site, context_.sites.text(detail)});
}

void FunctionInstrumenter::concretize(llvm::Instruction& before, llvm::ArrayRef<llvm::Value*> ids, abi::LedgerKind kind,
                                      llvm::StringRef detail, abi::SiteKind site) {
  whenSymbolic(before, ids, [&](llvm::IRBuilder<>& builder) {
    emitConcretize(builder, context_.sites.place(before, site), kind, detail);
  });
}

void FunctionInstrumenter::concretizeOperands(llvm::Instruction& instruction, abi::LedgerKind kind) {
  llvm::SmallVector<llvm::Value*, 4> operands;
  for (llvm::Value* operand : instruction.operands()) {
    if (!llvm::isa<llvm::BasicBlock>(operand)) llvm::append_range(operands, ids(operand));
  }
  concretize(instruction, operands, kind, instruction.getOpcodeName());
}

void FunctionInstrumenter::visitInstruction(llvm::Instruction& instruction) {
  const bool vector =
      instruction.getType()->isVectorTy() ||
      llvm::any_of(instruction.operands(), [](const llvm::Use& use) { return use->getType()->isVectorTy(); });
  concretizeOperands(instruction, vector ? abi::LedgerKind::ConcretizedVector : abi::LedgerKind::UnsupportedCode);
  if (!instruction.mayReadOrWriteMemory()) return;
  llvm::IRBuilder<> builder(&instruction);
  llvm::Value* bytes =
      builder.CreateLoad(builder.getInt32Ty(), context_.runtime.field(offsetof(abi::TargetState, symbolic_bytes)));
  concretize(instruction, {bytes}, abi::LedgerKind::UnsupportedCode, instruction.getOpcodeName());
}

}  // namespace forall::instrument

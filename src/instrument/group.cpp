// Groups of operations without effects, evaluated on one cold path:
//
//   %i = add i64 %x, 1                       %any = or i32 %x.id, %y.id
//   %c = icmp slt i64 %i, %y          ->     br (%any != 0), %cold, %next, !prof unlikely
//   br i1 %c, ...                          cold:
//                                            %i.id = call @__forall_binary(Add, %x.id, ...)
//                                            %c.id = call @__forall_binary(Slt, %i.id, ...)
//                                            if (%c.id != 0) call @__forall_branch(%c.id, %c, site)
//
// The group is evaluated where it ends: its operands are defined before, in the same block, and nothing it reads
// changes.
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "instrument/instrumenter.h"
#include "instrument/unset.h"

namespace forall::instrument {

bool FunctionInstrumenter::isPure(const llvm::Instruction& instruction) {
  if (floatMeaning(instruction)) return !isMathCall(instruction);
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    return isModeledIntrinsic(call->getIntrinsicID()) || isForwardingIntrinsic(call->getIntrinsicID()) ||
           llvm::isa<llvm::DbgInfoIntrinsic>(call) || call->isLifetimeStartOrEnd() || call->isAssumeLikeIntrinsic();
  }
  return llvm::isa<llvm::BinaryOperator, llvm::ICmpInst, llvm::CastInst, llvm::SelectInst, llvm::FreezeInst,
                   llvm::GetElementPtrInst, llvm::ExtractValueInst, llvm::InsertValueInst, llvm::ExtractElementInst,
                   llvm::InsertElementInst, llvm::ShuffleVectorInst>(instruction);
}

bool FunctionInstrumenter::usesPending(const llvm::Instruction& instruction) const {
  return llvm::any_of(instruction.operands(), [&](const llvm::Use& use) {
    auto* operand = llvm::dyn_cast<llvm::Instruction>(use.get());
    return operand != nullptr && pending_.contains(operand);
  });
}

Ids FunctionInstrumenter::evaluate(llvm::Instruction& instruction, llvm::IRBuilder<>& cold) {
  if (floatMeaning(instruction)) return {floating(cold, instruction)};
  if (llvm::Value* condition = conditionOfChoice(instruction)) {
    context_.runtime.emit(cold, RuntimeCall::call_choice,
                          {id(condition), context_.sites.place(instruction, abi::SiteKind::Select)});
    return {};
  }
  if (const auto passed = passedValue(instruction)) {
    context_.runtime.emit(
        cold, RuntimeCall::call_passed,
        {id(passed->value), cold.getInt1(passed->is_result), context_.sites.place(instruction, abi::SiteKind::Call)});
    return {};
  }
  if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) return evaluateBinary(*operation, cold);
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) return evaluateCast(*cast, cold);
  if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) return evaluateSelect(*select, cold);
  if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) return evaluateAddress(*address, cold);
  if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) return evaluateIntrinsic(*call, cold);
  if (auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) return extractedIds(*extract);
  if (auto* insert = llvm::dyn_cast<llvm::InsertValueInst>(&instruction)) return insertedIds(*insert);
  if (auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
    return {compare(cold, comparison->getPredicate(), scalar(comparison->getOperand(0)),
                    scalar(comparison->getOperand(1)))};
  }
  if (llvm::isa<llvm::FreezeInst>(instruction)) return ids(instruction.getOperand(0));
  return movedLanes(instruction);
}

llvm::Value* FunctionInstrumenter::flushInto(llvm::Instruction& before, llvm::ArrayRef<llvm::Value*> tests, Cold cold) {
  const llvm::SmallSetVector<llvm::Instruction*, 16> group = std::move(pending_);
  pending_.clear();
  llvm::SmallVector<llvm::Value*, 8> inputs(tests.begin(), tests.end());
  for (llvm::Instruction* member : group) {
    for (llvm::Value* operand : member->operands()) {
      auto* definition = llvm::dyn_cast<llvm::Instruction>(operand);
      if (definition == nullptr || !group.contains(definition)) llvm::append_range(inputs, ids(operand));
    }
  }
  llvm::IRBuilder<> builder(&before);
  llvm::Value* tested = any(builder, inputs);
  if (tested == nullptr) {
    for (llvm::Instruction* member : group) ids_.erase(member);
    return nullptr;
  }
  llvm::BasicBlock* head = before.getParent();
  llvm::Value* condition = builder.CreateICmpNE(tested, u32(0));
  llvm::Instruction* end = llvm::SplitBlockAndInsertIfThen(condition, &before, false, unlikely_);
  llvm::IRBuilder<> inside(end);
  for (llvm::Instruction* member : group) {
    inside.SetCurrentDebugLocation(member->getDebugLoc());
    ids_[member] = evaluate(*member, inside);
  }
  inside.SetCurrentDebugLocation(before.getDebugLoc());
  llvm::Value* result = cold(inside);

  builder.SetInsertPoint(before.getParent(), before.getParent()->begin());
  const auto merge = [&](llvm::Value* value) -> llvm::Value* {
    if (llvm::isa<llvm::Constant>(value)) return value;
    llvm::PHINode* merged = builder.CreatePHI(value->getType(), 2);
    merged->addIncoming(value, end->getParent());
    merged->addIncoming(u32(0), head);
    return merged;
  };
  for (llvm::Instruction* member : group) {
    const bool used_later = llvm::any_of(
        member->users(), [&](llvm::User* user) { return !group.contains(llvm::cast<llvm::Instruction>(user)); });
    for (llvm::Value*& leaf_id : ids_[member]) leaf_id = used_later ? merge(leaf_id) : u32(0);
  }
  return result != nullptr ? merge(result) : nullptr;
}

}  // namespace forall::instrument

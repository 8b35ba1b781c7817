#include "instrument/symbolic_values.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "instrument/floating.h"

namespace forall::instrument {

bool isModeledIntrinsic(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::sadd_with_overflow:
    case llvm::Intrinsic::uadd_with_overflow:
    case llvm::Intrinsic::ssub_with_overflow:
    case llvm::Intrinsic::usub_with_overflow:
    case llvm::Intrinsic::smul_with_overflow:
    case llvm::Intrinsic::umul_with_overflow:
    case llvm::Intrinsic::sadd_sat:
    case llvm::Intrinsic::uadd_sat:
    case llvm::Intrinsic::ssub_sat:
    case llvm::Intrinsic::usub_sat:
    case llvm::Intrinsic::smin:
    case llvm::Intrinsic::smax:
    case llvm::Intrinsic::umin:
    case llvm::Intrinsic::umax:
    case llvm::Intrinsic::abs:
    case llvm::Intrinsic::ctpop:
    case llvm::Intrinsic::ctlz:
    case llvm::Intrinsic::cttz:
    case llvm::Intrinsic::bswap:
    case llvm::Intrinsic::bitreverse:
    case llvm::Intrinsic::fshl:
    case llvm::Intrinsic::fshr:
    case llvm::Intrinsic::ptrmask: return true;
    default: return false;
  }
}

bool isForwardingIntrinsic(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::expect:
    case llvm::Intrinsic::expect_with_probability:
    case llvm::Intrinsic::launder_invariant_group:
    case llvm::Intrinsic::strip_invariant_group:
    case llvm::Intrinsic::ssa_copy:
    case llvm::Intrinsic::annotation:
    case llvm::Intrinsic::ptr_annotation: return true;
    default: return false;
  }
}

llvm::Function* calledFunction(const llvm::CallBase& call) {
  llvm::Value* callee = call.getCalledOperand()->stripPointerCasts();
  if (auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(callee); alias != nullptr && !alias->isInterposable()) {
    callee = alias->getAliaseeObject();
  }
  return llvm::dyn_cast_or_null<llvm::Function>(callee);
}

SymbolicValues::SymbolicValues(llvm::Function& function, Leaves& leaves, const KnownCalls& known)
    : leaves_(leaves), known_(known) {
  llvm::SmallVector<const llvm::Value*, 64> work;
  const auto add = [&](const llvm::Value* value) {
    if (leaves_.tracked(value->getType()) && symbolic_.insert(value).second) work.push_back(value);
  };
  for (const llvm::Argument& argument : function.args()) {
    if (!argument.hasByValAttr() && !argument.hasStructRetAttr()) add(&argument);
  }
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (isSource(instruction)) add(&instruction);
  }
  while (!work.empty()) {
    for (const llvm::User* user : work.pop_back_val()->users()) {
      const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
      if (instruction != nullptr && passesOn(*instruction)) add(instruction);
    }
  }
}

bool SymbolicValues::isSource(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::LoadInst>(instruction)) return true;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr || call->isInlineAsm() || llvm::isa<llvm::IntrinsicInst>(call)) return false;
  if (isMathCall(instruction)) return false;
  const llvm::Function* callee = calledFunction(*call);
  if (callee == nullptr) return true;
  if (callee->isIntrinsic()) return false;
  const CalleeKind kind = known_.kind(*callee);
  return kind != CalleeKind::Harmless && kind != CalleeKind::Printing && kind != CalleeKind::Output;
}

bool SymbolicValues::passesOn(const llvm::Instruction& instruction) {
  if (floatMeaning(instruction)) return true;
  switch (instruction.getOpcode()) {
    case llvm::Instruction::PHI:
    case llvm::Instruction::Freeze:
    case llvm::Instruction::ExtractValue:
    case llvm::Instruction::InsertValue:
    case llvm::Instruction::ShuffleVector: return true;
    case llvm::Instruction::BitCast: return leaves_.tracked(instruction.getOperand(0)->getType());
    case llvm::Instruction::ExtractElement: return llvm::isa<llvm::ConstantInt>(instruction.getOperand(1));
    case llvm::Instruction::InsertElement: return llvm::isa<llvm::ConstantInt>(instruction.getOperand(2));
    case llvm::Instruction::Select: return !instruction.getOperand(0)->getType()->isVectorTy();
    default: break;
  }
  // Arithmetic on vectors is scalarized before; any that remains concretizes its operands.
  if (llvm::any_of(instruction.operands(), [](const llvm::Use& use) { return use->getType()->isVectorTy(); }) ||
      instruction.getType()->isVectorTy()) {
    return false;
  }
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    return isModeledIntrinsic(intrinsic->getIntrinsicID()) || isForwardingIntrinsic(intrinsic->getIntrinsicID());
  }
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Trunc:
    case llvm::Instruction::ZExt:
    case llvm::Instruction::SExt:
    case llvm::Instruction::PtrToInt:
    case llvm::Instruction::IntToPtr:
    case llvm::Instruction::AddrSpaceCast:
    case llvm::Instruction::ICmp:
    case llvm::Instruction::GetElementPtr: return true;
    default: return llvm::isa<llvm::BinaryOperator>(instruction) && instruction.getType()->isIntegerTy();
  }
}

}  // namespace forall::instrument

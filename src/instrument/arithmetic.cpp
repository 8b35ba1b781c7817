// Integer operations, comparisons, casts and selections: each becomes the operator of the same meaning.
//
//   trunc      -> Extract at 0        icmp ne  -> Not(Eq)
//   icmp sgt a, b -> Slt b, a         select   -> Ite if the condition is symbolic, else the id of the side taken
#include "instrument/instrumenter.h"

namespace forall::instrument {

namespace {

abi::Op operatorOf(llvm::Instruction::BinaryOps opcode) {
  switch (opcode) {
    case llvm::Instruction::Add: return abi::Op::Add;
    case llvm::Instruction::Sub: return abi::Op::Sub;
    case llvm::Instruction::Mul: return abi::Op::Mul;
    case llvm::Instruction::UDiv: return abi::Op::UDiv;
    case llvm::Instruction::SDiv: return abi::Op::SDiv;
    case llvm::Instruction::URem: return abi::Op::URem;
    case llvm::Instruction::SRem: return abi::Op::SRem;
    case llvm::Instruction::And: return abi::Op::And;
    case llvm::Instruction::Or: return abi::Op::Or;
    case llvm::Instruction::Xor: return abi::Op::Xor;
    case llvm::Instruction::Shl: return abi::Op::Shl;
    case llvm::Instruction::LShr: return abi::Op::LShr;
    case llvm::Instruction::AShr: return abi::Op::AShr;
    default: llvm_unreachable("not an integer operation");
  }
}

unsigned opWidth(abi::Op op, unsigned width) { return static_cast<unsigned>(op) | width << 8; }

}  // namespace

llvm::Value* FunctionInstrumenter::binary(llvm::IRBuilder<>& builder, abi::Op op, const Scalar& a, const Scalar& b) {
  const auto [a_low, a_high] = bits(builder, a.value);
  const auto [b_low, b_high] = bits(builder, b.value);
  return context_.runtime.emit(builder, RuntimeCall::call_binary,
                               {u32(opWidth(op, a.width)), a.id, a_low, a_high, b.id, b_low, b_high});
}

llvm::Value* FunctionInstrumenter::unary(llvm::IRBuilder<>& builder, abi::Op op, unsigned width, llvm::Value* id,
                                         unsigned lowest) {
  return context_.runtime.emit(builder, RuntimeCall::call_unary, {u32(opWidth(op, width)), id, u32(lowest)});
}

llvm::Value* FunctionInstrumenter::resize(llvm::IRBuilder<>& builder, llvm::Value* id, unsigned from, unsigned to,
                                          bool is_signed) {
  if (from == to) return id;
  if (to < from) return unary(builder, abi::Op::Extract, to, id);
  return unary(builder, is_signed ? abi::Op::SExt : abi::Op::ZExt, to, id);
}

// An operation whose result is undefined has one value natively and another in the model.
void FunctionInstrumenter::noteUndefined(llvm::IRBuilder<>& builder, llvm::Instruction& instruction,
                                         llvm::Value* undefined, llvm::Value* any_id, llvm::StringRef detail) {
  if (llvm::isa<llvm::Constant>(undefined)) return;
  llvm::Instruction& end = *builder.GetInsertPoint();
  when(builder.CreateAnd(undefined, builder.CreateICmpNE(any_id, u32(0))), end, [&](llvm::IRBuilder<>& cold) {
    emitConcretize(cold, context_.sites.place(instruction, abi::SiteKind::Other), abi::LedgerKind::UndefinedValue,
                   detail);
  });
  builder.SetInsertPoint(&end);
}

void FunctionInstrumenter::visitBinaryOperator(llvm::BinaryOperator& instruction) {
  if (isSymbolic(&instruction)) return defer(instruction);
  if (instruction.getType()->isIntegerTy() && width(instruction.getType()) != 0) return;
  if (usesPending(instruction)) flush(instruction);
  const bool scalar_float = instruction.getType()->isFloatingPointTy();
  concretizeOperands(instruction,
                     scalar_float ? abi::LedgerKind::ConcretizedFloat : abi::LedgerKind::ConcretizedVector);
}

Ids FunctionInstrumenter::evaluateBinary(llvm::BinaryOperator& instruction, llvm::IRBuilder<>& cold) {
  const Scalar a = scalar(instruction.getOperand(0));
  const Scalar b = scalar(instruction.getOperand(1));
  if (instruction.isShift()) {
    noteUndefined(cold, instruction, cold.CreateICmpUGE(b.value, llvm::ConstantInt::get(b.value->getType(), b.width)),
                  cold.CreateOr(a.id, b.id), instruction.getOpcodeName());
  } else if (instruction.isIntDivRem()) {
    noteUndefined(cold, instruction, cold.CreateIsNull(b.value), cold.CreateOr(a.id, b.id),
                  instruction.getOpcodeName());
  }
  return {binary(cold, operatorOf(instruction.getOpcode()), a, b)};
}

llvm::Value* FunctionInstrumenter::compare(llvm::IRBuilder<>& builder, llvm::CmpInst::Predicate predicate,
                                           const Scalar& a, const Scalar& b) {
  switch (predicate) {
    case llvm::CmpInst::ICMP_EQ: return binary(builder, abi::Op::Eq, a, b);
    case llvm::CmpInst::ICMP_NE: return unary(builder, abi::Op::Not, 1, binary(builder, abi::Op::Eq, a, b));
    case llvm::CmpInst::ICMP_ULT: return binary(builder, abi::Op::Ult, a, b);
    case llvm::CmpInst::ICMP_ULE: return binary(builder, abi::Op::Ule, a, b);
    case llvm::CmpInst::ICMP_UGT: return binary(builder, abi::Op::Ult, b, a);
    case llvm::CmpInst::ICMP_UGE: return binary(builder, abi::Op::Ule, b, a);
    case llvm::CmpInst::ICMP_SLT: return binary(builder, abi::Op::Slt, a, b);
    case llvm::CmpInst::ICMP_SLE: return binary(builder, abi::Op::Sle, a, b);
    case llvm::CmpInst::ICMP_SGT: return binary(builder, abi::Op::Slt, b, a);
    case llvm::CmpInst::ICMP_SGE: return binary(builder, abi::Op::Sle, b, a);
    default: llvm_unreachable("not an integer comparison");
  }
}

void FunctionInstrumenter::visitICmpInst(llvm::ICmpInst& instruction) {
  if (isSymbolic(&instruction) && width(instruction.getOperand(0)->getType()) != 0) return defer(instruction);
  if (usesPending(instruction)) flush(instruction);
  concretizeOperands(instruction, abi::LedgerKind::ConcretizedVector);
}

void FunctionInstrumenter::visitCastInst(llvm::CastInst& instruction) {
  if (isSymbolic(&instruction) && width(instruction.getOperand(0)->getType()) != 0) return defer(instruction);
  if (usesPending(instruction)) flush(instruction);
  const bool floating = instruction.getSrcTy()->isFloatingPointTy() || instruction.getDestTy()->isFloatingPointTy();
  concretizeOperands(instruction, floating ? abi::LedgerKind::ConcretizedFloat : abi::LedgerKind::ConcretizedVector);
}

Ids FunctionInstrumenter::evaluateCast(llvm::CastInst& instruction, llvm::IRBuilder<>& cold) {
  if (auto* same_bits = llvm::dyn_cast<llvm::BitCastInst>(&instruction)) return evaluateBitCast(*same_bits, cold);
  const Scalar operand = scalar(instruction.getOperand(0));
  const bool is_signed = instruction.getOpcode() == llvm::Instruction::SExt;
  return {resize(cold, operand.id, operand.width, width(instruction.getType()), is_signed)};
}

void FunctionInstrumenter::visitSelectInst(llvm::SelectInst& instruction) {
  llvm::Value* condition = instruction.getCondition();
  const bool scalar_condition = condition->getType()->isIntegerTy(1);
  const bool has_ids =
      llvm::all_of(context_.leaves.of(instruction.getType()), [](const Leaf& leaf) { return leaf.width != 0; });
  if (isSymbolic(&instruction) && scalar_condition && has_ids) return defer(instruction);
  if (usesPending(instruction)) flush(instruction);
  if (!scalar_condition) return concretizeOperands(instruction, abi::LedgerKind::ConcretizedVector);
  // A part of the value cannot be symbolic, so which side is taken is decided here.
  llvm::Value* condition_id = id(condition);
  whenSymbolic(instruction, {condition_id}, [&](llvm::IRBuilder<>& builder) {
    context_.runtime.emit(builder, RuntimeCall::call_branch,
                          {condition_id, condition, context_.sites.decision(instruction, abi::SiteKind::Select)});
  });
  llvm::IRBuilder<> builder(&instruction);
  Ids chosen;
  for (const auto& [left, right] : llvm::zip_equal(ids(instruction.getTrueValue()), ids(instruction.getFalseValue()))) {
    chosen.push_back(builder.CreateSelect(condition, left, right));
  }
  setIds(instruction, std::move(chosen));
}

Ids FunctionInstrumenter::evaluateSelect(llvm::SelectInst& instruction, llvm::IRBuilder<>& cold) {
  llvm::Value* condition = instruction.getCondition();
  llvm::Value* condition_id = id(condition);
  const Ids left = ids(instruction.getTrueValue());
  const Ids right = ids(instruction.getFalseValue());
  const LeafList& leaves = context_.leaves.of(instruction.getType());
  Ids result;
  for (unsigned i = 0; i < leaves.size(); ++i) {
    if (leaves[i].width == 0) {
      result.push_back(u32(0));
    } else if (llvm::isa<llvm::Constant>(condition_id)) {
      result.push_back(cold.CreateSelect(condition, left[i], right[i]));
    } else {
      const auto [l_low, l_high] = bits(cold, leafValue(cold, instruction.getTrueValue(), leaves[i]));
      const auto [r_low, r_high] = bits(cold, leafValue(cold, instruction.getFalseValue(), leaves[i]));
      llvm::Value* truth = cold.CreateZExt(condition, cold.getInt64Ty());
      result.push_back(context_.runtime.emit(
          cold, RuntimeCall::call_ite,
          {u32(leaves[i].width), condition_id, truth, left[i], l_low, l_high, right[i], r_low, r_high}));
    }
  }
  return result;
}

void FunctionInstrumenter::visitFreezeInst(llvm::FreezeInst& instruction) {
  if (isSymbolic(&instruction)) defer(instruction);
}

}  // namespace forall::instrument

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

llvm::Value* FunctionInstrumenter::binary(llvm::IRBuilder<>& builder, abi::Op op, const Scalar& a, const Scalar& b,
                                          bool certain) {
  const auto emit = [&](llvm::IRBuilder<>& cold) -> llvm::Value* {
    const auto [a_low, a_high] = bits(cold, a.value);
    const auto [b_low, b_high] = bits(cold, b.value);
    return context_.runtime.emit(cold, Call::call_binary,
                                 {u32(opWidth(op, a.width)), a.id, a_low, a_high, b.id, b_low, b_high});
  };
  if (certain) return emit(builder);
  llvm::Instruction& end = *builder.GetInsertPoint();
  llvm::Value* result = ifSymbolic(end, {a.id, b.id}, u32(0), emit);
  builder.SetInsertPoint(&end);
  return result;
}

llvm::Value* FunctionInstrumenter::unary(llvm::IRBuilder<>& builder, abi::Op op, unsigned width, llvm::Value* id,
                                         unsigned lowest) {
  return context_.runtime.emit(builder, Call::call_unary, {u32(opWidth(op, width)), id, u32(lowest)});
}

llvm::Value* FunctionInstrumenter::resize(llvm::IRBuilder<>& builder, llvm::Value* id, unsigned from, unsigned to,
                                          bool is_signed) {
  if (from == to) return id;
  if (to < from) return unary(builder, abi::Op::Extract, to, id);
  return unary(builder, is_signed ? abi::Op::SExt : abi::Op::ZExt, to, id);
}

// An undefined shift or division has some value natively and another in the model.
void FunctionInstrumenter::noteUndefined(llvm::IRBuilder<>& builder, llvm::BinaryOperator& instruction) {
  llvm::Value* right = instruction.getOperand(1);
  llvm::Value* undefined = nullptr;
  if (instruction.isShift()) {
    undefined = builder.CreateICmpUGE(right, llvm::ConstantInt::get(right->getType(), right->getType()->getIntegerBitWidth()));
  } else if (instruction.isIntDivRem()) {
    undefined = builder.CreateIsNull(right);
  }
  if (undefined == nullptr || llvm::isa<llvm::Constant>(undefined)) return;
  llvm::Instruction& end = *builder.GetInsertPoint();
  when(undefined, end, [&](llvm::IRBuilder<>& cold) {
    emitConcretize(cold, context_.sites.place(instruction, abi::SiteKind::Other), abi::LedgerKind::UndefinedValue,
                   instruction.getOpcodeName());
  });
  builder.SetInsertPoint(&end);
}

void FunctionInstrumenter::visitBinaryOperator(llvm::BinaryOperator& instruction) {
  if (!instruction.getType()->isIntegerTy() || width(instruction.getType()) == 0) {
    const bool scalar_float = instruction.getType()->isFloatingPointTy();
    concretizeOperands(instruction, scalar_float ? abi::LedgerKind::ConcretizedFloat : abi::LedgerKind::ConcretizedVector);
    return;
  }
  if (!isSymbolic(&instruction)) return;
  const Scalar a = scalar(instruction.getOperand(0));
  const Scalar b = scalar(instruction.getOperand(1));
  setIds(instruction, {ifSymbolic(instruction, {a.id, b.id}, u32(0), [&](llvm::IRBuilder<>& builder) {
           noteUndefined(builder, instruction);
           return binary(builder, operatorOf(instruction.getOpcode()), a, b);
         })});
}

llvm::Value* FunctionInstrumenter::compare(llvm::IRBuilder<>& builder, llvm::CmpInst::Predicate predicate, const Scalar& a,
                                           const Scalar& b) {
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
  if (width(instruction.getOperand(0)->getType()) == 0) {
    concretizeOperands(instruction, abi::LedgerKind::ConcretizedVector);
    return;
  }
  if (!isSymbolic(&instruction)) return;
  const Scalar a = scalar(instruction.getOperand(0));
  const Scalar b = scalar(instruction.getOperand(1));
  setIds(instruction, {ifSymbolic(instruction, {a.id, b.id}, u32(0), [&](llvm::IRBuilder<>& builder) {
           return compare(builder, instruction.getPredicate(), a, b);
         })});
}

void FunctionInstrumenter::visitCastInst(llvm::CastInst& instruction) {
  llvm::Value* operand = instruction.getOperand(0);
  const unsigned from = width(operand->getType());
  const unsigned to = width(instruction.getType());
  switch (instruction.getOpcode()) {
    case llvm::Instruction::FPToUI: case llvm::Instruction::FPToSI: case llvm::Instruction::UIToFP:
    case llvm::Instruction::SIToFP: case llvm::Instruction::FPTrunc: case llvm::Instruction::FPExt:
      concretizeOperands(instruction, abi::LedgerKind::ConcretizedFloat);
      return;
    default: break;
  }
  if (from == 0 || to == 0) {
    concretizeOperands(instruction, abi::LedgerKind::ConcretizedVector);
    return;
  }
  if (!isSymbolic(&instruction)) return;
  llvm::Value* operand_id = id(operand);
  if (from == to) {
    setIds(instruction, {operand_id});
    return;
  }
  setIds(instruction, {ifSymbolic(instruction, {operand_id}, u32(0), [&](llvm::IRBuilder<>& builder) {
           return resize(builder, operand_id, from, to, instruction.getOpcode() == llvm::Instruction::SExt);
         })});
}

void FunctionInstrumenter::visitSelectInst(llvm::SelectInst& instruction) {
  llvm::Value* condition = instruction.getCondition();
  if (!condition->getType()->isIntegerTy(1)) {
    concretizeOperands(instruction, abi::LedgerKind::ConcretizedVector);
    return;
  }
  llvm::Value* condition_id = id(condition);
  if (!context_.leaves.tracked(instruction.getType())) {
    // The value cannot be symbolic, so which side is taken is decided here.
    whenSymbolic(instruction, {condition_id}, [&](llvm::IRBuilder<>& builder) {
      context_.runtime.emit(builder, Call::call_branch,
                            {condition_id, condition, context_.sites.decision(instruction, abi::SiteKind::Select)});
    });
    return;
  }
  if (!isSymbolic(&instruction)) return;
  const Ids left = ids(instruction.getTrueValue());
  const Ids right = ids(instruction.getFalseValue());
  Ids result;
  const LeafList& leaves = context_.leaves.of(instruction.getType());
  for (unsigned i = 0; i < leaves.size(); ++i) {
    const Leaf& leaf = leaves[i];
    llvm::IRBuilder<> head(&instruction);
    llvm::Value* taken = left[i] == right[i] ? left[i] : head.CreateSelect(condition, left[i], right[i]);
    if (leaf.width == 0) {
      result.push_back(u32(0));
      continue;
    }
    result.push_back(ifSymbolic(instruction, {condition_id}, taken, [&](llvm::IRBuilder<>& builder) {
      const auto [l_low, l_high] = bits(builder, leafValue(builder, instruction.getTrueValue(), leaf));
      const auto [r_low, r_high] = bits(builder, leafValue(builder, instruction.getFalseValue(), leaf));
      llvm::Value* truth = builder.CreateZExt(condition, builder.getInt64Ty());
      return context_.runtime.emit(builder, Call::call_ite, {u32(leaf.width), condition_id, truth, left[i], l_low, l_high,
                                                             right[i], r_low, r_high});
    }));
  }
  setIds(instruction, std::move(result));
}

void FunctionInstrumenter::visitFreezeInst(llvm::FreezeInst& instruction) { setIds(instruction, ids(instruction.getOperand(0))); }

}  // namespace forall::instrument

// Vectors carry an id per lane. Arithmetic on them is scalarized before (LLVM's Scalarizer); code that moves lanes
// moves their ids:
//
//   extractelement, insertelement, shufflevector   the ids of the lanes they take
//   bitcast <4 x i8> to i32                         lanes shifted to their place in the wider value, or cut out of it
#include "instrument/instrumenter.h"

namespace forall::instrument {

void FunctionInstrumenter::visitExtractElementInst(llvm::ExtractElementInst& instruction) { visitLanes(instruction); }
void FunctionInstrumenter::visitInsertElementInst(llvm::InsertElementInst& instruction) { visitLanes(instruction); }
void FunctionInstrumenter::visitShuffleVectorInst(llvm::ShuffleVectorInst& instruction) { visitLanes(instruction); }

void FunctionInstrumenter::visitLanes(llvm::Instruction& instruction) {
  if (isSymbolic(&instruction)) return defer(instruction);
  if (usesPending(instruction)) flush(instruction);
  concretizeOperands(instruction, abi::LedgerKind::ConcretizedVector);
}

Ids FunctionInstrumenter::movedLanes(llvm::Instruction& instruction) {
  const Ids first = ids(instruction.getOperand(0));
  // A lane that does not exist is poison.
  const auto lane = [](const Ids& lanes, std::uint64_t index, llvm::Value* none) {
    return index < lanes.size() ? lanes[index] : none;
  };
  if (auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction)) {
    return {lane(first, llvm::cast<llvm::ConstantInt>(extract->getIndexOperand())->getLimitedValue(), u32(0))};
  }
  if (auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(&instruction)) {
    Ids result = first;
    const std::uint64_t index = llvm::cast<llvm::ConstantInt>(insert->getOperand(2))->getLimitedValue();
    if (index < result.size()) result[index] = id(insert->getOperand(1));
    return result;
  }
  const auto& shuffle = llvm::cast<llvm::ShuffleVectorInst>(instruction);
  Ids both = first;
  llvm::append_range(both, ids(shuffle.getOperand(1)));
  Ids result;
  for (const int index : shuffle.getShuffleMask()) {
    result.push_back(index < 0 ? u32(0) : lane(both, static_cast<std::uint64_t>(index), u32(0)));
  }
  return result;
}

// One piece of a bitcast: bits of a source leaf that go to a target leaf.
//
//   target |= zext(extract(source)) << shift
Ids FunctionInstrumenter::evaluateBitCast(llvm::BitCastInst& cast, llvm::IRBuilder<>& cold) {
  llvm::Value* operand = cast.getOperand(0);
  const LeafList& from = context_.leaves.of(operand->getType());
  const LeafList& to = context_.leaves.of(cast.getType());
  const Ids source = ids(operand);
  if (from.size() == to.size()) return source;
  Ids result;
  const unsigned source_width = from.front().width;
  for (unsigned target = 0; target < to.size(); ++target) {
    const unsigned width = to[target].width;
    const unsigned begin = target * width;
    Scalar sum{nullptr, nullptr, width};
    for (unsigned done = 0; done < width;) {
      const unsigned leaf = (begin + done) / source_width;
      const unsigned low = (begin + done) % source_width;
      const unsigned count = std::min(source_width - low, width - done);
      llvm::Value* value = asInteger(cold, leafValue(cold, operand, from[leaf]));
      value = cold.CreateTrunc(cold.CreateLShr(value, low), cold.getIntNTy(count));
      llvm::Value* piece_id =
          count == source_width ? source[leaf] : unary(cold, abi::Op::Extract, count, source[leaf], low);
      Scalar piece{cold.CreateZExt(value, cold.getIntNTy(width)), resize(cold, piece_id, count, width, false), width};
      if (done != 0) {
        const Scalar amount{llvm::ConstantInt::get(piece.value->getType(), done), u32(0), width};
        piece.id = binary(cold, abi::Op::Shl, piece, amount);
        piece.value = cold.CreateShl(piece.value, done);
        sum.id = binary(cold, abi::Op::Or, sum, piece);
        sum.value = cold.CreateOr(sum.value, piece.value);
      } else {
        sum = piece;
      }
      done += count;
    }
    result.push_back(sum.id);
  }
  return result;
}

}  // namespace forall::instrument

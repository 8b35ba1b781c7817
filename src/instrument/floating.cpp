// Floating point: moves keep the ids of the bit patterns, computing with them concretizes.
#include "instrument/instrumenter.h"

namespace forall::instrument {

void FunctionInstrumenter::visitUnaryOperator(llvm::UnaryOperator& instruction) {
  concretizeOperands(instruction, instruction.getType()->isVectorTy() ? abi::LedgerKind::ConcretizedVector
                                                                      : abi::LedgerKind::ConcretizedFloat);
}

void FunctionInstrumenter::visitFCmpInst(llvm::FCmpInst& instruction) {
  concretizeOperands(instruction, instruction.getType()->isVectorTy() ? abi::LedgerKind::ConcretizedVector
                                                                      : abi::LedgerKind::ConcretizedFloat);
}

}  // namespace forall::instrument

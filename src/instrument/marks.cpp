#include "instrument/marks.h"

#include <llvm/IR/IntrinsicInst.h>

namespace forall::instrument {

void addMark(llvm::IRBuilder<>& builder, const Mark& mark) {
  llvm::Type* pointer = builder.getPtrTy();
  llvm::Constant* none = llvm::ConstantPointerNull::get(builder.getPtrTy());
  llvm::CallInst* call = builder.CreateIntrinsic(
      llvm::Intrinsic::var_annotation, {pointer, pointer},
      {mark.first, none, none, builder.getInt32(static_cast<unsigned>(mark.kind)), mark.second});
  for (const unsigned i : {0U, 4U}) call->addParamAttr(i, llvm::Attribute::NoCapture);
}

std::optional<Mark> markOf(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (call == nullptr || call->getIntrinsicID() != llvm::Intrinsic::var_annotation) return {};
  // Annotations of the source have a text.
  if (!llvm::isa<llvm::ConstantPointerNull>(call->getArgOperand(1))) return {};
  const auto* kind = llvm::cast<llvm::ConstantInt>(call->getArgOperand(3));
  return Mark{static_cast<MarkKind>(kind->getZExtValue()), call->getArgOperand(0), call->getArgOperand(4)};
}

}  // namespace forall::instrument

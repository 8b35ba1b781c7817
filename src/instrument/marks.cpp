#include "instrument/marks.h"

#include <llvm/IR/IntrinsicInst.h>

namespace forall::instrument {

namespace {

constexpr unsigned kKindBits = 3;
constexpr std::uint64_t kMostElement = 1U << 28U;  // larger ones do not matter

}  // namespace

void addMark(llvm::IRBuilder<>& builder, const Mark& mark) {
  llvm::Type* pointer = builder.getPtrTy();
  llvm::Constant* none = llvm::ConstantPointerNull::get(builder.getPtrTy());
  const std::uint64_t element = mark.element < kMostElement ? mark.element : 0;
  const auto number = static_cast<unsigned>(mark.kind) | static_cast<unsigned>(element << kKindBits);
  llvm::CallInst* call = builder.CreateIntrinsic(llvm::Intrinsic::var_annotation, {pointer, pointer},
                                                 {mark.first, none, none, builder.getInt32(number), mark.second});
  for (const unsigned i : {0U, 4U}) call->addParamAttr(i, llvm::Attribute::NoCapture);
}

std::optional<Mark> markOf(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (call == nullptr || call->getIntrinsicID() != llvm::Intrinsic::var_annotation) return {};
  // Annotations of the source have a text.
  if (!llvm::isa<llvm::ConstantPointerNull>(call->getArgOperand(1))) return {};
  const std::uint64_t number = llvm::cast<llvm::ConstantInt>(call->getArgOperand(3))->getZExtValue();
  return Mark{static_cast<MarkKind>(number & ((1U << kKindBits) - 1)), call->getArgOperand(0), call->getArgOperand(4),
              number >> kKindBits};
}

}  // namespace forall::instrument

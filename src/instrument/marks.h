// Facts about pointers that the source states and that the pipeline would lose: each is a mark beside the instruction that
// it is about, which no pass removes, and which costs none of them anything.
//
//   call void @llvm.var.annotation(ptr %first, ptr null, ptr null, i32 <kind and element>, ptr %second)
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <optional>

namespace forall::instrument {

enum class MarkKind : std::uint8_t {
  Difference,  // two pointers are subtracted
  Order,       // they are ordered
  Move,        // arithmetic leads from the first to the second
  Access,      // likewise, and the second is used for accesses alone
  Cast,        // the first is cast; the second is a text that says how (casts.h)
};

struct Mark {
  MarkKind kind;
  llvm::Value* first;
  llvm::Value* second;
  std::uint64_t element = 0;  // Move, Access: the bytes of what the first points to
};

void addMark(llvm::IRBuilder<>& builder, const Mark& mark);
std::optional<Mark> markOf(const llvm::Instruction& instruction);

}  // namespace forall::instrument

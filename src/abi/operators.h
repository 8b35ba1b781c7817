// abi::Op, generated from operators.def.
#pragma once

#include <cstdint>

namespace forall::abi {

enum class Op : std::uint8_t {
#define FORALL_OP(name, arity, result, symbol) name,
#include "abi/operators.def"
#undef FORALL_OP
};

enum class ResultWidth : std::uint8_t { Leaf, Same, Bool, Cast, Sum, Branches };

struct OpInfo {
  const char* name;
  const char* symbol;
  std::uint8_t arity;
  ResultWidth result;
};

inline constexpr OpInfo kOps[] = {
#define FORALL_OP(name, arity, result, symbol) {#name, symbol, arity, ResultWidth::result},
#include "abi/operators.def"
#undef FORALL_OP
};

inline constexpr unsigned kOpCount = sizeof(kOps) / sizeof(kOps[0]);
inline constexpr unsigned kMaxWidth = 128;

constexpr const OpInfo& info(Op op) { return kOps[static_cast<unsigned>(op)]; }

}  // namespace forall::abi

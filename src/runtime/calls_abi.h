// Declares the C functions of abi/runtime_calls.def, so that the compiler holds each definition to it.
#pragma once

#include <cstdint>

#include "abi/segment.h"
#include "abi/target_state.h"

namespace forall::runtime::call_types {
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using ptr = const void*;
using flag = bool;
}  // namespace forall::runtime::call_types

namespace forall::runtime::call_declarations {
using namespace call_types;
extern "C" {
#define FORALL_CALL(result, name, ...) result __forall_##name(__VA_ARGS__);
#include "abi/runtime_calls.def"
#undef FORALL_CALL
}
}  // namespace forall::runtime::call_declarations

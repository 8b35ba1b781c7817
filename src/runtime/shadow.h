// Shadow memory: for each byte of memory, which byte of which expression it holds.
#pragma once

#include "runtime/flags.h"
#include "runtime/value.h"

namespace forall::runtime {

// Marks bytes that depend on the inputs in a way that no expression describes. Reading them costs a ledger line.
inline constexpr u32 kPoison = 0xffffffff;
// Marks memory of an object that axioms stand in for, which has only a state.
inline constexpr u32 kUnreadable = 0xfffffffe;
inline bool is_poison(u32 id) { return id >= kUnreadable; }

// Might one of these bytes have an expression? Looks at flags only.
inline bool has_expressions(const void* address, std::size_t size) {
  if (__forall_state.symbolic_bytes == 0 || size == 0) return false;
  return any_flag(reinterpret_cast<u64>(address), size, abi::kSymbolicFlag);
}
// The same, or might one be unset (unset.h)? It gets an expression when it is read.
inline bool may_be_symbolic(const void* address, std::size_t size) {
  return size != 0 && any_flag(reinterpret_cast<u64>(address), size, abi::kSymbolicFlag | abi::kUnsetFlags);
}
// Whether the access stays within the usable bytes of one granule, such as the last of an object, and none is symbolic.
inline bool is_plain_access(const void* pointer, u64 bytes) {
  const u64 inner = reinterpret_cast<u64>(pointer) % abi::kGranule;
  const u8 flags = *flag_of(reinterpret_cast<u64>(pointer));
  return flags < abi::kGranule && inner + bytes <= (flags == 0 ? abi::kGranule : flags);
}

// The value of up to 16 bytes of memory, assembled from their expressions and, where there are none, from the bytes
// themselves. An expression whose value is no longer in memory is forgotten, which costs a ledger line.
Value shadow_load(const void* address, unsigned bytes, const StaticSite* site);
// Called before this value (zero-extended to the bytes) is written to memory.
void shadow_store(void* address, unsigned bytes, Value value);

// Called before concrete bytes are written to memory.
void shadow_clear(const void* address, std::size_t size);
void forget_expressions(const void* address, std::size_t size);
void shadow_copy(void* to, const void* from, std::size_t size);  // as memmove
void shadow_poison(const void* address, std::size_t size, u32 mark = kPoison);

// What this memory holds now, whether the program reads it or not: a constant, or an expression that was not decided.
Value memory_value(u64 address, unsigned bytes, const StaticSite* site);

// Marks of pending bytes (updates.h). Reading one settles it.
void set_mark(u64 address, unsigned bytes, u32 mark);
bool has_mark(u64 address, unsigned bytes, u32 mark);  // each of the bytes
// The bytes that still have the mark become those of the value.
void replace_mark(u64 address, unsigned bytes, u32 mark, Value value);

// Which byte of which expression is here, as one number; 0 for none.
u64 shadow_of(const void* address);

// Is one of these bytes symbolic? Exact.
bool is_symbolic(const void* address, std::size_t size);
bool is_poisoned(const void* address, std::size_t size);

}  // namespace forall::runtime

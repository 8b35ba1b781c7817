// The flags of memory (abi/target_state.h): which of its bytes may be used, and whether some are symbolic.
//
//   use       bits 0 to 3: how much of the 8 bytes may be used, or why none of them may
//   watched   the runtime decides about each access
//   symbolic  the exact table of shadow.h has something about these bytes
#pragma once

#include <cstring>

#include "runtime/state.h"

namespace forall::runtime {

inline u8* flag_of(u64 address) { return reinterpret_cast<u8*>(abi::flag_address(address)); }

inline constexpr u64 kNullPage = 65536;  // where a small offset from a null pointer ends up

bool flags_start();  // maps them, before any instrumented code runs; false without address space

// All bytes of an object may be used. It begins at a multiple of 8.
inline void open_memory(u64 address, u64 size) {
  u8* flags = flag_of(address);
  std::memset(flags, 0, size / abi::kGranule);
  if (size % abi::kGranule != 0) flags[size / abi::kGranule] = static_cast<u8>(size % abi::kGranule);
}

// No byte may be used. Both ends are multiples of 8.
inline void close_memory(u64 from, u64 to, abi::Use why) {
  if (from < to) std::memset(flag_of(from), static_cast<u8>(why), (to - from) / abi::kGranule);
}

inline u64 round_to_granule(u64 address) { return (address + abi::kGranule - 1) & ~(abi::kGranule - 1); }

// The first byte of the range that may not be used, or `address + size`.
u64 first_closed(u64 address, u64 size);

// Is one of these bits set for a byte of the range?
inline bool any_flag(u64 address, u64 size, u8 bits) {
  constexpr u64 kAtOnce = 8 * abi::kGranule;
  const u64 last = (address + size - 1) / abi::kGranule * abi::kGranule;
  u64 at = address / abi::kGranule * abi::kGranule;
  for (; at + kAtOnce <= last; at += kAtOnce) {
    u64 eight = 0;
    std::memcpy(&eight, flag_of(at), sizeof eight);
    if ((eight & bits * 0x0101010101010101u) != 0) return true;
  }
  for (; at <= last; at += abi::kGranule) {
    if ((*flag_of(at) & bits) != 0) return true;
  }
  return false;
}

inline abi::Use use_of(u64 address) { return static_cast<abi::Use>(*flag_of(address) & abi::kUseBits); }

}  // namespace forall::runtime

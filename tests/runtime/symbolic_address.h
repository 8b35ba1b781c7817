// Reads and writes at symbolic offsets, as instrumented code makes them.
#pragma once

#include <cstring>

#include "driver.h"

namespace forall::runtime_tests {

inline u32 operate(abi::Op op, u32 id, u64 value, u64 constant) {
  return __forall_binary(static_cast<u32>(op) | 64 << 8, id, value, 0, 0, constant, 0);
}

// The id of base + (i % modulus) * scale + add, where the input i has this value; and the address.
struct Address {
  char* pointer;
  u32 id;
};
inline Address address_at(void* base, u32 input, u64 i, u64 modulus, u64 scale, u64 add = 0) {
  const u32 reduced = operate(abi::Op::URem, input, i, modulus);
  const u64 number = i % modulus;
  const u32 scaled = operate(abi::Op::Mul, reduced, number, scale);
  const u32 id = operate(abi::Op::Add, scaled, number * scale, reinterpret_cast<u64>(base) + add);
  return {static_cast<char*>(base) + number * scale + add, id};
}
inline u32 new_index(const char* name, u64 i) {
  static u64 cells[16];
  static unsigned next = 0;
  return input(&cells[next++ % 16], 8, name, i);
}
inline Address address_of(void* base, const char* name, u64 i, u64 modulus, u64 scale, u64 add = 0) {
  return address_at(base, new_index(name, i), i, modulus, scale, add);
}

inline u32 read(const Address& at, u32 bytes, void* base, u64 size) {
  return __forall_load(at.pointer, at.id, bytes, &branch_site, reinterpret_cast<u64>(base), size);
}
inline void write(const Address& at, u32 bytes, u32 id, u64 value, void* base, u64 size) {
  __forall_store(at.pointer, at.id, bytes, id, value, 0, &branch_site, reinterpret_cast<u64>(base), size);
  std::memcpy(at.pointer, &value, bytes);
}

inline u64 bytes_at(const void* address, u32 bytes) {
  u64 value = 0;
  std::memcpy(&value, address, bytes);
  return value;
}

}  // namespace forall::runtime_tests

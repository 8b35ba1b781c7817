// std::_Hash_bytes as libstdc++ computes it with a 64-bit size_t: MurmurHash64A by Austin Appleby. The result is one
// expression, without decisions.
#include <cstring>

#include "runtime/models/protocol.h"

// The library's own, for concrete memory.
extern "C" std::size_t forall_native_hash_bytes(const void* data, std::size_t size,
                                                std::size_t seed) __asm__("_ZSt11_Hash_bytesPKvmm");

namespace forall::runtime {

namespace {

constexpr u64 kMultiplier = (u64{0xc6a4a793} << 32) + 0x5bd1e995;

Value shift_mix(Value v) { return binary(Op::Xor, v, binary(Op::LShr, v, U128{47})); }
Value times(Value v) { return binary(Op::Mul, v, U128{kMultiplier}); }

Value murmur(const u8* data, std::size_t size, Value seed, const StaticSite* site) {
  const auto load = [site](const u8* at, unsigned bytes) {
    u64 bits = 0;
    std::memcpy(&bits, at, bytes);
    return may_be_symbolic(at, bytes) ? shadow_load(at, bytes, site) : concrete(bits, 8 * bytes);
  };
  Value hash = binary(Op::Xor, seed, U128{size * kMultiplier});
  const std::size_t aligned = size & ~std::size_t{7};
  for (std::size_t i = 0; i < aligned; i += 8) {
    hash = times(binary(Op::Xor, hash, times(shift_mix(times(load(data + i, 8))))));
  }
  if (size != aligned) {
    hash = times(binary(Op::Xor, hash, zext(load(data + aligned, static_cast<unsigned>(size - aligned)), 64)));
  }
  return shift_mix(times(shift_mix(hash)));
}

}  // namespace

}  // namespace forall::runtime

using namespace forall::runtime;

extern "C" {

std::size_t __forall_model_hash_bytes(const void* data, std::size_t size, std::size_t seed) {
  const ModelCall call(&__forall_model_hash_bytes, "std::_Hash_bytes", 3);
  if (!call.symbolic() && !may_be_symbolic(data, size)) return forall_native_hash_bytes(data, size, seed);
  call.decide(1, size);
  call.resolve(0, data, size);
  const Value hash = murmur(static_cast<const u8*>(data), size, call.argument(2, seed, 64), call.site());
  call.give(hash);
  return static_cast<u64>(hash.bits);
}

}  // extern "C"

// memcpy and its kin. Memory and shadow move together; lengths are decided.
//
// A comparison is one expression over the bytes and takes no decision: what the caller does with the result does.
#include <cstring>

#include "runtime/models/protocol.h"

namespace forall::runtime {

namespace {

constexpr std::size_t kLongestComparison = 512;  // beyond, bytes are decided one by one

// -1, 0 or 1 by the first bytes that differ, built from the last byte to the first.
Value comparison(const u8* a, const u8* b, std::size_t size, const StaticSite* site) {
  const Value minus = concrete(expr::mask(32), 32), plus = concrete(1, 32);
  Value result = concrete(0, 32);
  for (std::size_t i = size; i-- > 0;) {
    const Value x = byte_at(a + i, site), y = byte_at(b + i, site);
    result = ite(equals(x, y), result, ite(binary(Op::Ult, x, y), minus, plus));
  }
  return result;
}

int decided_comparison(const u8* a, const u8* b, std::size_t size, StaticSite* site) {
  for (std::size_t i = 0; i < size; ++i) {
    const Value x = byte_at(a + i, site), y = byte_at(b + i, site);
    if (branch_on(equals(x, y), site)) continue;
    return branch_on(binary(Op::Ult, x, y), site) ? -1 : 1;
  }
  return 0;
}

int compare(const ModelCall& call, const void* a, const void* b, std::size_t size) {
  call.decide(2, size);
  call.resolve(0, a, size);
  call.resolve(1, b, size);
  check_access(a, size, call.site());
  check_access(b, size, call.site());
  if (!may_be_symbolic(a, size) && !may_be_symbolic(b, size)) return std::memcmp(a, b, size);
  const auto* x = static_cast<const u8*>(a);
  const auto* y = static_cast<const u8*>(b);
  if (size > kLongestComparison) return decided_comparison(x, y, size, call.site());
  const Value result = comparison(x, y, size, call.site());
  call.give(result);
  return static_cast<int>(static_cast<u32>(result.bits));
}

void copy(const ModelCall& call, void* to, const void* from, std::size_t size) {
  call.decide(2, size);
  call.resolve(0, to, size);
  call.resolve(1, from, size);
  check_access(to, size, call.site());
  check_access(from, size, call.site());
  if (may_be_symbolic(from, size) || may_be_symbolic(to, size)) shadow_copy(to, from, size);
  std::memmove(to, from, size);
}

// The result of functions that return their first argument keeps its expression.
void* give_first(const ModelCall& call, void* pointer) {
  call.give(call.argument(0, reinterpret_cast<u64>(pointer), 64));
  return pointer;
}

// The first (or last) byte with this value: each candidate is decided.
const void* find_byte(const ModelCall& call, const void* memory, int character, std::size_t size, bool last) {
  call.resolve(0, memory, size);
  const Value wanted = extract(call.argument(1, static_cast<u32>(character), 32), 0, 8);
  const auto* bytes = static_cast<const u8*>(memory);
  for (std::size_t i = 0; i < size; ++i) {
    const u8* at = last ? bytes + size - 1 - i : bytes + i;
    if (branch_on(equals(byte_at(at, call.site()), wanted), call.site())) return at;
  }
  return nullptr;
}

}  // namespace

}  // namespace forall::runtime

using namespace forall::runtime;

#define MODEL_CALL(name, count) const ModelCall call(&__forall_model_##name, #name, count)

extern "C" {

void* __forall_model_memcpy(void* to, const void* from, std::size_t size) {
  MODEL_CALL(memcpy, 3);
  if (!g.in_run) return std::memmove(to, from, size);
  copy(call, to, from, size);
  return give_first(call, to);
}

void* __forall_model_memmove(void* to, const void* from, std::size_t size) {
  MODEL_CALL(memmove, 3);
  if (!g.in_run) return std::memmove(to, from, size);
  copy(call, to, from, size);
  return give_first(call, to);
}

void* __forall_model_mempcpy(void* to, const void* from, std::size_t size) {
  MODEL_CALL(mempcpy, 3);
  copy(call, to, from, size);
  return static_cast<char*>(to) + size;
}

void* __forall_model_memset(void* to, int character, std::size_t size) {
  MODEL_CALL(memset, 3);
  if (!g.in_run) return std::memset(to, character, size);
  call.decide(2, size);
  call.resolve(0, to, size);
  check_access(to, size, call.site());
  const Value byte = extract(call.argument(1, static_cast<u32>(character), 32), 0, 8);
  if (byte.symbolic()) {
    for (std::size_t i = 0; i < size; ++i) shadow_store(static_cast<u8*>(to) + i, 1, byte);
  } else if (may_be_symbolic(to, size)) {
    shadow_clear(to, size);
  }
  std::memset(to, character, size);
  return give_first(call, to);
}

int __forall_model_memcmp(const void* a, const void* b, std::size_t size) {
  MODEL_CALL(memcmp, 3);
  return compare(call, a, b, size);
}

int __forall_model_bcmp(const void* a, const void* b, std::size_t size) {
  MODEL_CALL(bcmp, 3);
  return compare(call, a, b, size);
}

void* __forall_model_memchr(const void* memory, int character, std::size_t size) {
  MODEL_CALL(memchr, 3);
  call.decide(2, size);
  if (!call.symbolic() && !may_be_symbolic(memory, size))
    return const_cast<void*>(std::memchr(memory, character, size));
  return const_cast<void*>(find_byte(call, memory, character, size, false));
}

void* __forall_model_memrchr(const void* memory, int character, std::size_t size) {
  MODEL_CALL(memrchr, 3);
  call.decide(2, size);
  return const_cast<void*>(find_byte(call, memory, character, size, true));
}

}  // extern "C"

// memcpy and related functions. Memory and shadow move together.
//
// A symbolic length is decided to stay within the objects; outside ends the run. If it then has few values, each byte
// that it may reach becomes a choice, and no length is decided:
//
//   memcpy(to, from, n)      to[i] = i < n ? from[i] : to[i]      for i below the greatest n
//
// Otherwise, and if an object is not known, the length is decided, one path per value.
//
// A comparison is one expression over the bytes and makes no decision; the caller's use of the result may.
#include <cstring>

#include "runtime/models/protocol.h"
#include "runtime/promises.h"

namespace forall::runtime {

namespace {

constexpr std::size_t kLongestComparison = 512;  // beyond, bytes are decided one by one

constexpr u64 kMostChosen = 64;  // bytes, of which each depends on a symbolic length

// A symbolic length that need not be decided; it is at most `most`.
struct Length {
  Value value;
  u64 most = 0;
  Value reaches(u64 i) const { return binary(Op::Ult, concrete(i, 64), value); }
};

// Whether the length in argument 2 can stay symbolic, with pointers that are not. If so, decides that it stays within
// their objects. If not, the length is concrete now.
bool keep_length(const ModelCall& call, std::size_t size, const void* a, const void* b, Length& length) {
  length.value = call.argument(2, size, 64);
  if (!length.value.symbolic() || !deciding(call.site())) return false;
  const U128 bound = upper_bound(length.value.id);
  Object objects[2];
  const void* const pointers[2] = {a, b != nullptr ? b : a};
  u64 most = bound < kMostChosen ? static_cast<u64>(bound) : ~u64{0};
  bool known_objects = call.argument_id(0) == 0 && (b == nullptr || call.argument_id(1) == 0);
  for (unsigned i = 0; i < 2 && known_objects; ++i) {
    const u64 address = reinterpret_cast<u64>(pointers[i]);
    touch(pointers[i], call.site());
    objects[i] = find_object(address);
    const u64 room = objects[i].base + objects[i].size - address;
    known_objects = static_cast<bool>(objects[i]);
    if (room < most) most = room;
  }
  if (!known_objects || most > kMostChosen || is_poisoned(a, most) || is_poisoned(pointers[1], most)) {
    call.decide(2, size);
    return false;
  }
  for (unsigned i = 0; i < 2; ++i) decide_inside(pointers[i], objects[i], length.value, call.site());
  length.most = most;
  return true;
}

// Writes these bytes to memory up to the length; all of them were read before the first one is written.
void store_chosen(const ModelCall& call, void* to, const Value* bytes, const Length& length) {
  auto* target = static_cast<u8*>(to);
  for (u64 i = 0; i < length.most; ++i) {
    shadow_store(target + i, 1, ite(length.reaches(i), bytes[i], byte_at(target + i, call.site())));
  }
}

// -1, 0 or 1 by the first bytes that differ, built from the last byte to the first.
Value comparison(const u8* a, const u8* b, const Length& length, const StaticSite* site) {
  const Value minus = concrete(expr::mask(32), 32), plus = concrete(1, 32), equal = concrete(0, 32);
  Value result = equal;
  for (u64 i = length.most; i-- > 0;) {
    const Value x = byte_at(a + i, site), y = byte_at(b + i, site);
    result = ite(equals(x, y), result, ite(binary(Op::Ult, x, y), minus, plus));
    result = ite(length.reaches(i), result, equal);
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

int give_promised(const ModelCall& call, Value order, Promise promise) {
  const Value result = promised(order, promise);
  call.give(result);
  return static_cast<int>(static_cast<u32>(result.bits));
}
int give_promised(const ModelCall& call, int order, Promise promise) {
  return give_promised(call, concrete(static_cast<u32>(order), 32), promise);
}

int compare(const ModelCall& call, const void* a, const void* b, std::size_t size, Promise promise) {
  if (Length length; keep_length(call, size, a, b, length)) {
    const auto *x = static_cast<const u8*>(a), *y = static_cast<const u8*>(b);
    return give_promised(call, comparison(x, y, length, call.site()), promise);
  }
  call.resolve(0, a, size);
  call.resolve(1, b, size);
  check_access(a, size, call.site());
  check_access(b, size, call.site());
  if (!may_be_symbolic(a, size) && !may_be_symbolic(b, size)) {
    return give_promised(call, std::memcmp(a, b, size), promise);
  }
  const auto* x = static_cast<const u8*>(a);
  const auto* y = static_cast<const u8*>(b);
  if (size > kLongestComparison) {
    return give_promised(call, decided_comparison(x, y, size, call.site()), promise);
  }
  return give_promised(call, comparison(x, y, {concrete(size, 64), size}, call.site()), promise);
}

// For some lengths the two may overlap.
void decide_apart(const ModelCall& call, const void* to, const void* from, const Length& length) {
  const u64 a = reinterpret_cast<u64>(to), b = reinterpret_cast<u64>(from);
  const u64 distance = a < b ? b - a : a - b;
  if (distance == 0 || distance >= length.most) return;
  const Value apart = binary(Op::Ule, length.value, concrete(distance, 64));
  decide_condition(apart, call.site(), abi::DecisionKind::Check);
  if (!apart.truth()) check_apart(to, from, static_cast<u64>(length.value.bits), call.site());
}

void copy(const ModelCall& call, void* to, const void* from, std::size_t size, bool must_be_apart = false) {
  if (Length length; keep_length(call, size, to, from, length)) {
    Value bytes[kMostChosen];
    for (u64 i = 0; i < length.most; ++i) bytes[i] = byte_at(static_cast<const u8*>(from) + i, call.site());
    if (must_be_apart) decide_apart(call, to, from, length);
    store_chosen(call, to, bytes, length);
    std::memmove(to, from, size);
    return;
  }
  call.resolve(0, to, size);
  call.resolve(1, from, size);
  check_access(to, size, call.site());
  check_access(from, size, call.site());
  if (must_be_apart) check_apart(to, from, size, call.site());
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
    check_access(last ? bytes + size - 1 - i : bytes + i, 1, call.site());
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
  copy(call, to, from, size, true);
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
  copy(call, to, from, size, true);
  call.give(binary(Op::Add, call.argument(0, reinterpret_cast<u64>(to), 64), call.argument(2, size, 64)));
  return static_cast<char*>(to) + size;
}

void* __forall_model_memset(void* to, int character, std::size_t size) {
  MODEL_CALL(memset, 3);
  if (!g.in_run) return std::memset(to, character, size);
  const Value byte = extract(call.argument(1, static_cast<u32>(character), 32), 0, 8);
  if (Length length; keep_length(call, size, to, nullptr, length)) {
    Value bytes[kMostChosen];
    for (u64 i = 0; i < length.most; ++i) bytes[i] = byte;
    store_chosen(call, to, bytes, length);
    std::memset(to, character, size);
    return give_first(call, to);
  }
  call.resolve(0, to, size);
  check_access(to, size, call.site());
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
  return compare(call, a, b, size, Promise::Sign);
}

int __forall_model_bcmp(const void* a, const void* b, std::size_t size) {
  MODEL_CALL(bcmp, 3);
  return compare(call, a, b, size, Promise::Zero);
}

void* __forall_model_memchr(const void* memory, int character, std::size_t size) {
  MODEL_CALL(memchr, 3);
  call.decide(2, size);
  if (!call.symbolic()) touch(memory, call.site());
  if (!call.symbolic() && !may_be_symbolic(memory, size)) {
    const void* found = std::memchr(memory, character, size);
    const auto* bytes = static_cast<const u8*>(memory);
    const bool is_found = found != nullptr;
    check_access(memory, is_found ? static_cast<std::size_t>(static_cast<const u8*>(found) - bytes) + 1 : size,
                 call.site());
    return const_cast<void*>(found);
  }
  return const_cast<void*>(find_byte(call, memory, character, size, false));
}

void* __forall_model_memrchr(const void* memory, int character, std::size_t size) {
  MODEL_CALL(memrchr, 3);
  call.decide(2, size);
  return const_cast<void*>(find_byte(call, memory, character, size, true));
}

}  // extern "C"

#include "models/methods.h"

#include <cxxabi.h>

#include <cstdint>
#include <cstring>
#include <new>
#include <string>
#include <string_view>
#include <typeinfo>

#include "models/model.h"

extern "C" {
void* __forall_allocate(std::size_t bytes, std::size_t alignment);
const void* __forall_method(const char* key, unsigned n);
bool __forall_is_observable(const void* method);
void* __forall_method_object(const void* method, unsigned parameter, unsigned n);
void __forall_method_argument(const void* method, unsigned parameter, int part, void* address);
}

namespace forall::models {

namespace {

using abi::ScalarKind;
using abi::StandInLeaf;
using abi::StandInRole;
using abi::StandInValue;

constexpr unsigned kLongestText = 2;
constexpr std::size_t kAlignment = 16;

void* slot_for(const StandInValue& value, void* memory) {
  if (value.is_indirect == 0) return memory;
  void** slot = static_cast<void**>(new_memory(sizeof(void*)));
  *slot = memory;
  return slot;
}

const void* memory_in(const StandInValue& value, const void* slot) {
  return value.is_indirect == 0 ? slot : *static_cast<void* const*>(slot);
}

// Decides the length of a text.
unsigned chosen_length(unsigned number) {
  for (unsigned length = 0; length < kLongestText; ++length) {
    if (number == length) return length;
  }
  return kLongestText;
}

void make_text(const StandInMethod& method, unsigned parameter, void* memory) {
  auto* number = static_cast<unsigned*>(new_memory(sizeof(unsigned)));
  auto* characters = static_cast<char*>(new_memory(kLongestText + 1));
  __forall_method_argument(&method, parameter, -1, number);
  const unsigned length = chosen_length(*number);
  for (unsigned i = 0; i < length; ++i) {
    __forall_method_argument(&method, parameter, static_cast<int>(i), characters + i);
  }
  if (method.parameters[parameter].role == StandInRole::Text) {
    new (memory) std::string(characters, length);
  } else {
    new (memory) std::string_view(characters, length);
  }
}

// Null, or an object of its class that the run knows.
void* chosen_object(const StandInMethod& method, unsigned parameter) {
  void* object = __forall_method_object(&method, parameter, 0);
  if (object == nullptr) return nullptr;
  auto* number = static_cast<unsigned*>(new_memory(sizeof(unsigned)));
  __forall_method_argument(&method, parameter, -1, number);
  if (*number == 0) return nullptr;
  for (unsigned n = 1;; ++n) {
    void* next = __forall_method_object(&method, parameter, n);
    if (next == nullptr || *number == n) return object;
    object = next;
  }
}

void make_leaves(const StandInMethod& method, unsigned parameter, void* memory) {
  const StandInValue& value = method.parameters[parameter];
  for (unsigned i = 0; i < value.leaf_count; ++i) {
    const StandInLeaf& leaf = value.leaves[i];
    char* at = static_cast<char*>(memory) + leaf.offset;
    if (leaf.is_address != 0) {
      void* object = chosen_object(method, parameter);
      std::memcpy(at, &object, sizeof object);
      continue;
    }
    __forall_method_argument(&method, parameter, static_cast<int>(i), at);
  }
}

void copy_value(const StandInValue& value, const void* from, void* to) {
  if (value.role == StandInRole::Text) {
    new (to) std::string(*static_cast<const std::string*>(from));
  } else if (value.role == StandInRole::TextView) {
    new (to) std::string_view(*static_cast<const std::string_view*>(from));
  } else {
    std::memcpy(to, from, value.size);
  }
}

template <class T>
bool is_same_at(const void* a, const void* b) {
  T left, right;
  std::memcpy(&left, a, sizeof left);
  std::memcpy(&right, b, sizeof right);
  if constexpr (static_cast<T>(0.5) != 0) {
    return (left == right) | ((left != left) & (right != right));
  } else {
    return left == right;
  }
}

bool is_same_leaf(const StandInLeaf& leaf, const void* a, const void* b) {
  if (leaf.is_address != 0) {  // pointers into the one object and into the other
    void *left, *right;
    std::memcpy(&left, a, sizeof left);
    std::memcpy(&right, b, sizeof right);
    return (left == nullptr) == (right == nullptr);
  }
  switch (leaf.kind) {
    case ScalarKind::Float: return is_same_at<float>(a, b);
    case ScalarKind::Double: return is_same_at<double>(a, b);
    case ScalarKind::LongDouble: return is_same_at<long double>(a, b);
    default: break;
  }
  if (leaf.width <= 8) return is_same_at<std::uint8_t>(a, b);
  if (leaf.width <= 16) return is_same_at<std::uint16_t>(a, b);
  if (leaf.width <= 32) return is_same_at<std::uint32_t>(a, b);
  if (leaf.width <= 64) return is_same_at<std::uint64_t>(a, b);
  return is_same_at<unsigned __int128>(a, b);
}

bool is_same_result(const StandInValue& value, const void* a, const void* b) {
  if (value.is_reference != 0) {
    a = *static_cast<void* const*>(a);
    b = *static_cast<void* const*>(b);
  }
  if (value.role == StandInRole::Text) {
    return *static_cast<const std::string*>(a) == *static_cast<const std::string*>(b);
  }
  if (value.role == StandInRole::TextView) {
    return *static_cast<const std::string_view*>(a) == *static_cast<const std::string_view*>(b);
  }
  bool is_same = true;
  for (unsigned i = 0; i < value.leaf_count; ++i) {
    const StandInLeaf& leaf = value.leaves[i];
    is_same &= is_same_leaf(leaf, static_cast<const char*>(a) + leaf.offset, static_cast<const char*>(b) + leaf.offset);
  }
  return is_same;
}

}  // namespace

const StandInMethod* callable_method(const char* key, unsigned n) {
  return static_cast<const StandInMethod*>(__forall_method(key, n));
}

bool is_const(const StandInMethod& method) { return (method.flags & abi::kStandInConst) != 0; }
bool has_observable_result(const StandInMethod& method) { return __forall_is_observable(&method); }

void* new_memory(std::size_t bytes) {
  void* memory = __forall_allocate(bytes < 8 ? 8 : bytes, kAlignment);
  std::memset(memory, 0, bytes < 8 ? 8 : bytes);
  return memory;
}

void make_arguments(const StandInMethod& method, Arguments& arguments) {
  for (unsigned i = 1; i < method.parameter_count; ++i) {
    const StandInValue& value = method.parameters[i];
    void* memory = new_memory(value.size);
    if (value.role == StandInRole::Value) {
      make_leaves(method, i, memory);
    } else {
      make_text(method, i, memory);
    }
    arguments.slots[i] = slot_for(value, memory);
  }
}

void copy_arguments(const StandInMethod& method, const Arguments& from, Arguments& to) {
  for (unsigned i = 1; i < method.parameter_count; ++i) {
    const StandInValue& value = method.parameters[i];
    void* memory = new_memory(value.size);
    copy_value(value, memory_in(value, from.slots[i]), memory);
    to.slots[i] = slot_for(value, memory);
  }
}

CallResult call(const StandInMethod& method, void* object, Arguments& arguments) {
  auto* self = static_cast<void**>(new_memory(sizeof(void*)));
  *self = object;
  arguments.slots[0] = self;
  CallResult outcome = {new_memory(method.result.size)};
  try {
    method.invoke(arguments.slots, outcome.result);
  } catch (...) {
    const std::type_info* type = __cxxabiv1::__cxa_current_exception_type();
    outcome.thrown = type == nullptr ? "an exception" : type->name();
  }
  return outcome;
}

bool is_same_outcome(const StandInMethod& method, const CallResult& a, const CallResult& b) {
  if (a.thrown != nullptr || b.thrown != nullptr) {
    return a.thrown != nullptr && b.thrown != nullptr && std::strcmp(a.thrown, b.thrown) == 0;
  }
  return !has_observable_result(method) || is_same_result(method.result, a.result, b.result);
}

}  // namespace forall::models

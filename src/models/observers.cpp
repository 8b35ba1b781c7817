// Behavioural purity where the code itself runs: is an object, after a test with .Pure(), still the same to any
// observer?
//
// The object and a copy of it from before the test get the same calls with the same arguments, and each call must give
// the same result or throw the same exception on both:
//
//   repeat up to `depth` times:
//     choose a method, and its arguments                     inputs of the run
//     call it on the copy, then on the object                what the copy cannot do without a fault does not count
//     the results are equal, leaf by leaf                    else the test fails
//     end if the method is const
//
// A const method changes nothing that another call would show; so sequences are calls of methods that change the
// object, with an observer at the end. Which methods there are is known from the records that the pass leaves
// (abi/stand_ins.h).
#include <cxxabi.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <string>
#include <string_view>
#include <typeinfo>

#include "abi/stand_ins.h"
#include "models/model.h"

extern "C" {
void* __forall_allocate(std::size_t bytes, std::size_t alignment);
void __forall_building(int delta);
void __forall_forgive_faults(bool does);
const void* __forall_observer(const char* key, unsigned n);
bool __forall_is_observable(const void* method);  // can results be compared?
void __forall_observer_choice(unsigned* number);
void* __forall_observer_object(const void* method, unsigned parameter, unsigned n);
void __forall_observer_argument(const void* method, unsigned parameter, int part, void* address);
void __forall_observed(const void* method, void* const* slots);
void __forall_not_pure(const void* method, void* const* slots, const void* with, const void* without,
                       const char* thrown_with, const char* thrown_without, const char* file, int line);
void __forall_purity_compared(const char* key, const char* spelling, unsigned depth, unsigned parameter);
}

namespace forall::models {

namespace {

using abi::ScalarKind;
using abi::StandInLeaf;
using abi::StandInMethod;
using abi::StandInRole;
using abi::StandInValue;

constexpr unsigned kMostMethods = 64;
constexpr unsigned kLongestText = 2;
constexpr std::size_t kAlignment = 16;

bool is_const(const StandInMethod& method) { return (method.flags & abi::kStandInConst) != 0; }
bool has_comparable_result(const StandInMethod& method) { return __forall_is_observable(&method); }

void* allocate(std::size_t bytes) {
  void* memory = __forall_allocate(bytes < 8 ? 8 : bytes, kAlignment);
  std::memset(memory, 0, bytes < 8 ? 8 : bytes);
  return memory;
}

// The arguments of a call, twice: the method may change what it gets by reference.
struct Arguments {
  void* with[abi::kMostComparedParameters];
  void* without[abi::kMostComparedParameters];
};

void* slot_for(const StandInValue& value, void* memory) {
  if (value.is_indirect == 0) return memory;
  void** slot = static_cast<void**>(allocate(sizeof(void*)));
  *slot = memory;
  return slot;
}

// How long a text is, is decided here.
unsigned chosen_length(unsigned number) {
  for (unsigned length = 0; length < kLongestText; ++length) {
    if (number == length) return length;
  }
  return kLongestText;
}

void make_text(const StandInMethod& method, unsigned parameter, void* with, void* without) {
  auto* number = static_cast<unsigned*>(allocate(sizeof(unsigned)));
  auto* characters = static_cast<char*>(allocate(kLongestText + 1));
  __forall_observer_argument(&method, parameter, -1, number);
  const unsigned length = chosen_length(*number);
  for (unsigned i = 0; i < length; ++i) {
    __forall_observer_argument(&method, parameter, static_cast<int>(i), characters + i);
  }
  if (method.parameters[parameter].role == StandInRole::Text) {
    new (with) std::string(characters, length);
    new (without) std::string(characters, length);
  } else {
    new (with) std::string_view(characters, length);
    new (without) std::string_view(characters, length);
  }
}

// Null, or an object of its class that the run knows.
void* chosen_object(const StandInMethod& method, unsigned parameter) {
  void* object = __forall_observer_object(&method, parameter, 0);
  if (object == nullptr) return nullptr;
  auto* number = static_cast<unsigned*>(allocate(sizeof(unsigned)));
  __forall_observer_argument(&method, parameter, -1, number);
  if (*number == 0) return nullptr;
  for (unsigned n = 1;; ++n) {
    void* next = __forall_observer_object(&method, parameter, n);
    if (next == nullptr || *number == n) return object;
    object = next;
  }
}

void make_leaves(const StandInMethod& method, unsigned parameter, void* with, void* without) {
  const StandInValue& value = method.parameters[parameter];
  for (unsigned i = 0; i < value.leaf_count; ++i) {
    const StandInLeaf& leaf = value.leaves[i];
    if (leaf.is_address != 0) {
      void* object = chosen_object(method, parameter);
      std::memcpy(static_cast<char*>(with) + leaf.offset, &object, sizeof object);
      continue;
    }
    __forall_observer_argument(&method, parameter, static_cast<int>(i), static_cast<char*>(with) + leaf.offset);
  }
  std::memcpy(without, with, value.size);
}

void make_arguments(const StandInMethod& method, Arguments& arguments) {
  for (unsigned i = 1; i < method.parameter_count; ++i) {
    const StandInValue& value = method.parameters[i];
    void* with = allocate(value.size);
    void* without = allocate(value.size);
    if (value.role == StandInRole::Value) {
      make_leaves(method, i, with, without);
    } else {
      make_text(method, i, with, without);
    }
    arguments.with[i] = slot_for(value, with);
    arguments.without[i] = slot_for(value, without);
  }
}

struct Outcome {
  void* result;
  const char* thrown = nullptr;  // std::type_info::name()
};

Outcome call(const StandInMethod& method, void* object, void** slots) {
  auto* self = static_cast<void**>(allocate(sizeof(void*)));
  *self = object;
  slots[0] = self;
  Outcome outcome = {allocate(method.result.size)};
  try {
    method.invoke(slots, outcome.result);
  } catch (...) {
    const std::type_info* type = __cxxabiv1::__cxa_current_exception_type();
    outcome.thrown = type == nullptr ? "an exception" : type->name();
  }
  return outcome;
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
  if (leaf.is_address != 0) {  // into the one and into the other
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

bool is_same_outcome(const StandInMethod& method, const Outcome& with, const Outcome& without) {
  if (with.thrown != nullptr || without.thrown != nullptr) {
    return with.thrown != nullptr && without.thrown != nullptr && std::strcmp(with.thrown, without.thrown) == 0;
  }
  return !has_comparable_result(method) || is_same_result(method.result, with.result, without.result);
}

class Comparison {
 public:
  Comparison(const char* key, const char* file, int line) : file_(file), line_(line) {
    while (count_ < kMostMethods) {
      const void* method = __forall_observer(key, count_);
      if (method == nullptr) break;
      methods_[count_++] = static_cast<const StandInMethod*>(method);
    }
  }

  void run(void* object, void* before, unsigned depth) {
    for (unsigned step = 1; step <= depth; ++step) {
      const StandInMethod* method = choose(step == depth);
      if (method == nullptr || !is_same_call(*method, object, before) || is_const(*method)) return;
    }
  }

 private:
  const StandInMethod* choose(bool is_last) const {
    auto* number = static_cast<unsigned*>(allocate(sizeof(unsigned)));
    __forall_observer_choice(number);
    const StandInMethod* chosen = nullptr;  // the last one, whatever the number is
    unsigned index = 0;
    for (unsigned i = 0; i < count_; ++i) {
      if (is_last && !has_comparable_result(*methods_[i])) continue;
      if (chosen != nullptr && *number == index++) return chosen;
      chosen = methods_[i];
    }
    return chosen;
  }

  bool is_same_call(const StandInMethod& method, void* object, void* before) const {
    Arguments arguments;
    make_arguments(method, arguments);
    __forall_forgive_faults(true);
    const Outcome without = call(method, before, arguments.without);
    __forall_forgive_faults(false);
    const Outcome with = call(method, object, arguments.with);
    if (is_same_outcome(method, with, without)) {
      __forall_observed(&method, arguments.with);
      return true;
    }
    __forall_not_pure(&method, arguments.with, with.result, without.result, with.thrown, without.thrown, file_, line_);
    return false;
  }

  const StandInMethod* methods_[kMostMethods];
  unsigned count_ = 0;
  const char* file_;
  int line_;
};

}  // namespace

}  // namespace forall::models

extern "C" [[gnu::visibility("default")]] void __forall_compare_objects(const char* key, const char* spelling,
                                                                        void* object, void* before, unsigned depth,
                                                                        unsigned parameter, const char* file,
                                                                        int line) {
  const forall::models::Scope scope;
  __forall_building(1);
  __forall_purity_compared(key, spelling, depth, parameter);
  if (before != nullptr) forall::models::Comparison(key, file, line).run(object, before, depth);
  __forall_building(-1);
}

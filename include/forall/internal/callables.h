// Functions as inputs: std::function, and pointers to functions. Nothing is known about them: each call is that of a mock
// (mock_calls.h), named "f()", "f()#2".
//
// A std::function is empty or a function of its own. A pointer to a function is null, points to a function of its own, or to that
// of an earlier pointer of the same type; a function of its own is one of a few that are compiled for the type.
#ifndef FORALL_INTERNAL_CALLABLES_H_
#define FORALL_INTERNAL_CALLABLES_H_

#include <cstddef>
#include <cstring>
#include <functional>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

#include "forall/internal/mocks.h"

namespace forall {

#if FORALL_INTERNAL_EXPLORED
inline namespace explored {
#else
inline namespace replayed {
#endif

struct CallableState {
  const char* name;  // "f()"
  unsigned calls;
};

// The calls of one function.
template <class R, class... As>
struct Callable {
  CallableState* state;

  R operator()(As... arguments) const { return call(std::index_sequence_for<As...>{}, arguments...); }

  template <class Source>
  static CallableState* make_state(Source& source, const char* name) {
    const std::size_t size = std::strlen(name);
    char* const text = source.template array<char>(size + 3);
    std::memcpy(text, name, size);
    std::memcpy(text + size, "()", 3);
    return new (source.template array<CallableState>(1)) CallableState{text, 0};
  }

 private:
  static_assert(sizeof...(As) <= 10, "forall: a function that is an input has at most 10 parameters");
  static constexpr const char* kNames[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};

  template <std::size_t... kIndices>
  R call(std::index_sequence<kIndices...>, std::remove_reference_t<As>&... arguments) const {
    const unsigned number = ++state->calls;
    return mode::with_source([&](auto& source) -> R {
      source.limit_calls(number);
      return internal::answer_call<R>(source, internal::numbered(source, state->name, number), 0U, ObserveArgument{},
                                      argument<As>(kNames[kIndices], arguments)...);
    });
  }
};

}  // namespace

namespace internal {

template <class R, class... As>
FORALL_INTERNAL_BOOKKEEPING TypeDescription describe_callable(Describer& describer, const std::string& spelling) {
  TypeDescription result;
  result.kind = TypeDescription::Kind::Callable;
  result.spelling = spelling;
  result.part_names.emplace_back("()");
  result.parts.push_back(DescribeMethod<MockMethod<R(As...)>>::describe(
      describer, {"", "()", "", "_0,_1,_2,_3,_4,_5,_6,_7,_8,_9", "", ""}, nullptr));
  TypeDescription& method = result.parts.back();
  for (std::size_t i = 1; i < method.part_names.size(); ++i) method.part_names[i].erase(0, 1);
  return result;
}

template <class R, class... As>
struct LibraryAdapter<std::function<R(As...)>> {
  using Function = std::function<R(As...)>;
  static constexpr bool kIsSupported = true;
  static constexpr bool kCanFlatten = false;
  static constexpr bool kIsValue = false;

  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer) {
    return describe_callable<R, As...>(describer, joined({"std::function<", type_spelling<R(As...)>(), ">"}));
  }
  template <class Source>
  static void build(Source& source, const char* name, Function* place) {
    const bool& is_null = *make_input<bool>(source, source.member(name, "is_null"));
    if (is_null) {
      new (place) Function();
    } else {
      using Target = Callable<R, As...>;
      new (place) Function(Target{Target::make_state(source, name)});
    }
  }
};

template <bool kIsNoexcept, class R, class... As>
struct FunctionPointerAdapter {
  using Pointer = std::conditional_t<kIsNoexcept, R (*)(As...) noexcept, R (*)(As...)>;
  static constexpr bool kIsSupported = true;
  static constexpr bool kCanFlatten = false;
  static constexpr bool kIsValue = false;

  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer) {
    return describe_callable<R, As...>(
        describer, joined({"std::add_pointer_t<", type_spelling<std::remove_pointer_t<Pointer>>(), ">"}));
  }
  template <class Source>
  static void build(Source& source, const char* name, Pointer* place) {
    const Used*& first = source.template first_owner<Used>();
    const std::size_t used = first == nullptr ? 0 : first->count;
    source.bound(used < kMost, "pointers to functions of one type");
    const unsigned& number = *make_input<unsigned>(source, source.member(name, "function"));
    source.hold(number <= used + 1);
    *place = nullptr;
    for (std::size_t i = 0; i < used; ++i) {
      if (number == i + 1) *place = kFunctions[i];
    }
    if (*place != nullptr || number == 0) return;
    states()[used] = Callable<R, As...>::make_state(source, name);
    first = new (source.template array<Used>(1)) Used{used + 1};
    *place = kFunctions[used];
  }

 private:
  static constexpr std::size_t kMost = 8;
  struct Used {
    std::size_t count;
  };
  static CallableState** states() {
    static CallableState* all[kMost] = {};
    return all;
  }
  template <std::size_t kIndex>
  static R function(As... arguments) noexcept(kIsNoexcept) {
    return Callable<R, As...>{states()[kIndex]}(std::forward<As>(arguments)...);
  }
  static constexpr Pointer kFunctions[kMost] = {&function<0>, &function<1>, &function<2>, &function<3>,
                                                &function<4>, &function<5>, &function<6>, &function<7>};
};
template <class R, class... As>
struct LibraryAdapter<R (*)(As...)> : FunctionPointerAdapter<false, R, As...> {};
template <class R, class... As>
struct LibraryAdapter<R (*)(As...) noexcept> : FunctionPointerAdapter<true, R, As...> {};

}  // namespace internal

}  // namespace forall

#endif  // FORALL_INTERNAL_CALLABLES_H_

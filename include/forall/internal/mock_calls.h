// A call of a mock: what happens when code under test calls something about whose code nothing is known.
//
// Each call gets a name of its own, made of the object, the method and its number: "x.read()", "x.read()#2". A call
//   1. is recorded, with those arguments that are plain values, as observations named after it;
//   2. writes new inputs to what its arguments let it change: T&, T*, std::span<T>;
//   3. calls the functions that it was given, as often as an input says;
//   4. throws, if an input says so and FORALL_THROWS allows it;
//   5. returns a new input of its result type.
// Nothing is the same in two calls, unless solver and paths make it so.
#ifndef FORALL_INTERNAL_MOCK_CALLS_H_
#define FORALL_INTERNAL_MOCK_CALLS_H_

#include <cstddef>
#include <cstring>
#include <functional>
#include <type_traits>
#include <utility>

#include "forall/engine.h"
#include "forall/internal/adapter.h"
#include "forall/internal/classes.h"
#include "forall/internal/library_types.h"

namespace forall::internal {

// The texts of a call are made while it runs, in memory of the source.
template <class Source>
const char* numbered(Source& source, const char* text, unsigned number) {
  if (number == 1) return text;
  char digits[12];
  std::size_t count = 0;
  for (; number != 0; number /= 10) digits[count++] = static_cast<char>('0' + number % 10);
  const std::size_t size = std::strlen(text);
  char* const result = static_cast<char*>(source.allocate(size + count + 2, 1));
  std::memcpy(result, text, size);
  result[size] = '#';
  for (std::size_t i = 0; i < count; ++i) result[size + 1 + i] = digits[count - 1 - i];
  result[size + 1 + count] = '\0';
  return result;
}

// A value of inputs, wherever a call needs one.
template <class T, class Source>
T* make_input(Source& source, const char* name) {
  static_cast<void>(sizeof(RequireSupported<T>));
  T* const place = static_cast<T*>(source.allocate(sizeof(T), alignof(T)));
  build_input(source, name, place);
  return place;
}

template <class R, class Source>
R make_result([[maybe_unused]] Source& source, [[maybe_unused]] const char* name) {
  if constexpr (std::is_void_v<R>) {
    return;
  } else if constexpr (std::is_reference_v<R>) {
    using T = std::remove_reference_t<R>;
    void* place = nullptr;
    source.pointer(source.reference(name), &place, ClassOf<std::remove_cv_t<T>>::get(),
                   FORALL_MAY_BE_FRESH | FORALL_MAY_ALIAS);
    return static_cast<R>(*static_cast<T*>(place));
  } else {
    return std::move(*make_input<std::remove_cv_t<R>>(source, name));
  }
}

template <class T>
constexpr bool is_recorded() {
  if constexpr (std::is_pointer_v<T> || !is_supported<T>()) {
    return false;
  } else {
    return Adapter<T>::kCanFlatten && Adapter<T>::kIsValue;
  }
}

// Can a call give an object of this type a new value?
template <class T>
constexpr bool is_written() {
  if constexpr (std::is_const_v<T> || !std::is_object_v<T> || std::is_abstract_v<T>) {
    return false;
  } else {
    return is_supported<T>() && std::is_move_assignable_v<T>;
  }
}
template <class Source, class T>
void write_input(Source& source, const char* name, T& value) {
  value = std::move(*make_input<T>(source, name));
}

// Calls a function that was passed to the mock, as often as an input says.
template <class Source, class Function, class R, class... As>
void call_back(Source& source, const char* name, Function& function, TypeList<R, As...>) {
  const auto& count = *make_input<unsigned>(source, source.member(name, "calls"));
  source.bound(count <= source.room(), "series of calls by a mock");
  for (unsigned i = 0; i < count; ++i) {
    const char* const call = source.element(name, i);
    [[maybe_unused]] std::size_t position = 0;
    const auto next = [&]() -> const char* {
      const char digit[] = {static_cast<char>('0' + position++ % 10), '\0'};
      return source.member(call, digit);
    };
    static_cast<void>(next);
    // In braces, so that the arguments are made in order.
    struct Invoke {
      Invoke(Function& called, As... arguments) { static_cast<void>(called(std::forward<As>(arguments)...)); }
    };
    static_cast<void>(Invoke{function, make_result<As>(source, next())...});
  }
}

template <class Function>
struct CallableFacts {
  static constexpr bool kIsCallable = false;
};
template <class R, class... As>
struct CallableFacts<std::function<R(As...)>> {
  static constexpr bool kIsCallable = true;
  using Types = TypeList<R, As...>;
};
template <class R, class... As>
struct CallableFacts<R (*)(As...)> : CallableFacts<std::function<R(As...)>> {};
template <class R, class... As>
struct CallableFacts<R (*)(As...) noexcept> : CallableFacts<std::function<R(As...)>> {};

template <class T, class = void>
inline constexpr bool kIsComparable = false;
template <class T>
inline constexpr bool
    kIsComparable<T, std::void_t<decltype(static_cast<bool>(std::declval<const T&>() == std::declval<const T&>()))>> =
        std::is_copy_constructible_v<T> && !std::is_pointer_v<T> && is_recorded<T>();

template <class T>
inline constexpr bool kIsSpan = false;
#if __cplusplus >= 202002L
template <class T, std::size_t kExtent>
inline constexpr bool kIsSpan<std::span<T, kExtent>> = true;
#endif

}  // namespace forall::internal

namespace forall {

// An argument of a call, with the name of its parameter. `P` is the declared type of the parameter.
template <class P>
struct MockArgument {
  using T = std::remove_reference_t<P>;
  using Plain = std::remove_cv_t<T>;
  // The value of what is written is that after the call.
  static constexpr bool kIsKept = !std::is_reference_v<P> || std::is_const_v<T>;
  // Can calls be told to have the same argument? What a pointer points to may change between them.
  static constexpr bool kIsCompared = kIsKept && !std::is_volatile_v<T> && internal::kIsComparable<Plain>;
  const char* name;
  T& value;

  template <class Source, class Observe>
  void record(Source& source, const char* call, const Observe& observe) const {
    if constexpr (kIsKept && !std::is_volatile_v<T> && !internal::kIsSpan<Plain> && internal::is_recorded<Plain>()) {
      observe(source.member(call, name), value);
    }
  }
  template <class Source>
  void write([[maybe_unused]] Source& source, [[maybe_unused]] const char* call) const {
    if constexpr (internal::CallableFacts<Plain>::kIsCallable) {
      if (value) {
        internal::call_back(source, source.member(call, name), value, typename internal::CallableFacts<Plain>::Types{});
      }
    } else if constexpr (internal::kIsSpan<Plain>) {
      write_elements(source, source.member(call, name), value.data(), value.size());
    } else if constexpr (std::is_array_v<T>) {
      write_elements(source, source.member(call, name), value, std::extent_v<T>);
    } else if constexpr (std::is_pointer_v<Plain>) {
      write_pointee(source, source.member(call, name), value);
    } else if constexpr (std::is_rvalue_reference_v<P>) {
      if constexpr (std::is_move_constructible_v<Plain>) Plain taken(std::move(value));
    } else if constexpr (std::is_reference_v<P> && !std::is_const_v<T>) {
      if constexpr (internal::is_written<T>()) {
        internal::write_input(source, source.member(call, name), value);
      } else {
        source.template not_written<Plain>();
      }
    }
  }

  template <class Source, class U>
  static void write_pointee([[maybe_unused]] Source& source, [[maybe_unused]] const char* written,
                            [[maybe_unused]] U* pointer) {
    if constexpr (internal::is_written<U>()) {
      if (pointer != nullptr) internal::write_input(source, written, *pointer);
    } else if constexpr (!std::is_const_v<U> && !std::is_function_v<U>) {
      if (pointer != nullptr) source.template not_written<std::remove_cv_t<U>>();
    }
  }
  template <class Source, class U>
  static void write_elements([[maybe_unused]] Source& source, [[maybe_unused]] const char* written,
                             [[maybe_unused]] U* elements, [[maybe_unused]] std::size_t count) {
    if constexpr (internal::is_written<U>()) {
      source.bound(count <= source.room(), "arrays that a mock writes");
      for (std::size_t i = 0; i < count; ++i) internal::write_input(source, source.element(written, i), elements[i]);
    } else if constexpr (!std::is_const_v<U>) {
      source.template not_written<std::remove_cv_t<U>>();
    }
  }
};

// A pointer to `count` elements, all of which a call may write.
template <class U, class Count>
struct MockArray {
  using Plain = int;
  static constexpr bool kIsCompared = false;
  const char* name;
  U* const& elements;
  const Count& count;

  template <class Source, class Observe>
  void record(Source&, const char*, const Observe&) const {}
  template <class Source>
  void write(Source& source, const char* call) const {
    if (elements == nullptr || count <= 0) return;
    MockArgument<U*>::write_elements(source, source.member(call, name), elements, static_cast<std::size_t>(count));
  }
};

template <class P>
MockArgument<P> argument(const char* name, std::remove_reference_t<P>& value) {
  return {name, value};
}
template <class U, class Count>
MockArray<U, Count> array(const char* name, U* const& elements, const Count& count) {
  return {name, elements, count};
}
// An argument that no call changes, whatever its type says.
template <class P>
MockArgument<const std::remove_reference_t<P>&> unchanged(const char* name, std::remove_reference_t<P>& value) {
  return {name, value};
}

}  // namespace forall

#endif  // FORALL_INTERNAL_MOCK_CALLS_H_

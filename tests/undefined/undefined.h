// What the programs of this corpus share. Compiled for forall a test is a PUT; compiled natively, with
// UNDEFINED_NATIVE, the program runs one test with the inputs of its command line, so that a sanitizer can judge it.
#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <new>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#define NOINLINE __attribute__((noinline))

// Uses a value, so that no compiler drops the reading of it; nothing depends on which value it is.
template <class T>
void keep(T value) {
  static volatile T place;
  place = value;
}

#ifndef UNDEFINED_NATIVE

#include <forall/forall.h>

#define UNDEFINED_TEST(Suite, put) FORALL(Suite, put);

#else

struct NativeTest {
  const char* name;
  void (*call)(char** words);
  NativeTest* next;
};
inline NativeTest* native_tests = nullptr;

template <class T>
T read_word(char**& words) {
  if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(std::strtod(*words++, nullptr));
  else if constexpr (std::is_integral_v<T>)
    return **words == '-' ? static_cast<T>(std::strtoll(*words++, nullptr, 0))
                          : static_cast<T>(std::strtoull(*words++, nullptr, 0));
  else {
    T result{};
    for (auto& element : result) element = read_word<std::decay_t<decltype(element)> >(words);
    return result;
  }
}

template <class... Ps>
void call_with_words(void (*put)(Ps...), char** words) {
  std::tuple<Ps...> values{read_word<Ps>(words)...};
  std::apply(put, values);
}

#define UNDEFINED_TEST(Suite, put)                                                \
  static void put##_with_words(char** words) { call_with_words(&put, words); }    \
  static NativeTest put##_entry{#Suite "." #put, put##_with_words, native_tests}; \
  static const bool put##_is_entered = (native_tests = &put##_entry, true);

#endif

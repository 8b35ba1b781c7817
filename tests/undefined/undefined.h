// What the programs of this corpus share. Compiled for forall a test is a PUT; compiled natively, with
// UNDEFINED_NATIVE, the program runs one test with the inputs of its command line, so that a sanitizer can judge it.
#pragma once

#include <algorithm>
#include <any>
#include <array>
#include <bitset>
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
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <new>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
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

// A call whose value nothing uses. The judge needs one that is made: on x86-64 clang drops it even without optimization.
#ifdef UNDEFINED_NATIVE
#define UNUSED(...) keep(__VA_ARGS__)
#else
#define UNUSED(...) (void)(__VA_ARGS__)
#endif

#ifndef UNDEFINED_NATIVE

// Tests are registered through the C interface: with forall.h a program of this size takes several times as long to
// compile.
#include <forall/engine.h>
#include <typeinfo>

#define UNDEFINED_BOOKKEEPING __attribute__((noinline, annotate("forall_uninstrumented")))

template <class T>
constexpr std::pair<unsigned, const char*> scalar_kind() {  // abi::ScalarKind and spelling
  if constexpr (std::is_same_v<T, unsigned char>) return {3, "unsigned char"};
  if constexpr (std::is_same_v<T, unsigned short>) return {9, "unsigned short"};
  if constexpr (std::is_same_v<T, int>) return {10, "int"};
  if constexpr (std::is_same_v<T, unsigned>) return {11, "unsigned int"};
  if constexpr (std::is_same_v<T, long>) return {12, "long"};
  if constexpr (std::is_same_v<T, unsigned long>) return {13, "unsigned long"};
  if constexpr (std::is_same_v<T, float>) return {21, "float"};
  if constexpr (std::is_same_v<T, double>) return {22, "double"};
}

template <class T>
T make_input(const char* const*& names) {
  T value{};
  if constexpr (std::is_arithmetic_v<T>) {
    constexpr auto kind = scalar_kind<T>();
    __forall_input(&value, sizeof value, 8 * sizeof value, kind.first, *names++, kind.second, 0, 0, false);
  } else {
    for (auto& element : value) element = make_input<std::decay_t<decltype(element)>>(names);
  }
  return value;
}

struct ExploredTest {
  const char* catalog;
  const char* const* names;
  void (*call)(const char* const* names);
  ForallPut put;

  UNDEFINED_BOOKKEEPING ExploredTest(const char* suite, const char* name, int line, const void* function,
                                     const char* catalog_text, const char* const* input_names,
                                     void (*call_with_names)(const char* const*))
      : catalog(catalog_text), names(input_names), call(call_with_names) {
    put = ForallPut{suite, name, __FILE__, line, function, &describe, &run, this, nullptr};
    __forall_register(&put);
  }
  UNDEFINED_BOOKKEEPING static const char* describe(const ForallPut* put) {
    return static_cast<const ExploredTest*>(put->self)->catalog;
  }
  static void run(const ForallPut* put) {
    const auto* test = static_cast<const ExploredTest*>(put->self);
    try {
      test->call(test->names);
    } catch (const std::exception& thrown) {
      __forall_threw(typeid(thrown).name(), thrown.what());
    } catch (...) {
      __forall_threw("i", "");
    }
  }
};

template <class... Ps>
void call_with_names(void (*put)(Ps...), const char* const* names) {
  std::tuple<Ps...> values{make_input<Ps>(names)...};
  std::apply(put, values);
}

// The names of the inputs stand after the catalog's text.
#define UNDEFINED_TEST(Suite, put, catalog, ...)                                                              \
  static const char* const put##_names[] = {__VA_ARGS__};                                                     \
  static void put##_explored(const char* const* names) { call_with_names(&put, names); }                      \
  static const ExploredTest put##_entry(#Suite, #put, __LINE__, reinterpret_cast<const void*>(&put), catalog, \
                                        put##_names, &put##_explored);

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
    for (auto& element : result) element = read_word<std::decay_t<decltype(element)>>(words);
    return result;
  }
}

template <class... Ps>
void call_with_words(void (*put)(Ps...), char** words) {
  std::tuple<Ps...> values{read_word<Ps>(words)...};
  std::apply(put, values);
}

#define UNDEFINED_TEST(Suite, put, ...)                                           \
  static void put##_with_words(char** words) { call_with_words(&put, words); }    \
  static NativeTest put##_entry{#Suite "." #put, put##_with_words, native_tests}; \
  static const bool put##_is_entered = (native_tests = &put##_entry, true);

#endif

// The spelling of a type and the name of a member, taken from the compiler's name of a function instantiated with it.
#ifndef FORALL_INTERNAL_TYPE_NAME_H_
#define FORALL_INTERNAL_TYPE_NAME_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "forall/internal/config.h"

namespace forall::internal {

template <class T>
constexpr std::string_view pretty_function() {
  return __PRETTY_FUNCTION__;
}

// A type is spelled for use in the same translation unit, where an unnamed namespace needs no name.
FORALL_INTERNAL_SUPPORT inline std::string without_unnamed_namespaces(std::string spelling) {
  for (const std::string_view unnamed : {"(anonymous namespace)::", "{anonymous}::", "<unnamed>::"}) {
    for (auto at = spelling.find(unnamed); at != std::string::npos; at = spelling.find(unnamed)) {
      spelling.erase(at, unnamed.size());
    }
  }
  return spelling;
}

// clang: "std::string_view pretty_function() [T = ns::Point]"; g++ appends "; std::string_view = ...". What surrounds
// the type is the same for every type, so it is measured with int.
FORALL_INTERNAL_SUPPORT inline std::string spelling_in(std::string_view pretty, std::string_view of_int) {
  const std::size_t before = of_int.rfind("T = int") + std::string_view("T = ").size();
  const std::size_t after = of_int.size() - before - std::string_view("int").size();
  return without_unnamed_namespaces(std::string(pretty.substr(before, pretty.size() - before - after)));
}
template <class T>
FORALL_INTERNAL_BOOKKEEPING std::string type_spelling() {
  constexpr std::string_view kOfT = pretty_function<T>();  // constants, since other compilers have other ones
  constexpr std::string_view kOfInt = pretty_function<int>();
  return spelling_in(kOfT, kOfInt);
}

#if __cplusplus >= 202002L
// Debug information would refer to what it points to, which is not defined.
template <auto kPointer>
#if defined(__clang__)
[[gnu::nodebug]]
#endif
constexpr std::string_view pretty_pointer() {
  return __PRETTY_FUNCTION__;
}

// clang: "[kPointer = &never_defined.value.x]"; g++: "[with auto kPointer = (&
// never_defined<P>.Wrapped<P>::value.P::x); std::string_view = ...]". The member's name is the last identifier of the
// pointer.
constexpr std::string_view last_identifier(std::string_view pretty) {
  const auto is_part = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  std::size_t end = pretty.find(';');
  if (end == std::string_view::npos) end = pretty.size();
  while (end > 0 && !is_part(pretty[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && is_part(pretty[begin - 1])) --begin;
  return pretty.substr(begin, end - begin);
}
#endif

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_TYPE_NAME_H_

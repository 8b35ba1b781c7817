// Is the locale of a stream or a facet the classic one? If so, the models do what the standard says about the "C"
// locale; otherwise they ask the facets, as the library does.
#pragma once

#include <ios>
#include <locale>

namespace forall::models {

inline bool is_classic(const std::ios_base& stream) {
  struct Access : std::ios_base {
    static const std::locale& locale_of(const std::ios_base& s) { return s.*&Access::_M_ios_locale; }
  };
  // A locale is one pointer, and all copies of the classic one point to the same.
  struct Implementation {
    const void* address;
  };
  static_assert(sizeof(Implementation) == sizeof(std::locale));
  const auto& of_stream = reinterpret_cast<const Implementation&>(Access::locale_of(stream));
  const auto& of_classic = reinterpret_cast<const Implementation&>(std::locale::classic());
  return of_stream.address == of_classic.address;
}

inline bool is_classic(const std::ctype<char>& facet) {
  return &facet == &std::use_facet<std::ctype<char>>(std::locale::classic());
}

// The white space of the classic locale, without a decision.
inline bool is_space(char c) {
  const unsigned code = static_cast<unsigned char>(c);
  return (unsigned{code == ' '} | unsigned{code - '\t' < 5u}) != 0;
}

}  // namespace forall::models

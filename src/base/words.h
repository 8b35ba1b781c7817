// The characters of names in C++. Every byte of a character beyond ASCII counts as a letter: sources are UTF-8, and
// where such a character stands outside of literals and comments it is part of a name.
#pragma once

#include <cctype>

namespace forall::base {

inline bool is_letter_or_digit(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || std::isalnum(byte) != 0;
}
inline bool is_word_character(char c) { return c == '_' || is_letter_or_digit(c); }

}  // namespace forall::base

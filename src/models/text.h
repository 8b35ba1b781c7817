// Characters of the "C" locale, computed without branches: a result for a symbolic character is one condition or one
// value, never one path per class of characters.
#pragma once

namespace forall::models {

// One of two values, as arithmetic.
template <typename T>
constexpr T choose(bool condition, T a, T b) {
  const T mask = static_cast<T>(T{0} - static_cast<T>(condition));
  return static_cast<T>((a & mask) | (b & static_cast<T>(~mask)));
}

constexpr bool is_between(unsigned c, unsigned first, unsigned last) { return c - first <= last - first; }
constexpr bool is_digit(unsigned c) { return is_between(c, '0', '9'); }
constexpr bool is_upper(unsigned c) { return is_between(c, 'A', 'Z'); }
constexpr bool is_lower(unsigned c) { return is_between(c, 'a', 'z'); }
constexpr bool is_alpha(unsigned c) { return is_between(c | 0x20U, 'a', 'z'); }
constexpr bool is_space(unsigned c) { return static_cast<bool>(unsigned{c == ' '} | unsigned{is_between(c, 9, 13)}); }
constexpr unsigned lower(unsigned c) { return c + (unsigned{is_upper(c)} << 5U); }
constexpr unsigned upper(unsigned c) { return c - (unsigned{is_lower(c)} << 5U); }

// The value of a digit, 36 or more if it is not a digit.
constexpr unsigned digit_value(unsigned c) {
  return choose(is_digit(c), c - '0', choose(is_alpha(c), (c | 0x20U) - 'a' + 10U, 36U));
}
// The digit for a value below 36, in lower case.
constexpr char digit_character(unsigned value) {
  return static_cast<char>(value + '0' + unsigned{value > 9} * unsigned{'a' - '0' - 10});
}

inline unsigned at(const char* text) { return static_cast<unsigned char>(*text); }

}  // namespace forall::models

// Formats of printf: one conversion, and how the arguments are found. Arguments are slots of 16 bytes, as the pass lays
// them out for variadic calls (instrument/variadic.cpp).
#pragma once

#include <climits>
#include <cstdarg>
#include <cstddef>

#include "models/text.h"

namespace forall::models {

struct alignas(16) Slot {
  unsigned char bytes[16];

  template <typename T>
  T as() const {
    return *reinterpret_cast<const T*>(bytes);
  }
};

enum class Length : unsigned char { None, Char, Short, Long, LongDouble };  // ll, j, z and t are Long

// %[number$][flags][width][.precision][length]conversion
struct Conversion {
  const char* begin = nullptr;  // of the whole, at '%'
  bool left = false;
  bool plus = false;
  bool space = false;
  bool alternative = false;
  bool zero = false;
  bool width_is_argument = false;
  bool precision_is_argument = false;
  bool has_precision = false;
  bool is_too_wide = false;  // beyond INT_MAX
  int width = 0;
  int precision = 0;
  unsigned argument = 0;  // numbers of arguments, counted from 1; 0 = the next
  unsigned width_argument = 0;
  unsigned precision_argument = 0;
  Length length = Length::None;
  char kind = 0;  // 0: the format ends here
};

// Reads digits; false if the number does not fit an int.
inline bool read_number(const char*& p, int& number) {
  number = 0;
  bool fits = true;
  for (; is_digit(at(p)); ++p) {
    fits = fits && !__builtin_mul_overflow(number, 10, &number) &&
           !__builtin_add_overflow(number, static_cast<int>(at(p) - '0'), &number);
  }
  return fits;
}

// Reads "12$"; 0 and no progress if there is none.
inline unsigned read_position(const char*& p) {
  const char* q = p;
  int number = 0;
  if (!is_digit(at(q)) || !read_number(q, number) || *q != '$') return 0;
  p = q + 1;
  return static_cast<unsigned>(number);
}

inline bool read_flag(char c, Conversion& conversion) {
  switch (c) {
    case '-': conversion.left = true; return true;
    case '+': conversion.plus = true; return true;
    case ' ': conversion.space = true; return true;
    case '#': conversion.alternative = true; return true;
    case '0': conversion.zero = true; return true;
    case '\'':
    case 'I': return true;  // digit groups and digits of the locale: "C" has no others
    default: return false;
  }
}

inline void read_length(const char*& p, Conversion& conversion) {
  for (;; ++p) {
    switch (*p) {
      case 'h': conversion.length = conversion.length == Length::Short ? Length::Char : Length::Short; break;
      case 'l':
      case 'j':
      case 'z':
      case 'Z':
      case 't':
      case 'q': conversion.length = Length::Long; break;
      case 'L': conversion.length = Length::LongDouble; break;
      default: return;
    }
  }
}

// Reads the conversion at `p`, which is at '%', and moves past it.
inline Conversion read_conversion(const char*& p) {
  Conversion conversion;
  conversion.begin = p++;
  conversion.argument = read_position(p);
  while (read_flag(*p, conversion)) ++p;
  if (*p == '*') {
    ++p;
    conversion.width_is_argument = true;
    conversion.width_argument = read_position(p);
  } else {
    conversion.is_too_wide = !read_number(p, conversion.width);
  }
  if (*p == '.') {
    ++p;
    conversion.has_precision = true;
    if (*p == '*') {
      ++p;
      conversion.precision_is_argument = true;
      conversion.precision_argument = read_position(p);
    } else {
      const bool negative = *p == '-';  // ignored
      if (negative) ++p;
      conversion.is_too_wide = conversion.is_too_wide || !read_number(p, conversion.precision);
      conversion.has_precision = !negative;
    }
  }
  read_length(p, conversion);
  conversion.kind = *p;
  if (*p != 0) ++p;
  return conversion;
}

inline bool is_floating(char kind) {
  return is_between(lower(static_cast<unsigned char>(kind)), 'a', 'a') ||
         is_between(lower(static_cast<unsigned char>(kind)), 'e', 'g');
}

// The arguments of a va_list as slots, by the types that the format gives them.
class ListedSlots {
 public:
  ListedSlots(const char* format, std::va_list list);
  const Slot* slots() const { return slots_; }
  std::size_t count() const { return count_; }

 private:
  enum class Kind : unsigned char { Int, Long, Double, LongDouble };
  static constexpr std::size_t kMost = 64;
  void note(unsigned number, Kind kind);

  std::size_t count_ = 0;
  Kind kinds_[kMost] = {};
  Slot slots_[kMost];
};

}  // namespace forall::models

// ctype.h and the basics of wctype.h in the "C" locale. The functions are arithmetic on the character; the tables are
// for code that uses the header's macros, which read them.
#include <cctype>
#include <cstdint>
#include <cwctype>

#include "models/model.h"
#include "models/text.h"

namespace forall::models {

namespace {

// The bits of glibc's table of classes, as its header has them on a little-endian machine.
constexpr unsigned class_bit(unsigned bit) { return bit < 8 ? 1U << bit << 8U : 1U << bit >> 8U; }
enum : unsigned { kUpper, kLower, kAlpha, kDigit, kXdigit, kSpace, kPrint, kGraph, kBlank, kCntrl, kPunct, kAlnum };

constexpr bool is_xdigit(unsigned c) { return digit_value(c) < 16; }
constexpr bool is_alnum(unsigned c) { return digit_value(c) < 36; }
constexpr bool is_print(unsigned c) { return is_between(c, ' ', '~'); }
constexpr bool is_graph(unsigned c) { return is_between(c, '!', '~'); }
constexpr bool is_blank(unsigned c) { return static_cast<bool>(unsigned{c == ' '} | unsigned{c == '\t'}); }
constexpr bool is_cntrl(unsigned c) { return static_cast<bool>(unsigned{c < 32} | unsigned{c == 127}); }
constexpr bool is_punct(unsigned c) { return static_cast<bool>(unsigned{is_graph(c)} & ~unsigned{is_alnum(c)}); }

constexpr unsigned classes(unsigned c) {
  const bool is[] = {is_upper(c), is_lower(c), is_alpha(c), is_digit(c), is_xdigit(c), is_space(c),
                     is_print(c), is_graph(c), is_blank(c), is_cntrl(c), is_punct(c),  is_alnum(c)};
  unsigned bits = 0;
  for (unsigned k = 0; k < 12; ++k) bits |= is[k] ? class_bit(k) : 0U;
  return bits;
}

constexpr int kFirst = -128;  // the tables are indexed by char, signed or not, and by EOF
constexpr int kEnd = 256;

struct Tables {
  std::uint16_t classes[kEnd - kFirst];
  std::int32_t lower[kEnd - kFirst];
  std::int32_t upper[kEnd - kFirst];
};

constexpr Tables make_tables() {
  Tables tables{};
  for (int c = kFirst; c < kEnd; ++c) {
    const unsigned code = c >= -1 ? static_cast<unsigned>(c) : static_cast<unsigned>(c + 256);
    tables.classes[c - kFirst] = static_cast<std::uint16_t>(c < 0 ? 0U : classes(code));
    tables.lower[c - kFirst] = static_cast<std::int32_t>(c < 0 ? code : lower(code));
    tables.upper[c - kFirst] = static_cast<std::int32_t>(c < 0 ? code : upper(code));
  }
  return tables;
}

constexpr Tables kTables = make_tables();
const std::uint16_t* const kClasses = kTables.classes - kFirst;
const std::int32_t* const kLowerTable = kTables.lower - kFirst;
const std::int32_t* const kUpperTable = kTables.upper - kFirst;

// The tables have the codes 128 to 254 also for the characters -128 to -2.
constexpr unsigned as_code(unsigned c) { return c + (unsigned{is_between(c, 0xffffff80U, 0xfffffffeU)} << 8U); }

constexpr int classified(bool is, unsigned bit) { return static_cast<int>(unsigned{is} * class_bit(bit)); }

}  // namespace

}  // namespace forall::models

using namespace forall::models;

extern "C" {

#define FORALL_CLASS(name, bit)                                  \
  int __forall_model_is##name(int c) {                           \
    const Scope scope;                                           \
    __forall_require_character(c, "is" #name);                   \
    return classified(is_##name(static_cast<unsigned>(c)), bit); \
  }                                                              \
  int __forall_model_isw##name(std::wint_t c) {                  \
    const Scope scope;                                           \
    return classified(is_##name(c), bit);                        \
  }
FORALL_CLASS(upper, kUpper)
FORALL_CLASS(lower, kLower)
FORALL_CLASS(alpha, kAlpha)
FORALL_CLASS(digit, kDigit)
FORALL_CLASS(xdigit, kXdigit)
FORALL_CLASS(space, kSpace)
FORALL_CLASS(print, kPrint)
FORALL_CLASS(graph, kGraph)
FORALL_CLASS(blank, kBlank)
FORALL_CLASS(cntrl, kCntrl)
FORALL_CLASS(punct, kPunct)
FORALL_CLASS(alnum, kAlnum)
#undef FORALL_CLASS

int __forall_model_isascii(int c) {
  const Scope scope;
  return int{static_cast<unsigned>(c) < 128};
}

int __forall_model_toascii(int c) {
  const Scope scope;
  return c & 127;
}

int __forall_model_tolower(int c) {
  const Scope scope;
  __forall_require_character(c, "tolower");
  return static_cast<int>(lower(as_code(static_cast<unsigned>(c))));
}

int __forall_model_toupper(int c) {
  const Scope scope;
  __forall_require_character(c, "toupper");
  return static_cast<int>(upper(as_code(static_cast<unsigned>(c))));
}

std::wint_t __forall_model_towlower(std::wint_t c) {
  const Scope scope;
  return lower(c);
}

std::wint_t __forall_model_towupper(std::wint_t c) {
  const Scope scope;
  return upper(c);
}

const std::uint16_t* const* __forall_model_ctype_b_loc() {
  const Scope scope;
  return &kClasses;
}

const std::int32_t* const* __forall_model_ctype_tolower_loc() {
  const Scope scope;
  return &kLowerTable;
}

const std::int32_t* const* __forall_model_ctype_toupper_loc() {
  const Scope scope;
  return &kUpperTable;
}

}  // extern "C"

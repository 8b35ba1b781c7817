// std::ctype<char>: its tables are the library's memory, where a symbolic character would have to become concrete. The
// classic locale's classes are ranges of codes, tested without a decision. Facets derived from it, and those of
// other locales, are asked as the header asks them.
#include "models/classic_locale.h"
#include "models/model.h"

namespace forall::models {

namespace {

using Ctype = std::ctype<char>;
using Mask = std::ctype_base::mask;

// Opens the protected half of a facet.
struct Open : Ctype {
  using Ctype::do_narrow;
  using Ctype::do_tolower;
  using Ctype::do_toupper;
  using Ctype::do_widen;
  using Ctype::table;
};
const Open& open(const Ctype* facet) { return static_cast<const Open&>(*facet); }

unsigned within(unsigned code, unsigned first, unsigned last) { return code - first <= last - first; }
unsigned is_lower(unsigned code) { return within(code, 'a', 'z'); }
unsigned is_upper(unsigned code) { return within(code, 'A', 'Z'); }
unsigned is_digit(unsigned code) { return within(code, '0', '9'); }

// Whether a character of the classic locale is in one of the classes of the mask, one bit for each. If the mask is
// concrete, as it nearly always is, only its classes are tested.
bool has_class(Mask mask, char c) {
  using B = std::ctype_base;
  const unsigned code = static_cast<unsigned char>(c);
  const auto asked = [mask](Mask bit) { return (mask & bit) != 0; };
  unsigned found = 0;  // not bool, and no ||, so that nothing here is a decision
  // Composed classes are unions of the single bits below in glibc's table, so each bit stands for itself.
  if (asked(B::upper)) found |= is_upper(code);
  if (asked(B::lower)) found |= is_lower(code);
  if (asked(B::alpha)) found |= is_lower(code) | is_upper(code);
  if (asked(B::digit)) found |= is_digit(code);
  if (asked(B::xdigit)) found |= is_digit(code) | within(code, 'a', 'f') | within(code, 'A', 'F');
  if (asked(B::space)) found |= is_space(c);
  if (asked(B::print)) found |= within(code, ' ', '~');
  if (asked(B::blank)) found |= unsigned{code == ' '} | unsigned{code == '\t'};
  if (asked(B::cntrl)) found |= unsigned{code < ' '} | unsigned{code == 127};
  if (asked(B::punct)) {
    found |= within(code, '!', '/') | within(code, ':', '@') | within(code, '[', '`') | within(code, '{', '~');
  }
  return found != 0;
}

constexpr Mask kClasses = std::ctype_base::upper | std::ctype_base::lower | std::ctype_base::alpha |
                          std::ctype_base::digit | std::ctype_base::xdigit | std::ctype_base::space |
                          std::ctype_base::print | std::ctype_base::blank | std::ctype_base::cntrl |
                          std::ctype_base::punct;

bool is(const Ctype* facet, Mask mask, char c) {
  const Mask* table = open(facet).table();
  if (table == Ctype::classic_table() && (mask & ~kClasses) == 0) return has_class(mask, c);
  return (table[static_cast<unsigned char>(c)] & mask) != 0;
}

constexpr unsigned kCase = 'a' - 'A';

}  // namespace

}  // namespace forall::models

using namespace forall::models;

extern "C" {

bool __forall_model_ctype_is(const Ctype* facet, Mask mask, char c) {
  const Scope scope;
  return is(facet, mask, c);
}

const char* __forall_model_ctype_scan_is(const Ctype* facet, Mask mask, const char* first, const char* last) {
  const Scope scope;
  while (first < last && !is(facet, mask, *first)) ++first;
  return first;
}

const char* __forall_model_ctype_scan_not(const Ctype* facet, Mask mask, const char* first, const char* last) {
  const Scope scope;
  while (first < last && is(facet, mask, *first)) ++first;
  return first;
}

char __forall_model_ctype_tolower(const Ctype* facet, char c) {
  const Scope scope;
  if (!is_classic(*facet)) return open(facet).do_tolower(c);
  const unsigned code = static_cast<unsigned char>(c);
  return static_cast<char>(code + is_upper(code) * kCase);
}

char __forall_model_ctype_toupper(const Ctype* facet, char c) {
  const Scope scope;
  if (!is_classic(*facet)) return open(facet).do_toupper(c);
  const unsigned code = static_cast<unsigned char>(c);
  return static_cast<char>(code - is_lower(code) * kCase);
}

const char* __forall_model_ctype_tolower_range(const Ctype* facet, char* first, const char* last) {
  const Scope scope;
  if (!is_classic(*facet)) return open(facet).do_tolower(first, last);
  for (; first < last; ++first)
    *first = static_cast<char>(*first + is_upper(static_cast<unsigned char>(*first)) * kCase);
  return last;
}

const char* __forall_model_ctype_toupper_range(const Ctype* facet, char* first, const char* last) {
  const Scope scope;
  if (!is_classic(*facet)) return open(facet).do_toupper(first, last);
  for (; first < last; ++first)
    *first = static_cast<char>(*first - is_lower(static_cast<unsigned char>(*first)) * kCase);
  return last;
}

char __forall_model_ctype_widen(const Ctype* facet, char c) {
  const Scope scope;
  return is_classic(*facet) ? c : open(facet).do_widen(c);
}

char __forall_model_ctype_narrow(const Ctype* facet, char c, char otherwise) {
  const Scope scope;
  return is_classic(*facet) ? c : open(facet).do_narrow(c, otherwise);
}

}  // extern "C"

// Reading from memory by a format: sscanf of integers, characters, strings and sets of characters. A format with other
// conversions (floating point, wide characters, pointers, allocated results) is left to the C library as a whole.
//
// Each character of the text costs one decision: does it belong to the directive? Numbers are gathered and then read by
// strtol's rules, as glibc does.
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "models/format.h"
#include "models/model.h"

extern "C" {
int __forall_native_sscanf(const char* text, const char* format, const void* slots, std::size_t count);
bool __forall_native_vsscanf(const char* text, const char* format, const void* slots, std::size_t count,
                             int* assigned);  // runtime/models/native_path.cpp
}

namespace forall::models {

namespace {

struct Directive {
  bool suppressed = false;
  bool supported = true;
  std::size_t width = 0;  // 0: no limit
  Length length = Length::None;
  char kind = 0;
  const char* set = nullptr;  // of %[...], with its end
  const char* set_end = nullptr;
  bool excluded = false;
};

void read_set(const char*& p, Directive& directive) {
  directive.excluded = *p == '^';
  if (directive.excluded) ++p;
  directive.set = p;
  if (*p == ']') ++p;
  while (*p != 0 && *p != ']') ++p;
  directive.set_end = p;
  if (*p == 0) {
    directive.supported = false;
  } else {
    ++p;
  }
}

// Reads the directive after a '%'.
Directive read_directive(const char*& p) {
  Directive directive;
  const char* position = p;
  if (read_position(position) != 0) directive.supported = false;
  for (; *p == '*' || *p == '\'' || *p == 'I'; ++p) directive.suppressed = directive.suppressed || *p == '*';
  int width = 0;
  if (!read_number(p, width)) directive.supported = false;
  directive.width = static_cast<std::size_t>(width);
  Conversion length;
  read_length(p, length);
  directive.length = length.length;
  directive.kind = *p;
  if (*p == 0) {
    directive.supported = false;
    return directive;
  }
  ++p;
  const bool is_wide = directive.length == Length::Long;
  switch (directive.kind) {
    case '[': read_set(p, directive); [[fallthrough]];
    case 'c':
    case 's': directive.supported = directive.supported && !is_wide; break;
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
    case 'n':
    case '%': break;
    default: directive.supported = false;
  }
  return directive;
}

bool is_supported(const char* format) {
  for (const char* p = format; *p != 0;) {
    if (*p++ == '%' && !read_directive(p).supported) return false;
  }
  return true;
}

std::size_t count_arguments(const char* format) {
  std::size_t count = 0;
  for (const char* p = format; *p != 0;) {
    if (*p++ != '%') continue;
    const Directive directive = read_directive(p);
    if (!directive.suppressed && directive.kind != '%') ++count;
  }
  return count;
}

// Is the character in "a-z_"? The ends of a range are in the order of their codes; otherwise it is three characters.
bool is_in_set(unsigned c, const Directive& directive) {
  unsigned found = 0;
  for (const char* p = directive.set; p < directive.set_end; ++p) {
    if (p + 2 < directive.set_end && p[1] == '-' && at(p) <= at(p + 2)) {
      found |= unsigned{is_between(c, at(p), at(p + 2))};
      p += 2;
    } else {
      found |= unsigned{at(p) == c};
    }
  }
  const unsigned outside = unsigned{directive.excluded};
  return ((found ^ outside) & unsigned{c != 0}) != 0;
}

class Scanner {
 public:
  Scanner(const char* text, const Slot* slots, std::size_t count)
      : begin_(text), text_(text), slots_(slots), count_(count) {}

  int run(const char* p) {
    while (*p != 0) {
      if (is_space(at(p))) {
        skip_spaces();
        ++p;
        continue;
      }
      if (*p != '%') {
        if (*text_ == 0) return failure(true);
        if (*text_ != *p) return assigned_;
        ++text_;
        ++p;
        continue;
      }
      ++p;
      const Directive directive = read_directive(p);
      const bool keeps_spaces = directive.kind == 'c' || directive.kind == '[' || directive.kind == 'n';
      if (!keeps_spaces) skip_spaces();
      if (directive.kind != 'n' && *text_ == 0) return failure(true);
      if (!match(directive)) return assigned_;
    }
    return assigned_;
  }

 private:
  int failure(bool at_end) const { return at_end && assigned_ == 0 ? EOF : assigned_; }

  void skip_spaces() {
    while (is_space(at(text_))) ++text_;
  }

  void* target() {
    if (next_ >= count_) std::abort();  // the format asks for more arguments than there are
    return slots_[next_++].as<void*>();
  }

  bool match(const Directive& directive) {
    switch (directive.kind) {
      case '%': return *text_ == '%' ? (++text_, true) : false;
      case 'n':
        if (!directive.suppressed) store(directive.length, text_ - begin_);
        return true;
      case 'c': return match_characters(directive);
      case 's':
      case '[': return match_string(directive);
      default: return match_integer(directive);
    }
  }

  // Exactly `width` characters, without a terminating zero. A text that ends early fails, with its characters stored.
  bool match_characters(const Directive& directive) {
    char* to = directive.suppressed ? nullptr : static_cast<char*>(target());
    const std::size_t width = directive.width == 0 ? 1 : directive.width;
    for (std::size_t i = 0; i < width; ++i, ++text_) {
      if (*text_ == 0) break;
      if (to != nullptr) to[i] = *text_;
    }
    if (to != nullptr) ++assigned_;
    return true;
  }

  bool match_string(const Directive& directive) {
    const std::size_t most = directive.width == 0 ? SIZE_MAX : directive.width;
    const char* from = text_;
    const auto belongs = [&](unsigned c) {
      return directive.kind == 's' ? !static_cast<bool>(unsigned{is_space(c)} | unsigned{c == 0})
                                   : is_in_set(c, directive);
    };
    std::size_t n = 0;
    while (n < most && belongs(at(from + n))) ++n;
    text_ += n;
    if (n == 0) return false;
    if (directive.suppressed) return true;
    char* to = static_cast<char*>(target());
    std::memcpy(to, from, n);
    to[n] = 0;
    ++assigned_;
    return true;
  }

  bool match_integer(const Directive& directive) {
    std::size_t room = directive.width == 0 ? SIZE_MAX : directive.width;
    unsigned radix = directive.kind == 'i'                                      ? 0
                     : directive.kind == 'o'                                    ? 8
                     : lower(static_cast<unsigned char>(directive.kind)) == 'x' ? 16
                                                                                : 10;
    const bool is_signed = directive.kind == 'd' || directive.kind == 'i';
    const unsigned long negative = unsigned{*text_ == '-'};
    if ((negative | unsigned{*text_ == '+'}) != 0) {
      ++text_;
      --room;
    }
    bool any = false;
    // "0x" is read even if no digit follows: then the number is 0.
    if ((radix == 0 || radix == 16) && room > 0 && *text_ == '0') {
      any = true;
      ++text_;
      --room;
      if (room > 0 && lower(at(text_)) == 'x') {
        ++text_;
        --room;
        radix = 16;
      } else if (radix == 0) {
        radix = 8;
      }
    }
    if (radix == 0) radix = 10;
    unsigned long value = 0;
    unsigned overflow = 0;
    for (; room > 0; --room, ++text_) {
      const unsigned digit = radix <= 10 ? at(text_) - '0' : digit_value(at(text_));
      if (digit >= radix) break;
      any = true;
      overflow |= unsigned{__builtin_mul_overflow(value, radix, &value)};
      overflow |= unsigned{__builtin_add_overflow(value, digit, &value)};
    }
    if (!any) return false;
    if (directive.suppressed) return true;
    store(directive.length, static_cast<long>(limited(value, overflow, negative, is_signed)));
    ++assigned_;
    return true;
  }

  // As strtol and strtoul: a value that does not fit becomes the nearest number, and errno says so.
  static unsigned long limited(unsigned long value, unsigned overflow, unsigned long negative, bool is_signed) {
    const unsigned long most = is_signed ? static_cast<unsigned long>(LONG_MAX) + negative : ULONG_MAX;
    if ((overflow | unsigned{value > most}) != 0) {
      errno = ERANGE;
      return most;
    }
    return (value ^ (0UL - negative)) + negative;
  }

  void store(Length length, long value) {
    void* to = target();
    switch (length) {
      case Length::Char: *static_cast<signed char*>(to) = static_cast<signed char>(value); break;
      case Length::Short: *static_cast<short*>(to) = static_cast<short>(value); break;
      case Length::None: *static_cast<int*>(to) = static_cast<int>(value); break;
      default: *static_cast<long*>(to) = value;
    }
  }

  const char* begin_;
  const char* text_;
  const Slot* slots_;
  std::size_t count_;
  std::size_t next_ = 0;
  int assigned_ = 0;
};

int scan(const char* text, const char* format, const Slot* slots, std::size_t count) {
  int assigned = 0;
  if (__forall_native_vsscanf(text, format, slots, count, &assigned)) return assigned;
  if (!is_supported(format)) return __forall_native_sscanf(text, format, slots, count);
  return Scanner(text, slots, count).run(format);
}

}  // namespace

}  // namespace forall::models

using namespace forall::models;

extern "C" {

int __forall_model_sscanf(const char* text, const char* format, const Slot* slots, std::size_t count) {
  const Scope scope;
  return scan(text, format, slots, count);
}

int __forall_model_vsscanf(const char* text, const char* format, std::va_list list) {
  const Scope scope;
  constexpr std::size_t kMost = 64;
  Slot slots[kMost];
  const std::size_t count = count_arguments(format);
  if (count > kMost) std::abort();
  std::va_list arguments;
  va_copy(arguments, list);
  for (std::size_t i = 0; i < count; ++i) *reinterpret_cast<void**>(slots[i].bytes) = va_arg(arguments, void*);
  va_end(arguments);
  return scan(text, format, slots, count);
}

}  // extern "C"

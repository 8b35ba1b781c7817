// Formatting to memory: snprintf and related functions.
//
// As little as possible is decided about the form of a symbolic number: its sign, if that affects the length, and its
// number of digits beyond those that the format asks for. The digits themselves are values. Floating point and wide
// characters are left to the C library, which gets them one conversion at a time (runtime/models/native_text.cpp).
#include "models/format.h"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <initializer_list>
#include <type_traits>

#include "models/model.h"

extern "C" {
enum : unsigned { kDouble, kLongDouble, kWideCharacter, kWideText };
// One conversion by the C library: as snprintf of "%", flags, "*.*" and the rest.
int __forall_native_format(char* to, std::size_t size, const char* spec, int width, int precision, unsigned kind,
                           const void* argument);
void __forall_native_unsupported(const char* what);
bool __forall_native_snprintf(char* to, std::size_t size, const char* format, const void* slots, std::size_t count,
                              int* length);  // runtime/models/native_path.cpp
bool __forall_native_vsnprintf(char* to, std::size_t size, const char* format, std::va_list list, int* length);
}

namespace forall::models {

void ListedSlots::note(unsigned number, Kind kind) {
  const std::size_t index = number != 0 ? number - 1 : count_;
  if (index >= kMost) std::abort();
  kinds_[index] = kind;
  if (index >= count_) count_ = index + 1;
}

ListedSlots::ListedSlots(const char* format, std::va_list list) {
  for (const char* p = format; *p != 0;) {
    if (*p != '%') {
      ++p;
      continue;
    }
    const Conversion conversion = read_conversion(p);
    if (conversion.width_is_argument) note(conversion.width_argument, Kind::Int);
    if (conversion.precision_is_argument) note(conversion.precision_argument, Kind::Int);
    const char kind = conversion.kind;
    if (kind == 0 || kind == '%' || kind == 'm') continue;
    const bool is_pointer = kind == 's' || kind == 'S' || kind == 'p' || kind == 'n';
    note(conversion.argument, is_floating(kind)
                                  ? (conversion.length == Length::LongDouble ? Kind::LongDouble : Kind::Double)
                              : is_pointer || conversion.length >= Length::Long ? Kind::Long
                                                                                : Kind::Int);
  }
  std::va_list arguments;
  va_copy(arguments, list);
  for (std::size_t i = 0; i < count_; ++i) {
    void* slot = slots_[i].bytes;
    switch (kinds_[i]) {
      case Kind::Int: *static_cast<int*>(slot) = va_arg(arguments, int); break;
      case Kind::Long: *static_cast<long*>(slot) = va_arg(arguments, long); break;
      case Kind::Double: *static_cast<double*>(slot) = va_arg(arguments, double); break;
      case Kind::LongDouble: *static_cast<long double*>(slot) = va_arg(arguments, long double); break;
    }
  }
  va_end(arguments);
}

namespace {

// Where the text goes: characters that do not fit are only counted.
class Sink {
 public:
  Sink(char* to, std::size_t size) : to_(to), size_(size) {}

  void put(char c) {
    if (length_ + 1 < size_) to_[length_] = c;
    ++length_;
  }
  void put(char c, std::size_t times) {
    for (; times > 0; --times) put(c);
  }
  void put(const char* text, std::size_t length) {
    for (std::size_t i = 0; i < length; ++i) put(text[i]);
  }
  void finish() {
    if (size_ > 0) to_[length_ < size_ ? length_ : size_ - 1] = 0;
  }
  std::size_t length() const { return length_; }

 private:
  char* to_;
  std::size_t size_;
  std::size_t length_ = 0;
};

std::size_t padding(const Conversion& conversion, std::size_t length) {
  const auto width = static_cast<std::size_t>(conversion.width);
  return width > length ? width - length : 0;
}

void put_text(Sink& sink, const Conversion& conversion, const char* text, std::size_t length) {
  const std::size_t fill = padding(conversion, length);
  if (!conversion.left) sink.put(' ', fill);
  sink.put(text, length);
  if (conversion.left) sink.put(' ', fill);
}

void put_string(Sink& sink, const Conversion& conversion, const char* text) {
  const auto most = conversion.has_precision ? static_cast<std::size_t>(conversion.precision) : SIZE_MAX;
  if (text == nullptr) return put_text(sink, conversion, "(null)", most >= 6 ? 6 : 0);
  std::size_t length = 0;
  while (length < most && text[length] != 0) ++length;
  put_text(sink, conversion, text, length);
}

constexpr unsigned kMostDigits = 22;  // of 64 bits in octal

// A number has more digits than n if it is at least radix^n.
template <typename T>
bool has_more_digits(T value, unsigned radix, std::size_t n) {
  T power = 1;
  for (std::size_t i = 0; i < n; ++i) {
    if (__builtin_mul_overflow(power, T{radix}, &power)) return false;
  }
  return value >= power;
}

struct Number {
  unsigned radix = 10;
  bool capital = false;
  bool has_sign = false;
  char sign = 0;
  bool has_prefix = false;  // 0x
};

template <typename T>
void put_number(Sink& sink, const Conversion& conversion, const Number& number, T value) {
  const std::size_t in_front = (number.has_sign ? 1U : 0U) + (number.has_prefix ? 2U : 0U);
  std::size_t least = conversion.has_precision ? static_cast<std::size_t>(conversion.precision) : 1;
  const bool pads_with_zeros = conversion.zero && !conversion.left && !conversion.has_precision;
  const auto width = static_cast<std::size_t>(conversion.width);
  if (pads_with_zeros && width > in_front + least) least = width - in_front;
  // An octal number in the alternative form begins with a zero.
  const std::size_t extra = number.radix == 8 && conversion.alternative ? 1 : 0;
  std::size_t needed = least > extra ? least - extra : 0;
  while (has_more_digits(value, number.radix, needed)) ++needed;
  const std::size_t digits = needed + extra > least ? needed + extra : least;

  char text[kMostDigits];
  const std::size_t written = digits < kMostDigits ? digits : kMostDigits;
  for (std::size_t i = written; i > 0; --i) {
    const auto digit = static_cast<unsigned>(value % T{number.radix});
    const char c = digit_character(digit);
    text[i - 1] = number.capital ? static_cast<char>(upper(static_cast<unsigned char>(c))) : c;
    value /= T{number.radix};
  }
  const std::size_t fill = padding(conversion, in_front + digits);
  if (!conversion.left) sink.put(' ', fill);
  if (number.has_sign) sink.put(number.sign);
  if (number.has_prefix) {
    sink.put('0');
    sink.put(number.capital ? 'X' : 'x');
  }
  sink.put('0', digits - written);
  sink.put(text, written);
  if (conversion.left) sink.put(' ', fill);
}

template <typename Signed>
void put_signed(Sink& sink, const Conversion& conversion, Signed value) {
  using Unsigned = std::make_unsigned_t<Signed>;
  Number number;
  const Unsigned negative = Unsigned{value < 0};
  if (conversion.plus || conversion.space) {
    number.has_sign = true;  // of either kind, so its length is known
    const unsigned positive = conversion.plus ? '+' : ' ';
    number.sign = static_cast<char>(choose<unsigned>(negative != 0, '-', positive));
  } else if (negative != 0) {
    number.has_sign = true;
    number.sign = '-';
  }
  put_number<Unsigned>(sink, conversion, number, (static_cast<Unsigned>(value) ^ (Unsigned{0} - negative)) + negative);
}

template <typename T>
void put_unsigned(Sink& sink, const Conversion& conversion, T value) {
  Number number;
  number.radix = conversion.kind == 'u' ? 10 : conversion.kind == 'o' ? 8 : 16;
  number.capital = conversion.kind == 'X';
  number.has_prefix = number.radix == 16 && conversion.alternative && value != 0;
  put_number<T>(sink, conversion, number, value);
}

void put_integer(Sink& sink, const Conversion& conversion, const Slot& slot) {
  const bool is_signed = conversion.kind == 'd' || conversion.kind == 'i';
  if (conversion.length >= Length::Long) {
    return is_signed ? put_signed(sink, conversion, slot.as<long>())
                     : put_unsigned(sink, conversion, slot.as<unsigned long>());
  }
  const int value = slot.as<int>();
  const auto narrow = static_cast<unsigned>(value);
  switch (conversion.length) {
    case Length::Char:
      return is_signed ? put_signed(sink, conversion, int{static_cast<signed char>(value)})
                       : put_unsigned(sink, conversion, narrow & 0xffU);
    case Length::Short:
      return is_signed ? put_signed(sink, conversion, int{static_cast<short>(value)})
                       : put_unsigned(sink, conversion, narrow & 0xffffU);
    default: return is_signed ? put_signed(sink, conversion, value) : put_unsigned(sink, conversion, narrow);
  }
}

void put_pointer(Sink& sink, const Conversion& conversion, const Slot& slot) {
  const auto value = slot.as<unsigned long>();
  if (value == 0) return put_text(sink, conversion, "(nil)", 5);
  Number number;
  number.radix = 16;
  number.has_prefix = true;
  number.has_sign = conversion.plus || conversion.space;
  number.sign = conversion.plus ? '+' : ' ';
  put_number(sink, conversion, number, value);
}

// The C library formats one conversion; false if it cannot.
bool put_native(Sink& sink, const Conversion& conversion, const Slot& slot, unsigned kind) {
  char spec[16];
  std::size_t n = 0;
  const auto add = [&](bool present, char c) {
    if (present) spec[n++] = c;
  };
  add(true, '%');
  add(conversion.left, '-');
  add(conversion.plus, '+');
  add(conversion.space, ' ');
  add(conversion.alternative, '#');
  add(conversion.zero, '0');
  for (const char c : {'*', '.', '*'}) add(true, c);
  add(kind == kLongDouble, 'L');
  add(kind == kWideCharacter || kind == kWideText, 'l');
  add(true, static_cast<char>(kind == kWideCharacter ? 'c' : kind == kWideText ? 's' : conversion.kind));
  spec[n] = 0;
  const int precision = conversion.has_precision ? conversion.precision : -1;
  char text[512];
  const int length = __forall_native_format(text, sizeof text, spec, conversion.width, precision, kind, slot.bytes);
  if (length < 0) return false;
  const auto size = static_cast<std::size_t>(length);
  if (size < sizeof text) {
    sink.put(text, size);
    return true;
  }
  auto* longer = static_cast<char*>(std::malloc(size + 1));
  if (longer == nullptr) return false;
  __forall_native_format(longer, size + 1, spec, conversion.width, precision, kind, slot.bytes);
  sink.put(longer, size);
  std::free(longer);
  return true;
}

void store_length(const Conversion& conversion, std::size_t length, const Slot& slot) {
  switch (conversion.length) {
    case Length::Char: *slot.as<signed char*>() = static_cast<signed char>(length); break;
    case Length::Short: *slot.as<short*>() = static_cast<short>(length); break;
    case Length::None: *slot.as<int*>() = static_cast<int>(length); break;
    default: *slot.as<long*>() = static_cast<long>(length);
  }
}

class Formatter {
 public:
  Formatter(Sink& sink, const Slot* slots, std::size_t count) : sink_(sink), slots_(slots), count_(count) {}

  // False: the output is not valid.
  bool run(const char* p) {
    while (*p != 0) {
      if (*p != '%') {
        sink_.put(*p++);
        continue;
      }
      Conversion conversion = read_conversion(p);
      if (conversion.is_too_wide) return fail(EOVERFLOW);
      if (!take_sizes(conversion) || !put(conversion, p)) return false;
    }
    return true;
  }

 private:
  static bool fail(int error) {
    errno = error;
    return false;
  }

  const Slot& slot(unsigned number) {
    const std::size_t index = number != 0 ? number - 1 : next_++;
    if (index >= count_) std::abort();  // the format asks for more arguments than there are
    return slots_[index];
  }

  bool take_sizes(Conversion& conversion) {
    if (conversion.width_is_argument) {
      const int width = slot(conversion.width_argument).as<int>();
      if (width < 0) conversion.left = true;
      if (width == INT_MIN) return fail(EOVERFLOW);
      conversion.width = width < 0 ? -width : width;
    }
    if (conversion.precision_is_argument) {
      conversion.precision = slot(conversion.precision_argument).as<int>();
      if (conversion.precision < 0) conversion.has_precision = false;
    }
    return true;
  }

  bool put(const Conversion& conversion, const char* end) {
    const bool is_wide = conversion.length == Length::Long;
    switch (conversion.kind) {
      case 0: return fail(EINVAL);
      case '%': sink_.put('%'); return true;
      case 'd':
      case 'i':
      case 'u':
      case 'o':
      case 'x':
      case 'X': put_integer(sink_, conversion, slot(conversion.argument)); return true;
      case 'C': return put_native(sink_, conversion, slot(conversion.argument), kWideCharacter);
      case 'S': return put_native(sink_, conversion, slot(conversion.argument), kWideText);
      case 'c': {
        const Slot& argument = slot(conversion.argument);
        if (is_wide) return put_native(sink_, conversion, argument, kWideCharacter);
        const char c = static_cast<char>(argument.as<int>());
        put_text(sink_, conversion, &c, 1);
        return true;
      }
      case 's':
        if (is_wide) return put_native(sink_, conversion, slot(conversion.argument), kWideText);
        put_string(sink_, conversion, slot(conversion.argument).as<const char*>());
        return true;
      case 'p': put_pointer(sink_, conversion, slot(conversion.argument)); return true;
      case 'n': store_length(conversion, sink_.length(), slot(conversion.argument)); return true;
      case 'm': put_string(sink_, conversion, std::strerror(errno)); return true;
      default: break;
    }
    if (is_floating(conversion.kind)) {
      const unsigned kind = conversion.length == Length::LongDouble ? kLongDouble : kDouble;
      return put_native(sink_, conversion, slot(conversion.argument), kind);
    }
    __forall_native_unsupported("a conversion that printf does not know");
    sink_.put(conversion.begin, static_cast<std::size_t>(end - conversion.begin));
    return true;
  }

  Sink& sink_;
  const Slot* slots_;
  std::size_t count_;
  std::size_t next_ = 0;
};

int format_to(char* to, std::size_t size, const char* format, const Slot* slots, std::size_t count) {
  int native_length = 0;
  if (__forall_native_snprintf(to, size, format, slots, count, &native_length)) return native_length;
  Sink sink(to, size);
  const bool done = Formatter(sink, slots, count).run(format);
  sink.finish();
  if (!done) return -1;
  if (sink.length() > INT_MAX) {
    errno = EOVERFLOW;
    return -1;
  }
  return static_cast<int>(sink.length());
}

int format_list_to(char* to, std::size_t size, const char* format, std::va_list list) {
  int length = 0;
  if (__forall_native_vsnprintf(to, size, format, list, &length)) return length;
  const ListedSlots arguments(format, list);
  return format_to(to, size, format, arguments.slots(), arguments.count());
}

// With _FORTIFY_SOURCE: the size of the destination is known, and text that does not fit ends the program.
int format_checked(char* to, std::size_t room, const char* format, const Slot* slots, std::size_t count) {
  const int length = format_to(to, room, format, slots, count);
  if (length >= 0 && static_cast<std::size_t>(length) >= room) std::abort();
  return length;
}

int format_allocated(char** result, const char* format, const Slot* slots, std::size_t count) {
  const int length = format_to(nullptr, 0, format, slots, count);
  if (length < 0) return -1;
  auto* text = static_cast<char*>(std::malloc(static_cast<std::size_t>(length) + 1));
  if (text == nullptr) return -1;
  format_to(text, static_cast<std::size_t>(length) + 1, format, slots, count);
  *result = text;
  return length;
}

}  // namespace

}  // namespace forall::models

using namespace forall::models;

extern "C" {

int __forall_model_snprintf(char* to, std::size_t size, const char* format, const Slot* slots, std::size_t count) {
  const Scope scope;
  return format_to(to, size, format, slots, count);
}

int __forall_model_sprintf(char* to, const char* format, const Slot* slots, std::size_t count) {
  const Scope scope;
  return format_to(to, SIZE_MAX, format, slots, count);
}

int __forall_model_asprintf(char** result, const char* format, const Slot* slots, std::size_t count) {
  const Scope scope;
  return format_allocated(result, format, slots, count);
}

int __forall_model_snprintf_chk(char* to, std::size_t size, int, std::size_t room, const char* format,
                                const Slot* slots, std::size_t count) {
  const Scope scope;
  if (room < size) std::abort();
  return format_to(to, size, format, slots, count);
}

int __forall_model_sprintf_chk(char* to, int, std::size_t room, const char* format, const Slot* slots,
                               std::size_t count) {
  const Scope scope;
  return format_checked(to, room, format, slots, count);
}

int __forall_model_asprintf_chk(char** result, int, const char* format, const Slot* slots, std::size_t count) {
  const Scope scope;
  return format_allocated(result, format, slots, count);
}

int __forall_model_vsnprintf(char* to, std::size_t size, const char* format, std::va_list list) {
  const Scope scope;
  return format_list_to(to, size, format, list);
}

int __forall_model_vsprintf(char* to, const char* format, std::va_list list) {
  const Scope scope;
  return format_list_to(to, SIZE_MAX, format, list);
}

int __forall_model_vasprintf(char** result, const char* format, std::va_list list) {
  const Scope scope;
  const ListedSlots arguments(format, list);
  return format_allocated(result, format, arguments.slots(), arguments.count());
}

int __forall_model_vsnprintf_chk(char* to, std::size_t size, int, std::size_t room, const char* format,
                                 std::va_list list) {
  const Scope scope;
  if (room < size) std::abort();
  return format_list_to(to, size, format, list);
}

int __forall_model_vsprintf_chk(char* to, int, std::size_t room, const char* format, std::va_list list) {
  const Scope scope;
  const ListedSlots arguments(format, list);
  return format_checked(to, room, format, arguments.slots(), arguments.count());
}

}  // extern "C"

// Integers and bool, written to and read from streams. In the library this is the work of the facets num_put and
// num_get; here it is done directly where the stream's locale is the classic one (no grouping, ASCII digits).
//
// Writing: the number of digits is found by comparisons with powers of the base, one decision per length, and the
// digits are then computed from the value without decisions. Reading: one decision per character and question about it.
#include <cstdint>
#include <istream>
#include <iterator>
#include <limits>
#include <ostream>
#include <string>
#include <type_traits>

#include "models/classic_locale.h"
#include "models/model.h"

namespace forall::models {

namespace {

using std::ios_base;
using Traits = std::char_traits<char>;

unsigned base_of(ios_base::fmtflags flags) {
  const ios_base::fmtflags base = flags & ios_base::basefield;
  return base == ios_base::oct ? 8 : base == ios_base::hex ? 16 : 10;
}

// The text of a number: a sign or base prefix, then digits.
struct Text {
  char bytes[1 + 2 + 22];  // 64 bits are 22 octal digits
  unsigned prefix = 0;
  unsigned size = 0;

  void add(char c) { bytes[size++] = c; }
};

template <typename Unsigned>
void add_digits(Text& text, Unsigned value, unsigned base, bool uppercase) {
  constexpr Unsigned kMost = std::numeric_limits<Unsigned>::max();
  Unsigned power = 1;
  while (power <= kMost / base && value >= power * base) power *= base;
  for (; power != 0; power /= base) {
    const auto digit = static_cast<unsigned>(value / power % base);
    // This is arithmetic, not a choice: a digit costs no decision.
    const unsigned gap = (uppercase ? 'A' : 'a') - '9' - 1;
    text.add(static_cast<char>('0' + digit + unsigned{digit > 9} * gap));
  }
}

template <typename T>
Text text_of(T value, ios_base::fmtflags flags) {
  using Unsigned = std::make_unsigned_t<T>;
  const unsigned base = base_of(flags);
  const bool uppercase = (flags & ios_base::uppercase) != 0;
  Text text;
  auto magnitude = static_cast<Unsigned>(value);
  if (base == 10) {
    if (std::is_signed_v<T> && value < 0) {
      magnitude = Unsigned{0} - magnitude;
      text.add('-');
    } else if (std::is_signed_v<T> && (flags & ios_base::showpos) != 0) {
      text.add('+');
    }
  } else if ((flags & ios_base::showbase) != 0 && value != 0) {
    text.add('0');
    if (base == 16) text.add(uppercase ? 'X' : 'x');
  }
  // The leading zero of an octal number is a digit: fill goes before it.
  text.prefix = base == 8 ? 0 : text.size;
  add_digits(text, magnitude, base, uppercase);
  return text;
}

// Writes a text padded to the width, and resets the width. False if the buffer did not accept it.
bool put_padded(std::ostream& out, const char* text, std::streamsize size, std::streamsize prefix) {
  const std::streamsize width = out.width();
  out.width(0);
  if (width <= size) return out.rdbuf()->sputn(text, size) == size;
  const ios_base::fmtflags adjust = out.flags() & ios_base::adjustfield;
  const std::streamsize before = adjust == ios_base::left ? size : adjust == ios_base::internal ? prefix : 0;
  std::string padded(text, static_cast<std::size_t>(before));
  padded.append(static_cast<std::size_t>(width - size), out.fill());
  padded.append(text + before, static_cast<std::size_t>(size - before));
  return out.rdbuf()->sputn(padded.data(), width) == width;
}

template <typename T>
bool put(std::ostream& out, T value) {
  if (!is_classic(out)) {
    // The facet knows long and unsigned long; as in the library, octal and hexadecimal show the bits of the type
    // itself.
    using Put = std::num_put<char>;
    using Wide =
        std::conditional_t<std::is_same_v<T, bool>, bool, std::conditional_t<std::is_signed_v<T>, long, unsigned long>>;
    return !std::use_facet<Put>(out.getloc()).put(out, out, out.fill(), static_cast<Wide>(value)).failed();
  }
  if constexpr (std::is_same_v<T, bool>) {
    if ((out.flags() & ios_base::boolalpha) != 0) {
      return value ? put_padded(out, "true", 4, 0) : put_padded(out, "false", 5, 0);
    }
    return put(out, static_cast<int>(value));
  } else {
    const Text text = text_of(value, out.flags());
    return put_padded(out, text.bytes, text.size, text.prefix);
  }
}

template <typename T>
std::ostream& insert(std::ostream& out, T value) {
  const std::ostream::sentry ready(out);
  if (!ready) return out;
  bool done = true;
  try {
    done = put(out, value);
  } catch (...) {
    out._M_setstate(ios_base::badbit);
  }
  if (!done) out.setstate(ios_base::badbit);
  return out;
}

// The library reads and prints the narrow signed types as long, but shows their own bits in octal and hexadecimal.
template <typename T>
std::ostream& insert_signed(std::ostream& out, T value) {
  if (base_of(out.flags()) != 10)
    return insert(out, static_cast<unsigned>(static_cast<std::make_unsigned_t<T>>(value)));
  return insert(out, static_cast<int>(value));
}

// The characters of a stream, read one by one.
class Reader {
 public:
  explicit Reader(std::istream& in) : buffer_(*in.rdbuf()), next_(buffer_.sgetc()) {}

  bool at_end() const { return Traits::eq_int_type(next_, Traits::eof()); }
  bool sees(char c) const { return !at_end() && Traits::to_char_type(next_) == c; }
  unsigned code() const { return static_cast<unsigned char>(Traits::to_char_type(next_)); }
  void advance() { next_ = buffer_.snextc(); }

 private:
  std::streambuf& buffer_;
  Traits::int_type next_;
};

constexpr unsigned kNoDigit = 16;

unsigned digit_at(const Reader& reader, unsigned base) {
  const unsigned code = reader.code();
  if (const unsigned digit = code - '0'; digit < (base < 10 ? base : 10)) return digit;
  if (base != 16) return kNoDigit;
  if (code - 'a' < 6u) return code - 'a' + 10;
  if (code - 'A' < 6u) return code - 'A' + 10;
  return kNoDigit;
}

// Zeros, and "0x" where the base may be 16. Returns whether a zero that is a digit was read; sets the base that
// a prefix chooses.
bool read_prefix(Reader& reader, bool base_is_free, unsigned& base) {
  bool zero = false;
  while (!reader.at_end()) {
    if (reader.sees('0') && (!zero || base == 10)) {
      zero = true;
      if (base_is_free) base = 8;
    } else if (zero && (base_is_free || base == 16) && (reader.sees('x') || reader.sees('X'))) {
      base = 16;
      reader.advance();
      return false;
    } else {
      break;
    }
    reader.advance();
  }
  return zero;
}

template <typename T>
ios_base::iostate get(std::istream& in, T& value) {
  using Unsigned = std::make_unsigned_t<T>;
  const ios_base::fmtflags field = in.flags() & ios_base::basefield;
  unsigned base = base_of(field);
  Reader reader(in);
  const bool negative = reader.sees('-');
  if (negative || reader.sees('+')) reader.advance();
  bool any = read_prefix(reader, field == 0, base);
  const auto most = static_cast<Unsigned>(static_cast<Unsigned>(std::numeric_limits<T>::max()) +
                                          (negative && std::is_signed_v<T> ? 1u : 0u));
  Unsigned result = 0;
  bool overflow = false;
  for (; !reader.at_end(); reader.advance()) {
    const unsigned digit = digit_at(reader, base);
    if (digit == kNoDigit) break;
    any = true;
    if (overflow || result > most / base || static_cast<Unsigned>(result * base) > most - digit) {
      overflow = true;
    } else {
      result = static_cast<Unsigned>(result * base + digit);
    }
  }
  ios_base::iostate state = reader.at_end() ? ios_base::eofbit : ios_base::goodbit;
  if (!any || overflow) state |= ios_base::failbit;
  if (overflow) result = most;
  // An overflow of an unsigned number is its maximum, whatever the sign.
  const bool negates = negative && (std::is_signed_v<T> || !overflow);
  value = static_cast<T>(negates ? Unsigned{0} - result : result);
  return state;
}

ios_base::iostate get(std::istream& in, bool& value) {
  long number = -1;
  const ios_base::iostate state = get(in, number);
  value = number != 0;
  return number == 0 || number == 1 ? state : state | ios_base::failbit;
}

// The library reads short and int as long and then clamps them to their range; so does this function.
template <typename T>
ios_base::iostate get_by_facet(std::istream& in, T& value) {
  using Get = std::num_get<char>;
  const Get& facet = std::use_facet<Get>(in.getloc());
  ios_base::iostate state = ios_base::goodbit;
  if constexpr (std::is_same_v<T, int> || std::is_same_v<T, short>) {
    long wide = 0;
    facet.get(in, 0, in, state, wide);
    const long least = std::numeric_limits<T>::min();
    const long most = std::numeric_limits<T>::max();
    if (wide < least || wide > most) state |= ios_base::failbit;
    value = static_cast<T>(wide < least ? least : wide > most ? most : wide);
  } else {
    facet.get(in, 0, in, state, value);
  }
  return state;
}

template <typename T>
std::istream& extract(std::istream& in, T& value) {
  const std::istream::sentry ready(in, false);
  if (!ready) return in;
  ios_base::iostate state = ios_base::goodbit;
  try {
    const bool named = std::is_same_v<T, bool> && (in.flags() & ios_base::boolalpha) != 0;
    state = is_classic(in) && !named ? get(in, value) : get_by_facet(in, value);
  } catch (...) {
    in._M_setstate(ios_base::badbit);
  }
  if (state != ios_base::goodbit) in.setstate(state);
  return in;
}

}  // namespace

}  // namespace forall::models

using namespace forall::models;

// One function per type of number, named by the letter that stands for the type in mangled names.
#define FORALL_INSERT(letter, type, how)                                         \
  std::ostream* __forall_model_ostream_##letter(std::ostream* out, type value) { \
    const Scope scope;                                                           \
    return &how(*out, value);                                                    \
  }
#define FORALL_EXTRACT(letter, type)                                             \
  std::istream* __forall_model_istream_##letter(std::istream* in, type* value) { \
    const Scope scope;                                                           \
    return &extract(*in, *value);                                                \
  }

extern "C" {

FORALL_INSERT(b, bool, insert)
FORALL_INSERT(s, short, insert_signed)
FORALL_INSERT(t, unsigned short, insert)
FORALL_INSERT(i, int, insert_signed)
FORALL_INSERT(j, unsigned, insert)
FORALL_INSERT(l, long, insert)
FORALL_INSERT(m, unsigned long, insert)

FORALL_EXTRACT(b, bool)
FORALL_EXTRACT(s, short)
FORALL_EXTRACT(t, unsigned short)
FORALL_EXTRACT(i, int)
FORALL_EXTRACT(j, unsigned)
FORALL_EXTRACT(l, long)
FORALL_EXTRACT(m, unsigned long)

}  // extern "C"

// Text read from streams: the members and functions that the library specializes for char, so that no instance of the
// headers' templates exists (stream_templates.cpp has the others). All of them read one character after the other.
// ostream::put is here, too: an argument of the library's own buffers would have to be concrete, so standard output
// gets the character as a text.
#include <ext/stdio_sync_filebuf.h>

#include <istream>
#include <ostream>
#include <streambuf>
#include <string>
#include <typeinfo>

#include "models/classic_locale.h"
#include "models/model.h"

namespace forall::models {

namespace {

using std::ios_base;
using Traits = std::char_traits<char>;

bool is_end(Traits::int_type c) { return Traits::eq_int_type(c, Traits::eof()); }

std::streamsize& count_of(std::istream& in) {
  struct Access : std::istream {
    static std::streamsize& of(std::istream& s) { return s.*&Access::_M_gcount; }
  };
  return Access::of(in);
}

// Runs `read`, which counts the characters it takes and returns the state to set, if the stream is ready. An exception
// makes the stream bad. Taking nothing is a failure, except for `ignore`.
template <typename Read>
std::istream& reading(std::istream& in, bool keeps_space, bool must_take, std::streamsize& taken, Read read) {
  taken = 0;
  ios_base::iostate state = ios_base::goodbit;
  const std::istream::sentry ready(in, keeps_space);
  if (ready) {
    try {
      state = read(*in.rdbuf());
    } catch (...) {
      in._M_setstate(ios_base::badbit);
    }
  }
  if (must_take && taken == 0) state |= ios_base::failbit;
  if (state != ios_base::goodbit) in.setstate(state);
  return in;
}

// Passes characters to `take` until `stops` is true, `most` are taken or the text ends. Returns the next character.
template <typename Stops, typename Take>
Traits::int_type take_until(std::streambuf& buffer, std::streamsize most, std::streamsize& taken, Stops stops,
                            Take take) {
  Traits::int_type c = buffer.sgetc();
  for (; taken < most && !is_end(c) && !stops(Traits::to_char_type(c)); ++taken) {
    take(Traits::to_char_type(c));
    c = buffer.snextc();
  }
  return c;
}

// Is a character white space in the stream's locale?
class Space {
 public:
  explicit Space(std::istream& in)
      : facet_(is_classic(in) ? nullptr : &std::use_facet<std::ctype<char>>(in.getloc())) {}
  bool operator()(char c) const { return facet_ == nullptr ? is_space(c) : facet_->is(std::ctype_base::space, c); }

 private:
  const std::ctype<char>* facet_;
};

// A line; the line end is read and discarded.
template <typename Take>
ios_base::iostate take_line(std::streambuf& buffer, std::streamsize most, std::streamsize& taken, char end, Take take) {
  const Traits::int_type c = take_until(buffer, most, taken, [end](char next) { return next == end; }, take);
  if (is_end(c)) return ios_base::eofbit;
  if (Traits::to_char_type(c) != end) return ios_base::failbit;
  ++taken;
  buffer.sbumpc();
  return ios_base::goodbit;
}

template <typename Take>
ios_base::iostate take_word(std::istream& in, std::streamsize most, std::streamsize& taken, Take take) {
  const Traits::int_type c = take_until(*in.rdbuf(), most, taken, Space(in), take);
  in.width(0);
  return taken < most && is_end(c) ? ios_base::eofbit : ios_base::goodbit;
}

// Skips up to `most` characters, through the first one that stops.
template <typename Stops>
std::istream& ignore(std::istream& in, std::streamsize most, Stops stops) {
  std::streamsize& taken = count_of(in);
  return reading(in, true, false, taken, [&](std::streambuf& buffer) {
    if (most <= 0) return ios_base::goodbit;
    const Traits::int_type c = take_until(buffer, most, taken, stops, [](char) {});
    if (taken == most) return ios_base::goodbit;
    if (is_end(c)) return ios_base::eofbit;
    ++taken;
    buffer.sbumpc();
    return ios_base::goodbit;
  });
}

}  // namespace

}  // namespace forall::models

using namespace forall::models;

extern "C" {

std::istream* __forall_model_getline_string(std::istream* in, std::string* text, char end) {
  const Scope scope;
  std::streamsize taken = 0;
  return &reading(*in, true, true, taken, [&](std::streambuf& buffer) {
    text->clear();
    return take_line(buffer, static_cast<std::streamsize>(text->max_size()), taken, end, [&](char c) { *text += c; });
  });
}

std::istream* __forall_model_getline_buffer(std::istream* in, char* text, std::streamsize size, char end) {
  const Scope scope;
  std::streamsize& taken = count_of(*in);
  // The text is terminated even if nothing could be read, and before a failure is thrown.
  if (size > 0) *text = '\0';
  return &reading(*in, true, true, taken, [&](std::streambuf& buffer) {
    return take_line(buffer, size - 1, taken, end, [&](char c) {
      *text++ = c;
      *text = '\0';
    });
  });
}

std::istream* __forall_model_read_word(std::istream* in, std::string* text) {
  const Scope scope;
  std::streamsize taken = 0;
  return &reading(*in, false, true, taken, [&](std::streambuf&) {
    text->clear();
    const std::streamsize width = in->width();
    const auto most = width > 0 ? width : static_cast<std::streamsize>(text->max_size());
    return take_word(*in, most, taken, [&](char c) { *text += c; });
  });
}

void __forall_model_read_word_buffer(std::istream* in, char* text, std::streamsize size) {
  const Scope scope;
  std::streamsize taken = 0;
  reading(*in, false, true, taken, [&](std::streambuf&) {
    const std::streamsize width = in->width();
    if (width > 0 && width < size) size = width;
    *text = '\0';
    return take_word(*in, size - 1, taken, [&](char c) {
      *text++ = c;
      *text = '\0';
    });
  });
}

std::ostream* __forall_model_put(std::ostream* out, char c) {
  const Scope scope;
  const std::ostream::sentry ready(*out);
  if (!ready) return out;
  bool done = true;
  try {
    std::streambuf& buffer = *out->rdbuf();
    const bool is_standard = typeid(buffer) == typeid(__gnu_cxx::stdio_sync_filebuf<char>);
    done = is_standard ? buffer.sputn(&c, 1) == 1 : !is_end(buffer.sputc(c));
  } catch (...) {
    out->_M_setstate(ios_base::badbit);
  }
  if (!done) out->setstate(ios_base::badbit);
  return out;
}

std::istream* __forall_model_ignore(std::istream* in, std::streamsize most) {
  const Scope scope;
  return &ignore(*in, most, [](char) { return false; });
}

std::istream* __forall_model_ignore_until(std::istream* in, std::streamsize most, int end) {
  const Scope scope;
  return &ignore(*in, most, [end](char c) { return Traits::to_int_type(c) == end; });
}

}  // extern "C"

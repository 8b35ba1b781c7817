// The beginning of std::ios_base, the part of a stream that is not a template: width, precision and flags may become
// symbolic later, and must not inherit what the memory held before.
#include <ios>
#include <new>

#include "models/model.h"

namespace forall::models {

namespace {

struct Open : std::ios_base {
  // Everything but the vtable pointer, which the derived class sets.
  static void construct(Open& s) {
    s._M_precision = 0;
    s._M_width = 0;
    s._M_flags = std::ios_base::fmtflags{};
    s._M_exception = std::ios_base::goodbit;
    s._M_streambuf_state = std::ios_base::goodbit;
    s._M_callbacks = nullptr;
    s._M_word_zero = {};
    for (_Words& words : s._M_local_word) words = {};
    s._M_word_size = _S_local_word_size;
    s._M_word = s._M_local_word;
    ::new (&s._M_ios_locale) std::locale();
  }

  static void init(Open& s) {
    s._M_precision = 6;
    s._M_width = 0;
    s._M_flags = std::ios_base::skipws | std::ios_base::dec;
    s._M_ios_locale = std::locale();
  }
};

}  // namespace

}  // namespace forall::models

using namespace forall::models;

extern "C" {

void __forall_model_ios_base(std::ios_base* stream) {
  const Scope scope;
  Open::construct(static_cast<Open&>(*stream));
}

void __forall_model_ios_base_init(std::ios_base* stream) {
  const Scope scope;
  Open::init(static_cast<Open&>(*stream));
}

}  // extern "C"

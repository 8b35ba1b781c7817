// Exceptions of the standard library. They are really thrown. Their texts are in memory of the library, so the bytes of
// a text that was made from symbolic values are poisoned: throwing and catching is exact, reading what() costs a ledger
// line.
//
// Compiled with exceptions; no other file of the runtime throws.
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <exception>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <typeinfo>

#include "runtime/models/protocol.h"

namespace forall::runtime {

namespace {

struct StringLayout {  // of std::string
  const char* text;
  std::size_t size;
};

void poison_text(const std::exception& exception) {
  shadow_poison(exception.what(), std::strlen(exception.what()) + 1);
}

template <typename Exception>
[[noreturn]] void throw_with_text(const char* text) {
  Exception exception(text);
  if (is_symbolic(text, std::strlen(text) + 1)) poison_text(exception);
  throw exception;
}

// The object was constructed from this text.
void after_construction(const std::exception& exception, const char* text, std::size_t size) {
  if (is_symbolic(text, size)) poison_text(exception);
}

}  // namespace

}  // namespace forall::runtime

namespace forall {

// Thrown by a call that axioms stand in for, if no axiom excludes an exception.
struct [[gnu::visibility("hidden")]] AnyOtherException : std::exception {
  // Called through the vtable, whose first two entries are the destructors. Takes its arguments.
  const char* what() const noexcept override {
    const void* self = (*reinterpret_cast<const void* const* const*>(this))[2];
    if (__forall_state.argument_callee == self) __forall_state.argument_callee = nullptr;
    return "an exception that no axiom excludes";
  }
};

}  // namespace forall

using namespace forall::runtime;

extern "C" {

#define THROW_WITH_TEXT(name, type)                                               \
  [[noreturn]] void __forall_model_throw_##name(const char* text) {               \
    const ModelCall call(&__forall_model_throw_##name, "std::__throw_" #name, 1); \
    call.resolve(0, text, 1);                                                     \
    throw_with_text<std::type>(text);                                             \
  }
THROW_WITH_TEXT(logic_error, logic_error)
THROW_WITH_TEXT(domain_error, domain_error)
THROW_WITH_TEXT(invalid_argument, invalid_argument)
THROW_WITH_TEXT(length_error, length_error)
THROW_WITH_TEXT(out_of_range, out_of_range)
THROW_WITH_TEXT(runtime_error, runtime_error)
THROW_WITH_TEXT(range_error, range_error)
THROW_WITH_TEXT(overflow_error, overflow_error)
THROW_WITH_TEXT(underflow_error, underflow_error)
#undef THROW_WITH_TEXT

[[noreturn]] void __forall_throw_other() {
  const ModelCall call(&__forall_throw_other, "__forall_throw_other", 0);
  throw forall::AnyOtherException();
}

// The numbers in the text may be symbolic, and ids are not passed through "...".
[[noreturn]] void __forall_model_throw_out_of_range_fmt(const char* format, ...) {
  const ModelCall call(&__forall_model_throw_out_of_range_fmt, "std::__throw_out_of_range_fmt", 0);
  char text[1024];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  std::out_of_range exception(text);
  if (g.in_run && std::strchr(format, '%') != nullptr) poison_text(exception);
  throw exception;
}

// Constructors: those of the library do the work.
#define CONSTRUCTORS(type, mangled)                                                                             \
  void forall_native_##type##_text(void*, const char*) __asm__("_ZNSt" mangled "C1EPKc");                       \
  void forall_native_##type##_string(                                                                           \
      void*, const void*) __asm__("_ZNSt" mangled "C1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"); \
  void __forall_model_##type##_text(void* self, const char* text) {                                             \
    const ModelCall call(&__forall_model_##type##_text, "std::" #type, 2);                                      \
    call.resolve(1, text, 1);                                                                                   \
    forall_native_##type##_text(self, text);                                                                    \
    after_construction(*static_cast<std::type*>(self), text, std::strlen(text) + 1);                            \
  }                                                                                                             \
  void __forall_model_##type##_string(void* self, const void* string) {                                         \
    const ModelCall call(&__forall_model_##type##_string, "std::" #type, 2);                                    \
    call.resolve(1, string, sizeof(StringLayout));                                                              \
    forall_native_##type##_string(self, string);                                                                \
    const auto* layout = static_cast<const StringLayout*>(string);                                              \
    const bool fields = is_symbolic(layout, sizeof *layout);                                                    \
    if (fields) poison_text(*static_cast<std::type*>(self));                                                    \
    after_construction(*static_cast<std::type*>(self), layout->text, layout->size);                             \
  }
CONSTRUCTORS(logic_error, "11logic_error")
CONSTRUCTORS(domain_error, "12domain_error")
CONSTRUCTORS(invalid_argument, "16invalid_argument")
CONSTRUCTORS(length_error, "12length_error")
CONSTRUCTORS(out_of_range, "12out_of_range")
CONSTRUCTORS(runtime_error, "13runtime_error")
CONSTRUCTORS(range_error, "11range_error")
CONSTRUCTORS(overflow_error, "14overflow_error")
CONSTRUCTORS(underflow_error, "15underflow_error")
#undef CONSTRUCTORS

}  // extern "C"

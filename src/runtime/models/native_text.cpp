// Work that the models compiled with the pass leave to the C library: formatting and reading floating point and wide
// characters. The library uses the values of this run; a ledger line reports symbolic ones.
#include <clocale>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>

#include "runtime/models/protocol.h"
#include "runtime/unset.h"

using namespace forall::runtime;
using forall::abi::LedgerKind;

namespace {

// Notes memory that the library read or wrote at unknown places.
void note_memory(const ModelCall& call, const char* what) {
  if (__forall_state.symbolic_bytes != 0 || call.symbolic()) add_ledger(LedgerKind::ConcretizedCall, call.site(), what);
}

template <typename T>
T read_argument(const void* argument) {
  T value;
  std::memcpy(&value, argument, sizeof value);
  return value;
}

}  // namespace

extern "C" {

int __forall_native_format(char* to, std::size_t size, const char* spec, int width, int precision, unsigned kind,
                           const void* argument) {
  const ModelCall call(&__forall_native_format, "printf", 7);
  if (kind >= 2) {
    note_memory(call, "printf of wide characters");
  } else if (call.symbolic() || is_symbolic(argument, kind == 0 ? 8 : sizeof(long double))) {
    add_ledger(LedgerKind::ConcretizedFloat, call.site(), "printed as text");
  }
  int length = 0;
  switch (kind) {
    case 0: length = std::snprintf(to, size, spec, width, precision, read_argument<double>(argument)); break;
    case 1: length = std::snprintf(to, size, spec, width, precision, read_argument<long double>(argument)); break;
    case 2: length = std::snprintf(to, size, spec, width, precision, read_argument<std::wint_t>(argument)); break;
    default: length = std::snprintf(to, size, spec, width, precision, read_argument<const wchar_t*>(argument));
  }
  shadow_clear(to, size);
  return length;
}

void __forall_native_unsupported(const char* what) {
  const ModelCall call(&__forall_native_unsupported, "printf", 0);
  add_ledger(LedgerKind::UnsupportedCode, call.site(), what);
}

// Every argument of sscanf is a pointer.
int __forall_native_sscanf(const char* text, const char* format, const void* slots, std::size_t count) {
  const ModelCall call(&__forall_native_sscanf, "sscanf", 4);
  note_memory(call, "sscanf");
  constexpr std::size_t kMost = 16;
  if (count > kMost) {
    add_ledger(LedgerKind::UnsupportedCode, call.site(), "sscanf with more than 16 arguments");
    count = kMost;
  }
  void* p[kMost] = {};
  for (std::size_t i = 0; i < count; ++i) {
    std::memcpy(&p[i], static_cast<const char*>(slots) + 16 * i, sizeof p[i]);
    set_reachable(reinterpret_cast<u64>(p[i]));
  }
  return std::sscanf(text, format, p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9], p[10], p[11], p[12],
                     p[13], p[14], p[15]);
}

char* __forall_native_strtod(const char* text, void* to, unsigned kind) {
  const ModelCall call(&__forall_native_strtod, "strtod", 3);
  char* end = nullptr;
  switch (kind) {
    case 0: *static_cast<float*>(to) = std::strtof(text, &end); break;
    case 1: *static_cast<double*>(to) = std::strtod(text, &end); break;
    default: *static_cast<long double*>(to) = std::strtold(text, &end);
  }
  shadow_clear(to, kind == 0 ? 4 : kind == 1 ? 8 : sizeof(long double));
  // The library read the character after the number; for infinity or NaN it reads further.
  const std::size_t looked_at = strnlen(text, static_cast<std::size_t>(end - text) + 16) + 1;
  if (call.symbolic() || is_symbolic(text, looked_at)) {
    add_ledger(LedgerKind::ConcretizedFloat, call.site(), "read from text");
  }
  return end;
}

// The models implement the "C" locale.
char* __forall_model_setlocale(int category, const char* name) {
  const ModelCall call(&__forall_model_setlocale, "setlocale", 2);
  call.decide(0, static_cast<u32>(category), 32);
  if (name == nullptr) return std::setlocale(category, nullptr);
  g.has_lasting_effects = true;
  char* result = std::setlocale(category, name);
  const char* all = std::setlocale(LC_ALL, nullptr);
  if (all != nullptr && std::strcmp(all, "C") != 0 && std::strcmp(all, "POSIX") != 0) {
    add_ledger(LedgerKind::GlobalState, call.site(), "setlocale with a locale other than \"C\"");
  }
  return result;
}

}  // extern "C"

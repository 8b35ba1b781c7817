// The fast path of models that are slow compared to the library: while nothing symbolic is involved, the library's
// function has the same result. Models ask here first; if the answer is false, they do the work themselves.
//
// Unlike the models, the library does not check the bounds of heap blocks. So it only gets memory that it stays inside
// of.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/heap.h"
#include "runtime/models/protocol.h"

using namespace forall::runtime;

namespace {

constexpr std::size_t kSlotBytes = 16;
constexpr std::size_t kMostSlots = 32;

constexpr u64 kMostNative = u64{1} << 24;

// May the library use all of these bytes?
bool may_use(const void* pointer, u64 size) {
  const u64 address = reinterpret_cast<u64>(pointer);
  return size <= kMostNative && first_closed(address, size) == address + size &&
         !any_flag(address, size == 0 ? 1 : size, forall::abi::kWatchedFlag);
}

bool is_concrete(const void* pointer, u64 size) { return !may_be_symbolic(pointer, size); }

// A text that ends inside its block and is concrete.
bool is_plain_text(const char* text) {
  if (text == nullptr) return true;
  const std::size_t length = strnlen(text, kMostNative);
  return may_use(text, length + 1) && is_concrete(text, length + 1);
}

// Can the library do all conversions of this format, each with an argument of eight bytes? The models do the rest: %n,
// wide characters, long double, numbered arguments. `next` returns the next argument, which is of the given kind.
enum class Kind { Word, Floating };
template <typename Next>
bool is_plain_format(const char* format, Next next) {
  if (!is_plain_text(format)) return false;
  for (const char* p = std::strchr(format, '%'); p != nullptr; p = std::strchr(p, '%')) {
    const char* end = p + 1 + std::strspn(p + 1, "0123456789+- #.*hlqjzt");
    bool is_long = false;
    for (const char* q = p + 1; q != end; ++q) {
      if (*q == '*') next(Kind::Word);
      is_long = is_long || *q == 'l';
    }
    p = end + 1;
    if (*end == '%') continue;
    if (*end == 0 || std::strchr("diouxXcspeEfFgGaA", *end) == nullptr) return false;
    if ((*end == 's' || *end == 'c') && is_long) return false;
    const u64 argument = next(std::strchr("eEfFgGaA", *end) != nullptr ? Kind::Floating : Kind::Word);
    // With a precision the text need not be terminated; the model handles that.
    if (*end == 's' && !is_plain_text(reinterpret_cast<const char*>(argument))) return false;
  }
  return true;
}

// Marks memory that the library wrote text to.
void wrote(const char* to, std::size_t size, const int* length) {
  shadow_clear(length, sizeof *length);
  if (size == 0 || *length < 0) return;
  const auto written = static_cast<std::size_t>(*length);
  shadow_clear(to, written < size ? written + 1 : size);
}

// A va_list in the layout of the machine's ABI, with all arguments in memory, as if the registers were already used up.
void list_in_memory(std::va_list& list, void* arguments) {
#if defined(__aarch64__)
  struct {
    void* stack;
    void* general_top = nullptr;
    void* vector_top = nullptr;
    int general_offset = 0;
    int vector_offset = 0;
  } const layout{.stack = arguments};
#elif defined(__x86_64__)
  struct {
    unsigned general_offset = 6 * 8;
    unsigned vector_offset = 6 * 8 + 8 * 16;
    void* stack;
    void* registers = nullptr;
  } const layout{.stack = arguments};
#else
#error "the layout of va_list on this machine is not known"
#endif
  static_assert(sizeof layout == sizeof list);
  std::memcpy(&list, &layout, sizeof layout);
}

bool may_sort(const void* first, std::size_t count, std::size_t size) {
  u64 bytes = 0;
  return __forall_state.symbolic_bytes == 0 && !__builtin_mul_overflow(count, size, &bytes) && may_use(first, bytes) &&
         is_concrete(first, bytes);
}

}  // namespace

extern "C" {

bool __forall_native_snprintf(char* to, std::size_t size, const char* format, const void* slots, std::size_t count,
                              int* length) {
  const ModelCall call(&__forall_native_snprintf, "snprintf", 6);
  if (call.symbolic() || count > kMostSlots || !may_use(to, size)) return false;
  if (!is_concrete(slots, count * kSlotBytes)) return false;
  u64 arguments[kMostSlots];
  for (std::size_t i = 0; i < count; ++i) {
    std::memcpy(&arguments[i], static_cast<const char*>(slots) + i * kSlotBytes, sizeof arguments[i]);
  }
  std::size_t taken = 0;
  const bool plain = is_plain_format(format, [&](Kind) { return taken < count ? arguments[taken++] : ++taken; });
  if (!plain || taken > count) return false;
  std::va_list list;
  list_in_memory(list, arguments);
  *length = std::vsnprintf(to, size, format, list);
  wrote(to, size, length);
  return true;
}

// It is not known what a list refers to, so no memory may be symbolic.
bool __forall_native_vsnprintf(char* to, std::size_t size, const char* format, std::va_list list, int* length) {
  const ModelCall call(&__forall_native_vsnprintf, "vsnprintf", 5);
  if (call.symbolic() || __forall_state.symbolic_bytes != 0 || !may_use(to, size)) return false;
  std::va_list arguments;
  va_copy(arguments, list);
  const bool plain = is_plain_format(format, [&](Kind kind) {
    if (kind == Kind::Word) return va_arg(arguments, u64);
    static_cast<void>(va_arg(arguments, double));
    return u64{0};
  });
  va_end(arguments);
  if (!plain) return false;
  va_copy(arguments, list);
  *length = std::vsnprintf(to, size, format, arguments);
  va_end(arguments);
  wrote(to, size, length);
  return true;
}

bool __forall_native_vsscanf(const char* text, const char* format, const void* slots, std::size_t count,
                             int* assigned) {
  const ModelCall call(&__forall_native_vsscanf, "sscanf", 5);
  if (call.symbolic() || __forall_state.symbolic_bytes != 0 || count > kMostSlots) return false;
  if (!is_plain_text(text) || !is_plain_text(format)) return false;
  void* arguments[kMostSlots];
  for (std::size_t i = 0; i < count; ++i) {
    std::memcpy(&arguments[i], static_cast<const char*>(slots) + i * kSlotBytes, sizeof arguments[i]);
    // It is not known how much it writes there.
    const u64 address = reinterpret_cast<u64>(arguments[i]);
    if (in_arena(address) || find_object(address)) return false;
  }
  std::va_list list;
  list_in_memory(list, arguments);
  *assigned = std::vsscanf(text, format, list);
  return true;
}

// The comparator is code under test, which may read any memory.
bool __forall_native_qsort(void* first, std::size_t count, std::size_t size, int (*compare)(const void*, const void*)) {
  const ModelCall call(&__forall_native_qsort, "qsort", 4);
  if (call.symbolic() || !may_sort(first, count, size)) return false;
  std::qsort(first, count, size, compare);
  return true;
}

bool __forall_native_qsort_r(void* first, std::size_t count, std::size_t size,
                             int (*compare)(const void*, const void*, void*), void* context) {
  const ModelCall call(&__forall_native_qsort_r, "qsort_r", 5);
  if (call.symbolic() || !may_sort(first, count, size)) return false;
  qsort_r(first, count, size, compare, context);
  return true;
}

}  // extern "C"

// strlen and related functions. Each character that the C function would read is decided, in the order it would read
// them, so a result is exact on its path; only the length of an input is a number without decisions (extents.h). If no
// symbolic characters are involved, the C library does the work. Either way, all accesses must stay in their blocks of
// the heap.
#include <cstring>

#include "runtime/extents.h"
#include "runtime/models/protocol.h"
#include "runtime/promises.h"

namespace forall::runtime {

namespace {

constexpr std::size_t kUnlimited = ~std::size_t{0};

// A string with the site its characters are decided at.
class Text {
 public:
  Text(const ModelCall& call, unsigned argument, const char* text) : text_(text), site_(call.site()) {
    call.resolve(argument, text, 1);
  }
  const char* at(std::size_t i) const { return text_ + i; }
  Value character(std::size_t i) const {
    check_access(text_ + i, 1, site_);
    return byte_at(text_ + i, site_);
  }
  bool ends_at(std::size_t i) const { return branch_on(equals(character(i), U128{0}), site_); }
  bool equal_at(std::size_t i, Value c) const { return branch_on(equals(character(i), c), site_); }
  StaticSite* site() const { return site_; }

  std::size_t length(std::size_t most = kUnlimited) const {
    std::size_t n = 0;
    while (n < most && !ends_at(n)) ++n;
    return n;
  }

 private:
  const char* text_;
  StaticSite* site_;
};

// Whether nothing symbolic can be read: the arguments are concrete, and so are both strings up to their ends.
bool is_plain(const ModelCall& call, const char* a, std::size_t most = kUnlimited) {
  if (call.symbolic()) return false;
  touch(a, call.site());
  return !may_be_symbolic(a, strnlen(a, most) + 1);
}

// The C library must read plain strings only within their blocks.
template <typename Result>
Result after_reading(const ModelCall& call, const char* text, std::size_t size, Result result) {
  check_access(text, size, call.site());
  return result;
}

int compare_plain(const ModelCall& call, const char* a, const char* b, std::size_t most) {
  std::size_t same = 0;
  while (same < most && a[same] == b[same] && a[same] != 0) ++same;
  check_access(a, same < most ? same + 1 : most, call.site());
  check_access(b, same < most ? same + 1 : most, call.site());
  return std::strncmp(a, b, most);
}

int compare(const ModelCall& call, const char* a, const char* b, std::size_t most) {
  const Text x(call, 0, a), y(call, 1, b);
  for (std::size_t i = 0; i < most; ++i) {
    const Value c = x.character(i), d = y.character(i);
    if (!branch_on(equals(c, d), x.site())) return branch_on(binary(Op::Ult, c, d), x.site()) ? -1 : 1;
    if (x.ends_at(i)) break;
  }
  return 0;
}

void copy_bytes(const ModelCall& call, char* to, const char* from, std::size_t size) {
  check_access(to, size, call.site());
  check_apart(to, from, size, call.site());
  if (may_be_symbolic(from, size) || may_be_symbolic(to, size)) shadow_copy(to, from, size);
  std::memmove(to, from, size);
}

void clear_bytes(const ModelCall& call, char* to, std::size_t size) {
  check_access(to, size, call.site());
  if (may_be_symbolic(to, size)) shadow_clear(to, size);
  std::memset(to, 0, size);
}

std::size_t symbolic_length(const ModelCall& call, const char* text) {
  const Text characters(call, 0, text);
  check_access(text, 1, call.site());
  const Value length = length_of_input_text(text, call.site());
  if (length.width == 0) return characters.length();
  call.give(length);
  return static_cast<std::size_t>(length.bits);
}

// Only the sign of a comparison has a meaning.
int give_sign(const ModelCall& call, int order) {
  const Value sign = promised(concrete(static_cast<u32>(order), 32), Promise::Sign);
  call.give(sign);
  return static_cast<int>(static_cast<u32>(sign.bits));
}

char* find(const ModelCall& call, const char* text, int character, bool last, bool or_end) {
  const Text t(call, 0, text);
  const Value wanted = extract(call.argument(1, static_cast<u32>(character), 32), 0, 8);
  const char* found = nullptr;
  for (std::size_t i = 0;; ++i) {
    if (t.equal_at(i, wanted)) {
      found = t.at(i);
      if (!last) break;
    }
    if (t.ends_at(i)) {
      if (found == nullptr && or_end) found = t.at(i);
      break;
    }
  }
  return const_cast<char*>(found);
}

}  // namespace

}  // namespace forall::runtime

using namespace forall::runtime;

#define MODEL_CALL(name, count) const ModelCall call(&__forall_model_##name, #name, count)

extern "C" {

std::size_t __forall_model_strlen(const char* text) {
  MODEL_CALL(strlen, 1);
  if (!is_plain(call, text)) return symbolic_length(call, text);
  const std::size_t length = std::strlen(text);
  return after_reading(call, text, length + 1, length);
}

std::size_t __forall_model_strnlen(const char* text, std::size_t most) {
  MODEL_CALL(strnlen, 2);
  call.decide(1, most);
  if (!is_plain(call, text, most)) return Text(call, 0, text).length(most);
  const std::size_t length = strnlen(text, most);
  return after_reading(call, text, length < most ? length + 1 : most, length);
}

int __forall_model_strcmp(const char* a, const char* b) {
  MODEL_CALL(strcmp, 2);
  const bool plain = is_plain(call, a) && is_plain(call, b);
  return give_sign(call, plain ? compare_plain(call, a, b, kUnlimited) : compare(call, a, b, kUnlimited));
}

int __forall_model_strncmp(const char* a, const char* b, std::size_t most) {
  MODEL_CALL(strncmp, 3);
  call.decide(2, most);
  const bool plain = is_plain(call, a, most) && is_plain(call, b, most);
  return give_sign(call, plain ? compare_plain(call, a, b, most) : compare(call, a, b, most));
}

char* __forall_model_strchr(const char* text, int character) {
  MODEL_CALL(strchr, 2);
  if (!is_plain(call, text)) return find(call, text, character, false, false);
  const char* found = std::strchr(text, character);
  const std::size_t last = found != nullptr ? static_cast<std::size_t>(found - text) : std::strlen(text);
  return const_cast<char*>(after_reading(call, text, last + 1, found));
}

char* __forall_model_strchrnul(const char* text, int character) {
  MODEL_CALL(strchrnul, 2);
  return find(call, text, character, false, true);
}

char* __forall_model_strrchr(const char* text, int character) {
  MODEL_CALL(strrchr, 2);
  if (!is_plain(call, text)) return find(call, text, character, true, false);
  return const_cast<char*>(after_reading(call, text, std::strlen(text) + 1, std::strrchr(text, character)));
}

char* __forall_model_strstr(const char* text, const char* wanted) {
  MODEL_CALL(strstr, 2);
  if (is_plain(call, text) && is_plain(call, wanted)) {
    const std::size_t size = std::strlen(wanted);
    const char* found = std::strstr(text, wanted);
    check_access(wanted, size + 1, call.site());
    const std::size_t read = found != nullptr ? static_cast<std::size_t>(found - text) + size : std::strlen(text) + 1;
    return const_cast<char*>(after_reading(call, text, read, found));
  }
  const Text t(call, 0, text), w(call, 1, wanted);
  const std::size_t length = w.length();
  for (std::size_t i = 0;; ++i) {
    std::size_t k = 0;
    while (k < length && t.equal_at(i + k, w.character(k))) ++k;
    if (k == length) return const_cast<char*>(t.at(i));
    if (t.ends_at(i)) return nullptr;
  }
}

char* __forall_model_strcpy(char* to, const char* from) {
  MODEL_CALL(strcpy, 2);
  const std::size_t size = Text(call, 1, from).length() + 1;
  call.resolve(0, to, size);
  copy_bytes(call, to, from, size);
  return to;
}

char* __forall_model_stpcpy(char* to, const char* from) {
  MODEL_CALL(stpcpy, 2);
  const std::size_t size = Text(call, 1, from).length() + 1;
  call.resolve(0, to, size);
  copy_bytes(call, to, from, size);
  return to + size - 1;
}

char* __forall_model_strncpy(char* to, const char* from, std::size_t size) {
  MODEL_CALL(strncpy, 3);
  call.decide(2, size);
  const std::size_t length = Text(call, 1, from).length(size);
  call.resolve(0, to, size);
  copy_bytes(call, to, from, length);
  clear_bytes(call, to + length, size - length);
  return to;
}

char* __forall_model_strcat(char* to, const char* from) {
  MODEL_CALL(strcat, 2);
  const std::size_t length = Text(call, 0, to).length();
  copy_bytes(call, to + length, from, Text(call, 1, from).length() + 1);
  return to;
}

char* __forall_model_strncat(char* to, const char* from, std::size_t most) {
  MODEL_CALL(strncat, 3);
  call.decide(2, most);
  const std::size_t length = Text(call, 0, to).length(), added = Text(call, 1, from).length(most);
  copy_bytes(call, to + length, from, added);
  clear_bytes(call, to + length + added, 1);
  return to;
}

}  // extern "C"

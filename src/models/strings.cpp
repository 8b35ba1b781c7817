// string.h beyond the native models of the runtime: sets of characters, tokens, case-insensitive comparison, searching.
// Whether a character belongs to a set, or equals another, is one condition for each position.
#include <cstdlib>
#include <cstring>

#include "models/model.h"
#include "models/text.h"

namespace forall::models {

namespace {

bool is_in(unsigned c, const char* set, std::size_t size) {
  unsigned found = 0;
  for (std::size_t i = 0; i < size; ++i) found |= unsigned{at(set + i) == c};
  return found != 0;
}

std::size_t span(const char* text, const char* set) {
  const std::size_t size = std::strlen(set);
  std::size_t n = 0;
  while (is_in(at(text + n), set, size)) ++n;
  return n;
}

// The terminating zero belongs to every set that ends a span.
std::size_t span_outside(const char* text, const char* set) {
  const std::size_t size = std::strlen(set) + 1;
  std::size_t n = 0;
  while (!is_in(at(text + n), set, size)) ++n;
  return n;
}

char* tokenize(char* text, const char* separators, char** rest) {
  if (text == nullptr) text = *rest;
  text += span(text, separators);
  if (*text == 0) {
    *rest = text;
    return nullptr;
  }
  char* end = text + span_outside(text, separators);
  if (*end == 0) {
    *rest = end;
  } else {
    *end = 0;
    *rest = end + 1;
  }
  return text;
}

int compare_ignoring_case(const char* a, const char* b, std::size_t most) {
  for (std::size_t i = 0; i < most; ++i) {
    const unsigned c = lower(at(a + i));
    const unsigned d = lower(at(b + i));
    if ((unsigned{c != d} | unsigned{c == 0}) != 0) {
      return __forall_promised_sign(static_cast<int>(c) - static_cast<int>(d));
    }
  }
  return 0;
}

template <typename Same>
const char* find(const char* text, std::size_t size, const char* wanted, std::size_t length, Same same) {
  for (std::size_t i = 0; i + length <= size; ++i) {
    unsigned differs = 0;
    for (std::size_t k = 0; k < length; ++k) differs |= unsigned{!same(at(text + i + k), at(wanted + k))};
    if (differs == 0) return text + i;
  }
  return nullptr;
}

char* token_rest;

}  // namespace

}  // namespace forall::models

using namespace forall::models;

extern "C" {

std::size_t __forall_model_strspn(const char* text, const char* set) {
  const Scope scope;
  return span(text, set);
}

std::size_t __forall_model_strcspn(const char* text, const char* set) {
  const Scope scope;
  return span_outside(text, set);
}

char* __forall_model_strpbrk(const char* text, const char* set) {
  const Scope scope;
  const char* found = text + span_outside(text, set);
  return *found == 0 ? nullptr : const_cast<char*>(found);
}

char* __forall_model_strtok_r(char* text, const char* separators, char** rest) {
  const Scope scope;
  return tokenize(text, separators, rest);
}

char* __forall_model_strtok(char* text, const char* separators) {
  const Scope scope;
  return tokenize(text, separators, &token_rest);
}

char* __forall_model_strsep(char** rest, const char* separators) {
  const Scope scope;
  char* text = *rest;
  if (text == nullptr) return nullptr;
  char* end = text + span_outside(text, separators);
  if (*end == 0) {
    *rest = nullptr;
  } else {
    *end = 0;
    *rest = end + 1;
  }
  return text;
}

int __forall_model_strcasecmp(const char* a, const char* b) {
  const Scope scope;
  return compare_ignoring_case(a, b, static_cast<std::size_t>(-1));
}

int __forall_model_strncasecmp(const char* a, const char* b, std::size_t most) {
  const Scope scope;
  return compare_ignoring_case(a, b, most);
}

char* __forall_model_strcasestr(const char* text, const char* wanted) {
  const Scope scope;
  return const_cast<char*>(find(text, std::strlen(text), wanted, std::strlen(wanted),
                                [](unsigned a, unsigned b) { return lower(a) == lower(b); }));
}

void* __forall_model_memmem(const void* memory, std::size_t size, const void* wanted, std::size_t length) {
  const Scope scope;
  return const_cast<char*>(find(static_cast<const char*>(memory), size, static_cast<const char*>(wanted), length,
                                [](unsigned a, unsigned b) { return a == b; }));
}

void* __forall_model_memccpy(void* to, const void* from, int last, std::size_t size) {
  const Scope scope;
  auto* target = static_cast<unsigned char*>(to);
  const auto* source = static_cast<const unsigned char*>(from);
  for (std::size_t i = 0; i < size; ++i) {
    target[i] = source[i];
    if (source[i] == static_cast<unsigned char>(last)) return target + i + 1;
  }
  return nullptr;
}

std::size_t __forall_model_strlcpy(char* to, const char* from, std::size_t size) {
  const Scope scope;
  const std::size_t length = std::strlen(from);
  if (size == 0) return length;
  const std::size_t copied = length < size ? length : size - 1;
  std::memcpy(to, from, copied);
  to[copied] = 0;
  return length;
}

std::size_t __forall_model_strlcat(char* to, const char* from, std::size_t size) {
  const Scope scope;
  const std::size_t length = std::strlen(from);
  const std::size_t before = strnlen(to, size);
  if (before == size) return size + length;
  const std::size_t room = size - before - 1;
  const std::size_t copied = length < room ? length : room;
  std::memcpy(to + before, from, copied);
  to[before + copied] = 0;
  return before + length;
}

// In the "C" locale the order of texts is that of their bytes, and the transformed text is the text itself.
int __forall_model_strcoll(const char* a, const char* b) {
  const Scope scope;
  return std::strcmp(a, b);
}

std::size_t __forall_model_strxfrm(char* to, const char* from, std::size_t size) {
  const Scope scope;
  const std::size_t length = std::strlen(from);
  if (size != 0) std::memcpy(to, from, length < size ? length + 1 : size);
  return length;
}

char* __forall_model_strndup(const char* text, std::size_t most) {
  const Scope scope;
  const std::size_t length = strnlen(text, most);
  auto* copy = static_cast<char*>(std::malloc(length + 1));
  if (copy == nullptr) return nullptr;
  std::memcpy(copy, text, length);
  copy[length] = 0;
  return copy;
}

}  // extern "C"

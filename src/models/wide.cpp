// wchar.h: the functions that std::wstring and its character traits use.
#include <cstring>
#include <cwchar>

#include "models/model.h"

namespace forall::models {

namespace {

int compare(const wchar_t* a, const wchar_t* b, std::size_t most, bool ends_at_zero) {
  for (std::size_t i = 0; i < most; ++i) {
    if (a[i] != b[i]) return __forall_promised_sign(a[i] < b[i] ? -1 : 1);
    if (ends_at_zero && a[i] == 0) break;
  }
  return 0;
}

std::size_t length(const wchar_t* text) {
  std::size_t n = 0;
  while (text[n] != 0) ++n;
  return n;
}

constexpr auto kUnlimited = static_cast<std::size_t>(-1);

}  // namespace

}  // namespace forall::models

using namespace forall::models;

extern "C" {

std::size_t __forall_model_wcslen(const wchar_t* text) {
  const Scope scope;
  return length(text);
}

std::size_t __forall_model_wcsnlen(const wchar_t* text, std::size_t most) {
  const Scope scope;
  std::size_t n = 0;
  while (n < most && text[n] != 0) ++n;
  return n;
}

int __forall_model_wcscmp(const wchar_t* a, const wchar_t* b) {
  const Scope scope;
  return compare(a, b, kUnlimited, true);
}

int __forall_model_wcsncmp(const wchar_t* a, const wchar_t* b, std::size_t most) {
  const Scope scope;
  return compare(a, b, most, true);
}

int __forall_model_wmemcmp(const wchar_t* a, const wchar_t* b, std::size_t size) {
  const Scope scope;
  return compare(a, b, size, false);
}

wchar_t* __forall_model_wmemchr(const wchar_t* text, wchar_t wanted, std::size_t size) {
  const Scope scope;
  for (std::size_t i = 0; i < size; ++i) {
    if (text[i] == wanted) return const_cast<wchar_t*>(text + i);
  }
  return nullptr;
}

wchar_t* __forall_model_wcschr(const wchar_t* text, wchar_t wanted) {
  const Scope scope;
  for (;; ++text) {
    if (*text == wanted) return const_cast<wchar_t*>(text);
    if (*text == 0) return nullptr;
  }
}

wchar_t* __forall_model_wmemcpy(wchar_t* to, const wchar_t* from, std::size_t size) {
  const Scope scope;
  std::memcpy(to, from, size * sizeof(wchar_t));
  return to;
}

wchar_t* __forall_model_wmemmove(wchar_t* to, const wchar_t* from, std::size_t size) {
  const Scope scope;
  std::memmove(to, from, size * sizeof(wchar_t));
  return to;
}

wchar_t* __forall_model_wmemset(wchar_t* to, wchar_t value, std::size_t size) {
  const Scope scope;
  for (std::size_t i = 0; i < size; ++i) to[i] = value;
  return to;
}

wchar_t* __forall_model_wcscpy(wchar_t* to, const wchar_t* from) {
  const Scope scope;
  std::memcpy(to, from, (length(from) + 1) * sizeof(wchar_t));
  return to;
}

wchar_t* __forall_model_wcscat(wchar_t* to, const wchar_t* from) {
  const Scope scope;
  std::memcpy(to + length(to), from, (length(from) + 1) * sizeof(wchar_t));
  return to;
}

}  // extern "C"

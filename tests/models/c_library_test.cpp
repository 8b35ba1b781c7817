// Each model of the C library agrees with the C library, for many arguments: results, texts, pointers, errno.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <cctype>
#include <cerrno>
#include <climits>
#include <clocale>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwctype>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "models/format.h"

using forall::models::Slot;

static int refusals = 0;  // of numbers that a function's result cannot have

// What the runtime has for the models.
extern "C" {
void* __forall_enter_model() { return nullptr; }
int __forall_promised_sign(int number) { return number; }
void __forall_require_character(int, const char*) {}
void __forall_refuse(const char*) { ++refusals; }
void __forall_refuse_order(const char*) {}
bool __forall_looks_aside() { return false; }
void __forall_looked_aside() {}
void __forall_leave_model(void*) {}
void __forall_native_unsupported(const char*) {}
int __forall_native_format(char* to, std::size_t size, const char* spec, int width, int precision, unsigned kind,
                           const void* argument) {
  switch (kind) {
    case 0: return std::snprintf(to, size, spec, width, precision, *static_cast<const double*>(argument));
    case 1: return std::snprintf(to, size, spec, width, precision, *static_cast<const long double*>(argument));
    case 2: return std::snprintf(to, size, spec, width, precision, *static_cast<const std::wint_t*>(argument));
    default: return std::snprintf(to, size, spec, width, precision, *static_cast<const wchar_t* const*>(argument));
  }
}
// The models themselves are compared, not their way around.
bool __forall_native_snprintf(char*, std::size_t, const char*, const void*, std::size_t, int*) { return false; }
bool __forall_native_vsnprintf(char*, std::size_t, const char*, std::va_list, int*) { return false; }
bool __forall_native_vsscanf(const char*, const char*, const void*, std::size_t, int*) { return false; }
bool __forall_native_qsort(void*, std::size_t, std::size_t, int (*)(const void*, const void*)) { return false; }
bool __forall_native_qsort_r(void*, std::size_t, std::size_t, int (*)(const void*, const void*, void*), void*) {
  return false;
}
int __forall_native_sscanf(const char*, const char*, const void*, std::size_t) { return -1000; }
char* __forall_native_strtod(const char* text, void* to, unsigned kind) {
  char* end = nullptr;
  if (kind == 0) *static_cast<float*>(to) = std::strtof(text, &end);
  if (kind == 1) *static_cast<double*>(to) = std::strtod(text, &end);
  if (kind == 2) *static_cast<long double*>(to) = std::strtold(text, &end);
  return end;
}

int __forall_model_snprintf(char*, std::size_t, const char*, const Slot*, std::size_t);
int __forall_model_vsnprintf(char*, std::size_t, const char*, std::va_list);
int __forall_model_asprintf(char**, const char*, const Slot*, std::size_t);
int __forall_model_sscanf(const char*, const char*, const Slot*, std::size_t);
long __forall_model_strtol(const char*, char**, int);
unsigned long __forall_model_strtoul(const char*, char**, int);
int __forall_model_atoi(const char*);
double __forall_model_strtod(const char*, char**);
float __forall_model_strtof(const char*, char**);
long double __forall_model_strtold(const char*, char**);
std::size_t __forall_model_strspn(const char*, const char*);
std::size_t __forall_model_strcspn(const char*, const char*);
char* __forall_model_strpbrk(const char*, const char*);
char* __forall_model_strtok_r(char*, const char*, char**);
char* __forall_model_strsep(char**, const char*);
int __forall_model_strcasecmp(const char*, const char*);
int __forall_model_strncasecmp(const char*, const char*, std::size_t);
char* __forall_model_strcasestr(const char*, const char*);
void* __forall_model_memmem(const void*, std::size_t, const void*, std::size_t);
void* __forall_model_memccpy(void*, const void*, int, std::size_t);
std::size_t __forall_model_strxfrm(char*, const char*, std::size_t);
int __forall_model_wcscmp(const wchar_t*, const wchar_t*);
int __forall_model_wmemcmp(const wchar_t*, const wchar_t*, std::size_t);
void __forall_model_qsort(void*, std::size_t, std::size_t, int (*)(const void*, const void*));
void* __forall_model_bsearch(const void*, const void*, std::size_t, std::size_t, int (*)(const void*, const void*));
std::div_t __forall_model_div(int, int);
const unsigned short* const* __forall_model_ctype_b_loc();
const int* const* __forall_model_ctype_tolower_loc();
const int* const* __forall_model_ctype_toupper_loc();
#define DECLARE(name)               \
  int __forall_model_is##name(int); \
  int __forall_model_isw##name(wint_t);
#define EACH_CLASS(F) \
  F(upper) F(lower) F(alpha) F(digit) F(xdigit) F(space) F(print) F(graph) F(blank) F(cntrl) F(punct) F(alnum)
EACH_CLASS(DECLARE)
int __forall_model_tolower(int);
int __forall_model_toupper(int);
wint_t __forall_model_towlower(wint_t);
wint_t __forall_model_towupper(wint_t);
}

namespace {

template <typename... Ts>
std::vector<Slot> slots_of(Ts... values) {
  std::vector<Slot> slots(sizeof...(Ts) + 1);
  std::size_t i = 0;
  (std::memcpy(slots[i++].bytes, &values, sizeof values), ...);
  return slots;
}

int through_list(char* to, std::size_t size, const char* format, ...) {
  std::va_list list;
  va_start(list, format);
  const int length = __forall_model_vsnprintf(to, size, format, list);
  va_end(list);
  return length;
}

int checks = 0;

template <typename... Ts>
void check_format(std::size_t size, const std::string& format, Ts... values) {
  ++checks;
  char expected[2048], found[2048], listed[2048];
  std::memset(expected, '~', sizeof expected);
  std::memset(found, '~', sizeof found);
  std::memset(listed, '~', sizeof listed);
  const int length = std::snprintf(expected, size, format.c_str(), values...);
  const auto slots = slots_of(values...);
  ASSERT_EQ(__forall_model_snprintf(found, size, format.c_str(), slots.data(), sizeof...(Ts)), length) << format;
  ASSERT_EQ(std::memcmp(found, expected, sizeof found), 0) << format << ": " << found << " for " << expected;
  ASSERT_EQ(through_list(listed, size, format.c_str(), values...), length) << format;
  ASSERT_EQ(std::memcmp(listed, expected, sizeof listed), 0) << format;
}

const char* const kFlags[] = {"", "-", "+", " ", "#", "0", "-0", "+0", "#0", "-#", "+ ", "#+0 "};
const char* const kSizes[] = {"", "1", "7", "12", ".0", ".1", ".5", "9.4", "30.25", ".", "3."};

TEST(Format, IntegersOfAllTypesFlagsAndSizes) {
  const long long values[] = {0,     1,      -1,    7,     9,       10,      255,       256,       -128,
                              32767, -32768, 65535, 99999, INT_MAX, INT_MIN, LLONG_MAX, LLONG_MIN, 1234567890123456789};
  for (const char* flags : kFlags)
    for (const char* sizes : kSizes)
      for (const char kind : {'d', 'i', 'u', 'x', 'X', 'o'})
        for (const long long value : values) {
          const std::string start = std::string("%") + flags + sizes;
          check_format(2048, start + kind, static_cast<int>(value));
          check_format(2048, start + "l" + kind, static_cast<long>(value));
          check_format(2048, start + "hh" + kind, static_cast<int>(value));
          check_format(2048, start + "h" + kind, static_cast<int>(value));
          if (HasFatalFailure()) return;
        }
  for (const char* length : {"ll", "z", "j", "t", "q"}) check_format(100, std::string("%") + length + "d", -5LL);
  EXPECT_GT(checks, 50000);
}

TEST(Format, TextCharactersAndPointers) {
  const char* const texts[] = {"", "a", "abcdef", "%d", "\xff\x80", nullptr};
  for (const char* flags : {"", "-"})
    for (const char* sizes : kSizes) {
      for (const char* text : texts) check_format(2048, std::string("<%") + flags + sizes + "s>", text);
      for (const int c : {0, 97, 255, 256 + 98}) check_format(2048, std::string("<%") + flags + sizes + "c>", c);
    }
  for (const char* flags : kFlags) {
    check_format(2048, std::string("%") + flags + "20p", reinterpret_cast<void*>(0x1234abcd));
    check_format(2048, std::string("%") + flags + "p", static_cast<void*>(nullptr));
  }
  check_format(2048, "100%% %m|");
  check_format(2048, "%2$s %1$d %2$.1s", 7, "xyz");
  check_format(2048, "%*d|%-*d|%.*s|%.*s", 5, 1, -6, 2, 2, "abc", -1, "abc");
  check_format(2048, "%f %e %g %a %.3Lf %20.3f", 1.5, -2.25, 1e100, 0.1, 3.25L, 1e300);
  check_format(2048, "%ls|%lc", L"wide", static_cast<wint_t>('w'));
}

TEST(Format, CutsAtTheSizeAndCountsTheRest) {
  for (std::size_t size = 0; size < 14; ++size) check_format(size, "%s-%d-%x", "abc", 12345, 255);
  char* text = nullptr;
  const auto slots = slots_of(42, "x");
  EXPECT_EQ(__forall_model_asprintf(&text, "%d%s", slots.data(), 2), 3);
  EXPECT_STREQ(text, "42x");
  std::free(text);
}

TEST(Format, StoresTheLength) {
  int n = 0;
  char text[16];
  const auto slots = slots_of(123, &n);
  EXPECT_EQ(__forall_model_snprintf(text, sizeof text, "%d%n!", slots.data(), 2), 4);
  EXPECT_EQ(n, 3);
}

TEST(Format, FailsAsTheLibraryDoes) {
  for (const char* format : {"%99999999999d", "abc%", "%.99999999999d"}) {
    const auto slots = slots_of(1);
    char text[16];
    errno = 0;
    const int expected = std::snprintf(text, sizeof text, format, 1);
    const int error = errno;
    errno = 0;
    EXPECT_EQ(__forall_model_snprintf(text, sizeof text, format, slots.data(), 1), expected) << format;
    EXPECT_EQ(errno, error) << format;
  }
}

// Texts of up to four characters over an alphabet, and some longer ones.
std::vector<std::string> texts_over(const std::string& alphabet, std::size_t length) {
  std::vector<std::string> texts = {""};
  for (std::size_t begin = 0, n = 0; n < length; ++n) {
    const std::size_t end = texts.size();
    for (; begin < end; ++begin)
      for (const char c : alphabet) texts.push_back(texts[begin] + c);
  }
  return texts;
}

template <typename T>
void check_parse(T (*library)(const char*, char**, int), T (*model)(const char*, char**, int), const std::string& text,
                 int base) {
  char *expected_end = nullptr, *end = nullptr;
  errno = 0;
  const T expected = library(text.c_str(), &expected_end, base);
  const int error = errno;
  errno = 0;
  ASSERT_EQ(model(text.c_str(), &end, base), expected) << '"' << text << "\" base " << base;
  ASSERT_EQ(errno, error) << '"' << text << "\" base " << base;
  ASSERT_EQ(end, expected_end) << '"' << text << "\" base " << base;
}

TEST(Integers, AreReadAsTheLibraryReadsThem) {
  std::vector<std::string> texts = texts_over(" -+0x1aZ", 4);
  for (const char* more :
       {"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
        "18446744073709551615", "18446744073709551616", "-18446744073709551615", "00000000000000000000000000001",
        "99999999999999999999999999", "0xffffffffffffffff", "0x10000000000000000", "\t\n\v\f\r 12", "zzzzzzzzzzzzzz",
        "0777777777777777777777", "01777777777777777777777", "2147483648", "\x80 1"}) {
    texts.emplace_back(more);
  }
  for (const std::string& text : texts)
    for (const int base : {0, 2, 8, 10, 16, 36, 1, 37, -1}) {
      check_parse<long>(std::strtol, __forall_model_strtol, text, base);
      check_parse<unsigned long>(std::strtoul, __forall_model_strtoul, text, base);
      if (HasFatalFailure()) return;
      refusals = 0;
      const int number = __forall_model_atoi(text.c_str());
      const long expected = std::strtol(text.c_str(), nullptr, 10);
      ASSERT_EQ(refusals, expected != static_cast<int>(expected)) << text;
      if (refusals == 0) ASSERT_EQ(number, expected) << text;
    }
}

TEST(FloatingPoint, IsReadAsTheLibraryReadsIt) {
  std::vector<std::string> texts = texts_over("-.0e19", 5);
  std::mt19937 random(7);
  for (int i = 0; i < 20000; ++i) {
    char text[64];
    std::snprintf(text, sizeof text, "%s%.*ge%d", i % 3 == 0 ? "-" : "", 1 + i % 20, random() * 1e-5,
                  static_cast<int>(random() % 60) - 30);
    texts.emplace_back(text);
    std::snprintf(text, sizeof text, "%u.%u", static_cast<unsigned>(random()) % 1000000,
                  static_cast<unsigned>(random()));
    texts.emplace_back(text);
  }
  for (const char* more : {"inf",
                           "-infinity",
                           "nan",
                           "nan(1)",
                           "0x1.8p3",
                           "0x",
                           "1e",
                           "1e+",
                           "1e400",
                           "1e-400",
                           "0.000000000000000000000000000000001",
                           "  +7x",
                           "i",
                           "n",
                           ".",
                           "-.e1",
                           "123456789012345678901234567890",
                           "16777217",
                           "9007199254740993",
                           "8388608.5"}) {
    texts.emplace_back(more);
  }
  const auto same = [](auto a, auto b) { return (a == b && std::signbit(a) == std::signbit(b)) || (a != a && b != b); };
  for (const std::string& text : texts) {
    char *expected_end = nullptr, *end = nullptr;
    ASSERT_TRUE(same(std::strtod(text.c_str(), &expected_end), __forall_model_strtod(text.c_str(), &end))) << text;
    ASSERT_EQ(end, expected_end) << text;
    ASSERT_TRUE(same(std::strtof(text.c_str(), &expected_end), __forall_model_strtof(text.c_str(), &end))) << text;
    ASSERT_TRUE(same(std::strtold(text.c_str(), &expected_end), __forall_model_strtold(text.c_str(), &end))) << text;
    ASSERT_EQ(end, expected_end) << text;
  }
}

TEST(Characters, HaveTheClassesOfTheLibrary) {
#define CHECK(name)                                                                            \
  for (int c = -1; c < 256; ++c) {                                                             \
    ASSERT_EQ(__forall_model_is##name(c) != 0, (is##name)(c) != 0) << #name << ' ' << c;       \
    ASSERT_EQ(__forall_model_isw##name(c) != 0, (isw##name)(c) != 0) << "w" #name << ' ' << c; \
  }
  EACH_CLASS(CHECK)
  for (int c = -200; c < 400; ++c) {
    ASSERT_EQ(__forall_model_tolower(c), (tolower)(c)) << c;
    ASSERT_EQ(__forall_model_toupper(c), (toupper)(c)) << c;
    ASSERT_EQ(__forall_model_towlower(c), (towlower)(c)) << c;
    ASSERT_EQ(__forall_model_towupper(c), (towupper)(c)) << c;
  }
  for (int c = -128; c < 256; ++c) {
    ASSERT_EQ((*__forall_model_ctype_b_loc())[c], (*__ctype_b_loc())[c]) << c;
    ASSERT_EQ((*__forall_model_ctype_tolower_loc())[c], (*__ctype_tolower_loc())[c]) << c;
    ASSERT_EQ((*__forall_model_ctype_toupper_loc())[c], (*__ctype_toupper_loc())[c]) << c;
  }
}

int sign(int x) { return (x > 0) - (x < 0); }

TEST(Strings, AreSearchedAndComparedAsTheLibraryDoes) {
  const std::vector<std::string> texts = texts_over("aBb,", 4);
  const std::vector<std::string> sets = texts_over("ab,A", 2);
  for (const std::string& text : texts)
    for (const std::string& set : sets) {
      const char *t = text.c_str(), *s = set.c_str();
      ASSERT_EQ(__forall_model_strspn(t, s), std::strspn(t, s));
      ASSERT_EQ(__forall_model_strcspn(t, s), std::strcspn(t, s));
      ASSERT_EQ(__forall_model_strpbrk(t, s), std::strpbrk(t, s));
      ASSERT_EQ(__forall_model_strcasestr(t, s), strcasestr(t, s));
      ASSERT_EQ(__forall_model_memmem(t, text.size(), s, set.size()), memmem(t, text.size(), s, set.size()));
      ASSERT_EQ(sign(__forall_model_strcasecmp(t, s)), sign(strcasecmp(t, s))) << text << ' ' << set;
      ASSERT_EQ(sign(__forall_model_strncasecmp(t, s, 2)), sign(strncasecmp(t, s, 2)));
      char a[8], b[8];
      for (const std::size_t size : {0, 2, 7}) {
        std::memset(a, '~', 8), std::memset(b, '~', 8);
        ASSERT_EQ(__forall_model_strxfrm(a, t, size), std::strxfrm(b, t, size));
        ASSERT_EQ(std::memcmp(a, b, 8), 0);
        void* end_a = __forall_model_memccpy(a, t, 'b', size < text.size() ? size : text.size());
        void* end_b = memccpy(b, t, 'b', size < text.size() ? size : text.size());
        ASSERT_EQ(end_a == nullptr ? -1 : static_cast<char*>(end_a) - a,
                  end_b == nullptr ? -1 : static_cast<char*>(end_b) - b);
        ASSERT_EQ(std::memcmp(a, b, 8), 0);
      }
    }
}

template <typename Split>
std::vector<std::string> pieces(std::string text, Split split) {
  std::vector<std::string> result;
  char* rest = nullptr;
  for (char* p = text.data(); (p = split(p, &rest)) != nullptr; p = nullptr) result.emplace_back(p);
  result.emplace_back(text);  // with the zeros written into it
  return result;
}

TEST(Strings, AreSplitAsTheLibraryDoes) {
  for (const std::string& text : texts_over("a,;", 6)) {
    ASSERT_EQ(pieces(text, [](char* p, char** rest) { return __forall_model_strtok_r(p, ",;", rest); }),
              pieces(text, [](char* p, char** rest) { return strtok_r(p, ",;", rest); }));
    const auto separate = [](auto function) {
      return [function](char* p, char** rest) {
        if (p != nullptr) *rest = p;
        return function(rest, ",;");
      };
    };
    ASSERT_EQ(pieces(text, separate(__forall_model_strsep)), pieces(text, separate(strsep)));
  }
}

TEST(WideStrings, AreCompared) {
  const wchar_t* const texts[] = {L"", L"a", L"ab", L"b", L"\xffff", L"aa"};
  for (const wchar_t* a : texts)
    for (const wchar_t* b : texts) {
      ASSERT_EQ(sign(__forall_model_wcscmp(a, b)), sign(std::wcscmp(a, b)));
      ASSERT_EQ(sign(__forall_model_wmemcmp(a, b, 1)), sign(std::wmemcmp(a, b, 1)));
    }
}

TEST(Scan, ReadsAsTheLibraryDoes) {
  const char* const formats[] = {"%d",   "%i",    "%u",       "%x",       "%o",       "%2d%d", "%d,%d", "%3s%s",
                                 "%c%c", "%2c",   "%[a-c]%s", "%[^,],%d", "%d%n",     "%*d%d", " %c",   "a%d",
                                 "%hhd", "%hd",   "%ld",      "%[]a]",    "%[^]a]%c", "%%%d",  "%1x%x", "%3i%c",
                                 "%lu",  "%*s%d", "%d %s",    "%[a-]%d",  "%5[0-9]%c"};
  std::vector<std::string> texts = texts_over("1a,x0-% ", 4);
  for (const char* more :
       {"99999999999", "-99999999999999999999", "0x", "0xg", "0x1F,", "]a]x", "18446744073709551616", "-1"}) {
    texts.emplace_back(more);
  }
  for (const char* format : formats)
    for (const std::string& text : texts) {
      long expected[3] = {-1, -1, -1}, found[3] = {-1, -1, -1};
      char wide_expected[3][32], wide_found[3][32];
      std::memset(wide_expected, '~', sizeof wide_expected);
      std::memset(wide_found, '~', sizeof wide_found);
      const int n = std::sscanf(text.c_str(), format, wide_expected[0], wide_expected[1], wide_expected[2]);
      const auto slots = slots_of(&wide_found[0], &wide_found[1], &wide_found[2]);
      ASSERT_EQ(__forall_model_sscanf(text.c_str(), format, slots.data(), 3), n) << format << " of \"" << text << '"';
      ASSERT_EQ(std::memcmp(wide_found, wide_expected, sizeof wide_found), 0) << format << " of \"" << text << '"';
    }
}

int compare_tens(const void* a, const void* b) {
  return *static_cast<const int*>(a) / 10 - *static_cast<const int*>(b) / 10;
}

TEST(Sorting, IsStableAndFindsWhatBsearchFinds) {
  std::mt19937 random(3);
  for (std::size_t count = 0; count < 600; count += 1 + count / 10) {
    std::vector<int> values(count), expected;
    for (int& value : values) value = static_cast<int>(random() % 500);
    expected = values;
    std::stable_sort(expected.begin(), expected.end(), [](int a, int b) { return a / 10 < b / 10; });
    __forall_model_qsort(values.data(), count, sizeof(int), compare_tens);
    ASSERT_EQ(values, expected);
    for (int key = 0; key < 500; key += 10) {
      ASSERT_EQ(__forall_model_bsearch(&key, values.data(), count, sizeof(int), compare_tens),
                std::bsearch(&key, values.data(), count, sizeof(int), compare_tens));
    }
  }
  EXPECT_EQ(__forall_model_div(-7, 2).rem, std::div(-7, 2).rem);
}

}  // namespace

// The C library with symbolic arguments. Each claim is a law of the function, or a target that only its exact meaning
// reaches.
#include <forall/forall.h>

#include <array>
#include <cctype>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>

namespace {

// A string of N characters chosen by the exploration.
template <std::size_t N>
struct Text {
  char bytes[N + 1];
  explicit Text(const std::array<char, N>& from) {
    std::memcpy(bytes, from.data(), N);
    bytes[N] = 0;
  }
};

void ReadsIntegers(std::array<char, 3> a) {
  const Text<3> text(a);
  char* end = nullptr;
  const long value = std::strtol(text.bytes, &end, 10);
  EXPECT_TRUE(value >= -99 && value <= 999);
  EXPECT_TRUE(end >= text.bytes && end <= text.bytes + 3);
}
FORALL(CLibrary, ReadsIntegers);

void FindsTheText(std::array<char, 4> a) {
  const Text<4> text(a);
  EXPECT_NE(std::atoi(text.bytes), -307);  // refuted
}
FORALL(CLibrary, FindsTheText);

void ReadsHexadecimal(std::array<char, 4> a) {
  const Text<4> text(a);
  EXPECT_NE(std::strtoul(text.bytes, nullptr, 0), 0xdUL);  // refuted
}
FORALL(CLibrary, ReadsHexadecimal);

void CasesOfLetters(char c) {
  const int code = static_cast<unsigned char>(c);
  EXPECT_EQ(std::isalnum(code) != 0, std::isalpha(code) != 0 || std::isdigit(code) != 0);
  EXPECT_EQ(std::tolower(std::toupper(code)), std::tolower(code));
}
FORALL(CLibrary, CasesOfLetters);

void PrintThenRead(int n) {
  char text[16];
  const int length = std::snprintf(text, sizeof text, "%d", n);
  EXPECT_EQ(static_cast<std::size_t>(length), std::strlen(text));
  EXPECT_EQ(std::atoi(text), n);
}
FORALL(CLibrary, PrintThenRead).WithDomains(InRange(-1200, 1200));

void FixedWidthIsOnePath(unsigned char byte) {
  char text[4];
  EXPECT_EQ(std::snprintf(text, sizeof text, "%02x", byte), 2);
  EXPECT_EQ(std::strtoul(text, nullptr, 16), byte);
}
FORALL(CLibrary, FixedWidthIsOnePath);

void FindsTheNumberBehindAText(unsigned n) {
  char text[32];
  std::snprintf(text, sizeof text, "<%5u|%s>", n, "x");
  EXPECT_STRNE(text, "< 4711|x>");  // refuted
}
FORALL(CLibrary, FindsTheNumberBehindAText);

void FormatsSymbolicText(std::array<char, 3> a) {
  const Text<3> text(a);
  char out[16];
  const int length = std::snprintf(out, sizeof out, "%.2s%c", text.bytes, '!');
  EXPECT_TRUE(length >= 1 && length <= 3);
  EXPECT_EQ(out[length - 1], '!');
}
FORALL(CLibrary, FormatsSymbolicText);

void Scans(std::array<char, 4> a) {
  const Text<4> text(a);
  int x = 0, y = 0;
  const bool both = std::sscanf(text.bytes, "%1d,%d", &x, &y) == 2;
  EXPECT_FALSE(both && x == 7 && y == 42);  // refuted
}
FORALL(CLibrary, Scans);

void Tokens(std::array<char, 4> a) {
  Text<4> text(a);
  int count = 0;
  for (char* p = std::strtok(text.bytes, ", "); p != nullptr; p = std::strtok(nullptr, ", ")) {
    ++count;
    EXPECT_EQ(std::strcspn(p, ", "), std::strlen(p));
  }
  EXPECT_LE(count, 2);
}
FORALL(CLibrary, Tokens);

void IgnoresCase(std::array<char, 3> a) {
  const Text<3> text(a);
  EXPECT_FALSE(strcasecmp(text.bytes, "Yes") == 0 && std::strcmp(text.bytes, "Yes") != 0);  // refuted
}
FORALL(CLibrary, IgnoresCase);

int compare(const void* a, const void* b) {
  const int x = *static_cast<const int*>(a), y = *static_cast<const int*>(b);
  return (x > y) - (x < y);
}

void Sorts(std::array<int, 4> a, int key) {
  std::qsort(a.data(), a.size(), sizeof(int), compare);
  EXPECT_TRUE(a[0] <= a[1] && a[1] <= a[2] && a[2] <= a[3]);
  const void* found = std::bsearch(&key, a.data(), a.size(), sizeof(int), compare);
  EXPECT_EQ(found != nullptr, key == a[0] || key == a[1] || key == a[2] || key == a[3]);
}
FORALL(CLibrary, Sorts);

void Divides(int a, int b) {
  ASSUME(b != 0 && (a != -2147483647 - 1 || b != -1));
  const std::div_t parts = std::div(a, b);
  EXPECT_TRUE(parts.quot == a / b && parts.rem == a % b);
}
FORALL(CLibrary, Divides);

void WideStrings(std::array<wchar_t, 2> a) {
  const wchar_t text[] = {a[0], a[1], 0};
  EXPECT_LE(std::wcslen(text), 2U);
  EXPECT_TRUE(std::wcscmp(text, L"ab") != 0 || (a[0] == L'a' && a[1] == L'b'));
}
FORALL(CLibrary, WideStrings);

// On x86-64, the number of 128 bits finds one register left: it goes to the stack, and what follows it into the register.
int sixth_of(int count, ...) {
  std::va_list arguments;
  va_start(arguments, count);
  for (int i = 0; i < 4; ++i) va_arg(arguments, int);
  const auto wide = va_arg(arguments, unsigned __int128);
  const int sixth = va_arg(arguments, int);
  va_end(arguments);
  return sixth + static_cast<int>(wide >> 64);
}
void WideArgumentsInAList(short x, short y) {
  EXPECT_EQ(sixth_of(6, 1, 2, 3, 4, static_cast<unsigned __int128>(y) << 64, int{x}), x + y);
}
FORALL(CLibrary, WideArgumentsInAList);

void PrintingCostsNothing(int n, char c) {
  char text[4] = {c, 'x', 0, 0};
  std::printf("%d %c %s\n", n, c, text);
  std::fprintf(stderr, "%d\n", n);
  EXPECT_EQ(n, n);
}
FORALL(CLibrary, PrintingCostsNothing);

void UnendedTextIsPrinted(char c) {
  const char text[2] = {c, c};
  std::printf("%s\n", text);
}
FORALL(CLibrary, UnendedTextIsPrinted);

void LengthOfWhatIsPrinted(int n) { EXPECT_LT(std::printf("%d\n", n), 11); }  // false, so never proved
FORALL(CLibrary, LengthOfWhatIsPrinted);

void ReadsDecimals(std::array<char, 4> a) {
  const Text<4> text(a);
  EXPECT_NE(std::strtod(text.bytes, nullptr), 2.75);  // refuted
}
FORALL(CLibrary, ReadsDecimals);

}  // namespace

// {fmt}, header-only: what is printed reads back as the same number.
#define FMT_HEADER_ONLY
#include <fmt/format.h>
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <charconv>
#include <string>

void PrintedNumbersReadBack(short number) {
  char text[16];
  const char* end = fmt::format_to(text, "{}", number);
  int again = 0;
  const auto [stop, error] = std::from_chars(text, end, again);
  EXPECT_EQ(error, std::errc());
  EXPECT_EQ(stop, end);
  EXPECT_EQ(again, number);
}
FORALL(Fmt, PrintedNumbersReadBack);

void HexadecimalReadsBack(unsigned char number) {
  const std::string text = fmt::format("{:02x}", number);
  EXPECT_EQ(text.size(), 2u);
  unsigned again = 0;
  std::from_chars(text.data(), text.data() + text.size(), again, 16);
  EXPECT_EQ(again, number);
}
FORALL(Fmt, HexadecimalReadsBack);

void WidthIsKept(signed char number) {
  const std::string text = fmt::format("{:>6}", number);
  EXPECT_EQ(text.size(), 6u);
  EXPECT_EQ(text.front(), ' ');
}
FORALL(Fmt, WidthIsKept);

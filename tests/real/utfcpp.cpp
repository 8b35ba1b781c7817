// UTF-8 CPP: what it calls valid survives decoding and encoding, and what it repairs is valid.
#include <forall/forall.h>
#include <gtest/gtest.h>
#include <utf8.h>

#include <array>
#include <iterator>
#include <string>
#include <vector>

void ValidTextSurvivesARoundTrip(std::array<char, 4> bytes) {
  const std::string text(bytes.begin(), bytes.end());
  ASSUME(utf8::is_valid(text.begin(), text.end()));
  std::vector<char32_t> points;
  utf8::utf8to32(text.begin(), text.end(), std::back_inserter(points));
  std::string again;
  utf8::utf32to8(points.begin(), points.end(), std::back_inserter(again));
  EXPECT_EQ(text, again);
}
FORALL(Utfcpp, ValidTextSurvivesARoundTrip);

void RepairedTextIsValid(std::array<char, 3> bytes) {
  const std::string text(bytes.begin(), bytes.end());
  std::string repaired;
  utf8::replace_invalid(text.begin(), text.end(), std::back_inserter(repaired));
  EXPECT_TRUE(utf8::is_valid(repaired.begin(), repaired.end()));
}
FORALL(Utfcpp, RepairedTextIsValid);

void EveryCodePointSurvivesARoundTrip(char32_t point) {
  ASSUME(point <= 0x10ffff && (point < 0xd800 || point > 0xdfff));
  char buffer[4];
  char* end = utf8::append(point, buffer);
  const char* begin = buffer;
  EXPECT_EQ(utf8::next(begin, const_cast<const char*>(end)), point);
  EXPECT_EQ(begin, end);
}
FORALL(Utfcpp, EveryCodePointSurvivesARoundTrip);

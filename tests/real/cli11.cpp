// CLI11: does its reading of numbers agree with the standard library's, and does splitting lose nothing? Neither: "08"
// is no number to it, and a last empty part is dropped.
#include <forall/forall.h>
#include <gtest/gtest.h>
#include <CLI/CLI.hpp>

#include <array>
#include <charconv>
#include <string>

void NumbersAgreeWithCharconv(std::array<char, 2> bytes) {
  const std::string text(bytes.begin(), bytes.end());
  int expected = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), expected);
  ASSUME(error == std::errc() && stop == text.data() + text.size());
  int number = 0;
  EXPECT_TRUE(CLI::detail::lexical_cast(text, number));
  EXPECT_EQ(number, expected);
}
FORALL(Cli11, NumbersAgreeWithCharconv);

void SplittingAndJoiningIsNothing(std::array<char, 3> bytes) {
  for (const char c : bytes) ASSUME(c != '\0');
  const std::string text(bytes.begin(), bytes.end());
  EXPECT_EQ(CLI::detail::join(CLI::detail::split(text, ','), ","), text);
}
FORALL(Cli11, SplittingAndJoiningIsNothing);

// Parts of the standard library that are machine code in libstdc++: each claim is decided only if symbolic values
// survive it.
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <array>
#include <iomanip>
#include <iostream>
#include <list>
#include <regex>
#include <sstream>
#include <string>

namespace {

std::string Decimal(int value) {
  std::string text;
  const bool negative = value < 0;
  unsigned rest = negative ? 0u - static_cast<unsigned>(value) : static_cast<unsigned>(value);
  do {
    text.insert(text.begin(), static_cast<char>('0' + rest % 10));
    rest /= 10;
  } while (rest != 0);
  if (negative) text.insert(text.begin(), '-');
  return text;
}

void PrintsNumbers(signed char value) {
  std::ostringstream out;
  out << static_cast<int>(value);
  EXPECT_EQ(out.str(), Decimal(value));
}

void PrintsOneNumberThatNobodyGuesses(unsigned value) {
  std::ostringstream out;
  out << std::hex << std::setw(6) << std::setfill('*') << value << std::boolalpha << (value > 7);
  EXPECT_NE(out.str(), "**beeftrue");
}

void ReadsNumbers(std::array<char, 3> text) {
  std::istringstream in(std::string(text.data(), text.size()));
  int number = -1;
  in >> number;
  EXPECT_GE(number, -99);
  EXPECT_LE(number, 999);
  EXPECT_TRUE(!in.fail() || number == 0 || number == -1);  // white space alone leaves it alone
}

void ReadsOneNumberThatNobodyGuesses(std::array<char, 4> text) {
  std::istringstream in(std::string(text.data(), text.size()));
  int number = -1;
  in >> number;
  EXPECT_FALSE(in.good() && number == -12);
}

void ReadsLines(std::array<char, 3> text) {
  std::istringstream in(std::string(text.data(), text.size()));
  std::string line;
  std::getline(in, line);
  EXPECT_LE(line.size(), text.size());
  EXPECT_EQ(line.find('\n'), std::string::npos);
}

void PrintingIsNoPartOfTheClaim(int value) {
  std::cout << value << ' ' << (value > 3) << std::endl;
  std::cerr << static_cast<char>(value) << '\n';
  EXPECT_EQ(value, value);
}

void MatchesExpressions(std::array<char, 3> text) {
  static const std::regex expression("[a-c]+[0-9]");
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'c'; };
  EXPECT_EQ(std::regex_match(text.begin(), text.end(), expression),
            is_letter(text[0]) && is_letter(text[1]) && text[2] >= '0' && text[2] <= '9');
}

void LinksLists(std::array<int, 3> values) {
  std::list<int> list(values.begin(), values.end());
  list.sort();
  list.reverse();
  EXPECT_GE(list.front(), list.back());
}

void ReadsBackItsText(short number) { EXPECT_EQ(std::stoi(std::to_string(number)), number); }

void ReadsBackWhatItPrinted(int number) {
  std::stringstream stream;
  stream << number;
  int read = 0;
  stream >> read;
  EXPECT_EQ(read, number);
}

void FindsTheStandardStreamsAsNew(int number) {
  EXPECT_TRUE(std::cin.good());
  EXPECT_EQ(std::cerr.flags() & std::ios::hex, 0);
  EXPECT_EQ(std::cerr.fill(), ' ');
  if (number > 5) {
    std::cerr << std::hex << std::setfill('*');
    std::cin.setstate(std::ios::failbit);
  }
}

}  // namespace

FORALL(CppLibrary, PrintsNumbers);
FORALL(CppLibrary, PrintsOneNumberThatNobodyGuesses);
FORALL(CppLibrary, ReadsNumbers);
FORALL(CppLibrary, ReadsOneNumberThatNobodyGuesses);
FORALL(CppLibrary, ReadsLines);
FORALL(CppLibrary, PrintingIsNoPartOfTheClaim);
FORALL(CppLibrary, MatchesExpressions);
FORALL(CppLibrary, LinksLists);
FORALL(CppLibrary, ReadsBackItsText);
FORALL(CppLibrary, ReadsBackWhatItPrinted);
FORALL(CppLibrary, FindsTheStandardStreamsAsNew);

#include "verdict/ledger.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "verdict/wording.h"

namespace forall::verdict {
namespace {

using testcase::LedgerKind;

constexpr LedgerKind kAll[] = {
#define FORALL_LEDGER(enumerator, ...) LedgerKind::enumerator,
#include "abi/ledger.def"
#undef FORALL_LEDGER
};

TEST(LedgerTest, GathersTheSameReasonAtTheSamePlace) {
  testcase::Put put{.suite = "S", .name = "N", .file = "put.cpp", .line = 3};
  std::vector<testcase::Site> sites(2);
  sites[1].file = "a.cpp";
  sites[1].line = 8;
  Ledger ledger(put, sites);
  EXPECT_TRUE(ledger.empty());
  const abi::LedgerRecord call{.kind = abi::LedgerKind::ConcretizedCall, .site = 1, .count = 9};
  ledger.add_approximation(call, "sin");
  ledger.add_approximation(call, "sin");
  ledger.add_approximation(call, "cos");
  ledger.add_approximation({.kind = abi::LedgerKind::ThreadStarted, .site = abi::kNoSite}, "");
  ASSERT_EQ(ledger.lines().size(), 3u);
  EXPECT_EQ(ledger.lines()[0].count, 2u);
  EXPECT_EQ(ledger.lines()[0].file, "a.cpp");
  EXPECT_EQ(ledger.lines()[0].line, 8u);
  EXPECT_EQ(ledger.lines()[2].kind, testcase::LedgerKind::ThreadStarted);
  EXPECT_EQ(ledger.lines()[2].file, "put.cpp");
}

TEST(LedgerTest, NobodyIsAdvisedToBuildTheStandardLibrary) {
  testcase::Put put;
  std::vector<testcase::Site> sites;
  const auto remedy = [&](const char* function) {
    Ledger ledger(put, sites);
    ledger.add_approximation({.kind = LedgerKind::ConcretizedCall, .site = abi::kNoSite}, function);
    return ledger.lines().at(0).remedy;
  };
  const std::string own = wording(LedgerKind::ConcretizedCall).remedy;
  EXPECT_NE(remedy("std::filesystem::path::parent_path() const"), own);
  EXPECT_NE(remedy("std::istream& std::istream::_M_extract<double>(double&)"), own);
  EXPECT_EQ(remedy("codec::decode(std::vector<int, std::allocator<int> > const&)"), own);
  EXPECT_EQ(remedy("std::vector<int, std::allocator<int> > codec::decode<int>(int)"), own);
  EXPECT_EQ(remedy("compress"), own);
}

TEST(LedgerTest, EveryKindHasItsOwnNameAndARemedy) {
  std::set<std::string> names;
  for (const LedgerKind kind : kAll) {
    const std::string name = testcase::to_string(kind);
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_EQ(testcase::parse_ledger_kind(name), kind) << name;
    EXPECT_STRNE(wording(kind).text, "") << name;
    EXPECT_STRNE(wording(kind).text_without_detail, "") << name;
    EXPECT_STRNE(wording(kind).remedy, "") << name;
  }
  EXPECT_FALSE(testcase::parse_ledger_kind("no such kind"));
}

TEST(LedgerTest, ApproximationsHaveTheirDetailInTheText) {
  testcase::Put put;
  std::vector<testcase::Site> sites;
  Ledger ledger(put, sites);
  ledger.add_approximation({.kind = LedgerKind::ConcretizedLength, .site = abi::kNoSite}, "malloc");
  ledger.add_approximation({.kind = LedgerKind::ConcretizedLength, .site = abi::kNoSite}, "");
  ASSERT_EQ(ledger.lines().size(), 2u);
  EXPECT_EQ(ledger.lines()[0].text, "a length that depends on the inputs was followed for one value only (malloc)");
  EXPECT_EQ(ledger.lines()[1].text, "a length that depends on the inputs was followed for one value only");
}

TEST(LedgerTest, ABoundIsShownToTheUserWithTheInputThatMeetsIt) {
  testcase::Put put;
  put.file = "stock_test.cpp";
  put.line = 7;
  std::vector<testcase::Site> sites(2);
  sites[0].file = "/usr/include/c++/12/bits/char_traits.h";
  sites[1].file = "stock.h";
  Ledger ledger(put, sites);
  ledger.add_bound(LedgerKind::LengthBound, "strings of more than 6 elements", 0, "name");
  ledger.add_bound(LedgerKind::LengthBound, "strings of more than 6 elements", 1);
  ASSERT_EQ(ledger.lines().size(), 2u);
  EXPECT_EQ(ledger.lines()[0].file + std::to_string(ledger.lines()[0].line), "stock_test.cpp7");
  EXPECT_THAT(ledger.lines()[0].remedy, ::testing::HasSubstr("or bound name with ASSUME"));
  EXPECT_EQ(ledger.lines()[1].file, "stock.h");
  EXPECT_THAT(ledger.lines()[1].remedy, ::testing::HasSubstr("or bound the inputs with ASSUME"));
}

TEST(LedgerTest, ABoundOfAMemberSaysHowLongItIsAndWhatLimitsIt) {
  testcase::Put put;
  put.file = "name_test.cpp";
  put.parameters = {{"name", {}}, {"text", {}}};
  put.parameters[0].type.kind = testcase::Type::Kind::Object;
  put.parameters[1].type.kind = testcase::Type::Kind::Sequence;
  std::vector<testcase::Site> sites(1);
  sites[0].file = "/usr/lib/../include/c++/12/bits/basic_string.tcc";
  Ledger ledger(put, sites);
  ledger.add_bound(LedgerKind::LengthBound, "strings of more than 6 elements", 0, "name.text_", 16);
  ledger.add_bound(LedgerKind::LengthBound, "strings of more than 7 elements", 0, "text[0]");
  ASSERT_EQ(ledger.lines().size(), 2u);
  EXPECT_EQ(ledger.lines()[0].file, "name_test.cpp");
  EXPECT_EQ(ledger.lines()[0].text, "strings of more than 15 elements would take a different path here; not explored");
  EXPECT_EQ(ledger.lines()[0].remedy,
            "raise --length to 16 or .WithBounds({.length = 16}), or bound name.text_ with ASSUME or FORALL_INVARIANT");
  EXPECT_EQ(ledger.lines()[1].remedy,
            "raise --length or .WithBounds({.length = n}), or bound text[0] with ASSUME or WithMaxSize");
}

TEST(LedgerTest, KnowsWhichLinesAreAboutSymbols) {
  testcase::Put put;
  std::vector<testcase::Site> sites;
  Ledger ledger(put, sites);
  ledger.add_time_bound(3, 4);
  ledger.add_approximation({.kind = LedgerKind::ConcretizedFloat, .site = abi::kNoSite}, "");
  EXPECT_TRUE(ledger.is_about_symbols());
  ledger.add_approximation({.kind = LedgerKind::ConcretizedCall, .site = abi::kNoSite}, "");
  EXPECT_FALSE(ledger.is_about_symbols());
}

TEST(LedgerTest, LimitsAreNoApproximations) {
  for (const LedgerKind kind : kAll) {
    const std::string name = testcase::to_string(kind);
    if (name.ends_with("-bound")) {
      EXPECT_TRUE(wording(kind).is_limit) << name;
    } else if (name.starts_with("concretized-")) {
      EXPECT_FALSE(wording(kind).is_limit) << name;
    }
  }
}

}  // namespace
}  // namespace forall::verdict

#include "testcase/records.h"

#include <gtest/gtest.h>

#include <set>

namespace forall::testcase {
namespace {

TEST(RecordsTest, EveryOutcomeNameReadsBack) {
  for (int i = 0; i <= static_cast<int>(OutcomeKind::Cut); ++i) {
    const auto kind = static_cast<OutcomeKind>(i);
    EXPECT_EQ(parse_outcome(to_string(kind)), kind);
  }
  EXPECT_EQ(parse_outcome("no such"), std::nullopt);
}

TEST(RecordsTest, EveryFaultNameReadsBack) {
  for (int i = 0; i <= static_cast<int>(Fault::TraceFull); ++i) {
    const auto fault = static_cast<Fault>(i);
    EXPECT_EQ(parse_fault(to_string(fault)), fault);
  }
}

TEST(RecordsTest, EveryScalarNameReadsBack) {
  std::set<std::string> names;
  for (int i = 0; i <= static_cast<int>(ScalarKind::UnsignedEnum); ++i) {
    const auto kind = static_cast<ScalarKind>(i);
    EXPECT_EQ(parse_scalar_kind(to_string(kind)), kind);
    EXPECT_TRUE(names.insert(to_string(kind)).second);
  }
}

TEST(RecordsTest, FaultsHaveTheNamesUsersRead) {
  EXPECT_STREQ(to_string(Fault::SignedOverflow), "signed overflow");
  EXPECT_STREQ(to_string(Fault::DivisionByZero), "division by zero");
  EXPECT_STREQ(to_string(Fault::OutOfBounds), "out of bounds");
  EXPECT_STREQ(to_string(Fault::NullDereference), "null dereference");
  EXPECT_STREQ(to_string(Fault::StackOverflow), "stack overflow");
  EXPECT_STREQ(to_string(Fault::EndlessLoop), "endless loop");
  EXPECT_STREQ(to_string(Fault::TraceFull), "trace full");
}

TEST(RecordsTest, VerdictNamesReadBack) {
  for (const VerdictKind kind : {VerdictKind::Proved, VerdictKind::Refuted, VerdictKind::Open}) {
    EXPECT_EQ(parse_verdict(to_string(kind)), kind);
  }
}

TEST(RecordsTest, CharactersHaveTheSignOfThisMachine) {
  EXPECT_EQ(is_signed(ScalarKind::Char), std::is_signed_v<char>);
  EXPECT_EQ(is_signed(ScalarKind::WChar), std::is_signed_v<wchar_t>);
  EXPECT_TRUE(is_signed(ScalarKind::SChar));
  EXPECT_FALSE(is_signed(ScalarKind::UnsignedEnum));
}

}  // namespace
}  // namespace forall::testcase

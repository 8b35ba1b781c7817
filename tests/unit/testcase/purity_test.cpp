#include "testcase/purity.h"

#include <gtest/gtest.h>

namespace forall::testcase {
namespace {

Put put_of(const std::vector<std::string>& parameters) {
  Put put;
  for (const std::string& name : parameters) {
    put.parameters.emplace_back();
    put.parameters.back().name = name;
  }
  return put;
}

Outcome failed(const std::string& message) {
  Outcome outcome;
  outcome.kind = OutcomeKind::Failed;
  outcome.message = message;
  return outcome;
}

Outcome not_pure(const std::string& calls) {
  Outcome outcome = failed("not pure: B::get() returns 1, without the test it returns 0");
  outcome.detail = OutcomeDetail::NotPure;
  outcome.calls = parse_observer_calls(calls);
  return outcome;
}

TEST(PurityCalls, AreReadWithTheNamesOfTheParameters) {
  const Put put = put_of({"a", "b"});
  Outcome outcome = not_pure("[0].add(3); [1].get()");
  name_purity_calls(put, outcome);
  EXPECT_TRUE(outcome.message.ends_with(" it returns 0\n  calls: a.add(3); b.get()")) << outcome.message;
  const auto calls = purity_calls(put, outcome);
  ASSERT_EQ(calls.size(), 2U);
  EXPECT_EQ(calls[0].parameter, 0U);
  EXPECT_EQ(calls[0].call, "add(3)");
  EXPECT_EQ(calls[1].parameter, 1U);
  EXPECT_EQ(calls[1].call, "get()");
  EXPECT_TRUE(has_closed_test(put, outcome));
}

TEST(PurityCalls, WithoutThemThereIsNoClosedTest) {
  const Put put = put_of({"a"});
  EXPECT_TRUE(has_closed_test(put, failed("Expected: 1\n  calls: a.get()")));
  EXPECT_FALSE(has_closed_test(put, not_pure("")));
  EXPECT_FALSE(has_closed_test(put, not_pure("c.get()")));
  EXPECT_FALSE(has_closed_test(put, not_pure("a.get(); get()")));
}

TEST(PurityCalls, AMessageThatLooksLikeOneIsAnyFailure) {
  const Outcome outcome = failed("not pure: x\n  calls: c.get()");
  EXPECT_FALSE(is_unseen_natively(outcome));
  EXPECT_TRUE(has_closed_test(put_of({"a"}), outcome));
}

TEST(PurityCalls, AnOutcomeWithoutThemKeepsItsMessage) {
  Outcome outcome = not_pure("");
  const std::string before = outcome.message;
  name_purity_calls(put_of({"a"}), outcome);
  EXPECT_EQ(outcome.message, before);
}

TEST(PurityCalls, PointersPointToParameters) {
  const Put put = put_of({"a", "key"});
  EXPECT_TRUE(has_closed_test(put, not_pure("a.knows(@*key@, @key@)")));
  EXPECT_FALSE(has_closed_test(put, not_pure("a.knows(@*key->next@)")));
  EXPECT_EQ(parameter_of_object(put, "*key"), 1U);
}

}  // namespace
}  // namespace forall::testcase

#include "explore/tree.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace forall::explore {
namespace {

using abi::DecisionKind;
using expr::Expr;
using Kind = Tree::Insertion::Kind;

class TreeTest : public ::testing::Test {
 protected:
  TreeTest() {
    for (const char* name : {"a", "b", "c"}) {
      variables.push_back(pool.variable({static_cast<std::uint64_t>(name[0]), name, "int", abi::ScalarKind::Int, 32}));
    }
  }
  // Variable i is zero, or not.
  trace::Step zero(unsigned i, bool value, DecisionKind kind = DecisionKind::Branch) {
    const Expr subject = pool.equals(variables[i], {0, 0});
    return {i, kind, subject, value ? 1u : 0u, pool.equals(subject, {value ? 1u : 0u, 0})};
  }
  trace::Step is(unsigned i, std::uint64_t value) {
    return {i, DecisionKind::Value, variables[i], value, pool.equals(variables[i], {value, 0})};
  }
  Tree::Insertion insert(const std::vector<trace::Step>& steps) { return tree.insert(steps); }

  expr::Pool pool;
  std::vector<Expr> variables;
  Tree tree{pool};
};

TEST_F(TreeTest, IsNotExhaustedBeforeTheFirstRun) { EXPECT_FALSE(tree.exhausted()); }

TEST_F(TreeTest, ARunWithoutDecisionsExhaustsIt) {
  EXPECT_EQ(insert({}).kind, Kind::New);
  EXPECT_TRUE(tree.exhausted());
  EXPECT_EQ(insert({}).kind, Kind::Known);
}

TEST_F(TreeTest, EachDecisionOpensAnAlternative) {
  const Tree::Insertion first = insert({zero(0, true), zero(1, true)});
  EXPECT_EQ(first.kind, Kind::New);
  ASSERT_EQ(first.new_nodes.size(), 2u);
  EXPECT_EQ(tree.open_alternatives(), 2u);
  std::vector<Expr> conditions;
  tree.prefix(first.new_nodes[1], conditions);
  tree.alternative(first.new_nodes[1], conditions);
  EXPECT_EQ(conditions, (std::vector<Expr>{zero(0, true).condition, zero(1, false).condition}));
  EXPECT_EQ(tree.depth(first.new_nodes[1]), 1u);
}

TEST_F(TreeTest, BothSidesSeenCloseATwoWayDecision) {
  const NodeRef node = insert({zero(0, true)}).new_nodes.at(0);
  const Tree::Insertion second = insert({zero(0, false), zero(1, true)});
  EXPECT_EQ(second.kind, Kind::New);
  EXPECT_EQ(second.branched, node);
  EXPECT_EQ(second.at, 0u);
  EXPECT_FALSE(tree.is_open(node));
  EXPECT_EQ(tree.open_alternatives(), 1u);
  tree.close(second.new_nodes.at(0), AlternativeState::Infeasible);
  EXPECT_TRUE(tree.exhausted());
}

TEST_F(TreeTest, AWideSubjectStaysOpenUntilItIsClosed) {
  const NodeRef node = insert({is(0, 3)}).new_nodes.at(0);
  EXPECT_EQ(insert({is(0, 5)}).branched, node);
  EXPECT_TRUE(tree.is_open(node));
  std::vector<Expr> conditions;
  tree.alternative(node, conditions);
  EXPECT_EQ(conditions,
            (std::vector<Expr>{pool.logical_not(is(0, 3).condition), pool.logical_not(is(0, 5).condition)}));
  tree.close(node, AlternativeState::Infeasible);
  EXPECT_TRUE(tree.exhausted());
}

TEST_F(TreeTest, OnlyTheRefusedSideOfAnAssumptionHasAnAlternative) {
  EXPECT_TRUE(insert({zero(0, true, DecisionKind::Assume)}).new_nodes.empty());
  EXPECT_TRUE(tree.exhausted());
  Tree other(pool);
  const std::vector<trace::Step> refused = {zero(0, false, DecisionKind::Assume)};
  EXPECT_EQ(other.insert(refused).new_nodes.size(), 1u);
}

TEST_F(TreeTest, TheSamePathAgainIsKnown) {
  insert({zero(0, true), zero(1, true)});
  EXPECT_EQ(insert({zero(0, true), zero(1, true)}).kind, Kind::Known);
}

TEST_F(TreeTest, AnotherSiteOrSubjectAfterTheSameDecisionsIsADeviation) {
  insert({zero(0, true), zero(1, true)});
  const Tree::Insertion other = insert({zero(0, true), zero(2, true)});
  EXPECT_EQ(other.kind, Kind::Deviated);
  EXPECT_EQ(other.at, 1u);
  trace::Step elsewhere = zero(1, true);
  elsewhere.site = 9;
  EXPECT_EQ(insert({zero(0, true), elsewhere}).kind, Kind::Deviated);
  EXPECT_EQ(tree.open_alternatives(), 2u);
}

TEST_F(TreeTest, AnEarlierOrLaterEndIsADeviation) {
  insert({zero(0, true), zero(1, true)});
  EXPECT_EQ(insert({zero(0, true)}).kind, Kind::Deviated);
  EXPECT_EQ(insert({zero(0, true), zero(1, true), zero(2, true)}).kind, Kind::Deviated);
  EXPECT_EQ(insert({}).kind, Kind::Deviated);
}

TEST_F(TreeTest, TakingARefutedAlternativeIsASoundnessViolation) {
  const Tree::Insertion first = insert({zero(0, true), zero(1, true)});
  tree.close(first.new_nodes[0], AlternativeState::Infeasible);
  EXPECT_THROW(insert({zero(0, false)}), base::SoundnessError);
}

TEST_F(TreeTest, GivesExhaustedSubtreesBack) {
  const Tree::Insertion first = insert({zero(0, true), zero(1, true), zero(2, true)});
  EXPECT_EQ(tree.live_nodes(), 3u);
  tree.close(first.new_nodes[2], AlternativeState::Infeasible);
  EXPECT_EQ(tree.live_nodes(), 2u);
  tree.close(first.new_nodes[1], AlternativeState::Undecided);
  EXPECT_EQ(tree.live_nodes(), 1u);
  EXPECT_EQ(insert({zero(0, true), zero(2, true)}).kind, Kind::Known);  // it can no longer tell
  insert({zero(0, false)});
  EXPECT_TRUE(tree.exhausted());
  tree.prune();
  EXPECT_EQ(tree.live_nodes(), 0u);
}

TEST_F(TreeTest, AReusedNodeIsNotTakenForTheOldOne) {
  const Tree::Insertion first = insert({zero(0, true), zero(1, true)});
  tree.close(first.new_nodes[1], AlternativeState::Infeasible);
  const Tree::Insertion second = insert({zero(0, false), zero(2, true)});
  ASSERT_EQ(second.new_nodes.at(0).index, first.new_nodes[1].index);
  EXPECT_FALSE(tree.is_open(first.new_nodes[1]));
  EXPECT_TRUE(tree.is_open(second.new_nodes[0]));
}

TEST_F(TreeTest, CountsOpenAlternativesOverManyInsertions) {
  for (unsigned code = 0; code < 8; ++code) {
    insert({zero(0, code & 1), zero(1, code & 2), zero(2, code & 4)});
    tree.prune();
  }
  EXPECT_TRUE(tree.exhausted());
  EXPECT_EQ(tree.live_nodes(), 0u);
}

}  // namespace
}  // namespace forall::explore

// proved: the operations of RedBlackTree keep its invariant and do what they say, for all trees of up to eight nodes
#include <gtest/gtest.h>

#include "red_black_tree_state.h"

namespace {

constexpr int kMostNodes = 8;

// One of the eight nodes is the new one.
void InsertKeepsTheInvariant(RedBlackTree& tree, int key) {
  RedBlackCheck before(kMostNodes - 1);
  ASSUME(before.holds_of(tree));
  EXPECT_EQ(tree.insert(key), !before.has(key));
  RedBlackCheck after(kMostNodes);
  EXPECT_TRUE(after.holds_of(tree));
  EXPECT_TRUE(after.has(key));
}
FORALL(RedBlackTreeTest, InsertKeepsTheInvariant);

void RemoveKeepsTheInvariant(RedBlackTree& tree, int key) {
  RedBlackCheck before(kMostNodes);
  ASSUME(before.holds_of(tree));
  EXPECT_EQ(tree.remove(key), before.has(key));
  RedBlackCheck after(kMostNodes);
  EXPECT_TRUE(after.holds_of(tree));
  EXPECT_FALSE(after.has(key));
}
FORALL(RedBlackTreeTest, RemoveKeepsTheInvariant);

void ContainsFindsEveryKey(RedBlackTree& tree, int key) {
  RedBlackCheck check(kMostNodes);
  ASSUME(check.holds_of(tree));
  EXPECT_EQ(tree.contains(key), check.has(key));
}
FORALL(RedBlackTreeTest, ContainsFindsEveryKey);

}  // namespace

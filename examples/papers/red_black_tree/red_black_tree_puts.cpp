// proved: the operations of RedBlackTree keep its invariant and do what they say, for all trees of up to eight nodes
#include <gtest/gtest.h>

#include "red_black_tree_state.h"

namespace {

constexpr int kMostNodes = 8;

// One of the eight nodes is the new one.
void InsertKeepsTheInvariant(RedBlackTree& tree, int key) {
  const RedBlackAssumption before(tree, kMostNodes - 1);
  EXPECT_EQ(tree.insert(key), !before.keys().have(key));
  const RedBlackCheck after(tree);
  EXPECT_TRUE(after.holds() & after.keys().have(key));
}
FORALL(RedBlackTreeTest, InsertKeepsTheInvariant);

void RemoveKeepsTheInvariant(RedBlackTree& tree, int key) {
  const RedBlackAssumption before(tree, kMostNodes);
  EXPECT_EQ(tree.remove(key), before.keys().have(key));
  const RedBlackCheck after(tree);
  EXPECT_TRUE(after.holds() & !after.keys().have(key));
}
FORALL(RedBlackTreeTest, RemoveKeepsTheInvariant);

void ContainsFindsEveryKey(RedBlackTree& tree, int key) {
  const RedBlackAssumption before(tree, kMostNodes);
  EXPECT_EQ(tree.contains(key), before.keys().have(key));
}
FORALL(RedBlackTreeTest, ContainsFindsEveryKey);

}  // namespace

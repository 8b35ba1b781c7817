// How forall builds a RedBlackTree: nodes that point to one another in any way, of which only red-black trees are
// looked at.
#pragma once

#include <forall/forall.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "red_black_tree.h"

FORALL_STATE(RedBlackTree, root_);
FORALL_STATE(RedBlackTree::Node, key, is_red, child);  // who is the parent follows from the children

// The keys of a tree, in its order.
class Keys {
 public:
  void add(int key) { keys_.push_back(key); }
  bool are_sorted() const {
    bool result = true;
    for (std::size_t i = 1; i < keys_.size(); ++i) result &= keys_[i - 1] < keys_[i];
    return result;
  }
  bool have(int key) const {
    bool result = false;
    for (const int other : keys_) result |= other == key;
    return result;
  }

 private:
  std::vector<int> keys_;
};

// Assumes that a tree is a red-black tree of so many nodes at most. Where its nodes are and which of them are red is
// decided on a walk through it; its keys stay open. At each step only that is assumed which the nodes left over can
// complete.
class RedBlackAssumption {
 public:
  RedBlackAssumption(const RedBlackTree& tree, int most_nodes) : most_nodes_(most_nodes) {
    walk(const_cast<Node*>(tree.root()), nullptr, 0);
    ASSUME(keys_.are_sorted());
  }
  const Keys& keys() const { return keys_; }

 private:
  using Node = RedBlackTree::Node;

  // What hangs on a parent, below so many black nodes.
  void walk(Node* node, Node* parent, int blacks) {
    const bool may_be_red = parent != nullptr && !parent->is_red && fits(1, blacks);
    const bool may_be_black = fits(1, blacks + 1);
    bool is_new = may_be_red || may_be_black;
    for (const Node* other : nodes_) is_new &= node != other;
    const bool may_be_leaf = (height_ < 0 || blacks == height_) && fits(0, blacks);
    ASSUME(((node == nullptr) & may_be_leaf) | ((node != nullptr) & is_new));
    if (node == nullptr) {
      height_ = blacks;
      return;
    }
    ASSUME((node->is_red & may_be_red) | (!node->is_red & may_be_black));
    nodes_.push_back(node);
    node->parent = parent;
    if (!node->is_red) ++blacks;
    pending_.push_back(blacks);
    walk(node->child[0], node, blacks);
    pending_.pop_back();
    keys_.add(node->key);
    walk(node->child[1], node, blacks);
  }

  // Whether there are nodes enough for one more (or none), what hangs on it, below so many black nodes, and all that is
  // still to come.
  bool fits(int more, int blacks) const {
    const int height = std::max(height_, blacks);
    int needed = static_cast<int>(nodes_.size()) + more + 2 * more * least(height - blacks);
    for (const int others : pending_) needed += least(height - others);
    return needed <= most_nodes_ && (height_ < 0 || blacks <= height_);
  }
  static int least(int height) { return (1 << height) - 1; }

  int most_nodes_;
  int height_ = -1;           // black nodes on the way to each leaf; -1: no leaf seen yet
  std::vector<int> pending_;  // black nodes above each part on the right that is still to come
  std::vector<const Node*> nodes_;
  Keys keys_;
};

// Looks whether a tree is a red-black tree.
class RedBlackCheck {
 public:
  explicit RedBlackCheck(const RedBlackTree& tree) { walk(tree.root(), nullptr); }
  bool holds() const { return holds_ & keys_.are_sorted(); }
  const Keys& keys() const { return keys_; }

 private:
  using Node = RedBlackTree::Node;

  // The number of black nodes on the way to each leaf.
  int walk(const Node* node, const Node* parent) {
    if (node == nullptr) return 0;
    holds_ &= node->parent == parent && (!node->is_red || (parent != nullptr && !parent->is_red));
    const int left = walk(node->child[0], node);
    keys_.add(node->key);
    const int right = walk(node->child[1], node);
    holds_ &= left == right;
    return left + (node->is_red ? 0 : 1);
  }

  bool holds_ = true;
  Keys keys_;
};

// How forall builds a RedBlackTree: nodes that point to one another in any way, of which those that are no red-black
// tree are not looked at.
#pragma once

#include <forall/forall.h>

#include <limits>
#include <vector>

#include "red_black_tree.h"

// Walks over what hangs on a node. Only where the nodes are is decided; keys and colours stay open, whatever is asked
// of them.
class RedBlackCheck {
 public:
  explicit RedBlackCheck(int most_nodes) : most_nodes_(most_nodes) {}

  bool holds_of(const RedBlackTree& tree) {
    constexpr long kBelow = std::numeric_limits<long>::min();
    constexpr long kAbove = std::numeric_limits<long>::max();
    return walk(tree.root(), nullptr, true, kBelow, kAbove, 0) && is_good_;
  }
  bool has(int key) const {
    bool found = false;
    for (const RedBlackTree::Node* node : nodes_) found |= node->key == key;
    return found;
  }

 private:
  bool walk(const RedBlackTree::Node* node, const RedBlackTree::Node* parent, bool is_parent_red, long below,
            long above, int blacks) {
    if (node == nullptr) {
      if (height_ < 0) height_ = blacks;
      is_good_ &= blacks == height_;
      return true;
    }
    bool is_new = static_cast<int>(nodes_.size()) < most_nodes_;
    for (const RedBlackTree::Node* other : nodes_) is_new &= node != other;
    if (!is_new) return false;
    nodes_.push_back(node);
    is_good_ &= (node->parent == parent) & (below < node->key) & (node->key < above) & !(is_parent_red & node->is_red);
    if (!is_good_) return false;
    blacks += 1 - static_cast<int>(node->is_red);
    return walk(node->child[0], node, node->is_red, below, node->key, blacks) &&
           walk(node->child[1], node, node->is_red, node->key, above, blacks);
  }

  int most_nodes_;
  std::vector<const RedBlackTree::Node*> nodes_;
  bool is_good_ = true;
  int height_ = -1;  // black nodes on the way to the first leaf
};

FORALL_STATE(RedBlackTree, root_);

// A binary search tree without balance.
#pragma once

#include <algorithm>
#include <memory>
#include <stdexcept>

class BinaryTree {
 public:
  BinaryTree() = default;
  BinaryTree(const BinaryTree& other) : root_(copy(other.root_.get())) {}
  BinaryTree& operator=(BinaryTree other) {
    root_.swap(other.root_);
    return *this;
  }

  void insert(int x) {
    std::unique_ptr<Node>* at = &root_;
    while (*at && (*at)->value != x) at = x < (*at)->value ? &(*at)->left : &(*at)->right;
    if (!*at) *at = std::make_unique<Node>(Node{x, nullptr, nullptr});
  }
  bool has(int x) const {
    const Node* at = root_.get();
    while (at && at->value != x) at = x < at->value ? at->left.get() : at->right.get();
    return at != nullptr;
  }
  int size() const { return size(root_.get()); }
  int height() const { return height(root_.get()); }
  int least() const {
    if (!root_) throw std::out_of_range("BinaryTree::least");
    const Node* at = root_.get();
    while (at->left) at = at->left.get();
    return at->value;
  }

 private:
  struct Node {
    int value;
    std::unique_ptr<Node> left, right;
  };
  static std::unique_ptr<Node> copy(const Node* node) {
    if (!node) return nullptr;
    return std::make_unique<Node>(Node{node->value, copy(node->left.get()), copy(node->right.get())});
  }
  static int size(const Node* node) { return node ? size(node->left.get()) + 1 + size(node->right.get()) : 0; }
  static int height(const Node* node) {
    return node ? 1 + std::max(height(node->left.get()), height(node->right.get())) : 0;
  }

  std::unique_ptr<Node> root_;
};

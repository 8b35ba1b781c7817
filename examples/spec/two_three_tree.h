// Different numbers in ascending order, on a 2-3 tree: the numbers are its leaves, all at the same depth, and each node has two
// or three children. Only a root may have fewer.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

class TwoThreeTree {
 public:
  void add(int x) {
    insert(root_, height_, x);
    if (root_.children.size() <= 3) return;
    Node left = std::move(root_);
    root_ = Node();
    root_.children.push_back(std::move(left));
    split(root_, 0);
    ++height_;
  }

  // Places are counted from 1.
  void remove(int i) {
    erase(root_, height_, find(i));
    if (height_ == 1 || root_.children.size() > 1) return;
    Node only = std::move(root_.children.front());
    root_ = std::move(only);
    --height_;
  }

  int nb_elements() const { return count_; }

  int find(int i) const {
    if (i < 1 || i > count_) throw std::out_of_range("TwoThreeTree::find");
    return items()[static_cast<std::size_t>(i) - 1];
  }

  bool eqn(const TwoThreeTree& other) const { return count_ == other.count_ && items() == other.items(); }

 private:
  struct Node {
    int least = 0;  // of its leaves
    std::vector<Node> children;
  };

  // The child whose leaves x is among, if it is there.
  static std::size_t child_for(const Node& node, int x) {
    std::size_t i = 0;
    while (i + 1 < node.children.size() && node.children[i + 1].least <= x) ++i;
    return i;
  }

  static void renew(Node& node) {
    if (!node.children.empty()) node.least = node.children.front().least;
  }

  // A child with four children becomes two.
  static void split(Node& node, std::size_t i) {
    Node right;
    right.children.assign(node.children[i].children.begin() + 2, node.children[i].children.end());
    node.children[i].children.resize(2);
    renew(node.children[i]);
    renew(right);
    node.children.insert(node.children.begin() + static_cast<std::ptrdiff_t>(i) + 1, std::move(right));
    renew(node);
  }

  void insert(Node& node, int height, int x) {
    if (height == 1) {
      std::size_t i = 0;
      while (i < node.children.size() && node.children[i].least < x) ++i;
      if (i < node.children.size() && node.children[i].least == x) return;
      node.children.insert(node.children.begin() + static_cast<std::ptrdiff_t>(i), Node{x, {}});
      ++count_;
    } else {
      const std::size_t i = child_for(node, x);
      insert(node.children[i], height - 1, x);
      if (node.children[i].children.size() > 3) split(node, i);
    }
    renew(node);
  }

  void erase(Node& node, int height, int x) {
    const std::size_t i = child_for(node, x);
    if (height == 1) {
      node.children.erase(node.children.begin() + static_cast<std::ptrdiff_t>(i));
      --count_;
    } else {
      erase(node.children[i], height - 1, x);
      if (node.children[i].children.size() < 2) repair(node, i);
    }
    renew(node);
  }

  // A child has only one child left: it gets one of a neighbour that has three, or of the node beyond that neighbour, or
  // becomes part of a neighbour.
  static void repair(Node& node, std::size_t i) {
    std::vector<Node>& all = node.children;
    if (i > 0 && all[i - 1].children.size() == 3) {
      to_the_right(all[i - 1], all[i]);
    } else if (i + 1 < all.size() && all[i + 1].children.size() == 3) {
      to_the_left(all[i], all[i + 1]);
    } else if (i == 2 && all[0].children.size() == 3) {
      all[2].children.insert(all[2].children.begin(), all[1].children.back());
      all[1].children.pop_back();
      all[1].children.insert(all[1].children.begin(), all[0].children.back());
      all[0].children.pop_back();
    } else if (i == 0 && all.size() == 3 && all[2].children.size() == 3) {
      to_the_left(all[0], all[1]);
      to_the_left(all[1], all[2]);
    } else {
      const std::size_t left = i == 0 ? 0 : i - 1;
      for (Node& each : all[left + 1].children) all[left].children.push_back(std::move(each));
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(left) + 1);
    }
    for (Node& each : all) renew(each);
  }

  static void to_the_right(Node& left, Node& right) {
    right.children.insert(right.children.begin(), std::move(left.children.back()));
    left.children.pop_back();
  }
  static void to_the_left(Node& left, Node& right) {
    left.children.push_back(std::move(right.children.front()));
    right.children.erase(right.children.begin());
  }

  std::vector<int> items() const {
    std::vector<int> result;
    collect(root_, height_, result);
    return result;
  }
  static void collect(const Node& node, int height, std::vector<int>& result) {
    for (const Node& each : node.children) {
      if (height == 1) {
        result.push_back(each.least);
      } else {
        collect(each, height - 1, result);
      }
    }
  }

  Node root_;
  int height_ = 1;
  int count_ = 0;
};

// A red-black tree of ints: no red node has a red parent, and every way down passes as many black nodes as any other,
// so the tree is balanced. What is done on the left is done on the right with the sides exchanged: a side is an index,
// 0 left, 1 right. The cases are those of Cormen, Leiserson, Rivest and Stein, "Introduction to Algorithms",
// chapter 13.
#pragma once

class RedBlackTree {
 public:
  struct Node {
    int key;
    bool is_red;
    Node* parent;
    Node* child[2];
  };

  RedBlackTree() = default;
  ~RedBlackTree() { destroy(root_); }
  RedBlackTree(const RedBlackTree&) = delete;
  RedBlackTree& operator=(const RedBlackTree&) = delete;

  const Node* root() const { return root_; }

  bool contains(int key) const { return find(key) != nullptr; }

  // Gives whether the key is new.
  bool insert(int key) {
    Node* parent = nullptr;
    int side = 0;
    for (Node* node = root_; node != nullptr; node = node->child[side]) {
      if (key == node->key) return false;
      parent = node;
      side = key < node->key ? 0 : 1;
    }
    Node* node = new Node{key, true, parent, {nullptr, nullptr}};
    (parent == nullptr ? root_ : parent->child[side]) = node;
    repair_after_insertion(node);
    return true;
  }

  // Gives whether the key was there.
  bool remove(int key) {
    Node* node = find(key);
    if (node == nullptr) return false;
    if (node->child[0] != nullptr && node->child[1] != nullptr) {
      Node* next = node->child[1];
      while (next->child[0] != nullptr) next = next->child[0];
      node->key = next->key;
      node = next;
    }
    Node* only_child = node->child[node->child[0] == nullptr ? 1 : 0];
    if (only_child != nullptr) {
      only_child->is_red = false;  // a black node with one child: that child is red
    } else if (!node->is_red) {
      repair_before_removal(node);
    }
    replace(node, only_child);
    delete node;
    return true;
  }

 private:
  static bool is_red(const Node* node) { return node != nullptr && node->is_red; }
  static int side_of(const Node* node) { return node->parent->child[0] == node ? 0 : 1; }

  Node* find(int key) const {
    Node* node = root_;
    while (node != nullptr && node->key != key) node = node->child[key < node->key ? 0 : 1];
    return node;
  }

  void replace(Node* node, Node* other) {
    (node->parent == nullptr ? root_ : node->parent->child[side_of(node)]) = other;
    if (other != nullptr) other->parent = node->parent;
  }

  // The node goes down to that side, and its child on the other one comes up.
  void rotate(Node* node, int side) {
    Node* up = node->child[1 - side];
    replace(node, up);
    node->child[1 - side] = up->child[side];
    if (up->child[side] != nullptr) up->child[side]->parent = node;
    up->child[side] = node;
    node->parent = up;
  }

  // The node is red; only its parent may be red too.
  void repair_after_insertion(Node* node) {
    while (is_red(node->parent)) {
      Node* parent = node->parent;
      Node* grandparent = parent->parent;
      const int side = side_of(parent);
      Node* uncle = grandparent->child[1 - side];
      if (is_red(uncle)) {
        parent->is_red = uncle->is_red = false;
        grandparent->is_red = true;
        node = grandparent;
        continue;
      }
      if (side_of(node) != side) {
        rotate(parent, side);
        parent = node;
      }
      parent->is_red = false;
      grandparent->is_red = true;
      rotate(grandparent, 1 - side);
      break;
    }
    root_->is_red = false;
  }

  // The node is a black leaf that will go: the ways through it are to have one more black node than the others.
  void repair_before_removal(Node* node) {
    while (node->parent != nullptr && !is_red(node)) {
      Node* parent = node->parent;
      const int side = side_of(node);
      Node* sibling = parent->child[1 - side];
      if (sibling->is_red) {
        sibling->is_red = false;
        parent->is_red = true;
        rotate(parent, side);
        sibling = parent->child[1 - side];
      }
      if (!is_red(sibling->child[0]) && !is_red(sibling->child[1])) {
        sibling->is_red = true;
        node = parent;
        continue;
      }
      if (!is_red(sibling->child[1 - side])) {
        sibling->child[side]->is_red = false;
        sibling->is_red = true;
        rotate(sibling, 1 - side);
        sibling = parent->child[1 - side];
      }
      sibling->is_red = parent->is_red;
      parent->is_red = false;
      sibling->child[1 - side]->is_red = false;
      rotate(parent, side);
      return;
    }
    node->is_red = false;
  }

  static void destroy(Node* node) {
    if (node == nullptr) return;
    destroy(node->child[0]);
    destroy(node->child[1]);
    delete node;
  }

  Node* root_ = nullptr;
};

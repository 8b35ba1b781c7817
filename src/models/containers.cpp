// The parts of std::map, std::set and std::list that are in the library: the balancing of red-black trees and the links
// of lists. The links and colours are ordinary memory that may be symbolic (copied from symbolic bytes, say). The
// algorithms are those of Cormen, Leiserson, Rivest and Stein; they balance exactly as the library does, because
// programs and the library work on the same trees.
#include <list>
#include <map>
#include <utility>

#include "models/model.h"

namespace forall::models {

namespace {

using Node = std::_Rb_tree_node_base;
using Link = std::__detail::_List_node_base;

bool is_red(const Node* node) { return node != nullptr && node->_M_color == std::_S_red; }

Node* leftmost(Node* node) {
  while (node->_M_left != nullptr) node = node->_M_left;
  return node;
}

Node* rightmost(Node* node) {
  while (node->_M_right != nullptr) node = node->_M_right;
  return node;
}

// The header anchors the tree: its parent is the root, its left and right are the first and the last node.
Node*& link_to(Node* node, Node& header) {
  if (node == header._M_parent) return header._M_parent;
  Node* parent = node->_M_parent;
  return node == parent->_M_left ? parent->_M_left : parent->_M_right;
}

void set_parent(Node* node, Node* parent) {
  if (node != nullptr) node->_M_parent = parent;
}

// One of a node's children, seen from a side, so that every case is written once.
Node*& child(Node* node, bool left) { return left ? node->_M_left : node->_M_right; }

// Moves `node` down to the given side; the child of the other side takes its place.
void rotate(Node* node, bool to_left, Node& header) {
  Node* up = child(node, !to_left);
  link_to(node, header) = up;
  up->_M_parent = node->_M_parent;
  child(node, !to_left) = child(up, to_left);
  set_parent(child(node, !to_left), node);
  child(up, to_left) = node;
  node->_M_parent = up;
}

void insert(bool left, Node* node, Node* parent, Node& header) {
  node->_M_parent = parent;
  node->_M_left = nullptr;
  node->_M_right = nullptr;
  node->_M_color = std::_S_red;
  child(parent, left) = node;
  if (parent == &header) {  // the first node: the header's left was set above
    header._M_parent = node;
    header._M_right = node;
  } else if (left && parent == header._M_left) {
    header._M_left = node;
  } else if (!left && parent == header._M_right) {
    header._M_right = node;
  }
  while (node != header._M_parent && is_red(node->_M_parent)) {
    Node* const above = node->_M_parent->_M_parent;
    const bool on_left = node->_M_parent == above->_M_left;
    Node* const uncle = child(above, !on_left);
    if (is_red(uncle)) {
      node->_M_parent->_M_color = std::_S_black;
      uncle->_M_color = std::_S_black;
      above->_M_color = std::_S_red;
      node = above;
      continue;
    }
    if (node == child(node->_M_parent, !on_left)) {
      node = node->_M_parent;
      rotate(node, on_left, header);
    }
    node->_M_parent->_M_color = std::_S_black;
    above->_M_color = std::_S_red;
    rotate(above, !on_left, header);
  }
  header._M_parent->_M_color = std::_S_black;
}

// Restores the black node that the subtree at `node` lacks. `node` may be null, so its parent is passed, too.
void restore_black(Node* node, Node* parent, Node& header) {
  while (node != header._M_parent && !is_red(node)) {
    const bool on_left = node == parent->_M_left;
    Node* sibling = child(parent, !on_left);
    if (is_red(sibling)) {
      sibling->_M_color = std::_S_black;
      parent->_M_color = std::_S_red;
      rotate(parent, on_left, header);
      sibling = child(parent, !on_left);
    }
    if (!is_red(sibling->_M_left) && !is_red(sibling->_M_right)) {
      sibling->_M_color = std::_S_red;
      node = parent;
      parent = parent->_M_parent;
      continue;
    }
    if (!is_red(child(sibling, !on_left))) {
      child(sibling, on_left)->_M_color = std::_S_black;
      sibling->_M_color = std::_S_red;
      rotate(sibling, !on_left, header);
      sibling = child(parent, !on_left);
    }
    sibling->_M_color = parent->_M_color;
    parent->_M_color = std::_S_black;
    if (Node* outer = child(sibling, !on_left)) outer->_M_color = std::_S_black;
    rotate(parent, on_left, header);
    break;
  }
  if (node != nullptr) node->_M_color = std::_S_black;
}

Node* erase(Node* node, Node& header) {
  // A node with two children first changes places, and colours, with its successor.
  Node* const successor = node->_M_left != nullptr && node->_M_right != nullptr ? leftmost(node->_M_right) : nullptr;
  Node* const leaving = successor != nullptr ? successor : node;  // where the tree loses a place
  Node* const below = leaving->_M_left != nullptr ? leaving->_M_left : leaving->_M_right;
  Node* parent = leaving->_M_parent;
  if (successor == nullptr) {
    link_to(node, header) = below;
    set_parent(below, parent);
    if (header._M_left == node) header._M_left = below != nullptr ? leftmost(below) : parent;
    if (header._M_right == node) header._M_right = below != nullptr ? rightmost(below) : parent;
  } else {
    if (parent == node) {
      parent = successor;
    } else {
      parent->_M_left = below;
      set_parent(below, parent);
      successor->_M_right = node->_M_right;
      node->_M_right->_M_parent = successor;
    }
    successor->_M_left = node->_M_left;
    node->_M_left->_M_parent = successor;
    link_to(node, header) = successor;
    successor->_M_parent = node->_M_parent;
    std::swap(successor->_M_color, node->_M_color);
  }
  if (node->_M_color != std::_S_red) restore_black(below, parent, header);
  return node;
}

Node* next(Node* node) {
  if (node->_M_right != nullptr) return leftmost(node->_M_right);
  Node* parent = node->_M_parent;
  while (node == parent->_M_right) {
    node = parent;
    parent = parent->_M_parent;
  }
  // At the end of a tree whose root is its last node, the climb has wrapped around through the header.
  return node->_M_right != parent ? parent : node;
}

Node* previous(Node* node) {
  const bool is_header = node->_M_color == std::_S_red && node->_M_parent->_M_parent == node;
  if (is_header) return node->_M_right;
  if (node->_M_left != nullptr) return rightmost(node->_M_left);
  Node* parent = node->_M_parent;
  while (node == parent->_M_left) {
    node = parent;
    parent = parent->_M_parent;
  }
  return parent;
}

void join(Link* first, Link* second) {
  first->_M_next = second;
  second->_M_prev = first;
}

// Makes the first and the last node of a list point to its header.
void adopt(Link& header) {
  header._M_next->_M_prev = &header;
  header._M_prev->_M_next = &header;
}

}  // namespace

}  // namespace forall::models

using namespace forall::models;

extern "C" {

void __forall_model_tree_insert(bool left, Node* node, Node* parent, Node* header) {
  const Scope scope;
  insert(left, node, parent, *header);
}

Node* __forall_model_tree_erase(Node* node, Node* header) {
  const Scope scope;
  return erase(node, *header);
}

Node* __forall_model_tree_next(Node* node) {
  const Scope scope;
  return next(node);
}

Node* __forall_model_tree_previous(Node* node) {
  const Scope scope;
  return previous(node);
}

void __forall_model_list_hook(Link* node, Link* position) {
  const Scope scope;
  join(position->_M_prev, node);
  join(node, position);
}

void __forall_model_list_unhook(Link* node) {
  const Scope scope;
  join(node->_M_prev, node->_M_next);
}

// Moves [first, last) before position.
void __forall_model_list_transfer(Link* position, Link* first, Link* last) {
  const Scope scope;
  if (position == last) return;
  Link* const final = last->_M_prev;
  join(first->_M_prev, last);
  join(position->_M_prev, first);
  join(final, position);
}

void __forall_model_list_reverse(Link* header) {
  const Scope scope;
  Link* node = header;
  do {
    std::swap(node->_M_next, node->_M_prev);
    node = node->_M_prev;
  } while (node != header);
}

void __forall_model_list_swap(Link* a, Link* b) {
  const Scope scope;
  const bool a_empty = a->_M_next == a;
  const bool b_empty = b->_M_next == b;
  std::swap(a->_M_next, b->_M_next);
  std::swap(a->_M_prev, b->_M_prev);
  if (b_empty) a->_M_next = a->_M_prev = a;
  if (a_empty) b->_M_next = b->_M_prev = b;
  adopt(*a);
  adopt(*b);
}

}  // extern "C"

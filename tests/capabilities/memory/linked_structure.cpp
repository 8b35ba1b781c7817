// capability: a linked structure built and searched by symbolic keys
// Reached: refuted
#include "../capability.h"

namespace linked_structure {

struct Tree {
  unsigned key;
  Tree *left = nullptr, *right = nullptr;
};

void insert(Tree*& at, Tree& node) {
  if (!at)
    at = &node;
  else
    insert(node.key < at->key ? at->left : at->right, node);
}

void Reached(std::array<unsigned, 4> keys) {
  Tree nodes[4] = {{keys[0]}, {keys[1]}, {keys[2]}, {keys[3]}};
  Tree* root = nullptr;
  for (Tree& node : nodes) insert(root, node);
  if (root->left && root->left->right && root->left->right->left && root->left->right->left->key == 0xfade0000u &&
      root->left->right->key - root->left->key == 2u)
    TARGET();
}
FORALL(LinkedStructure, Reached);

}  // namespace linked_structure

// The stored paths of a PUT as a tree: what several paths share is one node.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testcase/records.h"

namespace forall::report {

struct TreeNode {
  std::size_t parent = 0;                    // the root is its own
  const testcase::Step* step = nullptr;      // the decision that leads here, null for the root
  std::vector<std::size_t> children;         // in the order found
  std::vector<const testcase::Case*> cases;  // paths that end here; more than one where steps do not tell them apart
  std::uint64_t passed = 0, failing = 0, other = 0;  // paths that end here or below
  // Of a loop that was folded: how often its condition is decided, and how the last time.
  std::size_t repeats = 1;
  const testcase::Step* last = nullptr;
};

// Node 0 is the root; children come after their parents. Points into the result.
std::vector<TreeNode> build_tree(const testcase::Result& result);

// Decisions of one site right below each other, three or more, become one node: what leaves the loop is its children.
//
//   n > 0                       n > 0 … n > 2 (3 times)
//   ├─ n > 1                    ├─ n <= 1
//   │  ├─ n > 2         -->     ├─ n <= 2
//   │  ╰─ n <= 2                ╰─ (what follows n > 2)
//   ╰─ n <= 1
//
// Nodes that are folded into another stay in the list, without parent or children.
void fold_loops(std::vector<TreeNode>& nodes);

// The tree for Graphviz.
std::string tree_dot(const testcase::Result& result);

}  // namespace forall::report

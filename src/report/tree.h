// The stored paths of a PUT as a tree: what several paths share is one node.
#pragma once

#include <cstdint>
#include <vector>

#include "testcase/records.h"

namespace forall::report {

struct TreeNode {
  std::size_t parent = 0;                    // the root is its own
  const testcase::Step* step = nullptr;      // the decision that leads here, null for the root
  std::vector<std::size_t> children;         // in the order found
  std::vector<const testcase::Case*> cases;  // paths that end here; more than one where steps do not tell them apart
  std::uint64_t passed = 0, failing = 0, other = 0;  // paths that end here or below
};

// Node 0 is the root; children come after their parents. Points into the result.
std::vector<TreeNode> build_tree(const testcase::Result& result);

}  // namespace forall::report

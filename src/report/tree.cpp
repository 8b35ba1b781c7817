#include "report/tree.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace forall::report {

std::vector<TreeNode> build_tree(const testcase::Result& result) {
  std::vector<TreeNode> nodes(1);
  using Edge = std::tuple<std::size_t, std::uint64_t, std::string_view>;
  std::map<Edge, std::size_t> edges;
  for (const auto& c : result.cases) {
    std::size_t at = 0;
    for (const auto& step : c.steps) {
      const auto [edge, is_new] = edges.try_emplace({at, step.site, step.condition}, nodes.size());
      if (is_new) {
        nodes[at].children.push_back(nodes.size());
        nodes.emplace_back();
        nodes.back().parent = at;
        nodes.back().step = &step;
      }
      at = edge->second;
    }
    nodes[at].cases.push_back(&c);
    if (testcase::refutes(c.outcome.kind)) {
      ++nodes[at].failing;
    } else {
      ++(c.outcome.kind == testcase::OutcomeKind::Passed ? nodes[at].passed : nodes[at].other);
    }
  }
  for (std::size_t i = nodes.size(); i-- > 1;) {
    TreeNode& parent = nodes[nodes[i].parent];
    parent.passed += nodes[i].passed;
    parent.failing += nodes[i].failing;
    parent.other += nodes[i].other;
  }
  return nodes;
}

void fold_loops(std::vector<TreeNode>& nodes) {
  constexpr std::size_t kLeast = 3;
  // How many decisions of its site follow each other from a node on.
  std::vector<std::size_t> lengths(nodes.size(), 0);
  for (std::size_t i = nodes.size(); i-- > 1;) {
    lengths[i] = 1;
    for (const std::size_t child : nodes[i].children) {
      if (nodes[child].step->site == nodes[i].step->site) lengths[i] = std::max(lengths[i], lengths[child] + 1);
    }
  }
  std::vector<bool> is_folded(nodes.size(), false);
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    if (is_folded[i] || lengths[i] < kLeast) continue;
    TreeNode& loop = nodes[i];
    loop.repeats = lengths[i];
    std::vector<std::size_t> exits;
    for (std::size_t at = i, left = lengths[i];; --left) {
      const std::vector<std::size_t> children = std::exchange(nodes[at].children, {});
      std::size_t next = at;
      for (const std::size_t child : children) {
        if (next == at && lengths[child] == left - 1 && left > 1 && nodes[child].step->site == loop.step->site) {
          next = child;
        } else {
          nodes[child].parent = i;
          exits.push_back(child);
        }
      }
      if (at != i) loop.cases.insert(loop.cases.end(), nodes[at].cases.begin(), nodes[at].cases.end());
      loop.last = nodes[at].step;
      if (next == at) break;
      is_folded[next] = true;
      at = next;
    }
    loop.children = std::move(exits);
  }
}

}  // namespace forall::report

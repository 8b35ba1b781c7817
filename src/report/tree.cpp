#include "report/tree.h"

#include <map>
#include <string_view>
#include <tuple>

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

}  // namespace forall::report

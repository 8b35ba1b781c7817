// The execution tree for Graphviz: decisions without a choice are one box, loops are folded.
#include <fmt/format.h>

#include "report/ci_text.h"
#include "report/text.h"
#include "report/tree.h"

namespace forall::report {

namespace {

constexpr std::size_t kMostLinesOfBox = 8;  // of one box
constexpr std::size_t kMostWidth = 60;      // of a line
constexpr std::size_t kMostNodes = 4000;    // more than Graphviz lays out in a few seconds

// In double quotes: backslashes and quotes are escaped, and \l ends a line that is aligned to the left.
std::string line_of(const std::string& text) {
  std::string shown = single_line(utf8_text(text)), out;
  if (display_width(shown) > kMostWidth) shown = fit(shown, kMostWidth);
  for (const char c : shown) out += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return out + "\\l";
}

}  // namespace

std::string tree_dot(const testcase::Result& result) {
  std::vector<TreeNode> nodes = build_tree(result);
  fold_loops(nodes);
  std::string out = fmt::format(
      "digraph \"{}\" {{\n  rankdir=LR;\n  node [shape=box, style=rounded, fontname=\"monospace\", fontsize=10];\n",
      line_of(result.put.full_name()).substr(0, line_of(result.put.full_name()).size() - 2));
  std::size_t written = 0, left_out = 0;
  std::vector<std::pair<std::size_t, std::size_t>> stack = {{0, 0}};  // a node and the box it hangs from
  while (!stack.empty()) {
    const auto [first, from] = stack.back();
    stack.pop_back();
    if (written == kMostNodes) {
      ++left_out;
      continue;
    }
    std::string text = first == 0 ? line_of(result.put.full_name()) : "";
    std::size_t at = first, lines = 0, more = 0;
    while (true) {
      if (nodes[at].step != nullptr) {
        std::string line = nodes[at].step->condition.empty() ? "(a decision)" : nodes[at].step->condition;
        if (nodes[at].repeats > 1) line = fmt::format("{} times: {}", nodes[at].repeats, line);
        if (lines++ < kMostLinesOfBox) {
          text += line_of(line);
        } else {
          ++more;
        }
      }
      if (nodes[at].children.size() != 1 || !nodes[at].cases.empty()) break;
      at = nodes[at].children.front();
    }
    if (more > 0) text += line_of(fmt::format("... {} more", more));
    for (const testcase::Case* c : nodes[at].cases)
      text += line_of(outcome_text(c->outcome) + "  " + inputs_text(result.put, *c));
    const char* color = nodes[at].failing > 0 ? "#b3202c" : nodes[at].passed > 0 ? "#17703c" : "#855800";
    out += fmt::format("  n{} [label=\"{}\", color=\"{}\"];\n", first, text, color);
    if (first != 0) out += fmt::format("  n{} -> n{};\n", from, first);
    ++written;
    for (std::size_t i = nodes[at].children.size(); i-- > 0;) stack.emplace_back(nodes[at].children[i], first);
  }
  if (left_out > 0)
    out += fmt::format("  left_out [label=\"{}\", shape=plaintext];\n",
                       line_of(fmt::format("{} more subtrees", left_out)));
  return out + "}\n";
}

}  // namespace forall::report

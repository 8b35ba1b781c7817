// Draws the execution tree.
//
//   TriangleTest.Classify
//   ├─ a > 0                                  triangle.h:10
//   │  b > 0                                  triangle.h:11
//   │  ├─ a == b                              triangle.h:12
//   │  │  ╰─ ✓ passed  a = 1, b = 1
//   │  ╰─ a != b                              triangle.h:12
//   │     ╰─ ✓ passed  a = 1, b = 2
//   ╰─ a <= 0                                 triangle.h:10
//      ╰─ ✗ signed overflow at triangle.h:20  a = 0, b = 0
//
// Decisions that leave no choice follow each other without going deeper, and a loop is one line (tree.h). A large tree is cut to kMostLines: subtrees
// are opened in the order failing first, then nearest to the root, until the lines are used up; the others are counted.
#include <fmt/format.h>

#include <algorithm>
#include <queue>
#include <tuple>

#include "report/report.h"
#include "report/text.h"
#include "report/tree.h"

namespace forall::report {

namespace {

constexpr std::size_t kMostLines = 400;
constexpr std::size_t kMostChain = 12;  // decisions without a choice that are shown in a row

// Domains decide in forall's own header; to a reader, they do so where the PUT is registered.
bool is_own_header(const std::string& file) { return file.find("/forall/internal/") != std::string::npos; }

class Drawing {
 public:
  Drawing(const testcase::Result& result, const Style& style)
      : style_(style),
        columns_(std::clamp(style.columns, 40U, 200U)),
        nodes_(build_tree(result)),
        put_(result.put),
        put_place_(place(result.put.file, result.put.line)) {
    fold_loops(nodes_);
    out_ = paint(style, Color::Bold, single_line(result.put.full_name())) + "\n";
  }

  std::string draw() {
    choose_open();
    // An entry is a node to draw with the indentation of its line; the last child closes the bar of its parent.
    struct Entry {
      std::size_t node;
      std::string indent;
      bool is_last;
    };
    std::vector<Entry> stack;
    const auto push_children = [&](std::size_t node, const std::string& indent) {
      for (std::size_t i = nodes_[node].children.size(); i-- > 0;) {
        stack.push_back({nodes_[node].children[i], indent, i + 1 == nodes_[node].children.size()});
      }
    };
    draw_leaves(0, "", nodes_[0].children.empty());
    push_children(0, "");
    while (!stack.empty()) {
      const Entry entry = std::move(stack.back());
      stack.pop_back();
      const std::string below = entry.indent + (entry.is_last ? "   " : "│  ");
      const std::size_t end = draw_chain(entry.node, entry.indent + (entry.is_last ? "╰─ " : "├─ "), below);
      const bool has_children = !nodes_[end].children.empty();
      if (!is_open_[end]) {
        out_ += below + "╰─ " + paint(style_, Color::Dim, elided_text(end)) + "\n";
        continue;
      }
      draw_leaves(end, below, !has_children);
      push_children(end, below);
    }
    return std::move(out_);
  }

 private:
  // The last of the decisions that follow without a choice.
  std::size_t chain_end(std::size_t node) const {
    while (nodes_[node].children.size() == 1 && nodes_[node].cases.empty()) node = nodes_[node].children.front();
    return node;
  }
  std::size_t chain_lines(std::size_t node) const {
    std::size_t lines = 1;
    while (nodes_[node].children.size() == 1 && nodes_[node].cases.empty() && lines <= kMostChain) {
      node = nodes_[node].children.front();
      ++lines;
    }
    return lines;
  }

  void choose_open() {
    is_open_.assign(nodes_.size(), false);
    is_open_[0] = true;
    using Candidate = std::tuple<bool, std::size_t, std::size_t>;  // passes only, depth, node: the least goes first
    std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> candidates;
    const std::size_t most_depth = columns_ / 6;
    std::size_t lines = 0;
    const auto add_children = [&](std::size_t node, std::size_t depth) {
      for (const std::size_t child : nodes_[node].children) {
        lines += chain_lines(child) + 1;  // itself, and what stands below it
        if (depth < most_depth) candidates.emplace(nodes_[child].failing == 0, depth, chain_end(child));
      }
    };
    add_children(0, 1);
    while (!candidates.empty()) {
      const auto [passes, depth, node] = candidates.top();
      candidates.pop();
      std::size_t more = nodes_[node].cases.size();
      for (const std::size_t child : nodes_[node].children) more += chain_lines(child) + 1;
      if (more > 1 && lines + more > kMostLines) continue;
      is_open_[node] = true;
      lines += nodes_[node].cases.size();
      add_children(node, depth + 1);
    }
  }

  std::size_t draw_chain(std::size_t node, std::string lead, const std::string& below) {
    const std::size_t end = chain_end(node);
    std::vector<std::size_t> chain = {node};
    while (chain.back() != end) chain.push_back(nodes_[chain.back()].children.front());
    for (std::size_t i = 0; i < chain.size(); ++i) {
      if (chain.size() > kMostChain && i == kMostChain / 2) {
        const std::size_t left_out = chain.size() - kMostChain + 1;
        out_ += lead + paint(style_, Color::Dim, fmt::format("… {}", counted(left_out, "more decision"))) + "\n";
        i += left_out - 1;
      } else {
        draw_step(nodes_[chain[i]], lead);
      }
      lead = below;
    }
    return end;
  }

  void draw_step(const TreeNode& node, const std::string& lead) {
    const testcase::Step& step = *node.step;
    const std::string where = is_own_header(step.file) ? put_place_ : place(step.file, step.line);
    const std::size_t used = display_width(lead), need = display_width(where) + 2;
    const std::size_t room = columns_ > used + need + 8 ? columns_ - used - need : 8;
    std::string text = single_line(step.condition);
    if (text.empty()) text = "(a decision)";
    if (node.repeats > 1) {
      const std::string times = fmt::format(" ({} times)", node.repeats);
      const std::string all = text + " … " + single_line(node.last->condition);
      text = trimmed(fit(all, std::min(display_width(all), room > times.size() ? room - times.size() : 1))) + times;
    }
    text = fit(text, room);
    out_ += lead + text + "  " + paint(style_, Color::Dim, where) + "\n";
  }

  void draw_leaves(std::size_t node, const std::string& indent, bool is_last) {
    const auto& cases = nodes_[node].cases;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const testcase::Case& c = *cases[i];
      const bool is_failing = testcase::refutes(c.outcome.kind);
      const bool is_passed = c.outcome.kind == testcase::OutcomeKind::Passed;
      std::string text = std::string(is_failing ? "✗ " : is_passed ? "✓ " : "? ") + outcome_text(c.outcome);
      if (is_failing && !c.outcome.file.empty()) text += " at " + place(c.outcome.file, c.outcome.line);
      const std::string lead = indent + (is_last && i + 1 == cases.size() ? "╰─ " : "├─ ");
      const std::size_t used = display_width(lead) + display_width(text) + 2;
      const std::string inputs = single_line(inputs_text(put_, c));
      out_ += lead + paint(style_, is_failing ? Color::Red : is_passed ? Color::Green : Color::Yellow, text) + "  ";
      out_ += display_width(inputs) + used <= columns_
                  ? inputs
                  : trimmed(fit(inputs, columns_ > used + 12 ? columns_ - used : 12));
      out_ += "\n";
    }
  }

  static std::string trimmed(std::string text) {
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
  }

  std::string elided_text(std::size_t node) const {
    const TreeNode& n = nodes_[node];
    std::string text = "… " + counted(n.passed + n.failing + n.other, "path") + ":";
    const char* link = " ";
    const auto add = [&](std::uint64_t count, const char* what) {
      if (count == 0) return;
      text += fmt::format("{}{} {}", link, count, what);
      link = ", ";
    };
    add(n.passed, "passed");
    add(n.failing, "failing");
    add(n.other, "other");
    return text;
  }

  Style style_;
  std::size_t columns_;
  std::vector<TreeNode> nodes_;
  const testcase::Put& put_;
  std::string put_place_;
  std::vector<bool> is_open_;
  std::string out_;
};

}  // namespace

std::string tree_text(const testcase::Result& result, const Style& style) { return Drawing(result, style).draw(); }

}  // namespace forall::report

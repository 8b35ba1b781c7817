#include "explore/tree.h"

#include <algorithm>
#include <cassert>

#include "base/error.h"

namespace forall::explore {

using expr::Expr;

Tree::Tree(expr::Pool& pool) : pool_(pool) { edges_.emplace_back(); }

// Walks down while the run follows known edges, then hangs the rest of it below the first new one. All checks come
// before the first change, so a deviating run leaves the tree as it was.
Tree::Insertion Tree::insert(std::span<const trace::Step> steps) {
  Insertion result;
  std::uint32_t edge = kRootEdge;
  std::size_t i = 0;
  for (; i < steps.size() && edges_[edge].to != kUnknown; ++i) {
    const std::uint32_t to = edges_[edge].to;
    if (to == kExhausted) {
      result.kind = Insertion::Kind::Known;
      return result;
    }
    const trace::Step& step = steps[i];
    if (to == kEnd || nodes_[to].site != step.site || nodes_[to].subject != step.subject ||
        nodes_[to].kind != step.kind) {
      result.kind = Insertion::Kind::Deviated;
      result.at = i;
      return result;
    }
    const std::uint32_t next = find_edge(nodes_[to], step.value);
    if (next == kNone) break;
    edge = next;
  }
  if (i == steps.size() && edges_[edge].to != kUnknown) {
    const std::uint32_t to = edges_[edge].to;
    result.kind = to == kEnd || to == kExhausted ? Insertion::Kind::Known : Insertion::Kind::Deviated;
    result.at = i;
    return result;
  }

  result.at = i;
  std::uint32_t attached = kNone;  // the existing node that gets a new edge
  if (edges_[edge].to != kUnknown) {
    attached = edges_[edge].to;
    if (nodes_[attached].alternative == AlternativeState::Infeasible) {
      throw base::SoundnessError("a run took a decision that the solver had refuted");
    }
    result.branched = {attached, nodes_[attached].serial};
    edge = new_edge(steps[i++], attached);
    Node& node = nodes_[attached];
    if (node.alternative == AlternativeState::Open && is_two_way(node)) {
      node.alternative = AlternativeState::Explored;
      add_open(attached, -1);
    }
  }
  inserted_ = true;
  std::int64_t opened = 0;
  for (; i < steps.size(); ++i) {
    const std::uint32_t depth = static_cast<std::uint32_t>(i);
    const std::uint32_t node = new_node(steps[i], edge, depth);
    edges_[edge].to = node;
    if (nodes_[node].alternative == AlternativeState::Open) {
      ++opened;
      result.new_nodes.push_back({node, nodes_[node].serial});
    }
    edge = new_edge(steps[i], node);
  }
  edges_[edge].to = kEnd;
  last_edge_ = edge;
  // Below the attached node, each new node counts the ones under it; above, all of them.
  std::int64_t below = 0;
  std::uint32_t node = edges_[edge].from;
  for (; node != attached && node != kNone; node = edges_[nodes_[node].parent].from) {
    if (nodes_[node].alternative == AlternativeState::Open) ++below;
    nodes_[node].open = static_cast<std::uint64_t>(below);
  }
  assert(below == opened);
  add_open(attached, opened);
  if (attached == kNone) open_ = static_cast<std::uint64_t>(opened);
  return result;
}

std::optional<NodeRef> Tree::restore(std::span<const trace::Step> steps, std::span<const std::uint64_t> seen) {
  std::uint32_t edge = kRootEdge;
  std::uint32_t node = kNone;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const trace::Step& step = steps[i];
    node = edges_[edge].to;
    if (node == kEnd) return std::nullopt;
    if (node == kUnknown || node == kExhausted) {
      node = new_node(step, edge, static_cast<std::uint32_t>(i));
      if (nodes_[node].alternative == AlternativeState::Open) nodes_[node].alternative = AlternativeState::Elsewhere;
      edges_[edge].to = node;
    }
    if (nodes_[node].site != step.site || nodes_[node].subject != step.subject || nodes_[node].kind != step.kind) {
      return std::nullopt;
    }
    if (i + 1 == steps.size()) break;
    edge = find_edge(nodes_[node], step.value);
    if (edge == kNone) edge = new_edge(step, node);
  }
  if (node == kNone || nodes_[node].alternative != AlternativeState::Elsewhere) return std::nullopt;
  trace::Step other = steps.back();
  for (const std::uint64_t value : seen) {
    if (find_edge(nodes_[node], value) != kNone) continue;
    other.value = value;
    other.condition = pool_.equals(other.subject, {value, 0});
    edges_[new_edge(other, node)].to = kExhausted;
  }
  nodes_[node].alternative = AlternativeState::Open;
  add_open(node, 1);
  inserted_ = true;
  return NodeRef{node, nodes_[node].serial};
}

std::uint32_t Tree::new_node(const trace::Step& step, std::uint32_t parent, std::uint32_t depth) {
  std::uint32_t index;
  if (free_nodes_.empty()) {
    index = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
  } else {
    index = free_nodes_.back();
    free_nodes_.pop_back();
  }
  Node& node = nodes_[index];
  node = {};
  node.subject = step.subject;
  node.site = step.site;
  node.depth = depth;
  node.parent = parent;
  node.serial = ++serial_;
  node.kind = step.kind;
  // The failing side of an assumption only discards, and so does that of a limit.
  const bool is_held = step.kind == abi::DecisionKind::Assume || step.kind == abi::DecisionKind::Bound;
  if (is_held && step.value != 0) node.alternative = AlternativeState::NotNeeded;
  return index;
}

std::uint32_t Tree::new_edge(const trace::Step& step, std::uint32_t from) {
  std::uint32_t index;
  if (free_edges_.empty()) {
    index = static_cast<std::uint32_t>(edges_.size());
    edges_.emplace_back();
  } else {
    index = free_edges_.back();
    free_edges_.pop_back();
  }
  edges_[index] = {step.value, step.condition, from, kUnknown, nodes_[from].first_edge};
  nodes_[from].first_edge = index;
  return index;
}

std::uint32_t Tree::find_edge(const Node& node, std::uint64_t value) const {
  std::uint32_t edge = node.first_edge;
  while (edge != kNone && edges_[edge].value != value) edge = edges_[edge].next;
  return edge;
}

// The open alternatives at or below `node` changed.
void Tree::add_open(std::uint32_t node, std::int64_t change) {
  if (node == kNone || change == 0) return;
  open_ += static_cast<std::uint64_t>(change);
  for (; node != kNone; node = edges_[nodes_[node].parent].from)
    nodes_[node].open += static_cast<std::uint64_t>(change);
}

bool Tree::is_open(NodeRef node) const {
  return node.index < nodes_.size() && nodes_[node.index].serial == node.serial &&
         nodes_[node.index].alternative == AlternativeState::Open;
}

void Tree::close(NodeRef node, AlternativeState how) {
  assert(is_open(node) && how != AlternativeState::Open);
  nodes_[node.index].alternative = how;
  add_open(node.index, -1);
  prune_from(node.index);
}

void Tree::prune() {
  const std::uint32_t node = edges_[last_edge_].from;
  last_edge_ = kRootEdge;
  if (node != kNone) prune_from(node);
}

// Frees the largest exhausted subtree that contains the node.
void Tree::prune_from(std::uint32_t node) {
  std::uint32_t top = kNone;
  for (; node != kNone && nodes_[node].open == 0; node = edges_[nodes_[node].parent].from) top = node;
  if (top == kNone) return;
  edges_[nodes_[top].parent].to = kExhausted;
  give_back(top);
}

void Tree::give_back(std::uint32_t top) {
  std::vector<std::uint32_t> pending = {top};
  while (!pending.empty()) {
    const std::uint32_t index = pending.back();
    pending.pop_back();
    Node& node = nodes_[index];
    for (std::uint32_t edge = node.first_edge; edge != kNone; edge = edges_[edge].next) {
      if (edges_[edge].to < kExhausted) pending.push_back(edges_[edge].to);
      free_edges_.push_back(edge);
      if (edge == last_edge_) last_edge_ = kRootEdge;
    }
    node.serial = 0;
    node.first_edge = kNone;
    free_nodes_.push_back(index);
  }
}

void Tree::prefix(NodeRef node, std::vector<Expr>& conditions) const {
  const std::size_t start = conditions.size();
  for (std::uint32_t edge = nodes_[node.index].parent; edge != kRootEdge; edge = nodes_[edges_[edge].from].parent) {
    conditions.push_back(edges_[edge].condition);
  }
  std::reverse(conditions.begin() + static_cast<std::ptrdiff_t>(start), conditions.end());
}

void Tree::alternative(NodeRef node, std::vector<Expr>& conditions) {
  const std::size_t start = conditions.size();
  for (std::uint32_t edge = nodes_[node.index].first_edge; edge != kNone; edge = edges_[edge].next) {
    conditions.push_back(pool_.logical_not(edges_[edge].condition));
  }
  std::reverse(conditions.begin() + static_cast<std::ptrdiff_t>(start), conditions.end());
}

std::uint64_t Tree::first_value(NodeRef node) const {
  std::uint64_t value = 0;
  for (std::uint32_t edge = nodes_[node.index].first_edge; edge != kNone; edge = edges_[edge].next) {
    value = edges_[edge].value;
  }
  return value;
}

std::vector<std::uint64_t> Tree::values(NodeRef node) const {
  std::vector<std::uint64_t> values;
  for (std::uint32_t edge = nodes_[node.index].first_edge; edge != kNone; edge = edges_[edge].next) {
    values.push_back(edges_[edge].value);
  }
  std::reverse(values.begin(), values.end());
  return values;
}

std::vector<std::pair<std::uint32_t, std::uint64_t>> Tree::way_to(NodeRef node) const {
  std::vector<std::pair<std::uint32_t, std::uint64_t>> way;
  for (std::uint32_t edge = nodes_[node.index].parent; edge != kRootEdge; edge = nodes_[edges_[edge].from].parent) {
    way.emplace_back(nodes_[edges_[edge].from].site, edges_[edge].value);
  }
  std::reverse(way.begin(), way.end());
  return way;
}

}  // namespace forall::explore

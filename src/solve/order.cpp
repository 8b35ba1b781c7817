// Conjunctions of comparisons, as sorting and searching make them, decided on the graph of their variables.
//
//   a < b, b <= c, c <= a      ->      a ──<──▶ b ──<=──▶ c ──<=──▶ a      a cycle with a "<" in it: unsatisfiable
//
// 1. Variables that are compared with each other are one component. Components with any other constraint, or with signed
//    and unsigned comparisons, go to the next solver; the others are decided here.
// 2. Variables on a cycle of the graph are equal: they are one group, which has the values that all of them can have. A
//    "<" or "!=" in a group is a contradiction.
// 3. Against the edges each group gets the greatest value that leaves room for those above it, along them the least one.
//    A group without a value between the two is a contradiction.
// 4. Along the edges, each group gets the value next to 0 that lies above the groups before it and differs from those it
//    must differ from. There is always one but for "!=": where that leaves none, the next solver decides.
//
// Numbers are compared as unsigned ones. Where the program compares signed ones, 2^(width - 1) is added to all of them.
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "solve/comparisons.h"
#include "solve/decorators.h"

namespace forall::solve {
namespace {

using expr::Expr;

constexpr std::uint32_t kNone = ~std::uint32_t{0};

class OrderSolver final : public Solver {
 public:
  OrderSolver(expr::Pool& pool, std::unique_ptr<Solver> next)
      : pool_(pool), next_(std::move(next)), comparisons_(pool) {}

  Answer check(const Query& query, const Effort& effort) override {
    connect(query);
    deal_out(query);
    if (vertices_ == 0) return next_->check(query, effort);
    if (!find_groups() || !find_limits()) return Unsat{};
    if (!find_values()) return next_->check(query, effort);
    Answer answer = rest_.empty() ? Answer(Sat{}) : next_->check({rest_}, effort);
    if (auto* sat = std::get_if<Sat>(&answer)) complete(sat->model);
    return answer;
  }

  void add_statistics(Statistics& s) const override { next_->add_statistics(s); }

 private:
  // Per variable of the query. The traits are those of the component, at its root.
  struct Trait {
    static constexpr std::uint8_t kSigned = 1, kUnsigned = 2, kOther = 4, kSignedValues = 8;
  };
  struct Known {
    std::uint32_t stamp = 0;  // the last query that had it
    std::uint32_t parent = 0;
    std::uint32_t vertex = kNone;
    std::uint8_t traits = 0;
  };
  struct Vertex {
    std::uint32_t variable = 0;
    std::uint32_t edges = kNone, unequal = kNone;  // the first of its list
    std::uint32_t number = 0, least = 0;           // of the search for cycles: 0 is not visited
    std::uint32_t group = kNone;
    unsigned width = 0;
    bool is_signed = false;
    ValueSet values;
  };
  struct Edge {
    std::uint32_t to = 0, next = kNone;
    bool is_strict = false;
  };
  struct Group {
    std::uint32_t first = 0, end = 0;  // in members_; the first one has the values of all
    std::uint64_t low = 0, high = 0, value = 0;
    bool has_value = false;
  };

  void connect(const Query& query);
  void deal_out(const Query& query);
  void add(const Comparison& comparison);
  std::uint32_t vertex_of(std::uint32_t variable);
  bool find_groups();
  bool close_group(std::uint32_t root);
  bool find_limits();
  bool find_values();
  bool is_taken(const Group& group, std::uint64_t value) const;
  bool choose(Group& group) const;
  void complete(expr::Assignment& model) const;

  void touch(std::uint32_t variable, std::uint8_t traits) {
    Known& known = known_[variable];
    if (known.stamp != now_) known = {now_, variable, kNone, 0};
    known_[find(variable)].traits |= traits;
  }
  std::uint32_t find(std::uint32_t v) {
    while (known_[v].parent != v) v = known_[v].parent = known_[known_[v].parent].parent;
    return v;
  }
  void unite(std::uint32_t x, std::uint32_t y) {
    x = find(x);
    y = find(y);
    if (x == y) return;
    known_[y].parent = x;
    known_[x].traits |= known_[y].traits;
  }
  bool is_decided_here(std::uint32_t variable) {
    const std::uint8_t traits = known_[find(variable)].traits;
    constexpr std::uint8_t kBoth = Trait::kSigned | Trait::kUnsigned;
    return (traits & Trait::kOther) == 0 && (traits & kBoth) != kBoth;
  }
  template <typename Visit>  // bool(const Edge&); false ends it
  bool each_edge(const Group& group, Visit visit) const {
    for (std::uint32_t i = group.first; i < group.end; ++i) {
      for (std::uint32_t e = graph_[members_[i]].edges; e != kNone; e = edges_[e].next) {
        if (!visit(edges_[e])) return false;
      }
    }
    return true;
  }
  const ValueSet& values_of(const Group& group) const { return graph_[members_[group.first]].values; }

  expr::Pool& pool_;
  std::unique_ptr<Solver> next_;
  Comparisons comparisons_;
  std::vector<Known> known_;  // per variable
  std::uint32_t now_ = 0;
  std::vector<Vertex> graph_;  // only the first vertices_ are of this query; the others are memory
  std::size_t vertices_ = 0;
  std::vector<Edge> edges_, unequal_;
  std::vector<Group> groups_;  // no edge leads from one to a later one
  std::vector<std::uint32_t> members_;
  std::vector<std::uint32_t> path_, open_;  // of the search for cycles
  std::vector<Expr> rest_;
  ValueSet spare_;
};

void OrderSolver::connect(const Query& query) {
  known_.resize(pool_.variables().size());
  if (++now_ == 0) {  // wrapped: old stamps would look current
    std::fill(known_.begin(), known_.end(), Known{});
    now_ = 1;
  }
  for (const Expr c : query.constraints) {
    const std::span<const Comparison> comparisons = comparisons_(c);
    for (const Comparison& each : comparisons) {
      if (each.kind == Comparison::Among) {
        touch(each.x, each.order == Order::Signed ? Trait::kSignedValues : 0);
        continue;
      }
      const bool is_ordered = each.order != Order::None;
      touch(each.x, !is_ordered ? 0 : each.order == Order::Signed ? Trait::kSigned : Trait::kUnsigned);
      touch(each.y, 0);
      unite(each.x, each.y);
    }
    if (!comparisons.empty()) continue;
    const std::vector<std::uint32_t>& support = pool_.support(c);
    for (const std::uint32_t variable : support) {
      touch(variable, Trait::kOther);
      unite(support[0], variable);
    }
  }
}

void OrderSolver::deal_out(const Query& query) {
  vertices_ = 0;
  edges_.clear();
  unequal_.clear();
  rest_.clear();
  for (const Expr c : query.constraints) {
    const std::span<const Comparison> comparisons = comparisons_(c);
    // A constraint about several variables can belong to several components.
    const bool is_ours = !comparisons.empty() && std::all_of(comparisons.begin(), comparisons.end(),
                                                             [&](const auto& each) { return is_decided_here(each.x); });
    if (!is_ours) rest_.push_back(c);
    for (const Comparison& each : comparisons) {
      if (is_decided_here(each.x)) add(each);
    }
  }
}

std::uint32_t OrderSolver::vertex_of(std::uint32_t variable) {
  std::uint32_t& vertex = known_[variable].vertex;
  if (vertex != kNone) return vertex;
  vertex = static_cast<std::uint32_t>(vertices_++);
  if (graph_.size() < vertices_) graph_.emplace_back();
  Vertex& made = graph_[vertex];
  ValueSet values = std::move(made.values);
  made = {};
  made.values = std::move(values);
  made.variable = variable;
  made.width = pool_.width(pool_.variable_expr(variable));
  made.is_signed = (known_[find(variable)].traits & (Trait::kSigned | Trait::kSignedValues)) != 0 &&
                   (known_[find(variable)].traits & Trait::kUnsigned) == 0;
  made.values.assign(1, {0, greatest_of(made.width)});
  return vertex;
}

void OrderSolver::add(const Comparison& comparison) {
  const std::uint32_t x = vertex_of(comparison.x);
  if (comparison.kind == Comparison::Among) {
    intersect(graph_[x].values, *comparison.values, spare_);
    return;
  }
  const std::uint32_t y = vertex_of(comparison.y);
  if (comparison.kind == Comparison::Unequal) {
    for (const auto& [from, to] : {std::pair(x, y), std::pair(y, x)}) {
      unequal_.push_back({to, graph_[from].unequal, false});
      graph_[from].unequal = static_cast<std::uint32_t>(unequal_.size() - 1);
    }
    return;
  }
  edges_.push_back({y, graph_[x].edges, comparison.kind == Comparison::Below});
  graph_[x].edges = static_cast<std::uint32_t>(edges_.size() - 1);
}

// Tarjan's algorithm, without recursion: a group is complete after all that it leads to. False: a contradiction.
bool OrderSolver::find_groups() {
  groups_.clear();
  members_.clear();
  open_.clear();
  std::uint32_t number = 0;
  for (std::uint32_t start = 0; start < vertices_; ++start) {
    if (graph_[start].number != 0) continue;
    path_.assign(1, start);
    while (!path_.empty()) {
      const std::uint32_t at = path_.back();
      Vertex& vertex = graph_[at];
      if (vertex.number == 0) {
        vertex.number = vertex.least = ++number;
        open_.push_back(at);
      }
      std::uint32_t below = kNone;  // not visited yet
      for (std::uint32_t e = vertex.edges; e != kNone && below == kNone; e = edges_[e].next) {
        const Vertex& to = graph_[edges_[e].to];
        if (to.number == 0) {
          below = edges_[e].to;
        } else if (to.group == kNone) {
          vertex.least = std::min(vertex.least, to.least);
        }
      }
      if (below != kNone) {
        path_.push_back(below);
        continue;
      }
      path_.pop_back();
      if (vertex.least == vertex.number && !close_group(at)) return false;
    }
  }
  return true;
}

bool OrderSolver::close_group(std::uint32_t root) {
  const auto index = static_cast<std::uint32_t>(groups_.size());
  Group group;
  group.first = static_cast<std::uint32_t>(members_.size());
  for (std::uint32_t member = kNone; member != root; open_.pop_back()) {
    member = open_.back();
    graph_[member].group = index;
    members_.push_back(member);
  }
  group.end = static_cast<std::uint32_t>(members_.size());
  Vertex& first = graph_[members_[group.first]];
  for (std::uint32_t i = group.first + 1; i < group.end; ++i)
    intersect(first.values, graph_[members_[i]].values, spare_);
  if (first.is_signed) first.values = shifted(first.values, std::uint64_t{1} << (first.width - 1), first.width);
  groups_.push_back(group);
  for (std::uint32_t i = group.first; i < group.end; ++i) {
    for (std::uint32_t e = graph_[members_[i]].unequal; e != kNone; e = unequal_[e].next) {
      if (graph_[unequal_[e].to].group == index) return false;
    }
  }
  return each_edge(group, [&](const Edge& edge) { return !edge.is_strict || graph_[edge.to].group != index; });
}

// False: a contradiction.
bool OrderSolver::find_limits() {
  for (Group& group : groups_) {
    std::uint64_t high = greatest_of(graph_[members_[group.first]].width);
    const std::uint64_t most = high;
    const bool has_room = each_edge(group, [&](const Edge& edge) {
      const Group& above = groups_[graph_[edge.to].group];
      if (&above == &group) return true;
      if (edge.is_strict && above.high == 0) return false;
      high = std::min(high, above.high - (edge.is_strict ? 1 : 0));
      return true;
    });
    if (!has_room || high > most || !next_down(values_of(group), high)) return false;
    group.high = high;
  }
  for (auto group = groups_.rbegin(); group != groups_.rend(); ++group) {
    if (!next_up(values_of(*group), group->low) || group->low > group->high) return false;
    const bool has_room = each_edge(*group, [&](const Edge& edge) {
      Group& above = groups_[graph_[edge.to].group];
      if (&above == &*group) return true;
      if (edge.is_strict && group->low == ~std::uint64_t{0}) return false;
      above.low = std::max(above.low, group->low + (edge.is_strict ? 1 : 0));
      return true;
    });
    if (!has_room) return false;
  }
  return true;
}

bool OrderSolver::is_taken(const Group& group, std::uint64_t value) const {
  for (std::uint32_t i = group.first; i < group.end; ++i) {
    for (std::uint32_t e = graph_[members_[i]].unequal; e != kNone; e = unequal_[e].next) {
      const Group& other = groups_[graph_[unequal_[e].to].group];
      const bool is_known = other.has_value || other.low == other.high;
      if (is_known && (other.has_value ? other.value : other.low) == value) return true;
    }
  }
  return false;
}

bool OrderSolver::choose(Group& group) const {
  const Vertex& vertex = graph_[members_[group.first]];
  const std::uint64_t zero = vertex.is_signed ? std::uint64_t{1} << (vertex.width - 1) : 0;
  const std::uint64_t start = std::clamp(zero, group.low, group.high);
  group.has_value = true;
  for (group.value = start; next_up(vertex.values, group.value) && group.value <= group.high; ++group.value) {
    if (!is_taken(group, group.value)) return true;
    if (group.value == group.high) break;
  }
  for (group.value = start; next_down(vertex.values, group.value) && group.value >= group.low; --group.value) {
    if (!is_taken(group, group.value)) return true;
    if (group.value == group.low) break;
  }
  return false;
}

// False: "!=" left no value where one was looked for.
bool OrderSolver::find_values() {
  for (auto group = groups_.rbegin(); group != groups_.rend(); ++group) {
    if (!choose(*group)) return false;
    each_edge(*group, [&](const Edge& edge) {
      Group& above = groups_[graph_[edge.to].group];
      above.low = std::max(above.low, group->value + (edge.is_strict ? 1 : 0));
      return true;
    });
  }
  return true;
}

void OrderSolver::complete(expr::Assignment& model) const {
  for (std::size_t i = 0; i < vertices_; ++i) {
    const Vertex& vertex = graph_[i];
    const std::uint64_t value = groups_[vertex.group].value;
    const std::uint64_t sign = std::uint64_t{1} << (vertex.width - 1);
    model.set(vertex.variable, {vertex.is_signed ? value ^ sign : value, 0});
  }
}

}  // namespace

std::unique_ptr<Solver> make_order(expr::Pool& pool, std::unique_ptr<Solver> next) {
  return std::make_unique<OrderSolver>(pool, std::move(next));
}

}  // namespace forall::solve

// The execution tree of a PUT: every path found so far, and every alternative not yet tried.
//
// A node is a decision point: "what is the value of `subject` at `site`?". An edge is an answer, "subject == value",
// and leads to the next decision point or to the end of the run. Each node has one alternative: that the subject
// differs from all values seen. For a subject of width 1 that is the other value, and it is gone once both were seen;
// for a wider one it stays until no solver finds a further value.
//
//        root ──(a < b)──▶ x ──(x == 3)──▶ end
//          │                └──(x == 7)──▶ y …        alternative of x: x != 3 && x != 7
//          └──(a >= b)──▶ end
//
// A run is a walk from the root. Where it meets a node, it must be at the same site with the same subject, since the
// decisions before were the same: anything else is a deviation, and means that the run does not depend on the inputs
// alone.
//
// Every node counts the open alternatives in its subtree, so an exhausted subtree is known at once, and its memory is
// freed.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "expr/pool.h"
#include "trace/path.h"

namespace forall::explore {

// Names a node, also after it was freed: then it names nothing.
struct NodeRef {
  std::uint32_t index = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t serial = 0;
  friend bool operator==(const NodeRef&, const NodeRef&) = default;
};

enum class AlternativeState : std::uint8_t {
  Open,        // not tried yet, or tried and found further values
  Explored,    // every value was seen
  NotNeeded,   // the other side of an assumption, or beyond a limit of the inputs
  Infeasible,  // refuted by a solver
  Undecided,   // no solver could tell
  Lost,        // a run that should have taken it went elsewhere
  Elsewhere,   // explored apart from this tree
};

class Tree {
 public:
  explicit Tree(expr::Pool& pool);

  struct Insertion {
    enum class Kind {
      New,       // a path that was not in the tree
      Known,     // a path that was
      Deviated,  // at step `at`, the run left the only way its decisions so far allow
    };
    Kind kind = Kind::New;
    std::size_t at = 0;              // Deviated: the step; New: the step that made the first new edge
    NodeRef branched;                // New: the node of that step (none for the first run)
    std::vector<NodeRef> new_nodes;  // with open alternatives, root first
  };
  // Throws base::SoundnessError when the run took an alternative that a solver refuted.
  Insertion insert(std::span<const trace::Step> steps);

  // Makes the node of the last step, with the way to it, as part of another tree: only the alternative of the last step is open, and
  // what follows each of the values `seen` is not looked at. Empty if the way is not one that this tree allows.
  std::optional<NodeRef> restore(std::span<const trace::Step> steps, std::span<const std::uint64_t> seen);

  bool is_open(NodeRef node) const;
  // Resolves the alternative of an open node.
  void close(NodeRef node, AlternativeState how);
  // Frees exhausted subtrees along the path inserted last.
  void prune();

  // The conditions under which a run reaches the node.
  void prefix(NodeRef node, std::vector<expr::Expr>& conditions) const;
  // The same without limits of the inputs that `is_kept` does not want, which go to `dropped`.
  struct Bound {
    expr::Expr condition;
    std::uint32_t site = 0;
  };
  template <typename IsKept>
  void prefix_without_bounds(NodeRef node, IsKept is_kept, std::vector<expr::Expr>& conditions,
                             std::vector<Bound>& dropped) const {
    for (std::uint32_t edge = nodes_[node.index].parent; edge != kRootEdge; edge = nodes_[edges_[edge].from].parent) {
      const Node& from = nodes_[edges_[edge].from];
      if (from.kind == abi::DecisionKind::Bound && edges_[edge].value != 0 && !is_kept(from.site)) {
        dropped.push_back({edges_[edge].condition, from.site});
      } else {
        conditions.push_back(edges_[edge].condition);
      }
    }
  }
  // The conditions under which it then takes the alternative.
  void alternative(NodeRef node, std::vector<expr::Expr>& conditions);

  std::uint32_t site(NodeRef node) const { return nodes_[node.index].site; }
  std::uint32_t depth(NodeRef node) const { return nodes_[node.index].depth; }
  abi::DecisionKind kind(NodeRef node) const { return nodes_[node.index].kind; }
  // The value that was seen first at this node.
  std::uint64_t first_value(NodeRef node) const;
  // All values that were seen there, the first one first.
  std::vector<std::uint64_t> values(NodeRef node) const;
  // The sites and values of the decisions before the node, from the root on.
  std::vector<std::pair<std::uint32_t, std::uint64_t>> way_to(NodeRef node) const;

  std::uint64_t open_alternatives() const { return open_; }
  bool exhausted() const { return inserted_ && open_ == 0; }
  std::size_t live_nodes() const { return nodes_.size() - free_nodes_.size(); }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  // Where an edge can lead besides a node.
  static constexpr std::uint32_t kUnknown = kNone;        // nowhere yet
  static constexpr std::uint32_t kEnd = kNone - 1;        // the run ended
  static constexpr std::uint32_t kExhausted = kNone - 2;  // to a subtree that was freed
  static constexpr std::uint32_t kRootEdge = 0;

  struct Node {
    expr::Expr subject;
    std::uint32_t site = 0;
    std::uint32_t depth = 0;
    std::uint32_t parent = kNone;  // the edge that leads here
    std::uint32_t first_edge = kNone;
    std::uint32_t serial = 0;
    std::uint64_t open = 0;  // open alternatives here and below
    abi::DecisionKind kind = abi::DecisionKind::Branch;
    AlternativeState alternative = AlternativeState::Open;
  };
  struct Edge {
    std::uint64_t value = 0;
    expr::Expr condition;
    std::uint32_t from = kNone;
    std::uint32_t to = kUnknown;
    std::uint32_t next = kNone;  // the next edge of the same node
  };

  std::uint32_t new_node(const trace::Step& step, std::uint32_t parent, std::uint32_t depth);
  std::uint32_t new_edge(const trace::Step& step, std::uint32_t from);
  std::uint32_t find_edge(const Node& node, std::uint64_t value) const;
  bool is_two_way(const Node& node) const { return pool_.width(node.subject) == 1; }
  void add_open(std::uint32_t node, std::int64_t change);
  void prune_from(std::uint32_t node);
  void give_back(std::uint32_t node);

  expr::Pool& pool_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> free_nodes_, free_edges_;
  std::uint64_t open_ = 0;
  std::uint32_t last_edge_ = kRootEdge;  // the end of the path inserted last
  std::uint32_t serial_ = 0;
  bool inserted_ = false;
};

}  // namespace forall::explore

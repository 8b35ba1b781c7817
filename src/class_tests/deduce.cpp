#include "class_tests/deduce.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "base/deadline.h"
#include "class_tests/steps.h"
#include "expr/evaluate.h"
#include "expr/print.h"

namespace forall::class_tests {

using expr::Expr;

const char* to_string(Answer answer) {
  return answer == Answer::Feasible ? "feasible" : answer == Answer::Infeasible ? "infeasible" : "open";
}

Goal goal_of(const Subject& subject, const Summaries& summaries, const Pair& pair) {
  const std::string& variable = subject.flow.nodes[pair.use].variable;
  Goal goal;
  for (std::size_t i = 0; i < summaries.paths.size(); ++i) {
    std::optional<std::size_t> defined;  // the last definition so far
    bool is_last = false;
    bool is_whole = false;
    for (const std::size_t node : summaries.paths[i].events) {
      if (subject.flow.nodes[node].variable != variable) continue;
      if (subject.flow.nodes[node].is_definition) {
        defined = node;
      } else if (node == pair.use) {
        is_last = is_last || !defined;
        is_whole = is_whole || defined == pair.definition;
      }
    }
    if (is_last) goal.last.push_back(i);
    if (is_whole) goal.whole.push_back(i);
    if (!defined) goal.neutral.push_back(i);
    if (defined == pair.definition) goal.defining.push_back(i);
  }
  return goal;
}

Goal goal_of_path(std::size_t path) {
  Goal goal;
  goal.whole = {path};
  return goal;
}

Goal goal_of_transition(std::size_t first, std::size_t second) {
  Goal goal;
  goal.last = {second};
  goal.defining = {first};
  return goal;
}

Goal goal_of_question(const Summaries& summaries, std::size_t operation, bool answer) {
  Goal goal;
  goal.is_state = true;
  goal.answer = answer;
  for (std::size_t i = 0; i < summaries.paths.size(); ++i) {
    if (summaries.paths[i].operation == operation && summaries.paths[i].result) goal.whole.push_back(i);
  }
  return goal;
}

class Deducer::Engine {
 public:
  Engine(const Subject& subject, const Summaries& summaries, expr::Pool& pool, const SearchLimits& limits)
      : subject_(subject), summaries_(summaries), limits_(limits), steps_(summaries, pool) {}

  // Nodes are in the order of their depth. Whether a constructor completes one is asked when it is made: all sequences
  // that are shorter have been tried then.
  Deduction shortest(const Goal& goal) {
    const base::Deadline deadline(limits_.seconds);
    begin(goal);
    for (std::size_t at = 0; at < nodes_.size(); ++at) {
      if (auto calls = complete(goal, at)) return {Answer::Feasible, "deduction", std::move(*calls)};
    }
    std::string cut;
    for (std::size_t at = 0; at < nodes_.size() && cut.empty(); ++at) {
      if (nodes_[at].depth >= limits_.depth) cut = fmt::format("{} calls", limits_.depth);
      for (const std::size_t path : before(goal, at)) {
        if (nodes_.size() > limits_.nodes) cut = fmt::format("{} conditions", limits_.nodes);
        if (deadline.passed()) cut = fmt::format("{} seconds", limits_.seconds);
        if (!cut.empty()) break;
        if (starts(path) || !expand(goal, at, path)) continue;
        if (auto calls = complete(goal, nodes_.size() - 1)) return {Answer::Feasible, "deduction", std::move(*calls)};
      }
    }
    if (!summaries_.gaps.empty())
      return {Answer::Open, "no sequence of explored paths executes it; " + summaries_.gaps.front(), {}};
    if (!cut.empty()) return {Answer::Open, "the search ended after " + cut, {}};
    if (is_undecided_) return {Answer::Open, "the solver gave up on a condition", {}};
    return {Answer::Infeasible, used_invariant_ ? "invariant" : "deduction", {}};
  }

  std::vector<SearchNode> tree(const Goal& goal) {
    begin(goal);
    const std::size_t roots = nodes_.size();
    for (std::size_t i = 0; i < roots; ++i) {
      if (descend(goal, i)) break;
    }
    return nodes_;
  }

  const std::vector<Expr>& invariant() {
    if (!invariant_) invariant_ = summaries_.gaps.empty() ? find_invariant(steps_, subject_) : std::vector<Expr>();
    return *invariant_;
  }

 private:
  bool starts(std::size_t path) const {
    const Operation& operation = subject_.operations[summaries_.paths[path].operation];
    return !operation.is_question && subject_.flow.methods[operation.method].is_constructor;
  }
  // A constructor that throws makes no object.
  bool is_possible(std::size_t path) const { return !(starts(path) && summaries_.paths[path].throws); }
  bool is_question(std::size_t path) const { return subject_.operations[summaries_.paths[path].operation].is_question; }

  void begin(const Goal& goal) {
    nodes_.clear();
    is_undecided_ = used_invariant_ = false;
    for (const bool is_whole : {true, false}) {
      for (const std::size_t path : is_whole ? goal.whole : goal.last) {
        if (!is_possible(path) || (!is_whole && starts(path))) continue;
        const PathSummary& summary = summaries_.paths[path];
        std::vector<Expr> condition = steps_.own(summary, 0);
        if (goal.is_state) {
          const Expr answer = steps_.own(summary, summary.result, 0);
          const Expr is_zero = steps_.pool.equals(answer, {});
          condition.push_back(goal.answer ? steps_.pool.logical_not(is_zero) : is_zero);
        }
        const Truth truth = steps_.is_satisfiable(condition);
        is_undecided_ = is_undecided_ || truth == Truth::Unknown;
        if (truth != Truth::No) nodes_.push_back({path, nodes_.size(), is_whole, 0, std::move(condition), {}});
      }
    }
  }

  std::vector<std::size_t> before(const Goal& goal, std::size_t at) const {
    std::vector<std::size_t> all;
    if (nodes_[at].is_below) {
      for (std::size_t i = 0; i < summaries_.paths.size(); ++i) all.push_back(i);
    } else {
      all = goal.defining;
      for (const std::size_t path : goal.neutral) {
        if (!starts(path)) all.push_back(path);
      }
    }
    std::erase_if(all, [&](std::size_t path) { return !is_possible(path) || is_question(path); });
    return all;
  }

  bool is_below(const Goal& goal, std::size_t at, std::size_t path) const {
    return nodes_[at].is_below || std::find(goal.defining.begin(), goal.defining.end(), path) != goal.defining.end();
  }

  // The sequence that begins with a constructor and goes on with the node.
  std::optional<std::vector<Call>> complete(const Goal& goal, std::size_t at) {
    if (starts(nodes_[at].path)) return sequence(at, nodes_[at].condition);
    for (const std::size_t path : before(goal, at)) {
      if (!starts(path)) continue;
      const auto condition = steps_.before(summaries_.paths[path], nodes_[at].condition, nodes_[at].depth + 1);
      if (!condition) continue;
      nodes_.push_back({path, at, true, nodes_[at].depth + 1, *condition, {}});
      auto calls = sequence(nodes_.size() - 1, *condition);
      nodes_.pop_back();
      if (calls) return calls;
    }
    return std::nullopt;
  }

  std::optional<std::vector<Call>> sequence(std::size_t first, const std::vector<Expr>& condition) {
    expr::Assignment model;
    const Truth truth = steps_.is_satisfiable(condition, &model);
    is_undecided_ = is_undecided_ || truth == Truth::Unknown;
    if (truth != Truth::Yes) return std::nullopt;
    expr::Evaluator evaluate(steps_.pool);
    evaluate.assign(model);
    std::vector<Call> calls;
    for (std::size_t at = first;; at = nodes_[at].parent) {
      const PathSummary& path = summaries_.paths[nodes_[at].path];
      if (!is_question(nodes_[at].path)) calls.push_back({path.operation, arguments(path, nodes_[at].depth, evaluate)});
      if (nodes_[at].parent == at) break;
    }
    return calls;
  }

  std::vector<std::string> arguments(const PathSummary& path, std::size_t after, expr::Evaluator& evaluate) {
    const Operation& operation = subject_.operations[path.operation];
    const auto& types = subject_.flow.methods[operation.method].types;
    std::vector<std::string> result;
    for (std::size_t i = 0; i < types.size(); ++i) {
      if (is_new_object(types[i])) {
        result.push_back(types[i].spelling + "()");
        continue;
      }
      const std::string name = fmt::format("{}_p{}", operation.put, i);
      std::string text = "0";
      for (const std::uint32_t each : path.arguments) {
        const expr::Variable variable = steps_.pool.variables()[each];
        if (variable.name != name) continue;
        text = expr::print_value(variable.kind, variable.width, evaluate(steps_.argument(each, after)));
      }
      result.push_back(types[i].kind == frontend::TypeKind::Scalar
                           ? fmt::format("static_cast<{}>({})", types[i].spelling, text)
                           : text);
    }
    return result;
  }

  // A new node, unless it is of no use.
  bool expand(const Goal& goal, std::size_t at, std::size_t path) {
    auto condition = steps_.before(summaries_.paths[path], nodes_[at].condition, nodes_[at].depth + 1);
    if (!condition) return false;
    const Truth truth = steps_.is_satisfiable(*condition);
    if (truth == Truth::No) return false;
    const bool below = is_below(goal, at, path);
    for (const SearchNode& node : nodes_) {
      if (node.is_below == below && !starts(node.path) && steps_.implies(*condition, node.condition)) return false;
    }
    is_undecided_ = is_undecided_ || truth == Truth::Unknown;
    if (nodes_.size() >= kNodesWithoutInvariant && !invariant().empty()) {
      std::vector<Expr> reachable = *condition;
      reachable.insert(reachable.end(), invariant().begin(), invariant().end());
      if (steps_.is_satisfiable(reachable) == Truth::No) {
        used_invariant_ = true;
        return false;
      }
    }
    nodes_.push_back({path, at, below, nodes_[at].depth + 1, std::move(*condition), {}});
    return true;
  }

  // The children of a node of the tree that is shown, in the order of the heuristics.
  bool descend(const Goal& goal, std::size_t at) {
    if (starts(nodes_[at].path)) return true;
    if (nodes_[at].depth >= limits_.depth || nodes_.size() > limits_.nodes) return false;
    std::vector<std::size_t> soon;
    std::vector<std::size_t> later;
    for (const std::size_t path : before(goal, at)) {
      const bool is_soon = nodes_[at].is_below ? starts(path) : is_below(goal, at, path);
      (is_soon ? soon : later).push_back(path);
    }
    return descend_into(goal, at, soon) || descend_into(goal, at, later);
  }

  bool descend_into(const Goal& goal, std::size_t at, const std::vector<std::size_t>& paths) {
    std::vector<std::tuple<bool, std::string, std::size_t, std::vector<Expr>>> order;
    for (const std::size_t path : paths) {
      auto condition = steps_.before(summaries_.paths[path], nodes_[at].condition, nodes_[at].depth + 1);
      if (!condition || steps_.is_satisfiable(*condition) == Truth::No) continue;
      const bool is_open = !steps_.implies(steps_.own(summaries_.paths[path], nodes_[at].depth + 1), *condition);
      order.emplace_back(is_open, path_name(subject_, summaries_, summaries_.paths[path]), path, std::move(*condition));
    }
    std::sort(order.begin(), order.end());
    std::vector<std::size_t> children;
    for (auto& [is_open, name, path, condition] : order) {
      const bool below = is_below(goal, at, path);
      SearchNode node{path, at, below, nodes_[at].depth + 1, std::move(condition), {}};
      for (std::size_t ancestor = at;; ancestor = nodes_[ancestor].parent) {
        if (nodes_[ancestor].is_below == below && !starts(path) &&
            steps_.implies(node.condition, nodes_[ancestor].condition)) {
          node.note = fmt::format("pruned: implies {}", ancestor);
          break;
        }
        if (nodes_[ancestor].parent == ancestor) break;
      }
      if (node.note.empty()) children.push_back(nodes_.size());
      nodes_.push_back(std::move(node));
    }
    return std::any_of(children.begin(), children.end(), [&](std::size_t child) { return descend(goal, child); });
  }

  static constexpr std::size_t kNodesWithoutInvariant = 8;  // most searches are over before one is needed

  const Subject& subject_;
  const Summaries& summaries_;
  const SearchLimits limits_;
  Steps steps_;
  std::optional<std::vector<Expr>> invariant_;
  std::vector<SearchNode> nodes_;
  bool is_undecided_ = false;
  bool used_invariant_ = false;
};

Deducer::Deducer(const Subject& subject, const Summaries& summaries, expr::Pool& pool, const SearchLimits& limits)
    : engine_(std::make_unique<Engine>(subject, summaries, pool, limits)) {}
Deducer::~Deducer() = default;
Deduction Deducer::shortest(const Goal& goal) { return engine_->shortest(goal); }
std::vector<SearchNode> Deducer::tree(const Goal& goal) { return engine_->tree(goal); }
const std::vector<Expr>& Deducer::invariant() { return engine_->invariant(); }

}  // namespace forall::class_tests

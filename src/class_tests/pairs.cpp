// Reaching definitions in each method, with "what was there at the entry" as a definition of its own. What a method
// does to its caller's definitions follows: which of its uses they reach, and which definitions reach its exit. Methods
// call each other, so this is repeated until nothing changes.
#include "class_tests/pairs.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace forall::class_tests {
namespace {

using frontend::ClassFlow;
using frontend::FlowBlock;
using frontend::FlowEvent;
using frontend::FlowMethod;

constexpr std::size_t kAtEntry = static_cast<std::size_t>(-1);

using Definitions = std::map<std::string, std::set<std::size_t>>;  // that reach a place, by variable

struct Effects {
  Definitions at_exit;
  std::set<std::size_t> exposed;  // uses that what was there at the entry reaches
  friend bool operator==(const Effects&, const Effects&) = default;
};

class Analysis {
 public:
  explicit Analysis(const ClassFlow& flow) : flow_(flow), effects_(flow.methods.size()) {
    for (const auto& node : flow.nodes) entry_[node.variable] = {kAtEntry};
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < flow.methods.size(); ++i) {
        Effects now = analyse(flow.methods[i]);
        changed = changed || now != effects_[i];
        effects_[i] = std::move(now);
      }
    }
  }

  bool has_path(std::size_t definition, std::size_t use) const {
    if (inside_.contains({definition, use})) return true;
    if (flow_.nodes[use].is_shared) return leaves_any(definition) && arrives_in_any(use);
    bool leaves = false;
    bool arrives = false;
    bool leaves_destructor = false;
    bool arrives_in_base = false;  // in its destructor, which runs after that of the class itself
    for (std::size_t i = 0; i < flow_.methods.size(); ++i) {
      const FlowMethod& method = flow_.methods[i];
      const bool starts = method.is_constructor && method.is_own;  // also one that only a factory calls
      const auto reaching = effects_[i].at_exit.find(flow_.nodes[definition].variable);
      if (reaching != effects_[i].at_exit.end() && reaching->second.contains(definition)) {
        leaves = leaves || starts || may_be_entered(method);
        leaves_destructor = leaves_destructor || method.is_destructor;
      }
      if (!effects_[i].exposed.contains(use)) continue;
      arrives = arrives || may_be_entered(method) || method.is_destructor;
      arrives_in_base = arrives_in_base || (method.is_destructor && !method.is_own);
    }
    return (leaves && arrives) || (leaves_destructor && arrives_in_base);
  }

 private:
  // What all objects share goes from any function of one to any of another: a destructor, a constructor, a static one.
  bool leaves_any(std::size_t definition) const {
    for (std::size_t i = 0; i < flow_.methods.size(); ++i) {
      const auto reaching = effects_[i].at_exit.find(flow_.nodes[definition].variable);
      if (flow_.methods[i].is_constructor && may_throw(flow_.methods[i])) return true;  // whatever it has defined
      if (is_callable_at_all(flow_.methods[i]) && reaching != effects_[i].at_exit.end() &&
          reaching->second.contains(definition))
        return true;
    }
    return false;
  }
  bool arrives_in_any(std::size_t use) const {
    for (std::size_t i = 0; i < flow_.methods.size(); ++i) {
      if (is_callable_at_all(flow_.methods[i]) && effects_[i].exposed.contains(use)) return true;
    }
    return false;
  }
  static bool may_throw(const FlowMethod& method) {
    return std::any_of(method.blocks.begin(), method.blocks.end(), [](const FlowBlock& block) {
      return std::any_of(block.events.begin(), block.events.end(),
                         [](const FlowEvent& event) { return event.kind == FlowEvent::Kind::Throw; });
    });
  }
  static bool is_callable_at_all(const FlowMethod& method) {
    return may_be_entered(method) || method.is_constructor || method.is_destructor ||
           (method.is_static && method.access == frontend::Access::Public);
  }

  Effects analyse(const FlowMethod& method) {
    Effects effects;
    std::vector<Definitions> before(method.blocks.size());
    std::vector<bool> reached(method.blocks.size());
    std::vector<std::size_t> open = {method.entry};
    before[method.entry] = entry_;
    reached[method.entry] = true;
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      const Definitions after = pass(method.blocks[at], before[at], effects);
      for (const std::size_t next : method.blocks[at].successors) {
        const bool grows = merge(before[next], after);
        if (grows || !reached[next]) open.push_back(next);
        reached[next] = true;
      }
      if (at == method.exit) merge(effects.at_exit, after);
    }
    return effects;
  }

  static bool merge(Definitions& into, const Definitions& from) {
    bool grows = false;
    for (const auto& [variable, definitions] : from) {
      for (const std::size_t each : definitions) grows = into[variable].insert(each).second || grows;
    }
    return grows;
  }

  Definitions pass(const FlowBlock& block, Definitions now, Effects& effects) {
    for (const FlowEvent& event : block.events) {
      if (event.kind == FlowEvent::Kind::Call) call(effects_[event.index], now, effects);
      if (event.kind != FlowEvent::Kind::Access) continue;
      const frontend::FlowNode& node = flow_.nodes[event.index];
      if (!node.is_definition) {
        use(event.index, now[node.variable], effects);
      } else {
        if (event.is_certain) now[node.variable].clear();
        now[node.variable].insert(event.index);
      }
    }
    return now;
  }

  void use(std::size_t used, const std::set<std::size_t>& reaching, Effects& effects) {
    for (const std::size_t each : reaching) {
      if (each == kAtEntry) {
        effects.exposed.insert(used);
      } else {
        inside_.emplace(each, used);
      }
    }
  }

  void call(const Effects& callee, Definitions& now, Effects& effects) {
    for (const std::size_t used : callee.exposed) use(used, now[flow_.nodes[used].variable], effects);
    for (auto& [variable, reaching] : now) {
      const auto found = callee.at_exit.find(variable);
      if (found == callee.at_exit.end()) continue;  // not analysed yet, or it never returns
      std::set<std::size_t> after = found->second;
      if (after.erase(kAtEntry) != 0) after.insert(reaching.begin(), reaching.end());
      reaching = std::move(after);
    }
  }

  const ClassFlow& flow_;
  std::vector<Effects> effects_;
  Definitions entry_;
  std::set<std::pair<std::size_t, std::size_t>> inside_;  // pairs inside of one call
};

}  // namespace

bool may_be_entered(const FlowMethod& method) { return is_callable(method) || method.is_called_otherwise; }

bool is_callable(const FlowMethod& method) {
  return !method.is_constructor && !method.is_destructor && !method.is_static && method.is_own &&
         method.access == frontend::Access::Public;
}

std::vector<Pair> find_pairs(const ClassFlow& flow) {
  const Analysis analysis(flow);
  std::vector<Pair> pairs;
  for (std::size_t d = 0; d < flow.nodes.size(); ++d) {
    if (!flow.nodes[d].is_definition) continue;
    for (std::size_t u = 0; u < flow.nodes.size(); ++u) {
      if (flow.nodes[u].is_definition || flow.nodes[u].variable != flow.nodes[d].variable) continue;
      pairs.push_back({d, u, analysis.has_path(d, u)});
    }
  }
  const auto place = [&](std::size_t node) {
    return std::tuple(flow.nodes[node].method, flow.nodes[node].line, flow.nodes[node].column);
  };
  std::stable_sort(pairs.begin(), pairs.end(), [&](const Pair& a, const Pair& b) {
    return std::tuple(place(a.definition), place(a.use)) < std::tuple(place(b.definition), place(b.use));
  });
  return pairs;
}

}  // namespace forall::class_tests

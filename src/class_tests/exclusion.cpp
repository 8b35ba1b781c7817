// A relation for each block of each method says with which values a run can be there, and whether the last definition of
// the variable was that of the pair. A call of another method of the class goes to a copy of its blocks. Between two
// calls from outside there is one more relation:
//
//   entry of a constructor: any values               => at(entry, values, other definition)
//   at(block, values) and what the block does        => at(next block, new values)
//   at(exit of a constructor or method, values)      => between(values)
//   between(values)                                  => at(entry of any method, values)
//   at(block of the use, values, the definition)     => false
//
// Relations that satisfy these are invariants, and no run executes the pair.
#include "class_tests/exclusion.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "solve/horn.h"

namespace forall::class_tests {
namespace {

using frontend::ClassFlow;
using frontend::FlowBlock;
using frontend::FlowEvent;
using frontend::FlowMethod;
using frontend::FlowValue;

constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
constexpr std::size_t kMostPlaces = 3000;

// A copy of a method, for one place that calls it.
struct Copy {
  std::size_t method = 0;
  std::size_t caller = kNowhere;  // a copy
  std::size_t block = 0;          // of the caller, to which it returns
  std::size_t event = 0;          // of that block, after the call
  friend auto operator<=>(const Copy&, const Copy&) = default;
};

struct Place {
  std::size_t copy = 0;
  std::size_t block = 0;
  std::size_t event = 0;  // with which it goes on
  friend auto operator<=>(const Place&, const Place&) = default;
};

class Clauses {
 public:
  Clauses(const ClassFlow& flow, const Pair& pair, std::optional<std::size_t> calls)
      : flow_(flow), pair_(pair), calls_(calls) {
    for (std::size_t i = 0; i < flow.values.size(); ++i) numbers_[flow.values[i].name] = i;
  }

  std::optional<std::string> text() {
    // What happens between the calls of an object is said of its own members only.
    if (!flow_.unknown_values.empty() || flow_.nodes[pair_.use].is_shared) return std::nullopt;
    declare("between", columns(kNowhere));
    for (std::size_t i = 0; i < flow_.methods.size(); ++i) {
      const FlowMethod& method = flow_.methods[i];
      if (method.is_constructor && method.is_own) start(i);
      if (may_be_entered(method) || method.is_destructor) call_from_outside(i);
    }
    for (std::size_t at = 0; at < places_.size(); ++at) {
      if (places_.size() > kMostPlaces || is_recursive_) return std::nullopt;
      rules_of(places_[at]);
    }
    return declarations_ + rules_;
  }

 private:
  // One clause in the making: the names of the values as they are now, and what is known of them.
  struct Rule {
    std::map<std::size_t, std::string> now;
    std::string is_last;  // was the last definition that of the pair?
    std::string count;    // calls so far
    std::string variables;
    std::string facts;
    int made = 0;
  };

  std::string fresh(Rule& rule, const char* sort) {
    const std::string name = fmt::format("x{}", rule.made++);
    rule.variables += fmt::format("({} {})", name, sort);
    return name;
  }

  std::string fresh(Rule& rule, std::size_t value) {
    const std::string name = fresh(rule, "Int");
    const FlowValue& of = flow_.values[value];
    if (!of.low.empty()) rule.facts += fmt::format(" (<= {} {} {})", of.low, name, of.high);
    return name;
  }

  // The names of values as they are now, in place of their own.
  std::string spelled(Rule& rule, const std::string& term) {
    std::string result;
    for (std::size_t at = 0; at < term.size();) {
      if (term[at] != '|') {
        result += term[at++];
        continue;
      }
      const std::size_t end = term.find('|', at + 1) + 1;
      const std::size_t value = numbers_.at(term.substr(at, end - at));
      auto known = rule.now.find(value);
      if (known == rule.now.end()) known = rule.now.emplace(value, fresh(rule, value)).first;
      result += known->second;
      at = end;
    }
    return result;
  }

  // The values that a place passes on: members, and the locals of the methods that are being executed.
  std::vector<std::size_t> columns(std::size_t copy) const {
    std::vector<std::size_t> methods;
    for (std::size_t at = copy; at != kNowhere; at = copies_[at].caller) methods.push_back(copies_[at].method);
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < flow_.values.size(); ++i) {
      const FlowValue& value = flow_.values[i];
      const bool is_here = value.kind == FlowValue::Kind::Local &&
                           std::find(methods.begin(), methods.end(), value.method) != methods.end();
      if (value.kind == FlowValue::Kind::Member || is_here ||
          (value.kind == FlowValue::Kind::Return && copy != kNowhere))
        result.push_back(i);
    }
    return result;
  }

  void declare(const std::string& relation, const std::vector<std::size_t>& values) {
    declarations_ += fmt::format("(declare-fun {} (Bool{}", relation, calls_ ? " Int" : "");
    for (std::size_t i = 0; i < values.size(); ++i) declarations_ += " Int";
    declarations_ += ") Bool)\n";
  }

  std::string applied(Rule& rule, const std::string& relation, const std::vector<std::size_t>& values) {
    std::string text = fmt::format("({} {}", relation, rule.is_last);
    if (calls_) text += " " + rule.count;
    for (const std::size_t value : values) text += " " + spelled(rule, flow_.values[value].name);
    return text + ")";
  }

  std::string relation(const Place& place) {
    const auto [known, is_new] = relations_.try_emplace(place, relations_.size());
    const std::string name = fmt::format("at{}", known->second);
    if (is_new) {
      places_.push_back(place);
      declare(name, columns(place.copy));
    }
    return name;
  }

  std::size_t copy_of(const Copy& copy) {
    const auto known = std::find(copies_.begin(), copies_.end(), copy);
    if (known != copies_.end()) return static_cast<std::size_t>(known - copies_.begin());
    copies_.push_back(copy);
    return copies_.size() - 1;
  }

  void add_rule(const Rule& rule, const std::string& head, const std::string& condition = "") {
    const std::string body = fmt::format("(=> (and true{} {}) {})", rule.facts, condition, head);
    rules_ += rule.variables.empty() ? fmt::format("(assert {})\n", body)
                                     : fmt::format("(assert (forall ({}) {}))\n", rule.variables, body);
  }

  void start(std::size_t method) {
    Rule rule;
    rule.is_last = "false";
    rule.count = "1";
    if (calls_ && *calls_ == 0) return;
    go_to({copy_of({method}), flow_.methods[method].entry, 0}, rule);
  }

  void call_from_outside(std::size_t method) {
    Rule rule;
    rule.is_last = fresh(rule, "Bool");
    if (calls_) rule.count = fresh(rule, "Int");
    const std::string from = applied(rule, "between", columns(kNowhere));
    rule.facts += " " + from;
    if (calls_ && !flow_.methods[method].is_destructor) {
      rule.count = fmt::format("(+ {} 1)", rule.count);
      rule.facts += fmt::format(" (<= {} {})", rule.count, *calls_);
    }
    go_to({copy_of({method}), flow_.methods[method].entry, 0}, rule);
  }

  void go_to(const Place& place, Rule rule, const std::string& condition = "") {
    const std::string name = relation(place);
    const std::string head = applied(rule, name, columns(place.copy));
    add_rule(rule, head, condition);
  }

  void rules_of(const Place place) {
    Rule rule;
    rule.is_last = fresh(rule, "Bool");
    if (calls_) rule.count = fresh(rule, "Int");
    const std::string name = relation(place);
    for (const std::size_t value : columns(place.copy)) rule.now[value] = fresh(rule, value);
    rule.facts += " " + applied(rule, name, columns(place.copy));
    const FlowMethod& method = flow_.methods[copies_[place.copy].method];
    const FlowBlock& block = method.blocks[place.block];
    for (std::size_t i = place.event; i < block.events.size(); ++i) {
      const FlowEvent& event = block.events[i];
      if (event.kind == FlowEvent::Kind::Access) access(event, rule);
      if (event.kind == FlowEvent::Kind::Assume) {
        const std::string fact = spelled(rule, event.term);
        rule.facts += " " + fact;
      }
      if (event.kind == FlowEvent::Kind::Set) {
        const std::string value = event.term.empty() ? "" : spelled(rule, event.term);
        const std::string made = fresh(rule, event.index);
        if (!value.empty()) rule.facts += fmt::format(" (= {} {})", made, value);
        rule.now[event.index] = made;
      }
      if (event.kind == FlowEvent::Kind::Call) return call(place, i, rule);
    }
    if (place.block == method.exit) leave(place, rule);
    for (std::size_t i = 0; i < block.successors.size(); ++i) {
      Rule next = rule;
      const std::string condition = i < block.conditions.size() ? spelled(next, block.conditions[i]) : "";
      go_to({place.copy, block.successors[i], 0}, std::move(next), condition);
    }
  }

  void access(const FlowEvent& event, Rule& rule) {
    const frontend::FlowNode& node = flow_.nodes[event.index];
    if (node.variable != flow_.nodes[pair_.use].variable) return;
    if (!node.is_definition) {
      if (event.index == pair_.use) add_rule(rule, "false", rule.is_last);
      return;
    }
    const bool is_it = event.index == pair_.definition;
    if (event.is_certain) {
      rule.is_last = is_it ? "true" : "false";
    } else {
      rule.is_last = fmt::format("({} {} {})", is_it ? "or" : "and", rule.is_last, fresh(rule, "Bool"));
    }
  }

  void call(const Place& place, std::size_t event, Rule rule) {
    const std::size_t callee = flow_.methods[copies_[place.copy].method].blocks[place.block].events[event].index;
    for (std::size_t at = place.copy; at != kNowhere; at = copies_[at].caller)
      is_recursive_ = is_recursive_ || copies_[at].method == callee;
    if (is_recursive_) return;
    go_to({copy_of({callee, place.copy, place.block, event + 1}), flow_.methods[callee].entry, 0}, std::move(rule));
  }

  void leave(const Place& place, const Rule& rule) {
    const Copy copy = copies_[place.copy];
    if (copy.caller != kNowhere) return go_to({copy.caller, copy.block, copy.event}, rule);
    if (flow_.methods[copy.method].is_destructor) return;
    Rule last = rule;
    const std::string head = applied(last, "between", columns(kNowhere));
    add_rule(last, head);
  }

  const ClassFlow& flow_;
  const Pair& pair_;
  const std::optional<std::size_t> calls_;
  std::map<std::string, std::size_t> numbers_;  // values by name
  std::vector<Copy> copies_;
  std::vector<Place> places_;  // in the order of their relations
  std::map<Place, std::size_t> relations_;
  std::string declarations_, rules_;
  bool is_recursive_ = false;
};

}  // namespace

std::optional<std::string> clauses_of(const ClassFlow& flow, const Pair& pair, std::optional<std::size_t> calls) {
  return Clauses(flow, pair, calls).text();
}

bool is_excluded(const ClassFlow& flow, const Pair& pair, double seconds, std::optional<std::size_t> calls) {
  const auto clauses = clauses_of(flow, pair, calls);
  return clauses && solve::has_solution(*clauses, seconds);
}

}  // namespace forall::class_tests

// Each constant that reaches the code under test becomes a parameter of its own; those that the source names by one name
// are one. Whether parameters with equal values should be one is found out by exploring: see generalize.cpp. A constant
// that is only expected is tried as each short expression that has its value.
#include "generalize/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

namespace forall::generalize {
namespace {

using frontend::Constant;
using frontend::ConstantRole;
using frontend::LiteralKind;
using frontend::TestFlow;

constexpr std::size_t kRelations = 6;    // of one assertion
constexpr std::size_t kParameters = 16;  // of one test; what comes later stays as it is

Value value_of(const Constant& constant) {
  if (constant.kind == LiteralKind::String) return {Value::Kind::Text, 0, constant.value, false};
  if (constant.kind == LiteralKind::Boolean)
    return {Value::Kind::Number, constant.value == "true" ? 1.0L : 0.0L, "", false};
  return {Value::Kind::Number, std::strtold(constant.value.c_str(), nullptr), "", false};
}

std::string role_name(const Constant& constant) {
  switch (constant.kind) {
    case LiteralKind::Boolean: return "flag";
    case LiteralKind::Character: return "character";
    case LiteralKind::String: return "text";
    default: return "value";
  }
}

class Names {
 public:
  explicit Names(const TestFlow& flow) : used_(flow.names.begin(), flow.names.end()) {}

  std::string make(const Constant& constant) {
    const std::string wanted = constant.name.empty() ? role_name(constant) : constant.name;
    std::string name = used_.count(wanted) == 0 || taken_.count(wanted) != 0 ? wanted : "any_" + wanted;
    for (int number = 2; used_.count(name) != 0; ++number) name = fmt::format("{}{}", wanted, number);
    used_.insert(name);
    taken_.insert(wanted);
    return name;
  }

 private:
  std::set<std::string> used_, taken_;
};

class Relations {
 public:
  Relations(const TestFlow& flow, const std::vector<Parameter>& parameters) : flow_(flow), parameters_(parameters) {}

  std::vector<Relation> of(std::size_t assertion) const {
    std::vector<Relation> result = {{}};
    for (std::size_t c = 0; c < flow_.constants.size(); ++c) {
      if (flow_.constants[c].role != ConstantRole::Expected || owner(c) != assertion) continue;
      const std::vector<std::string> texts = expressions(flow_.constants[c], assertion);
      std::vector<Relation> more;
      for (const std::string& text : texts) {
        for (Relation relation : result) {
          if (!text.empty()) relation[c] = text;
          more.push_back(std::move(relation));
        }
      }
      result = std::move(more);
      if (result.size() > kRelations) result.resize(kRelations);
    }
    return result;
  }

 private:
  // A constant that initialises a variable belongs to the first assertion that mentions it.
  std::size_t owner(std::size_t c) const {
    const Constant& constant = flow_.constants[c];
    const std::size_t inside = assertion_at(flow_, constant.range);
    if (inside != kSetUp) return inside;
    for (std::size_t a = 0; a < flow_.assertions.size(); ++a) {
      if (flow_.assertions[a].whole.begin > constant.range.begin) return a;
    }
    return kSetUp;
  }

  // Empty: the constant as it is.
  std::vector<std::string> expressions(const Constant& constant, std::size_t assertion) const {
    const Value value = value_of(constant);
    std::vector<std::string> same, sums;
    std::vector<const Parameter*> numbers;
    for (const Parameter& parameter : parameters_) {
      if (parameter.assertion != kSetUp && parameter.assertion != assertion) continue;
      const bool is_same_kind = parameter.original.kind == value.kind;
      const bool is_flag = parameter.type == "bool" || constant.kind == LiteralKind::Boolean;
      if (is_same_kind && parameter.original == value && (!is_flag || parameter.type == "bool"))
        same.push_back(parameter.name);
      if (value.kind == Value::Kind::Number && parameter.original.kind == Value::Kind::Text &&
          value.number == static_cast<long double>(parameter.original.text.size()) && !is_flag)
        sums.push_back(fmt::format("std::strlen({})", parameter.name));
      if (is_same_kind && value.kind == Value::Kind::Number && !is_flag) numbers.push_back(&parameter);
    }
    std::reverse(same.begin(), same.end());  // the nearest one first
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const Parameter& a = *numbers[i];
      for (std::size_t j = i + 1; j < numbers.size(); ++j) {
        const Parameter& b = *numbers[j];
        const long double x = a.original.number, y = b.original.number;
        if (x + y == value.number && x != 0 && y != 0) sums.push_back(fmt::format("{} + {}", a.name, b.name));
        if (x - y == value.number && y != 0) sums.push_back(fmt::format("{} - {}", a.name, b.name));
        if (y - x == value.number && x != 0) sums.push_back(fmt::format("{} - {}", b.name, a.name));
        if (x * y == value.number && x != 0 && y != 0 && x != 1 && y != 1)
          sums.push_back(fmt::format("{} * {}", a.name, b.name));
      }
      const long double x = a.original.number;
      if (-x == value.number && x != 0) sums.push_back("-" + a.name);
      if (2 * x == value.number && x != 0) sums.push_back("2 * " + a.name);
      if (x * x == value.number && std::abs(x) > 1) sums.push_back(fmt::format("{0} * {0}", a.name));
      if (x + 1 == value.number) sums.push_back(a.name + " + 1");
      if (x - 1 == value.number) sums.push_back(a.name + " - 1");
    }
    std::vector<std::string> result = same;
    if (result.size() > 3) result.resize(3);
    result.emplace_back();
    result.insert(result.end(), sums.begin(), sums.end());
    if (result.size() > kRelations) result.resize(kRelations);
    return result;
  }

  const TestFlow& flow_;
  const std::vector<Parameter>& parameters_;
};

}  // namespace

std::size_t assertion_at(const TestFlow& flow, frontend::SourceRange range) {
  for (std::size_t a = 0; a < flow.assertions.size(); ++a) {
    if (flow.assertions[a].whole.begin <= range.begin && range.end <= flow.assertions[a].whole.end) return a;
  }
  return kSetUp;
}

TestPlan plan_test(const TestFlow& flow) {
  TestPlan plan;
  Names names(flow);
  std::map<std::string, std::size_t> named;
  for (std::size_t c = 0; c < flow.constants.size(); ++c) {
    const Constant& constant = flow.constants[c];
    if (constant.role != ConstantRole::Input) continue;
    const std::size_t inside = assertion_at(flow, constant.range);
    const auto known = constant.named.empty() ? named.end() : named.find(constant.named + constant.type);
    if (known != named.end()) {
      Parameter& parameter = plan.parameters[known->second];
      parameter.constants.push_back(c);
      if (parameter.assertion != inside) parameter.assertion = kSetUp;
      continue;
    }
    if (plan.parameters.size() == kParameters) break;
    if (!constant.named.empty()) named[constant.named + constant.type] = plan.parameters.size();
    plan.parameters.push_back({names.make(constant), constant.type, value_of(constant), constant.text, {c}, inside});
  }
  const Relations relations(flow, plan.parameters);
  for (std::size_t a = 0; a < flow.assertions.size(); ++a) plan.relations.push_back(relations.of(a));
  return plan;
}

std::string why_nothing(const TestFlow& flow) {
  if (!flow.problem.empty()) return flow.problem;
  if (flow.constants.empty()) return "there is no constant in it";
  for (const Constant& constant : flow.constants) {
    if (constant.role == ConstantRole::Fixed) return fmt::format("{}: {}", constant.text, constant.why);
  }
  return "its constants are only expected values";
}

}  // namespace forall::generalize

// Numbers and truth values are those of the theory Ints; characters are their codes, and texts are numbered, so that only
// their equality is known. A conditional is a function of its condition and of the variables of its branches: only the
// branch that is chosen is rewritten.
//
// The theory knows no errors and no overflow. Where there may be some, the built-in operations are functions with rules
// of their own, each function passes errors on, and the variables of axioms are kept from being errors: those of the
// theory by occurring in a guard, objects by one rule for each constructor. Rewriting is innermost.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "spec/export.h"
#include "spec/failing.h"

namespace forall::spec {
namespace {

constexpr const char* kBuiltInNames[] = {"if",       "add",  "subtract",   "multiply", "divide",        "remainder",
                                         "negate",   "less", "less_equal", "greater",  "greater_equal", "equal",
                                         "different"};

class Ari {
 public:
  explicit Ari(const Specification& spec) : spec_(spec), signature_(*spec.signature), terms_(*spec.terms) {
    Failing failing(spec);
    fails_ = std::any_of(spec.rules.begin(), spec.rules.end(),
                         [&](const Rule& rule) { return failing.may_fail(rule.right); });
  }

  std::string run() {
    for (const Op op : signature_.operations()) {
      const Operation& operation = signature_[op];
      declare(function_name(op), operation.arguments, operation.result);
      for (std::size_t i = 0; fails_ && i < operation.arguments.size(); ++i)
        pass_error_on(function_name(op), operation.arguments, i, operation.result);
    }
    for (const Rule& rule : spec_.rules) add_axiom(rule.left, rule.right);
    std::string text = fmt::format("; {}\n(format LCTRS :smtlib 2.6)\n(theory Ints)\n", spec_.name);
    for (std::size_t i = kBuiltInSorts; i < signature_.sorts(); ++i)
      text += fmt::format("(sort {})\n", sort_name({static_cast<std::uint16_t>(i)}));
    for (const std::string& line : functions_) text += line;
    return text + rules_;
  }

 private:
  std::string sort_name(Sort sort) const {
    if (is_built_in(sort)) return sort == kBoolean ? "Bool" : "Int";
    std::string result;
    for (const char c : signature_.name(sort)) result += c == '[' || c == ',' ? '-' : c == ']' || c == ' ' ? '_' : c;
    return result;
  }

  std::string function_name(Op op) const {
    return fmt::format("{}.{}", sort_name(signature_[op].owner), signature_[op].name);
  }

  std::string error(Sort sort) {
    const std::string name = "error." + sort_name(sort);
    functions_.insert(fmt::format("(fun {} {})\n", name, sort_name(sort)));
    return name;
  }

  void add_rule(const std::string& left, const std::string& right) {
    rules_ += fmt::format("(rule {} {})\n", left, right);
  }

  void declare(const std::string& name, const std::vector<Sort>& arguments, Sort result) {
    std::string type = sort_name(result);
    if (!arguments.empty()) {
      type = "(->";
      for (const Sort sort : arguments) type += " " + sort_name(sort);
      type += " " + sort_name(result) + ")";
    }
    functions_.insert(fmt::format("(fun {} {})\n", name, type));
  }

  void pass_error_on(const std::string& name, const std::vector<Sort>& arguments, std::size_t at, Sort result) {
    std::string left = "(" + name;
    for (std::size_t i = 0; i < arguments.size(); ++i)
      left += i == at ? " " + error(arguments[i]) : fmt::format(" x{}", i);
    add_rule(left + ")", error(result));
  }

  void add_axiom(Term left, Term right) {
    std::vector<Substitution> objects(1);  // what the variables of sorts of objects stand for
    std::string guard;
    for (const Term variable : fails_ ? variables_of(terms_, left) : std::vector<Term>{}) {
      const TermNode& node = terms_[variable];
      if (is_built_in(node.sort)) {
        guard += fmt::format(" (= {0} {0})", terms_.name(node.value));
        continue;
      }
      std::vector<Substitution> more;
      for (const Substitution& each : objects) {
        for (const Op constructor : signature_.constructors(node.sort)) {
          more.push_back(each);
          more.back()[variable] = made_by(constructor);
        }
      }
      objects = std::move(more);
    }
    for (const Substitution& each : objects) {
      const std::string from = term_text(substitute(terms_, left, each)),
                        to = term_text(substitute(terms_, right, each));
      rules_ += fmt::format("(rule {} {}{})\n", from, to, guard.empty() ? "" : fmt::format(" :guard (and{})", guard));
    }
  }

  Term made_by(Op constructor) {
    std::vector<Term> arguments;
    for (const Sort sort : signature_[constructor].arguments)
      arguments.push_back(terms_.variable(fmt::format("v{}", ++variables_), sort));
    return terms_.apply(constructor, std::move(arguments));
  }

  std::string leaf(const TermNode& node) {
    if (node.kind == Kind::Variable) return terms_.name(node.value);
    if (node.kind == Kind::Error) return error(node.sort);
    if (node.sort == kBoolean) return node.value != 0 ? "true" : "false";
    return node.value < 0 ? fmt::format("(- {})", -node.value) : std::to_string(node.value);
  }

  std::string term_text(Term root) {
    std::unordered_map<std::uint32_t, std::string> written;
    visit_bottom_up(terms_, root, [&](Term t) {
      const TermNode& node = terms_[t];
      if (node.kind != Kind::Apply) {
        written[t.id] = leaf(node);
        return;
      }
      std::string text;
      if (terms_.is_if(t)) {
        text = choice(t, written);
      } else {
        text = is_built_in(node.op) ? built_in_function(node) : function_name(node.op);
        for (const Term argument : node.arguments) text += " " + written.at(argument.id);
      }
      written[t.id] = node.arguments.empty() ? text : "(" + text + ")";
    });
    return written.at(root.id);
  }

  // The function of a conditional, applied.
  std::string choice(Term t, const std::unordered_map<std::uint32_t, std::string>& written) {
    const std::vector<Term> parts = terms_[t].arguments;
    const Sort sort = terms_[t].sort;
    std::string given;
    std::vector<Sort> sorts;
    for (const Term variable : variables_of(terms_, t)) {
      given += " " + terms_.name(terms_[variable].value);
      sorts.push_back(terms_[variable].sort);
    }
    const auto [known, is_new] = choices_.emplace(t, fmt::format("choice.{}", choices_.size() + 1));
    const std::string name = known->second;
    if (is_new) {
      sorts.push_back(kBoolean);
      declare(name, sorts, sort);
      if (fails_) pass_error_on(name, sorts, sorts.size() - 1, sort);
      add_rule(fmt::format("({}{} true)", name, given), written.at(parts[1].id));
      add_rule(fmt::format("({}{} false)", name, given), written.at(parts[2].id));
    }
    return fmt::format("{}{} {}", name, given, written.at(parts[0].id));
  }

  std::string built_in_function(const TermNode& node) {
    const BuiltIn op = built_in(node.op);
    const bool is_text = terms_[node.arguments.back()].sort == kText;
    const bool is_equality = op == BuiltIn::Equal || op == BuiltIn::NotEqual;
    std::string of_theory = op == BuiltIn::NotEqual ? "distinct" : std::string(symbol(op));
    if (!fails_ && (!is_text || is_equality)) return of_theory;
    const Sort sort = terms_[node.arguments.back()].sort;
    const std::string name = fmt::format("{}.{}", is_text && !is_equality ? "Text" : sort_name(sort),
                                         kBuiltInNames[static_cast<std::size_t>(op)]);
    if (!known_.insert(name).second) return name;
    const std::vector<Sort> sorts(node.arguments.size(), sort);
    declare(name, sorts, node.sort);
    for (std::size_t i = 0; fails_ && i < sorts.size(); ++i) pass_error_on(name, sorts, i, node.sort);
    if (node.sort == kInteger) {
      add_arithmetic(name, op);
    } else if (!is_text || is_equality) {
      rules_ += fmt::format("(rule ({} x y) ({} x y) :guard (and (= x x) (= y y)))\n", name, of_theory);
    }
    return name;
  }

  // Division is that of C++: towards 0. Infinity is outside of the range, so that it does not compute.
  void add_arithmetic(const std::string& name, BuiltIn op) {
    const auto in_range = [](const std::string& x) {
      return fmt::format("(<= (- {}) {}) (<= {} {})", -kLeastInteger, x, x, kMostInteger);
    };
    const auto towards_zero = [](const char* f) {
      return fmt::format("(ite (>= x 0) ({} x y) (- ({} (- x) y)))", f, f);
    };
    const bool divides = op == BuiltIn::Div || op == BuiltIn::Mod;
    const std::string value = op == BuiltIn::Neg   ? "(- x)"
                              : op == BuiltIn::Div ? towards_zero("div")
                              : op == BuiltIn::Mod ? towards_zero("mod")
                                                   : fmt::format("({} x y)", symbol(op));
    const std::string left = fmt::format("({} x{})", name, op == BuiltIn::Neg ? "" : " y");
    const std::string is_defined =
        fmt::format("(and {}{}{} {})", in_range("x"), op == BuiltIn::Neg ? "" : " " + in_range("y"),
                    divides ? " (distinct y 0)" : "", in_range(value));
    rules_ += fmt::format("(rule {} {} :guard {})\n", left, value, is_defined);
    rules_ += fmt::format("(rule {} {} :guard (not {}))\n", left, error(kInteger), is_defined);
  }

  const Specification& spec_;
  const Signature& signature_;
  Terms& terms_;
  bool fails_ = false;  // there may be errors
  int variables_ = 0;
  std::set<std::string> functions_;  // lines that declare them
  std::string rules_;
  std::map<Term, std::string> choices_;
  std::set<std::string> known_;  // built-in functions that have their rules
};

}  // namespace

std::string to_ari(const Specification& specification) { return Ari(specification).run(); }

}  // namespace forall::spec

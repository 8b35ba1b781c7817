#include "spec/puts_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include "spec/operations_source.h"
#include "spec/source.h"
#include "spec/support_source.h"
#include "spec/use.h"

namespace forall::spec {
namespace {

constexpr const char* kUnlessError = R"(
template <class Value>
[[maybe_unused]] auto unless_error(Value value) {
  try {
    return value();
  } catch (const Error&) {
    ASSUME(false);
    throw;
  }
}
)";

bool has_error(const Terms& terms, Term root) {
  bool found = false;
  visit_bottom_up(terms, root, [&](Term t) { found = found || terms.is_error(t); });
  return found;
}

// The right side of an axiom under conditions that choose between its branches.
struct Branch {
  std::vector<std::pair<Term, bool>> conditions;
  Term value;
};

void add_branches(const Terms& terms, Term right, Branch so_far, std::vector<Branch>& found) {
  const TermNode& node = terms[right];
  if (node.kind == Kind::Apply && built_in(node.op) == BuiltIn::If) {
    for (const bool holds : {true, false}) {
      Branch next = so_far;
      next.conditions.emplace_back(node.arguments[0], holds);
      add_branches(terms, node.arguments[holds ? 1 : 2], std::move(next), found);
    }
    return;
  }
  so_far.value = right;
  found.push_back(std::move(so_far));
}

class Puts {
 public:
  explicit Puts(const Specification& spec)
      : spec_(spec), terms_(*spec.terms), axioms_(identifier(spec.name) + "Axioms") {}

  const std::string& axioms() const { return axioms_; }

  // Values without errors are compared as they are; between objects and errors each branch is a claim of its own.
  std::string axiom(const Rule& rule) const {
    std::vector<Branch> branches;
    if (is_built_in(terms_[rule.left].sort) && !has_error(terms_, rule.right)) {
      branches.push_back({{}, rule.right});
    } else {
      add_branches(terms_, rule.right, {}, branches);
    }
    std::string text = fmt::format("// {} -> {}\n", to_text(terms_, rule.left), to_text(terms_, rule.right));
    for (std::size_t i = 0; i < branches.size(); ++i) {
      const std::string number = branches.size() > 1 ? fmt::format("_{}", i + 1) : "";
      text += claim(rule.left, branches[i], fmt::format("Axiom{}{}", rule.label, number));
    }
    return text + "\n";
  }

  // Between objects, or between values that may be errors.
  bool has_equation(const Rule& rule) const {
    return terms_[rule.left].sort == spec_.sort || may_fail(rule.right) || has_error(terms_, rule.right);
  }

  std::string equation(const Rule& rule) const {
    return fmt::format(
        "void Equation{1}({2}) {{\n  EXPECT_TRUE(same(run([&] {{ return {3}; }}), run([&] {{ return {4}; }})));\n}}\n"
        "FORALL({0}, Equation{1});\n\n",
        identifier(spec_.name) + "Equations", rule.label, parameters(rule.left, ""), cpp_expression(spec_, rule.left),
        cpp_expression(spec_, rule.right));
  }

  // Without these nothing is known about an object after it was looked at.
  std::string purity(const Operation& operation) const {
    std::string list = "const Self& A", arguments = "A";
    for (std::size_t i = 0; i < operation.parameters.size(); ++i) {
      list += fmt::format(", {} {}", cpp_type(spec_, operation.arguments[i + 1]), operation.parameters[i]);
      arguments += ", " + operation.parameters[i];
    }
    std::string name = operation.name + "IsPure";
    name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
    const std::string call = fmt::format("{}({})", function_name(spec_, "see", operation), arguments);
    return fmt::format("void {}({}) {{\n{}}}\nFORALL({}, {}).Pure();\n\n", name, list,
                       may_fail(operation)
                           ? fmt::format("  try {{\n    {};\n  }} catch (const Error&) {{\n  }}\n", call)
                           : fmt::format("  {};\n", call),
                       axioms_, name);
  }

 private:
  // Objects by reference: what becomes of them is what an axiom says.
  std::string parameters(Term left, const std::string& by) const {
    std::string text;
    for (const Term variable : variables_of(terms_, left)) {
      const Sort sort = terms_[variable].sort;
      text += fmt::format("{}{}{} {}", text.empty() ? "" : ", ", cpp_type(spec_, sort), sort == spec_.sort ? by : "",
                          to_text(terms_, variable));
    }
    return text;
  }

  bool may_fail(const Operation& operation) const {
    return std::any_of(spec_.rules.begin(), spec_.rules.end(), [&](const Rule& rule) {
      const Operation& of = terms_.signature()[rule.op];
      return of.owner == operation.owner && of.name == operation.name && has_error(terms_, rule.right);
    });
  }

  bool may_fail(Term root) const {
    bool found = false;
    visit_bottom_up(terms_, root, [&](Term t) {
      if (terms_[t].kind == Kind::Apply && !is_built_in(terms_[t].op))
        found = found || may_fail(terms_.signature()[terms_[t].op]);
    });
    return found;
  }

  // If the right side is an error, so is the left one; that is a matter of the equation.
  std::string value_of(Term right) const {
    const std::string value = cpp_expression(spec_, right);
    return may_fail(right) ? fmt::format("unless_error([&] {{ return {}; }})", value) : value;
  }

  std::string claim(Term left, const Branch& branch, const std::string& name) const {
    std::vector<Term> links;  // from the last operation to the object
    for (Term t = left; terms_[t].kind == Kind::Apply; t = terms_[t].arguments[0]) {
      links.push_back(t);
      if (terms_.signature()[terms_[t].op].creates) break;
    }
    const bool creates = terms_.signature()[terms_[links.back()].op].creates;
    const Term root = creates ? links.back() : terms_[links.back()].arguments[0];
    const std::string object = creates ? "self" : to_text(terms_, root);
    const Operation& last = terms_.signature()[terms_[left].op];
    const bool observes = last.role == Role::Observer, is_error = terms_.is_error(branch.value);
    const bool is_pure = !observes && !creates && branch.value == root;

    std::string body;
    for (const auto& [condition, holds] : branch.conditions)
      body += fmt::format("  ASSUME({});\n", holds ? cpp_expression(spec_, condition)
                                                   : fmt::format("!({})", cpp_expression(spec_, condition)));
    if (observes && !is_error) body += fmt::format("  const auto expected = {};\n", value_of(branch.value));
    if (!observes && !is_error && !is_pure) body += fmt::format("  Self right = {};\n", value_of(branch.value));
    if (creates) body += fmt::format("  Self self = {};\n", cpp_expression(spec_, root));
    for (std::size_t i = links.size() - (creates ? 1 : 0); i-- > 0;) {
      const Operation& operation = terms_.signature()[terms_[links[i]].op];
      std::string call = fmt::format(
          "{}({}", function_name(spec_, operation.role == Role::Observer ? "see" : "do", operation), object);
      for (std::size_t j = 1; j < terms_[links[i]].arguments.size(); ++j)
        call += ", " + cpp_expression(spec_, terms_[links[i]].arguments[j]);
      call += ")";
      const bool is_compared = i == 0 && observes && !is_error;
      if (!is_compared) {
        body += fmt::format("  {};\n", call);
      } else if (is_built_in(last.result)) {
        body += fmt::format("  EXPECT_EQ({}, expected);\n", call);
      } else {
        body += fmt::format("  EXPECT_TRUE(same_objects({}, expected));\n", call);
      }
    }
    if (!observes && !is_error && !is_pure) body += compared_by_observers(object);
    return fmt::format("void {0}({1}) {{\n{2}}}\nFORALL({3}, {0}){4};\n", name, parameters(left, "&"), body, axioms_,
                       is_error  ? ".Throws<Error>()"
                       : is_pure ? ".Pure()"
                                 : "");
  }

  std::string compared_by_observers(const std::string& object) const {
    std::string text;
    for (const Op op : spec_.signature->operations()) {
      const Operation& operation = (*spec_.signature)[op];
      if (operation.owner != spec_.sort || operation.role != Role::Observer || operation.arguments.size() != 1 ||
          !is_built_in(operation.result) || !is_callable(spec_, operation) || may_fail(operation))
        continue;
      text += fmt::format("  EXPECT_EQ({0}({1}), {0}(right));\n", function_name(spec_, "see", operation), object);
    }
    return text;
  }

  const Specification& spec_;
  const Terms& terms_;
  const std::string axioms_;
};

}  // namespace

std::string puts_source(const Specification& specification, const ClassInterface& interface,
                        const DriverOptions& options) {
  const Terms& terms = *specification.terms;
  const Puts puts(specification);
  std::string text = head_source(specification, interface, options, "The axioms of", true);
  text += support_source() + "\n" + objects_source(specification, interface) + same_source() + "\n";
  text += operations_source(specification, interface) + "\n" + equality_source(specification, interface, options) +
          kSameObjects + kUnlessError + "\n}  // namespace\n\n";
  text += fmt::format("FORALL_AXIOMS({}, {});\n\n", interface.name, puts.axioms());
  std::string equations;
  for (const Rule& rule : specification.rules) {
    // Objects are compared by eqn, so an axiom about it would claim what it assumes.
    if (rule.owner != specification.sort || terms.signature()[rule.op].name == "eqn") continue;
    if (!has_methods(specification, rule.left) || !has_methods(specification, rule.right)) {
      text += fmt::format("// Axiom {} is about operations that are no methods: {}\n\n", rule.label,
                          to_text(terms, rule.left));
      continue;
    }
    text += puts.axiom(rule);
    if (puts.has_equation(rule)) equations += puts.equation(rule);
  }
  for (const Op op : specification.signature->operations()) {
    const Operation& operation = (*specification.signature)[op];
    if (operation.owner == specification.sort && operation.role == Role::Observer && operation.name != "eqn" &&
        is_callable(specification, operation))
      text += puts.purity(operation);
  }
  return text + "// Both sides are equal, as far as it can be seen, or both are errors.\n\n" + equations;
}

}  // namespace forall::spec

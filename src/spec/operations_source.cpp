#include "spec/operations_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>

#include "base/error.h"
#include "spec/source.h"

namespace forall::spec {
namespace {

const ClassMethod* find_method(const ClassInterface& interface, const Operation& operation) {
  for (const ClassMethod& method : interface.methods) {
    if (method.name == operation.name && method.parameters == operation.parameters.size()) return &method;
  }
  return nullptr;
}

bool is_exported(const Specification& spec, const Operation& operation) {
  return std::find(spec.exports.begin(), spec.exports.end(), operation.name) != spec.exports.end();
}

bool is_cpp_word(const std::string& name) {
  static const std::set<std::string> words = {"delete", "new",      "class",    "default", "union", "switch",
                                              "case",   "register", "operator", "export",  "not",   "and",
                                              "or",     "this",     "template", "static"};
  return words.contains(name);
}

[[noreturn]] void no_method(const Specification& spec, const ClassInterface& interface, const Operation& operation) {
  std::vector<std::string> names;
  for (const ClassMethod& method : interface.methods) names.push_back(method.name);
  const bool other_parameters = std::find(names.begin(), names.end(), operation.name) != names.end();
  const std::string what =
      other_parameters
          ? fmt::format("no method '{}' of {} takes {} argument{}", operation.name, interface.name,
                        operation.parameters.size(), operation.parameters.size() == 1 ? "" : "s")
          : fmt::format("{} has no method '{}'{}", interface.name, operation.name, did_you_mean(operation.name, names));
  throw base::UserError(fmt::format("{}\nThe map section of {} says how to call it:  {} -> \"self.METHOD(...)\";", what,
                                    spec.file.string(), operation.name));
}

// ", int x, int y"
std::string parameter_list(const Specification& spec, const Operation& operation) {
  std::string text;
  const std::size_t first = operation.creates ? 0 : 1;
  for (std::size_t i = 0; i < operation.parameters.size(); ++i)
    text += fmt::format(", [[maybe_unused]] {} {}", cpp_type(spec, operation.arguments[first + i]),
                        operation.parameters[i]);
  return text;
}

std::string argument_list(const Operation& operation) {
  std::string text;
  for (const std::string& parameter : operation.parameters) text += (text.empty() ? "" : ", ") + parameter;
  return text;
}

std::string creator(const Specification& spec, const Operation& operation) {
  std::string parameters = parameter_list(spec, operation);
  if (!parameters.empty()) parameters.erase(0, 2);
  const std::string target = mapping(spec, operation.name);
  return fmt::format("Self make_{}({}) {{ return {}; }}\n", operation.name, parameters,
                     target.empty() ? fmt::format("Self({})", argument_list(operation)) : target);
}

std::string changer(const Specification& spec, const ClassInterface& interface, const Operation& operation) {
  std::string body = mapping(spec, operation.name);
  if (body.empty()) {
    const ClassMethod* method = find_method(interface, operation);
    if (!method && !interface.has_bases) no_method(spec, interface, operation);
    const bool returns_new = method && method->is_const && method->result != "void";
    body = fmt::format("{}self.{}({})", returns_new ? "self = " : "", operation.name, argument_list(operation));
  }
  const std::string parameters = parameter_list(spec, operation);
  return fmt::format(
      "void do_{0}(Self& self{1}) {{ {2}; }}\nSelf after_{0}(Self self{1}) {{\n  do_{0}(self{3});\n  return "
      "self;\n}}\n",
      operation.name, parameters, body, operation.parameters.empty() ? "" : ", " + argument_list(operation));
}

std::string observer(const Specification& spec, const ClassInterface& interface, const Operation& operation) {
  std::string value = mapping(spec, operation.name);
  if (value.empty()) {
    if (!find_method(interface, operation) && !interface.has_bases) no_method(spec, interface, operation);
    value = fmt::format("self.{}({})", operation.name, argument_list(operation));
  }
  const std::string type = cpp_type(spec, operation.result);
  return fmt::format("{} see_{}(auto&& self{}) {{ return static_cast<{}>({}); }}\n", type, operation.name,
                     parameter_list(spec, operation), type, value);
}

std::string built_in_expression(BuiltIn op, const std::vector<std::string>& arguments) {
  switch (op) {
    case BuiltIn::If: return fmt::format("({} ? {} : {})", arguments[0], arguments[1], arguments[2]);
    case BuiltIn::Neg: return fmt::format("(-{})", arguments[0]);
    case BuiltIn::Equal: return fmt::format("({} == {})", arguments[0], arguments[1]);
    case BuiltIn::NotEqual: return fmt::format("({} != {})", arguments[0], arguments[1]);
    default: return fmt::format("({} {} {})", arguments[0], symbol(op), arguments[1]);
  }
}

// All observers agree on both objects, for a few values of their parameters.
std::string observations(const Specification& spec) {
  std::string text;
  for (const Op op : spec.signature->operations()) {
    const Operation& operation = (*spec.signature)[op];
    if (operation.owner != spec.sort || operation.role != Role::Observer || operation.name == "eqn" ||
        (!is_exported(spec, operation) && mapping(spec, operation.name).empty()))
      continue;
    const bool on_numbers = operation.arguments.size() == 2 && operation.arguments[1] == kInteger;
    if (!is_built_in(operation.result) || (operation.arguments.size() != 1 && !on_numbers)) continue;
    const std::string argument = on_numbers ? ", i" : "";
    const std::string compare = fmt::format(
        "if (!same(run([&] {{ return see_{0}(a{1}); }}), run([&] {{ return see_{0}(b{1}); }}))) return false;\n",
        operation.name, argument);
    text += on_numbers ? "  for (int i = -1; i <= 10; ++i) {\n    " + compare + "  }\n" : "  " + compare;
  }
  return text;
}

std::string observational(const Specification& spec, int depth) {
  std::string text = "bool observed_equal(Self a, Self b, [[maybe_unused]] int depth) {\n" + observations(spec);
  std::string deeper;
  for (const Op op : spec.signature->operations()) {
    const Operation& operation = (*spec.signature)[op];
    if (operation.owner != spec.sort || operation.role != Role::Transformer || operation.creates ||
        !operation.parameters.empty() || !is_exported(spec, operation))
      continue;
    deeper += fmt::format(
        "  {{\n    const auto x = run([&] {{ return after_{0}(a); }}), y = run([&] {{ return after_{0}(b); }});\n"
        "    if (x.value.has_value() != y.value.has_value()) return false;\n"
        "    if (x.value && !observed_equal(*x.value, *y.value, depth - 1)) return false;\n  }}\n",
        operation.name);
  }
  if (!deeper.empty()) text += "  if (depth == 0) return true;\n" + deeper;
  return text +
         fmt::format(
             "  return true;\n}}\nbool equal(const Self& a, const Self& b) {{ return observed_equal(a, b, {}); }}\n",
             depth);
}

const Rule* general_eqn(const Specification& spec) {
  const auto op = spec.signature->find(spec.sort, "eqn");
  const Rule* found = nullptr;
  for (const Rule& rule : spec.rules) {
    if (!op || rule.op != *op) continue;
    const auto& arguments = (*spec.terms)[rule.left].arguments;
    const bool general = arguments.size() == 2 && std::all_of(arguments.begin(), arguments.end(), [&](Term t) {
                           return (*spec.terms)[t].kind == Kind::Variable;
                         });
    if (!general || found || !has_methods(spec, rule.right)) return nullptr;
    found = &rule;
  }
  return found;
}

std::string derived(const Specification& spec) {
  const Rule& rule = *general_eqn(spec);
  const auto& arguments = (*spec.terms)[rule.left].arguments;
  return fmt::format(
      "bool see_eqn(Self {0}, Self {1}) {{ return {2}; }}\nbool equal(const Self& a, const Self& b) {{ return "
      "see_eqn(a, b); }}\n",
      to_text(*spec.terms, arguments[0]), to_text(*spec.terms, arguments[1]), cpp_expression(spec, rule.right));
}

}  // namespace

bool has_methods(const Specification& specification, Term term) {
  const Terms& terms = *specification.terms;
  bool result = true;
  visit_bottom_up(terms, term, [&](Term t) {
    if (terms[t].kind != Kind::Apply || is_built_in(terms[t].op)) return;
    const Operation& operation = terms.signature()[terms[t].op];
    result = result && (is_exported(specification, operation) || !mapping(specification, operation.name).empty());
  });
  return result;
}

std::string mapping(const Specification& specification, const std::string& operation) {
  for (const Mapping& entry : specification.mappings) {
    if (entry.operation == operation) return entry.target;
  }
  return "";
}

std::string cpp_type(const Specification& specification, Sort sort) {
  if (sort == specification.sort) return "Self";
  if (sort == kInteger) return "int";
  if (sort == kBoolean) return "bool";
  if (sort == kCharacter) return "char";
  if (sort == kText) return "std::string";
  throw base::UserError(
      fmt::format("tests of {} cannot use objects of {} yet", specification.name, specification.signature->name(sort)));
}

std::string cpp_literal(const Specification& specification, const TermNode& literal) {
  if (literal.sort == kBoolean) return literal.value != 0 ? "true" : "false";
  if (literal.sort == kText)
    return fmt::format("std::string({})", literal_text(specification.terms->name(literal.value)));
  if (literal.sort == kCharacter) return fmt::format("static_cast<char>({})", literal.value);
  if (literal.value <= kLeastInteger) return "std::numeric_limits<int>::min()";  // -infinity, too
  if (literal.value >= kMostInteger) return "std::numeric_limits<int>::max()";
  return std::to_string(literal.value);
}

std::string operations_source(const Specification& specification, const ClassInterface& interface) {
  std::string text;
  for (const Op op : specification.signature->operations()) {
    const Operation& operation = (*specification.signature)[op];
    if (operation.owner != specification.sort || operation.name == "eqn") continue;
    const bool is_mapped = !mapping(specification, operation.name).empty();
    if (!is_mapped && !is_exported(specification, operation)) continue;  // only axioms use it
    if (!is_mapped && !operation.creates && is_cpp_word(operation.name))
      throw base::UserError(
          fmt::format("'{0}' is a word of C++ and cannot be a method of {1}\nThe map section of {2} says how to call "
                      "it:  {0} -> \"self.METHOD(...)\";",
                      operation.name, interface.name, specification.file.string()));
    if (operation.creates) {
      text += creator(specification, operation);
    } else {
      text += operation.role == Role::Observer ? observer(specification, interface, operation)
                                               : changer(specification, interface, operation);
    }
  }
  return text;
}

std::string equality_source(const Specification& specification, const ClassInterface& interface,
                            const DriverOptions& options) {
  const bool has_method =
      std::any_of(interface.methods.begin(), interface.methods.end(),
                  [](const ClassMethod& method) { return method.name == "eqn" && method.parameters == 1; });
  const std::string mapped = mapping(specification, "eqn");
  const bool general = general_eqn(specification) != nullptr;
  const bool automatic = options.equality == Equality::Automatic;
  if (options.equality == Equality::Derived && !general)
    throw base::UserError(fmt::format(
        "{} has no axiom A.eqn(B) -> ... for all objects, so eqn cannot be derived; use --eqn observational",
        specification.file.string()));
  if (options.equality == Equality::Class || automatic) {
    if (!mapped.empty())
      return fmt::format(
          "bool equal(Self self, Self {}) {{ return {}; }}\n",
          (*specification.signature)[*specification.signature->find(specification.sort, "eqn")].parameters[0], mapped);
    if (has_method) return "bool equal(Self a, Self b) { return a.eqn(b); }\n";
    const std::string other = options.equality == Equality::Class ? ""
                              : general                           ? derived(specification)
                                                                  : observational(specification, options.depth);
    if (other.empty())
      return "static_assert(requires(const Self& a, const Self& b) { a == b; }, \"the class has neither eqn nor "
             "operator==; use --eqn "
             "derived or observational\");\nbool equal(const Self& a, const Self& b) { return a == b; }\n";
    // Whether there is an operator== only the compiler knows: it may be a free function.
    std::string text = other;
    const std::size_t at = text.rfind("bool equal(");
    text.replace(at, 11, "bool specified_equal(");
    return text +
           "template <class T>\nbool equal(const T& a, const T& b) {\n  if constexpr (requires { a == b; }) {\n    "
           "return a == b;\n  } else {\n"
           "    return specified_equal(a, b);\n  }\n}\n";
  }
  return options.equality == Equality::Derived ? derived(specification) : observational(specification, options.depth);
}

std::string cpp_expression(const Specification& specification, Term root) {
  const Terms& terms = *specification.terms;
  std::unordered_map<std::uint32_t, std::string> written;
  visit_bottom_up(terms, root, [&](Term t) {
    const TermNode& node = terms[t];
    std::vector<std::string> arguments;
    for (const Term argument : node.arguments) arguments.push_back(written.at(argument.id));
    std::string& text = written[t.id];
    if (node.kind == Kind::Variable) {
      text = terms.name(node.value);
    } else if (node.kind == Kind::Literal) {
      text = cpp_literal(specification, node);
    } else if (node.kind == Kind::Error) {
      text = fmt::format("failed<{}>()", cpp_type(specification, node.sort));
    } else if (is_built_in(node.op)) {
      text = built_in_expression(built_in(node.op), arguments);
    } else {
      const Operation& operation = terms.signature()[node.op];
      text = fmt::format("{}_{}(",
                         operation.creates                  ? "make"
                         : operation.role == Role::Observer ? "see"
                                                            : "after",
                         operation.name);
      for (std::size_t i = 0; i < arguments.size(); ++i) text += (i == 0 ? "" : ", ") + arguments[i];
      text += ")";
    }
  });
  return written.at(root.id);
}

}  // namespace forall::spec

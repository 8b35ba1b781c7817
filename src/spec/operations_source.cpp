#include "spec/operations_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <unordered_map>

#include "base/error.h"
#include "spec/source.h"
#include "spec/support_source.h"
#include "spec/use.h"

namespace forall::spec {
namespace {

const ClassMethod* find_method(const ClassInterface& interface, const Operation& operation) {
  for (const ClassMethod& method : interface.methods) {
    if (method.name == operation.name && method.parameters == operation.parameters.size()) return &method;
  }
  return nullptr;
}

bool is_cpp_word(const std::string& name) {
  static const std::set<std::string> words = {
      "alignas",  "alignof", "and",      "asm",      "auto",     "bool",     "break",     "case",      "catch",
      "char",     "class",   "concept",  "const",    "continue", "decltype", "default",   "delete",    "do",
      "double",   "else",    "enum",     "explicit", "export",   "extern",   "false",     "float",     "for",
      "friend",   "goto",    "if",       "inline",   "int",      "long",     "mutable",   "namespace", "new",
      "noexcept", "not",     "nullptr",  "operator", "or",       "private",  "protected", "public",    "register",
      "requires", "return",  "short",    "signed",   "sizeof",   "static",   "struct",    "switch",    "template",
      "this",     "throw",   "true",     "try",      "typedef",  "typename", "union",     "unsigned",  "using",
      "virtual",  "void",    "volatile", "while",    "xor"};
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
                                    spec.uses.at(operation.owner).file.string(), operation.name));
}

// ", int x, int y"
std::string parameter_list(const Specification& spec, const Operation& operation) {
  std::string text;
  const std::size_t first = operation.creates ? 0 : 1;
  for (std::size_t i = 0; i < operation.parameters.size(); ++i) {
    const std::string& name = operation.parameters[i];
    if (is_cpp_word(name) || name == "self")
      throw base::UserError(
          fmt::format("{}: the parameter '{}' of {} needs another name: in C++ it means something else",
                      spec.uses.at(operation.owner).file.string(), name, operation.name));
    text += fmt::format(", [[maybe_unused]] {} {}", cpp_type(spec, operation.arguments[first + i]), name);
  }
  return text;
}

std::string argument_list(const Operation& operation) {
  std::string text;
  for (const std::string& parameter : operation.parameters) text += (text.empty() ? "" : ", ") + parameter;
  return text;
}

// The exceptions of an imported class that mean an error there, and not here.
std::string with_its_errors(const Specification& spec, const Operation& operation, const std::string& body) {
  const std::string error = mapping(spec, operation.owner, "error");
  if (error == mapping(spec, spec.sort, "error")) return fmt::format(" {{ {}; }}\n", body);
  return fmt::format(" try {{ {}; }} catch (const {}&) {{ throw SpecificationError(); }}\n", body,
                     error.empty() ? "std::exception" : error);
}

std::string creator(const Specification& spec, const Operation& operation) {
  std::string parameters = parameter_list(spec, operation);
  if (!parameters.empty()) parameters.erase(0, 2);
  const std::string target = mapping(spec, operation), type = cpp_type(spec, operation.owner);
  const std::string value = target.empty() ? fmt::format("{}({})", type, argument_list(operation)) : target;
  return fmt::format("[[maybe_unused]] {} {}({}){}", type, function_name(spec, "make", operation), parameters,
                     with_its_errors(spec, operation, "return " + value));
}

std::string changer(const Specification& spec, const ClassInterface& interface, const Operation& operation) {
  std::string body = mapping(spec, operation);
  if (body.empty()) {
    const ClassMethod* method = find_method(interface, operation);
    if (!method && !interface.has_bases) no_method(spec, interface, operation);
    const bool returns_new = method && method->is_const && method->result != "void";
    const std::string call = fmt::format("{}({})", operation.name, argument_list(operation));
    body = (returns_new ? "self = self." : "self.") + call;
    // Whether a method of an imported class returns a new object, only the compiler knows.
    if (operation.owner != spec.sort)
      body = fmt::format(
          "[&](auto& object) {{ if constexpr (requires {{ {{ std::as_const(object).{0} }} -> std::same_as<{1}>; }}) "
          "object = std::as_const(object).{0}; else object.{0}; }}(self)",
          call, cpp_type(spec, operation.owner));
  }
  const std::string parameters = parameter_list(spec, operation), type = cpp_type(spec, operation.owner);
  const std::string changes = function_name(spec, "do", operation);
  return fmt::format("[[maybe_unused]] void {}({}& self{}){}", changes, type, parameters,
                     with_its_errors(spec, operation, body)) +
         fmt::format("[[maybe_unused]] {1} {0}({1} self{2}) {{\n  {3}(self{4});\n  return self;\n}}\n",
                     function_name(spec, "after", operation), type, parameters, changes,
                     operation.parameters.empty() ? "" : ", " + argument_list(operation));
}

std::string observer(const Specification& spec, const ClassInterface& interface, const Operation& operation) {
  std::string value = mapping(spec, operation);
  if (value.empty()) {
    if (!find_method(interface, operation) && !interface.has_bases) no_method(spec, interface, operation);
    value = fmt::format("self.{}({})", operation.name, argument_list(operation));
  }
  const std::string type = cpp_type(spec, operation.result);
  return fmt::format("{} {}(auto&& self{}){}", type, function_name(spec, "see", operation),
                     parameter_list(spec, operation),
                     with_its_errors(spec, operation, fmt::format("return static_cast<{}>({})", type, value)));
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
        !is_callable(spec, operation))
      continue;
    const bool on_numbers = operation.arguments.size() == 2 && operation.arguments[1] == kInteger;
    const bool is_comparable = is_built_in(operation.result) || has_class(spec, operation.result);
    if (!is_comparable || (operation.arguments.size() != 1 && !on_numbers)) continue;
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
    result = result && is_callable(specification, operation);
  });
  return result;
}

std::string cpp_type(const Specification& specification, Sort sort) {
  if (sort == specification.sort) return "Self";
  if (sort == kInteger) return "int";
  if (sort == kBoolean) return "bool";
  if (sort == kCharacter) return "char";
  if (sort == kText) return "std::string";
  if (has_class(specification, sort)) return "Object_" + identifier(specification.signature->name(sort));
  throw base::UserError(fmt::format(
      "{} uses objects of {}, and no class is known for them\nThe map section of {} says which:  class -> \"CLASS\";",
      specification.name, specification.signature->name(sort), specification.uses.at(sort).file.string()));
}

std::string function_name(const Specification& specification, const std::string& verb, const Operation& operation) {
  if (operation.owner == specification.sort) return verb + "_" + operation.name;
  return fmt::format("{}_{}_{}", verb, identifier(specification.signature->name(operation.owner)), operation.name);
}

// Words that are names of parameters become the types of their sorts: std::stack<T>.
std::string imported_class(const Specification& specification, Sort sort) {
  const std::map<std::string, Sort>& parameters = specification.uses.at(sort).parameters;
  const std::string target = mapping(specification, sort, "class");
  std::string text, word;
  for (std::size_t i = 0; i <= target.size(); ++i) {
    if (i < target.size() && (std::isalnum(static_cast<unsigned char>(target[i])) != 0 || target[i] == '_')) {
      word += target[i];
      continue;
    }
    const auto parameter = parameters.find(word);
    text += parameter == parameters.end()             ? word
            : is_built_in(parameter->second)          ? cpp_type(specification, parameter->second)
            : parameter->second == specification.sort ? "Self"
                                                      : imported_class(specification, parameter->second);
    word.clear();
    if (i < target.size()) text += target[i];
  }
  return text;
}

std::string objects_source(const Specification& specification, const ClassInterface& interface) {
  std::string aliases, is_object = "std::is_same_v<T, Self>", equal;
  std::map<std::string, std::string> sort_of = {{interface.name, specification.name}};
  for (const auto& [sort, use] : specification.uses) {
    if (sort == specification.sort || !has_class(specification, sort)) continue;
    const std::string type = cpp_type(specification, sort), eqn = mapping(specification, sort, "eqn");
    const std::string name = imported_class(specification, sort);
    const auto [known, is_new] = sort_of.emplace(name, specification.signature->name(sort));
    if (!is_new)
      throw base::UserError(
          fmt::format("{} and {} are both objects of {}, so they cannot be told apart\nThe map section of {} may name "
                      "another class:"
                      "  class -> \"CLASS\";",
                      known->second, specification.signature->name(sort), name, use.file.string()));
    aliases += fmt::format("using {} = {};\n", type, name);
    is_object += fmt::format(" || std::is_same_v<T, {}>", type);
    const auto op = specification.signature->find(sort, "eqn");
    if (eqn.empty() || !op) {
      equal += fmt::format(
          "static_assert(has_equality<{0}>, \"{1} has no operator==; the map section of its specification says how "
          "objects are compared: eqn\");\n"
          "[[maybe_unused]] bool same_objects(const {0}& a, const {0}& b) {{ return a == b; }}\n",
          type, name);
    } else {
      equal += fmt::format("[[maybe_unused]] bool same_objects({0} self, {0} {1}) {{ return {2}; }}\n", type,
                           (*specification.signature)[*op].parameters[0], eqn);
    }
    if (op)
      equal += fmt::format("[[maybe_unused]] bool {0}(const {1}& a, const {1}& b) {{ return same_objects(a, b); }}\n",
                           function_name(specification, "see", (*specification.signature)[*op]), type);
  }
  return aliases + fmt::format("template <class T>\nconstexpr bool is_object = {};\n", is_object) +
         "bool same_objects(const Self& a, const Self& b);\n" + equal;
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
    if (operation.name == "eqn" || !is_callable(specification, operation)) continue;  // only axioms use it
    const bool is_own = operation.owner == specification.sort;
    const ClassInterface imported{specification.signature->name(operation.owner), {}, true};  // the compiler knows
    const ClassInterface& of = is_own ? interface : imported;
    if (mapping(specification, operation).empty() && !operation.creates && is_cpp_word(operation.name))
      throw base::UserError(
          fmt::format("'{0}' is a word of C++ and cannot be a method of {1}\nThe map section of {2} says how to call "
                      "it:  {0} -> \"self.METHOD(...)\";",
                      operation.name, of.name, specification.uses.at(operation.owner).file.string()));
    if (operation.creates) {
      text += creator(specification, operation);
    } else {
      text += operation.role == Role::Observer ? observer(specification, of, operation)
                                               : changer(specification, of, operation);
    }
  }
  return text;
}

std::string equality_source(const Specification& specification, const ClassInterface& interface,
                            const DriverOptions& options) {
  const bool has_method =
      std::any_of(interface.methods.begin(), interface.methods.end(),
                  [](const ClassMethod& method) { return method.name == "eqn" && method.parameters == 1; });
  const std::string mapped = mapping(specification, specification.sort, "eqn");
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
      return "static_assert(has_equality<Self>, \"it has neither eqn nor operator==; use --eqn derived or "
             "observational\");\nbool equal(const Self& a, const Self& b) { return a == b; }\n";
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
      const char* verb = operation.creates ? "make" : operation.role == Role::Observer ? "see" : "after";
      text = function_name(specification, verb, operation) + "(";
      for (std::size_t i = 0; i < arguments.size(); ++i) text += (i == 0 ? "" : ", ") + arguments[i];
      text += ")";
    }
  });
  return written.at(root.id);
}

}  // namespace forall::spec

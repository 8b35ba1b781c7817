#include "spec/model_source.h"

#include <fmt/format.h>

#include <map>
#include <vector>

#include "spec/source.h"

namespace forall::spec {
namespace {

constexpr const char* kModelSupport = R"(
namespace model {

struct Error {};  // `error`

// An Integer. Whether it is infinite does not depend on inputs.
struct Number {
  Number(int number) : value(number) {}
  static Number infinity(int sign) {
    Number result(0);
    result.sign = sign;
    return result;
  }
  int value;
  int sign = 0;  // -1, 1: infinite
};
// What an overflow, a division by zero or computing with infinity leads to is a matter of the class.
[[maybe_unused]] Number within(long long value) {
  FORALL_ASSUME(value >= std::numeric_limits<int>::min() && value <= std::numeric_limits<int>::max());
  return Number(static_cast<int>(value));
}
[[maybe_unused]] long long finite(const Number& a) {
  FORALL_ASSUME(a.sign == 0);
  return a.value;
}
[[maybe_unused]] long long divisor(const Number& a) {
  FORALL_ASSUME(finite(a) != 0);
  return a.value;
}
[[maybe_unused]] Number operator+(const Number& a, const Number& b) { return within(finite(a) + finite(b)); }
[[maybe_unused]] Number operator-(const Number& a, const Number& b) { return within(finite(a) - finite(b)); }
[[maybe_unused]] Number operator*(const Number& a, const Number& b) { return within(finite(a) * finite(b)); }
[[maybe_unused]] Number operator/(const Number& a, const Number& b) { return within(finite(a) / divisor(b)); }
[[maybe_unused]] Number operator%(const Number& a, const Number& b) { return within(finite(a) % divisor(b)); }
[[maybe_unused]] Number operator-(const Number& a) { return within(-finite(a)); }
[[maybe_unused]] bool is_finite(const Number& a, const Number& b) { return a.sign == 0 && b.sign == 0; }
[[maybe_unused]] bool operator<(const Number& a, const Number& b) { return is_finite(a, b) ? a.value < b.value : a.sign < b.sign; }
[[maybe_unused]] bool operator<=(const Number& a, const Number& b) { return is_finite(a, b) ? a.value <= b.value : a.sign <= b.sign; }
[[maybe_unused]] bool operator>(const Number& a, const Number& b) { return is_finite(a, b) ? a.value > b.value : a.sign > b.sign; }
[[maybe_unused]] bool operator>=(const Number& a, const Number& b) { return is_finite(a, b) ? a.value >= b.value : a.sign >= b.sign; }
[[maybe_unused]] bool operator==(const Number& a, const Number& b) { return is_finite(a, b) ? a.value == b.value : a.sign == b.sign; }
[[maybe_unused]] bool operator!=(const Number& a, const Number& b) { return !(a == b); }

template <class T>
[[noreturn]] T failed() {
  throw Error();
}
template <class T>
[[noreturn]] T no_axiom(const char* operation) {
  ADD_FAILURE() << "no axiom reduces a term of " << operation;
  throw Error();
}

)";

bool is_constructor(const Operation& operation) { return operation.role == Role::Constructor; }

std::string field(const Operation& operation, Op op, std::size_t i) {
  return fmt::format("{}{}_{}", operation.name, op.index, i);
}

std::string function_name(const Operation& operation, Op op) { return fmt::format("{}{}", operation.name, op.index); }

std::string model_literal(const Terms& terms, const TermNode& node) {
  if (node.sort == kBoolean) return node.value != 0 ? "true" : "false";
  if (node.sort == kCharacter) return fmt::format("static_cast<unsigned char>({})", node.value);
  if (node.sort == kText) return fmt::format("std::string({})", literal_text(terms.name(node.value)));
  if (node.value <= -kInfinity) return "Number::infinity(-1)";
  if (node.value >= kInfinity) return "Number::infinity(1)";
  return node.value == kLeastInteger ? "Number(std::numeric_limits<int>::min())"
                                     : fmt::format("Number({})", node.value);
}

// One function. What is evaluated in a block is evaluated once: terms are shared.
class Function {
 public:
  explicit Function(const Specification& spec) : spec_(spec), terms_(*spec.terms) {}

  std::string text(Op op) {
    const Operation& operation = terms_.signature()[op];
    out_ = head(terms_.signature(), op) + " {\n";
    for (const Rule& rule : spec_.rules) {
      if (rule.op == op) add(rule);
    }
    if (is_constructor(operation)) {
      out_ += "  auto result = std::make_shared<Term>();\n";
      out_ += fmt::format("  result->op = {};\n", op.index);
      for (std::size_t i = 0; i < operation.arguments.size(); ++i)
        out_ += fmt::format("  result->{} = a{};\n", field(operation, op, i), i);
      out_ += "  return result;\n";
    } else {
      out_ += fmt::format("  return no_axiom<{}>({});\n", model_type(operation.result), literal_text(operation.name));
    }
    return out_ + "}\n";
  }

  static std::string head(const Signature& signature, Op op) {
    const Operation& operation = signature[op];
    std::string parameters;
    for (std::size_t i = 0; i < operation.arguments.size(); ++i)
      parameters +=
          fmt::format("{}[[maybe_unused]] const {}& a{}", i == 0 ? "" : ", ", model_type(operation.arguments[i]), i);
    return fmt::format("[[maybe_unused]] {} {}({})", model_type(operation.result), function_name(operation, op),
                       parameters);
  }

 private:
  using Known = std::map<Term, std::string>;  // what has a name already

  void add(const Rule& rule) {
    const auto& arguments = terms_[rule.left].arguments;
    for (const Term argument : arguments) {
      if (!is_matchable(argument)) return;  // no value is such a term
    }
    out_ += fmt::format("  do {{  // axiom {}\n", rule.label);
    Known known;
    for (std::size_t i = 0; i < arguments.size(); ++i) match(arguments[i], fmt::format("a{}", i), known);
    finish(rule.right, known);
    out_ += "  } while (false);\n";
  }

  bool is_matchable(Term pattern) const {
    bool result = true;
    visit_bottom_up(terms_, pattern, [&](Term t) {
      if (terms_[t].kind == Kind::Apply)
        result = result && !is_built_in(terms_[t].op) && is_constructor(terms_.signature()[terms_[t].op]);
      result = result && terms_[t].kind != Kind::Error;
    });
    return result;
  }

  void match(Term pattern, const std::string& value, Known& known) {
    const TermNode& node = terms_[pattern];
    if (node.kind == Kind::Literal) {
      out_ += fmt::format("    if (!({} == {})) break;\n", value, model_literal(terms_, node));
    } else if (node.kind == Kind::Variable) {
      const auto [at, is_new] = known.emplace(pattern, value);
      if (!is_new) out_ += fmt::format("    if (!is_same({}, {})) break;\n", at->second, value);
    } else {
      const Operation& operation = terms_.signature()[node.op];
      out_ += fmt::format("    if ({}->op != {}) break;\n", value, node.op.index);
      for (std::size_t i = 0; i < node.arguments.size(); ++i)
        match(node.arguments[i], fmt::format("{}->{}", value, field(operation, node.op, i)), known);
    }
  }

  // Statements that return the value of the term.
  void finish(Term t, Known known) {
    if (!terms_.is_if(t)) {
      const std::string result = evaluate(t, known);
      out_ += fmt::format("    return {};\n", result);
      return;
    }
    const std::vector<Term> parts = terms_[t].arguments;
    const std::string condition = evaluate(parts[0], known);
    out_ += fmt::format("    if ({}) {{\n", condition);
    finish(parts[1], known);
    out_ += "    }\n";
    finish(parts[2], known);
  }

  // Statements that give the value of the term a name.
  std::string evaluate(Term t, Known& known) {
    if (const auto at = known.find(t); at != known.end()) return at->second;
    const TermNode& node = terms_[t];
    if (node.kind == Kind::Literal) return model_literal(terms_, node);
    if (node.kind == Kind::Error) return fmt::format("failed<{}>()", model_type(node.sort));
    const std::string name = fmt::format("t{}", ++names_);
    if (terms_.is_if(t)) {
      out_ += fmt::format("    const {0} {1} = [&]() -> {0} {{\n", model_type(node.sort), name);
      finish(t, known);
      out_ += "    }();\n";
    } else {
      const std::string value = application(t, known);
      out_ += fmt::format("    const {} {} = {};\n", model_type(node.sort), name, value);
    }
    known[t] = name;
    return name;
  }

  std::string application(Term t, Known& known) {
    const TermNode& node = terms_[t];
    std::vector<std::string> values;
    for (const Term argument : node.arguments) values.push_back(evaluate(argument, known));
    if (is_built_in(node.op)) {
      const BuiltIn op = built_in(node.op);
      if (op == BuiltIn::Neg) return fmt::format("-{}", values[0]);
      const std::string_view word = op == BuiltIn::Equal ? "==" : op == BuiltIn::NotEqual ? "!=" : symbol(op);
      return fmt::format("{} {} {}", values[0], word, values[1]);
    }
    std::string list;
    for (const std::string& value : values) list += (list.empty() ? "" : ", ") + value;
    return fmt::format("{}({})", function_name(terms_.signature()[node.op], node.op), list);
  }

  const Specification& spec_;
  const Terms& terms_;
  std::string out_;
  int names_ = 0;
};

std::string structure(const Signature& signature) {
  std::string fields, comparisons;
  for (const Op op : signature.operations()) {
    const Operation& operation = signature[op];
    if (!is_constructor(operation)) continue;
    for (std::size_t i = 0; i < operation.arguments.size(); ++i) {
      const std::string name = field(operation, op, i);
      fields += fmt::format("  {} {}{};\n", model_type(operation.arguments[i]), name,
                            operation.arguments[i] == kInteger    ? " = 0"
                            : is_built_in(operation.arguments[i]) ? "{}"
                                                                  : "");
      comparisons += fmt::format(" && (a->op != {0} || is_same(a->{1}, b->{1}))", op.index, name);
    }
  }
  return "struct Term;\nusing Object = std::shared_ptr<const Term>;\nstruct Term {\n  int op = 0;\n" + fields +
         "};\ntemplate <class T>\nbool is_same(const T& a, const T& b) {\n  return a == b;\n}\n"
         "[[maybe_unused]] inline bool is_same(const Object& a, const Object& b) {\n  return a->op == b->op" +
         comparisons + ";\n}\n";
}

}  // namespace

std::string model_type(Sort sort) {
  if (sort == kInteger) return "Number";
  if (sort == kBoolean) return "bool";
  if (sort == kCharacter) return "unsigned char";
  return sort == kText ? "std::string" : "Object";
}

std::string model_source(const Specification& specification) {
  const Signature& signature = *specification.signature;
  std::string text = kModelSupport + structure(signature) + "\n";
  for (const Op op : signature.operations()) text += Function::head(signature, op) + ";\n";
  for (const Op op : signature.operations()) text += Function(specification).text(op);
  return text + "\n}  // namespace model\n";
}

}  // namespace forall::spec

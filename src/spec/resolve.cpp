#include "spec/resolve.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace forall::spec {
namespace {

class Resolver {
 public:
  explicit Resolver(const Scope& scope) : scope_(scope), terms_(scope.terms) {}

  Term term(const SyntaxTerm& syntax, const Sort* wanted) {
    const Term result = untyped(syntax, wanted);
    if (wanted && sort(result) != *wanted)
      fail(scope_.source, syntax.where,
           fmt::format("this is of sort {}, but {} is needed here", name(sort(result)), name(*wanted)));
    return result;
  }

 private:
  Sort sort(Term t) const { return terms_[t].sort; }
  const std::string& name(Sort s) const { return scope_.signature.name(s); }

  Term untyped(const SyntaxTerm& syntax, const Sort* wanted) {
    switch (syntax.form) {
      case Form::Chain: return chain(syntax);
      case Form::Integer: return integer(syntax, false);
      case Form::Text: return terms_.text(syntax.text);
      case Form::Character: return terms_.character(syntax.text[0]);
      case Form::True: return terms_.truth(true);
      case Form::False: return terms_.truth(false);
      case Form::Error:
        if (!wanted) fail(scope_.source, syntax.where, "nothing says of which sort this error is");
        return terms_.error(*wanted);
      case Form::If: return conditional(syntax, wanted);
      case Form::Unary: return unary(syntax);
      case Form::Binary: return binary(syntax);
    }
    return {};
  }

  Term integer(const SyntaxTerm& syntax, bool negative) {
    const std::string& digits = syntax.text;
    const std::int64_t value = digits.size() > 12 ? kInfinity : std::stoll(digits);
    const std::int64_t signed_value = negative ? -value : value;
    if (signed_value < kLeastInteger || signed_value > kMostInteger)
      fail(scope_.source, syntax.where,
           fmt::format("{}{} is no Integer: they are from {} to {}", negative ? "-" : "", digits, kLeastInteger,
                       kMostInteger));
    return terms_.integer(signed_value);
  }

  Term conditional(const SyntaxTerm& syntax, const Sort* wanted) {
    const Term condition = term(syntax.operands[0], &kBoolean);
    if (wanted) {
      const Term then = term(syntax.operands[1], wanted);
      return terms_.conditional(condition, then, term(syntax.operands[2], wanted));
    }
    // An error takes the sort of the other branch.
    if (syntax.operands[1].form == Form::Error) {
      const Term otherwise = term(syntax.operands[2], nullptr);
      return terms_.conditional(condition, terms_.error(sort(otherwise)), otherwise);
    }
    const Term then = term(syntax.operands[1], nullptr);
    const Sort s = sort(then);
    return terms_.conditional(condition, then, term(syntax.operands[2], &s));
  }

  Term unary(const SyntaxTerm& syntax) {
    const SyntaxTerm& operand = syntax.operands[0];
    if (syntax.text == "not")
      return terms_.conditional(term(operand, &kBoolean), terms_.truth(false), terms_.truth(true));
    if (operand.form == Form::Integer) return integer(operand, true);
    if (is_infinity(operand)) return terms_.integer(-kInfinity);
    return terms_.built_in(BuiltIn::Neg, {term(operand, &kInteger)});
  }

  bool is_infinity(const SyntaxTerm& syntax) const {
    return syntax.form == Form::Chain && syntax.operands.empty() && syntax.links.size() == 1 &&
           syntax.links[0].name == "infinity" && !syntax.links[0].has_parentheses &&
           !scope_.variables.contains("infinity");
  }

  Term binary(const SyntaxTerm& syntax) {
    const std::string& op = syntax.text;
    if (op == "and" || op == "or") {
      const Term left = term(syntax.operands[0], &kBoolean), right = term(syntax.operands[1], &kBoolean);
      return op == "and" ? terms_.conditional(left, right, terms_.truth(false))
                         : terms_.conditional(left, terms_.truth(true), right);
    }
    const Term left = term(syntax.operands[0], nullptr);
    const Sort s = sort(left);
    const Term right = term(syntax.operands[1], &s);
    for (const BuiltIn b : {BuiltIn::Add, BuiltIn::Sub, BuiltIn::Mul, BuiltIn::Div, BuiltIn::Mod}) {
      if (op != symbol(b)) continue;
      if (s != kInteger && !(s == kText && b == BuiltIn::Add))
        fail(scope_.source, syntax.where,
             fmt::format("'{}' computes with Integer{}, not with {}", op, b == BuiltIn::Add ? " and joins Text" : "",
                         name(s)));
      return terms_.built_in(b, {left, right});
    }
    for (const BuiltIn b : {BuiltIn::Less, BuiltIn::LessEqual, BuiltIn::Greater, BuiltIn::GreaterEqual, BuiltIn::Equal,
                            BuiltIn::NotEqual}) {
      if (op != symbol(b)) continue;
      if (!is_built_in(s))
        fail(scope_.source, syntax.where,
             fmt::format("'{}' compares values of built-in sorts, not objects of {}; use an observer such as eqn", op,
                         name(s)));
      if (s == kBoolean && b != BuiltIn::Equal && b != BuiltIn::NotEqual)
        fail(scope_.source, syntax.where, fmt::format("'{}' does not compare Boolean values", op));
      return terms_.built_in(b, {left, right});
    }
    fail(scope_.source, syntax.where, fmt::format("there is no operator '{}'", op));
  }

  Term chain(const SyntaxTerm& syntax) {
    std::size_t next = 0;
    Term object = syntax.operands.empty() ? start(syntax, next) : term(syntax.operands[0], nullptr);
    for (; next < syntax.links.size(); ++next) object = send(object, syntax.links[next]);
    return object;
  }

  // A variable, an operation that creates, or a class and its operation that creates.
  Term start(const SyntaxTerm& syntax, std::size_t& next) {
    const Link& first = syntax.links[0];
    next = 1;
    if (!first.has_parentheses) {
      const auto variable = scope_.variables.find(first.name);
      if (variable != scope_.variables.end()) return terms_.variable(first.name, variable->second);
      if (is_infinity(syntax)) return terms_.integer(kInfinity);
      if (syntax.links.size() > 1 && first.name == "Integer") return bound(syntax.links[next++]);
      const auto of_class = scope_.class_names.find(first.name);
      if (of_class != scope_.class_names.end() && syntax.links.size() > 1)
        return create(of_class->second, syntax.links[next++]);
    }
    return create(scope_.self, first);
  }

  Term bound(const Link& link) {
    if (link.name == "min") return terms_.integer(kLeastInteger);
    if (link.name == "max") return terms_.integer(kMostInteger);
    fail(scope_.source, link.where, fmt::format("Integer has min and max, but no '{}'", link.name));
  }

  Term create(Sort owner, const Link& link) {
    const auto op = scope_.signature.find(owner, link.name);
    if (!op) {
      std::vector<std::string> candidates;
      for (const auto& [variable, s] : scope_.variables) candidates.push_back(variable);
      for (const Op known : scope_.signature.operations()) {
        if (scope_.signature[known].owner == owner && scope_.signature[known].creates)
          candidates.push_back(scope_.signature[known].name);
      }
      fail(scope_.source, link.where,
           fmt::format("'{}' is neither a variable nor an operation that creates a {}{}", link.name, name(owner),
                       did_you_mean(link.name, candidates)));
    }
    if (!scope_.signature[*op].creates)
      fail(scope_.source, link.where,
           fmt::format("'{0}' needs an object: write A.{0}, where A is a {1}", link.name, name(owner)));
    return call(*op, {}, link);
  }

  Term send(Term object, const Link& link) {
    const Sort owner = sort(object);
    const auto op = scope_.signature.find(owner, link.name);
    if (!op) {
      if (is_built_in(owner))
        fail(scope_.source, link.where, fmt::format("{} has no operations; '{}' ends here", name(owner), link.name));
      const auto names = scope_.signature.names(owner);
      fail(scope_.source, link.where,
           fmt::format("{} has no operation '{}'{}", name(owner), link.name, did_you_mean(link.name, names)));
    }
    if (scope_.signature[*op].creates)
      fail(scope_.source, link.where, fmt::format("'{}' creates an object and is not sent to one", link.name));
    return call(*op, {object}, link);
  }

  Term call(Op op, std::vector<Term> arguments, const Link& link) {
    const Operation& operation = scope_.signature[op];
    const std::size_t wanted = operation.arguments.size() - arguments.size();
    if (link.arguments.size() != wanted)
      fail(scope_.source, link.where,
           fmt::format("{} takes {} argument{}, not {}", operation.name, wanted, wanted == 1 ? "" : "s",
                       link.arguments.size()));
    for (const SyntaxTerm& argument : link.arguments)
      arguments.push_back(term(argument, &operation.arguments[arguments.size()]));
    return terms_.apply(op, std::move(arguments));
  }

  const Scope& scope_;
  Terms& terms_;
};

}  // namespace

Term resolve(const Scope& scope, const SyntaxTerm& syntax, const Sort* wanted) {
  return Resolver(scope).term(syntax, wanted);
}

}  // namespace forall::spec

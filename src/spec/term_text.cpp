// Terms as text, in the notation they are read in. Conditionals that stand for `and`, `or` and `not` are written so.
#include <fmt/format.h>

#include <unordered_map>

#include "spec/term.h"

namespace forall::spec {
namespace {

// How strongly a text binds; the operand of an operator is put in parentheses if it binds more weakly.
enum Strength { kConditional, kOr, kAnd, kNot, kComparison, kSum, kProduct, kSign, kPrimary };

struct Written {
  std::string text;
  Strength strength = kPrimary;
};

std::string escaped(std::string_view value, char quote) {
  std::string result(1, quote);
  for (const char c : value) {
    if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else {
      if (c == '\\' || c == quote) result += '\\';
      result += c;
    }
  }
  return result + quote;
}

std::string at_least(const Written& written, Strength strength) {
  return written.strength < strength ? "(" + written.text + ")" : written.text;
}

Written literal(const Terms& terms, const TermNode& node) {
  if (node.sort == kBoolean) return {node.value != 0 ? "true" : "false"};
  if (node.sort == kCharacter) return {escaped(std::string(1, static_cast<char>(node.value)), '\'')};
  if (node.sort == kText) return {escaped(terms.name(node.value), '"')};
  if (node.value <= -kInfinity) return {"-infinity", kSign};
  if (node.value >= kInfinity) return {"infinity"};
  return {std::to_string(node.value), node.value < 0 ? kSign : kPrimary};
}

Written conditional(const Terms& terms, const TermNode& node, const std::vector<Written>& arguments) {
  if (node.sort == kBoolean) {
    if (terms.is_false(node.arguments[1]) && terms.is_true(node.arguments[2]))
      return {"not " + at_least(arguments[0], kNot), kNot};
    if (terms.is_false(node.arguments[2]))
      return {at_least(arguments[0], kAnd) + " and " + at_least(arguments[1], kNot), kAnd};
    if (terms.is_true(node.arguments[1]))
      return {at_least(arguments[0], kOr) + " or " + at_least(arguments[2], kAnd), kOr};
  }
  return {fmt::format("IF {} THEN {} ELSE {}", arguments[0].text, at_least(arguments[1], kOr), arguments[2].text),
          kConditional};
}

Written built_in_operation(const Terms& terms, const TermNode& node, const std::vector<Written>& arguments) {
  const BuiltIn op = built_in(node.op);
  if (op == BuiltIn::If) return conditional(terms, node, arguments);
  if (op == BuiltIn::Neg) return {"-" + at_least(arguments[0], kPrimary), kSign};
  const Strength strength = op == BuiltIn::Add || op == BuiltIn::Sub                         ? kSum
                            : op == BuiltIn::Mul || op == BuiltIn::Div || op == BuiltIn::Mod ? kProduct
                                                                                             : kComparison;
  // Sums and products associate to the left; comparisons to neither side.
  const auto left = strength == kComparison ? kSum : strength;
  return {fmt::format("{} {} {}", at_least(arguments[0], left), symbol(op),
                      at_least(arguments[1], static_cast<Strength>(strength + 1))),
          strength};
}

// With the class in front of it, unless that is the one that the specification is about: the last one that is declared.
std::string creator(const Signature& signature, const Operation& operation) {
  if (operation.owner.index + 1u == signature.sorts()) return operation.name;
  const std::string& name = signature.name(operation.owner);
  return name.substr(0, name.find('[')) + "." + operation.name;
}

Written sent(const Terms& terms, const TermNode& node, const std::vector<Written>& arguments) {
  const Operation& operation = terms.signature()[node.op];
  const std::size_t first = operation.creates ? 0 : 1;
  std::string text = operation.creates ? creator(terms.signature(), operation)
                                       : at_least(arguments[0], kPrimary) + "." + operation.name;
  for (std::size_t i = first; i < arguments.size(); ++i) text += (i == first ? "(" : ", ") + arguments[i].text;
  if (arguments.size() > first) text += ")";
  return {std::move(text)};
}

}  // namespace

std::string to_text(const Terms& terms, Term root) {
  std::unordered_map<std::uint32_t, Written> written;
  visit_bottom_up(terms, root, [&](Term t) {
    const TermNode& node = terms[t];
    std::vector<Written> arguments;
    for (const Term argument : node.arguments) arguments.push_back(written.at(argument.id));
    switch (node.kind) {
      case Kind::Variable: written[t.id] = {terms.name(node.value)}; break;
      case Kind::Literal: written[t.id] = literal(terms, node); break;
      case Kind::Error: written[t.id] = {"error"}; break;
      case Kind::Apply:
        written[t.id] =
            is_built_in(node.op) ? built_in_operation(terms, node, arguments) : sent(terms, node, arguments);
        break;
    }
  });
  return written.at(root.id).text;
}

}  // namespace forall::spec

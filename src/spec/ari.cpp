// Numbers and truth values are those of the theory; conditionals are functions with two rules, one for each sort.
// Characters and texts are constants of sorts without meaning.
#include <fmt/format.h>

#include <set>
#include <unordered_map>

#include "spec/export.h"

namespace forall::spec {
namespace {

std::string sort_name(const Specification& spec, Sort sort) {
  if (sort == kInteger) return "Int";
  if (sort == kBoolean) return "Bool";
  std::string result;
  for (const char c : spec.signature->name(sort)) result += c == '[' || c == ',' ? '-' : c == ']' || c == ' ' ? '_' : c;
  return result;
}

std::string op_name(const Specification& spec, const TermNode& node) {
  const Terms& terms = *spec.terms;
  switch (built_in(node.op)) {
    case BuiltIn::None:
      return fmt::format("{}.{}", sort_name(spec, (*spec.signature)[node.op].owner), (*spec.signature)[node.op].name);
    case BuiltIn::If: return "if." + sort_name(spec, node.sort);
    case BuiltIn::Div: return "div";
    case BuiltIn::Mod: return "mod";
    case BuiltIn::NotEqual: return "distinct";
    default:
      return terms[node.arguments.back()].sort == kText && built_in(node.op) == BuiltIn::Add
                 ? "Text.join"
                 : std::string(symbol(built_in(node.op)));
  }
}

std::string leaf(const Specification& spec, const TermNode& node) {
  if (node.kind == Kind::Variable) return spec.terms->name(node.value);
  if (node.kind == Kind::Error) return "error." + sort_name(spec, node.sort);
  if (node.sort == kBoolean) return node.value != 0 ? "true" : "false";
  if (node.sort == kInteger) return node.value < 0 ? fmt::format("(- {})", -node.value) : std::to_string(node.value);
  return fmt::format("{}.{}", sort_name(spec, node.sort), node.value);
}

std::string term_text(const Specification& spec, Term root) {
  const Terms& terms = *spec.terms;
  std::unordered_map<std::uint32_t, std::string> written;
  visit_bottom_up(terms, root, [&](Term t) {
    const TermNode& node = terms[t];
    if (node.kind != Kind::Apply) {
      written[t.id] = leaf(spec, node);
      return;
    }
    std::string text = op_name(spec, node);
    for (const Term argument : node.arguments) text += " " + written.at(argument.id);
    written[t.id] = node.arguments.empty() ? text : "(" + text + ")";
  });
  return written.at(root.id);
}

std::string type_text(const Specification& spec, const std::vector<Sort>& arguments, Sort result) {
  if (arguments.empty()) return sort_name(spec, result);
  std::string text = "(->";
  for (const Sort sort : arguments) text += " " + sort_name(spec, sort);
  return text + " " + sort_name(spec, result) + ")";
}

}  // namespace

std::string to_ari(const Specification& specification) {
  const Signature& signature = *specification.signature;
  const Terms& terms = *specification.terms;
  std::string text = fmt::format("; {}\n(format LCTRS :smtlib 2.6)\n(theory Ints)\n", specification.name);
  std::set<Sort> conditionals;
  std::set<std::string> constants;
  const auto look_at = [&](Term root) {
    visit_bottom_up(terms, root, [&](Term t) {
      const TermNode& node = terms[t];
      if (terms.is_if(t)) conditionals.insert(node.sort);
      if (node.kind == Kind::Error || (node.kind == Kind::Literal && (node.sort == kCharacter || node.sort == kText)))
        constants.insert(fmt::format("(fun {} {})\n", leaf(specification, node), sort_name(specification, node.sort)));
    });
  };
  for (const Rule& rule : specification.rules) {
    look_at(rule.left);
    look_at(rule.right);
  }
  for (std::uint16_t i = 2; i < signature.sorts(); ++i)
    text += fmt::format("(sort {})\n", sort_name(specification, {i}));
  for (const std::string& constant : constants) text += constant;
  for (const Op op : signature.operations())
    text += fmt::format("(fun {}.{} {})\n", sort_name(specification, signature[op].owner), signature[op].name,
                        type_text(specification, signature[op].arguments, signature[op].result));
  for (const Sort sort : conditionals) {
    const std::string name = "if." + sort_name(specification, sort);
    text += fmt::format("(fun {} {})\n", name, type_text(specification, {kBoolean, sort, sort}, sort));
    text += fmt::format("(rule ({0} true x y) x)\n(rule ({0} false x y) y)\n", name);
  }
  for (const Rule& rule : specification.rules)
    text += fmt::format("(rule {} {})\n", term_text(specification, rule.left), term_text(specification, rule.right));
  return text;
}

}  // namespace forall::spec

// The module has operations of its own for the built-in ones, since these pass errors on and keep to the range of
// Integer. Conditionals evaluate their first argument only.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <unordered_map>

#include "spec/export.h"

#include "spec/source.h"

namespace forall::spec {
namespace {

// Maude reads '_' as the place of an argument; '-' occurs in no name of ours.
std::string plain(const std::string& name) {
  std::string result;
  for (const char c : name) {
    if (c == ']' || c == ' ') continue;
    result += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '-';
  }
  return result;
}

std::string sort_name(const Specification& spec, Sort sort) {
  if (sort == kInteger) return "Int";
  if (sort == kBoolean) return "Bool";
  if (sort == kCharacter) return "Character";
  if (sort == kText) return "String";
  return "C-" + plain(spec.signature->name(sort));
}

std::string kind_name(const Specification& spec, Sort sort) { return "[" + sort_name(spec, sort) + "]"; }
std::string error_name(const Specification& spec, Sort sort) { return "error-" + sort_name(spec, sort); }

std::string built_in_name(const Specification& spec, BuiltIn op, Sort sort) {
  static constexpr const char* names[] = {"if", "add", "sub", "mul", "div", "mod", "neg",
                                          "lt", "le",  "gt",  "ge",  "eq",  "ne"};
  return fmt::format("{}-{}", names[static_cast<std::size_t>(op)], sort_name(spec, sort));
}

std::string op_name(const Specification& spec, Op op) {
  const Operation& operation = (*spec.signature)[op];
  return fmt::format("{}-{}", plain(operation.name), plain(spec.signature->name(operation.owner)));
}

std::string leaf(const Specification& spec, const TermNode& node) {
  const Terms& terms = *spec.terms;
  if (node.kind == Kind::Variable)
    return fmt::format("{}:{}", plain(terms.name(node.value)), sort_name(spec, node.sort));
  if (node.kind == Kind::Error) return error_name(spec, node.sort);
  if (node.sort == kBoolean) return node.value != 0 ? "true" : "false";
  if (node.sort == kCharacter) return fmt::format("chr({})", node.value);
  if (node.sort == kText) return literal_text(terms.name(node.value));
  return std::to_string(node.value);
}

// Errors among the arguments make an error.
std::string strictness(const Specification& spec, const std::string& name, const std::vector<Sort>& arguments,
                       Sort result) {
  std::string text;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string list;
    for (std::size_t j = 0; j < arguments.size(); ++j) {
      list += (j == 0 ? "" : ", ") +
              (i == j ? error_name(spec, arguments[j]) : fmt::format("K{}:{}", j, kind_name(spec, arguments[j])));
    }
    text += fmt::format("  eq {}({}) = {} .\n", name, list, error_name(spec, result));
  }
  return text;
}

std::string sort_facts(const Specification& spec, Sort sort) {
  const std::string kind = kind_name(spec, sort), error = error_name(spec, sort);
  const std::string name = built_in_name(spec, BuiltIn::If, sort);
  return fmt::format(
      "  op {1} : -> {0} .\n"
      "  op {2} : [Bool] {0} {0} -> {0} [strat (1 0)] .\n"
      "  eq {2}(true, X:{0}, Y:{0}) = X:{0} .\n"
      "  eq {2}(false, X:{0}, Y:{0}) = Y:{0} .\n"
      "  eq {2}(error-Bool, X:{0}, Y:{0}) = {1} .\n",
      kind, error, name);
}

std::string binary(const Specification& spec, BuiltIn op, Sort sort, Sort result, const std::string& value) {
  const std::string name = built_in_name(spec, op, sort);
  return fmt::format("  op {0} : {1} {1} -> {2} .\n  eq {0}(X:{3}, Y:{3}) = {4} .\n", name, kind_name(spec, sort),
                     kind_name(spec, result), sort_name(spec, sort), value) +
         strictness(spec, name, {sort, sort}, result);
}

std::string arithmetic(const Specification& spec) {
  std::string text = fmt::format(
      "  op int : Int -> [Int] .\n"
      "  eq int(X:Int) = if {} <= X:Int and X:Int <= {} then X:Int else error-Int fi .\n"
      "  op fin : Int -> Bool .\n"
      "  eq fin(X:Int) = - {} < X:Int and X:Int < {} .\n",
      kLeastInteger, kMostInteger, kInfinity, kInfinity);
  const auto finite = [](const std::string& value) {
    return fmt::format("if fin(X:Int) and fin(Y:Int) then {} else error-Int fi", value);
  };
  text += binary(spec, BuiltIn::Add, kInteger, kInteger, finite("int(X:Int + Y:Int)"));
  text += binary(spec, BuiltIn::Sub, kInteger, kInteger, finite("int(X:Int - Y:Int)"));
  text += binary(spec, BuiltIn::Mul, kInteger, kInteger, finite("int(X:Int * Y:Int)"));
  text += binary(spec, BuiltIn::Div, kInteger, kInteger,
                 finite("if Y:Int == 0 then error-Int else int(X:Int quo Y:Int) fi"));
  text += binary(spec, BuiltIn::Mod, kInteger, kInteger,
                 finite("if Y:Int == 0 then error-Int else int(X:Int rem Y:Int) fi"));
  const std::string neg = built_in_name(spec, BuiltIn::Neg, kInteger);
  text += fmt::format(
      "  op {0} : [Int] -> [Int] .\n  eq {0}(X:Int) = if fin(X:Int) then int(- X:Int) else error-Int fi .\n", neg);
  return text + strictness(spec, neg, {kInteger}, kInteger);
}

std::string comparisons(const Specification& spec, Sort sort) {
  const bool is_character = sort == kCharacter;
  const std::string s = sort_name(spec, sort);
  const auto value = [&](const char* op) {
    return is_character ? fmt::format("code(X:{0}) {1} code(Y:{0})", s, op) : fmt::format("X:{0} {1} Y:{0}", s, op);
  };
  std::string text = binary(spec, BuiltIn::Equal, sort, kBoolean, value("==")) +
                     binary(spec, BuiltIn::NotEqual, sort, kBoolean, value("=/="));
  if (sort == kBoolean) return text;
  text += binary(spec, BuiltIn::Less, sort, kBoolean, value("<")) +
          binary(spec, BuiltIn::LessEqual, sort, kBoolean, value("<="));
  return text + binary(spec, BuiltIn::Greater, sort, kBoolean, value(">")) +
         binary(spec, BuiltIn::GreaterEqual, sort, kBoolean, value(">="));
}

std::string declaration(const Specification& spec, Op op) {
  const Operation& operation = (*spec.signature)[op];
  std::string kinds, sorts;
  for (const Sort sort : operation.arguments) {
    kinds += kind_name(spec, sort) + " ";
    sorts += sort_name(spec, sort) + " ";
  }
  const std::string name = op_name(spec, op);
  std::string text;
  if (!operation.arguments.empty() || operation.role != Role::Constructor)
    text += fmt::format("  op {} : {}-> {} .\n", name, kinds, kind_name(spec, operation.result));
  if (operation.role == Role::Constructor)
    text += fmt::format("  op {} : {}-> {} .\n", name, sorts, sort_name(spec, operation.result));
  return text + strictness(spec, name, operation.arguments, operation.result);
}

}  // namespace

std::string maude_term(const Specification& specification, Term root) {
  const Terms& terms = *specification.terms;
  std::unordered_map<std::uint32_t, std::string> written;
  visit_bottom_up(terms, root, [&](Term t) {
    const TermNode& node = terms[t];
    if (node.kind != Kind::Apply) {
      written[t.id] = leaf(specification, node);
      return;
    }
    std::string text = is_built_in(node.op)
                           ? built_in_name(specification, built_in(node.op), terms[node.arguments.back()].sort)
                           : op_name(specification, node.op);
    for (std::size_t i = 0; i < node.arguments.size(); ++i)
      text += (i == 0 ? "(" : ", ") + written.at(node.arguments[i].id);
    written[t.id] = node.arguments.empty() ? text : text + ")";
  });
  return written.at(root.id);
}

std::string to_maude(const Specification& specification) {
  std::string text = fmt::format("fmod {} is\n  protecting INT .\n  protecting STRING .\n  sort Character .\n",
                                 plain(specification.name));
  text += "  op chr : Nat -> Character [ctor] .\n  op code : Character -> Nat .\n  eq code(chr(X:Nat)) = X:Nat .\n";
  const Signature& signature = *specification.signature;
  for (std::uint16_t i = kBuiltInSorts; i < signature.sorts(); ++i)
    text += fmt::format("  sort {} .\n", sort_name(specification, {i}));
  for (std::uint16_t i = 0; i < signature.sorts(); ++i) text += sort_facts(specification, {i});
  text += arithmetic(specification);
  for (const Sort sort : {kInteger, kBoolean, kCharacter, kText}) text += comparisons(specification, sort);
  text += binary(specification, BuiltIn::Add, kText, kText, "X:String + Y:String");
  for (const Op op : signature.operations()) text += declaration(specification, op);
  for (const Rule& rule : specification.rules)
    text +=
        fmt::format("  eq {} = {} .\n", maude_term(specification, rule.left), maude_term(specification, rule.right));
  return text + "endfm\n";
}

}  // namespace forall::spec

#include "spec/term.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/error.h"

namespace forall::spec {
namespace {

std::size_t hash_of(const TermNode& node) {
  std::size_t h = static_cast<std::size_t>(node.kind) * 0x9E3779B97F4A7C15u;
  const auto mix = [&h](std::size_t x) { h = (h ^ x) * 0x100000001B3u + (h >> 29); };
  mix(node.op.index);
  mix(node.sort.index);
  mix(static_cast<std::size_t>(node.value));
  for (const Term t : node.arguments) mix(t.id);
  return h;
}

bool same(const TermNode& a, const TermNode& b) {
  return a.kind == b.kind && a.op == b.op && a.sort == b.sort && a.value == b.value && a.arguments == b.arguments;
}

Sort result_sort(const Terms& terms, Op op, const std::vector<Term>& arguments) {
  switch (built_in(op)) {
    case BuiltIn::None: return terms.signature()[op].result;
    case BuiltIn::If: return terms[arguments[1]].sort;
    case BuiltIn::Add:
    case BuiltIn::Sub:
    case BuiltIn::Mul:
    case BuiltIn::Div:
    case BuiltIn::Mod:
    case BuiltIn::Neg: return terms[arguments[0]].sort;
    default: return kBoolean;
  }
}

}  // namespace

std::int64_t Terms::name_index(const std::string& name) {
  const auto [found, is_new] = name_indices_.try_emplace(name, static_cast<std::int64_t>(names_.size()));
  if (is_new) names_.push_back(name);
  return found->second;
}

Term Terms::variable(const std::string& name, Sort sort) {
  return intern({Kind::Variable, {}, sort, name_index(name), {}, false});
}

Term Terms::literal(Sort sort, std::int64_t value) { return intern({Kind::Literal, {}, sort, value, {}, true}); }

Term Terms::error(Sort sort) { return intern({Kind::Error, {}, sort, 0, {}, true}); }

Term Terms::apply(Op op, std::vector<Term> arguments) {
  TermNode node{Kind::Apply, op, result_sort(*this, op, arguments), 0, std::move(arguments), true};
  for (const Term t : node.arguments) node.ground = node.ground && (*this)[t].ground;
  return intern(std::move(node));
}

Term Terms::intern(TermNode node) {
  const std::size_t hash = hash_of(node);
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto i = begin; i != end; ++i) {
    if (same(nodes_[i->second.id], node)) return i->second;
  }
  if (nodes_.size() == UINT32_MAX) throw base::UserError("too many terms: the specification is too large to rewrite");
  const Term made{static_cast<std::uint32_t>(nodes_.size())};
  nodes_.push_back(std::move(node));
  by_hash_.emplace(hash, made);
  return made;
}

void visit_bottom_up(const Terms& terms, Term root, const std::function<void(Term)>& visit) {
  std::set<Term> done;
  std::vector<std::pair<Term, std::size_t>> stack{{root, 0}};
  while (!stack.empty()) {
    auto& [term, next] = stack.back();
    const auto& arguments = terms[term].arguments;
    if (next < arguments.size()) {
      const Term argument = arguments[next++];
      if (!done.contains(argument)) stack.emplace_back(argument, 0);
    } else {
      if (done.insert(term).second) visit(term);
      stack.pop_back();
    }
  }
}

Term rebuild(Terms& terms, Term root, const std::function<Term(Term)>& leaf) {
  std::unordered_map<std::uint32_t, Term> made;
  visit_bottom_up(terms, root, [&](Term t) {
    if (terms[t].arguments.empty()) {
      made[t.id] = leaf(t);
      return;
    }
    std::vector<Term> arguments;
    for (const Term argument : terms[t].arguments) arguments.push_back(made.at(argument.id));
    made[t.id] = arguments == terms[t].arguments ? t : terms.apply(terms[t].op, std::move(arguments));
  });
  return made.at(root.id);
}

Term replace_subterm(Terms& terms, Term root, Term subterm, Term by) {
  std::unordered_map<std::uint32_t, Term> made;
  visit_bottom_up(terms, root, [&](Term t) {
    std::vector<Term> arguments;
    for (const Term argument : terms[t].arguments) arguments.push_back(made.at(argument.id));
    const bool same = arguments == terms[t].arguments;
    made[t.id] = t == subterm ? by : same ? t : terms.apply(terms[t].op, std::move(arguments));
  });
  return made.at(root.id);
}

Term substitute(Terms& terms, Term root, const Substitution& substitution) {
  if (substitution.empty() || terms[root].ground) return root;
  return rebuild(terms, root, [&](Term t) {
    const auto found = substitution.find(t);
    return found == substitution.end() ? t : found->second;
  });
}

std::vector<Term> variables_of(const Terms& terms, Term root) {
  std::vector<Term> result;
  visit_bottom_up(terms, root, [&](Term t) {
    if (terms[t].kind == Kind::Variable) result.push_back(t);
  });
  return result;
}

}  // namespace forall::spec

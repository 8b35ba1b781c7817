#include "spec/match.h"

#include <algorithm>
#include <vector>

namespace forall::spec {

std::optional<Substitution> match(const Terms& terms, Term pattern, Term term) {
  Substitution result;
  std::vector<std::pair<Term, Term>> stack{{pattern, term}};
  while (!stack.empty()) {
    const auto [p, t] = stack.back();
    stack.pop_back();
    const TermNode& wanted = terms[p];
    const TermNode& found = terms[t];
    if (wanted.kind == Kind::Variable) {
      if (wanted.sort != found.sort) return std::nullopt;
      const auto [bound, is_new] = result.emplace(p, t);
      if (!is_new && bound->second != t) return std::nullopt;
    } else if (wanted.ground) {
      if (p != t) return std::nullopt;
    } else {
      if (found.kind != Kind::Apply || found.op != wanted.op) return std::nullopt;
      for (std::size_t i = 0; i < wanted.arguments.size(); ++i)
        stack.emplace_back(wanted.arguments[i], found.arguments[i]);
    }
  }
  return result;
}

std::optional<Substitution> unify(Terms& terms, Term a, Term b) {
  Substitution solved;
  std::vector<std::pair<Term, Term>> open{{a, b}};
  while (!open.empty()) {
    auto [x, y] = open.back();
    open.pop_back();
    x = substitute(terms, x, solved);
    y = substitute(terms, y, solved);
    if (x == y) continue;
    if (terms[x].kind != Kind::Variable) std::swap(x, y);
    if (terms[x].kind == Kind::Variable) {
      if (terms[x].sort != terms[y].sort) return std::nullopt;
      const auto inside = variables_of(terms, y);
      if (std::find(inside.begin(), inside.end(), x) != inside.end()) return std::nullopt;
      const Substitution one{{x, y}};
      for (auto& [variable, value] : solved) value = substitute(terms, value, one);
      solved.emplace(x, y);
    } else {
      const TermNode& left = terms[x];
      const TermNode& right = terms[y];
      if (left.kind != Kind::Apply || right.kind != Kind::Apply || left.op != right.op) return std::nullopt;
      for (std::size_t i = 0; i < left.arguments.size(); ++i) open.emplace_back(left.arguments[i], right.arguments[i]);
    }
  }
  return solved;
}

Term rename_variables(Terms& terms, Term term, const std::string& suffix) {
  return rebuild(terms, term, [&](Term t) {
    const TermNode& node = terms[t];
    return node.kind == Kind::Variable ? terms.variable(terms.name(node.value) + suffix, node.sort) : t;
  });
}

}  // namespace forall::spec

// Candidates are dropped until the rest is inductive: each that some path, from a state in which all of them hold,
// does not keep. What is left holds after every sequence of calls.
#include <algorithm>
#include <set>

#include "class_tests/steps.h"
#include "expr/evaluate.h"
#include "expr/print.h"
#include "expr/translate.h"

namespace forall::class_tests {
namespace {

using expr::Expr;
using expr::Op;

constexpr std::size_t kMostConstants = 12;
constexpr std::size_t kMostCandidates = 400;

// The constants of an expression, by width.
void add_constants(const expr::Pool& pool, Expr root, std::set<std::pair<unsigned, std::uint64_t>>& constants) {
  std::vector<Expr> open = {root};
  std::set<std::uint32_t> seen;
  while (!open.empty()) {
    const Expr e = open.back();
    open.pop_back();
    if (!e || !seen.insert(e.id).second) continue;
    const expr::Node& node = pool[e];
    if (node.op == Op::Const && node.width > 1 && node.width <= 64) constants.emplace(node.width, node.value.lo);
    for (const Expr operand : {node.a, node.b, node.c}) open.push_back(operand);
  }
}

std::vector<Expr> candidates(Steps& steps) {
  expr::Pool& pool = steps.pool;
  std::set<std::pair<unsigned, std::uint64_t>> constants;
  for (const PathSummary& path : steps.summaries.paths) {
    for (const Expr each : path.condition) add_constants(pool, each, constants);
    for (const auto& [member, value] : path.next) add_constants(pool, value, constants);
  }
  std::vector<Expr> found;
  for (const std::uint32_t index : steps.summaries.members) {
    const Expr member = pool.variable_expr(index);
    const unsigned width = pool.width(member);
    const bool is_signed = expr::is_signed_kind(pool.variables()[index].kind, width);
    const Op at_most = is_signed ? Op::Sle : Op::Ule;
    std::size_t count = 0;
    for (const auto& [w, value] : constants) {
      if (w != width || ++count > kMostConstants) continue;
      const Expr constant = pool.constant(value, width);
      found.push_back(pool.binary(Op::Eq, member, constant));
      found.push_back(pool.logical_not(found.back()));
      found.push_back(pool.binary(at_most, member, constant));
      found.push_back(pool.binary(at_most, constant, member));
    }
    for (const std::uint32_t other : steps.summaries.members) {
      const Expr bound = pool.variable_expr(other);
      if (other != index && pool.width(bound) == width) found.push_back(pool.binary(at_most, member, bound));
    }
  }
  if (found.size() > kMostCandidates) found.resize(kMostCandidates);
  return found;
}

}  // namespace

std::vector<Expr> find_invariant(Steps& steps, const Subject& subject) {
  expr::Pool& pool = steps.pool;
  std::vector<Expr> kept = candidates(steps);
  for (bool changed = true; changed && !kept.empty();) {
    changed = false;
    for (const PathSummary& path : steps.summaries.paths) {
      const Operation& operation = subject.operations[path.operation];
      if (operation.is_question) continue;
      const bool starts = subject.flow.methods[operation.method].is_constructor;
      if (starts && path.throws) continue;
      expr::Translation step(pool, pool);
      for (const auto& [member, value] : path.next) step.replace(pool.variable_expr(member), value);
      std::vector<Expr> after;
      for (const Expr each : kept) after.push_back(step(each));
      for (std::size_t i = 0; i < kept.size();) {
        std::vector<Expr> query = path.condition;
        if (!starts) query.insert(query.end(), kept.begin(), kept.end());
        if (pool.is_constant(after[i]) && pool.value(after[i]).lo != 0) {
          ++i;
          continue;
        }
        query.push_back(pool.logical_not(after[i]));
        expr::Assignment model;
        const Truth broken = steps.is_satisfiable(query, &model);
        if (broken == Truth::No) {
          ++i;
          continue;
        }
        changed = true;
        expr::Evaluator evaluate(pool);
        evaluate.assign(model);
        for (std::size_t k = kept.size(); k-- > i;) {  // one state breaks many of them
          if (k != i && (broken == Truth::Unknown || evaluate.holds(after[k]))) continue;
          kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(k));
          after.erase(after.begin() + static_cast<std::ptrdiff_t>(k));
        }
      }
    }
  }
  return kept;
}

}  // namespace forall::class_tests

#include "class_tests/steps.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "expr/translate.h"
#include "solve/chain.h"

namespace forall::class_tests {
namespace {

using expr::Expr;

constexpr solve::Effort kEffort{.conflicts = 20000, .seconds = 2};

}  // namespace

Steps::Steps(const Summaries& s, expr::Pool& p) : pool(p), summaries(s), solver_(solve::make_chain(p, {})) {}

Expr Steps::argument(std::uint32_t variable, std::size_t after) {
  expr::Variable renamed = pool.variables()[variable];
  renamed.name = fmt::format("{}@{}", renamed.name, after);
  renamed.key = base::fnv1a(renamed.name);
  return pool.variable(renamed);
}

Expr Steps::own(const PathSummary& path, Expr e, std::size_t after) {
  expr::Translation rename(pool, pool);
  for (const std::uint32_t each : path.arguments) rename.replace(pool.variable_expr(each), argument(each, after));
  return rename(e);
}

std::vector<Expr> Steps::own(const PathSummary& path, std::size_t after) {
  expr::Translation rename(pool, pool);
  for (const std::uint32_t each : path.arguments) rename.replace(pool.variable_expr(each), argument(each, after));
  std::vector<Expr> result;
  for (const Expr each : path.condition) result.push_back(rename(each));
  return result;
}

std::optional<std::vector<Expr>> Steps::before(const PathSummary& path, const std::vector<Expr>& condition,
                                               std::size_t after) {
  expr::Translation rename(pool, pool);
  for (const std::uint32_t each : path.arguments) rename.replace(pool.variable_expr(each), argument(each, after));
  expr::Translation step(pool, pool);
  for (const auto& [member, value] : path.next) step.replace(pool.variable_expr(member), rename(value));
  std::vector<Expr> result;
  const auto add = [&](Expr e) {
    if (pool.is_constant(e)) return pool.value(e).lo != 0;
    if (std::find(result.begin(), result.end(), e) == result.end()) result.push_back(e);
    return true;
  };
  for (const Expr each : path.condition) {
    if (!add(rename(each))) return std::nullopt;
  }
  for (const Expr each : condition) {
    if (!add(step(each))) return std::nullopt;
  }
  return result;
}

Truth Steps::is_satisfiable(const std::vector<Expr>& condition, expr::Assignment* model) {
  const solve::Answer answer = solver_->check({condition}, kEffort);
  if (const auto* sat = std::get_if<solve::Sat>(&answer)) {
    if (model != nullptr) *model = sat->model;
    return Truth::Yes;
  }
  return std::holds_alternative<solve::Unsat>(answer) ? Truth::No : Truth::Unknown;
}

bool Steps::implies(const std::vector<Expr>& condition, const std::vector<Expr>& other) {
  std::vector<Expr> query = condition;
  for (const Expr each : other) {
    if (std::find(condition.begin(), condition.end(), each) != condition.end()) continue;
    query.push_back(pool.logical_not(each));
    if (is_satisfiable(query) != Truth::No) return false;
    query.pop_back();
  }
  return true;
}

}  // namespace forall::class_tests

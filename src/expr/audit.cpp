#include "expr/audit.h"

#include "base/hash.h"
#include "expr/floating.h"

namespace forall::expr {
namespace {

constexpr std::size_t kSamples = 6;

// Depends on nothing but the sample, the variable and its width.
Bits value_for(std::uint64_t sample, std::uint32_t variable, unsigned width) {
  const std::uint64_t random = base::mix(base::mix(sample * 0x9e3779b97f4a7c15ULL + variable) + 1);
  const U128 any = static_cast<U128>(base::mix(random + 1)) << 64 | base::mix(random + 2);
  const U128 sign = U128{1} << (width - 1);
  switch (random % 8) {
    case 0: return {};
    case 1: return from_u128(1);
    case 2: return from_u128(mask(width));
    case 3: return from_u128(sign);
    case 4: return from_u128(sign - 1);
    case 5: return from_u128((U128{1} << (random >> 8) % width) & mask(width));
    case 6: return from_u128(any >> (random >> 8) % 128 & mask(width));
    default: return from_u128(any & mask(width));
  }
}

}  // namespace

SimplificationAudit::SimplificationAudit(Pool& pool) : pool_(pool), samples_(kSamples + 1, {{}, Evaluator(pool)}) {}

void SimplificationAudit::extend_samples() {
  const std::vector<Variable>& variables = pool_.variables();
  if (variables_ == variables.size()) return;
  for (std::size_t i = 0; i < kSamples; ++i) {
    for (auto v = static_cast<std::uint32_t>(variables_); v < variables.size(); ++v) {
      samples_[i].values.set(v, value_for(i, v, variables[v].width));
    }
    samples_[i].evaluate.assign(samples_[i].values);
  }
  variables_ = variables.size();
}

bool SimplificationAudit::agrees(const Simplification& simplification, Evaluator& evaluate) const {
  const Node& n = simplification.asked;
  const auto value = [&](Expr e) { return e ? to_u128(evaluate(e)) : U128{0}; };
  const unsigned operand_width = pool_.width(n.op == Op::Concat || n.op == Op::Ite ? n.b : n.a);
  const U128 a = value(n.a), b = value(n.b), c = value(n.c);
  return apply_any(n.op, n.width, operand_width, a, b, c, n.low) == value(simplification.made);
}

std::optional<SimplificationAudit::Disagreement> SimplificationAudit::check(const Assignment& given) {
  return check(pool_.take_simplifications(), given);
}

std::optional<SimplificationAudit::Disagreement> SimplificationAudit::check(
    const std::vector<Simplification>& simplifications, const Assignment& given) {
  if (simplifications.empty()) return std::nullopt;
  extend_samples();
  samples_.back().values = given;
  samples_.back().evaluate.assign(given);
  for (const Simplification& simplification : simplifications) {
    ++checked_;
    if (pool_.width(simplification.made) != simplification.asked.width) return Disagreement{simplification, given};
    for (Sample& sample : samples_) {
      if (!agrees(simplification, sample.evaluate)) return Disagreement{simplification, sample.values};
    }
  }
  return std::nullopt;
}

}  // namespace forall::expr

#include "spec/arithmetic.h"

#include <fmt/format.h>

#include <compare>

namespace forall::spec {
namespace {

bool is_finite(std::int64_t x) { return -kInfinity < x && x < kInfinity; }

// Operands are at most 2^31 in size, so the machine's 64 bits hold every result.
Computed integer(Terms& terms, BuiltIn op, std::int64_t a, std::int64_t b) {
  const auto problem = [&](const char* what) -> Computed {
    const std::string term = op == BuiltIn::Neg ? fmt::format("-({})", a) : fmt::format("{} {} {}", a, symbol(op), b);
    return {terms.error(kInteger), fmt::format("{} in {}", what, term)};
  };
  if (!is_finite(a) || !is_finite(b)) return problem("arithmetic with infinity");
  std::int64_t result = 0;
  switch (op) {
    case BuiltIn::Add: result = a + b; break;
    case BuiltIn::Sub: result = a - b; break;
    case BuiltIn::Mul: result = a * b; break;
    case BuiltIn::Neg: result = -a; break;
    default:
      if (b == 0) return problem("division by zero");
      result = op == BuiltIn::Div ? a / b : a % b;
  }
  if (result < kLeastInteger || result > kMostInteger) return problem("overflow of Integer");
  return {terms.integer(result), ""};
}

bool is_comparison(BuiltIn op) { return BuiltIn::Less <= op && op <= BuiltIn::NotEqual; }

bool comparison(BuiltIn op, std::strong_ordering order) {
  switch (op) {
    case BuiltIn::Less: return order < 0;
    case BuiltIn::LessEqual: return order <= 0;
    case BuiltIn::Greater: return order > 0;
    case BuiltIn::GreaterEqual: return order >= 0;
    case BuiltIn::Equal: return order == 0;
    default: return order != 0;
  }
}

}  // namespace

std::optional<Computed> compute(Terms& terms, BuiltIn op, Term a, Term b) {
  const TermNode& x = terms[a];
  const TermNode& y = terms[b];
  if (a == b && x.kind == Kind::Variable && is_comparison(op))
    return Computed{terms.truth(comparison(op, std::strong_ordering::equal)), ""};
  if (x.kind != Kind::Literal || y.kind != Kind::Literal) return std::nullopt;
  const bool computes = op == BuiltIn::Add || op == BuiltIn::Sub || op == BuiltIn::Mul || op == BuiltIn::Div ||
                        op == BuiltIn::Mod || op == BuiltIn::Neg;
  if (x.sort == kText) {
    const std::string left = terms.name(x.value), right = terms.name(y.value);
    if (computes) return Computed{terms.text(left + right), ""};
    return Computed{terms.truth(comparison(op, left <=> right)), ""};
  }
  if (computes) return integer(terms, op, x.value, y.value);
  return Computed{terms.truth(comparison(op, x.value <=> y.value)), ""};
}

}  // namespace forall::spec

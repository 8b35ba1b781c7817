#include "solve/z3_terms.h"

#include "base/error.h"

namespace forall::solve {

using expr::Expr;
using expr::Node;
using expr::Op;

void limit_z3_memory() {
  constexpr int kMostMegabytes = 1500;
  z3::set_param("memory_max_size", kMostMegabytes);
}

void Z3Terms::define(Expr e, const z3::expr& term) {
  if (terms_.size() < pool_.size()) terms_.resize(pool_.size());
  terms_[e.id] = term;
}

z3::expr Z3Terms::operator()(Expr root) {
  if (terms_.size() < pool_.size()) terms_.resize(pool_.size());
  stack_.assign(1, root);
  while (!stack_.empty()) {
    const Expr e = stack_.back();
    if (terms_[e.id]) {
      stack_.pop_back();
      continue;
    }
    const Node& node = pool_[e];
    const Expr operands[] = {node.a, node.b, node.c};
    bool ready = true;
    for (unsigned i = 0; i < abi::info(node.op).arity; ++i) {
      if (terms_[operands[i].id]) continue;
      stack_.push_back(operands[i]);
      ready = false;
    }
    if (!ready) continue;
    terms_[e.id] = make(node);
    stack_.pop_back();
  }
  return *terms_[root.id];
}

z3::expr Z3Terms::as_bits(Expr e) {
  const z3::expr& t = term(e);
  return t.is_bool() ? z3::ite(t, context_.bv_val(1, 1), context_.bv_val(0, 1)) : t;
}

z3::expr Z3Terms::as_term(const z3::expr& bits) {
  return bits.get_sort().bv_size() == 1 ? bits == context_.bv_val(1, 1) : bits;
}

z3::sort Z3Terms::float_sort(unsigned width) {
  const expr::Format format = expr::format_of(width);
  return context_.fpa_sort(format.exponent, format.fraction + 1);
}

z3::expr Z3Terms::wrapped(Z3_ast made) {
  context_.check_error();
  return z3::expr(context_, made);
}

z3::expr Z3Terms::bits(expr::U128 value, unsigned width) {
  if (width <= 64) return context_.bv_val(static_cast<std::uint64_t>(value), width);
  return z3::concat(context_.bv_val(static_cast<std::uint64_t>(value >> 64), width - 64),
                    context_.bv_val(static_cast<std::uint64_t>(value), 64))
      .simplify();
}

z3::expr Z3Terms::make_leaf(const Node& node) {
  if (node.op == Op::Input) {
    const z3::sort sort = node.width == 1 ? context_.bool_sort() : context_.bv_sort(node.width);
    return context_.constant(context_.int_symbol(static_cast<int>(node.low)), sort);
  }
  if (node.width == 1) return context_.bool_val(node.value.lo != 0);
  return bits(expr::to_u128(node.value), node.width);
}

// Width 1 throughout: truth values.
z3::expr Z3Terms::make_logical(const Node& node) {
  const z3::expr& a = term(node.a);
  switch (node.op) {
    case Op::Not: return !a;
    case Op::And: return a && term(node.b);
    case Op::Or: return a || term(node.b);
    default: return a != term(node.b);  // Xor
  }
}

z3::expr Z3Terms::make_binary(Op op, const z3::expr& a, const z3::expr& b) {
  switch (op) {
    case Op::Add: return as_term(a + b);
    case Op::Sub: return as_term(a - b);
    case Op::Mul: return as_term(a * b);
    case Op::UDiv: return as_term(z3::udiv(a, b));
    case Op::SDiv: return as_term(a / b);
    case Op::URem: return as_term(z3::urem(a, b));
    case Op::SRem: return as_term(z3::srem(a, b));
    case Op::And: return as_term(a & b);
    case Op::Or: return as_term(a | b);
    case Op::Xor: return as_term(a ^ b);
    case Op::Shl: return as_term(z3::shl(a, b));
    case Op::LShr: return as_term(z3::lshr(a, b));
    case Op::AShr: return as_term(z3::ashr(a, b));
    case Op::Ult: return z3::ult(a, b);
    case Op::Ule: return z3::ule(a, b);
    case Op::Slt: return a < b;
    case Op::Sle: return a <= b;
    default: return as_term(z3::concat(a, b));  // Concat
  }
}

// The x87 format without its integer bit; floating.h says which patterns are numbers.
z3::expr Z3Terms::as_float(Expr e) {
  z3::expr x = term(e);
  const unsigned width = pool_.width(e);
  if (width == 80) {
    const z3::expr sign = x.extract(79, 79), exponent = x.extract(78, 64), fraction = x.extract(62, 0);
    const z3::expr one = x.extract(63, 63) == bits(1, 1), none = exponent == bits(0, 15);
    const z3::expr lifted = z3::ite(none && one, bits(1, 15), exponent);
    x = z3::ite(!none && !one, bits(expr::mask(16) << 62, 79), z3::concat(sign, z3::concat(lifted, fraction)));
  }
  return wrapped(Z3_mk_fpa_to_fp_bv(context_, x, float_sort(width)));
}

// The bits of a number, with one NaN.
z3::expr Z3Terms::packed(const z3::expr& number, unsigned width) {
  z3::expr x = wrapped(Z3_mk_fpa_to_ieee_bv(context_, number));
  if (width == 80) {
    const z3::expr exponent = x.extract(77, 63);
    const z3::expr one = z3::ite(exponent == bits(0, 15), bits(0, 1), bits(1, 1));
    x = z3::concat(x.extract(78, 63), z3::concat(one, x.extract(62, 0)));
  }
  return z3::ite(wrapped(Z3_mk_fpa_is_nan(context_, number)), bits(expr::nan_of(width), width), x);
}

// Z3 leaves conversions out of range open, so range and NaN are decided before.
z3::expr Z3Terms::make_truncation(const Node& node, const z3::expr& x) {
  const bool is_signed = node.op == Op::FToS;
  const unsigned w = node.width, from = pool_.width(node.a);
  const expr::U128 least = is_signed ? expr::U128{1} << (w - 1) : 0, most = is_signed ? least - 1 : expr::mask(w);
  // 2^(w-1) or 2^w; an infinity where the format does not go so far.
  const unsigned digits = is_signed ? w - 1 : w;
  const expr::Format format = expr::format_of(from);
  const bool reachable = static_cast<int>(digits) <= format.bias();
  const auto constant = [&](bool negative) {
    if (!reachable) return wrapped(Z3_mk_fpa_inf(context_, float_sort(from), negative));
    const auto exponent = static_cast<std::uint64_t>(static_cast<int>(digits) + format.bias());
    return wrapped(Z3_mk_fpa_fp(context_, context_.bv_val(negative ? 1 : 0, 1),
                                context_.bv_val(exponent, format.exponent), bits(0, format.fraction)));
  };
  const z3::expr zero = wrapped(Z3_mk_fpa_zero(context_, float_sort(from), false));
  const z3::expr high = wrapped(Z3_mk_fpa_geq(context_, x, constant(false)));
  const z3::expr low = !is_signed  ? wrapped(Z3_mk_fpa_lt(context_, x, zero))
                       : reachable ? wrapped(Z3_mk_fpa_lt(context_, x, constant(true)))
                                   : wrapped(Z3_mk_fpa_leq(context_, x, constant(true)));
  const z3::expr toward_zero = wrapped(Z3_mk_fpa_rtz(context_));
  const z3::expr inside = wrapped(is_signed ? Z3_mk_fpa_to_sbv(context_, toward_zero, x, w)
                                            : Z3_mk_fpa_to_ubv(context_, toward_zero, x, w));
  return z3::ite(wrapped(Z3_mk_fpa_is_nan(context_, x)), bits(0, w),
                 z3::ite(high, bits(most, w), z3::ite(low, bits(least, w), inside)));
}

z3::expr Z3Terms::make_floating(const Node& node) {
  if (node.op == Op::FMath1 || node.op == Op::FMath2) {
    throw base::SoundnessError("a function of libm reached Z3, which does not know it");
  }
  const z3::expr nearest = wrapped(Z3_mk_fpa_rne(context_));
  const unsigned w = node.width;
  if (node.op == Op::SToF || node.op == Op::UToF) {
    const z3::expr x = as_bits(node.a);
    return packed(wrapped(node.op == Op::SToF ? Z3_mk_fpa_to_fp_signed(context_, nearest, x, float_sort(w))
                                              : Z3_mk_fpa_to_fp_unsigned(context_, nearest, x, float_sort(w))),
                  w);
  }
  const z3::expr a = as_float(node.a), b = node.b ? as_float(node.b) : a;
  switch (node.op) {
    case Op::FAdd: return packed(wrapped(Z3_mk_fpa_add(context_, nearest, a, b)), w);
    case Op::FSub: return packed(wrapped(Z3_mk_fpa_sub(context_, nearest, a, b)), w);
    case Op::FMul: return packed(wrapped(Z3_mk_fpa_mul(context_, nearest, a, b)), w);
    case Op::FDiv: return packed(wrapped(Z3_mk_fpa_div(context_, nearest, a, b)), w);
    case Op::FFma: return packed(wrapped(Z3_mk_fpa_fma(context_, nearest, a, b, as_float(node.c))), w);
    case Op::FSqrt: return packed(wrapped(Z3_mk_fpa_sqrt(context_, nearest, a)), w);
    case Op::FRound: {
      using Make = Z3_ast (*)(Z3_context);
      static constexpr Make kModes[] = {Z3_mk_fpa_rne, Z3_mk_fpa_rna, Z3_mk_fpa_rtz, Z3_mk_fpa_rtp, Z3_mk_fpa_rtn};
      return packed(wrapped(Z3_mk_fpa_round_to_integral(context_, wrapped(kModes[node.low](context_)), a)), w);
    }
    case Op::FEq: return wrapped(Z3_mk_fpa_eq(context_, a, b));
    case Op::FLt: return wrapped(Z3_mk_fpa_lt(context_, a, b));
    case Op::FLe: return wrapped(Z3_mk_fpa_leq(context_, a, b));
    case Op::FIsNan: return wrapped(Z3_mk_fpa_is_nan(context_, a));
    case Op::FCast: return packed(wrapped(Z3_mk_fpa_to_fp_float(context_, nearest, a, float_sort(w))), w);
    default: return as_term(make_truncation(node, a));  // FToS, FToU
  }
}

z3::expr Z3Terms::make(const Node& node) {
  if (expr::is_floating(node.op)) return make_floating(node);
  switch (node.op) {
    case Op::Const:
    case Op::Input: return make_leaf(node);
    case Op::Eq: return term(node.a) == term(node.b);
    case Op::Ite: return z3::ite(term(node.a), term(node.b), term(node.c));
    case Op::Not: return node.width == 1 ? make_logical(node) : ~term(node.a);
    case Op::Neg: return as_term(-as_bits(node.a));
    case Op::ZExt: return as_term(z3::zext(as_bits(node.a), node.width - pool_.width(node.a)));
    case Op::SExt: return as_term(z3::sext(as_bits(node.a), node.width - pool_.width(node.a)));
    case Op::Extract: return as_term(as_bits(node.a).extract(node.low + node.width - 1, node.low));
    case Op::And:
    case Op::Or:
    case Op::Xor:
      if (node.width == 1) return make_logical(node);
      [[fallthrough]];
    default: return make_binary(node.op, as_bits(node.a), as_bits(node.b));
  }
}

}  // namespace forall::solve

// Z3 as a back end.
//
// One solver::simple() lives over many queries, one scope per constraint: for a new query the scopes beyond the common
// prefix with the last one are popped. Expressions of width 1 are of sort Bool in Z3, all others bit vectors; where an
// arithmetic operator meets width 1, they are converted. Floating-point numbers are bit vectors too, and cross into
// Z3's theory only inside an operator, so that a NaN has the bits that evaluation gives it. The session starts at the
// first query, because most chains never reach their second back end, and is thrown away after an exception, because
// its state is then unknown.
#include <z3++.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "expr/floating.h"
#include "solve/backends.h"

namespace forall::solve {
namespace {

using expr::Expr;
using expr::Node;
using expr::Op;
using Clock = std::chrono::steady_clock;

// Z3's own unit of work. Conflicts alone do not bound it: preprocessing has none. A conflict of a bit-vector problem
// costs some thousand units, so that this limit is met only when conflicts are not where the time goes.
constexpr std::int64_t kResourcesPerConflict = 100000;
// What Z3 may take in all: products of quadruple precision grow without end otherwise.
constexpr int kMostMegabytes = 1500;

unsigned clamp(std::int64_t x) {
  return static_cast<unsigned>(std::clamp<std::int64_t>(x, 1, std::numeric_limits<unsigned>::max()));
}

// Translates expressions, each once, operands first by an explicit stack.
class Translator {
 public:
  Translator(const expr::Pool& pool, z3::context& context) : pool_(pool), context_(context) {}

  z3::expr operator()(Expr root) {
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

 private:
  const z3::expr& term(Expr e) const { return *terms_[e.id]; }

  z3::expr as_bits(Expr e) {
    const z3::expr& t = term(e);
    return t.is_bool() ? z3::ite(t, context_.bv_val(1, 1), context_.bv_val(0, 1)) : t;
  }
  z3::expr as_term(const z3::expr& bits) {
    return bits.get_sort().bv_size() == 1 ? bits == context_.bv_val(1, 1) : bits;
  }

  z3::expr make(const Node& node);
  z3::expr make_leaf(const Node& node);
  z3::expr make_logical(const Node& node);
  z3::expr make_binary(Op op, const z3::expr& a, const z3::expr& b);
  z3::expr make_floating(const Node& node);
  z3::expr make_truncation(const Node& node, const z3::expr& x);
  z3::sort float_sort(unsigned width) {
    const expr::Format format = expr::format_of(width);
    return context_.fpa_sort(format.exponent, format.fraction + 1);
  }
  z3::expr as_float(Expr e);
  z3::expr packed(const z3::expr& number, unsigned width);
  z3::expr wrapped(Z3_ast made) {
    context_.check_error();
    return z3::expr(context_, made);
  }
  z3::expr bits(expr::U128 value, unsigned width) {
    if (width <= 64) return context_.bv_val(static_cast<std::uint64_t>(value), width);
    return z3::concat(context_.bv_val(static_cast<std::uint64_t>(value >> 64), width - 64),
                      context_.bv_val(static_cast<std::uint64_t>(value), 64))
        .simplify();
  }

  const expr::Pool& pool_;
  z3::context& context_;
  std::vector<std::optional<z3::expr>> terms_;
  std::vector<Expr> stack_;
};

z3::expr Translator::make_leaf(const Node& node) {
  if (node.op == Op::Input) {
    const z3::sort sort = node.width == 1 ? context_.bool_sort() : context_.bv_sort(node.width);
    return context_.constant(context_.int_symbol(static_cast<int>(node.low)), sort);
  }
  if (node.width == 1) return context_.bool_val(node.value.lo != 0);
  return bits(expr::to_u128(node.value), node.width);
}

// Width 1 throughout: truth values.
z3::expr Translator::make_logical(const Node& node) {
  const z3::expr& a = term(node.a);
  switch (node.op) {
    case Op::Not: return !a;
    case Op::And: return a && term(node.b);
    case Op::Or: return a || term(node.b);
    default: return a != term(node.b);  // Xor
  }
}

z3::expr Translator::make_binary(Op op, const z3::expr& a, const z3::expr& b) {
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
z3::expr Translator::as_float(Expr e) {
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
z3::expr Translator::packed(const z3::expr& number, unsigned width) {
  z3::expr x = wrapped(Z3_mk_fpa_to_ieee_bv(context_, number));
  if (width == 80) {
    const z3::expr exponent = x.extract(77, 63);
    const z3::expr one = z3::ite(exponent == bits(0, 15), bits(0, 1), bits(1, 1));
    x = z3::concat(x.extract(78, 63), z3::concat(one, x.extract(62, 0)));
  }
  return z3::ite(wrapped(Z3_mk_fpa_is_nan(context_, number)), bits(expr::nan_of(width), width), x);
}

// Z3 leaves conversions out of range open, so range and NaN are decided before.
z3::expr Translator::make_truncation(const Node& node, const z3::expr& x) {
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

z3::expr Translator::make_floating(const Node& node) {
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

z3::expr Translator::make(const Node& node) {
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

// A Z3 context with everything made in it.
class Session {
 public:
  explicit Session(expr::Pool& pool)
      : pool_(pool),
        context_(without_auto_config(config_)),
        solver_(context_, z3::solver::simple()),
        translate_(pool, context_) {}

  Answer check(const Query& query, const Effort& effort) {
    follow(query);
    z3::params limits(context_);
    limits.set("timeout", effort.seconds > 0 ? clamp(std::int64_t(std::min(effort.seconds * 1000, 4e9))) : kUnlimited);
    limits.set("max_conflicts", effort.conflicts > 0 ? clamp(effort.conflicts) : kUnlimited);
    // 0 is Z3's word for no resource limit.
    const std::int64_t most = std::numeric_limits<unsigned>::max() / kResourcesPerConflict;
    const bool limited = effort.conflicts > 0 && effort.conflicts < most;
    limits.set("rlimit", limited ? clamp(effort.conflicts * kResourcesPerConflict) : 0u);
    limits.set("ctrl_c", false);  // an interrupt is the explorer's business
    solver_.set(limits);
    switch (solver_.check()) {
      case z3::sat: return model(query);
      case z3::unsat: return Unsat{};
      default: return Unknown{"Z3: " + solver_.reason_unknown()};
    }
  }

 private:
  static constexpr unsigned kUnlimited = std::numeric_limits<unsigned>::max();

  static z3::config& without_auto_config(z3::config& config) {
    config.set("auto_config", false);
    return config;
  }

  void follow(const Query& query) {
    const auto [old_end, new_end] =
        std::mismatch(scopes_.begin(), scopes_.end(), query.constraints.begin(), query.constraints.end());
    const auto common = static_cast<std::size_t>(old_end - scopes_.begin());
    if (scopes_.size() > common) {
      solver_.pop(static_cast<unsigned>(scopes_.size() - common));
      scopes_.resize(common);
    }
    for (std::size_t i = common; i < query.constraints.size(); ++i) {
      const z3::expr term = translate_(query.constraints[i]);
      solver_.push();
      scopes_.push_back(query.constraints[i]);
      solver_.add(term);
    }
  }

  Sat model(const Query& query) {
    Sat sat;
    const z3::model m = solver_.get_model();
    for (const Expr c : query.constraints) {
      for (const std::uint32_t v : pool_.support(c)) {
        if (!sat.model.has(v)) sat.model.set(v, value(m, pool_.variable_expr(v)));
      }
    }
    return sat;
  }

  expr::Bits value(const z3::model& m, Expr variable) {
    const unsigned width = pool_.width(variable);
    const z3::expr term = translate_(variable);
    const auto part = [&](unsigned high, unsigned low) {
      return m.eval(term.extract(high, low), true).get_numeral_uint64();
    };
    if (width == 1) return {m.eval(term, true).is_true() ? 1u : 0u, 0};
    if (width <= 64) return {m.eval(term, true).get_numeral_uint64(), 0};
    return {part(63, 0), part(width - 1, 64)};
  }

  expr::Pool& pool_;
  z3::config config_;
  z3::context context_;
  z3::solver solver_;
  Translator translate_;
  std::vector<Expr> scopes_;
};

class Z3Backend final : public Solver {
 public:
  explicit Z3Backend(expr::Pool& pool) : pool_(pool) { z3::set_param("memory_max_size", kMostMegabytes); }

  Answer check(const Query& query, const Effort& effort) override {
    const Clock::time_point start = Clock::now();
    ++solved_;
    Answer answer;
    try {
      if (!session_) session_ = std::make_unique<Session>(pool_);
      answer = session_->check(query, effort);
    } catch (const z3::exception& error) {
      session_.reset();
      answer = Unknown{std::string("Z3: ") + error.msg()};
    }
    seconds_ += std::chrono::duration<double>(Clock::now() - start).count();
    return answer;
  }

  void add_statistics(Statistics& s) const override {
    s.solved += solved_;
    s.seconds += seconds_;
  }

 private:
  expr::Pool& pool_;
  std::unique_ptr<Session> session_;
  std::uint64_t solved_ = 0;
  double seconds_ = 0;
};

}  // namespace

std::unique_ptr<Solver> make_z3(expr::Pool& pool) { return std::make_unique<Z3Backend>(pool); }

}  // namespace forall::solve

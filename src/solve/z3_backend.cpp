// Z3 as a back end.
//
// One solver::simple() lives over many queries, one scope per constraint: for a new query the scopes beyond the common
// prefix with the last one are popped. Expressions of width 1 are of sort Bool in Z3, all others bit vectors; where an
// arithmetic operator meets width 1, they are converted. The session starts at the first query, because most chains
// never reach their second back end, and is thrown away after an exception, because its state is then unknown.
#include <z3++.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

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
  if (node.width <= 64) return context_.bv_val(node.value.lo, node.width);
  return z3::concat(context_.bv_val(node.value.hi, node.width - 64), context_.bv_val(node.value.lo, 64)).simplify();
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

z3::expr Translator::make(const Node& node) {
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
  explicit Z3Backend(expr::Pool& pool) : pool_(pool) {}

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

// Evaluation by an explicit post-order stack; a stamp per expression says whether its cached value belongs to the
// current assignment, so that a new assignment costs nothing but the assignment.
#include "expr/evaluate.h"

#include <algorithm>

#include "expr/floating.h"

namespace forall::expr {

void Assignment::set(std::uint32_t variable, Bits value) {
  if (variable >= values_.size()) {
    values_.resize(variable + 1);
    present_.resize(variable + 1, false);
  }
  values_[variable] = value;
  present_[variable] = true;
}

void Evaluator::assign(const Assignment& assignment) {
  assignment_ = assignment;
  next_stamp();
}

void Evaluator::set(std::uint32_t variable, Bits value) {
  assignment_.set(variable, value);
  next_stamp();
}

void Evaluator::next_stamp() {
  if (++now_ == 0) {  // wrapped: old stamps would look current
    std::fill(stamp_.begin(), stamp_.end(), 0);
    now_ = 1;
  }
}

Bits Evaluator::operator()(Expr e) {
  if (now_ == 0) next_stamp();
  if (cache_.size() < pool_.size()) {
    cache_.resize(pool_.size());
    stamp_.resize(pool_.size(), 0);
  }
  if (stamp_[e.id] == now_) return cache_[e.id];
  stack_.assign(1, e);
  while (!stack_.empty()) {
    const Expr top = stack_.back();
    if (stamp_[top.id] == now_) {
      stack_.pop_back();
      continue;
    }
    const Node& n = pool_[top];
    bool ready = true;
    for (const Expr operand : {n.a, n.b, n.c}) {
      if (operand && stamp_[operand.id] != now_) {
        stack_.push_back(operand);
        ready = false;
      }
    }
    if (!ready) continue;
    stack_.pop_back();
    ++work_;
    stamp_[top.id] = now_;
    if (n.op == Op::Const) {
      cache_[top.id] = n.value;
    } else if (n.op == Op::Input) {
      cache_[top.id] = from_u128(to_u128(assignment_.get(n.low)) & mask(n.width));
    } else {
      const unsigned operand_width = pool_.width(n.op == Op::Concat || n.op == Op::Ite ? n.b : n.a);
      const U128 a = to_u128(cache_[n.a.id]), b = n.b ? to_u128(cache_[n.b.id]) : 0,
                 c = n.c ? to_u128(cache_[n.c.id]) : 0;
      cache_[top.id] = from_u128(apply_any(n.op, n.width, operand_width, a, b, c, n.low));
    }
  }
  return cache_[e.id];
}

}  // namespace forall::expr

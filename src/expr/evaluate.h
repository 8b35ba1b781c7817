// Evaluates expressions under an assignment of the variables, without recursion.
#pragma once

#include <cstdint>
#include <vector>

#include "expr/pool.h"

namespace forall::expr {

// Values by variable index; variables beyond the end or not set are 0.
class Assignment {
 public:
  void set(std::uint32_t variable, Bits value);
  Bits get(std::uint32_t variable) const { return variable < values_.size() ? values_[variable] : Bits{}; }
  bool has(std::uint32_t variable) const { return variable < present_.size() && present_[variable]; }
  std::size_t size() const { return values_.size(); }

 private:
  std::vector<Bits> values_;
  std::vector<bool> present_;
};

// Remembers the values of shared subexpressions until the assignment changes.
class Evaluator {
 public:
  explicit Evaluator(const Pool& pool) : pool_(pool) {}
  void assign(const Assignment& assignment);
  void set(std::uint32_t variable, Bits value);  // changes the assignment in one place
  Bits operator()(Expr e);
  bool holds(Expr e) { return (*this)(e).lo != 0; }
  std::uint64_t work() const { return work_; }  // operators evaluated so far

 private:
  void next_stamp();

  const Pool& pool_;
  Assignment assignment_;
  std::vector<Bits> cache_;
  std::vector<std::uint32_t> stamp_;
  std::uint32_t now_ = 0;
  std::uint64_t work_ = 0;
  std::vector<Expr> stack_;
};

}  // namespace forall::expr

// Expressions of one pool in another one, with some of their terms replaced.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "expr/pool.h"

namespace forall::expr {

// Remembers what it translated, so terms that share subterms are cheap. Variables that are not replaced become
// variables of the same key.
class Translation {
 public:
  Translation(const Pool& from, Pool& to) : from_(from), to_(to) {}
  // `by` has the width of `term`. Before the first translation.
  void replace(Expr term, Expr by) { done_[term.id] = by; }
  Expr operator()(Expr e);

 private:
  Expr rebuilt(Expr e);

  const Pool& from_;
  Pool& to_;
  std::unordered_map<std::uint32_t, Expr> done_;
  std::vector<Expr> stack_;
};

}  // namespace forall::expr

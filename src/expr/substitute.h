// Replaces a term by another one, simplifying on the way.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/deadline.h"
#include "expr/pool.h"

namespace forall::expr {

// The operator of `node` over other operands, simplified. (What `node` does not have is ignored.)
Expr with_operands(Pool& pool, const Node& node, Expr a, Expr b, Expr c);

// Remembers what it rewrote, so terms that share subterms are cheap.
class Substitution {
 public:
  // `from` contains a variable; `to` has its width and does not contain it.
  Substitution(Pool& pool, Expr from, Expr to);
  // Throws base::OutOfTime when the deadline has passed.
  Expr operator()(Expr e, const base::Deadline& deadline = {});

 private:
  bool may_contain(Expr e);
  Expr rebuilt(Expr e);

  Pool& pool_;
  std::uint32_t variable_;  // one that occurs in `from`
  std::unordered_map<std::uint32_t, Expr> done_;
  std::vector<Expr> stack_;
};

}  // namespace forall::expr

// Tseitin gates; see gates.h. Beside each gate stand its defining clauses.
#include "solve/gates.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/hash.h"

namespace forall::solve {

Gates::Gates() : table_(1024) { clause({kTrue}); }

void Gates::clause(std::initializer_list<Lit> literals) {
  clauses_.insert(clauses_.end(), literals);
  clauses_.push_back(0);
}

void Gates::require(std::initializer_list<Lit> literals) {
  const std::size_t start = clauses_.size();
  for (const Lit x : literals) {
    if (x == kTrue) {
      clauses_.resize(start);
      return;
    }
    if (x != kFalse) clauses_.push_back(x);
  }
  clauses_.push_back(0);
}

Gates::Entry& Gates::find(Kind kind, Lit a, Lit b, Lit c) {
  if (2 * (entries_ + 1) > table_.size()) grow();
  const std::uint64_t low =
      (static_cast<std::uint64_t>(static_cast<std::uint32_t>(a)) << 32) | static_cast<std::uint32_t>(b);
  const std::uint64_t high =
      (static_cast<std::uint64_t>(static_cast<std::uint32_t>(c)) << 32) | static_cast<std::uint32_t>(kind);
  const std::size_t last = table_.size() - 1;
  for (std::size_t i = base::mix(low ^ base::mix(high)) & last;; i = (i + 1) & last) {
    Entry& entry = table_[i];
    if (entry.output == 0) {
      entry = {kind, a, b, c, 0};
      return entry;
    }
    if (entry.kind == kind && entry.a == a && entry.b == b && entry.c == c) return entry;
  }
}

void Gates::grow() {
  std::vector<Entry> old(table_.size() * 2);
  old.swap(table_);
  for (const Entry& entry : old) {
    if (entry.output != 0) find(entry.kind, entry.a, entry.b, entry.c).output = entry.output;
  }
}

Lit Gates::and_(Lit a, Lit b) {
  if (a == kFalse || b == kFalse || a == -b) return kFalse;
  if (a == kTrue || a == b) return b;
  if (b == kTrue) return a;
  if (a > b) std::swap(a, b);
  Entry& entry = find(Kind::And, a, b, 0);
  if (entry.output != 0) return entry.output;
  ++entries_;
  const Lit x = entry.output = fresh();
  clause({-x, a});
  clause({-x, b});
  clause({x, -a, -b});
  return x;
}

Lit Gates::xor_(Lit a, Lit b) {
  if (is_constant(a)) return a == kTrue ? -b : b;
  if (is_constant(b)) return b == kTrue ? -a : a;
  if (a == b) return kFalse;
  if (a == -b) return kTrue;
  // (-a) ^ b = -(a ^ b): the gate has positive inputs, the sign goes to the output.
  const bool negate = (a < 0) != (b < 0);
  a = std::abs(a);
  b = std::abs(b);
  if (a > b) std::swap(a, b);
  Entry& entry = find(Kind::Xor, a, b, 0);
  if (entry.output == 0) {
    ++entries_;
    const Lit x = entry.output = fresh();
    clause({-x, a, b});
    clause({-x, -a, -b});
    clause({x, -a, b});
    clause({x, a, -b});
    return negate ? -x : x;
  }
  return negate ? -entry.output : entry.output;
}

Lit Gates::mux(Lit condition, Lit then, Lit otherwise) {
  if (condition == kTrue || then == otherwise) return then;
  if (condition == kFalse) return otherwise;
  if (then == -otherwise) return -xor_(condition, then);
  if (condition < 0) {
    condition = -condition;
    std::swap(then, otherwise);
  }
  if (then == kTrue || then == condition) return or_(condition, otherwise);
  if (then == kFalse || then == -condition) return and_(-condition, otherwise);
  if (otherwise == kTrue || otherwise == -condition) return or_(-condition, then);
  if (otherwise == kFalse || otherwise == condition) return and_(condition, then);
  // c ? -t : -e = -(c ? t : e)
  const bool negate = then < 0;
  if (negate) {
    then = -then;
    otherwise = -otherwise;
  }
  Entry& entry = find(Kind::Mux, condition, then, otherwise);
  if (entry.output == 0) {
    ++entries_;
    const Lit x = entry.output = fresh();
    clause({-condition, -then, x});
    clause({-condition, then, -x});
    clause({condition, -otherwise, x});
    clause({condition, otherwise, -x});
    // Implied, but unit propagation does not see it: both branches agree before the condition is known.
    clause({-then, -otherwise, x});
    clause({then, otherwise, -x});
    return negate ? -x : x;
  }
  return negate ? -entry.output : entry.output;
}

Lit Gates::xor3(Lit a, Lit b, Lit c) {
  if (is_constant(a)) return a == kTrue ? -xor_(b, c) : xor_(b, c);
  if (is_constant(b)) return b == kTrue ? -xor_(a, c) : xor_(a, c);
  if (is_constant(c)) return c == kTrue ? -xor_(a, b) : xor_(a, b);
  const bool negate = ((a < 0) != (b < 0)) != (c < 0);
  a = std::abs(a);
  b = std::abs(b);
  c = std::abs(c);
  if (a > b) std::swap(a, b);
  if (b > c) std::swap(b, c);
  if (a > b) std::swap(a, b);
  if (a == b) return negate ? -c : c;
  if (b == c) return negate ? -a : a;
  Entry& entry = find(Kind::Xor3, a, b, c);
  if (entry.output == 0) {
    ++entries_;
    const Lit x = entry.output = fresh();
    clause({-x, a, b, c});
    clause({-x, a, -b, -c});
    clause({-x, -a, b, -c});
    clause({-x, -a, -b, c});
    clause({x, -a, -b, -c});
    clause({x, -a, b, c});
    clause({x, a, -b, c});
    clause({x, a, b, -c});
    return negate ? -x : x;
  }
  return negate ? -entry.output : entry.output;
}

Lit Gates::majority(Lit a, Lit b, Lit c) {
  if (a == b || a == c) return a;
  if (b == c) return b;
  if (a == -b) return c;
  if (a == -c) return b;
  if (b == -c) return a;
  if (is_constant(a)) return a == kTrue ? or_(b, c) : and_(b, c);
  if (is_constant(b)) return b == kTrue ? or_(a, c) : and_(a, c);
  if (is_constant(c)) return c == kTrue ? or_(a, b) : and_(a, b);
  if (std::abs(a) > std::abs(b)) std::swap(a, b);
  if (std::abs(b) > std::abs(c)) std::swap(b, c);
  if (std::abs(a) > std::abs(b)) std::swap(a, b);
  // Self-dual: majority(-a, -b, -c) = -majority(a, b, c), so the first input can always be positive. This makes a < b
  // and b <= a one chain of gates.
  const bool negate = a < 0;
  if (negate) {
    a = -a;
    b = -b;
    c = -c;
  }
  Entry& entry = find(Kind::Majority, a, b, c);
  if (entry.output == 0) {
    ++entries_;
    const Lit x = entry.output = fresh();
    clause({x, -a, -b});
    clause({x, -a, -c});
    clause({x, -b, -c});
    clause({-x, a, b});
    clause({-x, a, c});
    clause({-x, b, c});
    return negate ? -x : x;
  }
  return negate ? -entry.output : entry.output;
}

Lit Gates::and_all(std::span<const Lit> inputs) {
  scratch_.clear();
  for (const Lit x : inputs) {
    if (x == kFalse) return kFalse;
    if (x != kTrue) scratch_.push_back(x);
  }
  // By variable, so that x and -x become neighbours.
  std::sort(scratch_.begin(), scratch_.end(),
            [](Lit x, Lit y) { return std::abs(x) != std::abs(y) ? std::abs(x) < std::abs(y) : x < y; });
  scratch_.erase(std::unique(scratch_.begin(), scratch_.end()), scratch_.end());
  for (std::size_t i = 1; i < scratch_.size(); ++i) {
    if (scratch_[i] == -scratch_[i - 1]) return kFalse;
  }
  if (scratch_.empty()) return kTrue;
  if (scratch_.size() == 1) return scratch_[0];
  if (scratch_.size() == 2) return and_(scratch_[0], scratch_[1]);
  const Lit x = fresh();
  for (const Lit input : scratch_) clause({-x, input});
  for (const Lit input : scratch_) clauses_.push_back(-input);
  clauses_.push_back(x);
  clauses_.push_back(0);
  return x;
}

Lit Gates::or_all(std::span<const Lit> inputs) {
  Word negated(inputs.begin(), inputs.end());
  for (Lit& x : negated) x = -x;
  return -and_all(negated);
}

}  // namespace forall::solve

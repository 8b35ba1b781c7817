// Random terms, each built twice: as it is written, and through the simplifier.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "expr/pool.h"

namespace forall::expr::testing {

struct TermPair {
  Expr raw;
  Expr simplified;
};

class RandomTerms {
 public:
  // `widths` are those of the variables; operators make others, up to `max_width`.
  RandomTerms(Pool& pool, std::uint64_t seed, std::vector<unsigned> widths, unsigned max_width)
      : pool_(pool), random_(seed), max_width_(max_width) {
    for (const unsigned w : widths) {
      const std::uint64_t key = pool_.variables().size() + 1;
      const Expr v = pool_.variable({key, std::string("v").append(std::to_string(key)), "int", abi::ScalarKind::Int,
                                     static_cast<std::uint16_t>(w)});
      add({v, v});
    }
  }

  // One more term over the earlier ones.
  TermPair grow() {
    for (;;) {
      const Op op = static_cast<Op>(below(static_cast<std::size_t>(Op::FAdd)));
      switch (abi::info(op).result) {
        case abi::ResultWidth::Leaf: continue;
        case abi::ResultWidth::Same:
        case abi::ResultWidth::Bool: return op == Op::Not || op == Op::Neg ? unary(op) : binary(op);
        case abi::ResultWidth::Cast: return op == Op::Extract ? extract() : cast(op);
        case abi::ResultWidth::Sum: {
          const TermPair a = any(), b = below(4) == 0 ? constant(1 + below(8)) : any();
          const unsigned w = pool_.width(a.raw) + pool_.width(b.raw);
          if (w > max_width_) continue;
          return add({raw(op, w, 0, a.raw, b.raw), pool_.binary(op, a.simplified, b.simplified)});
        }
        case abi::ResultWidth::Branches: return ite();
      }
    }
  }

  std::size_t below(std::size_t n) { return random_() % n; }

  // Values where arithmetic changes its mind are likelier.
  U128 interesting_value(unsigned width) {
    const U128 sign = U128{1} << (width - 1);
    switch (below(9)) {
      case 0: return 0;
      case 1: return 1 & mask(width);
      case 2: return mask(width);
      case 3: return sign;
      case 4: return sign - 1;
      case 5: return below(16) & mask(width);
      case 6: return (U128{1} << below(width)) & mask(width);
      case 7: return mask(1 + static_cast<unsigned>(below(width)));
      default: return ((static_cast<U128>(random_()) << 64) | random_()) & mask(width);
    }
  }

 private:
  Expr raw(Op op, unsigned width, std::uint32_t low, Expr a, Expr b = {}, Expr c = {}) {
    return pool_.intern(Node{op, static_cast<std::uint16_t>(width), low, a, b, c, {}});
  }
  TermPair add(TermPair t) {
    all_.push_back(t);
    by_width_[pool_.width(t.raw)].push_back(t);
    return t;
  }
  // Later terms are likelier, so that terms become deep.
  TermPair pick(const std::vector<TermPair>& from) {
    const std::size_t n = from.size();
    return from[below(2) == 0 && n > 4 ? n - 1 - below(4) : below(n)];
  }
  TermPair any() { return pick(all_); }
  TermPair constant(unsigned width) {
    const Expr k = pool_.constant(from_u128(interesting_value(width)), width);
    return {k, k};
  }
  TermPair of_width(unsigned width) {
    return below(3) == 0 || by_width_[width].empty() ? constant(width) : pick(by_width_[width]);
  }
  TermPair unary(Op op) {
    const TermPair a = any();
    return add({raw(op, pool_.width(a.raw), 0, a.raw), pool_.unary(op, a.simplified)});
  }
  TermPair binary(Op op) {
    TermPair a = any(), b = of_width(pool_.width(a.raw));
    if (below(2) == 0) std::swap(a, b);
    const unsigned w = abi::info(op).result == abi::ResultWidth::Bool ? 1 : pool_.width(a.raw);
    return add({raw(op, w, 0, a.raw, b.raw), pool_.binary(op, a.simplified, b.simplified)});
  }
  TermPair cast(Op op) {
    const TermPair a = any();
    const unsigned w = pool_.width(a.raw), to = w + static_cast<unsigned>(below(max_width_ - w + 1));
    return add({raw(op, to, 0, a.raw), pool_.cast(op, a.simplified, to)});
  }
  TermPair extract() {
    const TermPair a = any();
    const unsigned w = pool_.width(a.raw), low = static_cast<unsigned>(below(w));
    const unsigned size = 1 + static_cast<unsigned>(below(w - low));
    return add({raw(Op::Extract, size, low, a.raw), pool_.extract(a.simplified, low, size)});
  }
  TermPair ite() {
    const TermPair c = of_width(1), a = any(), b = of_width(pool_.width(a.raw));
    return add({raw(Op::Ite, pool_.width(a.raw), 0, c.raw, a.raw, b.raw),
                pool_.ite(c.simplified, a.simplified, b.simplified)});
  }

  Pool& pool_;
  std::mt19937_64 random_;
  unsigned max_width_;
  std::vector<TermPair> all_;
  std::map<unsigned, std::vector<TermPair>> by_width_;
};

}  // namespace forall::expr::testing

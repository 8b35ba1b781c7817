// Terms as text, for tables of rules: (add x 3), (extract 8 8 (zext 2W x)), (ite p x y).
//
//   x y z      variables of W bits        p q r   truth values        b d     variables of 8 bits
//   3 -1       constants of the width of the other operand, or of an explicit one: 0:8, 5:W
//   min max    the least and greatest signed number
//   (zext N t) (sext N t) (extract LOW N t)       N and LOW: numbers, W, 2W, 3W, W+8, W-1, ...
//
// W is the width a rule is tried at. A term is built as written (`simplify` false) or through the simplifier.
#pragma once

#include <cctype>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "expr/pool.h"
#include "expr/simplify.h"

namespace forall::expr::testing {

class TermText {
 public:
  TermText(Pool& pool, unsigned width, bool simplify) : pool_(pool), width_(width), simplify_(simplify) {}

  Expr operator()(std::string_view text) {
    rest_ = text;
    const Term t = parse();
    if (t.literal) throw std::runtime_error(std::string("a constant needs a width: ").append(text));
    if (!token().empty()) throw std::runtime_error(std::string("more than one term: ").append(text));
    return t.e;
  }

 private:
  struct Term {
    Expr e;
    std::optional<std::string> literal;  // a constant still without a width
  };

  std::string token() {
    while (!rest_.empty() && rest_[0] == ' ') rest_.remove_prefix(1);
    if (rest_.empty()) return {};
    std::size_t n = 1;
    if (rest_[0] != '(' && rest_[0] != ')') {
      while (n < rest_.size() && rest_[n] != ' ' && rest_[n] != '(' && rest_[n] != ')') ++n;
    }
    const std::string result(rest_.substr(0, n));
    rest_.remove_prefix(n);
    return result;
  }

  // 8, W, 2W, W+8, 2W-1
  unsigned number(const std::string& text) const {
    std::size_t i = 0;
    unsigned value = 0;
    bool digits = false;
    for (; i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])); ++i, digits = true) {
      value = value * 10 + static_cast<unsigned>(text[i] - '0');
    }
    if (i < text.size() && text[i] == 'W') {
      value = (digits ? value : 1) * width_;
      ++i;
    }
    if (i == text.size()) return value;
    const unsigned more = number(text.substr(i + 1));
    return text[i] == '+' ? value + more : value - more;
  }

  Expr constant(const std::string& text, unsigned width) {
    const U128 sign = U128{1} << (width - 1);
    if (text == "min") return pool_.constant(from_u128(sign), width);
    if (text == "max") return pool_.constant(from_u128(sign - 1), width);
    const bool negative = text[0] == '-';
    const U128 magnitude = std::stoull(negative ? text.substr(1) : text, nullptr, 0);
    return pool_.constant(from_u128((negative ? U128{0} - magnitude : magnitude) & mask(width)), width);
  }

  Expr variable(const std::string& name) {
    const unsigned width = name == "p" || name == "q" || name == "r" ? 1 : name == "b" || name == "d" ? 8 : width_;
    const std::uint64_t key = static_cast<unsigned char>(name[0]);
    return pool_.variable({key, name, "int", abi::ScalarKind::Int, static_cast<std::uint16_t>(width)});
  }

  Term parse() {
    const std::string t = token();
    if (t == "(") return {operation(), std::nullopt};
    const std::size_t colon = t.find(':');
    if (colon != std::string::npos) return {constant(t.substr(0, colon), number(t.substr(colon + 1))), std::nullopt};
    if (t.size() == 1 && std::isalpha(static_cast<unsigned char>(t[0]))) return {variable(t), std::nullopt};
    return {{}, t};
  }

  static void agree(Pool& pool, Term& x, Term& y, TermText& text) {
    if (x.literal && y.literal) throw std::runtime_error("two constants without a width");
    if (x.literal) x.e = text.constant(*x.literal, pool.width(y.e));
    if (y.literal) y.e = text.constant(*y.literal, pool.width(x.e));
  }

  Op operator_named(const std::string& name) const {
    for (unsigned i = 0; i < abi::kOpCount; ++i) {
      std::string lower = abi::kOps[i].name;
      for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      if (lower == name) return static_cast<Op>(i);
    }
    throw std::runtime_error(std::string("no operator ").append(name));
  }

  Expr operation() {
    const Op op = operator_named(token());
    Expr made;
    if (op == Op::Extract) {
      const unsigned low = number(token()), w = number(token());
      const Expr a = parse().e;
      made = simplify_ ? pool_.extract(a, low, w) : raw(op, w, low, a);
    } else if (op == Op::ZExt || op == Op::SExt) {
      const unsigned w = number(token());
      const Expr a = parse().e;
      made = simplify_ ? pool_.cast(op, a, w) : raw(op, w, 0, a);
    } else if (op == Op::Ite) {
      const Expr c = parse().e;
      Term a = parse(), b = parse();
      agree(pool_, a, b, *this);
      made = simplify_ ? pool_.ite(c, a.e, b.e) : raw(op, pool_.width(a.e), 0, c, a.e, b.e);
    } else if (op == Op::Not || op == Op::Neg) {
      const Expr a = parse().e;
      made = simplify_ ? pool_.unary(op, a) : raw(op, pool_.width(a), 0, a);
    } else {
      Term a = parse(), b = parse();
      if (op != Op::Concat) agree(pool_, a, b, *this);
      made = simplify_ ? pool_.binary(op, a.e, b.e) : raw_binary(op, a.e, b.e);
    }
    if (token() != ")") throw std::runtime_error("expected )");
    return made;
  }

  Expr raw(Op op, unsigned w, unsigned low, Expr a, Expr b = {}, Expr c = {}) {
    return pool_.intern(Node{op, static_cast<std::uint16_t>(w), low, a, b, c, {}});
  }
  Expr raw_binary(Op op, Expr a, Expr b) {
    const bool swap = is_commutative(op) && (pool_.is_constant(a) || (!pool_.is_constant(b) && b < a));
    const unsigned w = op == Op::Concat                                 ? pool_.width(a) + pool_.width(b)
                       : abi::info(op).result == abi::ResultWidth::Bool ? 1
                                                                        : pool_.width(a);
    return swap ? raw(op, w, 0, b, a) : raw(op, w, 0, a, b);
  }

  Pool& pool_;
  unsigned width_;
  bool simplify_;
  std::string_view rest_;
};

}  // namespace forall::expr::testing

// The printer of expressions, whose parts are in print.cpp and print_floating.cpp.
//
// Printing walks top-down with a stack of pieces still to be written: an expression with the precedence its place asks
// for, or literal text. Expanding an expression pushes its pieces in reverse. Signedness is not part of an expression's
// type but of its operators, so a cast is written where the operator wants another signedness than the inputs have.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "expr/print.h"

namespace forall::expr {

// C++'s precedences, higher binds tighter.
enum Precedence : int {
  kAny,
  kTernary,
  kOr,
  kAnd,
  kBitOr,
  kBitXor,
  kBitAnd,
  kEquality,
  kOrder,
  kShift,
  kSum,
  kProduct,
  kUnary,
  kAtom
};

enum class Sign { Either, Signed, Unsigned };

// How a constant in this place is written.
struct Style {
  Sign sign = Sign::Either;
  std::optional<abi::ScalarKind> character;  // or pointer: small constants are written as values of this type
  bool hexadecimal = false;
  bool floating = false;
  const Variable* named = nullptr;  // constants are written as enumerators of its type
};

struct Shift {
  Expr x;
  unsigned bits;
};

class Printer {
 public:
  explicit Printer(const Pool& pool) : pool_(pool) {}

  std::string print(Expr e) {
    push(e, kAny);
    while (!stack_.empty()) {
      const Piece piece = std::move(stack_.back());
      stack_.pop_back();
      if (piece.e) {
        expand(piece);
      } else {
        out_.append(piece.text);
      }
      if (out_.size() > kMaxPrinted || stack_.size() > kMaxPrinted) {
        out_.resize(std::min(out_.size(), kMaxPrinted));
        return out_.append("...");
      }
    }
    return out_;
  }

 private:
  struct Piece {
    Expr e;
    int precedence = kAny;
    Style style;
    std::string text;
  };

  const Node& at(Expr e) const { return pool_[e]; }
  void push(Expr e, int precedence, Style style = {}) { stack_.push_back({e, precedence, style, {}}); }
  void push(std::string text) { stack_.push_back({{}, kAny, {}, std::move(text)}); }

  // Parentheses where an operator of precedence `own` stands in a place that asks for a tighter one. The caller pushes
  // what is inside afterwards.
  void open(const Piece& piece, int own) {
    if (own >= piece.precedence) return;
    push(")");
    out_.append("(");
  }

  Sign sign_of(Expr e) const;
  bool is_float(Expr e) const;
  std::optional<std::string> enumerator(const Style& style, unsigned width, Bits value) const;
  std::optional<Shift> remainder(Expr e) const;
  Style style_beside(Expr other, Sign sign) const;
  void operand(Expr e, int precedence, Sign wanted, Style style);
  void infix(const Piece& piece, int own, Expr a, const char* symbol, Expr b, Sign wanted, Style style);

  void expand(const Piece& piece);
  void expand_constant(const Piece& piece);
  void expand_not(const Piece& piece);
  void expand_sum(const Piece& piece);
  void expand_order(const Piece& piece);
  void expand_equality(const Piece& piece, Expr e, bool negated);
  bool expand_overflow(const Piece& piece);
  bool expand_range(const Piece& piece, const Node& n);
  void expand_extension(const Piece& piece);
  void expand_extract(const Piece& piece);
  void expand_concat(const Piece& piece);
  void expand_ite(const Piece& piece);
  void expand_floating(const Piece& piece);
  void expand_float_order(const Piece& piece);
  bool expand_float_bits(const Piece& piece);
  void call(const char* function, std::initializer_list<Expr> arguments);
  void cast(const Piece& piece, std::string type, Expr e);
  static bool is_among_bits(const Piece& piece);
  void shift_left(const Piece& piece, const Shift& shift);
  void shift_right(const Piece& piece, Expr x, unsigned bits);
  void no_remainder(const Piece& piece, const Shift& divided, bool is_zero);
  void bit_of(const Piece& piece, Expr x, unsigned index, bool is_set);
  void bits_of(const Piece& piece, Expr x, unsigned low, unsigned width);

  const Pool& pool_;
  std::string out_;
  std::vector<Piece> stack_;
};

inline constexpr Style kFloat{Sign::Either, std::nullopt, false, true};

inline Sign of(bool is_signed) { return is_signed ? Sign::Signed : Sign::Unsigned; }

// The C++ type of this width, empty if there is none.
std::string type_name(unsigned width, bool is_signed);

}  // namespace forall::expr

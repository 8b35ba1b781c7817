// Printing of everything but floating point; printer.h says how.
#include "expr/print.h"

#include "expr/floating.h"
#include "expr/overflow.h"
#include "expr/printer.h"

namespace forall::expr {

std::string type_name(unsigned width, bool is_signed) {
  const auto name = [&](const char* type) {
    return is_signed ? std::string(type) : std::string("unsigned ").append(type);
  };
  switch (width) {
    case 8: return is_signed ? "signed char" : "unsigned char";
    case 16: return name("short");
    case 32: return is_signed ? "int" : "unsigned";
    case 64: return name("long");
    case 128: return name("__int128");
    default: return {};
  }
}

namespace {

// a op (b op c) needs no parentheses.
bool is_associative(Op op) { return op == Op::Add || op == Op::Mul || op == Op::And || op == Op::Or || op == Op::Xor; }

// Small numbers are written in decimal even where bits are meant.
std::string print_mask(U128 bits) {
  return bits <= 9 ? print_number(128, from_u128(bits), false) : print_hexadecimal(from_u128(bits));
}

// A factor or divisor that a compiler turns into a shift; with more bits the shift is easier to read.
constexpr unsigned kMostShift = 16;

}  // namespace

// match:  x << k, also where it is written as the low bits of x before k zeros
std::optional<Shift> match_left_shift(const Pool& pool, const Node& n) {
  if (n.op == Op::Shl && pool.is_constant(n.b) && to_u128(pool.value(n.b)) < n.width)
    return Shift{n.a, static_cast<unsigned>(to_u128(pool.value(n.b)))};
  if (n.op != Op::Concat || !pool.is_constant(n.b) || pool.value(n.b) != Bits{}) return std::nullopt;
  const Node& high = pool[n.a];
  if (high.op != Op::Extract || high.low != 0 || pool.width(high.a) != n.width) return std::nullopt;
  return Shift{high.a, pool.width(n.b)};
}

// match:  (n * 8) / 8, the difference of a container's pointers    result: n
// match:  the low 61 bits of n, which are what n * 8 == 24 is about    result: n
Expr plain_size(const Pool& pool, Expr e) {
  const auto is_size = [&](Expr x) {
    return pool[x].op == Op::Input && pool.variables()[pool[x].low].name.ends_with(".size");
  };
  const Node& n = pool[e];
  if (n.op == Op::Extract) return n.low == 0 && n.width > 32 && is_size(n.a) ? n.a : e;
  if (n.op != Op::SDiv || !pool.is_constant(n.b)) return e;
  const Node& bytes = pool[n.a];
  const U128 divisor = to_u128(pool.value(n.b));
  if (const std::optional<Shift> shift = match_left_shift(pool, bytes))
    return is_size(shift->x) && divisor == U128{1} << shift->bits ? shift->x : e;
  const bool is_same = bytes.op == Op::Mul && pool.is_constant(bytes.b) && to_u128(pool.value(bytes.b)) == divisor;
  return is_same && is_size(bytes.a) ? bytes.a : e;
}

// Operands of | ^ & << >> are written as bits, all others as numbers: x * 8, where the compiler made a shift of it.
bool Printer::is_among_bits(const Piece& piece) {
  return piece.precedence == kShift || (piece.precedence >= kBitOr && piece.precedence <= kBitAnd);
}

void Printer::shift_left(const Piece& piece, const Shift& shift) {
  const bool as_shift = is_among_bits(piece) || shift.bits > kMostShift;
  open(piece, as_shift ? kShift : kProduct);
  push(as_shift ? " << " + std::to_string(shift.bits) : " * " + std::to_string(1u << shift.bits));
  push(shift.x, as_shift ? kShift : kProduct);
}

// Without sign: the same as a division.
void Printer::shift_right(const Piece& piece, Expr x, unsigned bits) {
  const bool as_shift = is_among_bits(piece) || bits > kMostShift;
  open(piece, as_shift ? kShift : kProduct);
  push(as_shift ? " >> " + std::to_string(bits) : " / " + std::to_string(1u << bits));
  operand(x, as_shift ? kShift : kProduct, Sign::Unsigned, {});
}

// match:  x & 7, for a signed x; compared with 0 it is what the compiler makes of x % 8
std::optional<Shift> Printer::remainder(Expr e) const {
  const Node* n = &at(e);
  if (n->op == Op::ZExt) n = &at(n->a);
  std::optional<Shift> found;
  if (n->op == Op::Extract && n->low == 0) {
    found = Shift{n->a, n->width};
  } else if (n->op == Op::And && n->width > 1 && pool_.is_constant(n->b)) {
    const U128 bits = to_u128(pool_.value(n->b));
    if (bits != 0 && (bits & (bits + 1)) == 0)
      found = Shift{n->a, static_cast<unsigned>(__builtin_popcountll(static_cast<std::uint64_t>(bits)))};
  }
  if (!found || found->bits > kMostShift || !type_name(found->bits, false).empty()) return std::nullopt;
  return sign_of(found->x) == Sign::Signed ? found : std::nullopt;
}

// The signedness that the text of e suggests to a reader: that of the leading input, or of a cast.
Sign Printer::sign_of(Expr e) const {
  for (int steps = 0; steps < 32; ++steps) {
    const Node& n = at(e);
    if (n.width == 1 || is_float(e)) return Sign::Either;
    if (type_name(n.width, false).empty()) return Sign::Unsigned;  // a field of a word: it has no sign of its own
    switch (n.op) {
      case Op::Const:
      case Op::ZExt:
      case Op::Extract: return Sign::Either;
      case Op::Concat: {
        const std::optional<Shift> shift = match_left_shift(pool_, n);
        if (!shift) return Sign::Unsigned;
        e = shift->x;
        break;
      }
      case Op::SExt: return Sign::Signed;
      case Op::Input: {
        const Variable& v = pool_.variables()[n.low];
        return of(is_signed_kind(v.kind, v.width));
      }
      case Op::UDiv:
      case Op::URem:
      case Op::LShr: return Sign::Unsigned;
      case Op::SDiv: return of(plain_size(pool_, e) == e);
      case Op::SRem:
      case Op::FToS:
      case Op::AShr: return Sign::Signed;
      case Op::FToU: return Sign::Unsigned;
      case Op::Ite: e = pool_.is_constant(n.b) ? n.c : n.b; break;
      default: e = n.b && (pool_.is_constant(n.a) || at(n.a).op == Op::ZExt) ? n.b : n.a; break;
    }
  }
  return Sign::Either;
}

// A number of a floating-point type, as far as one look tells.
bool Printer::is_float(Expr e) const {
  const Node* n = &at(e);
  if (n->op == Op::Ite) n = &at(pool_.is_constant(n->b) ? n->c : n->b);
  if (n->op == Op::Input) return is_float_kind(pool_.variables()[n->low].kind) && is_format(n->width);
  return gives_float(n->op);
}

// How a constant is written beside `other`.
Style Printer::style_beside(Expr other, Sign sign) const {
  const Node* n = &at(other);
  if (n->op == Op::ZExt || n->op == Op::SExt) n = &at(n->a);
  if (is_float(other)) return kFloat;
  Style style{sign == Sign::Either ? sign_of(other) : sign, std::nullopt, false};
  if (n->op != Op::Input) return style;
  const Variable& variable = pool_.variables()[n->low];
  const abi::ScalarKind kind = variable.kind;
  if (kind == abi::ScalarKind::SignedEnum || kind == abi::ScalarKind::UnsignedEnum) style.named = &variable;
  style.hexadecimal = kind == abi::ScalarKind::Pointer;
  if (is_character_kind(kind) || kind == abi::ScalarKind::Pointer) style.character = kind;
  return style;
}

// An operand whose operator wants a signedness: cast where the reader would take the other one.
void Printer::operand(Expr e, int precedence, Sign wanted, Style style) {
  const Sign sign = sign_of(e);
  const std::string type = wanted == Sign::Either || sign == Sign::Either || sign == wanted
                               ? std::string()
                               : type_name(at(e).width, wanted == Sign::Signed);
  if (type.empty()) {
    push(e, precedence, style);
    return;
  }
  push(e, kUnary, style);
  push(std::string("(").append(type).append(")"));
}

void Printer::infix(const Piece& piece, int own, Expr a, const char* symbol, Expr b, Sign wanted, Style style) {
  open(piece, own);
  operand(b, is_associative(at(piece.e).op) ? own : own + 1, wanted, style);
  push(std::string(" ").append(symbol).append(" "));
  operand(a, own, wanted, style);
}

// An enumerator beside an input that is one, extended or not.
std::optional<std::string> Printer::enumerator(const Style& style, unsigned width, Bits value) const {
  if (style.named == nullptr || width < style.named->width) return std::nullopt;
  const unsigned own = style.named->width;
  const bool is_signed = style.named->kind == abi::ScalarKind::SignedEnum;
  const U128 all = to_u128(value), low = all & mask(own);
  const U128 extended = is_signed ? static_cast<U128>(to_signed(low, own)) & mask(width) : low;
  if (extended != all) return std::nullopt;
  return base::shown_enumerator(pool_.enums(), style.named->type, own, static_cast<std::uint64_t>(low));
}

void Printer::expand_constant(const Piece& piece) {
  const Node& n = at(piece.e);
  const U128 v = to_u128(n.value);
  std::string text;
  if (const auto name = enumerator(piece.style, n.width, n.value)) {
    text = *name;
  } else if (n.width == 1) {
    text = v != 0 ? "true" : "false";
  } else if (piece.style.floating && is_format(n.width)) {
    text = print_float(n.width, n.value);
  } else if (piece.style.character && v < 0x80) {
    text = print_value(*piece.style.character, n.width, n.value);
  } else if (piece.style.hexadecimal && v > 9) {
    text = print_hexadecimal(n.value);
  } else {
    text = print_number(n.width, n.value, piece.style.sign != Sign::Unsigned);
  }
  const bool parenthesized = text[0] == '-' && piece.precedence > kUnary;
  out_.append(parenthesized ? std::string("(").append(text).append(")") : text);
}

void Printer::expand_not(const Piece& piece) {
  const Node& n = at(piece.e);
  const Node& inner = at(n.a);
  if (n.width == 1 && inner.op == Op::Eq) return expand_equality(piece, n.a, true);
  if (inner.op == Op::FEq) return expand_equality(piece, n.a, true);
  if (n.width == 1 && inner.op == Op::Extract) return bit_of(piece, inner.a, inner.low, false);
  open(piece, kUnary);
  push(n.a, kUnary, piece.style);
  push(n.width == 1 ? "!" : "~");
}

// match:  x + -3    written x - 3
void Printer::expand_sum(const Piece& piece) {
  const Node& n = at(piece.e);
  const Sign sign = sign_of(piece.e);
  Style style = style_beside(n.a, sign);
  style.character.reset();
  if (n.op == Op::Add && pool_.is_constant(n.b) && sign_bit(to_u128(pool_.value(n.b)), n.width)) {
    open(piece, kSum);
    const U128 magnitude = (U128{0} - to_u128(pool_.value(n.b))) & mask(n.width);
    push(print_number(n.width, from_u128(magnitude), false));
    push(" - ");
    push(n.a, kSum, style);
    return;
  }
  infix(piece, kSum, n.a, n.op == Op::Add ? "+" : "-", n.b, Sign::Either, style);
}

bool Printer::expand_overflow(const Piece& piece) {
  const std::optional<OverflowCheck> check = match_overflow_check(pool_, piece.e);
  if (!check) return false;
  open(piece, kOrder);
  push(check->overflows ? " overflows" : " does not overflow");
  const int own = check->op == Op::Mul ? kProduct : kSum;
  const Sign sign = of(check->is_signed);
  operand(check->y, own + 1, sign, style_beside(check->x, sign));
  push(check->op == Op::Add ? " + " : check->op == Op::Sub ? " - " : " * ");
  operand(check->x, own, sign, style_beside(check->y, sign));
  return true;
}

// match:  x + -low < size, unsigned, the compiler's form of low <= x && x < low + size
bool Printer::expand_range(const Piece& piece, const Node& n) {
  if (n.op != Op::Ult && n.op != Op::Ule) return false;
  const bool inside = pool_.is_constant(n.b);
  const Expr sum = inside ? n.a : n.b, bound = inside ? n.b : n.a;
  if (!pool_.is_constant(bound) || at(sum).op != Op::Add) return false;
  const Node& s = at(sum);
  if (!pool_.is_constant(s.b)) return false;
  const unsigned w = s.width;
  const Sign sign = sign_of(s.a);
  if (sign == Sign::Either && at(s.a).op != Op::ZExt) return false;
  const U128 low = (U128{0} - to_u128(pool_.value(s.b))) & mask(w);
  const U128 size = to_u128(pool_.value(bound)) + ((n.op == Op::Ule) == inside ? 1 : 0);
  const U128 high = (low + size - 1) & mask(w);
  const bool is_signed = sign == Sign::Signed;
  if (is_signed ? to_signed(low, w) > to_signed(high, w) : low > high) return false;
  Style style = style_beside(s.a, is_signed ? Sign::Signed : Sign::Unsigned);
  const auto text = [&](U128 v) {
    if (const auto name = enumerator(style, w, from_u128(v))) return *name;
    return style.character && v < 0x80 ? print_value(*style.character, w, from_u128(v))
                                       : print_number(w, from_u128(v), is_signed);
  };
  open(piece, inside ? kAnd : kOr);
  push(std::string(inside ? " <= " : " > ").append(text(high)));
  push(s.a, kOrder);
  push(inside ? " && " : " || ");
  push(std::string(inside ? " >= " : " < ").append(text(low)));
  push(s.a, kOrder);
  return true;
}

// A constant comes second, and the comparison is turned around for it.
void Printer::expand_order(const Piece& piece) {
  const Node& n = at(piece.e);
  const Sign sign = of(n.op == Op::Slt || n.op == Op::Sle);
  const bool strict = n.op == Op::Ult || n.op == Op::Slt, turned = pool_.is_constant(n.a);
  const char* symbol = turned ? (strict ? ">" : ">=") : (strict ? "<" : "<=");
  const Expr a = turned ? n.b : n.a, b = turned ? n.a : n.b;
  const unsigned w = at(a).width;
  // match:  the sign test of a field without a C++ type    written as what it says of the field's top bit
  if (sign == Sign::Signed && type_name(w, false).empty() && pool_.is_constant(b) && to_u128(pool_.value(b)) == 0 &&
      strict != turned) {
    open(piece, kOrder);
    push(print_number(w, from_u128(U128{1} << (w - 1)), false));
    push(turned ? " < " : " >= ");
    push(a, kOrder, style_beside(a, Sign::Unsigned));
    return;
  }
  infix(piece, kOrder, a, symbol, b, sign, style_beside(a, sign));
}

void Printer::expand_equality(const Piece& piece, Expr e, bool negated) {
  const Node& n = at(e);
  if (n.op == Op::Eq && pool_.is_constant(n.b) && pool_.value(n.b) == Bits{}) {
    if (const std::optional<Shift> low = remainder(n.a)) return no_remainder(piece, *low, !negated);
  }
  const Style style = n.op == Op::FEq ? kFloat : style_beside(n.a, Sign::Either);
  infix(piece, kEquality, n.a, negated ? "!=" : "==", n.b, Sign::Either, style);
}

void Printer::cast(const Piece& piece, std::string type, Expr e) {
  if (type.empty()) {  // a width without a C++ type: the text of the operand says enough
    push(e, piece.precedence, piece.style);
    return;
  }
  open(piece, kUnary);
  push(e, kUnary);
  push(std::string("(").append(type).append(")"));
}

void Printer::no_remainder(const Piece& piece, const Shift& divided, bool is_zero) {
  open(piece, kEquality);
  push(" % " + std::to_string(1u << divided.bits) + (is_zero ? " == 0" : " != 0"));
  push(divided.x, kProduct);
}

void Printer::bit_of(const Piece& piece, Expr x, unsigned index, bool is_set) {
  if (index == 0 && sign_of(x) == Sign::Signed) return no_remainder(piece, {x, 1}, !is_set);
  open(piece, kEquality);
  push(std::string(" & ").append(print_mask(U128{1} << index)).append(is_set ? ") != 0" : ") == 0"));
  push(x, kBitAnd);
  push("(");
}

// The `width` bits of x from `low` on, as shift and mask.
void Printer::bits_of(const Piece& piece, Expr x, unsigned low, unsigned width) {
  if (width == 1) return bit_of(piece, x, low, true);
  const bool upper = low + width == at(x).width;
  if (upper && low > 0) return shift_right(piece, x, low);
  open(piece, kBitAnd);
  if (!upper) push(std::string(" & ").append(print_mask(mask(width))));
  if (low > 0) push(std::string(" >> ").append(std::to_string(low)));
  operand(x, low > 0 ? kShift : kBitAnd, low > 0 ? Sign::Unsigned : Sign::Either, {});
}

void Printer::expand_extension(const Piece& piece) {
  const Node& n = at(piece.e);
  const Node& inner = at(n.a);
  const bool is_signed = n.op == Op::SExt;
  if (inner.width == 1) {
    if (!is_signed) return push(n.a, piece.precedence);
    open(piece, kUnary);
    push(n.a, kUnary);
    return push("-");
  }
  if (inner.op == Op::Extract && at(inner.a).width == n.width) {
    const bool upper = inner.low + inner.width == n.width;
    if (is_signed && upper) {  // an arithmetic shift
      open(piece, kShift);
      push(std::string(" >> ").append(std::to_string(inner.low)));
      return operand(inner.a, kShift, Sign::Signed, {});
    }
    if (!is_signed && (inner.low > 0 || type_name(inner.width, false).empty())) {
      return bits_of(piece, inner.a, inner.low, inner.width);
    }
  }
  if (inner.op == Op::Input) {
    const Variable& v = pool_.variables()[inner.low];
    if (v.kind == abi::ScalarKind::Bool || is_signed_kind(v.kind, v.width) == is_signed) {
      return push(n.a, piece.precedence);
    }
    return cast(piece, type_name(inner.width, is_signed), n.a);
  }
  if (inner.op == Op::Extract) {
    if (inner.low == 0) return cast(piece, type_name(inner.width, is_signed), inner.a);
    return push(n.a, piece.precedence);
  }
  const Sign sign = sign_of(n.a);
  if (sign != Sign::Either && (sign == Sign::Signed) != is_signed) {
    return cast(piece, type_name(inner.width, is_signed), n.a);
  }
  cast(piece, type_name(n.width, is_signed), n.a);
}

void Printer::expand_extract(const Piece& piece) {
  const Node& n = at(piece.e);
  const std::string type = type_name(n.width, false);
  if (type.empty()) return bits_of(piece, n.a, n.low, n.width);
  if (n.low == 0) return cast(piece, type, n.a);
  open(piece, kUnary);
  push(std::string(" >> ").append(std::to_string(n.low)).append(")"));
  operand(n.a, kShift, Sign::Either, {});
  push(std::string("(").append(type).append(")("));
}

void Printer::expand_concat(const Piece& piece) {
  const Node& n = at(piece.e);
  if (const std::optional<Shift> shift = match_left_shift(pool_, n)) return shift_left(piece, *shift);
  // match:  the bytes of a word    written as people put them together: high << 8 | low
  const Style style{Sign::Unsigned, std::nullopt, true};
  open(piece, kBitOr);
  push(n.b, kBitOr, style);
  push(" << " + std::to_string(at(n.b).width) + " | ");
  push(n.a, kShift, style);
}

// min, max and abs are what the compiler makes of the usual comparisons.
void Printer::expand_ite(const Piece& piece) {
  const Node& n = at(piece.e);
  const Node& c = at(n.a);
  const bool order = c.op == Op::Slt || c.op == Op::Ult || c.op == Op::Sle || c.op == Op::Ule;
  const Style style = style_beside(pool_.is_constant(n.b) ? n.c : n.b, piece.style.sign);
  const bool least = order && c.a == n.b && c.b == n.c, greatest = order && c.a == n.c && c.b == n.b;
  if (least || greatest) {
    const Sign sign = of(c.op == Op::Slt || c.op == Op::Sle);
    push(")");
    operand(n.c, kAny, sign, style);
    push(", ");
    operand(n.b, kAny, sign, style);
    return push(least ? "min(" : "max(");
  }
  if (c.op == Op::Slt && c.a == n.c && pool_.is_constant(c.b) && pool_.value(c.b) == Bits{} && at(n.b).op == Op::Neg &&
      at(n.b).a == n.c) {
    push(")");
    push(n.c, kAny);
    return push("abs(");
  }
  open(piece, kTernary);
  push(n.c, kTernary, style);
  push(" : ");
  push(n.b, kTernary + 1, style);
  push(" ? ");
  push(n.a, kTernary + 1);
}

void Printer::expand(const Piece& piece) {
  const Node& n = at(piece.e);
  const char* symbol = abi::info(n.op).symbol;
  if (n.width == 1 && expand_overflow(piece)) return;
  if (is_floating(n.op)) return expand_floating(piece);
  if (const Expr size = plain_size(pool_, piece.e); size != piece.e) return push(size, piece.precedence);
  if (expand_float_bits(piece)) return;
  switch (n.op) {
    case Op::Const: return expand_constant(piece);
    case Op::Input: out_.append(pool_.variables()[n.low].name); return;
    case Op::Not: return expand_not(piece);
    case Op::Neg:
      open(piece, kUnary);
      push(n.a, kUnary + 1);
      return push("-");
    case Op::Add:
    case Op::Sub: return expand_sum(piece);
    case Op::Mul: return infix(piece, kProduct, n.a, symbol, n.b, Sign::Either, style_beside(n.a, Sign::Either));
    case Op::UDiv:
    case Op::URem: return infix(piece, kProduct, n.a, symbol, n.b, Sign::Unsigned, {Sign::Unsigned, {}, false});
    case Op::SDiv:
    case Op::SRem: return infix(piece, kProduct, n.a, symbol, n.b, Sign::Signed, {Sign::Signed, {}, false});
    case Op::Shl:
      if (const std::optional<Shift> shift = match_left_shift(pool_, n)) return shift_left(piece, *shift);
      return infix(piece, kShift, n.a, symbol, n.b, Sign::Either, {});
    case Op::LShr:
      if (pool_.is_constant(n.b) && to_u128(pool_.value(n.b)) < n.width)
        return shift_right(piece, n.a, static_cast<unsigned>(to_u128(pool_.value(n.b))));
      return infix(piece, kShift, n.a, symbol, n.b, Sign::Unsigned, {});
    case Op::AShr: return infix(piece, kShift, n.a, symbol, n.b, Sign::Signed, {});
    case Op::And:
    case Op::Or:
    case Op::Xor: {
      const Style style{Sign::Unsigned, std::nullopt, true};
      if (n.width == 1 && n.op != Op::Xor) {
        const bool conjunction = n.op == Op::And;
        return infix(piece, conjunction ? kAnd : kOr, n.a, conjunction ? "&&" : "||", n.b, Sign::Either, style);
      }
      const int own = n.op == Op::And ? kBitAnd : n.op == Op::Or ? kBitOr : kBitXor;
      return infix(piece, own, n.a, symbol, n.b, Sign::Either, style);
    }
    case Op::Eq: return expand_equality(piece, piece.e, false);
    case Op::Ult:
    case Op::Ule:
    case Op::Slt:
    case Op::Sle:
      if (expand_range(piece, n)) return;
      return expand_order(piece);
    case Op::ZExt:
    case Op::SExt: return expand_extension(piece);
    case Op::Extract: return expand_extract(piece);
    case Op::Concat: return expand_concat(piece);
    case Op::Ite: return expand_ite(piece);
    default: return push(symbol);
  }
}

std::string print(const Pool& pool, Expr e) { return Printer(pool).print(e); }

}  // namespace forall::expr

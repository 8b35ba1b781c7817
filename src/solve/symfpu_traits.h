// The words that SymFPU's algorithms are instantiated with: bit vectors of any width over gates.
//
// SymFPU makes constants by static functions of its types, so a word cannot carry the gates it is made of: they are in
// CurrentGates while one circuit is being made.
#pragma once

#include <cstdint>
#include <utility>

#include "solve/arithmetic.h"
#include "solve/gates.h"

// SymFPU's own assertions would become gates of no use.
#define PRECONDITION(X) static_cast<void>(0)
#define POSTCONDITION(X) static_cast<void>(0)
#define INVARIANT(X) static_cast<void>(0)

#include <symfpu/core/ite.h>
#include <symfpu/utils/numberOfRoundingModes.h>

namespace forall::solve::symfpu_over_gates {

class CurrentGates {
 public:
  explicit CurrentGates(Gates& gates) : outer_(std::exchange(current(), &gates)) {}
  ~CurrentGates() { current() = outer_; }
  CurrentGates(const CurrentGates&) = delete;
  CurrentGates& operator=(const CurrentGates&) = delete;
  static Gates& get() { return *current(); }

 private:
  static Gates*& current() {
    static thread_local Gates* gates = nullptr;
    return gates;
  }
  Gates* outer_;
};

inline Gates& gates() { return CurrentGates::get(); }

class Truth {
 public:
  Truth(bool value) : lit_(value ? kTrue : kFalse) {}  // NOLINT: SymFPU converts
  static Truth of(Lit x) {
    Truth t(false);
    t.lit_ = x;
    return t;
  }
  Lit lit() const { return lit_; }
  Truth operator!() const { return of(-lit_); }
  Truth operator&&(const Truth& o) const { return of(gates().and_(lit_, o.lit_)); }
  Truth operator||(const Truth& o) const { return of(gates().or_(lit_, o.lit_)); }
  Truth operator==(const Truth& o) const { return of(-gates().xor_(lit_, o.lit_)); }
  Truth operator^(const Truth& o) const { return of(gates().xor_(lit_, o.lit_)); }

 private:
  Lit lit_;
};

using Width = std::uint32_t;

template <bool is_signed>
class BitVector {
 public:
  BitVector(Width w, std::uint64_t value) : bits_(w, kFalse) {
    for (Width i = 0; i < w && i < 64; ++i) bits_[i] = (value >> i) & 1 ? kTrue : kFalse;
  }
  explicit BitVector(Word bits) : bits_(std::move(bits)) {}
  explicit BitVector(const Truth& t) : bits_{t.lit()} {}
  BitVector(const BitVector<!is_signed>& o) : bits_(o.word()) {}  // NOLINT: SymFPU converts

  const Word& word() const { return bits_; }
  Width getWidth() const { return static_cast<Width>(bits_.size()); }

  static BitVector one(Width w) { return {w, 1}; }
  static BitVector zero(Width w) { return {w, 0}; }
  static BitVector allOnes(Width w) { return BitVector(Word(w, kTrue)); }
  static BitVector maxValue(Width w) {
    Word bits(w, kTrue);
    if (is_signed) bits.back() = kFalse;
    return BitVector(std::move(bits));
  }
  static BitVector minValue(Width w) {
    Word bits(w, kFalse);
    if (is_signed) bits.back() = kTrue;
    return BitVector(std::move(bits));
  }

  Truth isAllOnes() const { return Truth::of(gates().and_all(bits_)); }
  Truth isAllZeros() const { return Truth::of(-gates().or_all(bits_)); }

  BitVector operator<<(const BitVector& n) const { return shifted(Shift::Left, n); }
  BitVector operator>>(const BitVector& n) const {
    return shifted(is_signed ? Shift::ArithmeticRight : Shift::LogicalRight, n);
  }
  BitVector signExtendRightShift(const BitVector& n) const { return shifted(Shift::ArithmeticRight, n); }
  BitVector modularLeftShift(const BitVector& n) const { return *this << n; }
  BitVector modularRightShift(const BitVector& n) const { return *this >> n; }

  BitVector operator|(const BitVector& o) const {
    return each(o, [](Lit x, Lit y) { return gates().or_(x, y); });
  }
  BitVector operator&(const BitVector& o) const {
    return each(o, [](Lit x, Lit y) { return gates().and_(x, y); });
  }
  BitVector operator~() const {
    Word r = bits_;
    for (Lit& x : r) x = -x;
    return BitVector(std::move(r));
  }
  BitVector operator+(const BitVector& o) const { return BitVector(add(gates(), bits_, o.bits_, kFalse)); }
  BitVector operator-(const BitVector& o) const { return BitVector(subtract(gates(), bits_, o.bits_)); }
  BitVector operator*(const BitVector& o) const { return BitVector(multiply(gates(), bits_, o.bits_)); }
  BitVector operator-() const { return BitVector(negate(gates(), bits_)); }
  BitVector increment() const { return BitVector(add(gates(), bits_, Word(bits_.size(), kFalse), kTrue)); }
  BitVector decrement() const { return BitVector(add(gates(), bits_, Word(bits_.size(), kTrue), kFalse)); }
  BitVector modularIncrement() const { return increment(); }
  BitVector modularDecrement() const { return decrement(); }
  BitVector modularAdd(const BitVector& o) const { return *this + o; }
  BitVector modularNegate() const { return -*this; }

  Truth operator==(const BitVector& o) const { return Truth::of(equal(gates(), bits_, o.bits_)); }
  Truth operator<=(const BitVector& o) const { return less(*this, o, true); }
  Truth operator<(const BitVector& o) const { return less(*this, o, false); }
  Truth operator>=(const BitVector& o) const { return less(o, *this, true); }
  Truth operator>(const BitVector& o) const { return less(o, *this, false); }

  BitVector<true> toSigned() const { return BitVector<true>(bits_); }
  BitVector<false> toUnsigned() const { return BitVector<false>(bits_); }

  BitVector extend(Width n) const {
    Word r = bits_;
    r.resize(r.size() + n, is_signed ? bits_.back() : kFalse);
    return BitVector(std::move(r));
  }
  BitVector contract(Width n) const { return BitVector(Word(bits_.begin(), bits_.end() - n)); }
  BitVector resize(Width w) const { return w >= getWidth() ? extend(w - getWidth()) : contract(getWidth() - w); }
  BitVector matchWidth(const BitVector& o) const { return extend(o.getWidth() - getWidth()); }
  BitVector append(const BitVector& low) const {
    Word r = low.bits_;
    r.insert(r.end(), bits_.begin(), bits_.end());
    return BitVector(std::move(r));
  }
  BitVector extract(Width upper, Width lower) const {
    return BitVector(Word(bits_.begin() + lower, bits_.begin() + upper + 1));
  }

 private:
  BitVector shifted(Shift direction, const BitVector& n) const {
    return BitVector(shift(gates(), direction, bits_, n.bits_));
  }
  template <typename Gate>
  BitVector each(const BitVector& o, Gate gate) const {
    Word r(bits_.size());
    for (std::size_t i = 0; i < r.size(); ++i) r[i] = gate(bits_[i], o.bits_[i]);
    return BitVector(std::move(r));
  }
  static Truth less(const BitVector& x, const BitVector& y, bool or_equal) {
    return Truth::of(is_signed ? less_signed(gates(), x.bits_, y.bits_, or_equal)
                               : less_unsigned(gates(), x.bits_, y.bits_, or_equal));
  }

  Word bits_;
};

// Known when a circuit is made, so that only its own case remains of it.
class Mode {
 public:
  explicit Mode(int mode) : mode_(mode) {}
  Truth operator==(const Mode& o) const { return mode_ == o.mode_; }

 private:
  int mode_;
};

class Layout {
 public:
  Layout(Width exponent, Width significand) : exponent_(exponent), significand_(significand) {}
  Width exponentWidth() const { return exponent_; }
  Width significandWidth() const { return significand_; }  // with the integer bit
  Width packedWidth() const { return exponent_ + significand_; }
  Width packedExponentWidth() const { return exponent_; }
  Width packedSignificandWidth() const { return significand_ - 1; }

 private:
  Width exponent_, significand_;
};

struct Traits {
  using bwt = Width;
  using rm = Mode;
  using fpt = Layout;
  using prop = Truth;
  using sbv = BitVector<true>;
  using ubv = BitVector<false>;
  static rm RNE() { return Mode(0); }
  static rm RNA() { return Mode(1); }
  static rm RTZ() { return Mode(2); }
  static rm RTP() { return Mode(3); }
  static rm RTN() { return Mode(4); }
};

}  // namespace forall::solve::symfpu_over_gates

namespace symfpu {

template <>
struct ite<forall::solve::symfpu_over_gates::Truth, forall::solve::symfpu_over_gates::Truth> {
  using Truth = forall::solve::symfpu_over_gates::Truth;
  static Truth iteOp(const Truth& c, const Truth& x, const Truth& y) {
    return Truth::of(forall::solve::symfpu_over_gates::gates().mux(c.lit(), x.lit(), y.lit()));
  }
};

template <bool is_signed>
struct ite<forall::solve::symfpu_over_gates::Truth, forall::solve::symfpu_over_gates::BitVector<is_signed>> {
  using Truth = forall::solve::symfpu_over_gates::Truth;
  using Data = forall::solve::symfpu_over_gates::BitVector<is_signed>;
  static Data iteOp(const Truth& c, const Data& x, const Data& y) {
    return Data(forall::solve::choose(forall::solve::symfpu_over_gates::gates(), c.lit(), x.word(), y.word()));
  }
};

}  // namespace symfpu

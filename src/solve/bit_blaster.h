// Turns expressions into circuits, once each.
//
// An expression keeps its literals for the life of the blaster, so a constraint that comes back in a later query costs
// nothing. The blaster also knows how many SAT variables each expression brought, which lets the back end tell how much
// of the solver recent queries still use.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "expr/pool.h"
#include "solve/arithmetic.h"
#include "solve/float_circuits.h"
#include "solve/gates.h"

namespace forall::solve {

class BitBlaster {
 public:
  explicit BitBlaster(const expr::Pool& pool) : pool_(pool) {}

  // Makes the circuit of e and everything below it. `give_up` is called now and then; when it returns true, false is
  // returned and the work done so far stays good for the next call.
  bool blast(expr::Expr e, const std::function<bool()>& give_up);
  bool has(expr::Expr e) const { return e.id < first_.size() && first_[e.id] != 0; }
  // The bits of an expression that was blasted and is not a result of floating-point arithmetic, least significant
  // first.
  std::span<const Lit> bits(expr::Expr e) const { return {literals_.data() + first_[e.id] - 1, pool_.width(e)}; }

  // The variables that the circuits of these expressions, and all below them, brought into being.
  std::size_t variables_below(std::span<const expr::Expr> roots);

  Gates& gates() { return gates_; }
  int variables() const { return gates_.variables(); }

 private:
  bool is_done(expr::Expr e) const { return has(e) || unpacked_.contains(e.id); }
  Word word(expr::Expr e);
  void need_bits(expr::Expr e);
  const UnpackedFloat& unpacked(expr::Expr e);
  Word make(const expr::Node& node);
  Word make_arithmetic(const expr::Node& node);
  Word make_comparison(const expr::Node& node);
  Word make_structural(const expr::Node& node);
  Lit make_float_comparison(const expr::Node& node);
  UnpackedFloat make_float(const expr::Node& node);
  const Division& division(const expr::Node& node, bool is_signed);
  void store(expr::Expr e, const Word& word, int variables_before);

  const expr::Pool& pool_;
  Gates gates_;
  std::vector<std::uint32_t> first_;  // per expression: 1 + position of its lowest bit in literals_, 0 when not made
  std::vector<std::uint32_t> made_;   // per expression: number of variables it brought
  std::vector<Lit> literals_;
  std::unordered_map<std::uint64_t, Division> divisions_[2];   // unsigned, signed; by the ids of the operands
  std::unordered_map<std::uint32_t, UnpackedFloat> unpacked_;  // by expression; kept beside its bits, if any
  std::vector<expr::Expr> stack_;
  std::vector<std::uint32_t> seen_;  // per expression: the last walk of variables_below that met it
  std::uint32_t walk_ = 0;
};

}  // namespace forall::solve

#include "runtime/promises.h"

#include "runtime/address_numbers.h"
#include "runtime/models/protocol.h"
#include "runtime/module.h"
#include "runtime/run.h"
#include "runtime/trace.h"

namespace forall::runtime {

namespace {

// Constants have separate nodes here, since those that value.cpp shares have no mark: two for each promise and width.
struct Known {
  u32 epoch;
  u32 id;
};
Known known_constants[2][2][2];

constexpr Kept kKept[] = {known_constants};

Value marked_constant(bool is_negative, unsigned width, Promise promise) {
  const U128 bits = is_negative ? expr::mask(width) : U128{1};
  Known& known = known_constants[is_negative ? 1 : 0][width == 32 ? 0 : 1][promise == Promise::Sign ? 0 : 1];
  if (known.epoch != g.epoch || g.nodes[known.id].width != width) {
    const abi::Node node = {Op::Const, static_cast<u8>(promise), static_cast<u16>(width), 0, 0,
                            0,         expr::from_u128(bits)};
    known = {g.epoch, g.header->nodes.count};
    if (!append(g.header->nodes, g.nodes, node)) cut_run(abi::Fault::TraceFull, nullptr);
  }
  return {bits, known.id, static_cast<u16>(width)};
}

// Whether a comparison with this number only asks for the sign.
bool is_next_to_zero(Value v, bool may_be_one, bool may_be_minus_one) {
  return !v.symbolic() &&
         (v.bits == 0 || (may_be_one && v.bits == 1) || (may_be_minus_one && v.bits == expr::mask(v.width)));
}

bool asks_for_sign(Op op, Value a, Value b) {
  const bool is_left = is_promised(a);
  const Value other = is_left ? b : a;
  switch (op) {
    case Op::Slt: return is_next_to_zero(other, is_left, !is_left);  // r < 0, r < 1, 0 < r, -1 < r
    case Op::Sle: return is_next_to_zero(other, !is_left, is_left);  // r <= 0, r <= -1, 0 <= r, 1 <= r
    case Op::LShr:
    case Op::AShr: return is_left && !b.symbolic() && b.bits == U128{a.width} - 1;  // the bit of the sign
    default: return false;
  }
}

}  // namespace

// Not reset: entries are valid only in the run whose number they carry.
FORALL_MODULE(promises) = {.phase = Phase::Tables, .keeps = kKept};

Value promised(Value result, Promise promise) {
  if (!observing()) return result;
  if (!result.symbolic()) {
    if (result.bits == 0) return result;
    const bool is_negative = promise == Promise::Sign && (result.bits >> (result.width - 1)) != 0;
    return marked_constant(is_negative, result.width, promise);
  }
  g.nodes[result.id].reserved = static_cast<u8>(promise);
  return result;
}

bool asks_for_promise(Op op, Value a, Value b) {
  if (is_promised(a) == is_promised(b)) return false;
  const Value result = is_promised(a) ? a : b, other = is_promised(a) ? b : a;
  if (op == Op::Eq && !other.symbolic() && other.bits == 0) return true;
  return g.nodes[result.id].reserved == static_cast<u8>(Promise::Sign) && asks_for_sign(op, a, b);
}

Value plain(Value v) {
  if (is_promised(v) && g.nodes[v.id].op == Op::Const) v.id = 0;
  return v;
}

void note_unpromised(Value v) {
  if (is_address_number(v)) return note_address();
  add_ledger(abi::LedgerKind::UnspecifiedValue, nullptr,
             "the exact number that a comparison or a test of the library returned");
}

}  // namespace forall::runtime

using namespace forall::runtime;

// Called by the models that are compiled with the pass.
extern "C" int __forall_promised_sign(int number) {
  const ModelCall call(&__forall_promised_sign, "__forall_promised_sign", 1);
  const Value given = call.argument(0, static_cast<u32>(number), 32);
  const Value sign = ite(binary(Op::Slt, given, concrete(0, 32)), concrete(forall::expr::mask(32), 32),
                         ite(equals(given, U128{0}), concrete(0, 32), concrete(1, 32)));
  const Value result = promised(sign, Promise::Sign);
  call.give(result);
  return static_cast<int>(static_cast<u32>(result.bits));
}

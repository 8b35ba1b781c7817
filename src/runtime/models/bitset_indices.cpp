// Whether a bitset has the bit that the program asks for (instrument/bitset_indices.h).
#include "runtime/decide.h"
#include "runtime/models/protocol.h"
#include "runtime/run.h"

using namespace forall::runtime;

extern "C" void __forall_model_bitset_index(u64 index, u64 bits) {
  const ModelCall call(&__forall_model_bitset_index, "std::bitset", 1);
  if (!g.in_run || g.threads) return;
  const Value inside = binary(Op::Ult, call.argument(0, index, 64), concrete(bits, 64));
  if (inside.symbolic() ? branch_on(inside, call.site()) : inside.truth()) return;
  end_run(forall::abi::OutcomeKind::Crashed, forall::abi::Fault::OutOfBounds, call.site(),
          "std::bitset has no such bit", __builtin_return_address(0), forall::abi::OutcomeDetail::Unseen);
}

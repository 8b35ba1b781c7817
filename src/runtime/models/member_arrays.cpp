// Whether a function of the C library stays in the array that it is given (instrument/member_arrays.h).
#include <cstdio>

#include "runtime/decide.h"
#include "runtime/models/protocol.h"
#include "runtime/run.h"

using namespace forall::runtime;

extern "C" void __forall_model_in_member(u64 bytes, u64 room) {
  const ModelCall call(&__forall_model_in_member, "a member array", 2);
  if (!g.in_run || g.threads) return;
  const Value inside = binary(Op::Ule, call.argument(0, bytes, 64), call.argument(1, room, 64));
  if (inside.symbolic() ? branch_on(inside, call.site()) : inside.truth()) return;
  char text[120];
  std::snprintf(text, sizeof text, "access of %llu bytes of an array, or its rest, that has %llu",
                static_cast<unsigned long long>(bytes), static_cast<unsigned long long>(room));
  end_run(forall::abi::OutcomeKind::Crashed, forall::abi::Fault::OutOfBounds, call.site(), text,
          __builtin_return_address(0), forall::abi::OutcomeDetail::Unseen);
}

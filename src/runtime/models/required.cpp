// What functions of the C library require, as the models in src/models find out.
#include <cstdio>

#include "runtime/models/protocol.h"
#include "runtime/run.h"

using namespace forall::runtime;

extern "C" {

// The functions of <ctype.h> accept EOF and the values of an unsigned char. Any other argument is undefined behaviour,
// although libraries with tables return something for some of them.
void __forall_require_character(int character, const char* function) {
  const ModelCall call(&__forall_require_character, function, 1);
  const Value given = call.argument(0, static_cast<u32>(character), 32);
  if (given.symbolic() && upper_bound(given.id) <= 255) return;
  const Value allowed = binary(Op::Ule, binary(Op::Add, given, U128{1}), U128{256});
  if (allowed.symbolic() && deciding(call.site())) {
    decide_condition(allowed, call.site(), forall::abi::DecisionKind::Check);
  }
  if (allowed.truth() || !g.in_run) return;
  char text[96];
  std::snprintf(text, sizeof text, "%s of a value that is neither EOF nor an unsigned char", function);
  end_run(forall::abi::OutcomeKind::Crashed, forall::abi::Fault::OtherCheck, call.site(), text,
          __builtin_return_address(0), forall::abi::OutcomeDetail::Character);
}

// No native run shows what the library does instead.
void __forall_refuse(const char* why) {
  const ModelCall call(&__forall_refuse, why, 0);
  if (!g.in_run) return;
  end_run(forall::abi::OutcomeKind::Crashed, forall::abi::Fault::OtherCheck, call.site(), why,
          __builtin_return_address(0), forall::abi::OutcomeDetail::Unseen);
}

void __forall_refuse_order(const char* why) {
  const ModelCall call(&__forall_refuse_order, why, 0);
  if (!g.in_run) return;
  end_run(forall::abi::OutcomeKind::Crashed, forall::abi::Fault::OtherCheck, call.site(), why,
          __builtin_return_address(0), forall::abi::OutcomeDetail::Algorithm);
}

}  // extern "C"

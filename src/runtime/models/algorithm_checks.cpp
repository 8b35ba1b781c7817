// Checks of what algorithms require, which the program itself does not make: they call its functions. A run that makes one
// looks at nothing else: the explorer lets only the breaking of a condition count. The run that goes on makes none.
#include "runtime/inputs.h"
#include "runtime/models/protocol.h"
#include "runtime/module.h"
#include "runtime/pointer_pairs.h"
#include "runtime/run.h"

namespace forall::runtime {

namespace {

// Each of the first calls has a run of its own, which ends after the check. The others are checked in one run: a loop may
// make very many of them.
constexpr u32 kMostAlone = 16;
u32 calls = 0;
bool checks_rest = false;

constexpr Kept kKept[] = {calls, checks_rest};

void begin() {
  calls = 0;
  checks_rest = false;
}

}  // namespace

FORALL_MODULE(algorithm_checks) = {.phase = Phase::Inputs, .keeps = kKept, .begin_run = begin};

}  // namespace forall::runtime

using namespace forall::runtime;

extern "C" {

bool __forall_looks_aside() {
  const ModelCall call(&__forall_looks_aside, "a check of an algorithm", 0);
  if (!observing()) return false;
  if (calls > kMostAlone) return checks_rest;
  ++calls;
  const InputName name(forall::abi::kLooksAside);
  const U128 bits = chosen_value(name.key, {}, 1);
  const Value looks = new_input(name, "", forall::abi::ScalarKind::Bool, 1, bits, forall::abi::InputOrigin::Unset);
  decide_condition(looks, call.site(), forall::abi::DecisionKind::Aside);
  if (calls > kMostAlone) checks_rest = looks.truth();
  return looks.truth();
}

void __forall_looked_aside() {
  const ModelCall call(&__forall_looked_aside, "a check of an algorithm", 0);
  if (!observing() || calls > kMostAlone) return;
  end_run(forall::abi::OutcomeKind::Discarded, forall::abi::Fault::None, nullptr, "", __builtin_return_address(0));
}

bool __forall_model_in_one_object(const void* pointer, const void* other) {
  const ModelCall call(&__forall_model_in_one_object, "a check of an algorithm", 2);
  if (!g.in_run || g.threads) return false;
  const Object first = object_of(pointer, call.argument_id(0), call.site());
  return first && first.base == object_of(other, call.argument_id(1), call.site()).base;
}

}  // extern "C"

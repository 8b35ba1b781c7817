// The calls that show a difference are reported twice: in words, and as C++ for the closed test (testcase/purity.h).
#include "runtime/observers.h"

#include <cstdio>
#include <cstring>

#include "runtime/methods.h"
#include "runtime/models/protocol.h"
#include "runtime/module.h"
#include "runtime/run.h"
#include "runtime/trace.h"

extern "C" {
void __forall_input(void* address, std::size_t bytes, unsigned width, unsigned kind, const char* name, const char* type,
                    std::uint64_t default_lo, std::uint64_t default_hi, bool is_choice);
}

namespace forall::runtime {

namespace {

bool forgives = false;
Text calls_so_far;  // those with equal results: "add(3), "

// All calls on the objects of this run, as C++: "[0].add(3); [0].total()".
struct Script {
  Text text;
  unsigned parameter = 0;   // of the test, whose object is compared
  bool is_complete = true;  // each call can be expressed
};
Script script;

void add_to_script(const StandInMethod& method, void* const* slots) {
  char object[16];
  std::snprintf(object, sizeof object, "[%u].", script.parameter);
  if (*script.text.c_str() != '\0') script.text.add("; ");
  constexpr std::size_t kMost = 2000;
  script.is_complete = script.is_complete && add_call_code(script.text.add(object), method, slots) &&
                       std::strlen(script.text.c_str()) < kMost;
}

constexpr Kept kKept[] = {forgives, calls_so_far, script};

void begin() {
  forgives = false;
  script.text.clear();
  script.parameter = 0;
  script.is_complete = true;
}

}  // namespace

FORALL_MODULE(observers) = {.phase = Phase::Tables, .keeps = kKept, .begin_run = begin};

bool faults_are_forgiven() { return forgives; }

}  // namespace forall::runtime

using namespace forall::runtime;

extern "C" {

void __forall_forgive_faults(bool does) {
  const ModelCall call(&__forall_forgive_faults, "__forall_forgive_faults", 0);
  forgives = does;
}

// The n-th choice of a method.
void __forall_observer_choice(unsigned* number) {
  const ModelCall call(&__forall_observer_choice, "__forall_observer_choice", 0);
  __forall_input(number, sizeof *number, 32, static_cast<unsigned>(forall::abi::ScalarKind::UInt), "observer",
                 "unsigned int", 0, 0, true);
}

// A call that showed no difference.
void __forall_observed(const void* of, void* const* slots) {
  const ModelCall call(&__forall_observed, "__forall_observed", 0);
  add_call(calls_so_far, *static_cast<const StandInMethod*>(of), slots);
  add_to_script(*static_cast<const StandInMethod*>(of), slots);
  calls_so_far.add(", ");
}

void __forall_not_pure(const void* of, void* const* slots, const void* with, const void* without,
                       const char* thrown_with, const char* thrown_without, const char* file, int line) {
  const ModelCall call(&__forall_not_pure, "__forall_not_pure", 0);
  const StandInMethod& method = *static_cast<const StandInMethod*>(of);
  Text text;
  text.add("not pure: ");
  if (*calls_so_far.c_str() != '\0') text.add("after ").add(calls_so_far.c_str());
  add_call(text.add(method.owner->spelling).add("::"), method, slots);
  add_outcome(text.add(" "), method, thrown_with, with);
  add_outcome(text.add(", without the test it "), method, thrown_without, without);
  add_to_script(method, slots);
  record_failure(file, line, text.c_str(), forall::abi::OutcomeDetail::NotPure,
                 script.is_complete ? script.text.c_str() : "");
}

// The comparison shows less than purity. Adds the line of the ledger that says how much.
void __forall_begin_comparison(const char* key, const char* spelling, unsigned depth, unsigned parameter) {
  const ModelCall call(&__forall_begin_comparison, "__forall_begin_comparison", 0);
  calls_so_far = Text();
  script.parameter = parameter;
  unsigned called = 0;
  Text left_out;
  for_each_method(key, [&](const StandInMethod& method) {
    if (can_be_called(method)) {
      ++called;
    } else {
      left_out.add(*left_out.c_str() == '\0' ? "; not through " : ", ").add(method.short_name);
    }
  });
  char text[200];
  std::snprintf(text, sizeof text,
                "purity was compared through the %u method%s of %.80s that the program uses, at most %u in a row",
                called, called == 1 ? "" : "s", spelling, depth);
  add_ledger(forall::abi::LedgerKind::PurityDepth, nullptr, Text().add(text).add(left_out.c_str()).c_str());
}

}  // extern "C"

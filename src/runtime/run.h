// One run: its start, every way to end it, and what is restored after it.
#pragma once

#include "runtime/state.h"

namespace forall::runtime {

// Once, before the first run: starts all modules. Every run begins with what is there now.
void prepare_runs();

// Sets up the test suite of the PUT: runs of this process begin with its state from now on. If the set-up fails, its
// outcome is that of every run.
void set_up_suite(const ForallPut* put);

// Runs the PUT; the trace and the outcome are in the segment when it returns, also if the run ended early.
void run_put(ForallPut* put);

// Ends the run with this outcome and does not return. Outside of runs: says what happened and aborts the process.
// `caller` is the return address of the function the instrumented code called: frames begin there.
[[noreturn]] void end_run(abi::OutcomeKind kind, abi::Fault fault, const StaticSite* site, const char* message,
                          const void* caller, abi::OutcomeDetail detail = abi::OutcomeDetail::None);
// Ends the run because a bound was reached.
[[noreturn]] void cut_run(abi::Fault bound, StaticSite* site);

// Writes an outcome without ending the run. A crash replaces what was found before; else the first outcome stays.
void record_outcome(abi::OutcomeKind kind, abi::Fault fault, const StaticSite* site, const char* message,
                    abi::OutcomeDetail detail = abi::OutcomeDetail::None);
// Counts a failed assertion, and writes the first one as the outcome. `calls` are those that revealed it.
void record_failure(const char* file, int line, const char* message,
                    abi::OutcomeDetail detail = abi::OutcomeDetail::None, const char* calls = "");

}  // namespace forall::runtime

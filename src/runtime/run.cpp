// A run is a call of the PUT under setjmp. Ending it early is a longjmp: destructors do not run, nothing can catch it,
// and exceptions in flight are forgotten with the state of the C++ runtime. The modules then restore what the run
// changed (module.h).
#include "runtime/run.h"

#include <cstdio>
#include <cstdlib>
#include <exception>

#include "runtime/faults.h"
#include "runtime/frames.h"
#include "runtime/leaks.h"
#include "runtime/module.h"
#include "runtime/observers.h"
#include "runtime/sites.h"
#include "runtime/stack_memory.h"
#include "runtime/stand_in_calls.h"
#include "runtime/trace.h"

namespace forall::runtime {

namespace {

abi::Outcome suite_outcome = {};  // of a set-up that failed

constexpr Kept kKept[] = {suite_outcome};

void begin_run() {
  begin_run_modules();
  g.in_run = true;
  add_standing_lines();
  g.has_lasting_effects = false;  // earlier effects are part of every run
}

// User code that prints values of a test that goes on may throw or crash for other values.
void note_unexplored() {
  const abi::OutcomeKind kind = g.header->outcome.kind;
  if (g.unexplored == nullptr || (kind != abi::OutcomeKind::None && kind != abi::OutcomeKind::Discarded)) return;
  __forall_state.suspended = 0;
  add_ledger(abi::LedgerKind::ConcretizedCall, g.unexplored, "code that prints decides on symbolic data");
}

void finish_run() {
  note_unexplored();
  g.in_run = false;
  end_run_modules();
  // This comes last: a run that corrupted the runtime's memory, so that the above fails, did not pass.
  if (g.header->outcome.kind == abi::OutcomeKind::None) g.header->outcome.kind = abi::OutcomeKind::Passed;
}

// A full string table must not end the run again.
bool has_room_for_strings() { return g.header->strings.capacity - g.header->strings.count > 8192; }

}  // namespace

FORALL_MODULE(run) = {.phase = Phase::Tables, .keeps = kKept};

void prepare_runs() { start_modules(); }

void set_up_suite(const ForallPut* put) {
  std::jmp_buf buffer;
  clear_trace();
  g.throw_frame_count = 0;
  stack_memory_begin();
  std::set_terminate(on_terminate);
  g.setting_up = true;
  g.end_of_run = &buffer;
  if (_setjmp(buffer) == 0) put->set_up_suite(put);
  g.end_of_run = nullptr;
  g.setting_up = false;
  stack_memory_reset();
  suite_outcome = g.header->outcome;
  g.catalog_strings = g.header->strings.count;
  save_modules();
}

void run_put(ForallPut* put) {
  std::jmp_buf buffer;
  begin_run();
  g.end_of_run = &buffer;
  if (suite_outcome.kind != abi::OutcomeKind::None) {
    g.header->outcome = suite_outcome;
  } else if (_setjmp(buffer) == 0) {
    put->run(put);
    note_late_writes();
    look_for_leaks(__builtin_frame_address(0));
  }
  g.end_of_run = nullptr;
  finish_run();
}

void record_outcome(abi::OutcomeKind kind, abi::Fault fault, const StaticSite* site, const char* message,
                    abi::OutcomeDetail detail) {
  abi::Outcome& outcome = g.header->outcome;
  if (outcome.kind != abi::OutcomeKind::None && kind != abi::OutcomeKind::Crashed) return;
  // A pointer that left its object may explain what happens next, but that is what a native run shows.
  if (outcome.kind == abi::OutcomeKind::Crashed && outcome.detail != abi::OutcomeDetail::Unseen) return;
  if (kind == abi::OutcomeKind::Crashed && faults_are_forgiven()) {
    kind = abi::OutcomeKind::Discarded;
    fault = abi::Fault::None;
    detail = abi::OutcomeDetail::None;
  }
  outcome.site = site_index(site);
  outcome.fault = fault;
  outcome.detail = detail;
  outcome.decisions = g.header->decisions.count;
  outcome.kind = kind;
  outcome.message = outcome.calls = 0;
  if (has_room_for_strings()) outcome.message = add_string(message);
}

void record_failure(const char* file, int line, const char* message, abi::OutcomeDetail detail, const char* calls) {
  if (!is_watched()) return;
  abi::Outcome& outcome = g.header->outcome;
  ++outcome.failures;
  if (outcome.kind != abi::OutcomeKind::None) return;
  outcome.file = add_string(file);
  outcome.line = static_cast<u32>(line);
  record_outcome(abi::OutcomeKind::Failed, abi::Fault::None, nullptr, message, detail);
  record_frames(nullptr);  // an assertion in a helper function is one for each of its callers
  if (has_room_for_strings()) outcome.calls = add_string(calls);
}

void end_run(abi::OutcomeKind kind, abi::Fault fault, const StaticSite* site, const char* message, const void* caller,
             abi::OutcomeDetail detail) {
  if (!is_watched() || g.end_of_run == nullptr) {
    std::fprintf(stderr, "forall: the code under test ended%s%s\n", *message != 0 ? ": " : "", message);
    if (site != nullptr) std::fprintf(stderr, "%s:%u: here\n", site->user_file, site->user_line);
    std::abort();
  }
  record_outcome(kind, fault, site, message, detail);
  if (kind == abi::OutcomeKind::Crashed) record_frames(caller);
  std::longjmp(*g.end_of_run, 1);
}

void cut_run(abi::Fault bound, StaticSite* site) {
  if (!is_watched() || g.end_of_run == nullptr) std::abort();
  if (site != nullptr) site->decided = 0;
  record_outcome(abi::OutcomeKind::Cut, bound, site, "");
  std::longjmp(*g.end_of_run, 1);
}

}  // namespace forall::runtime

// A run is a call of the PUT under setjmp. Ending it early is a longjmp: destructors do not run, nothing can catch it,
// and exceptions in flight are forgotten with the state of the C++ runtime. What the run changed is then put back:
// shadow memory, heap, the counters of the sites it visited, the mutable globals of the instrumented code, and the
// thread-local variables of the executable.
#include "runtime/run.h"

#include <cxxabi.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>
#include <cerrno>
#include <cfenv>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>

#include "runtime/extents.h"
#include "runtime/faults.h"
#include "runtime/foreign_variables.h"
#include "runtime/frames.h"
#include "runtime/heap.h"
#include "runtime/inputs.h"
#include "runtime/leaks.h"
#include "runtime/library_state.h"
#include "runtime/objects.h"
#include "runtime/observers.h"
#include "runtime/references.h"
#include "runtime/remembered.h"
#include "runtime/shadow.h"
#include "runtime/sites.h"
#include "runtime/stack_memory.h"
#include "runtime/stand_in_calls.h"
#include "runtime/stand_ins.h"
#include "runtime/trace.h"
#include "runtime/unset.h"

// Says which function the program defines though a model stands for it in its other files.
extern "C" [[gnu::weak, gnu::visibility("hidden")]] const char __forall_program_replaces[];

namespace forall::runtime {

namespace {

char* saved_globals = nullptr;
char* saved_thread_locals = nullptr;
bool globals_unsaved = false;
abi::Outcome suite_outcome = {};  // of a set-up that did not succeed

// The thread-local variables of the executable, in the thread that runs the tests.
Object thread_locals;

int find_thread_locals(dl_phdr_info* info, std::size_t, void*) {
  for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
    if (info->dlpi_phdr[i].p_type != PT_TLS || info->dlpi_tls_data == nullptr) continue;
    thread_locals = {reinterpret_cast<u64>(info->dlpi_tls_data), info->dlpi_phdr[i].p_memsz};
  }
  return 1;  // the executable comes first
}

void save_globals() {
  u64 size = 0;
  for_each_mutable_global([&](const abi::StaticGlobal& global) { size += global.size; });
  dl_iterate_phdr(find_thread_locals, nullptr);
  size += thread_locals.size;
  if (size == 0) return;
  if (saved_globals == nullptr) {
    void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
      globals_unsaved = true;
      return;
    }
    ignore_in_leak_search(memory, size);
    saved_globals = static_cast<char*>(memory);
  }
  char* to = saved_globals;
  for_each_mutable_global([&](const abi::StaticGlobal& global) {
    std::memcpy(to, global.address, global.size);
    to += global.size;
  });
  saved_thread_locals = to;
  if (thread_locals.size > 0) std::memcpy(to, reinterpret_cast<void*>(thread_locals.base), thread_locals.size);
}

void restore_globals() {
  const char* from = saved_globals;
  if (from == nullptr) return;
  for_each_mutable_global([&](const abi::StaticGlobal& global) {
    if (std::memcmp(global.address, from, global.size) != 0) std::memcpy(global.address, from, global.size);
    from += global.size;
  });
  if (thread_locals.size > 0)
    std::memcpy(reinterpret_cast<void*>(thread_locals.base), saved_thread_locals, thread_locals.size);
}

// The counters in the site records, by the tables of the run that raised them.
void reset_sites() {
  for (u32 i = 0; i < g.header->decisions.count; ++i) {
    if (StaticSite* site = site_at(g.decisions[i].site)) site->decided = 0;
  }
  for (u32 i = 0; i < g.header->coverage.count; ++i) {
    if (StaticSite* site = site_at(g.coverage[i].site)) site->covered = 0;
  }
  if (StaticSite* site = site_at(g.header->outcome.site)) site->decided = 0;
}

// The state that each run begins with is the present one.
void save_state() {
  for (StaticSite* site = first_static_site(); site != end_of_static_sites(); ++site) site->covered = site->decided = 0;
  __forall_state.argument_callee = __forall_state.result_callee = nullptr;
  save_library_state();
  heap_seal();
  save_globals();
  save_foreign();
}

void clear_trace() {
  abi::Header& h = *g.header;
  abi::Outcome& outcome = h.outcome;
  outcome.kind = abi::OutcomeKind::None;
  outcome.fault = abi::Fault::None;
  outcome.site = abi::kNoSite;
  outcome.message = outcome.file = outcome.line = outcome.failures = 0;
  outcome.frame_count = outcome.exception_type = outcome.decisions = 0;
  h.nodes.count = 1;
  h.decisions.count = h.inputs.count = h.observations.count = h.ledger.count = h.coverage.count = 0;
  h.objects.count = 0;
  h.calls.count = 0;
  h.operands.count = 0;
  h.strings.count = g.catalog_strings;
}

void begin_run() {
  clear_trace();
  ++g.epoch;
  begin_inputs();
  begin_references();
  begin_extents();
  begin_stand_ins();
  begin_observers();
  begin_remembered();
  g.stack_at_start = __forall_state.stack_top;
  stack_memory_begin();
  unset_begin();
  __forall_state.argument_callee = __forall_state.result_callee = nullptr;
  std::memset(__forall_state.arguments, 0, sizeof __forall_state.arguments);  // ids of another run mean nothing
  __forall_state.suspended = 0;
  __forall_state.indirect_site = nullptr;
  g.unexplored = nullptr;
  g.model_site = nullptr;
  errno = 0;  // the C library's own state, which a run before may have left
  std::fesetenv(FE_DFL_ENV);
  std::memcpy(g.exception_globals, __cxxabiv1::__cxa_get_globals(), sizeof g.exception_globals);
  std::set_terminate(on_terminate);
  g.in_run = true;
  // What a global variable was made of.
  if (g.asked != nullptr) add_ledger(abi::LedgerKind::Environment, g.asked_at, g.asked);
  if (g.threads_before) add_ledger(abi::LedgerKind::ThreadStarted, nullptr, "before the first run");
  if (__forall_program_replaces != nullptr) {
    add_ledger(abi::LedgerKind::UnsupportedCode, nullptr, __forall_program_replaces);
  }
  if (globals_unsaved || g.unsealed_heap) {
    add_ledger(abi::LedgerKind::GlobalState, nullptr, "no memory to save the program's variables");
  }
  g.left = false;  // what happened before is part of every run
}

// User code that prints values of a test that goes on may throw or crash for others.
void note_unexplored() {
  const abi::OutcomeKind kind = g.header->outcome.kind;
  if (g.unexplored == nullptr || (kind != abi::OutcomeKind::None && kind != abi::OutcomeKind::Discarded)) return;
  __forall_state.suspended = 0;
  add_ledger(abi::LedgerKind::ConcretizedCall, g.unexplored, "code that prints decides on symbolic data");
}

void finish_run() {
  note_unexplored();
  end_stand_ins();
  g.in_run = false;
  std::memcpy(__cxxabiv1::__cxa_get_globals(), g.exception_globals, sizeof g.exception_globals);
  stack_memory_reset();
  __forall_state.argument_callee = __forall_state.result_callee = nullptr;
  __forall_state.suspended = 0;
  reset_sites();
  restore_library_state();
  shadow_reset();
  unset_reset();
  heap_reset();
  restore_globals();
  g.left = g.left || any_foreign_changed();
  // Last: a run that broke our memory so that this could not be done did not pass.
  if (g.header->outcome.kind == abi::OutcomeKind::None) g.header->outcome.kind = abi::OutcomeKind::Passed;
}

}  // namespace

Object thread_local_memory() { return thread_locals; }

void prepare_runs() {
  g.threads_before = g.threads;
  ignore_in_leak_search(stack_frames, sizeof stack_frames);
  g.threads = false;  // they do not survive the fork of a worker
  shadow_start();
  objects_start();
  frames_start();
  start_inputs();
  start_references();
  start_extents();
  start_stand_ins();
  start_remembered();
  save_state();
}

void set_up_suite(const ForallPut* put) {
  std::jmp_buf buffer;
  clear_trace();
  g.throw_frame_count = 0;
  g.stack_at_start = __forall_state.stack_top;
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
  g.threads_before = g.threads_before || g.threads;
  save_state();
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

void record_outcome(abi::OutcomeKind kind, abi::Fault fault, const StaticSite* site, const char* message) {
  abi::Outcome& outcome = g.header->outcome;
  if (outcome.kind != abi::OutcomeKind::None && kind != abi::OutcomeKind::Crashed) return;
  if (outcome.kind == abi::OutcomeKind::Crashed) return;
  if (kind == abi::OutcomeKind::Crashed && faults_are_forgiven()) {
    kind = abi::OutcomeKind::Discarded;
    fault = abi::Fault::None;
  }
  outcome.site = site_index(site);
  outcome.fault = fault;
  outcome.decisions = g.header->decisions.count;
  outcome.kind = kind;
  outcome.message = 0;
  // A full string table must not end the run again.
  const bool room = g.header->strings.capacity - g.header->strings.count > 8192;
  if (room) outcome.message = add_string(message);
}

void end_run(abi::OutcomeKind kind, abi::Fault fault, const StaticSite* site, const char* message, const void* caller) {
  if (!is_watched() || g.end_of_run == nullptr) {
    std::fprintf(stderr, "forall: the code under test ended%s%s\n", *message != 0 ? ": " : "", message);
    if (site != nullptr) std::fprintf(stderr, "%s:%u: here\n", site->user_file, site->user_line);
    std::abort();
  }
  record_outcome(kind, fault, site, message);
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

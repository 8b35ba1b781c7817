// The state that the runtime keeps, and when each part of it is prepared and restored.
//
// A module is a file with variables that live longer than one call, or with something to do around a run. It registers
// itself, after its variables:
//
//   constexpr Kept kKept[] = {extents, extent_count};
//   void begin() { extent_count = 0; }
//
//   FORALL_MODULE(extents) = {.phase = Phase::Tables, .keeps = kKept, .begin_run = begin};
//
// The build collects these lines from the sources (list_modules.cmake), so every module is linked and none is listed
// by hand.
#pragma once

#include "runtime/state.h"

namespace forall::runtime {

// At each moment modules are called by their phase. Nothing may depend on the order within a phase, which is that of
// their names.
enum class Phase : u8 {
  Trace,      // the trace is empty, and the run has a number
  Inputs,     // what the explorer chose can be looked up
  Tables,     // tables that a run fills; these modules do not depend on each other
  Machine,    // calls, stack, exceptions, sites: state that an interrupted run left inconsistent
  Libraries,  // restored while the heap of the run exists, by calls into the program; saved before its variables are
  Shadow,     // which bytes are symbolic or unset; restored before the memory, whose flags are restored as a whole
  Memory,     // the heap and the variables of the program
  Foreign,    // variables of other code: compared when everything else was restored
};
inline constexpr unsigned kPhases = static_cast<unsigned>(Phase::Foreign) + 1;

// A variable.
struct Kept {
  template <typename Variable>
  constexpr Kept(const Variable& variable) : address(&variable), size(sizeof variable) {}
  const void* address;
  std::size_t size;
};

struct KeptList {
  constexpr KeptList() = default;
  template <std::size_t kCount>
  constexpr KeptList(const Kept (&list)[kCount]) : first(list), count(kCount) {}
  const Kept* begin() const { return first; }
  const Kept* end() const { return first + count; }
  const Kept* first = nullptr;
  std::size_t count = 0;
};

using Hook = void (*)();

struct Module {
  Phase phase;
  KeptList keeps = {};   // all its variables
  Hook start = nullptr;  // once per process, before the first run
  Hook save = nullptr;   // every run begins with the state that is saved: after all starts, and after a suite's set-up
  Hook begin_run = nullptr;  // before each run
  Hook end_run = nullptr;    // after each run, however it ended
};

#define FORALL_MODULE(name)          \
  extern const Module name##_module; \
  constinit const Module name##_module

struct NamedModule {
  const char* name;
  const Module* module;
};

// All modules, by name.
struct ModuleList {
  const NamedModule* begin() const { return first; }
  const NamedModule* end() const { return first + count; }
  const NamedModule* first;
  std::size_t count;
};
ModuleList all_modules();

// Writes the modules' hooks for one moment, in the order of their calls, with a null after the last. Returns their
// number. There must be room for one more than there are modules.
std::size_t arrange_hooks(ModuleList modules, Hook Module::* moment, Hook* hooks);

void start_modules();      // start, then save
void save_modules();       // save
void begin_run_modules();  // begin_run
void end_run_modules();    // end_run

}  // namespace forall::runtime

// State that several modules of the runtime share. A variable that only one module uses is in that module's file, and
// registered there (module.h).
#pragma once

#include <csetjmp>
#include <cstdint>

#include "abi/segment.h"
#include "abi/target_state.h"
#include "expr/bits.h"
#include "forall/engine.h"

namespace forall::runtime {

using abi::Bits;
using abi::Op;
using abi::StaticSite;
using expr::U128;
using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

// Sites that no static record describes: assumptions, models called without a site, methods that axioms stand in for.
// Their records are reserved after those of the catalog and filled at first use.
inline constexpr u32 kDynamicSites = 512;

// Deep enough for any recursion that the stack itself can hold; untouched pages cost nothing.
inline constexpr std::size_t kStackFrames = std::size_t{1} << 20;
extern abi::StackFrame stack_frames[kStackFrames];

struct State {
  // The segment, with the addresses of its tables.
  abi::Header* header = nullptr;
  abi::Node* nodes = nullptr;
  abi::Decision* decisions = nullptr;
  abi::InputRecord* inputs = nullptr;
  abi::Preset* presets = nullptr;
  abi::Observation* observations = nullptr;
  abi::LedgerRecord* ledger = nullptr;
  abi::CoverRecord* coverage = nullptr;
  abi::ObjectRecord* objects = nullptr;
  abi::CallRecord* calls = nullptr;
  abi::OperandRecord* operands = nullptr;
  abi::SiteRecord* sites = nullptr;
  char* strings = nullptr;
  u32* decided = nullptr;  // by node: the run in which its value was decided

  // Where code that prints, which is not explored, first reached a decision on symbolic data.
  const StaticSite* unexplored = nullptr;

  bool in_run = false;               // symbolic values exist only then
  bool setting_up = false;           // SetUpTestSuite runs: nothing is symbolic, and its end is an outcome
  bool serving = false;              // this process answers to an explorer
  bool randomized = false;           // addresses of stack and globals differ from process to process
  bool arena_moved = false;          // the heap is not at its usual address
  bool threads = false;              // this process started a thread
  bool has_lasting_effects = false;  // the run had effects that cannot be undone: the next one needs a new process
  u32 epoch = 0;                     // number of the run; marks entries of caches as of this run
  u32 static_sites = 0;              // records that the pass emitted
  u32 catalog_strings = 1;           // strings of a run begin here
  abi::StackFrame* stack_at_start = nullptr;

  std::jmp_buf* end_of_run = nullptr;
  void* exception_globals[2] = {};  // __cxa_get_globals() at the start of the run
  u64 load_bias = 0;                // of the executable
  u64 stack_base = 0;               // the highest address of the main stack
  u64 stack_limit = 0;              // its greatest size

  u32 throw_frame_count = 0;  // frames of the last throw of this run
  u64 throw_frames[abi::kMaxFrames] = {};

  int building = 0;  // > 0: blocks that are allocated are part of the inputs

  StaticSite* model_site = nullptr;  // where the model that runs was called
  StaticSite dynamic_sites[kDynamicSites] = {};

  ForallPut* first_put = nullptr;
  ForallPut* last_put = nullptr;
  u32 put_count = 0;
  ForallAxioms* first_axioms = nullptr;
  const ForallMock* first_mock = nullptr;
};

extern State g;

// Only a run has symbolic values; while assertion text is printed nothing is decided or put in the ledger.
bool observing();

}  // namespace forall::runtime

extern "C" {
extern forall::abi::TargetState __forall_state;
}

namespace forall::runtime {
// Is code running whose end is an outcome?
inline bool is_watched() { return g.in_run || g.setting_up; }
inline bool observing() { return g.in_run && __forall_state.suspended == 0; }
// Like observing, at a place where an exploration would decide; if it cannot, notes the place in `unexplored`.
inline bool deciding(const StaticSite* site) {
  if (observing()) return true;
  if (g.in_run && g.unexplored == nullptr) g.unexplored = site;
  return false;
}
}  // namespace forall::runtime

// The data that instrumented code touches without a call: the layouts the pass emits code against and the runtime
// defines.
//
// Everything here is one plain struct or array with a fixed layout (static_asserts below), because the pass computes
// field addresses by index. All symbols have hidden visibility in the target:
//
//   TargetState  __forall_state                not thread-local: code under test has one thread
//   uint8_t      __forall_flags[kFlagCount]
#pragma once

#include <cstddef>
#include <cstdint>

#include "abi/segment.h"

namespace forall::abi {

// Might the memory at `address` be symbolic? One byte per 64-byte line, lines 2^24 bytes apart share a byte:
//
//   __forall_flags[(address >> kFlagShift) & kFlagMask] != 0
//
// The runtime raises the flag of each line from which an access of up to kMaxAccess bytes can reach a symbolic byte, so
// instrumented code looks at the line of the first byte only. Wider accesses must be split or go to the runtime.
inline constexpr unsigned kFlagShift = 6;
inline constexpr std::uint64_t kFlagCount = 1u << 18;
inline constexpr std::uint64_t kFlagMask = kFlagCount - 1;
inline constexpr unsigned kMaxAccess = 16;

// A place in the instrumented code, emitted by the pass into section "forall_sites" (writable).
struct StaticSite {
  std::uint64_t id;
  std::uint64_t branch;
  const char* file;
  const char* function;   // mangled name of the source function
  const char* user_file;  // where the code that a user wrote called into a system header; else the same as file
  std::uint32_t line;
  std::uint32_t column;
  std::uint32_t user_line;
  std::uint32_t directions;
  SiteKind kind;
  Fault fault;
  std::uint8_t is_system;
  std::uint8_t is_model;  // in a model compiled with the pass: shown where the model was called
  std::uint32_t decided;  // written by the runtime: decisions of this site in this run
  std::uint64_t
      covered;  // bit min(direction, 63): executed in this run. Instrumented code tests it, __forall_cover sets it
};
static_assert(sizeof(StaticSite) == 72);
static_assert(offsetof(StaticSite, covered) == 64);

// A function whose address is taken and that has debug information, in section "forall_functions": parameter names for
// PUTs.
struct StaticFunction {
  const void* function;
  const char* parameters;  // names separated by ','
};
static_assert(sizeof(StaticFunction) == 16);

// A global variable that instrumented code defines, in section "forall_globals". Mutable ones are reset between runs;
// all are known objects for symbolic addresses.
struct StaticGlobal {
  void* address;
  std::uint64_t size;
  std::uint64_t is_constant;
};
static_assert(sizeof(StaticGlobal) == 24);

// A stack object whose address escapes its function. Pushed at its alloca; popped on return, and in landing pads.
struct StackObject {
  std::uint64_t address;
  std::uint64_t size;
};

inline constexpr unsigned kMaxArguments = 64;  // scalar leaves of all arguments of one call
inline constexpr unsigned kMaxResults = 64;    // scalar leaves of one result

// How expression ids travel through calls. A caller whose argument ids are not all zero stores them and sets
// argument_callee to the function it calls; a function that finds its own address there takes the ids and clears it. A
// call whose callee is not known to be instrumented always sets argument_callee, so that afterwards "still set" means
// "the callee was not instrumented". Results travel the same way: a function that returns a symbolic value stores the
// ids and its own address; the caller takes them if the address is the one it called, and clears it.
//
// So both tags are null whenever instrumented code runs between calls. Who finds a tag that is neither null nor its own
// reports it: a function entered with another's argument tag was called by uninstrumented code (external_returned), a
// result tag of another function is a symbolic result that uninstrumented code got. A model of the runtime that calls
// back instrumented code must therefore take or clear both tags itself.
struct TargetState {
  const void* argument_callee;
  const void* result_callee;
  StackObject* stack_top;        // one past the innermost object
  std::uint32_t suspended;       // > 0: inside assertion printing; nothing is decided or put in the ledger
  std::uint32_t symbolic_bytes;  // > 0: this run has made memory symbolic
  std::uint32_t arguments[kMaxArguments];
  std::uint32_t results[kMaxResults];
  // Where a model of the runtime is called from, stored before every such call: its decisions are shown there.
  const StaticSite* call_site;
  // The last call through a pointer, in modules that call methods which axioms describe: the virtual ones are shown
  // there.
  const StaticSite* indirect_site;
};
static_assert(offsetof(TargetState, stack_top) == 16);
static_assert(offsetof(TargetState, suspended) == 24);
static_assert(offsetof(TargetState, arguments) == 32);
static_assert(offsetof(TargetState, results) == 32 + 4 * kMaxArguments);

// A module that defines this symbol holds models: library functions written in C++ and compiled with the pass.
inline constexpr const char* kModelMarker = "__forall_models";

// One value of a switch and the direction (see CoverRecord) it leads to; values of one destination share a direction.
struct SwitchCase {
  std::uint64_t value;
  std::uint64_t direction;
};

}  // namespace forall::abi

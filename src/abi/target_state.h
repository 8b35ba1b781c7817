// The data that instrumented code touches without a call: the layouts the pass emits code against and the runtime
// defines.
//
// Everything here is one plain struct or array with a fixed layout (static_asserts below), because the pass computes
// field addresses by index. All symbols have hidden visibility in the target:
//
//   TargetState  __forall_state                not thread-local: code under test has one thread
#pragma once

#include <cstddef>
#include <cstdint>

#include "abi/segment.h"

namespace forall::abi {

// What instrumented code must know before it touches memory: one byte, the flags, for each 8 bytes, at an address that
// follows from theirs. 0: use it as it is. Else the runtime is called, which knows the exact bounds and expressions.
inline constexpr unsigned kFlagShift = 3;
inline constexpr std::uint64_t kGranule = 1u << kFlagShift;
inline constexpr std::uint64_t kFlagBase = std::uint64_t{1} << 36;
inline constexpr std::uint64_t kFlagMask = (std::uint64_t{1} << 45) - 1;  // addresses have 48 bits
constexpr std::uint64_t flag_address(std::uint64_t address) {
  return kFlagBase + ((address >> kFlagShift) & kFlagMask);
}

// Which of the 8 bytes may be used: all, the first 1 to 7, or none for a reason.
enum class Use : std::uint8_t {
  All = 0,
  HeapGuard = 8,  // around blocks of the heap
  Freed,
  FrameStart,   // the first 8 bytes of a frame (StackFrame)
  StackGuard,   // around variables on the stack
  OutOfScope,   // a variable whose scope has ended, or not begun
  Returned,     // a variable of a function that has returned
  GlobalGuard,  // around global variables
  NullPage,     // where a small offset from a null pointer ends up
};
inline constexpr std::uint8_t kUseBits = 0x0f;
inline constexpr std::uint8_t kPartlyUnsetFlag = 0x10;  // some of the bytes were not written yet
inline constexpr std::uint8_t kUnsetFlag = 0x20;        // none of the bytes was written yet
inline constexpr std::uint8_t kUnsetFlags = kUnsetFlag | kPartlyUnsetFlag;
inline constexpr std::uint8_t kWatchedFlag = 0x40;   // each access is the runtime's to decide
inline constexpr std::uint8_t kSymbolicFlag = 0x80;  // some of the bytes are symbolic

inline constexpr unsigned kMaxAccess = 16;  // wider accesses of instrumented code are split

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

// An enum of the code under test, in section "forall_enums".
struct StaticEnum {
  const char* type;         // as C++ source: "ns::Color"
  const char* enumerators;  // "Red=0,Green=-1"
  // It has no fixed underlying type, so its values are those of the smallest bit field that holds its enumerators. 0: it
  // has one, or this is not known.
  std::uint64_t has_few_values;
};
static_assert(sizeof(StaticEnum) == 24);

// What is known of a type: where the parts of its objects lie, and of which types they are. Characters, and whatever
// debug information does not describe, are memory for any type: nothing is known of them, and the pointer is null.
struct TypeLayout;
struct TypePart {
  std::uint64_t offset;
  std::uint64_t size;  // of all elements, if the part is an array
  const TypeLayout* type;
};
static_assert(sizeof(TypePart) == 24);
struct TypeLayout {
  std::uint64_t size;
  const char* name;  // "int", also of unsigned int; "*" of a pointer; "_ZTS5Point"; null of an array
  std::uint64_t is_union;
  std::uint64_t is_constant;
  std::uint64_t count;
  const TypePart* parts;
};
static_assert(sizeof(TypeLayout) == 48);

// A global variable that instrumented code defines, in section "forall_globals". Mutable ones are reset between runs;
// all are known objects for symbolic addresses.
struct StaticGlobal {
  void* address;
  std::uint64_t size;
  std::uint32_t is_constant;
  std::uint32_t is_merged;  // several files may define it; AddressSanitizer has no guards around it
  std::uint64_t guard;      // bytes before it and, rounded up, after it that belong to no variable; 0: none
  const char* name;         // in the source, or null
  const TypeLayout* type;
};
static_assert(sizeof(StaticGlobal) == 48);

// A variable on the stack that code elsewhere may know by its address.
struct FrameVariable {
  std::uint64_t offset;  // in the frame
  std::uint64_t size;
  const char* name;  // in the source, or null
  const char* file;
  std::uint64_t line;
  const TypeLayout* type;
};
static_assert(sizeof(FrameVariable) == 48);

// The variables of one function; guards lie before, between and after them.
//
//   | 32 bytes | variable | guard | variable | guard |
struct FrameLayout {
  std::uint64_t size;
  std::uint64_t count;
  const FrameVariable* variables;
};
static_assert(sizeof(FrameLayout) == 24);

// One call of a function with such variables. Pushed at its entry; popped on return, and in landing pads.
struct StackFrame {
  std::uint64_t address;
  const FrameLayout* layout;
  std::uint64_t kind;  // FrameKind
};
static_assert(sizeof(StackFrame) == 24);
enum class FrameKind : std::uint64_t {
  OnStack,  // in the memory of the machine's stack: used again after the return
  Kept,     // in memory that stays closed after the return, because a pointer to it may be kept
};

// Added to the number of bytes of a store: a pointer is stored.
inline constexpr std::uint32_t kStoresPointer = 0x100;

// The id of a value of w bits that nothing was ever stored to is kUnsetIds + w, until an operator looks at it; that of
// a variable after its scope is kUnsetWidths more. Its bits are 0. Such ids are in no trace.
inline constexpr std::uint32_t kUnsetIds = 0xffff0000;
inline constexpr std::uint32_t kUnsetWidths = 129;
inline constexpr bool is_unset_id(std::uint32_t id) { return id >= kUnsetIds && id < kUnsetIds + 2 * kUnsetWidths; }
inline constexpr unsigned unset_width(std::uint32_t id) { return (id - kUnsetIds) % kUnsetWidths; }
inline constexpr bool is_ended_id(std::uint32_t id) { return id >= kUnsetIds + kUnsetWidths && is_unset_id(id); }

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
  StackFrame* stack_top;         // one past the innermost frame
  std::uint32_t suspended;       // > 0: inside assertion printing; nothing is decided or put in the ledger
  std::uint32_t symbolic_bytes;  // > 0: this run has made memory symbolic
  std::uint32_t arguments[kMaxArguments];
  std::uint32_t results[kMaxResults];
  // Where a model of the runtime is called from, stored before every such call: its decisions are shown there.
  const StaticSite* call_site;
  // Where the next kept frame goes, and the end of the memory for them.
  std::uint64_t next_frame;
  std::uint64_t frames_end;
  // The last call through a pointer, in modules that call methods which axioms describe: the virtual ones are shown
  // there.
  const StaticSite* indirect_site;
  // The object that two pointers were last found to point into (pointer_pair); [0, 0] if none is remembered.
  std::uint64_t pair_base;
  std::uint64_t pair_size;
  // The type of the object that the next allocation is for, where a new-expression says it.
  const TypeLayout* allocated_type;
};
static_assert(offsetof(TargetState, stack_top) == 16);
static_assert(offsetof(TargetState, suspended) == 24);
static_assert(offsetof(TargetState, arguments) == 32);
static_assert(offsetof(TargetState, results) == 32 + 4 * kMaxArguments);

// A module that defines this symbol holds models: library functions written in C++ and compiled with the pass.
inline constexpr const char* kModelMarker = "__forall_models";

// What is done with an iterator of a list or a tree (the pass's end_iterators.h).
enum class IteratorUse : std::uint64_t { Element, Next, Previous };

// The front end's plugin calls functions with such names, which the pass replaces (casts.h).
inline constexpr const char* kCastPrefix = "__forall_cast:";
// A function of that plugin, bool(const char* name): is this an enum without a fixed underlying type?
inline constexpr const char* kAskForFewValues = "forall_has_few_values";

// One value of a switch and the direction (see CoverRecord) it leads to; values of one destination share a direction.
struct SwitchCase {
  std::uint64_t value;
  std::uint64_t direction;
};

}  // namespace forall::abi

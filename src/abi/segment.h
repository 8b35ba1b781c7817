// The memory segment that explorer and target share, as plain data with a version.
//
// The explorer creates the segment, fills `Request` and the inputs, and asks for a run; the target appends expression
// nodes, decisions, inputs, observations, ledger lines and covered branches, and ends with an outcome. Everything is an
// offset or an index, never a pointer, so a segment written to a file is a saved trace.
//
// +--------+---------+---------+-------+-----------+--------+--------------+--------+----------+---------+-----------+
// | header | presets | catalog | nodes | decisions | inputs | observations | ledger | coverage | objects | calls ... |
// +--------+---------+---------+-------+-----------+--------+--------------+--------+----------+---------+-----------+
//
// Tables are appended to by one writer at a time; their `count` is written after the record, so that a target that dies
// in the middle of a run leaves a readable prefix.
#pragma once

#include <cstddef>
#include <cstdint>

#include "abi/operators.h"

namespace forall::abi {

inline constexpr std::uint64_t kTraceMagic = 0x31'6c'6c'61'72'6f'66ULL;  // "forall1"
inline constexpr std::uint32_t kTraceVersion = 6;

// The target finds the segment and its pipes at these descriptors, if kExploreVariable is in its environment.
inline constexpr const char* kExploreVariable = "FORALL_EXPLORE";  // value: "1"
inline constexpr int kSegmentFd = 200;                             // the shared memory
inline constexpr int kCommandFd = 201;                             // explorer -> target: one Command byte per request
inline constexpr int kReplyFd = 202;                               // target -> explorer: one Reply byte per answer

// One byte on the command pipe. The segment's Request says the rest.
enum class Command : std::uint8_t { Run = 'R', Quit = 'Q' };
// One byte on the reply pipe.
//   Ready  once, after start-up: the catalog is in the segment
//   Done   a run ended and wrote its outcome
//   Died   the worker that ran it is gone; header.exit_status holds its wait status. If the worker's signal handler
//          still ran, the outcome is written; else header.outcome.kind is OutcomeKind::None. A new worker is already
//          waiting.
enum class Reply : std::uint8_t { Ready = 'r', Done = 'D', Died = 'X' };

// A value of up to 128 bits; bits above the width are zero.
struct Bits {
  std::uint64_t lo = 0;
  std::uint64_t hi = 0;
  friend constexpr bool operator==(const Bits& x, const Bits& y) { return x.lo == y.lo && x.hi == y.hi; }
  friend constexpr bool operator!=(const Bits& x, const Bits& y) { return !(x == y); }
};

// An expression over the inputs, with the value it had in this run. Operands have smaller indices. Node 0 means
// "concrete" and is never read.
struct Node {
  Op op;
  std::uint8_t reserved;
  std::uint16_t width;
  std::uint32_t a;
  std::uint32_t b;
  std::uint32_t c;
  Bits value;
};
static_assert(sizeof(Node) == 32);

enum class DecisionKind : std::uint8_t {
  Branch,   // a conditional branch or one case of a switch
  Check,    // a branch whose other side is a run-time check that fails (overflow, bounds, division by zero, ...)
  Assume,   // an assumption: value 1 goes on; value 0 ended the run as discarded. The side 0 need never be explored
  Address,  // a symbolic address took this value
  Callee,   // a symbolic function pointer took this value
  Value,    // any other symbolic value that had to become concrete, decided and not approximated
  Bound,    // a limit of the inputs that are built (a length, a number of objects). Held like an assumption; where a
            // path has no continuation but for it, the exploration was cut
  Aside,    // whether the run looks at what an algorithm requires (value 1): apart from the program, which does not
};

// "In this run, `node` had the value `value`": one step of the path. A node of width 1 has one alternative; a wider one
// has as many as the solver finds.
struct Decision {
  std::uint32_t site;  // index into the catalog's sites
  std::uint32_t node;
  std::uint64_t value;
  DecisionKind kind;
  std::uint8_t reserved[7];
};
static_assert(sizeof(Decision) == 24);

// The scalar C++ types inputs are made of.
enum class ScalarKind : std::uint8_t {
#define FORALL_SCALAR(enumerator, name, is_signed) enumerator,
#include "forall/internal/scalars.def"
};

// A value the explorer chose for the input of this key. Inputs without a preset take their default.
struct Preset {
  std::uint64_t key;
  Bits value;
};

// An input as the run created it. `key` is fnv1a of its name; names are unique in a run ("p", "p.x", "a[3]", "n",
// "n#2").
struct InputRecord {
  std::uint64_t key;
  std::uint32_t name;  // string offset
  std::uint32_t node;
  std::uint16_t width;
  ScalarKind kind;
  std::uint8_t is_choice;  // made by forall::choose, not part of a parameter
  std::uint32_t type;      // string offset of the C++ spelling of the type
  Bits value;
};

// An Input node that is none: a leaf for an uninitialised value. For the path it is the constant that it was.
inline constexpr std::uint32_t kUnsetLeaf = 1;  // in Node::b
constexpr bool is_unset_leaf(const Node& node) { return node.op == Op::Input && node.b == kUnsetLeaf; }
// How the inputs are named that say what else an uninitialised value could have been.
inline constexpr const char* kUnsetInput = "(uninitialised)";
// And those that say which of the results it is that C++ leaves open.
inline constexpr const char* kEitherResult = "(either result)";
// And those that say whether a run looks at what an algorithm requires.
inline constexpr const char* kLooksAside = "(check of an algorithm)";

// An object that pointers of this run may point to, as the run created it. Its name is that of the reference ("list")
// or of what its own pointer points to ("*head", whose parts are "head->next"). An object that no path has accessed
// is reserved, and has no inputs.
struct ObjectRecord {
  std::uint64_t address;
  std::uint64_t size;
  std::uint32_t name;  // string offset
  std::uint32_t type;  // string offset: the C++ spelling of its class, once it is built that of its dynamic type
  std::uint32_t is_built;
  std::uint32_t reserved;
};

// A value the test observed. Node 0: it did not depend on the inputs.
struct Observation {
  std::uint32_t name;
  std::uint32_t type;
  std::uint32_t node;
  std::uint16_t width;
  ScalarKind kind;
  std::uint8_t reserved;
  Bits value;
};

// A call of a method that axioms stand in for (stand_ins.h): which function of what it was, and where on the path. What
// came out of it are inputs of the run; the path is one of the program only as far as they meet the axioms.
struct CallRecord {
  std::uint32_t method;     // string offset: the name of its StandInMethod, with "=" appended for a write through a
                            // reference that it returned
  std::uint32_t site;       // a dynamic site, for conditions about the call
  std::uint32_t decisions;  // of the run before the call. That on the exception comes after it
  std::uint32_t first_operand;
  std::uint32_t operand_count;
  std::uint32_t short_name;  // string offset
  std::uint32_t flags;       // StandInFlags
  std::uint32_t reserved;
};

enum class OperandRole : std::uint8_t {
  // Its arguments. Two calls with equal ones have equal outcomes.
  State,     // of an object
  Argument,  // a leaf of a parameter
  Unequal,   // equal to no other
  // Its outcome.
  NextState,  // of an object, in the order of State
  Output,     // a leaf of a parameter that the method may change
  Result,     // a leaf of the result
  Exception,  // 0: none; k: the k-th that the axioms of the class name; the last: any other
};

struct OperandRecord {
  OperandRole role;
  ScalarKind kind;
  std::uint16_t width;
  std::uint32_t node;       // 0: concrete
  std::uint32_t name;       // string offset: of the parameter and its part, "" for the result
  std::uint32_t parameter;  // its number, from 0; kNoParameter for Result, the greatest number of an Exception
  Bits value;
};
inline constexpr std::uint32_t kNoParameter = 0xffffffff;

// The reasons why a PUT is not proved. The runtime writes the first ones.
enum class LedgerKind : std::uint8_t {
#define FORALL_LEDGER(enumerator, ...) enumerator,
#include "abi/ledger.def"
#undef FORALL_LEDGER
};

// A reason why a run is not exact: one record per reason and site in a run.
struct LedgerRecord {
  LedgerKind kind;
  std::uint8_t reserved[3];
  std::uint32_t site;    // index into the catalog's sites, or kNoSite
  std::uint32_t detail;  // string offset: what exactly, e.g. the name of the called function
  std::uint32_t count;   // how often in this run
};
inline constexpr std::uint32_t kNoSite = 0xffffffff;

// A branch direction covered in this run, at its first execution. direction: 0 false or default, 1 true, n the n-th
// case.
struct CoverRecord {
  std::uint32_t site;
  std::uint32_t direction;
};

enum class OutcomeKind : std::uint8_t { None, Passed, Failed, Threw, Crashed, Discarded, Cut };

// What made a run crash or be cut; also what a check decision guards.
enum class Fault : std::uint8_t {
  None,
  SignedOverflow,
  DivisionByZero,
  Shift,
  OutOfBounds,
  NullDereference,
  Unreachable,
  MissingReturn,
  Misaligned,
  InvalidBool,
  InvalidEnum,
  OtherCheck,  // run-time checks
  Abort,
  Terminate,
  Segfault,
  BusError,
  IllegalInstruction,
  FloatingPointSignal,
  Trap,
  StackOverflow,
  Exit,         // signals and ends
  EndlessLoop,  // did not end in the time of one run
  UnfoldBound,
  DecisionBound,
  TraceFull,  // bounds: the run is cut
  FloatCast,  // more run-time checks: a floating-point value that the integer type cannot hold
  UseAfterFree,
  BadFree,         // freed twice, or not allocated
  MismatchedFree,  // new with free, new[] with delete, ...
  Leak,
  NotDefined,  // a method was called that is only declared
  UseAfterScope,
  UseAfterReturn,
  Overlap,            // a copy whose source and target overlap, by a function that does not allow it
  Unset,              // control depends on a value that was never initialised
  PointerOverflow,    // pointer arithmetic that leaves the address space
  FunctionType,       // a function was called through a pointer of another type
  ObjectType,         // an object is used as one of a class that it is not of
  UnrelatedPointers,  // pointers into two objects were subtracted
};

// What tells outcomes of one kind and fault apart: which check of a native run sees them, and where.
enum class OutcomeDetail : std::uint8_t {
  None,
  NotPure,     // Failed: an object is not what it was, which only the comparison for .Pure() sees
  NullOffset,  // NullDereference: an offset is added to a null pointer. Only clang has a check for it
  Character,   // OtherCheck: a function of <ctype.h> got what is no character
  Dependence,  // Unset, UseAfterScope: control depends on the value, so the fault is there and not where it is read
  Unseen,      // no native check sees it: a pointer left its object and no guard was hit
  Algorithm,  // a condition of an algorithm: Abort if our own assertions check it (library_checks), OtherCheck if models do
};

inline constexpr std::uint32_t kMaxFrames = 48;

struct Outcome {
  OutcomeKind kind;
  Fault fault;
  OutcomeDetail detail;
  std::uint8_t reserved;
  std::uint32_t site;     // where, or kNoSite
  std::uint32_t message;  // string offset: assertion text, exception type and what(), ...
  std::uint32_t file;     // string offset: of the failed assertion, else empty (offset 0)
  std::uint32_t line;
  std::uint32_t failures;  // number of failed assertions
  std::uint32_t frame_count;
  std::uint32_t exception_type;      // string offset: demangled type of an uncaught exception
  std::uint32_t decisions;           // of the run when this was found; the run may have gone on
  std::uint32_t calls;               // string offset: of NotPure, what showed it: "[0].add(3); [0].total()", else empty
  std::uint64_t frames[kMaxFrames];  // return addresses, innermost first, relative to the load address
};

// One place in the instrumented code where a decision can be taken. Filled in once, at start-up.
enum class SiteKind : std::uint8_t { Branch, Switch, Check, Select, Memory, Call, Assume, Other };
struct SiteRecord {
  std::uint64_t id;        // stable: hash of function, position and inlining
  std::uint64_t branch;    // stable: equal for all inlined copies of one source branch
  std::uint32_t file;      // string offset
  std::uint32_t function;  // string offset, demangled name of the source function; of a limit what is beyond it:
                           // "strings of more than 6 elements"
  std::uint32_t line;
  std::uint32_t column;
  std::uint32_t user_file;  // the innermost position that is not in a system header: what a user is shown
  std::uint32_t user_line;
  SiteKind kind;
  Fault fault;               // of a Check
  std::uint8_t is_system;    // in a system header: not counted in branch coverage
  LedgerKind limit;          // of DecisionKind::Bound: the line that it costs, where it cuts
  std::uint32_t directions;  // 2 for a branch, cases + 1 for a switch, 0 if not counted
};

// A table in the segment.
struct Table {
  std::uint64_t offset;    // from the start of the segment, in bytes
  std::uint32_t capacity;  // in records (strings and catalog text: bytes)
  std::uint32_t count;
};

// The explorer's request for the next run.
struct Request {
  std::uint32_t put;        // index into the catalog's PUTs
  std::uint32_t unfold;     // most decisions of one site
  std::uint32_t decisions;  // most decisions
  std::uint32_t leaks;      // 1: a block of the heap that cannot be reached at the end is an outcome
  std::uint32_t length;     // most elements of a string or container whose length is an input
  std::uint32_t objects;    // most objects that pointers of a run may point to
  std::uint64_t stand_ins;  // bit i: axioms stand in for the i-th class of the catalog
};

struct Header {
  std::uint64_t magic;
  std::uint32_t version;
  std::uint32_t header_size;
  std::uint64_t segment_size;
  Request request;
  std::uint32_t worker_pid;
  std::int32_t exit_status;
  Outcome outcome;
  // Written by the explorer before each run.
  Table presets;  // Preset
  // Written once at start-up by the target. Strings of the catalog stay; strings of a run are appended after them.
  Table sites;    // SiteRecord
  Table catalog;  // bytes: a JSON text, the PUTs (see testcase/catalog.h)
  // Written by each run.
  Table nodes;         // Node; node 0 is reserved
  Table decisions;     // Decision
  Table inputs;        // InputRecord
  Table observations;  // Observation
  Table ledger;        // LedgerRecord
  Table coverage;      // CoverRecord
  Table objects;       // ObjectRecord
  Table calls;         // CallRecord
  Table operands;      // OperandRecord
  Table strings;       // bytes, zero-terminated; offset 0 is the empty string
};

}  // namespace forall::abi

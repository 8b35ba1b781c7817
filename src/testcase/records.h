// The plain records that exploration produces and store, emit and report consume.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "abi/segment.h"
#include "base/enumerators.h"

namespace forall::testcase {

using abi::Bits;
using abi::Fault;
using abi::LedgerKind;
using abi::OutcomeDetail;
using abi::OutcomeKind;
using abi::ScalarKind;

// The shape of a parameter. Its kind says which inputs a value has, and how they are named (type_kinds.def, names.h).
struct Type {
  enum class Kind {
#define FORALL_TYPE_KIND(enumerator, name) enumerator,
#include "forall/internal/type_kinds.def"
  };
  enum class Ownership { None, Unique, Shared };
  struct Member;

  Kind kind = Kind::Scalar;
  std::string spelling;                   // as C++ source: "int", "std::array<int, 4>", "Point", "ns::Color"
  ScalarKind scalar = ScalarKind::Int;    // Scalar
  unsigned width = 0;                     // Scalar
  bool is_std_array = false;              // Array: std::array, else a C array
  std::size_t count = 0;                  // Array
  std::vector<Type> element;              // Array, Text, Sequence, Optional: exactly one
  std::vector<Member> members;            // Aggregate, Variant (names "0", "1", ...), Call, Object, Mock, Method
  std::string callee;                     // Call, Candidate, Made: as C++ source. Sequence: the member with the count.
                                          // Method: its declaration for gMock
  std::string pointee;                    // Pointer: a key of Put::classes. Mock: the interface. Method: an identifier
  Ownership ownership = Ownership::None;  // Pointer
  bool is_view = false;                   // Text, Sequence: does not own its elements (string_view, const char*, span)
  bool is_copyable = true;                // Sequence: can be initialised by a list of elements
  bool has_default = true;                // Object: is constructed by default before its members are set
};
struct Type::Member {
  std::string name;
  Type type;
};

struct Parameter {
  std::string name;
  Type type;                  // without reference
  bool is_reference = false;  // T&: an argument that is not copyable must not be moved into the call
};

// The bounds that the PUT itself sets (.WithBounds); unset fields leave the command line's value.
struct Bounds {
  std::optional<std::uint32_t> unfold;
  std::optional<std::uint32_t> decisions;
  std::optional<std::uint32_t> runs;
  std::optional<double> seconds;
  std::optional<std::uint32_t> length;
  std::optional<std::uint32_t> objects;
};

// How the target was built, as given on the command line; replay needs it to build the tests natively.
struct Build {
  std::vector<std::string> sources;
  std::vector<std::string> flags;
};

using NamedValues = std::map<std::string, Bits>;  // by input name: "a", "p.x", "a[3]"

// A class that axioms describe. `index` is its bit in abi::Request::stand_ins.
struct DescribedClass {
  std::string spelling;
  unsigned index = 0;
};

// How the objects of a class are made: "ArrayList", "by its state".
struct Origin {
  std::string type;  // as C++ source
  std::string way;
  friend auto operator<=>(const Origin&, const Origin&) = default;
};

struct Put {
  std::string suite;
  std::string name;
  std::string enclosing_namespace;  // of the FORALL, "" for the global one; closed tests go there
  std::string file;
  int line = 0;
  bool is_fixture = false;  // FORALL_F: suite is the fixture class
  std::vector<Parameter> parameters;
  std::map<std::string, Type> classes;  // that pointers may point to, by spelling
  base::Enums enums;                    // of the target; their names are shown instead of numbers
  std::vector<Origin> origins;
  std::string throws;  // expected exception type, empty for none
  Bounds bounds;
  std::vector<NamedValues> seeds;
  bool is_pure = false;                   // .Pure(): the test leaves its objects as they were, to any observer
  std::vector<std::string> uses;          // .Using<Suite>(): suites whose PUTs stand in for the code they describe
  std::vector<std::string> friendly;      // .Friendly<Interface>(): whose mocks return nothing that makes a test fail
  std::vector<DescribedClass> describes;  // FORALL_AXIOMS: what the PUTs of its suite describe
  Build build;

  std::string full_name() const { return suite + "." + name; }
};

// The PUTs of a target, from the JSON text in its segment. Throws base::UserError if the text is malformed.
std::vector<Put> parse_catalog(const std::string& json);

// A place in the code.
struct Site {
  std::uint64_t id = 0;
  std::uint64_t branch = 0;
  std::string file;  // where a user would look
  unsigned line = 0;
  unsigned column = 0;
  std::string function;
  abi::SiteKind kind = abi::SiteKind::Other;
  Fault fault = Fault::None;
  bool is_system = false;
  unsigned directions = 0;
};

struct InputValue {
  std::string name;
  std::string type;
  ScalarKind kind = ScalarKind::Int;
  unsigned width = 0;
  bool is_choice = false;
  Bits value;
  std::string target;  // Pointer: the name of the object, empty for null
  // No value of the program, but another that an uninitialised one could have had. It is a choice, and nobody is shown
  // it.
  bool is_unset = false;
};

// An object that the pointers of a case point to, in the order in which the run created them.
struct ObjectValue {
  std::string name;           // "list", "*head", "*head->next"
  std::string type;           // its dynamic type, a key of Put::classes
  std::uint64_t address = 0;  // in the run, used to print conditions; not stored
};

struct ObservedValue {
  std::string name;
  std::string type;
  ScalarKind kind = ScalarKind::Int;
  unsigned width = 0;
  Bits value;
  std::string expression;  // over the inputs, empty if it did not depend on them
};

// A call of a method on a parameter of the test: "store" and "add(3)".
struct ObserverCall {
  std::string object;
  std::string call;
  friend bool operator==(const ObserverCall&, const ObserverCall&) = default;
};

struct Outcome {
  OutcomeKind kind = OutcomeKind::None;
  Fault fault = Fault::None;
  std::string message;         // assertion text, what(), description of the fault
  std::string exception_type;  // Threw
  std::string file;
  unsigned line = 0;
  std::string function;
  unsigned call_line = 0;  // of the PUT, where it called the code that failed; 0: in the PUT itself, or not known
  OutcomeDetail detail = OutcomeDetail::None;
  std::vector<ObserverCall> calls;  // NotPure: the calls that show it, unless one cannot be expressed
};

// One branch direction of the source: all inlined copies count as one.
struct BranchDirection {
  std::uint64_t branch = 0;
  unsigned direction = 0;
  friend auto operator<=>(const BranchDirection&, const BranchDirection&) = default;
};

// One decision of a path, for the execution tree.
struct Step {
  std::uint64_t site = 0;
  std::string file;
  unsigned line = 0;
  std::string condition;   // readable, as it holds on this path
  bool has_unset = false;  // it speaks of inputs with is_unset
};

// The concrete inputs that drive one path, with the observed outcome.
// What the user's own code prints of an argument. It is not stored.
struct PrintedValue {
  std::string parameter;
  std::string text;
};

struct Case {
  std::int64_t id = 0;  // number in the store, 0 before it is stored
  std::string put;      // full name
  std::string name;     // of the emitted test, unique in its PUT
  std::vector<InputValue> inputs;
  std::vector<ObjectValue> objects;
  std::vector<ObservedValue> observations;
  Outcome outcome;
  std::vector<Step> steps;
  std::string path_condition;  // readable C++-like conjunction
  std::vector<BranchDirection> covered;
  enum class Native { NotRun, Confirmed, Differs } native = Native::NotRun;
  std::string native_detail;  // where it differs
  std::vector<PrintedValue> printed = {};
};

// Why a PUT is not proved: one line, with its position, what it cost and what to do about it.
struct LedgerLine {
  LedgerKind kind = LedgerKind::UnsupportedCode;
  std::string text;
  std::string file;
  unsigned line = 0;
  std::uint64_t count = 0;  // runs or queries it touched
  std::string remedy;
};

// A case of an earlier exploration whose inputs no longer lead down its path.
struct StaleCase {
  std::string name;
  std::vector<InputValue> inputs;
  std::vector<ObjectValue> objects;
  std::string reason;  // "list.h:31: now size == 0, before size != 0"
};

// One direction of a branch of the user's code.
struct Branch {
  BranchDirection direction;
  std::string file;
  unsigned line = 0;
  std::string function;
  bool is_covered = false;
};

// A function or variable that a PUT can reach, with a hash of its code or of its initial value.
struct CodePart {
  std::string name;  // as a linker knows it
  std::uint64_t fingerprint = 0;
  friend auto operator<=>(const CodePart&, const CodePart&) = default;
};

// An axiom that an exploration relied on, and what was known about it then.
struct UsedAxiom {
  enum class Standing {
    Proved,   // for the code it describes
    Assumed,  // not refuted, but open, not explored, or without code
    Stale,    // proved for code that has changed since
    Refused,  // refuted, so it was not used
  };
  std::string put;  // full name
  Standing standing = Standing::Assumed;
  std::string why;  // of one that is not proved
};
// Something that the axioms leave open: the result of an observer in a state that they say nothing about.
struct MissingAxiom {
  std::string term;    // "Hashtable::get after Hashtable::set"
  std::string sketch;  // a PUT that would say it, with a gap
};

// Something that a reader of a result should know, but that does not affect its verdict.
enum class NoteKind {
  NoCode,           // the cases are only what axioms allow, or not all code is there: they become no tests
  CasesWithoutRun,  // paths that axioms allow and no run showed
  Model,            // what a verdict assumes besides axioms
  Ways,             // in which the objects were made of which axioms were shown
  Exhaustion,       // all inputs were tried
  Audit,
  AuditUndecided,
};
struct Note {
  NoteKind kind = NoteKind::Model;
  std::string text;
};

// Axioms that cannot all be true: they leave some call without an outcome.
struct Contradiction {
  std::vector<std::string> puts;
  std::string call;  // "Hashtable::contains(int) const"
};

// A path whose condition no solver of the chain could decide.
struct Undecided {
  std::string condition;
  std::string file;
  unsigned line = 0;
  std::string reason;
};

enum class VerdictKind { Proved, Refuted, Open };

struct Result {
  Put put;
  VerdictKind verdict = VerdictKind::Open;
  std::vector<Case> cases;  // passed and failing paths, in the order found
  std::vector<Undecided> undecided;
  std::vector<LedgerLine> ledger;
  std::uint64_t paths = 0;   // complete paths: passed, failed, threw, crashed
  std::uint64_t failed = 0;  // refuting paths
  std::uint64_t discarded = 0;
  std::uint64_t cut = 0;
  std::uint64_t infeasible = 0;  // flips the solver refuted
  std::uint64_t runs = 0;
  std::uint64_t queries = 0;
  std::uint64_t branches_covered = 0;
  std::uint64_t branches_total = 0;
  double seconds = 0;  // exploration alone
  double solver_seconds = 0;
  bool interrupted = false;
  // Facts for the verdict, of the exploration that made this result.
  bool is_exhausted = false;     // no alternative is left
  bool is_unwitnessed = false;   // cases are possible by the axioms, but there is no code to run
  bool do_tests_compile = true;  // the closed tests

  // What the result depends on: with the same fingerprint the PUT need not be explored again. Empty: not known.
  std::string fingerprint;
  std::vector<CodePart> code;    // that the PUT can reach
  std::vector<Branch> branches;  // of the functions that it entered
  std::vector<StaleCase> stale;
  bool is_kept = false;  // it is the result of an earlier exploration, since nothing has changed

  // For a PUT with .Using<Suite>(): the axioms that its verdict assumes, and those it would have needed.
  std::vector<UsedAxiom> axioms;
  std::vector<MissingAxiom> missing;
  std::vector<Contradiction> contradictions;
  std::vector<Note> notes;
};

// "proved", "refuted", "open"; "passed", "failed", ...; "signed overflow", ... Stable, used in output and store.
const char* to_string(LedgerKind kind);
const char* to_string(VerdictKind kind);
const char* to_string(OutcomeKind kind);
const char* to_string(Fault fault);
const char* to_string(OutcomeDetail detail);          // "not pure", ...
const char* to_string(ScalarKind kind);               // C++ spelling: "int", "unsigned long", ...
const char* enumerator(ScalarKind kind);              // "Int", "ULong", ...
const char* to_string(UsedAxiom::Standing standing);  // "proved", "assumed", "stale", "refused"
const char* to_string(NoteKind kind);                 // "no-code", "cases-without-run", ...
std::string to_string(const Origin& origin);          // "ArrayList: by its state"
bool is_signed(ScalarKind kind);
std::optional<OutcomeKind> parse_outcome(const std::string& text);
std::optional<Fault> parse_fault(const std::string& text);
std::optional<OutcomeDetail> parse_detail(const std::string& text);
std::optional<ScalarKind> parse_scalar_kind(const std::string& text);
std::optional<ScalarKind> parse_scalar_enumerator(const std::string& text);
std::optional<LedgerKind> parse_ledger_kind(const std::string& text);
std::optional<VerdictKind> parse_verdict(const std::string& text);
std::optional<UsedAxiom::Standing> parse_standing(const std::string& text);
std::optional<NoteKind> parse_note_kind(const std::string& text);
// "scalar", "array", ...: the kinds of types as catalog and store name them.
const char* to_string(Type::Kind kind);
std::optional<Type::Kind> parse_type_kind(const std::string& text);
const char* to_string(Type::Ownership ownership);
std::optional<Type::Ownership> parse_ownership(const std::string& text);

// Does this outcome refute the PUT, given what it expects? (Expected exceptions are judged in the target, so Threw
// refutes.)
constexpr bool refutes(OutcomeKind kind) {
  return kind == OutcomeKind::Failed || kind == OutcomeKind::Threw || kind == OutcomeKind::Crashed;
}
// Is it an outcome that a native run of the test alone does not show? Explorations compare objects for .Pure(); closed
// tests may make the calls that show the difference (purity.h).
inline bool is_unseen_natively(const Outcome& outcome) {
  return outcome.kind == OutcomeKind::Failed && outcome.detail == OutcomeDetail::NotPure;
}
// Does no check of any native build see what the run did? Assertions of algorithms are seen; models refuse, too.
inline bool has_no_native_check(const Outcome& outcome) {
  return outcome.detail == OutcomeDetail::Unseen ||
         (outcome.detail == OutcomeDetail::Algorithm && outcome.fault == Fault::OtherCheck);
}

}  // namespace forall::testcase

// The C interface between forall's header and the runtime in an instrumented target. Users do not call it.
//
// Only an instrumented translation unit (FORALL_INSTRUMENTED is defined by `forall c++`) refers to these functions.
#ifndef FORALL_ENGINE_H_
#define FORALL_ENGINE_H_

#include <cstddef>
#include <cstdint>

extern "C" {

// One registered PUT. `describe` returns the JSON object of the catalog (see docs/architecture.md, "Catalog") as a
// string that lives until the next call; `run` creates the inputs, calls the function once and reports what happened.
struct ForallPut {
  const char* suite;
  const char* name;
  const char* file;
  int line;
  const void* function;  // address of the test function, to look up parameter names
  const char* (*describe)(const ForallPut*);
  void (*run)(const ForallPut*);
  void* self;
  ForallPut* next;
  // Sets the test suite up, once before the first run of one of its PUTs, and reports errors; or null.
  void (*set_up_suite)(const ForallPut*) = nullptr;
  const void* suite_identity = nullptr;  // the same for all PUTs that share a set-up, null without one
  // For a PUT with .Throws<E>(): std::type_info::name() of E, and a function that throws one; or null.
  const char* expected_type = nullptr;
  void (*throw_expected)(void) = nullptr;
};

void __forall_register(ForallPut* put);

// FORALL_AXIOMS: the PUTs of the suite describe the class.
struct ForallAxioms {
  const char* suite;
  const char* class_key;  // std::type_info::name()
  const char* class_spelling;
  ForallAxioms* next;
};
void __forall_register_axioms(ForallAxioms* axioms);

// The class has a mock (FORALL_MOCK). Where axioms stand in for it, its methods throw only what mocks may throw.
struct ForallMock {
  const char* class_key;
  bool (*may_throw)(const char* method);
  const ForallMock* next;
};
void __forall_register_mock(ForallMock* mock);
// .Deterministic: where axioms stand in for the class in this run, its const methods do not change the state.
void __forall_stand_in_deterministic(const char* class_key);

// If axioms stand in for the class in this run: makes its state an input, in memory that is otherwise zero, and returns
// true. `size` is that of the memory at `object`.
bool __forall_stand_in_object(void* object, std::size_t size, const char* class_key, const char* name);
// At the end of a test with .Pure(), if axioms stand in for a class: the test fails unless each object made by
// __forall_stand_in_object has its initial state.
void __forall_expect_same_states(const char* file, int line);
// At the end of a test with .Pure(), where the code of the class itself runs: compares the object with a copy from
// before the test, through at most `depth` calls of its methods in a row. Without a copy it only records
// that this is done. `parameter` is the number of the test's parameter that the object is.
void __forall_compare_objects(const char* class_key, const char* class_spelling, void* object, void* before,
                              unsigned depth, unsigned parameter, const char* file, int line);
// Is all memory of the program as it was when it was saved? Then nothing has to be compared.
void __forall_remember_memory(void);
bool __forall_is_memory_unchanged(void);
// Do axioms stand in for any class in this run?
bool __forall_stands_in(void);
bool __forall_stands_in_for(const char* class_key);
// Something does not hold for all inputs: a line of the ledger.
enum ForallLedger {  // abi::LedgerKind
  FORALL_LEDGER_UNSUPPORTED_CODE = 6,
  FORALL_LEDGER_TRACE_FULL = 11,
  FORALL_LEDGER_NOT_MADE = 15,
  FORALL_LEDGER_PURITY_DEPTH = 16,
  FORALL_LEDGER_ASSUMED_LAW = 21,
};
void __forall_not_shown(unsigned ledger, const char* what);
// Names of the parameters of a function, separated by ',', or null.
const char* __forall_parameter_names(const void* function);

// Makes the scalar at `address` an input: writes its value (the explorer's, else the default) and makes it symbolic.
// kind is an abi::ScalarKind; width in bits. Returns through memory, so it works for every scalar type.
void __forall_input(void* address, std::size_t bytes, unsigned width, unsigned kind, const char* name, const char* type,
                    std::uint64_t default_lo, std::uint64_t default_hi, bool is_choice);
// An input of an enum without a fixed underlying type has only the values that the bits for its enumerators can hold.
void __forall_enum_values(const void* address, std::size_t bytes, const char* type);
// Ends the run as discarded unless the condition holds. file and line say where for the report; without a file the
// condition says which values a type has, and is not shown.
void __forall_assume(bool condition, const char* file, int line);
void __forall_observe(const void* address, std::size_t bytes, unsigned width, unsigned kind, const char* name,
                      const char* type);

// Values whose length is an input.
//
// A limit of what is built: held like an assumption, but where a path cannot go on because of it, the exploration was
// cut, and the ledger names the limit (`what` is its text: "strings of more than 6 characters").
void __forall_bound(bool condition, const char* what);
// How many elements a string or container of symbolic length has room for, unless its domain says otherwise.
std::size_t __forall_length_bound(void);
// The value in this run of a number that may depend on the inputs. Only for use outside of the exploration: which
// elements of a value are observed.
std::size_t __forall_concrete(std::size_t value);
// Blocks of the heap allocated between two calls (+1 and -1) are part of the inputs: code under test may free them, and
// need not.
void __forall_building(int delta);

// The block at `block` has only as many elements of `stride` bytes as the count at `count` says, which may be symbolic:
// an access past them is out of bounds, though the block has room for more.
void __forall_extent(const void* block, const void* count, std::size_t count_bytes, std::size_t stride);
// The block whose extent was just given is a C string, with room for `size` characters and the terminating zero at the
// count: as long as it is not written to, its length is the count.
void __forall_text(const char* block, std::size_t size);

// There will be a T at `object`, where the function that calls this is a template whose first parameter is T.
void __forall_is_made(void* object);

// A member that can be read before the dynamic type of its object is decided: a number at the same place in each of them.
struct ForallMember {
  std::ptrdiff_t offset;  // in the class that the pointer points to
  std::size_t bytes;
  unsigned width;
  unsigned kind;
  const char* name;
  const char* type;
};
// A class that pointers may point to. One constant for each type; its address is the identity of the type.
struct ForallClass {
  const char* spelling;
  std::size_t size;
  std::size_t alignment;
  // Constructs the object, with inputs for its parts, in memory of `size` bytes (of the largest subtype).
  void (*build)(const ForallClass* dynamic_type, void* object, const char* name);
  // The dynamic types an object can have, itself included unless it is abstract, and where in them this class lies.
  const ForallClass* const* subtypes;
  const std::ptrdiff_t* offsets;
  unsigned subtype_count;
  // Members that all of them have in their states.
  const ForallMember* shared = nullptr;
  unsigned shared_count = 0;
  const void* type_info = nullptr;  // of a class with virtual functions
};
// An owner may only point to an object that pointers refer to and no other owner points to.
enum ForallPointerFlags { FORALL_MAY_BE_NULL = 1, FORALL_MAY_BE_FRESH = 2, FORALL_MAY_ALIAS = 4, FORALL_OWNS = 8 };

// Makes the pointer at `address` an input. Its value is null, the address of an object of its own, or that of any
// object known so far whose class is `type` or a subtype of it; it is decided where it is dereferenced, and its object
// is built then. `name` is that of the pointer: its object is named "*name", or "x" where name is "&x". If only one
// value is possible the pointer is concrete, and the object is built at once unless it can have several dynamic types.
void __forall_pointer(void** address, const char* name, const ForallClass* type, unsigned flags);

// Names of the parts of an input, in memory of the run: "p.x" or "p->x", "a[3]", "&p". An object that a pointer refers to
// is named "*p".
const char* __forall_member_name(const char* of, const char* member);
const char* __forall_element_name(const char* of, std::size_t index);
const char* __forall_reference_name(const char* to);

// What GoogleTest was told in this run. Whoever takes it over anew forgets what the last run was told.
struct ForallFailures {
  bool has_failed;
  bool has_failed_fatally;
  bool is_skipped;
  const char* skip_file;
  int skip_line;
};
ForallFailures* __forall_take_over_failures(void);

// Outcomes that the header finds. A failed assertion does not end the run.
void __forall_failed(const char* file, int line, const char* message);
void __forall_threw(const char* mangled_type, const char* what);

// Which parts of the environment (forall/environment.h) are inputs of this run.
void __forall_symbolic_environment(unsigned parts);

// Memory whose address is an object of its own for symbolic addresses and lives until the run ends.
void* __forall_allocate(std::size_t bytes, std::size_t alignment);

// Serves the explorer if this process was started by it; else returns at once with false. `set_up` is called before the
// first run, when nothing is symbolic, and returns why there can be none, or null.
bool __forall_serve(const char* (*set_up)(void));
}

#endif  // FORALL_ENGINE_H_

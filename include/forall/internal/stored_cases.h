// What a test program asks libforall_replay.so for: the stored cases of its PUTs. Plain data, so that any compiler can
// be on either side. The functions are weak: a program that is linked without the library has no stored cases.
#ifndef FORALL_INTERNAL_STORED_CASES_H_
#define FORALL_INTERNAL_STORED_CASES_H_

#include <stddef.h>
#include <stdint.h>

extern "C" {

struct ForallStoredScalar {
  const char* name;    // "a", "p.x", "a[3]", "*head->next"
  uint64_t low, high;  // its bits
  unsigned width;
  unsigned kind;  // ForallScalarKind of scalars.h
  int is_choice;
  const char* target;  // of a pointer: the name of the object, "" for null; else null
};
struct ForallStoredObject {
  const char* name;  // "list", "*head"
  const char* type;  // its dynamic type, as C++ spells it
};

struct ForallStoredName {
  int64_t id;
  const char* name;  // valid in a name of GoogleTest
};
// A PUT; everything lives as long as the process.
struct ForallStoredPut {
  const char* const* parameters;  // names, in order
  size_t parameter_count;
  const ForallStoredName* cases;
  size_t case_count;
};
struct ForallStoredCase {
  const char* outcome;  // "passed", "failed", "threw", "crashed"
  const char* fault;    // "signed overflow", ...; "none"
  const char* message;
  const char* exception_type;
  const char* file;
  unsigned line;
  const ForallStoredScalar* inputs;
  size_t input_count;
  const ForallStoredObject* objects;
  size_t object_count;
  const ForallStoredScalar* observations;
  size_t observation_count;
};

// The database: FORALL_DB of the environment, else `database` (may be null), else .forall/cases.db here or in a folder
// above. Null if nothing is stored of this PUT; then *why (one line) says what is wrong, if anything is.
__attribute__((weak)) const ForallStoredPut* forall_stored_put(const char* database, const char* put, const char** why);
// A case of a PUT that was asked for before. Valid until the next call.
__attribute__((weak)) const ForallStoredCase* forall_stored_case(int64_t id, const char** why);

}  // extern "C"

#endif  // FORALL_INTERNAL_STORED_CASES_H_

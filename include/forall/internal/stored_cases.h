// The stored cases of a test program's PUTs, which it gets from libforall_replay.so. They are plain data, so that any
// compiler can be on either side. The functions are weak: a program that is linked without the library has no stored
// cases. With FORALL_REPLAY they are not weak, since linkers leave out a library that is only referred to weakly.
#ifndef FORALL_INTERNAL_STORED_CASES_H_
#define FORALL_INTERNAL_STORED_CASES_H_

#include <stddef.h>
#include <stdint.h>

#if (defined(FORALL_REPLAY) || defined(FORALL_CONFIRMING)) && !defined(FORALL_CLOSED_TESTS)
#define FORALL_INTERNAL_STORED
#else
#define FORALL_INTERNAL_STORED __attribute__((weak))
#endif

extern "C" {

struct ForallStoredScalar {
  const char* name;    // "a", "p.x", "a[3]", "head->next", "n#2"
  uint64_t low, high;  // its bits
  unsigned width;
  unsigned kind;  // ScalarKind of scalars.h
  int is_choice;
  const char* target;  // of a pointer: the name of the object, "" for null
};
struct ForallStoredObject {
  const char* name;  // "list", "*head"
  const char* type;  // its dynamic type, as C++ spells it
};

struct ForallStoredName {
  int64_t id;
  const char* name;  // letters, digits and '_'; unique in its PUT
};

enum ForallStoredStatus {
  FORALL_STORED_FOUND,
  FORALL_STORED_NOWHERE,    // there is no database
  FORALL_STORED_UNKNOWN,    // it does not know the PUT
  FORALL_STORED_UNREADABLE  // it is damaged, newer than the library, not reachable: `message` says so
};
// A PUT; everything lives as long as the process.
struct ForallStoredPut {
  unsigned status;
  const char* database;           // the one that was looked for
  const char* message;            // unreadable: one line
  const char* const* parameters;  // names, in order
  size_t parameter_count;
  const ForallStoredName* cases;
  size_t case_count;
};

enum ForallStoredOutcome { FORALL_STORED_PASSED, FORALL_STORED_FAILED, FORALL_STORED_THREW, FORALL_STORED_CRASHED };
struct ForallStoredCase {
  unsigned outcome;
  const char* summary;  // "passed", "failed (assertion at list.h:12: ...)", "crashed (signed overflow at list.h:3)"
  const char* file;     // where it failed, "" if it did not
  unsigned line;
  int is_unseen;  // it crashed in a way that an ordinary build need not show
  const ForallStoredScalar* inputs;
  size_t input_count;
  const ForallStoredObject* objects;
  size_t object_count;
  const ForallStoredScalar* observations;
  size_t observation_count;
  const char* values;  // of all parameters and choices, for people: "code = \"SA90\", count = 3"
};

// The database: FORALL_DB of the environment, else `database` (may be null), else .forall/cases.db here or in a folder
// above. Never null.
FORALL_INTERNAL_STORED const ForallStoredPut* forall_stored_put(const char* database, const char* put) noexcept;
// A case of a PUT that was asked for before, valid until the next call; null, and *why (one line), if it cannot be
// read.
FORALL_INTERNAL_STORED const ForallStoredCase* forall_stored_case(int64_t id, const char** why) noexcept;

}  // extern "C"

#endif  // FORALL_INTERNAL_STORED_CASES_H_

// A stand-in for the runtime: records what the header tells it and ends discarded runs by longjmp, as the runtime does.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "forall/engine.h"

namespace fake {

struct Input {
  std::string name, type;
  std::size_t bytes;
  unsigned width, kind;
  std::uint64_t default_lo, default_hi;
  bool is_choice;
  const void* address;
};
struct Observation {
  std::string name, type;
  unsigned width, kind;
  std::uint64_t value;
};
struct Failure {
  std::string file;
  int line;
  std::string message;
};
struct Extent {
  const void* block;
  std::uint64_t elements;
  std::size_t stride;
};
inline constexpr std::size_t kLength = 6;  // most elements of what has a symbolic length

struct Run {
  std::vector<Input> inputs;
  std::vector<Observation> observations;
  std::vector<Failure> failures;
  std::vector<std::string> thrown;  // type and what()
  std::vector<bool> assumptions;
  std::vector<Extent> extents;
  std::vector<std::string> objects;  // their names
  std::string cut_by;                // the limit that ended the run
  std::vector<std::string> not_shown;
  std::vector<std::string> stood_in;  // "9Hashtable table 8": key, name and size
  std::vector<std::string> compared;  // "Table 2": class and depth
  int expects_same_states = 0;        // how often
  int building = 0;                   // 0 when what began building ended it
  int discarded_line = 0;             // 0: the run was not discarded
};

// The registered PUT of this name; fails the test and returns null if there is none.
const ForallPut* find_put(const std::string& suite, const std::string& name);
// Runs the PUT once with these values for its inputs; others take their default.
Run run(const ForallPut* put, const std::map<std::string, long long>& values = {});
extern bool is_memory_unchanged;  // what the runtime says at the end of a pure test
// What FORALL_AXIOMS has said: "HashtableTests 9Hashtable Hashtable".
std::vector<std::string> axioms();
// Classes that axioms stand in for in the next runs, by key.
void stand_in(std::vector<std::string> keys);

}  // namespace fake

// Inputs by their names.
//
// An input's key is the hash of its name. A name that a run uses again gets a number, in the order of creation ("n",
// "n#2"), so keys are unique in a run and mean the same in all runs of a path.
#pragma once

#include "abi/input_origin.h"
#include "runtime/value.h"

namespace forall::runtime {

// A text that is assembled from pieces. One that is too long for a trace cuts the run: a truncated name would name
// something else.
class Text {
 public:
  Text& add(const char* piece);
  const char* c_str() const { return text_; }
  void clear() {
    size_ = 0;
    text_[0] = 0;
  }

 private:
  char text_[4096] = "";
  std::size_t size_ = 0;
};

// A name that this run has not used yet; it counts as used from now on.
struct InputName {
  explicit InputName(const char* name);
  Text text;
  u64 key;
};

// The value that the explorer chose for the input, or `otherwise`.
U128 chosen_value(u64 key, Bits otherwise, unsigned width);

// Are all inputs concrete in this run?
bool is_concrete_run();

// Makes the input, with the value it has in this run.
Value new_input(const InputName& name, const char* type, abi::ScalarKind kind, unsigned width, U128 bits,
                abi::InputOrigin origin = abi::InputOrigin::Parameter);

}  // namespace forall::runtime

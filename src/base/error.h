// The errors that end a command: what a user can do wrong, and what we did wrong.
#pragma once

#include <stdexcept>
#include <string>

namespace forall::base {

// Something the user can fix: one clear message (what, where, what to do). Exit code 2.
class UserError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A soundness violation of our own: a model that does not satisfy its query, a run that leaves its predicted path, a
// native run that contradicts the prediction. Never swallowed.
class SoundnessError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

}  // namespace forall::base

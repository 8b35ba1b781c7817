// Calls from the runtime back into instrumented code, in the middle of whatever the run was doing.
#pragma once

#include <cerrno>

#include "runtime/state.h"

namespace forall::runtime {

// Saves the state that instrumented code shares with its callees, and restores it at the end.
class CallbackScope {
 public:
  CallbackScope();
  ~CallbackScope();
  CallbackScope(const CallbackScope&) = delete;
  CallbackScope& operator=(const CallbackScope&) = delete;

 private:
  abi::TargetState state_;
  StaticSite* model_site_;
  int errno_;
};

// Constructs the object. An exception ends the run: no code under test could expect it.
void call_build(const ForallClass* type, void* object, const char* name);

}  // namespace forall::runtime

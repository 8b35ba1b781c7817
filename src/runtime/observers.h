// Methods by which an object and its copy are compared for .Pure() (models/observers.cpp).
#pragma once

#include "abi/stand_ins.h"
#include "runtime/state.h"

namespace forall::runtime {

// A fault of a call on the copy says nothing about the test: such a run does not count.
bool faults_are_forgiven();

}  // namespace forall::runtime

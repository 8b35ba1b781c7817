// Where an input comes from: what InputRecord::is_choice holds.
#pragma once

#include <cstdint>

namespace forall::abi {

enum class InputOrigin : std::uint8_t {
  Parameter,  // a part of one
  Choice,     // made by forall::choose, or made up for a call that axioms stand in for
  Unset,      // no value of the program, but another that an uninitialised one could have had, which result it is where
              // C++ leaves that open, or whether the run looks at what an algorithm requires
};

}  // namespace forall::abi

// The calls that tell an object from its copy, in the message of a test with .Pure() that failed:
//
//   not pure: after add(3), Store::total() gives 1, without the test it gives 0
//     calls: store.add(3); store.total()
//
// A target does not know the names of its parameters: it writes "[0].add(3)". What a pointer among the arguments points
// to is an input, by its name: "store.knows(@key@)".
#pragma once

#include <string>
#include <vector>

#include "testcase/records.h"

namespace forall::testcase {

// Gives the objects in the message of a target the names of their parameters.
void name_purity_calls(const Put& put, Outcome& outcome);

struct PurityCall {
  std::size_t parameter = 0;
  std::string call;  // "add(3)"
};
// None if the message is another one, or a call cannot be written down.
std::vector<PurityCall> purity_calls(const Put& put, const Outcome& outcome);

// The number of the parameter that "@name@" in a call is, or that points to it; as many as there are if it is none.
std::size_t parameter_behind(const Put& put, const std::string& name);

// Can a closed test show the outcome?
bool has_closed_test(const Put& put, const Outcome& outcome);

}  // namespace forall::testcase

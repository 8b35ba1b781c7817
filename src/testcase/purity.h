// For a test with .Pure() that failed: the calls that tell an object from its copy. The message names them, too:
//
//   not pure: after add(3), Store::total() returns 1, without the test it returns 0
//     calls: store.add(3); store.total()
//
// A target does not know the names of its parameters: there the object is "[0]". A pointer among the arguments is
// written as the name of the input that it points to: "store.knows(@key@)".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "testcase/records.h"

namespace forall::testcase {

// "[0].add(3); [0].total()", as a target writes them.
std::vector<ObserverCall> parse_observer_calls(std::string_view text);

// Names the objects of a target's calls by their parameters, and adds the line about the calls to the message.
void name_purity_calls(const Put& put, Outcome& outcome);

struct PurityCall {
  std::size_t parameter = 0;
  std::string call;  // "add(3)"
};
// Empty if the outcome is a different one, or an object is not a parameter.
std::vector<PurityCall> purity_calls(const Put& put, const Outcome& outcome);

// The number of the parameter that "@name@" in a call refers to, or that points to it; the number of parameters if
// there is none.
std::size_t parameter_of_object(const Put& put, const std::string& name);

// Can a closed test show the outcome?
bool has_closed_test(const Put& put, const Outcome& outcome);

}  // namespace forall::testcase

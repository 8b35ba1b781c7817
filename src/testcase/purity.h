// The calls that tell an object from its copy, of a test with .Pure() that failed. Its message names them, too:
//
//   not pure: after add(3), Store::total() returns 1, without the test it returns 0
//     calls: store.add(3); store.total()
//
// A target does not know the names of its parameters: for it the object is "[0]". What a pointer among the arguments
// points to is an input, by its name: "store.knows(@key@)".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "testcase/records.h"

namespace forall::testcase {

// "[0].add(3); [0].total()", as a target writes them.
std::vector<ObserverCall> parse_observer_calls(std::string_view text);

// Gives the objects of a target's calls the names of their parameters, and the message its line about them.
void name_purity_calls(const Put& put, Outcome& outcome);

struct PurityCall {
  std::size_t parameter = 0;
  std::string call;  // "add(3)"
};
// None if the outcome is another one, or an object is no parameter.
std::vector<PurityCall> purity_calls(const Put& put, const Outcome& outcome);

// The number of the parameter that "@name@" in a call is, or that points to it; as many as there are if it is none.
std::size_t parameter_behind(const Put& put, const std::string& name);

// Can a closed test show the outcome?
bool has_closed_test(const Put& put, const Outcome& outcome);

}  // namespace forall::testcase

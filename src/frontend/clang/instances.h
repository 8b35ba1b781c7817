// The instances of GoogleTest's value-parameterized suites, from the tokens of a file.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "frontend/clang/places.h"
#include "frontend/read_flows.h"

namespace forall::frontend {

// Where the arguments of the call whose parenthesis is at `open` are, as ranges of tokens; `open` becomes its end.
std::vector<std::pair<std::size_t, std::size_t>> arguments_of(const std::vector<Places::Token>& tokens,
                                                              std::size_t& open);

// What INSTANTIATE_TEST_SUITE_P(Prefix, Suite, generator, naming) makes the parameters of a suite from.
struct Instances {
  std::string text;
  std::size_t count = 1;
  bool is_exact = true;  // else there may be more
};
// By suite, in the order of the file.
std::map<std::string, std::vector<Instances>> read_instances(const Places& places);
// The last flow is for the first instance; the others are added after it.
void add_instances(const std::vector<Instances>& instances, std::vector<TestFlow>& flows);

}  // namespace forall::frontend

// What an assertion of GoogleTest wanted and what it got, from its message.
#pragma once

#include <optional>
#include <string>

namespace forall::report {

struct Expectation {
  std::string expected;
  std::string actual;
};

// None for other messages.
std::optional<Expectation> expectation_of(const std::string& message);

}  // namespace forall::report

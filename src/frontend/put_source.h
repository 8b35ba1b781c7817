// The beginnings of a PUT for a function.
#pragma once

#include <filesystem>
#include <string>

#include "frontend/read_function.h"

namespace forall::frontend {

struct PutSkeleton {
  std::string suite;
  std::string name;
  std::string test;    // the function and its FORALL
  std::string source;  // a whole file: the includes, then the test
};

// It calls the function for all arguments, so it claims that no call fails or is undefined; what else holds is for a person to say.
// `header` is how the file includes the one that has the function; the suite is named after it.
PutSkeleton put_skeleton(const FunctionModel& function, const std::filesystem::path& header);

}  // namespace forall::frontend

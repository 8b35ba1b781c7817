// The code that a PUT can reach, as the pass recorded it: for each function and variable of instrumented modules, a
// hash of its contents and the names that it refers to.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "testcase/records.h"

namespace forall::program {

class Code {
 public:
  virtual ~Code() = default;
  // Everything that the PUT refers to, directly or not, and the code that runs before every test; sorted. Empty if that
  // is not known.
  virtual std::vector<testcase::CodePart> reached_by(const testcase::Put& put) const = 0;
};

// Reads the section that the pass wrote into the program. Throws base::UserError if it is damaged.
std::unique_ptr<Code> read_code(const std::filesystem::path& program);

}  // namespace forall::program

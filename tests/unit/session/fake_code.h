#pragma once

#include <cstdint>
#include <vector>

#include "program/code.h"

namespace forall::session {

// Each PUT reaches one function, itself.
class FakeCode : public program::Code {
 public:
  std::vector<testcase::CodePart> reached_by(const testcase::Put& put) const override {
    return {{put.name, fingerprint}};
  }
  std::uint64_t fingerprint = 1;
};

}  // namespace forall::session

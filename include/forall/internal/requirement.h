// How an assertion that ends its test leaves it where no `return` can: by an exception that whoever runs the test knows.
// Its failure was reported before.
#ifndef FORALL_INTERNAL_REQUIREMENT_H_
#define FORALL_INTERNAL_REQUIREMENT_H_

#include <gtest/gtest.h>

#include "forall/internal/config.h"

namespace forall::internal {

#if FORALL_INTERNAL_EXPLORED
struct RequirementFailed {};
#else
// GoogleTest takes exceptions of this base as reported already.
class RequirementFailed : public ::testing::AssertionException {
 public:
  RequirementFailed(const char* file, int line)
      : AssertionException(::testing::TestPartResult(::testing::TestPartResult::kFatalFailure, file, line, "")) {}
};
#endif

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_REQUIREMENT_H_

#include "native/line_hits.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace forall::native {
namespace {

TEST(TracefileOf, AddsTheInstancesOfALineAndLeavesTheSystemOut) {
  EXPECT_EQ(
      tracefile_of(R"json({"current_working_directory":"/p","files":[)json"
                   R"json({"file":"src/../a.h","lines":[{"line_number":3,"count":2},{"line_number":3,"count":5}]},)json"
                   R"json({"file":"/usr/include/vector","lines":[{"line_number":1,"count":1}]}]})json"
                   "\n"
                   R"json({"current_working_directory":"/p","files":[{"file":"/p/a.h","lines":)json"
                   R"json([{"line_number":1,"count":0},{"line_number":3,"count":1}]}]})json"),
      "SF:/p/a.h\nDA:1,0\nDA:3,8\nend_of_record\n");
}

TEST(TracefileOf, RefusesWhatIsNoOutputOfGcov) {
  EXPECT_THROW(tracefile_of("no such file"), base::UserError);
  EXPECT_THROW(tracefile_of("{}"), base::UserError);
}

}  // namespace
}  // namespace forall::native

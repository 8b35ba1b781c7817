#include "report/line_hits.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace forall::report {
namespace {

TEST(LineHits, AreReadFromATracefile) {
  const LineHits hits = read_line_hits(
      "TN:\nSF:a.h\nFN:1,f\nDA:2,7\nDA:3,0,abcdef\nBRDA:2,0,0,1\nend_of_record\nSF:b.h\r\nDA:1,1\r\nend_of_record\r\n");
  EXPECT_EQ(hits, (LineHits{{"a.h", {{2, 7}, {3, 0}}}, {"b.h", {{1, 1}}}}));
}

TEST(LineHits, OfSeveralRecordsAreAdded) {
  EXPECT_EQ(read_line_hits("SF:a.h\nDA:2,7\nend_of_record\nSF:a.h\nDA:2,1\nend_of_record"),
            (LineHits{{"a.h", {{2, 8}}}}));
}

TEST(LineHits, OfSomethingElseAreRefused) {
  for (const char* text : {"", "{}", "DA:1,2\n", "SF:a.h\nDA:x,2\n", "SF:a.h\nDA:1\n", "SF:a.h\nDA:1,\n",
                           "SF:a.h\nend_of_record\nDA:1,2\n"}) {
    EXPECT_THROW(read_line_hits(text), std::invalid_argument) << text;
  }
}

}  // namespace
}  // namespace forall::report

// The rows as PUTs without parameters: the work is done inside a run, as that of all code under test is.
#include <forall/forall.h>
#include <gtest/gtest.h>

#include "rows.h"
#include "stopwatch.h"

namespace {

#define ROW(row)                                  \
  void row() { EXPECT_NE(timed(rows::row), 0u); } \
  FORALL(concrete, row);
#include "rows.def"
#undef ROW

}  // namespace

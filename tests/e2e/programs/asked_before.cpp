// A global variable made from the environment, before any run.
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <cstdlib>

static const int kVerbosity = std::getenv("FORALL_NO_SUCH_VARIABLE") == nullptr ? 1 : 2;

void IsQuiet() { EXPECT_EQ(kVerbosity, 1); }
FORALL(AskedBefore, IsQuiet);

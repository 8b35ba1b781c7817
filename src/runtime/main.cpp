// The main function of a target: answers an explorer, or runs the tests as GoogleTest does.
#include <gtest/gtest.h>

#include "forall/engine.h"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (__forall_serve()) return 0;
  return RUN_ALL_TESTS();
}

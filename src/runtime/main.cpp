// The main function of a target: answers an explorer, or runs the tests as GoogleTest does. Targets are linked with
// --wrap=main, so that the program begins here also if the tests, or gtest_main, bring a main of their own: that one is
// linked and never called.
#include <gtest/gtest.h>

#include "forall/engine.h"

extern "C" int __wrap_main(int argc, char** argv);

int __wrap_main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (__forall_serve()) return 0;
  return RUN_ALL_TESTS();
}

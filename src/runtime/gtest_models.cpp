// GoogleTest compares C strings inside its own library. The models decide the comparison as strcmp's model does; the
// library only prints what failed. In the library of `main`, because nothing else of the runtime may know GoogleTest.
#include <gtest/gtest.h>

#include <cstddef>

#include "abi/target_state.h"

extern "C" {
extern forall::abi::TargetState __forall_state;
int __forall_model_strcmp(const char* a, const char* b);
}

namespace {

using testing::AssertionResult;
using Helper = AssertionResult (*)(const char*, const char*, const char*, const char*);

// Calls strcmp's model as the code that wrote the assertion would: from its place, with concrete pointers.
bool equal(const char* a, const char* b) {
  if (a == nullptr || b == nullptr) return a == b;
  return __forall_model_strcmp(a, b) == 0;
}

AssertionResult judge(bool holds, Helper library, const char* text_a, const char* text_b, const char* a,
                      const char* b) {
  __forall_state.argument_callee = nullptr;
  if (holds) return testing::AssertionSuccess();
  ++__forall_state.suspended;
  AssertionResult result = library(text_a, text_b, a, b);
  --__forall_state.suspended;
  return result;
}

}  // namespace

AssertionResult gtest_streq(const char* text_a, const char* text_b, const char* a,
                            const char* b) __asm__("__forall_model_gtest_streq");
AssertionResult gtest_strne(const char* text_a, const char* text_b, const char* a,
                            const char* b) __asm__("__forall_model_gtest_strne");

AssertionResult gtest_streq(const char* text_a, const char* text_b, const char* a, const char* b) {
  __forall_state.argument_callee = nullptr;
  return judge(equal(a, b), testing::internal::CmpHelperSTREQ, text_a, text_b, a, b);
}

AssertionResult gtest_strne(const char* text_a, const char* text_b, const char* a, const char* b) {
  __forall_state.argument_callee = nullptr;
  return judge(!equal(a, b), testing::internal::CmpHelperSTRNE, text_a, text_b, a, b);
}

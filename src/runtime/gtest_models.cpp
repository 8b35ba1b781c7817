// GoogleTest compares C strings, and numbers that are nearly equal, inside its own library. The models decide the
// comparison as strcmp's model does; the library only prints what failed. They are in the library of `main`, because
// nothing else in the runtime may know GoogleTest.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

#include "abi/target_state.h"

extern "C" {
extern forall::abi::TargetState __forall_state;
int __forall_model_strcmp(const char* a, const char* b);
bool __forall_model_is_near(double a, double b, double error);
void __forall_branch(std::uint32_t condition, bool taken, const void* site);
}

namespace {

using testing::AssertionResult;
using Helper = AssertionResult (*)(const char*, const char*, const char*, const char*);

// Calls strcmp's model as the code that wrote the assertion would: from its place, with concrete pointers. The model
// decides whether the texts are equal; which number it returns for others is not decided, and nobody asks for it.
bool equal(const char* a, const char* b) {
  if (a == nullptr || b == nullptr) return a == b;
  const bool is_equal = __forall_model_strcmp(a, b) == 0;
  __forall_state.result_callee = nullptr;
  return is_equal;
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

// EXPECT_NEAR: |a - b| <= error, compared by code that is compiled with the pass (models/math.cpp). The ids of the
// numbers come after those of the result's address and the three texts.
AssertionResult gtest_near(const char* text_a, const char* text_b, const char* text_error, double a, double b,
                           double error) __asm__("__forall_model_gtest_near");

AssertionResult gtest_near(const char* text_a, const char* text_b, const char* text_error, double a, double b,
                           double error) {
  constexpr unsigned kFirst = 4;
  const void* site = __forall_state.call_site;
  const bool symbolic = __forall_state.argument_callee == reinterpret_cast<const void*>(&gtest_near);
  __forall_state.argument_callee = symbolic ? reinterpret_cast<const void*>(&__forall_model_is_near) : nullptr;
  for (unsigned i = 0; symbolic && i < 3; ++i) __forall_state.arguments[i] = __forall_state.arguments[kFirst + i];
  const bool holds = __forall_model_is_near(a, b, error);
  const bool decided = __forall_state.result_callee == reinterpret_cast<const void*>(&__forall_model_is_near);
  __forall_state.argument_callee = nullptr;
  __forall_state.result_callee = nullptr;
  if (decided) __forall_branch(__forall_state.results[0], holds, site);
  if (holds) return testing::AssertionSuccess();
  ++__forall_state.suspended;
  AssertionResult result = testing::internal::DoubleNearPredFormat(text_a, text_b, text_error, a, b, error);
  --__forall_state.suspended;
  return result;
}

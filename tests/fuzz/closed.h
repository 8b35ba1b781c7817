// The programs as functions that the tests emitted by forall call.
#pragma once

#include <gtest/gtest.h>

#define FUZZ_STATE

namespace fuzz {

template <class T>
static T input(unsigned, const char*, const char*, unsigned, T low, T) {
  return low;
}
static inline void claim(std::int64_t result, std::int64_t forbidden) { EXPECT_NE(result, forbidden); }

struct Program {
  Program(const char*, int, const char*, const void*, void (*)(), bool) {}
};

}  // namespace fuzz

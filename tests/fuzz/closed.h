// The programs as functions that the tests emitted by forall call, one after the other in one process.
#pragma once

#include <forall/forall.h>
#include <gtest/gtest.h>

#include "state.h"

namespace fuzz {

template <class T>
static T input(unsigned, const char*, const char*, unsigned, T low, T) {
  return low;
}

static inline void report(std::uint64_t result) {
  forall::observe("result", result);
  forall::observe("marks", marks);
  forall::observe("digest", digest);
}

template <class Body>
static inline void claim(Body body, std::int64_t forbidden, const char* file, int line) {
  restore_state();
  try {
    const std::int64_t result = body();
    report(static_cast<std::uint64_t>(result));
    if (result == forbidden) ADD_FAILURE_AT(file, line) << "the forbidden result";
  } catch (...) {
    report(0);
    throw;
  }
}

struct Program {
  Program(const char*, int, const char*, const void*, void (*)(), bool) {}
};

}  // namespace fuzz

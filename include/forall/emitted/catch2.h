// Closed tests in a program of Catch2: version 3, or version 2 where only that is installed.
#ifndef FORALL_EMITTED_CATCH2_H_
#define FORALL_EMITTED_CATCH2_H_

#include <gtest/gtest.h>

#ifndef CATCH_INTERNAL_LINEINFO
#undef FAIL  // GoogleTest has macros of these names too
#undef SUCCEED
#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_test_macros.hpp>
#else
#include <catch2/catch.hpp>
#endif
#endif

#include "forall/emitted/catch2_failures.h"

#endif  // FORALL_EMITTED_CATCH2_H_

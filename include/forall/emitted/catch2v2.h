// Closed tests in a program of Catch2, version 2.
#ifndef FORALL_EMITTED_CATCH2V2_H_
#define FORALL_EMITTED_CATCH2V2_H_

#include <gtest/gtest.h>

#ifndef CATCH_INTERNAL_LINEINFO
#undef FAIL  // GoogleTest has macros of these names too
#undef SUCCEED
#include <catch2/catch.hpp>
#endif

#include "forall/emitted/catch2_failures.h"

#endif  // FORALL_EMITTED_CATCH2V2_H_

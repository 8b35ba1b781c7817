// Closed tests in a program of doctest.
#ifndef FORALL_EMITTED_DOCTEST_H_
#define FORALL_EMITTED_DOCTEST_H_

#include <gtest/gtest.h>

#ifndef DOCTEST_VERSION
#undef FAIL  // GoogleTest has a macro of this name too
#include <doctest/doctest.h>
#endif

#include <string>

#include "forall/emitted/failures.h"

namespace forall::emitted {

inline void fail_in_doctest(const char* file, int line, const std::string& message) {
  DOCTEST_ADD_FAIL_CHECK_AT(file, line, ::doctest::String(message.c_str()));
}

class DoctestFailures : public Failures {
 public:
  DoctestFailures() : Failures(&fail_in_doctest) {}
};

}  // namespace forall::emitted

#endif  // FORALL_EMITTED_DOCTEST_H_

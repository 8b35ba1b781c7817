// Failed assertions of GoogleTest as failures of Catch2, of the version that was included before.
#ifndef FORALL_EMITTED_CATCH2_FAILURES_H_
#define FORALL_EMITTED_CATCH2_FAILURES_H_

#include <cstddef>
#include <string>

#include "forall/emitted/failures.h"

namespace forall::emitted {

// FAIL_CHECK takes its place from this macro, in both versions.
#pragma push_macro("CATCH_INTERNAL_LINEINFO")
#undef CATCH_INTERNAL_LINEINFO
#define CATCH_INTERNAL_LINEINFO ::Catch::SourceLineInfo(file, static_cast<std::size_t>(line))
inline void fail_in_catch2(const char* file, int line, const std::string& message) { FAIL_CHECK(message); }
#pragma pop_macro("CATCH_INTERNAL_LINEINFO")

class Catch2Failures : public Failures {
 public:
  Catch2Failures() : Failures(&fail_in_catch2) {}
};

}  // namespace forall::emitted

#endif  // FORALL_EMITTED_CATCH2_FAILURES_H_

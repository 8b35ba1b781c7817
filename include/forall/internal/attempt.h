// One native run of a PUT, of a seed or a stored case: an exception that leaves it becomes a result.
#ifndef FORALL_INTERNAL_ATTEMPT_H_
#define FORALL_INTERNAL_ATTEMPT_H_

#include <cxxabi.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <exception>
#include <string>
#include <type_traits>
#include <typeinfo>

#include "forall/internal/put.h"
#include "forall/internal/requirement.h"
#include "forall/internal/text.h"

namespace forall {

// Thrown by an assumption that does not hold. GoogleTest treats exceptions of this base as already reported, so one
// that leaves a test ends it, as skipped, without a failure.
class AssumptionViolated : public ::testing::AssertionException {
 public:
  explicit AssumptionViolated(const ::testing::TestPartResult& result) : AssertionException(result) {}
};

namespace internal {

// Is a seed or a case of a PUT running? Then a violated assumption is a result of it, and does not skip the test.
inline bool& is_attempt_running() {
  thread_local bool is_running = false;
  return is_running;
}

FORALL_INTERNAL_SUPPORT inline void report_skip(const std::string& message, const char* file, int line) {
  ::testing::internal::AssertHelper(::testing::TestPartResult::kSkip, file, line, message.c_str()) =
      ::testing::Message();
}

[[noreturn]] FORALL_INTERNAL_SUPPORT inline void assumption_violated(const char* condition, const char* file,
                                                                     int line) {
  const std::string message = joined({"assumption not met: ", condition});
  if (!is_attempt_running()) report_skip(message, file, line);
  throw AssumptionViolated(::testing::TestPartResult(::testing::TestPartResult::kSkip, file, line, message.c_str()));
}

}  // namespace internal

namespace internal::native {

FORALL_INTERNAL_SUPPORT inline void report_failure(const char* file, int line, const std::string& message) {
  ADD_FAILURE_AT(file, line) << message;
}

// Thrown to abandon a run because the stored case no longer fits; the case knows why.
struct StaleCase {};

struct Attempt {
  enum class End { Ended, Unmet, Threw, Stale };
  End end = End::Ended;
  std::string text;  // the assumption that is not met, the exception
};

FORALL_INTERNAL_SUPPORT inline std::string type_text(const std::type_info& type) {
  int status = 0;
  char* const readable = abi::__cxa_demangle(type.name(), nullptr, nullptr, &status);
  std::string text = readable == nullptr ? type.name() : readable;
  std::free(readable);
  return text;
}

FORALL_INTERNAL_SUPPORT inline Attempt attempt_call(const char* file, int line, void (*call)(void*), void* body) {
  Attempt result;
  is_attempt_running() = true;
  try {
    call(body);
  } catch (const AssumptionViolated& violated) {
    const std::string text = violated.what();  // the position is in a line before
    result = {Attempt::End::Unmet, text.substr(text.find('\n') + 1)};
  } catch (const StaleCase&) {
    result = {Attempt::End::Stale, {}};
  } catch (const RequirementFailed&) {  // its failure was reported
  } catch (const std::exception& thrown) {
    result = {Attempt::End::Threw, joined({type_text(typeid(thrown)), ": ", thrown.what()})};
  } catch (...) {
    const std::type_info* type = abi::__cxa_current_exception_type();
    result = {Attempt::End::Threw, type == nullptr ? "" : type_text(*type)};
  }
  is_attempt_running() = false;
  if (result.end == Attempt::End::Threw) {
    report_failure(file, line, joined({"unexpected exception of type ", result.text}));
  }
  return result;
}

// Runs the body. An exception that leaves it is reported as a failure at this place.
template <class Body>
Attempt attempt(const char* file, int line, Body body) {
  return attempt_call(file, line, [](void* called) { (*static_cast<Body*>(called))(); }, &body);
}

// Calls the PUT, which must throw what it is declared to throw.
template <class Declared, class Call>
void call_expecting(const Declared& declared, Call&& call) {
  using Expected = typename Declared::Expected;
  if constexpr (std::is_same_v<Expected, NoException>) {
    static_cast<void>(declared);
    call();
  } else {
    try {
      call();
    } catch (const AssumptionViolated&) {
      throw;
    } catch (const Expected&) {
      return;
    }
    if (::testing::Test::IsSkipped()) return;
    report_failure(declared.file, declared.line,
                   joined({"expected ", type_spelling<Expected>(), " to be thrown, but nothing was"}));
  }
}

}  // namespace internal::native

}  // namespace forall

#endif  // FORALL_INTERNAL_ATTEMPT_H_

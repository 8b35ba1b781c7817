// Parameterized tests in a file of Catch2 (version 2 or 3), with its assertions:
//
//   #include <catch2/catch.hpp>
//   #include <forall/catch2.h>     // behind the other includes
//
//   void GrowsAtTheEnd(int value) {
//     List list;
//     list.add(value);
//     REQUIRE(list.size() == 1);
//   }
//   FORALL(ListTest, GrowsAtTheEnd).WithSeeds({{7}});
//
// `forall explore` explores it like any other. In the program of Catch2 it is the test case "ListTest.GrowsAtTheEnd" with the
// tag [forall], which runs the seeds; that program links GoogleTest, too (-lgtest), whose reports forall uses. Everywhere else
// (forall's own runs, emitted tests) no session of Catch2 runs: assertions report to forall alone, and TEST_CASEs are
// not registered. A parameterized test sees the exceptions that leave an assertion's expression, other than CHECK_THROWS
// and the like. INFO, CAPTURE and WARN are not evaluated in forall's own runs; GENERATE and SECTION cannot be used there.
#ifndef FORALL_CATCH2_H_
#define FORALL_CATCH2_H_

#ifndef CATCH_INTERNAL_LINEINFO
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
#endif

// GoogleTest has macros of these names, too.
#pragma push_macro("FAIL")
#pragma push_macro("SUCCEED")
#undef FAIL
#undef SUCCEED
#include <forall/forall.h>
#undef FAIL
#undef SUCCEED
#pragma pop_macro("FAIL")
#pragma pop_macro("SUCCEED")

#include <exception>
#include <string>

#include "forall/internal/requirement.h"

#if FORALL_INTERNAL_EXPLORED || defined(FORALL_CONFIRMING) || defined(FORALL_REPLAY) || defined(FORALL_CLOSED_TESTS)
#define FORALL_INTERNAL_WITHOUT_CATCH2 1
#else
#define FORALL_INTERNAL_WITHOUT_CATCH2 0
#include "forall/emitted/catch2_failures.h"
#include "forall/internal/attempt.h"
#include "forall/internal/seed_test.h"
#endif

namespace forall::internal::catch2 {

inline void fail(const char* file, int line, const char* text) { ADD_FAILURE_AT(file, line) << text; }

[[noreturn]] inline void fail_and_end(const char* file, int line, const char* text) {
  fail(file, line, text);
#if FORALL_INTERNAL_EXPLORED
  throw RequirementFailed{};
#else
  throw RequirementFailed(file, line);
#endif
}

// The text of an exception may be compared with another one in the place of a matcher.
inline bool matches(const std::string& text, const std::string& expected) { return text == expected; }
template <class Value, class Matcher>
auto matches(const Value& value, const Matcher& matcher) -> decltype(static_cast<bool>(matcher.match(value))) {
  return matcher.match(value);
}

#if !FORALL_INTERNAL_WITHOUT_CATCH2
// A PUT as a test case of Catch2 that runs its seeds. It lives as long as the process.
template <class Runner>
class SeedCase final : public Catch::ITestInvoker {
 public:
  explicit SeedCase(const Runner* runner) : runner_(runner) {}
  void invoke() const override {
    const emitted::Catch2Failures failures;
    runner_->run();
  }

 private:
  const Runner* runner_;
};

class Registration {
 public:
  template <class Declared>
  Registration(const Declared& declared) {
    if constexpr (require_supported<Declared>()) {
      if (!native::has_seeds(declared)) return;
      using Runner = native::SeedRunner<Declared>;
      using Invoker = SeedCase<Runner>;
      const std::string name = std::string(declared.suite) + "." + declared.name;
      const Catch::SourceLineInfo place(declared.file, static_cast<std::size_t>(declared.line));
      auto* invoker = new Invoker(new Runner(declared, nullptr));
#if defined(CATCH_VERSION_MAJOR) && CATCH_VERSION_MAJOR >= 3
      Catch::AutoReg(Catch::Detail::unique_ptr<Catch::ITestInvoker>(invoker), place, "",
                     Catch::NameAndTags{name, "[forall]"});
#else
      Catch::AutoReg(invoker, place, "", Catch::NameAndTags{name, "[forall]"});
#endif
    }
  }
};
#endif

}  // namespace forall::internal::catch2

// In a parameterized test assertions report to forall, elsewhere they are Catch2's.
#if FORALL_INTERNAL_WITHOUT_CATCH2
#define FORALL_INTERNAL_CATCH2(theirs, ...) \
  do {                                      \
    __VA_ARGS__                             \
  } while (false)
#else
#undef FORALL_INTERNAL_REGISTRATION
#define FORALL_INTERNAL_REGISTRATION ::forall::internal::catch2::Registration
#define FORALL_INTERNAL_CATCH2(theirs, ...)         \
  do {                                              \
    if (::forall::internal::is_attempt_running()) { \
      __VA_ARGS__                                   \
    } else {                                        \
      theirs;                                       \
    }                                               \
  } while (false)
#endif

#define FORALL_INTERNAL_CATCH2_FAIL(end, text) ::forall::internal::catch2::end(__FILE__, __LINE__, text);
#define FORALL_INTERNAL_CATCH2_TEST(end, text, ...) \
  if (!static_cast<bool>(__VA_ARGS__)) FORALL_INTERNAL_CATCH2_FAIL(end, text)
#define FORALL_INTERNAL_CATCH2_THAT(end, text, value, matcher) \
  if (!::forall::internal::catch2::matches(value, matcher)) FORALL_INTERNAL_CATCH2_FAIL(end, text)
// The last arguments are the catch clause: what is expected of the exception, and what makes it the expected one.
#define FORALL_INTERNAL_CATCH2_THROWS(end, text, expression, thrown, ...) \
  bool forall_is_thrown = false;                                          \
  try {                                                                   \
    static_cast<void>(expression);                                        \
  } catch (thrown) {                                                      \
    forall_is_thrown = static_cast<bool>(__VA_ARGS__);                    \
  }                                                                       \
  if (!forall_is_thrown) FORALL_INTERNAL_CATCH2_FAIL(end, text)

#undef REQUIRE
#define REQUIRE(...)                                                                                    \
  FORALL_INTERNAL_CATCH2(INTERNAL_CATCH_TEST("REQUIRE", Catch::ResultDisposition::Normal, __VA_ARGS__), \
                         FORALL_INTERNAL_CATCH2_TEST(fail_and_end, "REQUIRE(" #__VA_ARGS__ ")", __VA_ARGS__))
#undef CHECK
#define CHECK(...)                                                                                               \
  FORALL_INTERNAL_CATCH2(INTERNAL_CATCH_TEST("CHECK", Catch::ResultDisposition::ContinueOnFailure, __VA_ARGS__), \
                         FORALL_INTERNAL_CATCH2_TEST(fail, "CHECK(" #__VA_ARGS__ ")", __VA_ARGS__))
#undef REQUIRE_FALSE
#define REQUIRE_FALSE(...)                                                                                         \
  FORALL_INTERNAL_CATCH2(                                                                                          \
      INTERNAL_CATCH_TEST("REQUIRE_FALSE", Catch::ResultDisposition::Normal | Catch::ResultDisposition::FalseTest, \
                          __VA_ARGS__),                                                                            \
      FORALL_INTERNAL_CATCH2_TEST(fail_and_end, "REQUIRE_FALSE(" #__VA_ARGS__ ")", !static_cast<bool>(__VA_ARGS__)))
#undef CHECK_FALSE
#define CHECK_FALSE(...)                                                                                     \
  FORALL_INTERNAL_CATCH2(                                                                                    \
      INTERNAL_CATCH_TEST("CHECK_FALSE",                                                                     \
                          Catch::ResultDisposition::ContinueOnFailure | Catch::ResultDisposition::FalseTest, \
                          __VA_ARGS__),                                                                      \
      FORALL_INTERNAL_CATCH2_TEST(fail, "CHECK_FALSE(" #__VA_ARGS__ ")", !static_cast<bool>(__VA_ARGS__)))

#undef REQUIRE_THROWS
#define REQUIRE_THROWS(...)                                                                   \
  FORALL_INTERNAL_CATCH2(                                                                     \
      INTERNAL_CATCH_THROWS("REQUIRE_THROWS", Catch::ResultDisposition::Normal, __VA_ARGS__), \
      FORALL_INTERNAL_CATCH2_THROWS(fail_and_end, "REQUIRE_THROWS(" #__VA_ARGS__ ")", (__VA_ARGS__), ..., true))
#undef CHECK_THROWS
#define CHECK_THROWS(...)                                                                              \
  FORALL_INTERNAL_CATCH2(                                                                              \
      INTERNAL_CATCH_THROWS("CHECK_THROWS", Catch::ResultDisposition::ContinueOnFailure, __VA_ARGS__), \
      FORALL_INTERNAL_CATCH2_THROWS(fail, "CHECK_THROWS(" #__VA_ARGS__ ")", (__VA_ARGS__), ..., true))
#undef REQUIRE_THROWS_AS
#define REQUIRE_THROWS_AS(expression, type)                                                                      \
  FORALL_INTERNAL_CATCH2(                                                                                        \
      INTERNAL_CATCH_THROWS_AS("REQUIRE_THROWS_AS", type, Catch::ResultDisposition::Normal, expression),         \
      FORALL_INTERNAL_CATCH2_THROWS(fail_and_end, "REQUIRE_THROWS_AS(" #expression ", " #type ")", (expression), \
                                    type const&, true))
#undef CHECK_THROWS_AS
#define CHECK_THROWS_AS(expression, type)                                                                           \
  FORALL_INTERNAL_CATCH2(                                                                                           \
      INTERNAL_CATCH_THROWS_AS("CHECK_THROWS_AS", type, Catch::ResultDisposition::ContinueOnFailure, expression),   \
      FORALL_INTERNAL_CATCH2_THROWS(fail, "CHECK_THROWS_AS(" #expression ", " #type ")", (expression), type const&, \
                                    true))
#undef REQUIRE_NOTHROW
#define REQUIRE_NOTHROW(...)                                                                                        \
  FORALL_INTERNAL_CATCH2(INTERNAL_CATCH_NO_THROW("REQUIRE_NOTHROW", Catch::ResultDisposition::Normal, __VA_ARGS__), \
                         static_cast<void>(__VA_ARGS__);)
#undef CHECK_NOTHROW
#define CHECK_NOTHROW(...)                                                                                \
  FORALL_INTERNAL_CATCH2(                                                                                 \
      INTERNAL_CATCH_NO_THROW("CHECK_NOTHROW", Catch::ResultDisposition::ContinueOnFailure, __VA_ARGS__), \
      static_cast<void>(__VA_ARGS__);)

// Those with matchers are not in every header of Catch2's.
#ifdef REQUIRE_THROWS_WITH
#undef REQUIRE_THROWS_WITH
#define REQUIRE_THROWS_WITH(expression, matcher)                                                                       \
  FORALL_INTERNAL_CATCH2(                                                                                              \
      INTERNAL_CATCH_THROWS_STR_MATCHES("REQUIRE_THROWS_WITH", Catch::ResultDisposition::Normal, matcher, expression), \
      FORALL_INTERNAL_CATCH2_THROWS(fail_and_end, "REQUIRE_THROWS_WITH(" #expression ", " #matcher ")", (expression),  \
                                    const std::exception& forall_seen,                                                 \
                                    ::forall::internal::catch2::matches(std::string(forall_seen.what()), matcher)))
#undef CHECK_THROWS_WITH
#define CHECK_THROWS_WITH(expression, matcher)                                                                     \
  FORALL_INTERNAL_CATCH2(                                                                                          \
      INTERNAL_CATCH_THROWS_STR_MATCHES("CHECK_THROWS_WITH", Catch::ResultDisposition::ContinueOnFailure, matcher, \
                                        expression),                                                               \
      FORALL_INTERNAL_CATCH2_THROWS(fail, "CHECK_THROWS_WITH(" #expression ", " #matcher ")", (expression),        \
                                    const std::exception& forall_seen,                                             \
                                    ::forall::internal::catch2::matches(std::string(forall_seen.what()), matcher)))
#endif
#ifdef REQUIRE_THAT
#undef REQUIRE_THAT
#define REQUIRE_THAT(value, matcher)                                                         \
  FORALL_INTERNAL_CATCH2(                                                                    \
      INTERNAL_CHECK_THAT("REQUIRE_THAT", matcher, Catch::ResultDisposition::Normal, value), \
      FORALL_INTERNAL_CATCH2_THAT(fail_and_end, "REQUIRE_THAT(" #value ", " #matcher ")", value, matcher))
#undef CHECK_THAT
#define CHECK_THAT(value, matcher)                                                                    \
  FORALL_INTERNAL_CATCH2(                                                                             \
      INTERNAL_CHECK_THAT("CHECK_THAT", matcher, Catch::ResultDisposition::ContinueOnFailure, value), \
      FORALL_INTERNAL_CATCH2_THAT(fail, "CHECK_THAT(" #value ", " #matcher ")", value, matcher))
#endif

#if FORALL_INTERNAL_WITHOUT_CATCH2
#undef FAIL
#define FAIL(...) FORALL_INTERNAL_CATCH2(, FORALL_INTERNAL_CATCH2_FAIL(fail_and_end, "FAIL(" #__VA_ARGS__ ")"))
#undef FAIL_CHECK
#define FAIL_CHECK(...) FORALL_INTERNAL_CATCH2(, FORALL_INTERNAL_CATCH2_FAIL(fail, "FAIL_CHECK(" #__VA_ARGS__ ")"))
#undef SUCCEED
#define SUCCEED(...) static_cast<void>(0)
#undef INFO
#define INFO(...) static_cast<void>(0);
#undef UNSCOPED_INFO
#define UNSCOPED_INFO(...) static_cast<void>(0)
#undef WARN
#define WARN(...) static_cast<void>(0)
#undef CAPTURE
#define CAPTURE(...) static_cast<void>(0)
#ifndef FORALL_EMITTED_CATCH2_FAILURES_H_  // tests that forall wrote for Catch2
// A template that nothing instantiates: what a closed test needs of Catch2 is not linked.
#undef TEST_CASE
#define TEST_CASE(...) \
  template <int>       \
  static void INTERNAL_CATCH_UNIQUE_NAME(ForallTestCase)()
#undef SCENARIO
#define SCENARIO(...) TEST_CASE(__VA_ARGS__)
#undef TEST_CASE_METHOD
#define TEST_CASE_METHOD(Fixture, ...) \
  FORALL_INTERNAL_CATCH2_METHOD(INTERNAL_CATCH_UNIQUE_NAME(ForallTestCase), Fixture)
#undef SCENARIO_METHOD
#define SCENARIO_METHOD(Fixture, ...) TEST_CASE_METHOD(Fixture, __VA_ARGS__)
#define FORALL_INTERNAL_CATCH2_METHOD(Name, Fixture) \
  namespace {                                        \
  struct Name : Fixture {                            \
    template <int>                                   \
    void test();                                     \
  };                                                 \
  }                                                  \
  template <int>                                     \
  void Name::test()
#endif
#else
#undef FAIL
#define FAIL(...)                                                                                                   \
  FORALL_INTERNAL_CATCH2(                                                                                           \
      INTERNAL_CATCH_MSG("FAIL", Catch::ResultWas::ExplicitFailure, Catch::ResultDisposition::Normal, __VA_ARGS__), \
      FORALL_INTERNAL_CATCH2_FAIL(fail_and_end, "FAIL(" #__VA_ARGS__ ")"))
#endif

#endif  // FORALL_CATCH2_H_

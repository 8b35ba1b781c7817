// forall: parameterized unit tests for C++. A test with parameters claims something for all arguments; `forall explore`
// proves it, refutes it with a failing input, or says why it can do neither.
//
//   void SortsAnything(std::array<int, 5> a) {
//     ASSUME(a[0] != 0);                                  // such inputs do not count
//     std::sort(a.begin(), a.end());
//     EXPECT_TRUE(std::is_sorted(a.begin(), a.end()));    // GoogleTest's assertions
//   }
//   FORALL(SortTest, SortsAnything);
//
// FORALL(Suite, Function) and FORALL_F(Fixture, Method) stand at namespace scope and end with a semicolon. Calls that
// can be chained to them:
//   .Throws<std::out_of_range>()                          the test holds if it throws this for every input
//   .WithDomains(InRange(0, 9), Arbitrary<int>())         one domain for each parameter (domains.h)
//   .WithSeeds({{3, 4}, {0, -1}})                         inputs to begin with, also run by an ordinary build
//   .WithBounds({.unfold = 8, .seconds = 10})             limits of the exploration (bounds.h)
//   .SymbolicEnvironment(forall::Time | forall::Random)   results of clocks and the like are inputs (environment.h)
//   .Using<HashtableTests>()                              tests in the place of the code they describe (axioms.h)
//   .Pure()                                               it leaves objects unchanged for any observer (axioms.h)
//
// Parameters, by value or reference: scalars, strings, containers and most other types of the standard library,
// pointers, and classes (docs/inputs.md, docs/objects.md).
#ifndef FORALL_FORALL_H_
#define FORALL_FORALL_H_

#include <gtest/gtest.h>

#include "forall/axioms.h"
#include "forall/bounds.h"
#include "forall/domains.h"
#include "forall/environment.h"
#include "forall/internal/config.h"
#include "forall/internal/put.h"

#if FORALL_INTERNAL_EXPLORED
#include "forall/internal/instrumented.h"
#define FORALL_INTERNAL_REGISTRATION ::forall::internal::instrumented::Registration
#else
#include "forall/internal/native.h"
#include "forall/replay.h"
#if defined(FORALL_CLOSED_TESTS)
#define FORALL_INTERNAL_REGISTRATION ::forall::internal::closed::Registration
#else
#define FORALL_INTERNAL_REGISTRATION ::forall::internal::native::Registration
#endif
#endif

namespace forall {

#if FORALL_INTERNAL_EXPLORED
inline namespace explored {
namespace mode = internal::instrumented;
#else
inline namespace replayed {
namespace mode = internal::native;
#endif

// A value that the exploration chooses, wherever the test needs one that is not a parameter.
template <class T>
T choose(const char* name) {
  static_cast<void>(sizeof(internal::RequireSupported<T>));
  if constexpr (internal::is_supported<T>()) return mode::choose<T>(name);
}

// Records a value of the test under a name: as an expression over the inputs in an exploration, for
// replay::Observations elsewhere.
template <class T>
void observe(const char* name, const T& value) {
  static_cast<void>(sizeof(internal::RequireSupported<T>));
  if constexpr (internal::is_supported<T>()) mode::observe(name, value);
}

}  // namespace

}  // namespace forall

#include "forall/internal/callables.h"
#include "forall/internal/mocks.h"

// The registration is a static member of a class that derives from the vocabulary of domains: its initialiser, which
// the chained calls belong to, is looked up in the scope of that class. The function is named outside that scope, once and
// alone, so that one that does not exist is one error. A second test of the same name is one error, too: of what is
// defined here, only one class is named without the line.
#define FORALL_INTERNAL_REGISTER(Suite, Name, function, ...)                                                           \
  namespace {                                                                                                          \
  constexpr auto FORALL_INTERNAL_JOIN(Suite##_##Name##_ForallFunction, __LINE__) = function;                           \
  struct Suite##_##Name##_Forall {                                                                                     \
    template <int kLine>                                                                                               \
    struct ForallAt : ::forall::internal::Vocabulary {                                                                 \
      static const FORALL_INTERNAL_REGISTRATION registration;                                                          \
    };                                                                                                                 \
  };                                                                                                                   \
  constexpr auto FORALL_INTERNAL_JOIN(Suite##_##Name##_ForallPut, __LINE__) = __VA_ARGS__{};                           \
  }                                                                                                                    \
  template <>                                                                                                          \
  [[maybe_unused]] const FORALL_INTERNAL_REGISTRATION Suite##_##Name##_Forall::ForallAt<__LINE__>::registration =      \
      ::forall::internal::declare(FORALL_INTERNAL_JOIN(Suite##_##Name##_ForallPut, __LINE__), #Suite, #Name, __FILE__, \
                                  __LINE__)

#define FORALL_INTERNAL_PUT(Suite, Name, function)                                                 \
  FORALL_INTERNAL_REGISTER(                                                                        \
      Suite, Name, function,                                                                       \
      ::forall::internal::FreePut<FORALL_INTERNAL_JOIN(Suite##_##Name##_ForallFunction, __LINE__), \
                                  Suite##_##Name##_Forall>)
#define FORALL_INTERNAL_PUT_BY_NAME(Suite, Function) FORALL_INTERNAL_PUT(Suite, Function, &Function)
// A function whose name is not one word, under a name that is: also closed tests call it by that.
#define FORALL_INTERNAL_PUT_OF(Suite, Name, ...)             \
  [[maybe_unused]] static constexpr auto Name = __VA_ARGS__; \
  FORALL_INTERNAL_PUT(Suite, Name, Name)
#define FORALL_INTERNAL_NINTH(p1, p2, p3, p4, p5, p6, p7, p8, p9, ...) p9

// FORALL(Suite, Function);
// FORALL(Suite, Name, ns::Function<int, long>);
#define FORALL(...)                                                                                          \
  FORALL_INTERNAL_NINTH(__VA_ARGS__, FORALL_INTERNAL_PUT_OF, FORALL_INTERNAL_PUT_OF, FORALL_INTERNAL_PUT_OF, \
                        FORALL_INTERNAL_PUT_OF, FORALL_INTERNAL_PUT_OF, FORALL_INTERNAL_PUT_OF,              \
                        FORALL_INTERNAL_PUT_BY_NAME, FORALL_INTERNAL_PUT_BY_NAME, )                          \
  (__VA_ARGS__)

#define FORALL_F(Fixture, Method)                                                                                  \
  FORALL_INTERNAL_REGISTER(                                                                                        \
      Fixture, Method, &Fixture::Method,                                                                           \
      ::forall::internal::FixturePut<Fixture, FORALL_INTERNAL_JOIN(Fixture##_##Method##_ForallFunction, __LINE__), \
                                     Fixture##_##Method##_Forall>)

// Discards the run unless the condition holds; never fails it. In an exploration the condition is one value, whatever
// operators it is made of: the annotation tells the pass to compute it without branches where it can.
#if FORALL_INTERNAL_EXPLORED && defined(__clang__)
#define FORALL_ASSUME(...)                                                                                       \
  do {                                                                                                           \
    _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wc++20-extensions\"") __forall_assume( \
        [&]() FORALL_INTERNAL_ANNOTATE("forall_assume") -> bool { return static_cast<bool>(__VA_ARGS__); }(),    \
        __FILE__, __LINE__);                                                                                     \
    _Pragma("clang diagnostic pop")                                                                              \
  } while (false)
#elif FORALL_INTERNAL_EXPLORED
#define FORALL_ASSUME(...) __forall_assume(static_cast<bool>(__VA_ARGS__), __FILE__, __LINE__)
#else
#define FORALL_ASSUME(...)                                                       \
  do {                                                                           \
    if (!static_cast<bool>(__VA_ARGS__)) {                                       \
      ::forall::internal::assumption_violated(#__VA_ARGS__, __FILE__, __LINE__); \
    }                                                                            \
  } while (false)
#endif

#ifndef ASSUME
#define ASSUME(...) FORALL_ASSUME(__VA_ARGS__)
#endif

#endif  // FORALL_FORALL_H_

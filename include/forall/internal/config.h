// What differs between compilers and between the three ways a test file is compiled.
//
//   instrumented  FORALL_INSTRUMENTED, set by `forall c++`: PUTs are registered with the runtime and explored
//   closed        FORALL_CLOSED_TESTS, set by an emitted test file before it includes the test's source: a PUT is only
//                 an ordinary function, its registration vanishes
//   native        neither: a PUT is a GoogleTest test that runs its seeds
#ifndef FORALL_INTERNAL_CONFIG_H_
#define FORALL_INTERNAL_CONFIG_H_

#if defined(FORALL_INSTRUMENTED) && !defined(FORALL_CLOSED_TESTS)
#define FORALL_INTERNAL_EXPLORED 1
#else
#define FORALL_INTERNAL_EXPLORED 0
#endif

// Reaches the pass as an annotation of the function; other compilers would warn about it.
#if FORALL_INTERNAL_EXPLORED && defined(__clang__)
#define FORALL_INTERNAL_ANNOTATE(text) __attribute__((annotate(text)))
#else
#define FORALL_INTERNAL_ANNOTATE(text)
#endif

// The runtime has functions on strings and vectors that describe tests. They are for the usual form of the library.
#if FORALL_INTERNAL_EXPLORED
#include <string>
#if defined(__GLIBCXX__) && _GLIBCXX_USE_CXX11_ABI && !defined(_GLIBCXX_DEBUG) && !defined(_GLIBCXX_PARALLEL)
namespace forall::internal {
__attribute__((used)) static const char kUsesDefaults = 1;
}
#endif
#endif

// A function of ours that runs before inputs exist and works on concrete data only: it needs no instrumentation.
// Never inlined, because registrations are many and their speed does not matter.
#define FORALL_INTERNAL_BOOKKEEPING __attribute__((noinline)) FORALL_INTERNAL_ANNOTATE("forall_uninstrumented")

#endif  // FORALL_INTERNAL_CONFIG_H_

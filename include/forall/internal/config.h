// The differences between compilers and between the three ways a test file is compiled.
//
//   instrumented  FORALL_INSTRUMENTED, set by `forall c++`: PUTs are registered with the runtime and explored
//   closed        FORALL_CLOSED_TESTS, set by an emitted test file before it includes the test's source: a PUT is only
//                 an ordinary function, its registration vanishes
//   native        neither: a PUT is a GoogleTest test that runs its seeds and its stored cases
//
// A native program that forall builds to confirm cases (FORALL_CONFIRMING) runs the cases it is given, just as they
// are, and nothing else.
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

// Libraries of forall have functions of these headers compiled, for the usual form of strings and vectors.
#if FORALL_INTERNAL_EXPLORED || defined(FORALL_CONFIRMING)
#include <string>
#if defined(__GLIBCXX__) && _GLIBCXX_USE_CXX11_ABI && !defined(_GLIBCXX_DEBUG) && !defined(_GLIBCXX_PARALLEL) && \
    !defined(_GLIBCXX_SANITIZE_VECTOR)
#define FORALL_INTERNAL_USES_DEFAULTS 1
#else
#define FORALL_INTERNAL_USES_DEFAULTS 0
#endif
#endif
#if FORALL_INTERNAL_EXPLORED && FORALL_INTERNAL_USES_DEFAULTS
namespace forall::internal {
__attribute__((used)) static const char kUsesDefaults = 1;
}
#endif

// A function of forall that runs before inputs exist and works only on concrete data: it needs no instrumentation.
// Never inlined, because there are many registrations and their speed does not matter; and debug information about the types
// that it uses would take as long to make as its code.
#if FORALL_INTERNAL_EXPLORED && defined(__clang__)
#define FORALL_INTERNAL_BOOKKEEPING __attribute__((noinline, nodebug)) FORALL_INTERNAL_ANNOTATE("forall_uninstrumented")
#else
#define FORALL_INTERNAL_BOOKKEEPING __attribute__((noinline))
#endif

// A function that is the same in every program that forall builds. A library of forall has it compiled, so a program that is
// linked with it only declares it: that makes the compile of a small test three times as fast.
//
//   FORALL_INTERNAL_SUPPORT        works on concrete data; libforall_confirm.a (src/confirm/support.cpp) and, for targets,
//                                  libforall_main.a (src/runtime/support.cpp) have it
//   FORALL_INTERNAL_COMPILED_ONCE  is compiled with the pass; libforall_models.a (src/models/run.cpp) has it
#if defined(__clang__) && (FORALL_INTERNAL_EXPLORED || defined(FORALL_CONFIRMING))
#pragma clang diagnostic ignored "-Wgnu-inline-cpp-without-extern"  // it is meant
#endif
#if defined(FORALL_INTERNAL_MAKES_SUPPORT)
#define FORALL_INTERNAL_SUPPORT __attribute__((used))
#elif FORALL_INTERNAL_EXPLORED && FORALL_INTERNAL_USES_DEFAULTS && defined(__clang__)
#define FORALL_INTERNAL_SUPPORT __attribute__((gnu_inline)) FORALL_INTERNAL_BOOKKEEPING
#elif defined(FORALL_CONFIRMING) && FORALL_INTERNAL_USES_DEFAULTS
#define FORALL_INTERNAL_SUPPORT __attribute__((gnu_inline))
#else
#define FORALL_INTERNAL_SUPPORT FORALL_INTERNAL_BOOKKEEPING
#endif
// The same for members that are defaulted, where g++ does not take `noinline`.
#if defined(FORALL_INTERNAL_MAKES_SUPPORT) || (defined(__clang__) && FORALL_INTERNAL_EXPLORED)
#define FORALL_INTERNAL_SUPPORT_DEFAULTED FORALL_INTERNAL_SUPPORT
#else
#define FORALL_INTERNAL_SUPPORT_DEFAULTED
#endif
#if defined(FORALL_INTERNAL_MAKES_RUNS)
#define FORALL_INTERNAL_COMPILED_ONCE
#elif FORALL_INTERNAL_EXPLORED && FORALL_INTERNAL_USES_DEFAULTS && defined(__clang__)
#define FORALL_INTERNAL_COMPILED_ONCE __attribute__((gnu_inline, noinline)) inline
#else
#define FORALL_INTERNAL_COMPILED_ONCE inline
#endif

#endif  // FORALL_INTERNAL_CONFIG_H_

// The class templates of the standard library that can be inputs.
//
// An adapter of std::list is a specialisation for the name std::list; it needs no definition of it before a test has a
// parameter of that type, and such a test includes <list> itself. So in an ordinary build with libstdc++ the names
// that GoogleTest's headers do not define are only declared here, in the namespaces where libstdc++ has them,
// without default arguments, and whatever is included before or after: that saves every test file the headers. Programs
// that forall builds have them precompiled, and emitted tests must compile whenever those do: there they are included.
// So they are with another library, and where libstdc++'s names mean other templates (debug mode, versioned names).
#ifndef FORALL_INTERNAL_LIBRARY_TYPES_H_
#define FORALL_INTERNAL_LIBRARY_TYPES_H_

#include <condition_variable>  // has std::chrono's durations and clocks, and GoogleTest includes it
#include <cstddef>

#include "forall/internal/config.h"

#if FORALL_INTERNAL_EXPLORED || defined(FORALL_CONFIRMING) || defined(FORALL_CLOSED_TESTS) || !defined(__GLIBCXX__) || \
    defined(_GLIBCXX_DEBUG) || _GLIBCXX_INLINE_VERSION

#include <algorithm>
#include <bitset>
#include <chrono>
#include <cmath>
#include <complex>
#include <deque>
#include <forward_list>
#include <list>
#include <unordered_set>
#if __cplusplus >= 202002L
#include <span>
#endif

#else

#pragma GCC visibility push(default)  // as libstdc++ has it
namespace std {
template <typename>
class complex;
#if __cplusplus >= 202002L
template <typename, size_t>
class span;
#endif
template <size_t>
class bitset;
template <typename, typename>
class deque;
template <typename, typename>
class forward_list;
template <typename, typename, typename, typename>
class unordered_set;
template <typename, typename, typename, typename>
class unordered_multiset;
#if _GLIBCXX_USE_CXX11_ABI
inline namespace __cxx11 {
#endif
template <typename, typename>
class list;
#if _GLIBCXX_USE_CXX11_ABI
}  // namespace __cxx11
#endif
}  // namespace std
#pragma GCC visibility pop

#endif

#endif  // FORALL_INTERNAL_LIBRARY_TYPES_H_

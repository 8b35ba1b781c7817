// Found in place of libstdc++'s header of this name wherever forall compiles: conditions of algorithms that libstdc++ checks
// only in its debug mode, as assertions.
//
//   std::sort and its kin     the order does not say of an element that it comes before itself, as <= would
//   std::lower_bound, ...     the elements are partitioned by the value, as those of a sorted range are
//
// They call the order more often than the program does: native runs have them only where one of them is predicted to fail.
// FORALL_NO_LIBRARY_CHECKS leaves them out, for tests that count calls.
#ifndef FORALL_INTERNAL_LIBRARY_CHECKS_DEBUG_DEBUG_H_
#define FORALL_INTERNAL_LIBRARY_CHECKS_DEBUG_DEBUG_H_

#include_next <debug/debug.h>

#if defined(__cplusplus) && defined(_GLIBCXX_ASSERTIONS) && !defined(_GLIBCXX_DEBUG) && __cplusplus >= 201703L && \
    !defined(FORALL_NO_LIBRARY_CHECKS)
namespace forall_checks {

#if __cplusplus >= 202002L
#define FORALL_INTERNAL_CHECK constexpr
#else
#define FORALL_INTERNAL_CHECK inline
#endif

// Of types that cannot be compared, nothing is known.
template <class Iterator>
FORALL_INTERNAL_CHECK auto no_element_is_before_itself(Iterator at, int) -> decltype(static_cast<bool>(*at < *at)) {
  return !static_cast<bool>(*at < *at);
}
template <class Iterator>
FORALL_INTERNAL_CHECK bool no_element_is_before_itself(Iterator, long) {
  return true;
}
template <class Iterator, class Order>
FORALL_INTERNAL_CHECK auto no_element_is_before_itself(Iterator at, Order& order, int)
    -> decltype(static_cast<bool>(order(*at, *at))) {
  return !static_cast<bool>(order(*at, *at));
}
template <class Iterator, class Order>
FORALL_INTERNAL_CHECK bool no_element_is_before_itself(Iterator, Order&, long) {
  return true;
}

// First those that come before, then those that do not.
template <class Iterator, class Before>
FORALL_INTERNAL_CHECK bool partitions(Iterator first, Iterator last, const Before& before) {
  while (first != last && before(first)) ++first;
  while (first != last && !before(first)) ++first;
  return first == last;
}
template <class Iterator, class Value>
FORALL_INTERNAL_CHECK bool elements_are_partitioned_by(Iterator first, Iterator last, const Value& value) {
  return ::forall_checks::partitions(first, last, [&](Iterator at) { return static_cast<bool>(*at < value); });
}
template <class Iterator, class Value>
FORALL_INTERNAL_CHECK bool elements_are_partitioned_after(Iterator first, Iterator last, const Value& value) {
  return ::forall_checks::partitions(first, last, [&](Iterator at) { return !static_cast<bool>(value < *at); });
}
template <class Iterator, class Value, class Order>
FORALL_INTERNAL_CHECK bool elements_are_partitioned_by(Iterator first, Iterator last, const Value& value,
                                                       Order& order) {
  return ::forall_checks::partitions(first, last, [&](Iterator at) { return static_cast<bool>(order(*at, value)); });
}
template <class Iterator, class Value, class Order>
FORALL_INTERNAL_CHECK bool elements_are_partitioned_after(Iterator first, Iterator last, const Value& value,
                                                          Order& order) {
  return ::forall_checks::partitions(first, last, [&](Iterator at) { return !static_cast<bool>(order(value, *at)); });
}

#undef FORALL_INTERNAL_CHECK

}  // namespace forall_checks

#undef __glibcxx_requires_irreflexive
#undef __glibcxx_requires_irreflexive2
#undef __glibcxx_requires_irreflexive_pred
#undef __glibcxx_requires_irreflexive_pred2
#undef __glibcxx_requires_partitioned_lower
#undef __glibcxx_requires_partitioned_upper
#undef __glibcxx_requires_partitioned_lower_pred
#undef __glibcxx_requires_partitioned_upper_pred
#define __glibcxx_requires_irreflexive(first, last) \
  __glibcxx_assert(first == last || ::forall_checks::no_element_is_before_itself(first, 0))
#define __glibcxx_requires_irreflexive2(first, last) __glibcxx_requires_irreflexive(first, last)
#define __glibcxx_requires_irreflexive_pred(first, last, order) \
  __glibcxx_assert(first == last || ::forall_checks::no_element_is_before_itself(first, order, 0))
#define __glibcxx_requires_irreflexive_pred2(first, last, order) __glibcxx_requires_irreflexive_pred(first, last, order)
#define __glibcxx_requires_partitioned_lower(first, last, value) \
  __glibcxx_assert(::forall_checks::elements_are_partitioned_by(first, last, value))
#define __glibcxx_requires_partitioned_upper(first, last, value) \
  __glibcxx_assert(::forall_checks::elements_are_partitioned_after(first, last, value))
#define __glibcxx_requires_partitioned_lower_pred(first, last, value, order) \
  __glibcxx_assert(::forall_checks::elements_are_partitioned_by(first, last, value, order))
#define __glibcxx_requires_partitioned_upper_pred(first, last, value, order) \
  __glibcxx_assert(::forall_checks::elements_are_partitioned_after(first, last, value, order))
#endif

#endif  // FORALL_INTERNAL_LIBRARY_CHECKS_DEBUG_DEBUG_H_

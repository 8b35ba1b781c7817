// Found in place of libstdc++'s header of this name wherever forall compiles: conditions of algorithms that libstdc++ checks
// only in its debug mode, as assertions.
//
//   std::sort and its kin     the order does not say of an element that it comes before itself, as <= would, and
//                             is one of the first three elements if they are numbers, as < with NaN is not
//   std::lower_bound, ...     the elements are partitioned by the value, as those of a sorted range are
//   std::merge, std::set_union, std::includes, ...       the elements are sorted
//   std::push_heap, std::pop_heap, std::sort_heap        the elements are a heap
//   std::copy, std::move and backwards                   the range does not begin (or end) within the one that is copied
//
// All but the last call the order, which the program does not do there. So a run of an exploration either looks at a
// condition, and then only its breaking counts, or goes on as the program would. Native runs have them where one of them
// is predicted to fail.
// FORALL_NO_LIBRARY_CHECKS leaves them out.
#ifndef FORALL_INTERNAL_LIBRARY_CHECKS_DEBUG_DEBUG_H_
#define FORALL_INTERNAL_LIBRARY_CHECKS_DEBUG_DEBUG_H_

#include_next <debug/debug.h>

#if defined(__cplusplus) && defined(_GLIBCXX_ASSERTIONS) && !defined(_GLIBCXX_DEBUG) && __cplusplus >= 201703L && \
    !defined(FORALL_NO_LIBRARY_CHECKS)
#ifdef FORALL_INSTRUMENTED
extern "C" {
bool __forall_looks_aside() noexcept;
bool __forall_in_one_object(const void* pointer, const void* other) noexcept;
void __forall_looked_aside() noexcept;
}
#endif

namespace std {
template <class Iterator>
struct iterator_traits;
struct forward_iterator_tag;
template <class T>
struct less;
template <class T>
struct greater;
}  // namespace std

namespace forall_checks {

#if __cplusplus >= 202002L
#define FORALL_INTERNAL_CHECK constexpr
#else
#define FORALL_INTERNAL_CHECK inline
#endif

#ifdef FORALL_INSTRUMENTED
FORALL_INTERNAL_CHECK bool looks() { return __builtin_is_constant_evaluated() || ::__forall_looks_aside(); }
FORALL_INTERNAL_CHECK void looked() {
  if (!__builtin_is_constant_evaluated()) ::__forall_looked_aside();
}
#define FORALL_INTERNAL_ASIDE(check) \
  do {                               \
    if (::forall_checks::looks()) {  \
      check;                         \
      ::forall_checks::looked();     \
    }                                \
  } while (false)
#else
#define FORALL_INTERNAL_ASIDE(check) \
  do {                               \
    check;                           \
  } while (false)
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

template <class T>
struct Plain {
  using Type = T;
};
template <class T>
struct Plain<T&> : Plain<T> {};
template <class T>
struct Plain<T&&> : Plain<T> {};
template <class T>
struct Plain<const T> : Plain<T> {};
template <class A, class B>
struct IsSame {
  static constexpr bool kIs = false;
};
template <class A>
struct IsSame<A, A> {
  static constexpr bool kIs = true;
};

struct Less {
  template <class A, class B>
  FORALL_INTERNAL_CHECK auto operator()(const A& a, const B& b) const -> decltype(static_cast<bool>(a < b)) {
    return static_cast<bool>(a < b);
  }
};

// Elements that can be read once only are not looked at.
FORALL_INTERNAL_CHECK bool can_be_read_again(const std::forward_iterator_tag*) { return true; }
FORALL_INTERNAL_CHECK bool can_be_read_again(const void*) { return false; }

template <class T>
constexpr auto is_number(int) -> decltype(static_cast<void>(static_cast<T>(1) * 0.5), true) {
  return !__is_class(T) && !__is_union(T);
}
template <class T>
constexpr bool is_number(long) {
  return false;
}
// Is this an order of all such numbers? It is not if one of them is NaN.
template <class T, class Order>
struct IsOrderOf {
  static constexpr bool kIs = false;
};
template <class T>
struct IsOrderOf<T, Less> {
  static constexpr bool kIs = static_cast<T>(0.5) == static_cast<T>(0);
};
template <class T, class U>
struct IsOrderOf<T, std::less<U>> : IsOrderOf<T, Less> {};
template <class T, class U>
struct IsOrderOf<T, std::greater<U>> : IsOrderOf<T, Less> {};

// No two come before each other, and what is between two that differ comes before or after one of them.
FORALL_INTERNAL_CHECK bool is_order_of_three(int ab, int ba, int bc, int cb, int ac, int ca) {
  const int twice = (ab & ba) | (bc & cb) | (ac & ca);
  const int up = (ac & ~ab & ~bc) | (ab & ~ac & ~cb) | (bc & ~ba & ~ac);
  const int down = (ca & ~cb & ~ba) | (ba & ~bc & ~ca) | (cb & ~ca & ~ab);
  return ((twice | up | down) & 1) == 0;
}
// The first three elements, if they are numbers: to compare others may take a run of its own for each way through the comparison.
template <class Iterator, class Order>
FORALL_INTERNAL_CHECK auto order_of_elements_is_weak(Iterator a, Iterator last, Order& order, int)
    -> decltype(static_cast<bool>(order(*a, *a))) {
  using Value = typename Plain<decltype(*a)>::Type;
  using Category = typename std::iterator_traits<Iterator>::iterator_category;
  if constexpr (::forall_checks::is_number<Value>(0) &&
                ::forall_checks::can_be_read_again(static_cast<const Category*>(nullptr))) {
    if constexpr (!IsOrderOf<Value, typename Plain<Order>::Type>::kIs) {
      if (a == last) return true;
      Iterator b = a;
      if (++b == last) return true;
      const auto before = [&](const Iterator& x, const Iterator& y) {
        return static_cast<int>(static_cast<bool>(order(*x, *y)));
      };
      const int ab = before(a, b), ba = before(b, a);
      Iterator c = b;
      if (++c == last) return (ab & ba) == 0;
      return ::forall_checks::is_order_of_three(ab, ba, before(b, c), before(c, b), before(a, c), before(c, a));
    }
  }
  return true;
}
template <class Iterator, class Order>
FORALL_INTERNAL_CHECK bool order_of_elements_is_weak(Iterator, Iterator, Order&, long) {
  return true;
}
template <class Iterator>
FORALL_INTERNAL_CHECK bool order_of_elements_is_weak(Iterator first, Iterator last, int) {
  Less less;
  return ::forall_checks::order_of_elements_is_weak(first, last, less, 0);
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

template <class Iterator, class Order>
FORALL_INTERNAL_CHECK auto in_order(Iterator first, Iterator last, Order& order, int)
    -> decltype(static_cast<bool>(order(*first, *first))) {
  if (first == last) return true;
  Iterator before = first;
  for (++first; first != last; before = first, ++first) {
    if (static_cast<bool>(order(*first, *before))) return false;
  }
  return true;
}
template <class Iterator, class Order>
FORALL_INTERNAL_CHECK bool in_order(Iterator, Iterator, Order&, long) {
  return true;
}
template <class Iterator, class Order>
FORALL_INTERNAL_CHECK bool elements_are_sorted(Iterator first, Iterator last, Order& order) {
  using Category = typename std::iterator_traits<Iterator>::iterator_category;
  if constexpr (::forall_checks::can_be_read_again(static_cast<const Category*>(nullptr)))
    return ::forall_checks::in_order(first, last, order, 0);
  return true;
}
template <class Iterator>
FORALL_INTERNAL_CHECK bool elements_are_sorted(Iterator first, Iterator last) {
  Less less;
  return ::forall_checks::elements_are_sorted(first, last, less);
}
// Two ranges of different types are compared with each other only.
template <class Iterator, class Other, class... Order>
FORALL_INTERNAL_CHECK bool elements_of_set_are_sorted(Iterator first, Iterator last, Other other, Order&... order) {
  if constexpr (IsSame<typename Plain<decltype(*first)>::Type, typename Plain<decltype(*other)>::Type>::kIs)
    return ::forall_checks::elements_are_sorted(first, last, order...);
  return true;
}

template <class Iterator, class Order>
FORALL_INTERNAL_CHECK auto are_heap(Iterator first, Iterator last, Order& order, int)
    -> decltype(static_cast<bool>(order(*first, *first))) {
  const auto count = last - first;
  for (auto i = count - count + 1; i < count; ++i) {
    if (static_cast<bool>(order(first[(i - 1) / 2], first[i]))) return false;
  }
  return true;
}
template <class Iterator, class Order>
FORALL_INTERNAL_CHECK bool are_heap(Iterator, Iterator, Order&, long) {
  return true;
}
template <class Iterator, class Order>
FORALL_INTERNAL_CHECK bool elements_are_heap(Iterator first, Iterator last, Order& order) {
  return ::forall_checks::are_heap(first, last, order, 0);
}
template <class Iterator>
FORALL_INTERNAL_CHECK bool elements_are_heap(Iterator first, Iterator last) {
  Less less;
  return ::forall_checks::are_heap(first, last, less, 0);
}

// Ranges in memory: may [first, last) be copied to what begins, or backwards to what ends, at this place?
template <class T, class Other>
FORALL_INTERNAL_CHECK bool may_overlap([[maybe_unused]] const T* first, [[maybe_unused]] const Other* place) {
  if (__builtin_is_constant_evaluated() || !IsSame<T, Other>::kIs) return false;
#ifdef FORALL_INSTRUMENTED
  return ::__forall_in_one_object(first, place);
#else
  return true;
#endif
}
template <class Other, class T>
FORALL_INTERNAL_CHECK bool is_outside_from_first(Other* place, T* first, T* last, int) {
  if (!::forall_checks::may_overlap(first, place)) return true;
  if constexpr (IsSame<typename Plain<T>::Type, typename Plain<Other>::Type>::kIs)
    return !(static_cast<int>(first <= place) & static_cast<int>(place < last));
  return true;
}
template <class Other, class T>
FORALL_INTERNAL_CHECK bool is_outside_to_last(Other* place, T* first, T* last, int) {
  if (!::forall_checks::may_overlap(first, place)) return true;
  if constexpr (IsSame<typename Plain<T>::Type, typename Plain<Other>::Type>::kIs)
    return !(static_cast<int>(first < place) & static_cast<int>(place <= last));
  return true;
}
template <class Place, class Iterator>
FORALL_INTERNAL_CHECK bool is_outside_from_first(const Place&, const Iterator&, const Iterator&, long) {
  return true;
}
template <class Place, class Iterator>
FORALL_INTERNAL_CHECK bool is_outside_to_last(const Place&, const Iterator&, const Iterator&, long) {
  return true;
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
#define __glibcxx_requires_irreflexive(first, last)                                                                \
  FORALL_INTERNAL_ASIDE(__glibcxx_assert(first == last || ::forall_checks::no_element_is_before_itself(first, 0)); \
                        __glibcxx_assert(::forall_checks::order_of_elements_is_weak(first, last, 0)))
#define __glibcxx_requires_irreflexive2(first, last) __glibcxx_requires_irreflexive(first, last)
#define __glibcxx_requires_irreflexive_pred(first, last, order)                                         \
  FORALL_INTERNAL_ASIDE(                                                                                \
      __glibcxx_assert(first == last || ::forall_checks::no_element_is_before_itself(first, order, 0)); \
      __glibcxx_assert(::forall_checks::order_of_elements_is_weak(first, last, order, 0)))
#define __glibcxx_requires_irreflexive_pred2(first, last, order) __glibcxx_requires_irreflexive_pred(first, last, order)
#define __glibcxx_requires_partitioned_lower(first, last, value) \
  FORALL_INTERNAL_ASIDE(__glibcxx_assert(::forall_checks::elements_are_partitioned_by(first, last, value)))
#define __glibcxx_requires_partitioned_upper(first, last, value) \
  FORALL_INTERNAL_ASIDE(__glibcxx_assert(::forall_checks::elements_are_partitioned_after(first, last, value)))
#define __glibcxx_requires_partitioned_lower_pred(first, last, value, order) \
  FORALL_INTERNAL_ASIDE(__glibcxx_assert(::forall_checks::elements_are_partitioned_by(first, last, value, order)))
#define __glibcxx_requires_partitioned_upper_pred(first, last, value, order) \
  FORALL_INTERNAL_ASIDE(__glibcxx_assert(::forall_checks::elements_are_partitioned_after(first, last, value, order)))

#undef __glibcxx_requires_sorted
#undef __glibcxx_requires_sorted_pred
#undef __glibcxx_requires_sorted_set
#undef __glibcxx_requires_sorted_set_pred
#undef __glibcxx_requires_heap
#undef __glibcxx_requires_heap_pred
#define __glibcxx_requires_sorted(first, last) \
  FORALL_INTERNAL_ASIDE(__glibcxx_assert(::forall_checks::elements_are_sorted(first, last)))
#define __glibcxx_requires_sorted_pred(first, last, order) \
  FORALL_INTERNAL_ASIDE(__glibcxx_assert(::forall_checks::elements_are_sorted(first, last, order)))
#define __glibcxx_requires_sorted_set(first, last, other) \
  FORALL_INTERNAL_ASIDE(__glibcxx_assert(::forall_checks::elements_of_set_are_sorted(first, last, other)))
#define __glibcxx_requires_sorted_set_pred(first, last, other, order) \
  FORALL_INTERNAL_ASIDE(__glibcxx_assert(::forall_checks::elements_of_set_are_sorted(first, last, other, order)))
#define __glibcxx_requires_heap(first, last) \
  FORALL_INTERNAL_ASIDE(__glibcxx_assert(::forall_checks::elements_are_heap(first, last)))
#define __glibcxx_requires_heap_pred(first, last, order) \
  FORALL_INTERNAL_ASIDE(__glibcxx_assert(::forall_checks::elements_are_heap(first, last, order)))

// Of std::equal, whose second range has another name, nothing is required.
#undef __glibcxx_requires_can_increment_range
#undef __glibcxx_requires_can_decrement_range
#define __glibcxx_requires_can_increment_range(first, last, other) FORALL_INTERNAL_COPIES_TO_##other(first, last)
#define __glibcxx_requires_can_decrement_range(first, last, result) \
  FORALL_INTERNAL_COPIES(is_outside_to_last, first, last, result)
#define FORALL_INTERNAL_COPIES_TO___first2(first, last)
#define FORALL_INTERNAL_COPIES_TO___result(first, last) \
  FORALL_INTERNAL_COPIES(is_outside_from_first, first, last, __result)
#define FORALL_INTERNAL_COPIES(is_allowed, first, last, result) \
  __glibcxx_assert(                                             \
      ::forall_checks::is_allowed(std::__niter_base(result), std::__niter_base(first), std::__niter_base(last), 0))
#endif

#endif  // FORALL_INTERNAL_LIBRARY_CHECKS_DEBUG_DEBUG_H_

// Sorting, searching and integer division of stdlib.h. Comparators are code under test, called back.
//
// qsort is glibc's merge sort: halves are sorted, then merged into a copy, the left element first if two are equal. So
// it makes the same comparisons as glibc, in the same order. The copy of a small array is on the stack, as in glibc: a
// comparator that throws leaks nothing.
#include <cstdlib>
#include <cstring>

#include "models/model.h"

extern "C" {
// The library's own functions, while nothing is symbolic (runtime/models/native_path.cpp).
bool __forall_native_qsort(void* first, std::size_t count, std::size_t size, int (*compare)(const void*, const void*));
bool __forall_native_qsort_r(void* first, std::size_t count, std::size_t size,
                             int (*compare)(const void*, const void*, void*), void* context);
}

namespace forall::models {

namespace {

constexpr std::size_t kOnStack = 1024;

using Compare = int (*)(const void*, const void*, void*);

struct Sorter {
  Compare compare;
  void* context;
  std::size_t size;
  char* copy;

  // The depth of the recursion is the logarithm of the number of elements.
  void sort(char* first, std::size_t count) const {
    if (count <= 1) return;
    std::size_t left_count = count / 2;
    std::size_t right_count = count - left_count;
    char* left = first;
    char* right = first + left_count * size;
    sort(left, left_count);
    sort(right, right_count);
    char* to = copy;
    while (left_count > 0 && right_count > 0) {
      const bool takes_left = compare(left, right, context) <= 0;
      char*& from = takes_left ? left : right;
      std::memcpy(to, from, size);
      to += size;
      from += size;
      --(takes_left ? left_count : right_count);
    }
    std::memcpy(to, left, left_count * size);
    std::memcpy(first, copy, (count - right_count) * size);
  }
};

void sort(void* first, std::size_t count, std::size_t size, Compare compare, void* context) {
  const std::size_t bytes = count * size;
  auto* copy = static_cast<char*>(bytes < kOnStack ? __builtin_alloca(kOnStack) : std::malloc(bytes));
  if (copy == nullptr) std::abort();
  Sorter{compare, context, size, copy}.sort(static_cast<char*>(first), count);
  if (bytes >= kOnStack) std::free(copy);
}

int compare_without_context(const void* a, const void* b, void* context) {
  return reinterpret_cast<int (*)(const void*, const void*)>(context)(a, b);
}

// The standard leaves open what sorting and searching do if these do not hold. They call the comparator, which the program
// does not do there, so they are looked at in runs of their own (runtime/models/algorithm_checks.cpp). Of an order the
// first two elements are compared: to compare others may take a run for each way through the comparator.
void require_order(const char* first, std::size_t count, std::size_t size, Compare compare, void* context,
                   const char* refusal) {
  if (count < 2 || !__forall_looks_aside()) return;
  const int up = compare(first, first + size, context);
  const int down = compare(first + size, first, context);
  if ((up < 0) != (down > 0) || (up > 0) != (down < 0)) __forall_refuse_order(refusal);
  __forall_looked_aside();
}

// First the elements before the key, then those that are equal to it.
void require_sorted(const void* key, const char* first, std::size_t count, std::size_t size,
                    int (*compare)(const void*, const void*)) {
  if (count < 2 || !__forall_looks_aside()) return;
  int last = 1;
  for (std::size_t i = 0; i < count; ++i) {
    const int order = compare(key, first + i * size);
    const int sign = (order > 0) - (order < 0);
    if (sign > last) __forall_refuse_order("bsearch: the array is not sorted around the key");
    last = sign;
  }
  __forall_looked_aside();
}

template <typename Result, typename T>
Result divide(T a, T b) {
  return {a / b, a % b};
}

}  // namespace

}  // namespace forall::models

using namespace forall::models;

extern "C" {

void __forall_model_qsort(void* first, std::size_t count, std::size_t size, int (*compare)(const void*, const void*)) {
  const Scope scope;
  require_order(static_cast<const char*>(first), count, size, compare_without_context, reinterpret_cast<void*>(compare),
                "qsort: the order of the first two elements depends on which is given first");
  if (__forall_native_qsort(first, count, size, compare)) return;
  sort(first, count, size, compare_without_context, reinterpret_cast<void*>(compare));
}

void __forall_model_qsort_r(void* first, std::size_t count, std::size_t size,
                            int (*compare)(const void*, const void*, void*), void* context) {
  const Scope scope;
  require_order(static_cast<const char*>(first), count, size, compare, context,
                "qsort_r: the order of the first two elements depends on which is given first");
  if (__forall_native_qsort_r(first, count, size, compare, context)) return;
  sort(first, count, size, compare, context);
}

void* __forall_model_bsearch(const void* key, const void* first, std::size_t count, std::size_t size,
                             int (*compare)(const void*, const void*)) {
  const Scope scope;
  require_sorted(key, static_cast<const char*>(first), count, size, compare);
  std::size_t low = 0;
  std::size_t high = count;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    const void* element = static_cast<const char*>(first) + middle * size;
    const int order = compare(key, element);
    if (order == 0) return const_cast<void*>(element);
    if (order < 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return nullptr;
}

std::div_t __forall_model_div(int a, int b) {
  const Scope scope;
  return divide<std::div_t>(a, b);
}

std::ldiv_t __forall_model_ldiv(long a, long b) {
  const Scope scope;
  return divide<std::ldiv_t>(a, b);
}

std::lldiv_t __forall_model_lldiv(long long a, long long b) {
  const Scope scope;
  return divide<std::lldiv_t>(a, b);
}

}  // extern "C"

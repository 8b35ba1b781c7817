// Quicksort: Lomuto's partition around the last element, then the same on both sides of it.
#pragma once

#include <utility>

inline int partition(int* a, int low, int high) {
  const int pivot = a[high];
  int end_of_small = low;
  for (int i = low; i < high; ++i) {
    if (a[i] <= pivot) std::swap(a[end_of_small++], a[i]);
  }
  std::swap(a[end_of_small], a[high]);
  return end_of_small;
}

inline void quicksort(int* a, int low, int high) {
  if (low >= high) return;
  const int middle = partition(a, low, high);
  quicksort(a, low, middle - 1);
  quicksort(a, middle + 1, high);
}

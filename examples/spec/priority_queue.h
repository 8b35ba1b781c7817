// A priority queue on a heap.
#pragma once

#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

class PriorityQueue {
 public:
  bool empty() const { return heap_.empty(); }
  int largest() const { return heap_.empty() ? std::numeric_limits<int>::min() : heap_.front(); }

  void add(int x) {
    heap_.push_back(x);
    for (std::size_t k = heap_.size(); k > 1 && at(k / 2) < at(k); k /= 2) std::swap(at(k / 2), at(k));
  }

  void remove_largest() {
    if (heap_.empty()) return;
    heap_.front() = heap_.back();
    heap_.pop_back();
    const std::size_t n = heap_.size();
    for (std::size_t k = 1; 2 * k <= n;) {
      std::size_t child = 2 * k;
      if (child < n && at(child) < at(child + 1)) ++child;
      if (at(k) >= at(child)) break;
      std::swap(at(k), at(child));
      k = child;
    }
  }

 private:
  int& at(std::size_t k) { return heap_[k - 1]; }  // the children of k are 2k and 2k + 1

  std::vector<int> heap_;
};

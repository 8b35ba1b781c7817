// Different numbers in ascending order.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <vector>

class SortedList {
 public:
  void add(int x) {
    const auto at = std::lower_bound(items_.begin(), items_.end(), x);
    if (at == items_.end() || *at != x) items_.insert(at, x);
  }
  // Places are counted from 1.
  void remove(int i) {
    check(i);
    items_.erase(items_.begin() + i - 1);
  }
  int nb_elements() const { return static_cast<int>(items_.size()); }
  int find(int i) const {
    check(i);
    return items_[static_cast<std::size_t>(i) - 1];
  }

 private:
  void check(int i) const {
    if (i < 1 || i > nb_elements()) throw std::out_of_range("SortedList: there is no such place");
  }

  std::vector<int> items_;
};

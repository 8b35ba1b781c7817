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
  void remove(int x) {
    const auto at = std::lower_bound(items_.begin(), items_.end(), x);
    if (at != items_.end() && *at == x) items_.erase(at);
  }
  int nb_elements() const { return static_cast<int>(items_.size()); }
  int find(int i) const {  // from 1
    if (i < 1 || i > nb_elements()) throw std::out_of_range("SortedList::find");
    return items_[static_cast<std::size_t>(i) - 1];
  }

 private:
  std::vector<int> items_;
};

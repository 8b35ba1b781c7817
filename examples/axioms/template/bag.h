// A bag of any T that can be a key of std::unordered_map.
#pragma once

#include <unordered_map>

template <class T>
class Bag {
 public:
  void add(const T& item) { times_[item] = multiplicity(item) + 1; }
  int multiplicity(const T& item) const { return times_.count(item) != 0 ? times_.at(item) : 0; }
  void clear(const T& item) { times_.erase(item); }

 private:
  std::unordered_map<T, int> times_;
};

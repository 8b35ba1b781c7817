// Numbers by name, as short codes.
#pragma once

#include <map>

class PhoneBook {
 public:
  void add(int name, int number) {
    if (number <= 0) return;
    numbers_[name] = number;
    last_ = name;
  }
  void remove(int name) {
    if (numbers_.erase(name) == 0) return;
#ifndef PLANTED_FAULT
    if (last_ == name) last_ = 0;
#endif
  }
  int find(int name) const {
    const auto found = numbers_.find(name);
    return found == numbers_.end() ? 0 : found->second;
  }
  int redial() const { return find(last_); }

 private:
  std::map<int, int> numbers_;
  int last_ = 0;
};

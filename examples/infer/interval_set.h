// A set of numbers that is one interval, from `low` up to `high`; empty if low is above high.
#pragma once

#include <forall/forall.h>

class IntervalSet {
 public:
  bool is_empty() const { return low_ > high_; }
  int low() const { return low_; }
  int high() const { return high_; }
  bool contains(int value) const { return low_ <= value && value <= high_; }

  // The smallest interval with what it has and the value.
  void include(int value) {
    if (is_empty()) {
      low_ = high_ = value;
    } else if (value < low_) {
      low_ = value;
    } else if (value > high_) {
      high_ = value;
    }
  }
  void cut_below(int value) {
    if (value > low_) low_ = value;
  }
  void clear() {
    low_ = 1;
    high_ = 0;
  }

 private:
  int low_ = 1;
  int high_ = 0;
};

FORALL_STATE(IntervalSet, low_, high_);

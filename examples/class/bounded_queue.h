// A queue of at most three numbers.
#pragma once

#include <stdexcept>

class BoundedQueue {
 public:
  void push(int value) {
    if (count_ == kCapacity) throw std::length_error("the queue is full");
#ifdef PLANTED_FAULT
    items_[count_] = value;
#else
    items_[(first_ + count_) % kCapacity] = value;
#endif
    ++count_;
  }
  int pop() {
    if (count_ == 0) throw std::out_of_range("the queue is empty");
    const int value = items_[first_];
    first_ = (first_ + 1) % kCapacity;
    --count_;
    return value;
  }
  bool empty() const { return count_ == 0; }
  unsigned size() const { return count_; }

 private:
  static constexpr unsigned kCapacity = 3;
  int items_[kCapacity] = {};
  unsigned first_ = 0;
  unsigned count_ = 0;
};

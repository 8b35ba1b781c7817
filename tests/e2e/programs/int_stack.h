// A stack on an array, of which most states are not full.
#pragma once

#include <forall/forall.h>

#include <stdexcept>

class IntStack {
 public:
  IntStack() = default;
  void push(int x) {
    if (size_ == 8) throw std::length_error("full");
    items_[size_++] = x;
  }
  void pop() {
    if (size_ == 0) throw std::out_of_range("empty");
    --size_;
  }
  int top() const {
    if (size_ == 0) throw std::out_of_range("empty");
    return items_[size_ - 1];
  }
  bool empty() const { return size_ == 0; }
  int size() const { return size_; }
  bool operator==(const IntStack& other) const {
    bool equal = size_ == other.size_;
    for (int i = 0; equal && i < size_; ++i) equal = items_[i] == other.items_[i];
    return equal;
  }

 private:
  int items_[8] = {};
  int size_ = 0;
};
FORALL_STATE(IntStack, items_, size_);
FORALL_INVARIANT(IntStack, [](const IntStack& stack) {
  return 0 <= FORALL_MEMBER(stack, size_) && FORALL_MEMBER(stack, size_) < 8;
});

// A queue of at most kCapacity elements in a circle of memory.
#pragma once

#include <array>
#include <cstddef>

template <class T, std::size_t kCapacity>
class RingBuffer {
 public:
  std::size_t size() const { return size_; }
  bool is_full() const { return size_ == kCapacity; }
  const T& front() const { return elements_[first_]; }

  bool push(const T& value) {
    if (is_full()) return false;
    elements_[(first_ + size_) % kCapacity] = value;
    ++size_;
    return true;
  }
  void pop() {
    first_ = (first_ + 1) % kCapacity;
    --size_;
  }

 private:
  std::array<T, kCapacity> elements_ = {};
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

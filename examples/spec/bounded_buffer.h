// A queue in a ring of fixed size.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <vector>

class BoundedBuffer {
 public:
  explicit BoundedBuffer(int capacity) : ring_(capacity > 0 ? static_cast<std::size_t>(capacity) : 0) {}

  void put(int x) {
    if (full()) throw std::length_error("BoundedBuffer::put");
    ring_[(first_ + count_++) % ring_.size()] = x;
  }
  void get() {
    if (count_ == 0) throw std::length_error("BoundedBuffer::get");
    first_ = (first_ + 1) % ring_.size();
    --count_;
  }
  int first() const {
    if (count_ == 0) throw std::length_error("BoundedBuffer::first");
    return ring_[first_];
  }
  int count() const { return static_cast<int>(count_); }
  bool full() const { return count_ == ring_.size(); }

 private:
  std::vector<int> ring_;
  std::size_t first_ = 0, count_ = 0;
};

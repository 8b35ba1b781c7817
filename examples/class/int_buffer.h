// An array that grows, in memory of its own.
#pragma once

#include <cstddef>

class IntBuffer {
 public:
  IntBuffer() = default;
  IntBuffer(const IntBuffer&) = delete;
  IntBuffer& operator=(const IntBuffer&) = delete;
  ~IntBuffer() { delete[] data_; }
  void append(int value) {
    if (size_ == capacity_) grow();
    data_[size_] = value;
    ++size_;
  }
  int sum() const {
    unsigned sum = 0;
    for (std::size_t i = 0; i < size_; ++i) sum += static_cast<unsigned>(data_[i]);
    return static_cast<int>(sum);
  }
  void drop() {
    if (size_ > 0) --size_;
  }

 private:
  void grow() {
    const std::size_t wider = capacity_ == 0 ? 1 : 2 * capacity_;
    int* const copy = new int[wider]();
#ifdef PLANTED_FAULT
    for (std::size_t i = 1; i < size_; ++i) copy[i] = data_[i];
#else
    for (std::size_t i = 0; i < size_; ++i) copy[i] = data_[i];
#endif
    delete[] data_;
    data_ = copy;
    capacity_ = wider;
  }
  int* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

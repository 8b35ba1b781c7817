// A stack of objects in an array that grows. It does not own what it holds.
#pragma once

#include <algorithm>
#include <cstddef>
#include <stdexcept>

#include "../object.h"

class Stack {
 public:
  explicit Stack(int capacity) {
    if (capacity < 0) throw std::invalid_argument("a capacity below zero");
    items_ = new Object*[static_cast<std::size_t>(capacity)];
    capacity_ = capacity;
  }
  ~Stack() { delete[] items_; }
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;

  int count() const { return size_; }

  void push(Object* object) {
    if (size_ == capacity_) grow();
    items_[size_++] = object;
  }
  Object* pop() {
    Object* top = peek();
    items_[--size_] = nullptr;
    return top;
  }
  Object* peek() const {
    if (size_ == 0) throw std::logic_error("the stack is empty");
    return items_[size_ - 1];
  }
  void clear() {
    std::fill(items_, items_ + size_, nullptr);
    size_ = 0;
  }

 private:
  void grow() {
    const int capacity = capacity_ == 0 ? 4 : 2 * capacity_;
    Object** items = new Object*[static_cast<std::size_t>(capacity)];
    std::copy(items_, items_ + size_, items);
    delete[] items_;
    items_ = items;
    capacity_ = capacity;
  }

  Object** items_ = nullptr;
  int capacity_ = 0;
  int size_ = 0;
};

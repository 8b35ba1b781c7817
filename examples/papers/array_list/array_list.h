// A list in an array that grows, after the collection of the same name in .NET 1.1: an object that holds objects, so it
// can hold itself. It does not own what it holds. `version` counts the changes, for enumerators.
#pragma once

#include <algorithm>
#include <stdexcept>

#include "../object.h"

class ArrayList : public Object {
 public:
  static constexpr int kDefaultCapacity = 16;

  ArrayList() = default;
  explicit ArrayList(int capacity) {
    if (capacity < 0) throw std::invalid_argument("a capacity below zero");
    items_ = new Object*[static_cast<std::size_t>(capacity)];
    capacity_ = capacity;
  }
  ~ArrayList() override { delete[] items_; }

  int count() const { return size_; }
  int capacity() const { return capacity_; }
  unsigned version() const { return version_; }

  // Zero stands for the default capacity.
  void set_capacity(int capacity) {
    if (capacity == 0 && size_ == 0) capacity = kDefaultCapacity;
    if (capacity < size_) throw std::invalid_argument("a capacity below the count");
    if (capacity != capacity_) reallocate(capacity);
  }

  // The same with the mistake of .NET 1.1: whether anything changes is asked before zero gets its meaning.
  void set_capacity_1_1(int capacity) {
    if (capacity == capacity_) return;
    if (capacity < size_) throw std::invalid_argument("a capacity below the count");
    reallocate(capacity > 0 ? capacity : kDefaultCapacity);
  }

  Object* get(int index) const {
    check(index, size_);
    return items_[index];
  }
  void set(int index, Object* value) {
    check(index, size_);
    items_[index] = value;
    ++version_;
  }

  void add(Object* value) {
    make_room();
    items_[size_++] = value;
    ++version_;
  }
  void insert(int index, Object* value) {
    check(index, size_ + 1);
    make_room();
    for (int i = size_; i > index; --i) items_[i] = items_[i - 1];
    items_[index] = value;
    ++size_;
    ++version_;
  }
  void remove_at(int index) {
    check(index, size_);
    for (int i = index + 1; i < size_; ++i) items_[i - 1] = items_[i];
    items_[--size_] = nullptr;
    ++version_;
  }

  // The first place of the value, or -1.
  int index_of(const Object* value) const {
    for (int i = 0; i < size_; ++i) {
      if (items_[i] == value) return i;
    }
    return -1;
  }

 private:
  static void check(int index, int end) {
    if (index < 0 || index >= end) throw std::out_of_range("no such index");
  }

  void make_room() {
    if (size_ == capacity_) reallocate(capacity_ == 0 ? kDefaultCapacity : 2 * capacity_);
  }

  void reallocate(int capacity) {
    Object** items = new Object*[static_cast<std::size_t>(capacity)];
    std::copy(items_, items_ + size_, items);
    delete[] items_;
    items_ = items;
    capacity_ = capacity;
  }

  Object** items_ = nullptr;
  int capacity_ = 0;
  int size_ = 0;
  unsigned version_ = 0;
};

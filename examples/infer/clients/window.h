// The last numbers that were added, at most so many.
#pragma once

#include <cstddef>
#include <stdexcept>

#include "numbers.h"

class Window {
 public:
  static constexpr std::size_t kMost = 3;

  std::size_t size() const { return numbers_.size(); }
  int oldest() const { return number(0); }
  int latest() const { return number(numbers_.size() - 1); }

  void add(int value) {
    if (numbers_.size() >= kMost) numbers_.pop_front();
    numbers_.push_back(value);
  }
  void forget() { numbers_.clear(); }

 private:
  int number(std::size_t index) const {
    if (numbers_.empty()) throw std::logic_error("there are no numbers yet");
    return numbers_.at(index);
  }

  Numbers numbers_;
};

// The bug: the window grows by one more before the oldest goes.
class WideWindow {
 public:
  std::size_t size() const { return numbers_.size(); }
  void add(int value) {
    if (numbers_.size() > Window::kMost) numbers_.pop_front();
    numbers_.push_back(value);
  }

 private:
  Numbers numbers_;
};

// A queue of at most four numbers, in a ring.
#pragma once

#include <forall/forall.h>

#include <stdexcept>

class BoundedQueue {
 public:
  static constexpr int kRoom = 4;

  int size() const { return size_; }
  bool is_empty() const { return size_ == 0; }
  bool is_full() const { return size_ == kRoom; }
  int front() const {
    if (size_ == 0) throw std::out_of_range("the queue is empty");
    return items_[first_];
  }
  int at(int index) const {
    if (index < 0 || index >= size_) throw std::out_of_range("no such element");
    return items_[(first_ + index) % kRoom];
  }

  void push(int value) {
    if (size_ == kRoom) throw std::length_error("the queue is full");
    items_[(first_ + size_) % kRoom] = value;
    ++size_;
  }
  int pop() {
    const int value = front();
    first_ = (first_ + 1) % kRoom;
    --size_;
    return value;
  }
  void clear() { size_ = 0; }

 private:
  int items_[kRoom] = {};
  int first_ = 0;
  int size_ = 0;
};

FORALL_STATE(BoundedQueue, items_, first_, size_);
FORALL_INVARIANT(BoundedQueue, [](const BoundedQueue& queue) {
  const int first = FORALL_MEMBER(queue, first_);
  return (0 <= first) & (first < BoundedQueue::kRoom) & (0 <= queue.size()) & (queue.size() <= BoundedQueue::kRoom);
});

#include "queue.h"

#include <stdexcept>
#include <utility>

Queue::Queue() : ring_(new int[4]()), capacity_(4), first_(0), count_(0) {}

Queue::Queue(const Queue& other)
    : ring_(new int[other.capacity_]()), capacity_(other.capacity_), first_(0), count_(other.count_) {
  for (unsigned i = 0; i < count_; ++i) ring_[i] = other.ring_[(other.first_ + i) % other.capacity_];
}

Queue& Queue::operator=(Queue other) {
  std::swap(ring_, other.ring_);
  capacity_ = other.capacity_;
  first_ = other.first_;
  count_ = other.count_;
  return *this;
}

Queue::~Queue() { delete[] ring_; }

bool Queue::empty() const { return count_ == 0; }

int Queue::front() const {
  if (count_ == 0) throw std::out_of_range("the queue is empty");
  return ring_[first_];
}

void Queue::push(int value) {
  if (count_ == capacity_) {
    int* larger = new int[2 * capacity_]();
    for (unsigned i = 0; i < count_; ++i) larger[i] = ring_[(first_ + i) % capacity_];
    delete[] ring_;
    ring_ = larger;
    first_ = 0;
    capacity_ *= 2;
  }
  ring_[(first_ + count_++) % capacity_] = value;
}

void Queue::pop() {
  if (count_ == 0) throw std::out_of_range("the queue is empty");
  first_ = (first_ + 1) % capacity_;
  --count_;
}

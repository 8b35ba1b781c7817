// First in, first out: a ring that grows.
#pragma once

class Queue {
 public:
  Queue();
  ~Queue();
  Queue(const Queue& other);
  Queue& operator=(Queue other);

  bool empty() const;
  int front() const;  // throws std::out_of_range if it is empty, as pop does
  void push(int value);
  void pop();

 private:
  int* ring_;
  unsigned capacity_;
  unsigned first_;
  unsigned count_;
};

// Classes for `forall reflect`, one for each thing that a class can have.
#pragma once

#include <cstddef>

namespace shop {

template <typename T>
class Stack {
 public:
  Stack() = default;
  explicit Stack(std::size_t capacity) : items_(new T[capacity]()), capacity_(capacity) {}
  std::size_t size() const { return size_; }
  bool is_full() const { return size_ == capacity_; }
  void push(T value) { items_[size_++] = value; }
  T pop() { return items_[--size_]; }

 private:
  T* items_ = nullptr;
  std::size_t capacity_ = 0;
  std::size_t size_ = 0;
  static inline int made_ = 0;
};
using StackOfLong = Stack<long>;

struct Point {
  int x;
  int y;
};

class Record {
 public:
  int id() const { return id_; }

 protected:
  int color_ = 0;

 private:
  int id_ = 0;
  int version_ = 0;
};

class Account : public Record {
 public:
  explicit Account(int balance) : balance_(balance) {}
  int balance() const { return balance_; }

 private:
  const int limit_ = 100;
  int balance_;
  int version_ = 0;
  int history_[3] = {};
};

class List {
 public:
  bool is_empty() const { return head_ == nullptr; }

 private:
  struct Node {
    int value;
    Node* next;
  };
  Node* head_ = nullptr;
  std::size_t size_ = 0;
};

class Flags {
 public:
  explicit Flags(int& target) : target_(target) {}

 private:
  class Hidden {
    int secret_ = 0;
  };
  int level_ = 0;
  unsigned is_open_ : 1;
  int& target_;
};

class Shape {
 public:
  virtual ~Shape() = default;
  virtual int area() const = 0;

 private:
  int color_ = 0;
};
class Square : public Shape {
 public:
  int area() const override { return side_ * side_; }

 private:
  int side_ = 0;
};
class Polygon : public Shape {};
class Triangle : public Polygon {
 public:
  Triangle(int base, int height) : base_(base), height_(height) {}
  int area() const override { return base_ * height_ / 2; }

 private:
  int base_, height_;
};

// What it is stays in a file of its own.
class Ticket {
 public:
  enum class Kind { single, day };
  struct State;
  Ticket(long cents, const Kind& kind, const Point& at) {
    if (cents < at.x) throw cents;
    is_day_ = kind == Kind::day ? this : nullptr;
  }
  explicit Ticket(Point at) : Ticket(at.x, Kind::single, at) {}
  explicit Ticket(State* state) : state_(state) {}
  Ticket(const Ticket&) = default;
  bool is_day() const { return is_day_ != nullptr; }

 protected:
  Ticket() = default;

 private:
  State* state_ = nullptr;
  void* is_day_ = nullptr;
};

// Nobody but itself makes one.
class Sealed {
 public:
  virtual ~Sealed() = default;

 private:
  explicit Sealed(int) {}
};

}  // namespace shop

namespace bank {
class Account {
  int number_ = 0;
};
template <typename A, typename B>
class Pairs {
  A* items_ = nullptr;
  B* other_ = nullptr;
  unsigned count_ = 0;
};
}  // namespace bank

// What the test of stand-ins is made of: a program (stand_ins.cpp), code that it calls (stand_ins_code.cpp), and in
// place of the runtime one that says what it is asked (stand_ins_runtime.cpp).
#pragma once

#include <string>
#include <string_view>

struct Point {
  int x;
  short y;
  double z;
};
struct Big {
  long values[5];
};
struct Flags {
  bool is_set : 1;
};
enum class Color : unsigned char { Red, Green };

class Table {
 public:
  Table();
  Table(int size, const std::string& name);
  Table(const Table& other);
  ~Table();
  void add(const int& key, void* value);
  bool contains(int key) const noexcept;
  int& at(int key);
  Point moved(Point by, Color color) const;
  Big sum(Big values) const;
  std::string text(std::string first, std::string_view second) const;
  Table joined(const Table& other, Table by_value) const;
  void take(Flags flags, int& count, long double ratio);
  int small(bool twice) { return twice ? 2 * size_ : size_; }
  int large(bool twice) { return small(twice) + 1; }
  template <typename T>
  T plus(T value) {
    return value + size_;
  }
  static int made(unsigned number);
  int missing(float ratio) const;

 private:
  int size_ = 0;
};

class Shape {
 public:
  virtual ~Shape() = default;
  virtual int area(int scale) const = 0;
  virtual bool named(const std::string& name) = 0;
};

class Counter {
 public:
  explicit Counter(int first) : count_(first) {}
  virtual ~Counter() = default;
  virtual int next();
  int twice() { return next() + next(); }

 private:
  int count_;
};

// Copied as the compiler does it, and as its author did.
class Label {
 public:
  explicit Label(const char* text) : text_(text) {}
  Label(const Label& other) = default;
  Label& operator=(const Label& other) {
    text_ = other.text_;
    return *this;
  }
  Label(Label&& /*other*/) { clear(); }
  void clear() { text_.clear(); }
  std::size_t size() const { return text_.size(); }

 private:
  std::string text_;
};

int with_code(Table& table);
int with_shape(Shape& shape);
int with_counter(Counter& counter);

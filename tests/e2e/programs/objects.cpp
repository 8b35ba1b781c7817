// Objects of classes that know nothing of forall, by state, factory, constructor and candidate values.
#include <forall/forall.h>

#include <algorithm>
#include <memory>
#include <queue>
#include <stack>
#include <stdexcept>
#include <string>
#include <vector>

namespace app {

// Private members, an array of its own, no default constructor.
class Stack {
 public:
  explicit Stack(std::size_t capacity) : items_(new int[capacity]), capacity_(capacity) {}
  ~Stack() { delete[] items_; }
  std::size_t size() const { return size_; }
  void push(int value) {
    if (size_ == capacity_) grow();
    items_[size_++] = value;
  }
  int pop() {
    if (size_ == 0) throw std::underflow_error("empty");
    return items_[--size_];
  }
  bool is_valid() const { return size_ <= capacity_; }
  int top_unchecked() const { return items_[size_ - 1]; }

 private:
  void grow() {
    const std::size_t larger = capacity_ * 2 + 1;
    int* items = new int[larger];
    std::copy(items_, items_ + size_, items);
    delete[] items_;
    items_ = items;
    capacity_ = larger;
  }
  int* items_;
  std::size_t capacity_;
  std::size_t size_ = 0;
};

class Named {
 protected:
  std::string name_ = "?";
};
class Account : public Named {
 public:
  long balance() const { return entry_.cents; }
  bool is_closed() const { return entry_.state == Entry::State::Closed; }
  const std::string& name() const { return name_; }

 private:
  struct Entry {
    enum class State { Open, Closed };
    long cents;
    State state;
  };
  Entry entry_ = {};
};

template <class T>
class Box {
 public:
  const T& value() const { return value_; }

 private:
  T value_ = {};
};

// Sorted by construction: a factory makes it.
class Range {
 public:
  static Range between(int a, int b) { return a < b ? Range(a, b) : Range(b, a); }
  int low() const { return low_; }
  int high() const { return high_; }

 private:
  Range(int low, int high) : low_(low), high_(high) {}
  int low_, high_;
};

class Percent {
 public:
  explicit Percent(int value) : value_(value) {
    if (value < 0 || value > 100) throw std::invalid_argument("percent");
  }
  int value() const { return value_; }

 private:
  int value_;
};

class Never {
 public:
  static Never make(int) { throw std::runtime_error("never"); }
  int value = 0;

 private:
  Never() = default;
};

class Impossible {
 public:
  int value() const { return value_; }

 private:
  int value_ = 0;
};

struct Shape {
  virtual ~Shape() = default;
  virtual int corners() const = 0;
};
struct Square : Shape {
  int corners() const override { return 4; }
};
struct Polygon : Shape {
  int corners() const override { return corners_; }

 private:
  int corners_ = 3;
};

struct Chain {
  int value;
  Chain* next;
};

struct Checked {
  int value;
};

// Two arrays with one count.
struct Table {
  const int* keys;
  const char* marks;
  unsigned count;
};

}  // namespace app

FORALL_STATE(app::Stack, array_of(items_, capacity_), size_);
FORALL_INVARIANT(app::Stack, [](const app::Stack& stack) { return stack.is_valid(); });
FORALL_STATE(app::Account, name_, entry_);
FORALL_STATE(app::Box<short>, value_);
FORALL_FACTORY(app::Range, app::Range::between, int a, int b);
FORALL_CONSTRUCTOR(app::Percent, int value);
FORALL_FACTORY(app::Never, app::Never::make);
FORALL_STATE(app::Impossible, value_);
FORALL_INVARIANT(app::Impossible, [](const app::Impossible& i) { return i.value() > 3 && i.value() < 2; });
FORALL_STATE(app::Square);
FORALL_STATE(app::Polygon, corners_);
FORALL_INVARIANT(app::Polygon, [](const app::Polygon& p) { return p.corners() > 2; });
FORALL_STATE(app::Table, array_of(keys, count), array_of(marks, count), count);
FORALL_INVARIANT(app::Checked, [](const app::Checked& c) {
  if (c.value > 9) throw std::domain_error("too much");
  return true;
});
FORALL_SUBTYPES(app::Shape, app::Square, app::Polygon);

// Classes of the standard library as subjects.
using Heap = std::priority_queue<int>;
FORALL_STATE(Heap, c);
FORALL_INVARIANT(Heap, [](const Heap& heap) {
  const std::vector<int>& items = FORALL_MEMBER(heap, c);
  return items.size() <= 3 && std::is_heap(items.begin(), items.end());
});

namespace {

void PushThenPop(app::Stack& stack, int value) {
  ASSUME(stack.size() <= 3);
  const std::size_t size = stack.size();
  stack.push(value);
  EXPECT_EQ(stack.size(), size + 1);
  EXPECT_EQ(stack.pop(), value);
}
FORALL(ObjectTest, PushThenPop);

void PopOfEmpty(app::Stack& stack) {
  ASSUME(stack.size() == 0);
  stack.pop();
}
FORALL(ObjectTest, PopOfEmpty).Throws<std::underflow_error>();

void TopUnchecked(app::Stack& stack) { EXPECT_NE(stack.top_unchecked(), 77); }
FORALL(ObjectTest, TopUnchecked);

void BaseAndNested(const app::Account& account) {
  EXPECT_FALSE(account.is_closed() && account.balance() == 1234 && account.name() == "ab");
}
FORALL(ObjectTest, BaseAndNested);

void TemplateClass(const app::Box<short>& box) { EXPECT_NE(box.value(), 321); }
FORALL(ObjectTest, TemplateClass);

void FactoryKeepsOrder(const app::Range& range) { EXPECT_LE(range.low(), range.high()); }
FORALL(ObjectTest, FactoryKeepsOrder);

void FactoryReaches(app::Range range) { EXPECT_FALSE(range.low() == -5 && range.high() == 19); }
FORALL(ObjectTest, FactoryReaches);

void ConstructorChecks(app::Percent percent) {
  EXPECT_GE(percent.value(), 0);
  EXPECT_LE(percent.value(), 100);
}
FORALL(ObjectTest, ConstructorChecks);

void ConstructorReaches(app::Percent percent) { EXPECT_NE(percent.value(), 42); }
FORALL(ObjectTest, ConstructorReaches);

void FactoryThrows(app::Never never) { EXPECT_EQ(never.value, 1); }
FORALL(ObjectTest, FactoryThrows);

void NothingMeetsTheInvariant(const app::Impossible& impossible) { EXPECT_EQ(impossible.value(), 1); }
FORALL(ObjectTest, NothingMeetsTheInvariant);

void Candidates(int n, const std::string& text) { EXPECT_FALSE(n == 3 && text == "b"); }
FORALL_VALUES(Candidates, n, {1, 2, 3});
FORALL_VALUES(Candidates, text, {"a", "b"});
FORALL(ObjectTest, Candidates);

void CandidatesOnly(int n) { EXPECT_LE(n, 3); }
FORALL_VALUES(CandidatesOnly, n, {1, 2, 3});
FORALL(ObjectTest, CandidatesOnly);

void Corners(const app::Shape& shape) { EXPECT_GT(shape.corners(), 2); }
FORALL(ObjectTest, Corners);

void ManyCorners(const app::Shape* shape) {
  if (shape != nullptr) {
    EXPECT_NE(shape->corners(), 17);
  }
}
FORALL(ObjectTest, ManyCorners);

void DynamicCast(app::Shape& shape) {
  if (const auto* polygon = dynamic_cast<app::Polygon*>(&shape)) {
    EXPECT_NE(polygon->corners(), 5);
  }
}
FORALL(ObjectTest, DynamicCast);

void CastsAgree(app::Shape* a, app::Shape* b) {
  ASSUME(a != nullptr && b != nullptr);
  const bool a_is_polygon = dynamic_cast<app::Polygon*>(a) != nullptr;
  const bool b_is_polygon = dynamic_cast<app::Polygon*>(b) != nullptr;
  EXPECT_TRUE(a != b || a_is_polygon == b_is_polygon);
}
FORALL(ObjectTest, CastsAgree);

void OwnersAreThoseInside(const std::vector<std::shared_ptr<int>>& owners) {
  ASSUME(owners.size() == 1 && owners[0] != nullptr);
  EXPECT_EQ(owners[0].use_count(), 1);
}
FORALL(ObjectTest, OwnersAreThoseInside);

void TopOfHeapIsGreatest(Heap& heap, int value) {
  heap.push(value);
  EXPECT_GE(heap.top(), value);
  const int top = heap.top();
  heap.pop();
  EXPECT_TRUE(heap.empty() || heap.top() <= top);
}
FORALL(ObjectTest, TopOfHeapIsGreatest);

void InvariantThrows(app::Checked checked) { EXPECT_LE(checked.value, 9); }
FORALL(ObjectTest, InvariantThrows);

// What another parameter can change is not told from an equal value by its address only.
void ChangedByAnother(const int& constant, int& variable) {
  const int before = constant;
  variable = 5;
  EXPECT_EQ(constant, before);
}
FORALL(ObjectTest, ChangedByAnother);

void ArrayChangedByAnother(const int (&constant)[2], int (&variable)[2]) {
  const int before = constant[1];
  variable[1] = 5;
  EXPECT_EQ(constant[1], before);
}
FORALL(ObjectTest, ArrayChangedByAnother);

void ConstantsAreValues(const long& a, const long& b, int& n) {
  n = 1;
  EXPECT_NE(&a, &b);
}
FORALL(ObjectTest, ConstantsAreValues);

void ArraysOfOneCount(const app::Table& table, unsigned index) {
  ASSUME(table.count <= 4 && index < table.count);
  EXPECT_FALSE(table.keys[index] == 3 && table.marks[index] == 'x' && table.count == 3);
}
FORALL(ObjectTest, ArraysOfOneCount);

void EndlessChain(app::Chain* chain) {
  for (int n = 0; chain != nullptr && n < 100; chain = chain->next, ++n) EXPECT_NE(chain->value, 1234567);
}
FORALL(ObjectTest, EndlessChain).WithBounds({.seconds = 2});

void FewObjects(app::Chain* chain) {
  int length = 0;
  for (; chain != nullptr && length < 9; chain = chain->next) ++length;
  EXPECT_LE(length, 9);
}
FORALL(ObjectTest, FewObjects).WithBounds({.objects = 2});

// The reference may be to what the pointer owns: f(*p, std::move(p)).
void OwnerOfAReference(int& value, std::unique_ptr<int> owner) {
  ASSUME(owner != nullptr);
  value = 1;
  *owner = 9;
  EXPECT_EQ(value, 1);
}
FORALL(ObjectTest, OwnerOfAReference);

// There is room for a seed, whatever the limit of lengths.
void LongSeed(const std::string& text) { EXPECT_NE(text, "abcdefghij"); }
FORALL(ObjectTest, LongSeed).WithSeeds({{"abcdefghij"}});

}  // namespace

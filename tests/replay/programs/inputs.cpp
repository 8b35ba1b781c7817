// PUTs with inputs of every kind, whose stored cases an ordinary build replays.
#include <forall/forall.h>
#include <forall/replay_environment.h>

#include <climits>
#include <cstdlib>
#include <ctime>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

// Code under test that changes without a new build: BROKEN makes what holds fail, MENDED what fails hold.
static bool is_set(const char* name) { return std::getenv(name) != nullptr; }
static const bool is_broken = is_set("BROKEN");
static const bool is_mended = is_set("MENDED");

enum class Color : signed char { Red = -1, Green, Blue };
struct Point {
  int x;
  short y;
};
struct Node {
  int value;
  Node* next;
};
struct Shape {
  virtual ~Shape() = default;
  virtual int sides() const = 0;
};
struct Named {
  virtual ~Named() = default;
  char tag = 0;
};
struct Square : Named, Shape {  // a Shape does not begin where a Square does
  int size = 0;
  int sides() const override { return 4; }
};
struct Polygon : Shape {
  int count = 0;
  int sides() const override { return count; }
};
FORALL_SUBTYPES(Shape, Square, Polygon);
FORALL_STATE(Square, size);
FORALL_STATE(Polygon, count);
FORALL_INVARIANT(Polygon, [](const Polygon& p) { return p.count >= 3 && p.count < 100; });

class Stack {
 public:
  Stack() = default;
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;
  ~Stack() { delete[] items_; }
  int size() const { return size_; }
  int top() const { return items_[size_ - 1]; }

 private:
  int* items_ = nullptr;
  int capacity_ = 0;
  int size_ = 0;
};
FORALL_STATE(Stack, array_of(items_, capacity_), size_);
FORALL_INVARIANT(Stack, [](const Stack& s) { return s.size() >= 0; });

class Even {
 public:
  explicit Even(int half) : value_(2 * half) {}
  int value() const { return value_; }

 private:
  int value_;
};
static Even MakeEven(signed char half) {
  if (half == 0) throw std::invalid_argument("zero");
  return Even(half);
}
FORALL_FACTORY(Even, MakeEven);

void Scalars(bool b, char c, long long n, Color color, double d, unsigned char (&bytes)[2]) {
  forall::observe("sum", n / 2 + c);
  forall::observe("half", d / 2);
  if (b && n > 1000) EXPECT_NE(n, 1000);
  if (color == Color::Blue) EXPECT_GT(static_cast<int>(color), 0);
  if (d > 0.5 && bytes[0] == 7) bytes[1] = 1;
  if (d != d) forall::observe("not a number", d);
}
void Texts(const std::string& s, std::string_view v, const char* c) {
  if (s == "ab") EXPECT_EQ(s.size(), 2U);
  if (!v.empty() && v.back() == 'x') EXPECT_FALSE(v.empty());
  if (c != nullptr && c[0] == 'q') EXPECT_NE(std::string(c), "");
}
void Containers(std::vector<int> v, std::optional<Point> o, std::variant<int, Point> a) {
  if (v.size() == 3 && v[1] == 5) v.push_back(1);
  if (o && o->x == 9) EXPECT_TRUE(o.has_value());
  if (a.index() == 1 && std::get<1>(a).y == 7) EXPECT_EQ(a.index(), 1U);
}
void Maps(const std::map<int, short>& m) {
  if (m.count(3) != 0) EXPECT_FALSE(m.empty());
}
void Aggregate(Point p) {
  if (p.x > p.y) EXPECT_NE(p.x, p.y);
}
void Lists(Node* head, Node& other) {
  if (head == nullptr) return;
  if (head->next == head) EXPECT_EQ(head->next, head);
  if (head->next == &other && other.value == 3) EXPECT_EQ(head->next->value, 3);
  if (other.next == head->next && head->next != nullptr) EXPECT_NE(other.next->value + 1LL, head->next->value + 0LL);
}
void Shapes(Shape& shape, Shape* second) {
  EXPECT_GE(shape.sides(), 3);
  if (second == &shape) EXPECT_EQ(second->sides(), shape.sides());
  if (second != nullptr && second->sides() == 4) EXPECT_EQ(second->sides() % 2, 0);
}
void Owners(std::unique_ptr<Node> one, std::shared_ptr<Point> a, std::shared_ptr<Point> b) {
  if (one != nullptr && one->value == 4) one->value = 5;
  if (a != nullptr && a == b) {
    EXPECT_GT(a.use_count(), 1);
    a->x = 1;
  }
}
void States(const Stack& stack, Even even) {
  ASSUME(stack.size() > 0);
  if (even.value() > 40) EXPECT_EQ(even.value() % 2, 0);
}
void Candidates(std::string name, int n) {
  if (name == "beta" && n == 2) EXPECT_EQ(name.size(), 4U);
}
FORALL_VALUES(Candidates, name, {"alpha", "beta", "gamma"});
void InDomains(int n, std::string text, int made) {
  if (n == 5) EXPECT_EQ(n, 5);
  if (text.size() == 2) EXPECT_EQ(text[0], 'a');
  EXPECT_EQ(made % 3, 0);
}
void Choices(int a) {
  const int first = forall::choose<int>("n");
  const int second = forall::choose<int>("n");
  const Node* node = forall::choose<Node*>("node");
  if (first > a && second < a) EXPECT_NE(first, second);
  if (node != nullptr && node->value == 8) forall::observe("node", node->value);
}
void Answers(int a) {
  if (std::time(nullptr) % 60 == 7 && a == 1) EXPECT_EQ(a, 1);
}
void Expected(int a) {
  if (a > 3) throw std::out_of_range("large");
  throw std::range_error("small");
}

void Observes(int a) { forall::observe("twice", is_broken ? -7 : 2L * a); }
void Holds(int a) {
  ASSUME(!is_set("NEVER"));
  if (a == 6) EXPECT_FALSE(is_broken);
}
void Fails(int a) {
  if (a == 6) EXPECT_TRUE(is_mended) << "six";  // line: fails
}
void Throws(int a) {
  if (a == 6) throw std::runtime_error("six");
}
void Crashes(int* p, int a) {
  if (p == nullptr && a == 5) *p = is_mended ? 0 : 1;
}
void Overflows(int a) {
  if (a > 0x7ffffff0) EXPECT_NE(a + 20, 0);
}
class Next {
 public:
  explicit Next(int of) : value_(of + 1) {}
  int value() const { return value_; }

 private:
  int value_;
};
FORALL_CONSTRUCTOR(Next, int of);
void OverflowsBefore(const Next& next, int a) { EXPECT_GE(static_cast<long>(next.value()) + a, LONG_MIN); }
void Aborts(int a) {
  if (a == 4) std::abort();
}
void FailsForText(const std::string& code, const std::vector<int>& counts, int percent, bool is_gift) {
  if (code == "SA90" && counts.size() == 2 && counts[0] == 3 && counts[1] == 4 && is_gift) EXPECT_NE(percent, 50);
}
void Behind(int a) { EXPECT_EQ(a, a); }

class Counted : public testing::Test {
 public:
  void Method(int a) {
    EXPECT_EQ(set_ups_, 1);
    if (a == 2) EXPECT_NE(a, 3);
  }

 protected:
  void SetUp() override { ++set_ups_; }
  void TearDown() override { EXPECT_EQ(set_ups_, 1); }

 private:
  int set_ups_ = 0;
};

FORALL(Kinds, Scalars);
FORALL(Kinds, Texts).WithBounds({.length = 3});
FORALL(Kinds, Containers).WithBounds({.length = 3});
FORALL(Kinds, Maps).WithBounds({.length = 2});
FORALL(Kinds, Aggregate).WithSeeds({{{1, 2}}});
FORALL(Kinds, Lists).WithBounds({.objects = 3});
FORALL(Kinds, Shapes);
FORALL(Kinds, Owners);
FORALL(Kinds, States);
FORALL(Kinds, Candidates);
FORALL(Kinds, InDomains).WithDomains(InRange(0, 9), InRegexp("a|ab"), Map([](int n) { return 3 * n; }, InRange(-5, 5)));
FORALL(Kinds, Choices);
FORALL(Kinds, Answers).SymbolicEnvironment(forall::Time);
FORALL(Kinds, Expected).Throws<std::runtime_error>();
FORALL_F(Counted, Method);
FORALL(Ends, Observes);
FORALL(Ends, Holds);
FORALL(Ends, Fails);
FORALL(Ends, Throws);
FORALL(Ends, Crashes);
FORALL(Ends, Overflows);
FORALL(Ends, OverflowsBefore);
FORALL(Ends, Aborts);
FORALL(Ends, FailsForText);
FORALL(Ends, Behind);

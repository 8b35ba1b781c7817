// One PUT for each thing that a closed test has to say in its framework.
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace shop {

enum class Size { Small, Large };

Size size_of(int weight) { return weight > 100 ? Size::Large : Size::Small; }

void Observes(int weight) {
  if (weight > 100) {
    EXPECT_EQ(size_of(weight), Size::Large);
  }
  forall::observe("size", size_of(weight));
  forall::observe("ratio", weight == 0 ? std::numeric_limits<double>::quiet_NaN() : 0.5);
  forall::observe("weight", weight > 0);
}
FORALL(Closed, Observes);

}  // namespace shop

int checked(int index) {
  if (index < 0 || index > 3) throw std::out_of_range("no such index");
  return index;
}
void ThrowsExpected(int index) {
  ASSUME(index < 0 || index > 3);
  checked(index);
}
FORALL(Closed, ThrowsExpected).Throws<std::out_of_range>();

void ThrowsUnexpected(int index) { checked(index); }
FORALL(Closed, ThrowsUnexpected);

void FailsFatally(int x) {
  ASSERT_NE(x, 77) << "the message";  // line: fatal
  EXPECT_LT(x, 1000);
}
FORALL(Closed, FailsFatally);

void Divides(int x) {
  const int y = forall::choose<int>("y");
  ASSUME(x > 0);
  if (y != 0) {
    EXPECT_LE(x / y, x);
  }
}
FORALL(Closed, Divides);

void Texts(const std::string& text, std::vector<int> numbers) {
  ASSUME(text.size() <= 2 && numbers.size() <= 1);
  if (text == "\"\\") {
    EXPECT_FALSE(numbers.empty());
  }
}
FORALL(Closed, Texts);

class Counter : public testing::Test {
 public:
  void Counts(int by) {
    if (by > 10) value_ += by % 4;
    EXPECT_NE(value_, 7);
  }

 protected:
  void SetUp() override { value_ = 6; }
  void TearDown() override { EXPECT_LE(value_, 8); }

 private:
  int value_ = 0;
};
FORALL_F(Counter, Counts);

// For reports: a failure whose message and inputs are markup and no text at all, objects that point to each other, a proof
// with a side that cannot be taken, and a test that is open.
#include <forall/forall.h>

#include <stdexcept>
#include <string>

namespace {

struct Node {
  int value;
  Node* next;
};

int sign(int x) {
  if (x > 0) return 1;
  if (x < 0) return -1;
  return 0;
}

// Gray code: only one number becomes all ones, which no optimizer sees.
unsigned gray(unsigned x) {
  const unsigned code = x ^ (x >> 1);
  if (code == 0xffffffffu && x != 0xaaaaaaaau) return 0;
  return code;
}

void SignIsSmall(int x) {
  EXPECT_LE(sign(x), 1);
  EXPECT_EQ(gray(static_cast<unsigned>(x)) == 0, x == 0);
}
FORALL(ReportedTest, SignIsSmall);

void Markup(char a, char b) {
  if (a == '<' && b == '\xff')
    throw std::runtime_error("</script><script>alert(1)</script> ]]> & \x01 \xff \xe2\x80\xae");  // line: throw
}
FORALL(ReportedTest, Markup);

void HasNoCycle(Node* list) {
  ASSUME(list != nullptr && list->next != nullptr);
  EXPECT_NE(list->next->next, list);
}
FORALL(ReportedTest, HasNoCycle);

void Halves(unsigned n) {
  unsigned steps = 0;
  for (; n != 0; n /= 2) ++steps;
  EXPECT_LE(steps, 32u);
}
FORALL(ReportedTest, Halves).WithBounds({.unfold = 4});

}  // namespace

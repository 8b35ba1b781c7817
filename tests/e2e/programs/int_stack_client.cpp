// Explored with the axioms of a specification in place of IntStack.
#include <forall/forall.h>

#include "int_stack.h"

FORALL_AXIOMS(IntStack, StackAxioms);

namespace {

void swap_top(IntStack& stack, bool is_wrong) {
  const int a = stack.top();
  stack.pop();
  const int b = stack.top();
  stack.pop();
  stack.push(is_wrong ? b : a);
  stack.push(is_wrong ? a : b);
}

}  // namespace

void SwapsTheTop(int x, int y) {
  IntStack stack;
  stack.push(x);
  stack.push(y);
  swap_top(stack, false);
  EXPECT_EQ(stack.top(), x);
  EXPECT_EQ(stack.size(), 2);
}
FORALL(Client, SwapsTheTop).Using<StackAxioms>();

void LeavesTheTop(int x, int y) {
  IntStack stack;
  stack.push(x);
  stack.push(y);
  swap_top(stack, true);
  EXPECT_EQ(stack.top(), x);
}
FORALL(Client, LeavesTheTop).Using<StackAxioms>();

// One PUT per kind of fault. Each has three paths: x == 1 reaches the fault, x == 2 must be explored although a run has
// ended badly before, and any other x passes. A comment `line: <PUT>` marks where the fault has to be reported (the
// first line of the function where the exact line is the compiler's choice).
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <climits>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

volatile int sink = 0;
void use(int value) { sink = value; }

void DivisionByZero(int x) {
  if (x == 1) use(10 / (x - 1));  // line: DivisionByZero
  if (x == 2) use(2);
}

void SignedOverflow(int x) {
  if (x == 1) use(INT_MAX - 1 + x + x);  // line: SignedOverflow
  if (x == 2) use(2);
}

void OutOfBounds(int x) {
  const int a[4] = {1, 2, 3, 4};
  if (x == 1) use(a[x + 3]);  // line: OutOfBounds
  if (x == 2) use(2);
}

void NullDereference(int x) {
  const int* p = x == 1 ? nullptr : &x;
  use(*p);  // line: NullDereference
  if (x == 2) use(2);
}

void InvalidShift(int x) {
  if (x == 1) use(1 << (x + 31));  // line: InvalidShift
  if (x == 2) use(2);
}

void Unreachable(int x) {
  if (x == 1) __builtin_unreachable();  // line: Unreachable
  if (x == 2) use(2);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wreturn-type"
int forgets_to_return(int x) {  // line: MissingReturn
  if (x != 1) return x;
}
#pragma GCC diagnostic pop

void MissingReturn(int x) {
  use(forgets_to_return(x));
  if (x == 2) use(2);
}

void Terminate(int x) {
  if (x == 1) std::terminate();  // line: Terminate
  if (x == 2) use(2);
}

void throws(int x) {
  if (x == 1) throw std::runtime_error("not expected");
}

void must_not_throw(int x) noexcept { throws(x); }

void TerminateByNoexcept(int x) {
  must_not_throw(x);
  if (x == 2) use(2);
}

void Abort(int x) {
  if (x == 1) std::abort();  // line: Abort
  if (x == 2) use(2);
}

void Exit(int x) {
  if (x == 1) std::exit(0);  // line: Exit
  if (x == 2) use(2);
}

void UncaughtException(int x) {
  if (x == 1) throw std::out_of_range("x is too far");  // line: UncaughtException
  if (x == 2) use(2);
}

void UncaughtInt(int x) {
  if (x == 1) throw 7;  // line: UncaughtInt
  if (x == 2) use(2);
}

int recurse_for_ever(int depth) {  // line: StackOverflow
  volatile char frame[512] = {};
  if (sink == 12345) return 0;
  return (recurse_for_ever(depth + frame[0]) ^ frame[1]) * 3 - 1;
}

void StackOverflow(int x) {
  if (x == 1) use(recurse_for_ever(0));
  if (x == 2) use(2);
}

void EndlessLoop(int x) {
  if (x == 1) {
    for (;;) sink = 1;  // line: EndlessLoop
  }
  if (x == 2) use(2);
}

void CheckedVector(int x) {
  const std::vector<int> v{1, 2, 3};
  if (x == 1) use(v[static_cast<std::size_t>(x) + 2]);  // line: CheckedVector
  if (x == 2) use(2);
}

void FailedAssertion(int x) {
  EXPECT_NE(x, 1) << "x must not be one";  // line: FailedAssertion
  if (x == 2) use(2);
}

}  // namespace

FORALL(Faults, DivisionByZero);
FORALL(Faults, SignedOverflow);
FORALL(Faults, OutOfBounds);
FORALL(Faults, NullDereference);
FORALL(Faults, InvalidShift);
FORALL(Faults, Unreachable);
FORALL(Faults, MissingReturn);
FORALL(Faults, Terminate);
FORALL(Faults, TerminateByNoexcept);
FORALL(Faults, Abort);
FORALL(Faults, Exit);
FORALL(Faults, UncaughtException);
FORALL(Faults, UncaughtInt);
FORALL(Faults, StackOverflow);
FORALL(Faults, EndlessLoop);
FORALL(Faults, CheckedVector);
FORALL(Faults, FailedAssertion);

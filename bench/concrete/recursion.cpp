// Recursion: Ackermann's function of 2 and 1000 and the 32nd Fibonacci number, the slow way.
#include "rows.h"

namespace {

int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

}  // namespace

unsigned long long rows::recursion() {
  // Numbers that the compiler does not know.
  volatile int m = 2, n = 1000, k = 32;
  return static_cast<unsigned long long>(ackermann(m, n)) + static_cast<unsigned long long>(fibonacci(k));
}

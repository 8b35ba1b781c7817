// capability: exceptions kept in an exception_ptr
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <exception>

namespace exception_pointer {

[[gnu::noinline]] std::exception_ptr attempt(int x) {
  try {
    if (x > 100000) throw x - 100000;
  } catch (...) {
    return std::current_exception();
  }
  return nullptr;
}

void Reached(int x) {
  const std::exception_ptr kept = attempt(x);
  if (!kept) return;
  try {
    std::rethrow_exception(kept);
  } catch (int value) {
    if (value == 1357911) TARGET();
  }
}
FORALL(ExceptionPointer, Reached);

void Holds(std::int32_t x) { REQUIRE((attempt(x) != nullptr) == (x > 100000)); }
HOLDS(ExceptionPointer);

}  // namespace exception_pointer

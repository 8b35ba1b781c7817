// capability: nested exceptions
// Reached: refuted
#include "../capability.h"

#include <exception>
#include <stdexcept>

namespace nested_exceptions {

struct Inner : std::runtime_error {
  explicit Inner(long code) : std::runtime_error("inner"), code(code) {}
  long code;
};

[[gnu::noinline]] void work(long x) {
  try {
    if (x % 1000 == 7) throw Inner(x);
  } catch (...) {
    std::throw_with_nested(std::runtime_error("outer"));
  }
}

void Reached(long x) {
  try {
    work(x);
  } catch (const std::exception& outer) {
    try {
      std::rethrow_if_nested(outer);
    } catch (const Inner& inner) {
      if (inner.code == 123456789007) TARGET();
    }
  }
}
FORALL(NestedExceptions, Reached);

}  // namespace nested_exceptions

// capability: a generator (coroutine) over symbolic data
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <coroutine>

namespace coroutines {

struct Generator {
  struct promise_type {
    unsigned value = 0;
    Generator get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(unsigned v) {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::abort(); }
  };
  unsigned next() {
    handle.resume();
    return handle.promise().value;
  }
  std::coroutine_handle<promise_type> handle;
};

Generator digits(unsigned x) {
  for (; x != 0; x /= 10) co_yield x % 10;
  co_yield 99;
}

void Reached(unsigned x) {
  Generator g = digits(x);
  const bool found = g.next() == 7 && g.next() == 0 && g.next() == 4 && g.next() == 1 && g.next() == 99;
  g.handle.destroy();
  if (found) TARGET();
}
FORALL(Coroutines, Reached);

void Holds(std::uint8_t x) {
  Generator g = digits(x);
  REQUIRE(g.next() == (x == 0 ? 99u : x % 10u));
  g.handle.destroy();
}
HOLDS(Coroutines);

}  // namespace coroutines

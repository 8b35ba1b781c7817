// capability: exceptions caught by type
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <stdexcept>

namespace typed_catch {

[[gnu::noinline]] void check(int x) {
  if (x == 1234567) throw std::out_of_range("exact");
  if (x > 1000000000) throw std::runtime_error("large");
  if (x < -2000000000) throw x;
}

int caught(int x) {
  try {
    check(x);
  } catch (const std::logic_error&) {
    return 1;
  } catch (const std::exception&) {
    return 2;
  } catch (int value) {
    return value;
  }
  return 0;
}

void Reached(int x, int y, int z) {
  if (caught(x) == 1 && caught(y) == 2 && caught(z) == -2111111111) TARGET();
}
FORALL(TypedCatch, Reached);

void Holds(int x) { REQUIRE((caught(x) == 1) == (x == 1234567)); }
HOLDS(TypedCatch);

}  // namespace typed_catch

// capability: std::ostringstream: integers to text
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <sstream>

namespace string_stream_out {

void Reached(int x) {
  std::ostringstream out;
  out << "x=" << x << ';';
  if (out.str() == "x=-24680;") TARGET();
}
FORALL(StringStreamOut, Reached);

void Holds(std::uint8_t x) {
  std::ostringstream out;
  out << unsigned{x};
  REQUIRE(out.str().size() == (x < 10 ? 1u : x < 100 ? 2u : 3u));
}
HOLDS(StringStreamOut);

}  // namespace string_stream_out

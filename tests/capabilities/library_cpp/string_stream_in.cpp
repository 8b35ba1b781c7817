// capability: std::istringstream: integers from symbolic text
// Reached: refuted
#include "../capability.h"

#include <sstream>
#include <string>

namespace string_stream_in {

void Reached(std::array<char, 5> text) {
  std::istringstream in(std::string(text.data(), 5));
  int a = 0, b = 0;
  if (in >> a >> b && a == 31 && b == 7) TARGET();
}
FORALL(StringStreamIn, Reached);

}  // namespace string_stream_in

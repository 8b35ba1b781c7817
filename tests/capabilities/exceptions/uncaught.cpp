// capability: an uncaught exception is found
// Reached: refuted by an exception
#include "../capability.h"

#include <vector>

namespace uncaught {

void Reached(unsigned x) {
  std::vector<int> v(3);
  forall::observe("v", v.at(x % 1000003u == 3u ? x % 7u + 3u : 1u));
}
FORALL(Uncaught, Reached);

}  // namespace uncaught

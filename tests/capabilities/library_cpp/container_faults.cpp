// capability: an access outside a container is found
// Reached: refuted by abort
#include "../capability.h"

#include <vector>

namespace container_faults {

void Reached(unsigned x) {
  const std::vector<int> v{1, 2, 3};
  forall::observe("v", v[x % 777777u == 4321u ? x % 4u : x % 3u]);
}
FORALL(ContainerFaults, Reached);

}  // namespace container_faults

// capability: environment variables: the real values, in the ledger
// Reached: open: environment
#include "../capability.h"

namespace variables {

void Reached(int x) {
  const char* home = std::getenv("FORALL_CAPABILITY");
  if (home && home[0] == 'x' && x == 5) TARGET();
}
FORALL(Variables, Reached);

}  // namespace variables

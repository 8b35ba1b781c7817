// capability: environment variables as inputs (SymbolicEnvironment)
// Reached: refuted
#include "../capability.h"

namespace symbolic_variables {

void Reached(int x) {
  const char* value = std::getenv("FORALL_CAPABILITY");
  if (value && std::strcmp(value, "on!") == 0 && x == 5) TARGET();
}
FORALL(SymbolicVariables, Reached).SymbolicEnvironment(forall::Variables);

}  // namespace symbolic_variables

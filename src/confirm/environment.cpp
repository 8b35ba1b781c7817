// Clocks, random numbers and variables of the environment as a case has them.
#include "forall/replay_environment.h"

// What every target needs for a run of a PUT, compiled with the pass. It makes no decisions of its own, so unlike the models it
// is ordinary code to the pass; the headers only declare it for targets.
#define FORALL_INTERNAL_MAKES_RUNS 1
#include "forall/internal/run.h"

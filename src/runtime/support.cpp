// What is the same in every target and works on concrete data: descriptions of tests, names of types. The headers only
// declare it for targets.
#define FORALL_INTERNAL_MAKES_SUPPORT 1
#include "forall/forall.h"

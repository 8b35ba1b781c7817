// The functions of the header that are the same in every program (FORALL_INTERNAL_SUPPORT), compiled once.
#define FORALL_INTERNAL_MAKES_SUPPORT 1
#include "forall/forall.h"

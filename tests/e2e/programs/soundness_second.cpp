#include "soundness.h"

int (*address_of_twice())(int) { return &twice; }

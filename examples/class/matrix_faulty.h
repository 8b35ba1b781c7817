#define PLANTED_FAULT
#include "matrix.h"

#define PLANTED_FAULT
#include "elevator.h"

#define PLANTED_FAULT
#include "bounded_queue.h"

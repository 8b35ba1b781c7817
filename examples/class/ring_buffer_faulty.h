#define PLANTED_FAULT
#include "ring_buffer.h"

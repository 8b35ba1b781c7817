#define PLANTED_FAULT
#include "int_buffer.h"

#define PLANTED_FAULT
#include "connection.h"

#define PLANTED_FAULT
#include "lru_cache.h"

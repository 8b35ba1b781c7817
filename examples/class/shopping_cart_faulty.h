#define PLANTED_FAULT
#include "shopping_cart.h"

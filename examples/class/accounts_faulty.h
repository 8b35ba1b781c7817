#define PLANTED_FAULT
#include "accounts.h"

#define COIN_BOX_CORRECTED
#include "coin_box.h"

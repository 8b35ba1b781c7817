#define PLANTED_FAULT
#include "tokenizer.h"

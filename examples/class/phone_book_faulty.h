#define PLANTED_FAULT
#include "phone_book.h"

#include "library/library.h"

int circle(int x) { return seen_from_the_circle(x); }

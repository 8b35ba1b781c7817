// Work without symbolic values. Each function returns a result, not 0, that has to be the same in every build.
#pragma once

namespace rows {

#define ROW(name) unsigned long long name();
#include "rows.def"
#undef ROW

// The next number of a small generator that is the same everywhere.
inline unsigned next_random(unsigned& state) { return state = state * 1664525u + 1013904223u; }

}  // namespace rows

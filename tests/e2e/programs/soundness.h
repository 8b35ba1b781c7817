// Shared by the two files of the program.
#pragma once

inline unsigned twice_unsigned(unsigned x) { return 2 * x; }
inline int twice(int x) { return static_cast<int>(twice_unsigned(static_cast<unsigned>(x))); }

int (*address_of_twice())(int);
int count_of_allocations();

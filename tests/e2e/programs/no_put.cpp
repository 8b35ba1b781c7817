// A C++ file without a single FORALL test.
int answer() { return 42; }

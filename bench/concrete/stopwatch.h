// A stopwatch that is never instrumented: reading the clock and writing the time down cost the same in every build.
#pragma once

extern "C" {
// How often the work is done: BENCH_REPEAT.
int stopwatch_repetitions();
void stopwatch_start();
// Appends the milliseconds of processor time since the start, and the result of the work, to the file that BENCH_TIMES
// names.
void stopwatch_stop(unsigned long long result);
}

// Several times: memory that was freed is used again, as it is in the loops of a test.
inline unsigned long long timed(unsigned long long (*work)()) {
  const int repetitions = stopwatch_repetitions();
  unsigned long long result = 0;
  stopwatch_start();
  for (int i = 0; i < repetitions; ++i) result = work();
  stopwatch_stop(result);
  return result;
}

// Times a piece of work inside the program: the best estimate of its cost is the median of several repetitions.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

// Runs `work` once to warm up and `repetitions` times measured; prints the median in milliseconds and the result of the
// work, which has to be the same in every build.
template <typename Work>
int report_median(int repetitions, Work work) {
  unsigned long long checksum = work();
  std::vector<double> milliseconds;
  for (int i = 0; i < repetitions; ++i) {
    const auto start = std::chrono::steady_clock::now();
    checksum = work();
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
    milliseconds.push_back(elapsed.count());
  }
  std::sort(milliseconds.begin(), milliseconds.end());
  std::printf("%.3f %llu\n", milliseconds[milliseconds.size() / 2], checksum);
  return 0;
}

// The next number of a small generator that is the same everywhere.
inline unsigned next_random(unsigned& state) { return state = state * 1664525u + 1013904223u; }

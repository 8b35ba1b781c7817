// Work on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace forall::base {

// Calls f(0) .. f(n - 1) on up to `jobs` threads. What one of them throws costs the others nothing; the first exception
// is thrown again when all are done.
template <typename F>
void for_each_parallel(std::size_t n, unsigned jobs, F f) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex mutex;
  const auto work = [&] {
    for (std::size_t i = next++; i < n; i = next++) {
      try {
        f(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
      }
    }
  };
  std::vector<std::thread> threads;
  for (unsigned k = 1; k < std::min<std::size_t>(jobs, n); ++k) threads.emplace_back(work);
  work();
  for (auto& t : threads) t.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace forall::base

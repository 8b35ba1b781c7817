// When work must end: at a moment, or when somebody asks for it. Work that can take long checks it now and then.
#pragma once

#include <algorithm>
#include <chrono>
#include <exception>
#include <functional>

namespace forall::base {

// Asked now and then by long work; true ends it.
using Interrupt = std::function<bool()>;

class Deadline {
 public:
  Deadline() = default;  // never
  // After so many seconds, 0 for no limit; or when `interrupt`, which may be null and must outlive this, says so.
  explicit Deadline(double seconds, const Interrupt* interrupt = nullptr)
      : limited_(seconds > 0 && seconds < kForever), interrupt_(interrupt) {
    if (limited_) {
      end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    }
  }
  bool passed() const { return (limited_ && Clock::now() >= end_) || (interrupt_ != nullptr && (*interrupt_)()); }
  // Without a limit: 0, as an effort says it. Never 0 with one.
  double seconds_left() const {
    if (!limited_) return 0;
    return std::max(std::chrono::duration<double>(end_ - Clock::now()).count(), kLeast);
  }
  const Interrupt* interrupt() const { return interrupt_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr double kForever = 1e9;  // the clock cannot count much farther
  static constexpr double kLeast = 1e-6;

  bool limited_ = false;
  Clock::time_point end_;
  const Interrupt* interrupt_ = nullptr;
};

// Thrown by work that was ended in the middle, where there is nothing to return.
class OutOfTime : public std::exception {
 public:
  const char* what() const noexcept override { return "the time is over"; }
};

}  // namespace forall::base

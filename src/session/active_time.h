// The time in which at least one thread is at some work: work side by side is not counted twice.
#pragma once

#include <mutex>

#include "base/world.h"

namespace forall::session {

class ActiveTime {
 public:
  explicit ActiveTime(base::Clock& clock) : clock_(clock) {}
  double seconds() const { return seconds_; }  // when nobody is at work

  class Work {
   public:
    explicit Work(ActiveTime& time) : time_(time) {
      const std::lock_guard lock(time_.mutex_);
      if (time_.working_++ == 0) time_.start_ = time_.clock_.now();
    }
    ~Work() {
      const std::lock_guard lock(time_.mutex_);
      if (--time_.working_ == 0) time_.seconds_ += time_.clock_.now() - time_.start_;
    }
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

   private:
    ActiveTime& time_;
  };

 private:
  base::Clock& clock_;
  std::mutex mutex_;
  unsigned working_ = 0;
  double start_ = 0;
  double seconds_ = 0;
};

}  // namespace forall::session

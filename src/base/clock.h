// Time behind an interface, so that time bounds can be tested without waiting.
#pragma once

namespace forall::base {

class Clock {
 public:
  virtual ~Clock() = default;
  // Seconds since some fixed moment; never goes back.
  virtual double now() = 0;
};

Clock& system_clock();

}  // namespace forall::base

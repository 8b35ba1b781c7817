// The time that all PUTs of a session have together, divided among them. What one does not need is there for the others, so
// a few PUTs without end do not keep somebody waiting who has written a dozen.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <mutex>

#include "base/world.h"

namespace forall::session {

// If nobody says otherwise: so much for each PUT on average, and at least so much in all.
inline constexpr double kUsualSeconds = 9, kUsualLeastSeconds = 60;
inline double usual_seconds(std::size_t puts) {
  return std::max(kUsualLeastSeconds, kUsualSeconds * static_cast<double>(puts));
}

class Budget {
 public:
  // Of `total` seconds (0: no limit) for so many PUTs, of which `workers` are explored at the same time.
  Budget(base::Clock& clock, double total, std::size_t puts, std::size_t workers)
      : clock_(clock), total_(total), start_(clock.now()), puts_(puts), waiting_(puts), workers_(workers) {}

  double total() const { return total_; }
  std::size_t puts() const { return puts_; }

  // A PUT is next. Each does it once.
  void begin_put() {
    const std::lock_guard lock(mutex_);
    --waiting_;
  }
  // The seconds that it may take, at most `limit`.
  double share(double limit) const {
    if (total_ <= 0) return limit;
    const std::lock_guard lock(mutex_);
    const double rest = total_ - (clock_.now() - start_), puts = static_cast<double>(waiting_ + 1);
    const double fair = rest * std::min(static_cast<double>(workers_), puts) / puts;
    const double share = std::max(std::min(std::max(fair, kWorthwhile), rest), kLeast);
    return std::min(limit, std::floor(share * 10) / 10);
  }

 private:
  // As long as the time lasts nobody gets less: among many PUTs, most need next to nothing. Then each gets the least.
  static constexpr double kWorthwhile = 10, kLeast = 1;

  base::Clock& clock_;
  const double total_;
  const double start_;
  const std::size_t puts_;
  mutable std::mutex mutex_;
  std::size_t waiting_;
  const std::size_t workers_;
};

}  // namespace forall::session

#include "parking/clock.h"

namespace parking {

bool is_time(int minutes) { return 0 <= minutes && minutes < kMinutesOfDay; }

int minutes_between(int from, int to) {
  const int minutes = to - from;
  return minutes < 0 ? minutes + kMinutesOfDay : minutes;
}

}  // namespace parking

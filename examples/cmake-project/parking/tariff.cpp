#include "parking/tariff.h"

#include "parking/clock.h"

namespace parking {

int fee(int minutes) {
  const int days = minutes / kMinutesOfDay;
  const int rest = minutes % kMinutesOfDay;
  if (rest < kFreeMinutes) return days * kMostCentsPerDay;
  const int hours = (rest + 59) / 60;
  const int cents = hours * kCentsPerHour;
  return days * kMostCentsPerDay + (cents > kMostCentsPerDay ? kMostCentsPerDay : cents);
}

}  // namespace parking

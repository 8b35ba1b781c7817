// capability: <chrono>: durations and calendar
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <chrono>

namespace durations {

void Reached(std::int32_t seconds, std::int32_t days) {
  using namespace std::chrono;
  const hh_mm_ss time{std::chrono::seconds{seconds}};
  if (days < 19780 || days > 19785) return;
  const year_month_day date{sys_days{std::chrono::days{days}}};
  if (time.hours() == hours{123} && time.minutes() == minutes{45} && time.seconds() == std::chrono::seconds{6} &&
      date == year{2024} / February / 29)
    TARGET();
}
FORALL(Durations, Reached);

void Holds(std::int16_t minutes) {
  using namespace std::chrono;
  REQUIRE(duration_cast<std::chrono::minutes>(duration_cast<seconds>(std::chrono::minutes{minutes})).count() ==
          minutes);
}
HOLDS(Durations);

}  // namespace durations

// Times of day, in minutes after midnight.
#pragma once

namespace parking {

inline constexpr int kMinutesOfDay = 24 * 60;

bool is_time(int minutes);

// How long a car that came at `from` has been here at `to`, at most a day: after midnight the clock begins again.
int minutes_between(int from, int to);

}  // namespace parking

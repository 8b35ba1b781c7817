// What parking costs, in cents.
#pragma once

namespace parking {

inline constexpr int kFreeMinutes = 15;
inline constexpr int kCentsPerHour = 250;
inline constexpr int kMostCentsPerDay = 2000;

// A quarter of an hour is free, then each hour that was begun costs; no day costs more than kMostCentsPerDay.
int fee(int minutes);

}  // namespace parking

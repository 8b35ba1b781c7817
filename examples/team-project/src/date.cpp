#include "date.h"

bool is_leap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

int days_in_month(int year, int month) {
  switch (month) {
    case 2: return is_leap(year) ? 29 : 28;
    case 4:
    case 6:
    case 9:
    case 11: return 30;
    default: return 31;
  }
}

bool is_date(const Date& date) {
  return 1 <= date.year && date.year <= 9999 && 1 <= date.month && date.month <= 12 && 1 <= date.day &&
         date.day <= days_in_month(date.year, date.month);
}

Date next_day(Date date) {
  if (date.day < days_in_month(date.year, date.month)) return {date.year, date.month, date.day + 1};
  if (date.month < 12) return {date.year, date.month + 1, 1};
#ifdef PLANTED_BUGS
  return {date.year, 1, 1};
#else
  return {date.year + 1, 1, 1};
#endif
}

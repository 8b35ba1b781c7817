// Days of the Gregorian calendar.
#pragma once

enum class Month : unsigned char { Jan = 1, Feb, Mar, Apr, May, Jun, Jul, Aug, Sep, Oct, Nov, Dec };

struct Date {
  int year;
  Month month;
  int day;
};

inline bool is_leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

inline int days_in(Month month, int year) {
  switch (month) {
    case Month::Feb: return is_leap(year) ? 29 : 28;
    case Month::Apr:
    case Month::Jun:
    case Month::Sep:
    case Month::Nov: return 30;
    default: return 31;
  }
}

inline bool is_valid(const Date& date) {
  return date.month >= Month::Jan && date.month <= Month::Dec && date.day >= 1 &&
         date.day <= days_in(date.month, date.year);
}

inline Date day_after(Date date) {
  if (date.day < days_in(date.month, date.year)) {
    ++date.day;
    return date;
  }
  date.day = 1;
  if (date.month == Month::Dec) {
    date.month = Month::Jan;
    ++date.year;
  } else {
    date.month = static_cast<Month>(static_cast<unsigned char>(date.month) + 1);
  }
  return date;
}

#pragma once

struct Date {
  int year = 1970;
  int month = 1;
  int day = 1;
};

bool is_leap(int year);
int days_in_month(int year, int month);
bool is_date(const Date& date);
Date next_day(Date date);

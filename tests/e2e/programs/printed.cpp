// Arguments that the user's own code prints. Each test fails for one value.
#include <forall/forall.h>

#include <cstdlib>
#include <ostream>
#include <string>
#include <vector>

namespace {

struct Date {
  int year, month, day;
};
std::ostream& operator<<(std::ostream& out, const Date& date) {
  return out << date.year << '-' << date.month << '-' << date.day;
}

struct Money {
  long cents;
};
void PrintTo(const Money& money, std::ostream* out) { *out << money.cents << "\ncents"; }

struct Point {
  int x, y;
  template <class Sink>
  friend void AbslStringify(Sink& sink, const Point& point) {
    sink.Append("at ");
    sink.Append(std::to_string(point.x));
    sink.Append(2, '!');
  }
};

struct Fragile {
  int value;
};
std::ostream& operator<<(std::ostream& out, const Fragile& fragile) {
  if (fragile.value != 0) std::abort();
  return out << "whole";
}

// Printed as a number by the language, not by the user.
struct Wrapped {
  int value;
  operator int() const { return value; }
};

void Values(Date date, Money money, Point point, Wrapped wrapped) {
  EXPECT_FALSE(date.day == 3 && money.cents == 4 && point.x == 5 && wrapped.value == 6);
}
FORALL(Printed, Values);

void Elements(const std::vector<Date>& dates, const std::string& text) {
  EXPECT_FALSE(dates.size() == 2 && text == "a");
}
FORALL(Printed, Elements);

void PrintingFails(Fragile fragile, const Date& date) { EXPECT_FALSE(fragile.value == 7 && date.day == 8); }
FORALL(Printed, PrintingFails);

void Crashes(Date date) {
  int* const nowhere = nullptr;
  if (date.day == 3) *nowhere = 1;
}
FORALL(Printed, Crashes);

}  // namespace

// Much of the standard library and GoogleTest's macros in one program: built with the pass it must verify, link and
// print what a plain build prints.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual int area(int scale) = 0;
};
struct Square : Shape {
  int area(int scale) override { return scale * scale; }
};
struct Named : virtual Shape {
  std::string name;
  int area(int scale) override { return scale * static_cast<int>(name.size()); }
};

struct Big {
  long values[9];
  int last;
};
__attribute__((noinline)) long by_value(Big big) { return big.values[3] + big.last; }
__attribute__((noinline)) __int128 wide(__int128 a, long b) { return (a + b) / 3; }
__attribute__((noinline)) double floating(double x, int y) { return x * y + std::sqrt(x); }

int select(unsigned x) {
  switch (x) {
    case 1: return 5;
    case 2:
    case 3: return 6;
    case 100: return 7;
    default: return 8;
  }
}

int local_static() {
  static std::vector<int> values(3);
  values.push_back(1);
  return static_cast<int>(values.size());
}

int variadic(const char*, ...) __attribute__((noinline));
int variadic(const char* first, ...) {
  va_list arguments;
  va_start(arguments, first);
  const int result = va_arg(arguments, int);
  va_end(arguments);
  return result;
}

int containers(int n, std::vector<int>& values) {
  std::map<int, std::string> names;
  std::unordered_map<std::string, int> numbers;
  std::set<int> seen;
  std::list<int> list;
  std::deque<int> deque;
  for (int i = 0; i < n; ++i) {
    names[i] = std::to_string(i);
    numbers[names[i]] = i;
    seen.insert(values.at(static_cast<std::size_t>(i)));
    list.push_front(i);
    deque.push_back(-i);
  }
  std::sort(values.begin(), values.end(), [&](int a, int b) { return a * n < b * n; });
  std::sort(deque.begin(), deque.end());
  return std::accumulate(list.begin(), list.end(), deque.front()) + numbers["2"] + static_cast<int>(seen.size());
}

std::string objects(int n) {
  const auto named = std::make_shared<Named>();
  named->name = "abc";
  const std::unique_ptr<Shape> square = std::make_unique<Square>();
  const std::function<int(int)> both = [&](int x) { return named->area(x) + square->area(x); };
  std::optional<int> maybe;
  if (n != 0) maybe = n;
  const std::variant<int, std::string> either = "text";
  std::stringstream stream;
  stream << both(n) << ' ' << maybe.value_or(3) << ' ' << std::get<std::string>(either);
  return stream.str();
}

int exceptions(int n) {
  try {
    if (n > 5) throw std::runtime_error("large");
    if (n > 4) throw n;
    return static_cast<int>(std::vector<int>(2).at(static_cast<std::size_t>(n)));
  } catch (const std::out_of_range&) {
    return -1;
  } catch (const std::exception& error) {
    return static_cast<int>(std::string(error.what()).size());
  } catch (int thrown) {
    return thrown;
  }
}

int main() {
  std::vector<int> values{5, 3, 1, 2, 4, 6, 9};
  EXPECT_EQ(values.size(), 7u) << "with a message " << values[0];
  EXPECT_TRUE(values[1] > 1);
  EXPECT_NEAR(floating(1, 2), 3.0, 0.1);
  EXPECT_THROW(values.at(100), std::out_of_range);
  std::printf("%d\n", containers(3, values));
  for (const int value : values) std::printf("%d ", value);
  std::printf("\n%s\n", objects(7).c_str());
  for (int n = 0; n < 8; ++n) std::printf("%d %d\n", exceptions(n), select(static_cast<unsigned>(n)));
  Big big{};
  big.values[3] = 40;
  big.last = 2;
  std::printf("%ld %d %d %d %.3f\n", by_value(big), static_cast<int>(wide(100, 3)), local_static(), variadic("", 9),
              floating(2, 3));
}

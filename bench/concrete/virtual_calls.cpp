// 5 million calls of virtual functions, of three classes in turn.
#include <memory>
#include <vector>

#include "rows.h"

namespace {

struct Step {
  virtual ~Step() = default;
  virtual unsigned apply(unsigned x) const = 0;
};
struct Add : Step {
  unsigned apply(unsigned x) const override { return x + 7; }
};
struct Twist : Step {
  unsigned apply(unsigned x) const override { return x ^ (x >> 3); }
};
struct Scale : Step {
  unsigned factor = 5;
  unsigned apply(unsigned x) const override { return x * factor; }
};

}  // namespace

unsigned long long rows::virtual_calls() {
  std::vector<std::unique_ptr<Step>> steps;
  unsigned state = 1;
  for (int i = 0; i < 1000; ++i) {
    switch ((next_random(state) >> 16) % 3) {
      case 0: steps.push_back(std::make_unique<Add>()); break;
      case 1: steps.push_back(std::make_unique<Twist>()); break;
      default: steps.push_back(std::make_unique<Scale>());
    }
  }
  unsigned x = 1;
  for (int i = 0; i < 5000; ++i) {
    for (const auto& step : steps) x = step->apply(x);
  }
  return x;
}

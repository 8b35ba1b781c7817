#include "emit/case_order.h"

#include <algorithm>
#include <compare>
#include <numeric>

namespace forall::emit {

using testcase::Case;
using testcase::InputValue;
using testcase::Step;

namespace {

std::strong_ordering compare(const Step& x, const Step& y) {
  if (const auto order = x.file.compare(y.file) <=> 0; order != 0) return order;
  if (const auto order = x.line <=> y.line; order != 0) return order;
  if (const auto order = x.condition.compare(y.condition) <=> 0; order != 0) return order;
  return x.site <=> y.site;
}

std::strong_ordering compare(const InputValue& x, const InputValue& y) {
  if (const auto order = x.name.compare(y.name) <=> 0; order != 0) return order;
  if (const auto order = x.value.hi <=> y.value.hi; order != 0) return order;
  if (const auto order = x.value.lo <=> y.value.lo; order != 0) return order;
  return x.target.compare(y.target) <=> 0;
}

template <typename T>
std::strong_ordering compare(const std::vector<T>& x, const std::vector<T>& y) {
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
    if (const auto order = compare(x[i], y[i]); order != 0) return order;
  }
  return x.size() <=> y.size();
}

}  // namespace

bool is_before(const Case& x, const Case& y) {
  if (const auto by_path = compare(x.steps, y.steps); by_path != 0) return by_path < 0;
  return compare(x.inputs, y.inputs) < 0;
}

std::vector<std::size_t> order_of_paths(const std::vector<Case>& cases) {
  std::vector<std::size_t> order(cases.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t x, std::size_t y) { return is_before(cases[x], cases[y]); });
  return order;
}

}  // namespace forall::emit

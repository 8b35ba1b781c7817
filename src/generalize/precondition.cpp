// Tries all conjunctions of up to three simple conditions over the values that the cases have. Each condition is two sets
// of bits: the passing cases that it keeps, and the failing ones that it excludes. Whether the result holds in general is
// not known here: it is explored.
#include "generalize/precondition.h"

#include <fmt/format.h>

#include <algorithm>
#include <bitset>
#include <cmath>
#include <set>

namespace forall::generalize {
namespace {

constexpr std::size_t kCases = 256;
using Bits = std::bitset<kCases>;

struct Candidate {
  Condition condition;
  int cost = 1;
  Bits kept, excluded;
};

long double length_of(const Value& value) {
  return value.is_null ? -1 : static_cast<long double>(std::string(value.text.c_str()).size());
}

class Candidates {
 public:
  explicit Candidates(const Separation& cases) : cases_(cases) {
    for (const auto& [name, value] : cases.original) {
      if (value.kind == Value::Kind::Number) add_number(name, value.number);
      if (value.kind == Value::Kind::Text) add_text(name, value);
    }
    for (const auto& [x, value_x] : cases.original) {
      for (const auto& [y, value_y] : cases.original) {
        if (x != y) add_pair(x, value_x, y, value_y);
      }
    }
  }

  std::vector<Candidate> take() { return std::move(found_); }

 private:
  void add(Condition condition, int cost) {
    if (!condition.holds(cases_.original)) return;
    Candidate candidate{std::move(condition), cost, {}, {}};
    for (std::size_t i = 0; i < std::min(kCases, cases_.passing.size()); ++i)
      candidate.kept[i] = candidate.condition.holds(cases_.passing[i]);
    for (std::size_t i = 0; i < std::min(kCases, cases_.failing.size()); ++i)
      candidate.excluded[i] = !candidate.condition.holds(cases_.failing[i]);
    if (candidate.excluded.any()) found_.push_back(std::move(candidate));
  }

  static long double number(const Values& values, const std::string& name) {
    const auto found = values.find(name);
    return found == values.end() ? 0 : found->second.number;
  }
  static long double length(const Values& values, const std::string& name) {
    const auto found = values.find(name);
    return found == values.end() ? 0 : length_of(found->second);
  }

  void add_comparisons(const std::string& name, long double bound, const std::string& text, int cost) {
    const auto at = [name](const Values& values) { return number(values, name); };
    add({fmt::format("{} <= {}", name, text), [=](const Values& v) { return at(v) <= bound; }, {}, ""}, cost);
    add({fmt::format("{} >= {}", name, text), [=](const Values& v) { return at(v) >= bound; }, {}, ""}, cost);
    add({fmt::format("{} < {}", name, text), [=](const Values& v) { return at(v) < bound; }, {}, ""}, cost);
    add({fmt::format("{} > {}", name, text), [=](const Values& v) { return at(v) > bound; }, {}, ""}, cost);
    add({fmt::format("{} != {}", name, text), [=](const Values& v) { return at(v) != bound; }, {}, ""}, cost);
  }

  // Numbers near zero are the likeliest bounds, then those that the code names, then those that failed, then others. Bounds
  // by values that only happened to pass are the last resort: they leave out more than they need to.
  void add_number(const std::string& name, long double original) {
    std::map<long double, int> costs = {{-1, 2}, {0, 1}, {1, 2}};
    const auto add_bound = [&](long double bound, int cost) {
      if (std::abs(bound) < 1e6L && bound == std::floor(bound) && costs.size() < 24) costs.try_emplace(bound, cost);
    };
    if (const auto hints = cases_.hints.find(name); hints != cases_.hints.end()) {
      for (const long double hint : hints->second) add_bound(hint, 2);
    }
    for (const Values& values : cases_.failing) add_bound(number(values, name), 4);
    add_bound(original, 6);
    for (const Values& values : cases_.passing) add_bound(number(values, name), 6);
    for (const auto& [bound, cost] : costs) add_comparisons(name, bound, fmt::format("{}", bound), cost);
    const std::string& text = cases_.originals.at(name);
    add({fmt::format("{} == {}", name, text), [=](const Values& v) { return number(v, name) == original; }, {}, name},
        3);
    if (original != std::floor(original) || text.find('.') != std::string::npos) return;
    const bool is_even = std::fmod(original, 2.0L) == 0;
    add({fmt::format("{} % 2 {} 0", name, is_even ? "==" : "!="),
         [=](const Values& v) { return (std::fmod(number(v, name), 2.0L) == 0) == is_even; },
         {},
         ""},
        3);
  }

  void add_text(const std::string& name, const Value& original) {
    add({fmt::format("std::strlen({}) > 0", name), [=](const Values& v) { return length(v, name) > 0; }, {}, ""}, 1);
    for (int bound = 1; bound <= 4; ++bound) {
      add({fmt::format("std::strlen({}) <= {}", name, bound),
           [=](const Values& v) { return length(v, name) <= bound; },
           {},
           ""},
          3);
    }
    add({fmt::format("std::strcmp({}, {}) == 0", name, cases_.originals.at(name)),
         [=](const Values& v) {
           const auto found = v.find(name);
           return found != v.end() && !found->second.is_null && found->second.text == original.text;
         },
         {},
         name},
        6);
  }

  void add_pair(const std::string& x, const Value& value_x, const std::string& y, const Value& value_y) {
    using Kind = Value::Kind;
    if (value_x.kind == Kind::Number && value_y.kind == Kind::Number) {
      const auto add_relation = [&](const char* sign, auto compare, int cost) {
        add({fmt::format("{} {} {}", x, sign, y),
             [=](const Values& v) { return compare(number(v, x), number(v, y)); },
             {},
             ""},
            cost);
      };
      if (x < y) {
        add({fmt::format("{} == {}", x, y), [=](const Values& v) { return number(v, x) == number(v, y); }, {x, y}, ""},
            1);
        add_relation("!=", std::not_equal_to<long double>(), 1);
      }
      add_relation("<", std::less<long double>(), 2);
      add_relation("<=", std::less_equal<long double>(), 2);
    } else if (value_x.kind == Kind::Text && value_y.kind == Kind::Text && x < y) {
      const auto same = [=](const Values& v) {
        const auto a = v.find(x);
        const auto b = v.find(y);
        return a != v.end() && b != v.end() && a->second == b->second;
      };
      add({fmt::format("std::strcmp({}, {}) == 0", x, y), same, {x, y}, ""}, 1);
      add({fmt::format("std::strcmp({}, {}) != 0", x, y), [=](const Values& v) { return !same(v); }, {}, ""}, 1);
    } else if (value_x.kind == Kind::Number && value_y.kind == Kind::Text) {
      add({fmt::format("{} < std::strlen({})", x, y),
           [=](const Values& v) { return number(v, x) < length(v, y); },
           {},
           ""},
          2);
      add({fmt::format("{} <= std::strlen({})", x, y),
           [=](const Values& v) { return number(v, x) <= length(v, y); },
           {},
           ""},
          2);
    }
  }

  const Separation& cases_;
  std::vector<Candidate> found_;
};

// Passing cases that are lost count, but not more than a few of them.
struct Score {
  int cost = 0;
  std::size_t kept = 0;
  bool is_better_than(const Score& other) const { return cost != other.cost ? cost < other.cost : kept > other.kept; }
};

}  // namespace

std::string Precondition::text() const {
  std::string result;
  for (const Condition& condition : conditions) result += (result.empty() ? "" : " && ") + condition.text;
  return result;
}

std::optional<Precondition> find_precondition(const Separation& cases) {
  std::vector<Candidate> candidates = Candidates(cases).take();
  // Those that keep the most come first, so that a limit on their number costs little.
  std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return a.kept.count() != b.kept.count() ? a.kept.count() > b.kept.count() : a.cost < b.cost;
  });
  if (candidates.size() > 160) candidates.resize(160);
  Bits all;
  for (std::size_t i = 0; i < std::min(kCases, cases.failing.size()); ++i) all.set(i);
  std::optional<Score> best;
  std::vector<std::size_t> chosen;
  const auto consider = [&](const Bits& kept, const Bits& excluded, int cost, std::vector<std::size_t> indices) {
    if (excluded != all) return;
    const std::size_t lost = std::min(kCases, cases.passing.size()) - kept.count();
    const Score score{cost + 2 * static_cast<int>(std::min<std::size_t>(lost, 3)), kept.count()};
    if (best && !score.is_better_than(*best)) return;
    best = score;
    chosen = std::move(indices);
  };
  const std::size_t count = candidates.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Candidate& a = candidates[i];
    consider(a.kept, a.excluded, a.cost, {i});
    for (std::size_t j = i + 1; j < count; ++j) {
      const Candidate& b = candidates[j];
      const Bits kept = a.kept & b.kept;
      const Bits excluded = a.excluded | b.excluded;
      consider(kept, excluded, a.cost + b.cost + 2, {i, j});
      if (count > 100) continue;
      for (std::size_t k = j + 1; k < count; ++k) {
        const Candidate& c = candidates[k];
        if (best && a.cost + b.cost + c.cost + 4 > best->cost) continue;
        consider(kept & c.kept, excluded | c.excluded, a.cost + b.cost + c.cost + 4, {i, j, k});
      }
    }
  }
  if (!best) return std::nullopt;
  Precondition result;
  for (const std::size_t index : chosen) result.conditions.push_back(candidates[index].condition);
  result.kept = best->kept;
  result.cost = best->cost;
  result.keeps_all = best->kept == std::min(kCases, cases.passing.size());
  return result;
}

}  // namespace forall::generalize

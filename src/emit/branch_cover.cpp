// The smallest set of cases that covers every branch direction: minimum set cover.
//
// The simplest case of each failure stays anyway, so its directions are covered. The rest is reduced until nothing changes:
//   essential   a direction that only one case covers: take that case
//   dominated   a case whose remaining directions another case covers too: drop it (of equal ones the later)
//   implied     a direction that every case covering some other direction covers too: drop it
// The core that is left is solved exactly by branch and bound: branch on the direction that the fewest cases cover,
// prune by the number of directions no two of which share a case. The search is cut after kMostNodes; then the best set
// found (at least as good as greedy, with which it starts) is returned, which covers everything but may not be
// smallest.
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "emit/case_order.h"
#include "emit/emit.h"
#include "testcase/failures.h"

namespace forall::emit {

using testcase::Case;

namespace {

constexpr std::uint64_t kMostNodes = 200'000;

using Set = std::vector<std::uint64_t>;  // bits

bool has(const Set& set, std::size_t i) { return ((set[i / 64] >> (i % 64)) & 1U) != 0; }
void insert(Set& set, std::size_t i) { set[i / 64] |= std::uint64_t{1} << (i % 64); }
void erase(Set& set, std::size_t i) { set[i / 64] &= ~(std::uint64_t{1} << (i % 64)); }
bool is_empty(const Set& set) {
  return std::all_of(set.begin(), set.end(), [](std::uint64_t word) { return word == 0; });
}
bool is_subset(const Set& small, const Set& large) {
  for (std::size_t i = 0; i < small.size(); ++i) {
    if ((small[i] & ~large[i]) != 0) return false;
  }
  return true;
}
bool intersects(const Set& x, const Set& y) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    if ((x[i] & y[i]) != 0) return true;
  }
  return false;
}
std::size_t count_common(const Set& x, const Set& y) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < x.size(); ++i) count += static_cast<std::size_t>(__builtin_popcountll(x[i] & y[i]));
  return count;
}
void subtract(Set& from, const Set& what) {
  for (std::size_t i = 0; i < from.size(); ++i) from[i] &= ~what[i];
}

class Cover {
 public:
  // sets[i] are the elements of candidate i; every element is in some set.
  Cover(std::vector<Set> sets, std::size_t elements) : sets_(std::move(sets)), elements_(elements) {}

  std::vector<std::size_t> solve() {
    missing_.assign((elements_ + 63) / 64, 0);
    for (std::size_t e = 0; e < elements_; ++e) insert(missing_, e);
    alive_.assign(sets_.size(), true);
    while (take_essential() || drop_dominated() || drop_implied()) {
    }
    transpose();
    best_ = greedy();
    std::vector<std::size_t> chosen;
    search(missing_, chosen);
    taken_.insert(taken_.end(), best_.begin(), best_.end());
    return taken_;
  }

 private:
  std::vector<std::size_t> covering(std::size_t element) const {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < sets_.size(); ++i) {
      if (alive_[i] && has(sets_[i], element)) result.push_back(i);
    }
    return result;
  }

  bool take_essential() {
    bool changed = false;
    for (std::size_t e = 0; e < elements_; ++e) {
      if (!has(missing_, e)) continue;
      const auto by = covering(e);
      if (by.size() != 1) continue;
      taken_.push_back(by.front());
      alive_[by.front()] = false;
      subtract(missing_, sets_[by.front()]);
      changed = true;
    }
    if (changed) restrict_sets();
    return changed;
  }

  void restrict_sets() {
    for (std::size_t i = 0; i < sets_.size(); ++i) {
      for (std::size_t w = 0; w < missing_.size(); ++w) sets_[i][w] &= missing_[w];
    }
  }

  bool drop_dominated() {
    bool changed = false;
    for (std::size_t i = 0; i < sets_.size(); ++i) {
      if (!alive_[i]) continue;
      if (is_empty(sets_[i])) {
        alive_[i] = false;
        continue;
      }
      for (std::size_t k = 0; k < sets_.size() && alive_[i]; ++k) {
        if (k == i || !alive_[k] || !is_subset(sets_[i], sets_[k])) continue;
        if (sets_[i] == sets_[k] && i < k) continue;
        alive_[i] = false;
        changed = true;
      }
    }
    return changed;
  }

  bool drop_implied() {
    transpose();
    bool changed = false;
    for (std::size_t e = 0; e < elements_; ++e) {
      if (!has(missing_, e)) continue;
      for (std::size_t f = 0; f < elements_; ++f) {
        if (f == e || !has(missing_, f) || !is_subset(covered_by_[f], covered_by_[e])) continue;
        if (covered_by_[f] == covered_by_[e] && e < f) continue;
        erase(missing_, e);
        changed = true;
        break;
      }
    }
    if (changed) restrict_sets();
    return changed;
  }

  void transpose() {
    covered_by_.assign(elements_, Set((sets_.size() + 63) / 64, 0));
    for (std::size_t i = 0; i < sets_.size(); ++i) {
      if (!alive_[i]) continue;
      for (std::size_t e = 0; e < elements_; ++e) {
        if (has(missing_, e) && has(sets_[i], e)) insert(covered_by_[e], i);
      }
    }
  }

  std::vector<std::size_t> greedy() const {
    std::vector<std::size_t> chosen;
    for (Set left = missing_; !is_empty(left);) {
      std::size_t best = 0, most = 0;
      for (std::size_t i = 0; i < sets_.size(); ++i) {
        const std::size_t gain = alive_[i] ? count_common(sets_[i], left) : 0;
        if (gain > most) best = i, most = gain;
      }
      chosen.push_back(best);
      subtract(left, sets_[best]);
    }
    return chosen;
  }

  // Elements no two of which are in one set: each needs a set of its own.
  std::size_t lower_bound(const Set& left) const {
    Set used((sets_.size() + 63) / 64, 0);
    std::size_t count = 0;
    for (std::size_t e = 0; e < elements_; ++e) {
      if (!has(left, e) || intersects(used, covered_by_[e])) continue;
      ++count;
      for (std::size_t w = 0; w < used.size(); ++w) used[w] |= covered_by_[e][w];
    }
    return count;
  }

  void search(const Set& left, std::vector<std::size_t>& chosen) {
    if (is_empty(left)) {
      if (chosen.size() < best_.size()) best_ = chosen;
      return;
    }
    if (++nodes_ > kMostNodes || chosen.size() + lower_bound(left) >= best_.size()) return;
    std::size_t element = elements_, fewest = 0;
    for (std::size_t e = 0; e < elements_; ++e) {
      if (!has(left, e)) continue;
      const std::size_t count = count_common(covered_by_[e], covered_by_[e]);
      if (element == elements_ || count < fewest) element = e, fewest = count;
    }
    auto candidates = covering(element);
    std::stable_sort(candidates.begin(), candidates.end(), [&](std::size_t x, std::size_t y) {
      return count_common(sets_[x], left) > count_common(sets_[y], left);
    });
    for (const std::size_t i : candidates) {
      Set rest = left;
      subtract(rest, sets_[i]);
      chosen.push_back(i);
      search(rest, chosen);  // as deep as the best set is large
      chosen.pop_back();
    }
  }

  std::vector<Set> sets_;
  std::size_t elements_;
  Set missing_;
  std::vector<bool> alive_;
  std::vector<Set> covered_by_;
  std::vector<std::size_t> taken_, best_;
  std::uint64_t nodes_ = 0;
};

}  // namespace

std::vector<std::size_t> smallest_branch_cover(const std::vector<Case>& cases) {
  // The shorter path is easier to read. The choice does not depend on the order in which paths were found.
  const auto is_better = [&](std::size_t x, std::size_t y) {
    if (cases[x].steps.size() != cases[y].steps.size()) return cases[x].steps.size() < cases[y].steps.size();
    return is_before(cases[x], cases[y]);
  };
  const auto improve = [&](std::size_t& best, std::size_t other) {
    if (is_better(other, best)) best = other;
  };
  std::map<testcase::BranchDirection, std::size_t> elements;  // those that the failures do not cover
  for (const Case& c : cases) {
    for (const auto& direction : c.covered) elements.emplace(direction, 0);
  }
  std::vector<std::size_t> kept;
  for (const std::vector<std::size_t>& group : testcase::failure_groups(cases)) {
    kept.push_back(group.front());
    for (const auto& direction : cases[group.front()].covered) elements.erase(direction);
  }
  std::size_t count = 0;
  for (auto& [direction, number] : elements) number = count++;
  // One more failing test tells nothing new: where a case that passes gets to, no other case is taken for it.
  const auto passes = [&](std::size_t i) { return !testcase::refutes(cases[i].outcome.kind); };
  std::set<testcase::BranchDirection> on_passing_paths;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (passes(i)) on_passing_paths.insert(cases[i].covered.begin(), cases[i].covered.end());
  }

  std::map<Set, std::size_t> distinct;  // the best case of each
  for (std::size_t i = 0; i < cases.size() && count > 0; ++i) {
    Set set((count + 63) / 64, 0);
    for (const auto& direction : cases[i].covered) {
      if (!passes(i) && on_passing_paths.contains(direction)) continue;
      if (const auto found = elements.find(direction); found != elements.end()) insert(set, found->second);
    }
    if (is_empty(set)) continue;
    const auto [best, is_first] = distinct.emplace(std::move(set), i);
    if (!is_first) improve(best->second, i);
  }
  std::vector<std::pair<std::size_t, Set>> candidates;
  for (const auto& [set, i] : distinct) candidates.emplace_back(i, set);
  std::sort(candidates.begin(), candidates.end(),
            [&](const auto& x, const auto& y) { return is_better(x.first, y.first); });
  std::vector<Set> sets;
  for (auto& [i, set] : candidates) sets.push_back(std::move(set));
  for (const std::size_t k : Cover(std::move(sets), count).solve()) kept.push_back(candidates[k].first);
  // Code without a branch, or all of whose branches failures cover, still deserves one test that passes.
  if (std::none_of(kept.begin(), kept.end(), passes)) {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (passes(i) && (!best || is_better(i, *best))) best = i;
    }
    if (best) kept.push_back(*best);
  }
  std::sort(kept.begin(), kept.end());
  return kept;
}

std::vector<std::size_t> with_all_failures(std::vector<std::size_t> chosen, const std::vector<Case>& cases) {
  std::vector<bool> is_chosen(cases.size(), false);
  for (const std::size_t i : chosen) is_chosen[i] = true;
  chosen.clear();
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (is_chosen[i] || testcase::refutes(cases[i].outcome.kind)) chosen.push_back(i);
  }
  return chosen;
}

}  // namespace forall::emit

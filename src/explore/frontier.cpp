#include "explore/frontier.h"

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

namespace forall::explore {

namespace {

// An unbounded structure, such as a list, would be followed for ever: where paths are long, every other
// alternative is the oldest instead of the newest, so that none waits for ever.
class DepthFirst : public Frontier {
 public:
  void add(Alternative alternative) override { stack_.push_back(std::move(alternative)); }
  std::optional<Alternative> pop() override {
    if (stack_.empty()) return std::nullopt;
    const bool is_long = stack_.back().depth > kLongPath;
    takes_oldest_ = is_long && !takes_oldest_;
    Alternative next = std::move(takes_oldest_ ? stack_.front() : stack_.back());
    if (takes_oldest_) {
      stack_.pop_front();
    } else {
      stack_.pop_back();
    }
    return next;
  }
  std::optional<Alternative> pop_last() override {
    if (stack_.empty()) return std::nullopt;
    Alternative last = std::move(stack_.front());
    stack_.pop_front();
    return last;
  }

 private:
  static constexpr unsigned kLongPath = 64;
  std::deque<Alternative> stack_;
  bool takes_oldest_ = false;
};

// A heap by (tier, depth, age). Coverage only grows, so an entry's tier only gets worse: it is enough to check
// it again when it comes to the top.
class ByTier : public Frontier {
 public:
  // Without coverage there is one tier.
  explicit ByTier(const Coverage* coverage) : coverage_(coverage) {}

  void add(Alternative alternative) override {
    const unsigned tier = tier_of(alternative);
    push({tier, age_++, std::move(alternative)});
  }

  std::optional<Alternative> pop() override {
    while (!heap_.empty()) {
      std::pop_heap(heap_.begin(), heap_.end(), later);
      Entry top = std::move(heap_.back());
      heap_.pop_back();
      const unsigned tier = tier_of(top.alternative);
      if (tier <= top.tier) return std::move(top.alternative);
      top.tier = tier;
      push(std::move(top));
    }
    return std::nullopt;
  }

 private:
  struct Entry {
    unsigned tier;
    std::uint64_t age;
    Alternative alternative;
  };
  static bool later(const Entry& x, const Entry& y) {
    if (x.tier != y.tier) return x.tier > y.tier;
    if (x.alternative.depth != y.alternative.depth) return x.alternative.depth > y.alternative.depth;
    return x.age > y.age;
  }
  unsigned tier_of(const Alternative& a) const {
    return coverage_ == nullptr || coverage_->promises_news(a.site) ? 0 : 1;
  }
  void push(Entry entry) {
    heap_.push_back(std::move(entry));
    std::push_heap(heap_.begin(), heap_.end(), later);
  }

  const Coverage* coverage_;
  std::vector<Entry> heap_;
  std::uint64_t age_ = 0;
};

}  // namespace

std::unique_ptr<Frontier> make_frontier(Strategy strategy, const Coverage& coverage) {
  switch (strategy) {
    case Strategy::DepthFirst: return std::make_unique<DepthFirst>();
    case Strategy::BreadthFirst: return std::make_unique<ByTier>(nullptr);
    case Strategy::Coverage: return std::make_unique<ByTier>(&coverage);
  }
  return std::make_unique<DepthFirst>();
}

}  // namespace forall::explore

#include "store/recorder.h"

#include <array>
#include <charconv>
#include <cstring>
#include <functional>
#include <string_view>
#include <unordered_set>

#include "base/hash.h"
#include "store/case_text.h"

namespace forall::store {

using testcase::Case;

namespace {

// Numbers values from 0 on: equal values have equal numbers. The values are in the order of their numbers.
template <typename Value, typename Hash>
class Numbers {
 public:
  Numbers() : known_(64, ByNumber{this}, ByNumber{this}) {}
  Numbers(const Numbers&) = delete;
  Numbers& operator=(const Numbers&) = delete;

  // add(number) is called where the value is new.
  template <typename Add>
  std::int64_t of(const Value& value, Add add) {
    if (const auto found = known_.find(value); found != known_.end()) return static_cast<std::int64_t>(*found);
    values_.push_back(value);
    known_.insert(values_.size() - 1);
    const auto number = static_cast<std::int64_t>(values_.size() - 1);
    add(number);
    return number;
  }

 private:
  struct ByNumber {
    using is_transparent = void;
    const Numbers* numbers;
    const Value& at(std::size_t number) const { return numbers->values_[number]; }
    const Value& at(const Value& value) const { return value; }
    template <typename T>
    std::size_t operator()(const T& x) const {
      return Hash()(at(x));
    }
    template <typename T, typename U>
    bool operator()(const T& x, const U& y) const {
      return at(x) == at(y);
    }
  };

  std::vector<Value> values_;
  std::unordered_set<std::size_t, ByNumber, ByNumber> known_;
};

std::size_t hash_of(std::string_view text) { return std::hash<std::string_view>()(text); }

struct Site {
  std::uint64_t site;
  std::string file;
  unsigned line;
  friend bool operator==(const Site&, const Site&) = default;
};
struct SiteHash {
  std::size_t operator()(const Site& s) const { return base::mix(s.site * 31 + s.line); }
};
struct Decision {
  std::int64_t site;
  std::string condition;
  friend bool operator==(const Decision&, const Decision&) = default;
};
struct DecisionHash {
  std::size_t operator()(const Decision& d) const {
    return base::mix(static_cast<std::uint64_t>(d.site)) ^ hash_of(d.condition);
  }
};
struct DirectionHash {
  std::size_t operator()(const testcase::BranchDirection& d) const { return base::mix(d.branch + d.direction); }
};

class Hasher {
 public:
  // The length goes first, so that no two lists of texts run into one.
  void add(std::string_view text) {
    add(text.size());
    for (; text.size() >= 8; text.remove_prefix(8)) {
      std::uint64_t word;
      std::memcpy(&word, text.data(), 8);
      add(word);
    }
    std::uint64_t rest = 0;
    std::memcpy(&rest, text.data(), text.size());
    add(rest);
  }
  void add(std::uint64_t word) {
    key_.first = (key_.first ^ word) * 0x9e3779b97f4a7c15ULL;
    key_.first ^= key_.first >> 29;
    key_.second = (key_.second + word) * 0xc2b2ae3d27d4eb4fULL;
    key_.second ^= key_.second >> 31;
  }
  CaseKey key() const { return {base::mix(key_.first), base::mix(key_.second)}; }

 private:
  CaseKey key_{1, 2};
};

CaseKey key_of(const CaseRow& row) {
  Hasher hasher;
  for (const std::string* text : {&row.data, &row.condition, &row.decisions, &row.coverage, &row.outcome.message,
                                  &row.outcome.exception_type, &row.outcome.file, &row.outcome.function}) {
    hasher.add(*text);
  }
  hasher.add(static_cast<std::uint64_t>(row.outcome.kind));
  hasher.add(static_cast<std::uint64_t>(row.outcome.fault));
  hasher.add(row.outcome.line);
  return hasher.key();
}

// [1,2,3]
template <typename Each, typename Number>
std::string list_of(const Each& all, Number number) {
  std::string text = "[";
  std::array<char, 24> digits;
  for (const auto& each : all) {
    if (text.size() > 1) text += ',';
    text.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number(each)).ptr);
  }
  return text += ']';
}

}  // namespace

struct Recorder::Session {
  Numbers<Site, SiteHash> sites;
  Numbers<Decision, DecisionHash> decisions;
  Numbers<testcase::BranchDirection, DirectionHash> directions;
};

Recorder::Recorder() = default;
Recorder::~Recorder() = default;

const char* to_text(Case::Native native) {
  switch (native) {
    case Case::Native::Confirmed: return "confirmed";
    case Case::Native::Differs: return "differs";
    case Case::Native::NotRun: break;
  }
  return "not run";
}

void Recorder::add(std::int64_t exploration, std::int64_t position, const Case& c, Batch& batch) {
  auto& slot = sessions_[exploration];
  if (!slot) slot = std::make_unique<Session>();
  Session& session = *slot;
  CaseRow& row = batch.cases.emplace_back();
  row.exploration = exploration;
  row.position = position;
  row.name = c.name;
  row.native = to_text(c.native);
  row.native_detail = c.native_detail;
  row.outcome = c.outcome;
  row.data = to_text(c.inputs, c.objects, c.observations, c.outcome, c.steps);
  row.condition = c.path_condition;
  row.decisions = list_of(c.steps, [&](const testcase::Step& step) {
    const std::int64_t site = session.sites.of({step.site, step.file, step.line}, [&](std::int64_t number) {
      batch.sites.push_back({exploration, number, step.site, step.file, step.line});
    });
    return session.decisions.of({site, step.condition}, [&](std::int64_t number) {
      batch.decisions.push_back({exploration, number, site, step.condition});
    });
  });
  row.coverage = list_of(c.covered, [&](const testcase::BranchDirection& direction) {
    return session.directions.of(
        direction, [&](std::int64_t number) { batch.directions.push_back({exploration, number, direction}); });
  });
  row.key = key_of(row);
}

void Recorder::forget(std::int64_t exploration) { sessions_.erase(exploration); }

}  // namespace forall::store

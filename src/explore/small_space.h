// Inputs with so few values that all of them can be tried.
//
//   ranges    for each input of a path, the least and the greatest value that the assumptions at its beginning allow.
//             Every run begins with the same assumptions, so inputs outside are discarded
//   counter   all combinations, one after the other. An input may exist only for some values of those made before it,
//             so the digits of the counter are the inputs that the last run made, in the order in which they were made
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "expr/evaluate.h"
#include "expr/pool.h"
#include "solve/solver.h"
#include "testcase/records.h"
#include "trace/path.h"

namespace forall::explore {

class SmallSpace {
 public:
  static constexpr std::uint64_t kMostInputs = 1'000'000;
  using Ask = std::function<solve::Answer(const std::vector<expr::Expr>&)>;

  // For a path that met all assumptions. Nothing if there are more values than that, or their number is unknown.
  static std::optional<SmallSpace> find(expr::Pool& pool, const Ask& ask, std::span<const trace::Step> steps,
                                        std::span<const testcase::InputValue> inputs);

  // Values from `first` on, in the order of the type, so that they can be counted up.
  struct Range {
    std::uint64_t first = 0;
    std::uint64_t count = 0;
  };
  // The range of an input that only some runs make: that of its type unless more is known; nothing if it is too large.
  std::optional<Range> range_of(const testcase::InputValue& input) const;
  std::uint64_t size() const { return size_; }
  // Does an assumption discard these values? Without a value for each input that they are about, no.
  bool excludes(const testcase::NamedValues& values, const expr::Pool& pool, expr::Evaluator& evaluate) const;

 private:
  std::vector<expr::Expr> assumptions_;
  std::vector<std::uint32_t> variables_;  // of the assumptions
  std::vector<std::pair<std::string, Range>> ranges_;
  std::uint64_t size_ = 1;
};

class InputCounter {
 public:
  explicit InputCounter(const SmallSpace& space) : space_(space) {}

  // Of the next run.
  const testcase::NamedValues& values() const { return values_; }
  enum class Step {
    Next,   // the run counts
    Again,  // it made inputs that were not known before: values() has their first values now
    Last,   // the run counts, and was the last one
    Lost,   // it cannot be enumerated: too many values, or inputs that do not follow from those before them
  };
  // Takes the inputs that the run with these values made.
  Step take(std::span<const testcase::InputValue> made);
  // As if a run with these values had made the inputs known so far; false if there are no further ones.
  bool skip();

 private:
  struct Digit {
    testcase::InputValue input;
    SmallSpace::Range range;
    std::uint64_t at = 0;
  };
  void set(const Digit& digit);

  const SmallSpace& space_;
  std::vector<Digit> digits_;
  testcase::NamedValues values_;
};

}  // namespace forall::explore

// One input after the other gets the friendliest value that all conditions of the path allow, lengths first. That is
// found by evaluating the conditions that depend on the input, without a solver:
//
//   numbers     the first few from 0 on, then those below 0, then the value with its highest bits taken away
//   characters  letters, digits, capital letters, other printable ones; a class is left only for a better one
//   floats      0, 1, 2, 3, ..., then the value with fewer digits; the usual NaN instead of others
//
// Pointers stay: their values are the shape of the heap. The result is a proposal; a run must confirm it.
#include "explore/polish.h"

#include <algorithm>

#include "base/hash.h"
#include "expr/floating.h"
#include "expr/print.h"

namespace forall::explore {

using abi::ScalarKind;
using expr::U128;
using testcase::InputValue;

namespace {

// Operators evaluated, about 20 ns each: for one case, for all cases of a PUT.
constexpr std::uint64_t kMostForOne = 500'000;
constexpr std::uint64_t kMostForAll = 20'000'000;
constexpr unsigned kMostRounds = 4;

bool is_character(ScalarKind kind) {
  return kind == ScalarKind::Char || (kind >= ScalarKind::WChar && kind <= ScalarKind::Char32);
}

bool is_length(const InputValue& input) { return input.name.ends_with(".size"); }

// 0 is best.
unsigned rank_of_character(U128 c) {
  if (c >= 'a' && c <= 'z') return 0;
  if (c >= '0' && c <= '9') return 1;
  if (c >= 'A' && c <= 'Z') return 2;
  if (c >= ' ' && c <= '~') return 3;
  return 4;
}

constexpr struct {
  unsigned char first, last;
} kClasses[] = {{'a', 'z'}, {'0', '9'}, {'A', 'Z'}, {' ', '~'}};

U128 float_of(std::int64_t number, unsigned width) {
  return expr::apply_exactly(abi::Op::SToF, width, 64, static_cast<std::uint64_t>(number), 0, 0, 0);
}

}  // namespace

void Polish::read(std::span<const InputValue> inputs, std::span<const trace::Step> steps) {
  subjects_.clear();
  expr::Assignment values;
  std::vector<std::size_t> by_variable(pool_.variables().size(), inputs.size());
  for (const InputValue& input : inputs) {
    Subject subject{&input, expr::to_u128(input.value), false, 0, {}};
    if (const expr::Expr known = pool_.find_variable(base::fnv1a(input.name))) {
      subject.is_variable = true;
      subject.variable = pool_[known].low;
      by_variable[subject.variable] = subjects_.size();
      values.set(subject.variable, input.value);
    }
    subjects_.push_back(std::move(subject));
  }
  for (const trace::Step& step : steps) {
    for (const std::uint32_t variable : pool_.support(step.condition)) {
      const std::size_t at = by_variable[variable];
      if (at < subjects_.size()) subjects_[at].conditions.push_back(step.condition);
    }
  }
  evaluate_.assign(values);
}

bool Polish::take(Subject& subject, U128 value) {
  if (value == subject.value) return true;
  if (!may_go_on()) return false;
  if (subject.is_variable) {
    evaluate_.set(subject.variable, expr::from_u128(value));
    const auto holds = [&](expr::Expr condition) { return evaluate_.holds(condition); };
    if (!std::all_of(subject.conditions.rbegin(), subject.conditions.rend(), holds)) {
      evaluate_.set(subject.variable, expr::from_u128(subject.value));
      return false;
    }
  }
  subject.value = value;
  return true;
}

void Polish::improve_length(Subject& subject) {
  constexpr unsigned kFew = 64;
  for (U128 length = 0; length < subject.value && length < kFew; ++length) {
    if (take(subject, length)) return;
  }
}

void Polish::improve_number(Subject& subject) {
  constexpr unsigned kFew = 10;
  const unsigned width = subject.input->width;
  const U128 ring = expr::mask(width);
  const bool has_sign = testcase::is_signed(subject.input->kind) && width > 1;
  const auto is_negative = [&] { return has_sign && (subject.value >> (width - 1)) != 0; };
  const auto magnitude = [&] { return is_negative() ? (U128{0} - subject.value) & ring : subject.value; };
  for (U128 small = 0; small <= kFew && small <= ring; ++small) {
    if (take(subject, small)) return;
  }
  for (U128 small = 1; has_sign && small <= kFew; ++small) {
    if (take(subject, (U128{0} - small) & ring)) return;
  }
  take(subject, magnitude());  // positive, if it need not be negative
  const bool negative = is_negative();
  for (U128 step = U128{1} << (width - 1); step != 0; step >>= 1) {
    if (step > magnitude()) continue;
    const U128 less = magnitude() - step;
    take(subject, negative ? (U128{0} - less) & ring : less);
  }
}

void Polish::improve_character(Subject& subject) {
  const unsigned rank = rank_of_character(subject.value);
  if (take(subject, 'a')) return;
  for (unsigned better = 0; better < rank && better < std::size(kClasses); ++better) {
    for (unsigned c = kClasses[better].first; c <= kClasses[better].last; ++c) {
      if (take(subject, c)) return;
    }
  }
  if (rank > 3) improve_number(subject);
}

void Polish::improve_float(Subject& subject) {
  const unsigned width = subject.input->width;
  if (!expr::is_format(width)) return;
  for (const std::int64_t number : {0, 1, 2, 3, -1, -2, 4, 5, 6, 7, 8, 9, 10, -3, -4, -5, -10}) {
    if (take(subject, float_of(number, width))) return;
  }
  if (expr::is_nan(subject.value, width)) {
    take(subject, expr::nan_of(width));
    return;
  }
  // The fewest digits, that is fraction bits, that the conditions allow.
  const unsigned fraction = expr::format_of(width).fraction;
  for (unsigned kept = 0; kept < fraction; ++kept) {
    const U128 rounded = subject.value & ~expr::mask(fraction - kept);
    if (rounded == subject.value || take(subject, rounded)) return;
  }
}

void Polish::improve(Subject& subject) {
  const ScalarKind kind = subject.input->kind;
  if (kind == ScalarKind::Pointer) return;
  if (is_length(*subject.input)) return improve_length(subject);
  if (expr::is_float_kind(kind)) return improve_float(subject);
  if (is_character(kind)) return improve_character(subject);
  improve_number(subject);
}

testcase::NamedValues Polish::operator()(std::span<const InputValue> inputs, std::span<const trace::Step> steps) {
  most_work_ = std::min(evaluate_.work() + kMostForOne, kMostForAll);
  if (may_go_on()) {
    read(inputs, steps);
    // What one input gains may free another: a < b with b = 9 first makes a small, then b.
    bool has_changed = true;
    for (unsigned round = 0; round < kMostRounds && has_changed; ++round) {
      has_changed = false;
      for (const bool lengths : {true, false}) {
        for (Subject& subject : subjects_) {
          if (is_length(*subject.input) != lengths || !may_go_on()) continue;
          const U128 before = subject.value;
          improve(subject);
          has_changed = has_changed || subject.value != before;
        }
      }
    }
  } else {
    subjects_.clear();
  }
  testcase::NamedValues values;
  for (const InputValue& input : inputs) values[input.name] = input.value;
  for (const Subject& subject : subjects_) values[subject.input->name] = expr::from_u128(subject.value);
  return values;
}

}  // namespace forall::explore

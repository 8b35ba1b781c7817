#include "explore/small_space.h"

#include <algorithm>
#include <utility>

#include "base/hash.h"

namespace forall::explore {

using expr::Expr;
using testcase::InputValue;

namespace {

constexpr unsigned kMostBits = 20;  // of an input about which nothing is known

std::uint64_t mask(unsigned width) { return width >= 64 ? ~0ULL : (1ULL << width) - 1; }
// Turns the order of the type into that of numbers without sign, and back.
std::uint64_t sign_of(const InputValue& input) {
  return testcase::is_signed(input.kind) && input.width > 1 ? 1ULL << (input.width - 1) : 0;
}

// Pointers are shapes, lengths have limits of their own.
bool can_be_counted(const InputValue& input) {
  return input.kind != abi::ScalarKind::Pointer && input.width <= 64 && !input.name.ends_with(".size");
}

// One end of the values that the assumptions allow, by bisection from a value that is one of them.
class Bisection {
 public:
  Bisection(expr::Pool& pool, const SmallSpace::Ask& ask, const std::vector<Expr>& assumptions, const InputValue& input,
            Expr variable)
      : pool_(pool), ask_(ask), assumptions_(assumptions), input_(input), variable_(variable) {}

  // Of the mirrored order for the least value. Nothing if it is too far away, or unknown.
  std::optional<std::uint64_t> greatest(std::uint64_t known, bool is_mirrored) {
    const std::uint64_t start = known;
    std::uint64_t most = mask(input_.width);
    while (known < most) {
      if (known - start >= SmallSpace::kMostInputs) return std::nullopt;
      const std::uint64_t middle = known + (most - known) / 2 + 1;
      std::vector<Expr> query = assumptions_;
      query.push_back(is_at_least(middle, is_mirrored));
      const solve::Answer answer = ask_(query);
      if (const auto* sat = std::get_if<solve::Sat>(&answer)) {
        known = number(sat->model.get(pool_[variable_].low).lo, is_mirrored);
        if (known < middle) return std::nullopt;
      } else if (std::holds_alternative<solve::Unsat>(answer)) {
        most = middle - 1;
      } else {
        return std::nullopt;
      }
    }
    return known;
  }

  std::uint64_t number(std::uint64_t bits, bool is_mirrored) const {
    const std::uint64_t ordered = bits ^ sign_of(input_);
    return is_mirrored ? mask(input_.width) - ordered : ordered;
  }

 private:
  Expr is_at_least(std::uint64_t number, bool is_mirrored) {
    const std::uint64_t ordered = is_mirrored ? mask(input_.width) - number : number;
    const Expr limit = pool_.constant({ordered ^ sign_of(input_), 0}, input_.width);
    const abi::Op at_most = sign_of(input_) != 0 ? abi::Op::Sle : abi::Op::Ule;
    return is_mirrored ? pool_.binary(at_most, variable_, limit) : pool_.binary(at_most, limit, variable_);
  }

  expr::Pool& pool_;
  const SmallSpace::Ask& ask_;
  const std::vector<Expr>& assumptions_;
  const InputValue& input_;
  Expr variable_;
};

}  // namespace

std::optional<SmallSpace> SmallSpace::find(expr::Pool& pool, const Ask& ask, std::span<const trace::Step> steps,
                                           std::span<const InputValue> inputs) {
  if (inputs.empty() || !std::all_of(inputs.begin(), inputs.end(), can_be_counted)) return std::nullopt;
  SmallSpace space;
  for (const trace::Step& step : steps) {
    if (step.kind != abi::DecisionKind::Assume) break;
    space.assumptions_.push_back(step.condition);
  }
  std::vector<std::uint32_t>& constrained = space.variables_;
  for (const Expr assumption : space.assumptions_) {
    const auto& support = pool.support(assumption);
    constrained.insert(constrained.end(), support.begin(), support.end());
  }
  for (const InputValue& input : inputs) {
    const Expr variable = pool.find_variable(base::fnv1a(input.name));
    const bool is_constrained =
        variable && std::find(constrained.begin(), constrained.end(), pool[variable].low) != constrained.end();
    if (is_constrained) {
      Bisection bisection(pool, ask, space.assumptions_, input, variable);
      const auto last = bisection.greatest(bisection.number(input.value.lo, false), false);
      const auto first = last ? bisection.greatest(bisection.number(input.value.lo, true), true) : std::nullopt;
      if (!first) return std::nullopt;
      const std::uint64_t least = mask(input.width) - *first;
      space.ranges_.push_back({input.name, {least, *last - least + 1}});
    }
    const std::optional<Range> range = space.range_of(input);
    if (!range || range->count == 0 || range->count > kMostInputs / space.size_) return std::nullopt;
    space.size_ *= range->count;
  }
  return space;
}

std::optional<SmallSpace::Range> SmallSpace::range_of(const InputValue& input) const {
  const auto known =
      std::find_if(ranges_.begin(), ranges_.end(), [&](const auto& range) { return range.first == input.name; });
  if (known != ranges_.end()) return known->second;
  if (!can_be_counted(input) || input.width > kMostBits) return std::nullopt;
  return Range{0, 1ULL << input.width};
}

bool SmallSpace::excludes(const testcase::NamedValues& values, const expr::Pool& pool,
                          expr::Evaluator& evaluate) const {
  expr::Assignment assignment;
  for (const auto& [name, value] : values) {
    if (const Expr variable = pool.find_variable(base::fnv1a(name))) assignment.set(pool[variable].low, value);
  }
  const auto is_known = [&](std::uint32_t variable) { return assignment.has(variable); };
  if (!std::all_of(variables_.begin(), variables_.end(), is_known)) return false;
  evaluate.assign(assignment);
  return !std::all_of(assumptions_.begin(), assumptions_.end(), [&](Expr e) { return evaluate.holds(e); });
}

InputCounter::Step InputCounter::take(std::span<const InputValue> made) {
  const std::size_t common = std::min(made.size(), digits_.size());
  for (std::size_t i = 0; i < common; ++i) {
    const InputValue& known = digits_[i].input;
    const bool is_same =
        made[i].name == known.name && made[i].width == known.width && made[i].value == values_.at(known.name);
    if (!is_same) return Step::Lost;
  }
  if (made.size() > digits_.size()) {
    for (const InputValue& input : made.subspan(common)) {
      const auto range = space_.range_of(input);
      if (!range) return Step::Lost;
      digits_.push_back({input, *range, 0});
      set(digits_.back());
    }
    return Step::Again;
  }
  for (; digits_.size() > made.size(); digits_.pop_back()) values_.erase(digits_.back().input.name);
  return skip() ? Step::Next : Step::Last;
}

bool InputCounter::skip() {
  while (!digits_.empty()) {
    Digit& last = digits_.back();
    if (++last.at < last.range.count) {
      set(last);
      return true;
    }
    values_.erase(last.input.name);
    digits_.pop_back();
  }
  return false;
}

void InputCounter::set(const Digit& digit) {
  values_[digit.input.name] = {(digit.range.first + digit.at) ^ sign_of(digit.input), 0};
}

}  // namespace forall::explore

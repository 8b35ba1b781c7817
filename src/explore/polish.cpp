// One input after the other gets the friendliest value that all conditions of the path allow, lengths first. That is
// found by evaluating the conditions that depend on the input, without a solver:
//
//   numbers     the first few from 0 on, then those below 0, then the value with its highest bits taken away
//   characters  letters, digits, capital letters, other printable ones; a class is left only for a better one
//   floats      0, 1, 2, 3, ..., then the value with fewer digits; the usual NaN instead of others
//
// Inputs that are equal and meet in a condition are first changed as one, so that a == b does not keep both of them large, and numbers that
// meet in conditions are moved together, which keeps their distances.
//
// Pointers stay: their values are the shape of the heap. The result is a proposal; a run must confirm it.
#include "explore/polish.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <tuple>
#include <unordered_map>

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

bool Polish::take(const Group& group, U128 value) {
  return set(group, [&](const Subject&) { return value; });
}

template <typename ValueOf>
bool Polish::set(const Group& group, const ValueOf& value_of) {
  const auto is_there = [&](const Subject* subject) { return subject->value == value_of(*subject); };
  if (std::all_of(group.begin(), group.end(), is_there)) return true;
  if (!may_go_on()) return false;
  for (const Subject* subject : group) {
    if (subject->is_variable) evaluate_.set(subject->variable, expr::from_u128(value_of(*subject)));
  }
  const auto holds = [&](expr::Expr condition) { return evaluate_.holds(condition); };
  const auto all_hold = [&](const Subject* subject) {
    return std::all_of(subject->conditions.rbegin(), subject->conditions.rend(), holds);
  };
  if (!std::all_of(group.begin(), group.end(), all_hold)) {
    for (const Subject* subject : group) {
      if (subject->is_variable) evaluate_.set(subject->variable, expr::from_u128(subject->value));
    }
    return false;
  }
  for (Subject* subject : group) subject->value = value_of(*subject);
  return true;
}

void Polish::improve_length(const Group& group) {
  const Subject& subject = *group.front();
  constexpr unsigned kFew = 64;
  for (U128 length = 0; length < subject.value && length < kFew; ++length) {
    if (take(group, length)) return;
  }
}

void Polish::improve_number(const Group& group) {
  const Subject& subject = *group.front();
  constexpr unsigned kFew = 10;
  const unsigned width = subject.input->width;
  const U128 ring = expr::mask(width);
  const bool has_sign = testcase::is_signed(subject.input->kind) && width > 1;
  const auto is_negative = [&] { return has_sign && (subject.value >> (width - 1)) != 0; };
  const auto magnitude = [&] { return is_negative() ? (U128{0} - subject.value) & ring : subject.value; };
  for (U128 small = 0; small <= kFew && small <= ring; ++small) {
    if (take(group, small)) return;
  }
  for (U128 small = 1; has_sign && small <= kFew; ++small) {
    if (take(group, (U128{0} - small) & ring)) return;
  }
  take(group, magnitude());  // positive, if it need not be negative
  const bool negative = is_negative();
  for (U128 step = U128{1} << (width - 1); step != 0; step >>= 1) {
    if (step > magnitude()) continue;
    const U128 less = magnitude() - step;
    take(group, negative ? (U128{0} - less) & ring : less);
  }
}

void Polish::improve_character(const Group& group) {
  const Subject& subject = *group.front();
  const unsigned rank = rank_of_character(subject.value);
  if (take(group, 'a')) return;
  for (unsigned better = 0; better < rank && better < std::size(kClasses); ++better) {
    for (unsigned c = kClasses[better].first; c <= kClasses[better].last; ++c) {
      if (take(group, c)) return;
    }
  }
  if (rank > 3) improve_number(group);
}

void Polish::improve_float(const Group& group) {
  const Subject& subject = *group.front();
  const unsigned width = subject.input->width;
  if (!expr::is_format(width)) return;
  for (const std::int64_t number : {0, 1, 2, 3, -1, -2, 4, 5, 6, 7, 8, 9, 10, -3, -4, -5, -10}) {
    if (take(group, float_of(number, width))) return;
  }
  if (expr::is_nan(subject.value, width)) {
    take(group, expr::nan_of(width));
    return;
  }
  // The fewest digits, that is fraction bits, that the conditions allow.
  const unsigned fraction = expr::format_of(width).fraction;
  for (unsigned kept = 0; kept < fraction; ++kept) {
    const U128 rounded = subject.value & ~expr::mask(fraction - kept);
    if (rounded == subject.value || take(group, rounded)) return;
  }
}

void Polish::improve(const Group& group) {
  const Subject& subject = *group.front();
  const ScalarKind kind = subject.input->kind;
  if (kind == ScalarKind::Pointer) return;
  if (is_length(*subject.input)) return improve_length(group);
  if (expr::is_float_kind(kind)) return improve_float(group);
  if (is_character(kind)) return improve_character(group);
  improve_number(group);
}

// The inputs that meet in a condition, directly or by others.
std::vector<Polish::Group> Polish::related() {
  std::vector<std::size_t> parent(subjects_.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  std::unordered_map<std::uint32_t, std::size_t> first;  // subject of a condition
  for (std::size_t i = 0; i < subjects_.size(); ++i) {
    for (const expr::Expr condition : subjects_[i].conditions) {
      const auto [known, is_new] = first.try_emplace(condition.id, i);
      if (!is_new) parent[root(i)] = root(known->second);
    }
  }
  std::map<std::size_t, Group> groups;
  for (std::size_t i = 0; i < subjects_.size(); ++i) groups[root(i)].push_back(&subjects_[i]);
  std::vector<Group> result;
  for (auto& [representative, group] : groups) {
    if (group.size() > 1) result.push_back(std::move(group));
  }
  return result;
}

void Polish::improve_equal(const Group& related) {
  std::map<std::tuple<ScalarKind, unsigned, U128>, Group> by_value;
  for (Subject* subject : related) {
    by_value[{subject->input->kind, subject->input->width, subject->value}].push_back(subject);
  }
  for (const auto& [value, group] : by_value) {
    if (group.size() > 1 && may_go_on()) improve(group);
  }
}

void Polish::move_together(const Group& related) {
  constexpr unsigned kFew = 10;
  std::map<std::pair<bool, unsigned>, Group> numbers;  // by signedness and width
  for (Subject* subject : related) {
    const ScalarKind kind = subject->input->kind;
    const bool is_number = kind != ScalarKind::Pointer && kind != ScalarKind::Bool && !is_character(kind) &&
                           !expr::is_float_kind(kind) && !is_length(*subject->input);
    if (is_number) numbers[{testcase::is_signed(kind), subject->input->width}].push_back(subject);
  }
  for (const auto& [type, group] : numbers) {
    const auto [has_sign, width] = type;
    const U128 ring = expr::mask(width), top = has_sign ? U128{1} << (width - 1) : 0;
    // In the order of their values: the highest bit turned for signed ones.
    const auto least = [&] {
      return (*std::min_element(
                  group.begin(), group.end(),
                  [&, top = top](const Subject* x, const Subject* y) { return (x->value ^ top) < (y->value ^ top); }))
          ->value;
    };
    const auto move = [&, ring = ring](U128 by) {
      return set(group, [&](const Subject& subject) { return (subject.value - by) & ring; });
    };
    if (group.size() < 2 || least() <= kFew) continue;
    bool is_small = false;
    for (U128 small = 0; small <= kFew && !is_small && may_go_on(); ++small) is_small = move((least() - small) & ring);
    if (is_small || (has_sign && (least() & top) != 0)) continue;
    for (U128 step = U128{1} << (width - 1); step != 0 && may_go_on(); step >>= 1) {
      if (step <= least()) move(step);
    }
  }
}

// "a[3].x" -> "a[].x"; empty: it is no element.
static std::string array_of(const std::string& name) {
  const std::size_t end = name.rfind(']');
  const std::size_t begin = name.rfind('[', end);
  if (end == std::string::npos || begin == std::string::npos) return {};
  return name.substr(0, begin + 1) + name.substr(end);
}

// Not an enumeration, which need not have as many values.
static bool is_built_in(const std::string& type) {
  const std::string word = type.substr(0, type.find(' '));
  constexpr std::array kWords = {"char",   "signed",  "unsigned", "short",    "int",      "long",    "float",
                                 "double", "wchar_t", "char8_t",  "char16_t", "char32_t", "__int128"};
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

void Polish::tell_apart() {
  constexpr std::size_t kMost = 26;
  std::map<std::tuple<std::string, ScalarKind, unsigned>, Group> arrays;
  for (Subject& subject : subjects_) {
    const ScalarKind kind = subject.input->kind;
    const std::string array = array_of(subject.input->name);
    if (array.empty() || !is_built_in(subject.input->type) || is_length(*subject.input)) continue;
    Group& group = arrays[{array, kind, subject.input->width}];
    if (group.size() < kMost) group.push_back(&subject);
  }
  for (const auto& each : arrays) {
    const Group& group = each.second;
    const InputValue& first = *group.front()->input;
    const bool is_float = expr::is_float_kind(first.kind);
    if (is_float && !expr::is_format(first.width)) continue;
    const auto is_equal = [&](const Subject* subject) { return subject->value == group.front()->value; };
    if (group.size() < 2 || first.width < 8 || !std::all_of(group.begin(), group.end(), is_equal)) continue;
    std::map<const Subject*, U128> different;
    for (const Subject* subject : group) {
      const auto index = static_cast<std::int64_t>(different.size());
      different[subject] = is_float                   ? float_of(index + 1, first.width)
                           : is_character(first.kind) ? U128{'a'} + static_cast<U128>(index)
                                                      : static_cast<U128>(index + 1);
    }
    set(group, [&](const Subject& subject) { return different.at(&subject); });
  }
}

testcase::NamedValues Polish::operator()(std::span<const InputValue> inputs, std::span<const trace::Step> steps,
                                         Elements elements) {
  most_work_ = std::min(evaluate_.work() + kMostForOne, kMostForAll);
  if (may_go_on()) {
    read(inputs, steps);
    const std::vector<Group> together = related();
    const auto current = [&] {
      std::vector<U128> values;
      for (const Subject& subject : subjects_) values.push_back(subject.value);
      return values;
    };
    // What one input gains may free another: a < b with b = 9 first makes a small, then b.
    std::vector<U128> before;
    for (unsigned round = 0; round < kMostRounds && before != current(); ++round) {
      before = current();
      for (const Group& group : together) {
        improve_equal(group);
        move_together(group);
      }
      for (const bool lengths : {true, false}) {
        for (Subject& subject : subjects_) {
          if (is_length(*subject.input) == lengths && may_go_on()) improve({&subject});
        }
      }
    }
    if (elements == Elements::Different) tell_apart();
  } else {
    subjects_.clear();
  }
  testcase::NamedValues values;
  for (const InputValue& input : inputs) values[input.name] = input.value;
  for (const Subject& subject : subjects_) values[subject.input->name] = expr::from_u128(subject.value);
  return values;
}

}  // namespace forall::explore

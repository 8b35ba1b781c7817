#include "explore/conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include "expr/print.h"

namespace forall::explore {

using expr::Expr;
using expr::Op;
using expr::U128;

namespace {

// Nobody reads further than this; the condition itself is never cut, only its text.
constexpr std::size_t kMaxText = 1000;
constexpr std::size_t kMaxConjunction = 16000;
// Finding what is implied takes quadratic time.
constexpr std::size_t kMaxCompared = 200;
constexpr std::size_t kMaxEntries = 1u << 17;

// Of a text that was cut, so that it can stand among others.
void close_parentheses(std::string& text) {
  std::size_t open = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\'' || text[at] == '"') {
      const char quote = text[at];
      while (++at < text.size() && text[at] != quote) at += text[at] == '\\' ? 1 : 0;
    } else if (text[at] == '(') {
      ++open;
    } else if (text[at] == ')' && open > 0) {
      --open;
    }
  }
  text.append(open, ')');
}

constexpr unsigned kLess = 1, kEqual = 2, kGreater = 4;

}  // namespace

const Conditions::Entry& Conditions::entry(Expr condition) {
  const auto [found, is_new] = entries_.try_emplace(condition.id);
  if (is_new) {
    Entry& made = found->second;
    made.condition = condition;
    made.text = expr::print(pool_, condition);
    if (made.text.size() > kMaxText) made.text = made.text.substr(0, kMaxText) + "...";
    if (made.text.ends_with("...")) close_parentheses(made.text);
    classify(condition, made);
  }
  return found->second;
}

void Conditions::classify(Expr condition, Entry& entry) const {
  bool negated = false;
  if (pool_[condition].op == Op::Not) {
    negated = true;
    condition = pool_[condition].a;
  }
  const expr::Node& node = pool_[condition];
  if (node.op != Op::Eq && node.op != Op::Ult && node.op != Op::Ule && node.op != Op::Slt && node.op != Op::Sle) return;
  if (pool_.is_constant(node.a) || pool_.is_constant(node.b)) {
    classify_interval(node, negated, entry);
  } else {
    classify_relation(node, negated, entry);
  }
}

void Conditions::classify_interval(const expr::Node& node, bool negated, Entry& entry) const {
  const bool constant_first = pool_.is_constant(node.a);
  Expr subject = constant_first ? node.b : node.a;
  const Expr size = expr::plain_size(pool_, subject);
  if (size != subject && (node.op == Op::Eq || node.op == Op::Ult || node.op == Op::Ule)) subject = size;
  const unsigned width = pool_.width(subject);
  const U128 ring = expr::mask(width);
  const U128 c = expr::to_u128(pool_.value(constant_first ? node.a : node.b));
  const bool is_signed = node.op == Op::Slt || node.op == Op::Sle;
  const bool strict = node.op == Op::Ult || node.op == Op::Slt;
  const U128 least = is_signed ? U128{1} << (width - 1) : 0;
  const U128 greatest = (least - 1) & ring;
  U128 low = c, high = c;  // Eq
  if (node.op != Op::Eq) {
    if (strict && c == (constant_first ? greatest : least)) return;  // holds for no value
    low = constant_first ? (strict ? (c + 1) & ring : c) : least;
    high = constant_first ? greatest : (strict ? (c - 1) & ring : c);
  }
  if (negated) {
    const U128 old_low = low;
    low = (high + 1) & ring;
    high = (old_low - 1) & ring;
    if (low == old_low) return;  // the negation of "always"
  }
  entry.values.size = (high - low) & ring;
  while (pool_[subject].op == Op::Add && pool_.is_constant(pool_[subject].b)) {
    low = (low - expr::to_u128(pool_.value(pool_[subject].b))) & ring;
    subject = pool_[subject].a;
  }
  entry.subject = subject;
  entry.values.low = low;
}

// match:  x <= x + c, which says that the sum does not wrap around    result: x lies in [least, greatest - c]
bool Conditions::classify_growth(const expr::Node& node, bool negated, Entry& entry) const {
  const bool sum_first = pool_[node.a].op == Op::Add && pool_[node.a].a == node.b;
  const expr::Node& sum = pool_[sum_first ? node.a : node.b];
  const Expr x = sum_first ? node.b : node.a;
  if (node.op == Op::Eq || sum.op != Op::Add || sum.a != x || !pool_.is_constant(sum.b)) return false;
  const U128 ring = expr::mask(sum.width), c = expr::to_u128(pool_.value(sum.b));
  const bool is_signed = node.op == Op::Slt || node.op == Op::Sle;
  if (c == 0 || (is_signed && c > ring / 2)) return false;
  const U128 least = is_signed ? U128{1} << (sum.width - 1) : 0;
  const bool wraps = negated != sum_first;
  entry.subject = x;
  entry.values.low = wraps ? (least - c) & ring : least;
  entry.values.size = wraps ? c - 1 : ring - c;
  return true;
}

void Conditions::classify_relation(const expr::Node& node, bool negated, Entry& entry) const {
  if (classify_growth(node, negated, entry)) return;
  entry.subject = node.a;
  entry.other = node.b;
  entry.allowed = node.op == Op::Eq ? kEqual : kLess;
  if (node.op == Op::Ule || node.op == Op::Sle) entry.allowed |= kEqual;
  if (node.op != Op::Eq) entry.order = node.op == Op::Slt || node.op == Op::Sle ? Order::Signed : Order::Unsigned;
  if (negated) entry.allowed ^= kLess | kEqual | kGreater;
  if (entry.other < entry.subject) {  // y > x is x < y
    std::swap(entry.subject, entry.other);
    const unsigned less = entry.allowed & kLess, greater = entry.allowed & kGreater;
    entry.allowed = (entry.allowed & kEqual) | (less != 0 ? kGreater : 0) | (greater != 0 ? kLess : 0);
  }
}

// Both are about the same subject.
bool Conditions::implies(const Entry& x, const Entry& y) const {
  if (x.other) {
    const bool comparable = x.order == y.order || x.allowed == kEqual || y.order == Order::None;
    return comparable && (x.allowed & ~y.allowed) == 0;
  }
  return contains(y.values, x.values, expr::mask(pool_.width(x.subject)));
}

bool Conditions::contains(Interval outer, Interval inner, U128 ring) {
  const U128 offset = (inner.low - outer.low) & ring;
  return offset <= outer.size && inner.size <= outer.size - offset;
}

// If it is one interval.
std::optional<Conditions::Interval> Conditions::intersection(Interval x, Interval y, U128 ring) {
  std::optional<Interval> only;
  for (const auto& [outer, inner] : {std::pair{x, y}, std::pair{y, x}}) {
    const U128 offset = (inner.low - outer.low) & ring;
    if (offset > outer.size || (only && only->low == inner.low)) continue;
    if (only) return std::nullopt;
    only = {inner.low, std::min(inner.size, outer.size - offset)};
  }
  return only;
}

// All that is kept about a subject and a constant together, as far as it is one interval: 0 < x and x < 30 imply x + 1 > 0.
std::optional<Conditions::Interval> Conditions::together(Expr subject, const Entry* except) const {
  const U128 ring = expr::mask(pool_.width(subject));
  std::optional<Interval> all;
  for (const Entry* known : kept_) {
    if (known == except || known->subject != subject || known->other) continue;
    if (!all) {
      all = known->values;
    } else if (const std::optional<Interval> both = intersection(*all, known->values, ring)) {
      all = both;
    }
  }
  return all;
}

// Adds a condition to those of the conjunction, unless they imply it; drops those it implies.
void Conditions::keep(const Entry& next) {
  const auto is_about_the_same = [&](const Entry* old) {
    return old->subject == next.subject && old->other == next.other;
  };
  if (next.other) {
    for (const Entry*& old : kept_) {
      if (!is_about_the_same(old)) continue;
      if (implies(*old, next)) return;
      if (old->order == next.order && (old->allowed & next.allowed) == kEqual) {
        old = &entry(pool_.binary(Op::Eq, next.subject, next.other));
        return;
      }
    }
  } else if (const std::optional<Interval> known = together(next.subject, nullptr)) {
    const U128 ring = expr::mask(pool_.width(next.subject));
    if (contains(next.values, *known, ring)) return;
    const std::optional<Interval> both = intersection(*known, next.values, ring);
    if (both && both->size == 0 && next.values.size != 0) {
      const Entry& equal = entry(pool_.equals(next.subject, expr::from_u128(both->low)));
      if (equal.subject == next.subject) return keep(equal);
    }
  }
  std::erase_if(kept_, [&](const Entry* old) { return is_about_the_same(old) && implies(next, *old); });
  kept_.push_back(&next);
}

// The conditions that a conjunction is made of.
void Conditions::keep_parts(Expr condition) {
  parts_.assign(1, condition);
  while (!parts_.empty()) {
    const Expr part = parts_.back();
    parts_.pop_back();
    const expr::Node& node = pool_[part];
    if (node.op == Op::And && !is_overflow_check(part)) {
      parts_.push_back(node.b);
      parts_.push_back(node.a);
    } else if (node.op == Op::Not && pool_[node.a].op == Op::Or && !is_overflow_check(part)) {
      const expr::Node either = pool_[node.a];
      parts_.push_back(pool_.logical_not(either.b));
      parts_.push_back(pool_.logical_not(either.a));
    } else if (const Entry& next = entry(part); next.subject) {
      keep(next);
    } else if (std::find(kept_.begin(), kept_.end(), &next) == kept_.end()) {
      kept_.push_back(&next);
    }
  }
}

// Does it follow from one of the conditions that are kept?
bool Conditions::is_known(Expr condition, const Entry* except) {
  const Entry& asked = entry(condition);
  if (asked.subject && !asked.other) {
    const std::optional<Interval> all = together(asked.subject, except);
    return all && contains(asked.values, *all, expr::mask(pool_.width(asked.subject)));
  }
  return std::any_of(kept_.begin(), kept_.end(), [&](const Entry* known) {
    if (known == except) return false;
    if (known == &asked) return true;
    return known->subject && known->subject == asked.subject && known->other == asked.other && implies(*known, asked);
  });
}

// match:  !(known && b)    result: !b          match:  known || b     result: nothing, it says no more
// match:  !known || b      result: b
void Conditions::simplify_choices() {
  const std::vector<const Entry*> all = kept_;
  for (const Entry* const one : all) {
    const expr::Node outer = pool_[one->condition];
    const bool is_negated = outer.op == Op::Not && pool_[outer.a].op == Op::And;
    if ((!is_negated && outer.op != Op::Or) || is_overflow_check(one->condition)) continue;
    const expr::Node inner = is_negated ? pool_[outer.a] : outer;
    const auto side = [&](Expr e) { return is_negated ? pool_.logical_not(e) : e; };
    const Expr a = side(inner.a), b = side(inner.b);  // a || b
    const Entry* rest = one;
    if (is_known(a, one) || is_known(b, one)) {
      rest = nullptr;
    } else if (is_known(pool_.logical_not(a), one)) {
      rest = &entry(b);
    } else if (is_known(pool_.logical_not(b), one)) {
      rest = &entry(a);
    }
    if (rest == one) continue;
    const auto place = std::find(kept_.begin(), kept_.end(), one);
    if (rest == nullptr || std::find(kept_.begin(), kept_.end(), rest) != kept_.end()) {
      kept_.erase(place);
    } else {
      *place = rest;
    }
  }
}

// Where a variable has one value, whatever else is said about it alone says no more.
void Conditions::drop_settled() {
  std::vector<std::uint32_t> settled;
  for (const Entry* one : kept_) {
    if (one->subject && !one->other && one->values.size == 0 && pool_[one->subject].op == Op::Input)
      settled.push_back(pool_[one->subject].low);
  }
  if (settled.empty()) return;
  std::erase_if(kept_, [&](const Entry* one) {
    if (one->subject && !one->other && pool_[one->subject].op == Op::Input) return false;  // compared already
    const std::vector<std::uint32_t>& support = pool_.support(one->condition);
    return std::all_of(support.begin(), support.end(), [&](std::uint32_t variable) {
      return std::find(settled.begin(), settled.end(), variable) != settled.end();
    });
  });
}

std::string Conditions::conjunction(std::span<const Expr> conditions) {
  if (entries_.size() > kMaxEntries) entries_.clear();
  kept_.clear();
  const bool is_compared = conditions.size() <= kMaxCompared;
  for (const Expr condition : conditions) {
    if (is_compared) {
      keep_parts(condition);
    } else {
      kept_.push_back(&entry(condition));
    }
  }
  if (is_compared) {
    simplify_choices();
    drop_settled();
  }
  std::string text;
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    if (text.size() > kMaxConjunction) return text + " && ... (" + std::to_string(kept_.size() - i) + " more)";
    if (i != 0) text += " && ";
    // Only what binds weaker than && needs help.
    const bool weak = kept_.size() > 1 &&
                      (kept_[i]->text.find("||") != std::string::npos || kept_[i]->text.find('?') != std::string::npos);
    text += weak ? "(" + kept_[i]->text + ")" : kept_[i]->text;
  }
  return text.empty() ? "true" : text;
}

std::string bounded_input(expr::Pool& pool, std::span<const Expr> conditions) {
  constexpr std::string_view kSize = ".size";
  std::string input;
  for (const Expr condition : conditions) {
    for (const std::uint32_t variable : pool.support(condition)) {
      const std::string& name = pool.variables()[variable].name;
      if (!name.ends_with(kSize) || !input.empty()) return {};
      input = name.substr(0, name.size() - kSize.size());
    }
  }
  return input;
}

std::optional<UpperLimit> limit_in(const expr::Pool& pool, Expr condition) {
  const bool is_negated = pool[condition].op == abi::Op::Not;
  const expr::Node& node = pool[is_negated ? pool[condition].a : condition];
  if (node.op != abi::Op::Ule && node.op != abi::Op::Ult) return std::nullopt;
  const Expr subject = is_negated ? node.b : node.a, constant = is_negated ? node.a : node.b;
  if (!pool.is_constant(constant) || pool.is_constant(subject) || pool.width(subject) > 64) return std::nullopt;
  // x < c, and not c <= x
  const bool is_strict = (node.op == abi::Op::Ult) != is_negated;
  const std::uint64_t value = pool.value(constant).lo;
  if (is_strict && value == 0) return std::nullopt;
  return UpperLimit{subject, value - (is_strict ? 1 : 0)};
}

std::string with_names(const std::string& condition, std::span<const testcase::ObjectValue> objects) {
  std::string text = condition;
  for (const testcase::ObjectValue& object : objects) {
    const std::string address = fmt::format("{:#x}", object.address);
    const std::string pointer = object.name.starts_with('*') ? object.name.substr(1) : "&" + object.name;
    const std::string own = pointer + " == " + address;
    for (std::size_t at = text.find(address); at != std::string::npos; at = text.find(address, at)) {
      const std::size_t end = at + address.size();
      if (end < text.size() && std::isxdigit(static_cast<unsigned char>(text[end])) != 0) {
        at = end;  // a longer number
        continue;
      }
      const std::size_t begin = end - std::min(end, own.size());
      const bool is_own = text.compare(begin, end - begin, own) == 0 &&
                          (begin == 0 || text[begin - 1] == ' ' || text[begin - 1] == '(');
      if (is_own) {
        text.replace(begin, end - begin, pointer + " != nullptr");
      } else {
        text.replace(at, address.size(), pointer);
      }
    }
  }
  return text;
}

}  // namespace forall::explore

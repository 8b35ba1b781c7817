#include "explore/conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
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

constexpr unsigned kLess = 1, kEqual = 2, kGreater = 4;

}  // namespace

const Conditions::Entry& Conditions::entry(Expr condition) {
  const auto [found, is_new] = entries_.try_emplace(condition.id);
  if (is_new) {
    Entry& made = found->second;
    made.text = expr::print(pool_, condition);
    if (made.text.size() > kMaxText) made.text = made.text.substr(0, kMaxText) + "...";
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
  const Expr subject = constant_first ? node.b : node.a;
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
  entry.subject = subject;
  entry.low = low;
  entry.size = (high - low) & ring;
}

void Conditions::classify_relation(const expr::Node& node, bool negated, Entry& entry) const {
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
  const U128 offset = (x.low - y.low) & expr::mask(pool_.width(x.subject));
  return offset <= y.size && x.size <= y.size - offset;
}

// Adds a condition to those of the conjunction, unless one of them implies it; drops those it implies.
void Conditions::keep(const Entry& next) {
  for (const Entry*& old : kept_) {
    if (old->subject != next.subject || old->other != next.other) continue;
    if (implies(*old, next)) return;
    if (next.other && old->order == next.order && (old->allowed & next.allowed) == kEqual) {
      old = &entry(pool_.binary(Op::Eq, next.subject, next.other));
      return;
    }
  }
  std::erase_if(kept_, [&](const Entry* old) {
    return old->subject == next.subject && old->other == next.other && implies(next, *old);
  });
  kept_.push_back(&next);
}

std::string Conditions::conjunction(std::span<const Expr> conditions) {
  if (entries_.size() > kMaxEntries) entries_.clear();
  kept_.clear();
  for (const Expr condition : conditions) {
    const Entry& next = entry(condition);
    if (next.subject && conditions.size() <= kMaxCompared) {
      keep(next);
    } else {
      kept_.push_back(&next);
    }
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

// Path conditions as people read them. Each expression is printed once.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "expr/overflow.h"
#include "expr/pool.h"
#include "testcase/records.h"

namespace forall::explore {

class Conditions {
 public:
  explicit Conditions(expr::Pool& pool) : pool_(pool) {}

  const std::string& text(expr::Expr condition) { return entry(condition).text; }
  // Joined by &&, without what follows from another single condition: of `x != 1`, `x + 1 < 9` and `x == 3` only `x == 3`
  // stays; `x <= y` and `y <= x` become `x == y`, `x > 3` and `x < 5` become `x == 4`. A choice whose one side is known is the
  // other one: `n > 2` and `!(n > 0 && s[0] == ',')` are `n > 2` and `s[0] != ','`. "true" when there are none.
  std::string conjunction(std::span<const expr::Expr> conditions);

 private:
  // A condition about one subject, in two forms that can be compared:
  //   an expression and a constant   a set of values that is an interval on the ring of its width: low, low + 1, ...,
  //                                  low + size, going on at 0 after the greatest. `x != c` goes from c + 1 to c - 1,
  //                                  and `x + 1 < 9` is one about x
  //   two expressions x and y        which of x < y, x == y, x > y it allows, and in which order of the values
  enum class Order : std::uint8_t { None, Signed, Unsigned };  // None: equality, the same in both
  struct Interval {
    expr::U128 low = 0;
    expr::U128 size = 0;
  };
  struct Entry {
    std::string text;
    expr::Expr condition;
    expr::Expr subject;  // none: of neither form
    expr::Expr other;    // none: compared with a constant
    Interval values;
    unsigned allowed = 0;  // kLess | kEqual | kGreater
    Order order = Order::None;
  };
  const Entry& entry(expr::Expr condition);
  void classify(expr::Expr condition, Entry& entry) const;
  void classify_interval(const expr::Node& comparison, bool negated, Entry& entry) const;
  bool classify_growth(const expr::Node& comparison, bool negated, Entry& entry) const;
  void classify_relation(const expr::Node& comparison, bool negated, Entry& entry) const;
  bool implies(const Entry& x, const Entry& y) const;
  static std::optional<Interval> intersection(Interval x, Interval y, expr::U128 ring);
  static bool contains(Interval outer, Interval inner, expr::U128 ring);
  std::optional<Interval> together(expr::Expr subject, const Entry* except) const;
  // It is printed in words, as one.
  bool is_overflow_check(expr::Expr e) const { return expr::match_overflow_check(pool_, e).has_value(); }
  void keep(const Entry& next);
  void keep_parts(expr::Expr condition);
  bool is_known(expr::Expr condition, const Entry* except);
  void simplify_choices();
  void drop_settled();

  expr::Pool& pool_;
  std::unordered_map<std::uint32_t, Entry> entries_;
  // Of the current conjunction. References into a hash table stay valid when it grows.
  std::vector<const Entry*> kept_;
  std::vector<expr::Expr> parts_;
};

// The input whose size the conditions are about, "name" for name.size <= 6; nothing if it is not one.
std::string bounded_input(expr::Pool& pool, std::span<const expr::Expr> conditions);

// "x <= 6": what is limited, and its greatest value. Nothing for any other condition.
struct UpperLimit {
  expr::Expr subject;
  std::uint64_t most = 0;
};
std::optional<UpperLimit> limit_in(const expr::Pool& pool, expr::Expr condition);

// A condition of a run in which objects have names instead of addresses: "b == a" where b points to the object of a's
// own, "b != nullptr" where it points to its own.
std::string with_names(const std::string& condition, std::span<const testcase::ObjectValue> objects);

}  // namespace forall::explore

#include "infer/returns.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/words.h"

namespace forall::infer {

namespace {

// x < y is y > x.
Rel turned(Rel rel) {
  switch (rel) {
    case Rel::Lt: return Rel::Gt;
    case Rel::Le: return Rel::Ge;
    case Rel::Gt: return Rel::Lt;
    case Rel::Ge: return Rel::Le;
    default: return rel;
  }
}

bool holds_for_zero(Rel rel, std::int64_t right) {
  switch (rel) {
    case Rel::Eq: return right == 0;
    case Rel::Ne: return right != 0;
    case Rel::Lt: return 0 < right;
    case Rel::Le: return 0 <= right;
    case Rel::Gt: return 0 > right;
    case Rel::Ge: return 0 >= right;
  }
  return false;
}

}  // namespace

std::optional<Condition> translated(const Returns& returns, const std::vector<Argument>& arguments,
                                    const std::vector<std::string>& renamed, long shift,
                                    const std::vector<Term>& terms) {
  // Where a term of the one is in the other: a term and a number to add, or only the number.
  struct Place {
    int term = Relation::kNone;
    std::int64_t moved = 0;
    bool is_found = true;
  };
  const auto place = [&](int index) -> Place {
    const Term& term = returns.terms[static_cast<std::size_t>(index)];
    std::string name = term.name();
    Place found;
    for (std::size_t i = 0; i < arguments.size() && term.time == Term::Time::Argument; ++i) {
      if (arguments[i].name != term.call) continue;
      name = renamed[i];
      if (base::is_letter_or_digit(name.front()) && name.front() <= '9') {
        found.moved = name.front() - '0';
        return found;
      }
      found.moved = i + 1 == arguments.size() ? shift : 0;
    }
    if (!term.of.empty()) {  // "old contains(key)" where another key is asked for
      if (shift != 0) return {Relation::kNone, 0, false};
      std::string list;
      for (const std::string& argument : term.of) {
        const auto is_it = [&](const Argument& each) { return each.name == argument; };
        const auto at = std::find_if(arguments.begin(), arguments.end(), is_it) - arguments.begin();
        list += (list.empty() ? "" : ", ") + renamed[static_cast<std::size_t>(at)];
      }
      name = fmt::format("old {}({})", term.call.substr(0, term.call.find('(')), list);
    }
    const auto same = std::find_if(terms.begin(), terms.end(), [&](const Term& each) { return each.name() == name; });
    found.is_found = same != terms.end();
    found.term = static_cast<int>(same - terms.begin());
    return found;
  };
  Condition condition;
  for (const Clause& clause : returns.when) {
    Clause copy;
    bool is_true = false;
    for (Relation relation : clause) {
      const Place left = place(relation.left);
      Place right{.term = Relation::kNone, .moved = 0, .is_found = true};
      if (relation.right != Relation::kNone) right = place(relation.right);
      if (!left.is_found || !right.is_found) return std::nullopt;
      relation.offset += right.moved - left.moved;
      relation.left = left.term;
      relation.right = right.term;
      if (left.term == Relation::kNone && right.term != Relation::kNone) {  // 0 < size() becomes size() > 0
        relation.left = right.term;
        relation.right = Relation::kNone;
        relation.rel = turned(relation.rel);
        relation.offset = -relation.offset;
      } else if (left.term == Relation::kNone) {
        is_true = is_true || holds_for_zero(relation.rel, relation.offset);
        continue;
      }
      copy.push_back(relation);
    }
    if (!is_true) condition.push_back(std::move(copy));
  }
  return condition;
}

std::optional<Condition> needed_by(const Subject& subject, const std::vector<Returns>& observers,
                                   const std::vector<Term>& terms, const Relation& relation) {
  Condition all;
  for (const int index : {relation.left, relation.right, relation.plus}) {
    if (index == Relation::kNone) continue;
    const Term& term = terms[static_cast<std::size_t>(index)];
    if (term.time != Term::Time::Before) continue;
    const Returns& returns = observers[term.observer];
    if (!returns.is_known) return std::nullopt;
    const auto condition = translated(returns, subject.observers[term.observer].arguments, term.of, term.shift, terms);
    if (!condition) return std::nullopt;
    for (const Clause& clause : *condition) {
      if (std::find(all.begin(), all.end(), clause) == all.end()) all.push_back(clause);
    }
  }
  return all;
}

}  // namespace forall::infer

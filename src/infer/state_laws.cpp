#include "infer/state_laws.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/hash.h"
#include "expr/evaluate.h"
#include "infer/relations.h"

namespace forall::infer {
namespace {

using expr::Expr;

constexpr std::int64_t kLargestOfFocus = 1;  // numbers beside an observer with arguments, whose changes are not seen

struct StateLaw {
  std::vector<Relation> guard;  // at most one
  Relation effect;
  Condition condition;  // the guard, and what both need
};

class StateSearch {
 public:
  StateSearch(Behaviour& state, std::vector<Behaviour>& all, const std::vector<ObserverLaws>& known,
              const SearchSetting& setting)
      : state_(state), all_(all), setting_(setting), terms_(state.probe.terms) {
    for (const BehaviourPath& path : state.paths) samples_.push_back(path.seen);
    imagine();
    for (const ObserverLaws& laws : known) learn(laws);
    others_ = facts_.size();
  }

  std::vector<Law> run() {
    for (int i = 0; i < count(); ++i) {
      if (has_numbers(i) && concerns_focus({.left = i})) find_bounds(i);
    }
    for (int i = 0; i < count(); ++i) {
      for (int k = 0; k < i; ++k) find_pairs(k, i);
    }
    const std::vector<Relation> literals = make_simple();
    for (const Relation& guard : literals) {
      for (const Relation& effect : literals) {
        if (guard.left != effect.left) try_law({guard}, effect);
      }
    }
    drop_redundant();
    std::vector<Law> laws;
    for (StateLaw& law : found_) {
      Law& written = laws.emplace_back();
      written.condition = std::move(law.condition);
      written.guard = std::move(law.guard);
      written.effects = {law.effect};
    }
    return laws;
  }

 private:
  int count() const { return static_cast<int>(terms_.size()); }
  const Term& term(int index) const { return terms_[static_cast<std::size_t>(index)]; }
  bool is_observed(int index) const {
    return term(index).time == Term::Time::Before && term(index).width != 0 && !setting_.stop;
  }
  bool has_numbers(int index) const {
    return is_observed(index) && term(index).sort == Sort::Number && !term(index).is_of_constant();
  }
  bool is_focus(int index) const { return state_.probe.focus && term(index).observer == *state_.probe.focus; }
  bool concerns_focus(const Relation& relation) const {
    return !state_.probe.focus || is_focus(relation.left) ||
           (relation.right != Relation::kNone && is_focus(relation.right));
  }

  // The largest number that a term is never below, and the smallest that it is never above.
  void find_bounds(int index) {
    std::set<std::int64_t> near = {0};
    if (term(index).is_signed) near.insert(-1);
    for (const std::int64_t number : constants_of(state_, term(index).width, Depth::Everywhere)) {
      for (std::int64_t each = number - 1; each <= number + 1; ++each) near.insert(each);
    }
    std::erase_if(near, [&](std::int64_t number) {
      return (state_.probe.focus && std::abs(number) > kLargestOfFocus) || (number < 0 && !term(index).is_signed);
    });
    for (auto number = near.rbegin(); number != near.rend(); ++number) {
      if (*number == 0 && !term(index).is_signed) break;
      if (is_bound({.left = index, .rel = Rel::Ge, .offset = *number})) break;
    }
    for (const std::int64_t number : near) {
      if (is_bound({.left = index, .rel = Rel::Le, .offset = number})) break;
    }
  }

  // A bound of the objects that are described, also if it is no law because operations do not keep it: what they make of
  // these objects has bounds, too, but not what they make of that.
  bool is_bound(const Relation& effect) {
    const auto needs = needed_by(setting_.subject, setting_.observers, terms_, effect);
    if (!needs) return false;
    const StateLaw law{{}, effect, *needs};
    if (!holds_in_samples(law) || !holds_on_paths(state_, law, {})) return false;
    try_law({}, effect);
    return true;
  }

  void find_pairs(int left, int right) {
    if (!is_observed(left) || !is_observed(right) || !concerns_focus({.left = left, .right = right})) return;
    if (is_focus(left)) std::swap(left, right);  // the focus is said to be something
    if (state_.probe.focus) std::swap(left, right);
    const Term& x = term(left);
    const Term& y = term(right);
    if (x.sort != y.sort || x.width != y.width || x.is_signed != y.is_signed) return;
    if (x.is_of_constant() && y.is_of_constant()) return;
    const auto holds_as = [&](Rel rel) { return try_law({}, {.left = left, .rel = rel, .right = right}); };
    if (holds_as(Rel::Eq) || x.sort != Sort::Number || x.is_of_constant() || y.is_of_constant()) return;
    if (!holds_as(Rel::Lt)) holds_as(Rel::Le);
    if (!holds_as(Rel::Gt)) holds_as(Rel::Ge);
  }

  // What an observer may say of another.
  std::vector<Relation> make_simple() const {
    std::vector<Relation> literals;
    for (int i = 0; i < count(); ++i) {
      if (!is_observed(i) || term(i).is_of_constant()) continue;
      if (term(i).sort == Sort::Truth) {
        for (const std::int64_t truth : {1, 0}) literals.push_back({.left = i, .offset = truth});
      } else if (term(i).sort == Sort::Number && (term(i).of.empty() || is_focus(i))) {
        literals.push_back({.left = i});
        literals.push_back({.left = i, .rel = Rel::Gt});
        if (!is_focus(i)) literals.push_back({.left = i, .offset = 1});
      }
    }
    return literals;
  }

  // Accepted if it holds in every state and says something new.
  bool try_law(const std::vector<Relation>& guard, const Relation& effect) {
    if (setting_.stop) return false;
    const bool concerns = concerns_focus(effect) || (!guard.empty() && concerns_focus(guard.front()));
    if (!concerns) return false;
    StateLaw law{guard, effect, {}};
    for (const Relation& relation : guard) {
      const auto needs = needed_by(setting_.subject, setting_.observers, terms_, relation);
      if (!needs) return false;
      law.condition.insert(law.condition.end(), needs->begin(), needs->end());
    }
    const auto needs = needed_by(setting_.subject, setting_.observers, terms_, effect);
    if (!needs) return false;
    law.condition.insert(law.condition.end(), needs->begin(), needs->end());
    for (const Relation& relation : guard) law.condition.push_back({relation});
    if (!holds_in_samples(law) || !says_something(law) || !holds_on_paths(state_, law, {})) return false;
    if (!state_.probe.focus && !is_kept(law)) return false;
    if (follows(law.condition, law.effect)) return true;
    facts_.push_back(imagined(law.condition, law.effect));
    simplify(law.condition);
    found_.push_back(std::move(law));
    return true;
  }

  bool holds_in_samples(const StateLaw& law) const {
    return std::all_of(samples_.begin(), samples_.end(), [&](const Values& values) {
      return !holds(terms_, law.condition, values) || holds(terms_, law.effect, values);
    });
  }
  // There is a state that it speaks of.
  bool says_something(const StateLaw& law) const {
    return std::any_of(samples_.begin(), samples_.end(),
                       [&](const Values& values) { return holds(terms_, law.condition, values); });
  }

  // With its terms renamed to those of the behaviour, if it is another one.
  bool holds_on_paths(Behaviour& behaviour, const StateLaw& law, const std::vector<int>& renamed) {
    const auto translated = [&](Relation relation) {
      if (renamed.empty()) return relation;
      relation.left = renamed[static_cast<std::size_t>(relation.left)];
      if (relation.right != Relation::kNone) relation.right = renamed[static_cast<std::size_t>(relation.right)];
      return relation;
    };
    Condition condition = law.condition;
    for (Clause& clause : condition) {
      for (Relation& relation : clause) relation = translated(relation);
    }
    const Relation effect = translated(law.effect);
    for (const BehaviourPath& path : behaviour.paths) {
      if (path.end != BehaviourPath::End::Returned) continue;
      expr::Pool& pool = *behaviour.pool;
      std::vector<Expr> query = path.conditions;
      query.push_back(expression(behaviour, condition, path));
      query.push_back(pool.logical_not(expression(behaviour, effect, path)));
      const bool is_false = std::any_of(query.begin(), query.end(),
                                        [&](Expr each) { return pool.is_constant(each) && pool.value(each).lo == 0; });
      if (is_false) continue;
      std::erase_if(query, [&](Expr each) { return pool.is_constant(each); });
      const solve::Answer answer = behaviour.solver->check({query}, setting_.effort);
      const auto* model = std::get_if<solve::Sat>(&answer);
      if (model == nullptr) continue;  // what is not decided here is decided by the exploration of the law
      if (&behaviour == &state_) add_sample(path, model->model);
      return false;
    }
    return true;
  }

  void add_sample(const BehaviourPath& path, const expr::Assignment& model) {
    expr::Evaluator evaluate(*state_.pool);
    evaluate.assign(model);
    Values& values = samples_.emplace_back();
    for (const Expr value : path.values) {
      values.emplace_back();
      if (value) values.back() = expr::to_u128(evaluate(value));
    }
  }

  // Of all operations, and of two in a row.
  bool is_kept(const StateLaw& law) {
    std::set<int> mentioned;
    const auto add = [&](const Relation& relation) {
      for (const int index : {relation.left, relation.right}) {
        if (index != Relation::kNone) mentioned.insert(index);
      }
    };
    add(law.effect);
    for (const Clause& clause : law.condition) std::for_each(clause.begin(), clause.end(), add);
    return std::all_of(all_.begin(), all_.end(), [&](Behaviour& behaviour) {
      if (behaviour.probe.focus || behaviour.probe.operation.kind == Operation::Kind::Observer) return true;
      std::vector<int> renamed(terms_.size(), Relation::kNone);
      for (const int index : mentioned) {
        const std::vector<Term>& terms = behaviour.probe.terms;
        const auto same = std::find_if(terms.begin(), terms.end(), [&](const Term& each) {
          return each.time == Term::Time::After && each.call == term(index).call && each.width != 0;
        });
        if (same == terms.end()) return true;
        renamed[static_cast<std::size_t>(index)] = static_cast<int>(same - terms.begin());
      }
      return holds_on_paths(behaviour, law, renamed);
    });
  }

  // A path on which each term is a variable: what holds there follows from what is known.
  void imagine() {
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      const Term& each = terms_[i];
      imagined_.values.emplace_back();
      if (each.width == 0) continue;
      const std::string name = "imagined " + each.name();
      imagined_.values.back() = state_.pool->variable(
          {base::fnv1a(name), name, "", abi::ScalarKind::ULong, static_cast<std::uint16_t>(each.width)});
    }
  }
  Expr imagined(const Condition& condition, const Relation& effect) {
    return state_.pool->binary(expr::Op::Or, state_.pool->logical_not(expression(state_, condition, imagined_)),
                               expression(state_, effect, imagined_));
  }
  bool follows(const Condition& condition, const Relation& effect) {
    std::vector<Expr> query = facts_;
    query.push_back(state_.pool->logical_not(imagined(condition, effect)));
    if (std::any_of(query.begin(), query.end(),
                    [&](Expr each) { return state_.pool->is_constant(each) && state_.pool->value(each).lo == 0; }))
      return true;
    std::erase_if(query, [&](Expr each) { return state_.pool->is_constant(each); });
    return std::holds_alternative<solve::Unsat>(state_.solver->check({query}, setting_.effort));
  }

  // What was found early may follow from what was found later.
  void drop_redundant() {
    for (std::size_t i = 0; i < found_.size();) {
      const Expr fact = facts_[others_ + i];
      facts_.erase(facts_.begin() + static_cast<std::ptrdiff_t>(others_ + i));
      if (follows(found_[i].condition, found_[i].effect)) {
        found_.erase(found_.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        facts_.insert(facts_.begin() + static_cast<std::ptrdiff_t>(others_ + i), fact);
        ++i;
      }
    }
  }

  // Without what follows from the rest.
  void simplify(Condition& condition) {
    for (std::size_t i = condition.size(); i-- > 0;) {
      Condition rest = condition;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      if (condition[i].size() == 1 && follows(rest, condition[i].front())) condition = std::move(rest);
    }
  }

  // Laws about results, over the terms of this probe.
  void learn(const ObserverLaws& known) {
    const auto place = [&](int index) {
      const Term& each = known.terms[static_cast<std::size_t>(index)];
      const auto same = std::find_if(terms_.begin(), terms_.end(), [&](const Term& mine) {
        return each.time == Term::Time::Result ? mine.time == Term::Time::Before && mine.call == known.call
                                               : mine.name() == each.name();
      });
      return same == terms_.end() ? Relation::kNone : static_cast<int>(same - terms_.begin());
    };
    const auto translated = [&](Relation relation) -> std::optional<Relation> {
      for (int* index : {&relation.left, &relation.right, &relation.plus}) {
        if (*index == Relation::kNone) continue;
        *index = place(*index);
        if (*index == Relation::kNone) return std::nullopt;
      }
      return relation;
    };
    for (const Law& law : known.laws) {
      Condition condition;
      bool is_understood = law.throws.empty() && !law.is_pure;
      for (const Clause& clause : law.condition) {
        Clause& copy = condition.emplace_back();
        for (const Relation& relation : clause) {
          const auto mine = translated(relation);
          is_understood = is_understood && mine;
          if (mine) copy.push_back(*mine);
        }
      }
      if (!is_understood) continue;
      for (const Relation& effect : law.effects) {
        if (const auto mine = translated(effect)) facts_.push_back(imagined(condition, *mine));
      }
    }
  }

  Behaviour& state_;
  std::vector<Behaviour>& all_;
  const SearchSetting& setting_;
  const std::vector<Term>& terms_;
  std::vector<Values> samples_;
  BehaviourPath imagined_;
  std::vector<Expr> facts_;  // laws about results, then those found
  std::size_t others_ = 0;
  std::vector<StateLaw> found_;
};

}  // namespace

std::vector<Law> find_state_laws(Behaviour& state, std::vector<Behaviour>& all, const std::vector<ObserverLaws>& known,
                                 const SearchSetting& setting) {
  return StateSearch(state, all, known, setting).run();
}

}  // namespace forall::infer

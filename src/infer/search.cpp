#include "infer/search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <utility>

#include "expr/evaluate.h"
#include "infer/law_source.h"
#include "infer/relations.h"

namespace forall::infer {

using expr::Expr;

namespace {

using End = BehaviourPath::End;

constexpr std::size_t kMostRounds = 400;

struct Sample {
  std::size_t path;
  Values values;
};

// Which samples.
class Bits {
 public:
  explicit Bits(std::size_t count) : words_((count + 63) / 64) {}
  void set(std::size_t i) { words_[i / 64] |= std::uint64_t{1} << (i % 64); }
  bool get(std::size_t i) const { return (words_[i / 64] >> (i % 64) & 1) != 0; }
  Bits operator&(const Bits& other) const {
    return joined(other, [](auto x, auto y) { return x & y; });
  }
  Bits without(const Bits& other) const {
    return joined(other, [](auto x, auto y) { return x & ~y; });
  }
  Bits operator|(const Bits& other) const {
    return joined(other, [](auto x, auto y) { return x | y; });
  }
  std::size_t count() const {
    std::size_t all = 0;
    for (const std::uint64_t word : words_) all += static_cast<std::size_t>(std::popcount(word));
    return all;
  }
  bool any() const {
    return std::any_of(words_.begin(), words_.end(), [](std::uint64_t word) { return word != 0; });
  }

 private:
  template <class F>
  Bits joined(const Bits& other, F f) const {
    Bits result = *this;
    for (std::size_t i = 0; i < words_.size(); ++i) result.words_[i] = f(words_[i], other.words_[i]);
    return result;
  }
  std::vector<std::uint64_t> words_;
};

// What a law says: a relation after the call, or how the call ends.
struct Claim {
  std::optional<Relation> effect;
  std::string ending;           // "" returns, "!" crashes, else the exception
  Condition base;               // what must hold for the claim to make sense
  std::size_t most_weight = 2;  // of its guard
  int cost = 0;
};

// Tiers of claims and weights of guards, in the order in which laws are looked for: what a reader likes best first.
enum Tier : std::size_t { kEquations, kOrders, kWeakOrders };
constexpr std::array<std::pair<std::size_t, std::size_t>, 10> kStages = {{{kEquations, 0},
                                                                          {kEquations, 1},
                                                                          {kOrders, 0},
                                                                          {kOrders, 1},
                                                                          {kEquations, 2},
                                                                          {kEquations, 3},
                                                                          {kWeakOrders, 0},
                                                                          {kWeakOrders, 1},
                                                                          {kOrders, 2},
                                                                          {kWeakOrders, 2}}};

struct Choice {
  std::vector<Relation> guard;
  const Claim* claim = nullptr;
  Condition condition;  // base, guard and what these need
  std::size_t tier = 0;
  std::size_t weight = 0;
};

std::string ending_of(const BehaviourPath& path) {
  return path.end == End::Returned ? "" : path.end == End::Crashed ? "!" : path.exception;
}

class Search {
 public:
  Search(Behaviour& behaviour, const SearchSetting& setting)
      : behaviour_(behaviour), setting_(setting), terms_(behaviour.probe.terms) {
    for (std::size_t i = 0; i < behaviour.paths.size(); ++i) samples_.push_back({i, behaviour.paths[i].seen});
    for (const Relation& literal : make_literals(behaviour)) {
      if (auto needs = needed_by(literal)) literals_.push_back({literal, std::move(*needs), weight_of(literal)});
    }
    std::stable_sort(literals_.begin(), literals_.end(), [&](const Literal& x, const Literal& y) {
      return cost_of(terms_, x.relation) < cost_of(terms_, y.relation);
    });
  }

  Findings run() {
    find_endings();
    if (findings_.returns.is_known) {
      for (int i = 0; i < static_cast<int>(terms_.size()); ++i) {
        const Term& term = terms_[static_cast<std::size_t>(i)];
        if (!term.is_before() && term.width != 0) find_effects(i);
      }
    }
    findings_.laws = merge_laws(findings_.laws);
    for (Law& law : findings_.laws) law.condition = simplified(law);
    return std::move(findings_);
  }

 private:
  struct Literal {
    Relation relation;
    Condition needs;         // for its terms to have values
    std::size_t weight = 1;  // a number that only occurs in the code counts as a literal of its own
  };

  std::size_t weight_of(const Relation& literal) const {
    const bool is_number = terms_[static_cast<std::size_t>(literal.left)].sort == Sort::Number;
    return is_number && literal.right == Relation::kNone && literal.offset != 0 && literal.offset != -1 ? 2 : 1;
  }

  std::optional<Condition> needed_by(const Relation& relation) const {
    if (!setting_.observers.empty()) return infer::needed_by(setting_.subject, setting_.observers, terms_, relation);
    // Observers are searched themselves: those that always have a value may be used.
    for (const int index : {relation.left, relation.right, relation.plus}) {
      if (index == Relation::kNone || terms_[static_cast<std::size_t>(index)].time != Term::Time::Before) continue;
      const auto has_value = [&](const BehaviourPath& path) {
        return static_cast<bool>(path.values[static_cast<std::size_t>(index)]);
      };
      if (!std::all_of(behaviour_.paths.begin(), behaviour_.paths.end(), has_value)) return std::nullopt;
    }
    return Condition{};
  }

  void find_endings() {
    if (setting_.operation != nullptr) {
      const auto arguments = behaviour_.probe.operation.arguments;
      std::vector<std::string> names;
      for (const Argument& argument : arguments) names.push_back(argument.name);
      const auto when = translated(*setting_.operation, arguments, names, 0, terms_);
      findings_.returns = {setting_.operation->is_known && when.has_value(), terms_, when.value_or(Condition{})};
      returns_ = findings_.returns.when;
      return;
    }
    findings_.returns = {true, terms_, {}};
    std::set<std::string> endings;
    for (const BehaviourPath& path : behaviour_.paths) {
      if (path.end != End::Returned) endings.insert(ending_of(path));
      if (path.end == End::Crashed) findings_.crashes.push_back(path.fault);
    }
    for (const std::string& ending : endings) {
      std::vector<Claim> claims;
      claims.push_back({.effect = std::nullopt, .ending = ending, .base = behaviour_.bounds, .most_weight = 3});
      const auto region = [&](const BehaviourPath& path) { return ending_of(path) == ending; };
      const auto [choices, is_complete] = cover({claims}, region, {});
      findings_.returns.is_known = findings_.returns.is_known && is_complete;
      for (const Choice& choice : choices) {
        // That only small arguments were tried does not matter: the law is explored with all.
        if (ending != "!") findings_.laws.push_back({without_bounds(choice.condition), choice.guard, {}, ending});
        Clause& clause = findings_.returns.when.emplace_back();
        for (const Relation& literal : choice.guard) clause.push_back(negated(literal));
      }
    }
    returns_ = findings_.returns.when;
  }

  Condition without_bounds(Condition condition) const {
    std::erase_if(condition, [&](const Clause& clause) {
      return std::find(behaviour_.bounds.begin(), behaviour_.bounds.end(), clause) != behaviour_.bounds.end();
    });
    return condition;
  }

  void find_effects(int index) {
    const Effects effects = make_effects(behaviour_, index);
    std::vector<std::vector<Claim>> tiers(3);
    const bool is_observer = behaviour_.probe.operation.kind == Operation::Kind::Observer;
    const auto add = [&](std::size_t tier, const Relation& relation, std::size_t most_weight) {
      auto needs = needed_by(relation);
      if (!needs) return;
      needs->insert(needs->begin(), returns_.begin(), returns_.end());
      needs->insert(needs->begin(), behaviour_.bounds.begin(), behaviour_.bounds.end());
      tiers[tier].push_back({relation, "", std::move(*needs), most_weight, cost_of(terms_, relation)});
    };
    for (const Relation& relation : effects.equations) add(kEquations, relation, 3);
    for (const Relation& relation : effects.values) add(kEquations, relation, 0);
    for (const Relation& relation : effects.orders) {
      if (is_observer) break;  // found as laws of states
      const bool is_strict = relation.rel == Rel::Lt || relation.rel == Rel::Gt;
      add(is_strict ? kOrders : kWeakOrders, relation, 2);
    }
    const auto region = [&](const BehaviourPath& path) {
      return path.end == End::Returned && path.values[static_cast<std::size_t>(index)];
    };
    const auto [choices, is_complete] = cover(tiers, region, returns_);
    const bool is_determined = is_complete && std::all_of(choices.begin(), choices.end(), [](const Choice& choice) {
                                 return choice.tier == kEquations;
                               });
    for (const Choice& choice : choices) {
      // Values that an observer happens to have in some states are no law of it.
      if (is_observer && !is_determined && !choice.guard.empty()) continue;
      // Nor are pairs of literals that do not add up to anything, unless they say what the call leaves alone.
      if (!is_determined && choice.weight > 1 && !is_frame(choice)) continue;
      findings_.laws.push_back({choice.condition, choice.guard, {*choice.claim->effect}, ""});
    }
    if (is_determined) return;
    findings_.undetermined.push_back(
        {index, is_complete ? "only its order is known" : "in some states no law speaks of it"});
  }

  // What the call leaves alone, in terms that do not depend on which numbers there are.
  bool is_frame(const Choice& choice) const {
    const Relation& effect = *choice.claim->effect;
    const auto term = [&](int index) -> const Term& { return terms_[static_cast<std::size_t>(index)]; };
    const bool keeps = effect.rel == Rel::Eq && effect.right != Relation::kNone && effect.plus == Relation::kNone &&
                       effect.offset == 0 && term(effect.left).call == term(effect.right).call;
    return keeps && std::all_of(choice.guard.begin(), choice.guard.end(), [&](const Relation& literal) {
             const Term& left = term(literal.left);
             return literal.right != Relation::kNone || left.sort == Sort::Truth ||
                    (left.time == Term::Time::Before && left.of.empty());
           });
  }

  // Choices of claims that cover the region, and whether they cover all of it.
  template <class Region>
  std::pair<std::vector<Choice>, bool> cover(const std::vector<std::vector<Claim>>& tiers, const Region& region,
                                             const Condition& base) {
    for (std::size_t round = 0; round < kMostRounds && !setting_.stop; ++round) {
      prepare();
      Bits wanted(samples_.size());
      for (std::size_t i = 0; i < samples_.size(); ++i) {
        if (region(behaviour_.paths[samples_[i].path]) && holds(terms_, base, samples_[i].values)) wanted.set(i);
      }
      Bits uncovered = wanted;
      std::vector<Choice> choices = choose(tiers, uncovered);
      if (uncovered.any()) {
        if (refute(choices)) continue;
        return {std::move(choices), false};
      }
      if (refute(choices)) continue;
      if (!find_gap(choices, region, base)) return {std::move(choices), true};
    }
    return {{}, false};
  }

  void prepare() {
    literal_bits_.clear();
    for (const Literal& literal : literals_) {
      Bits& bits = literal_bits_.emplace_back(samples_.size());
      for (std::size_t i = 0; i < samples_.size(); ++i) {
        if (holds(terms_, literal.needs, samples_[i].values) && holds(terms_, literal.relation, samples_[i].values))
          bits.set(i);
      }
    }
  }

  // Which samples a claim makes sense in, and in which of them it is true.
  struct Known {
    Bits base, truth;
  };
  Known known_of(const Claim& claim) const {
    Known known{Bits(samples_.size()), Bits(samples_.size())};
    for (std::size_t i = 0; i < samples_.size(); ++i) {
      const BehaviourPath& path = behaviour_.paths[samples_[i].path];
      if (holds(terms_, claim.base, samples_[i].values)) known.base.set(i);
      const bool is_true = claim.effect ? path.end == End::Returned && holds(terms_, *claim.effect, samples_[i].values)
                                        : ending_of(path) == claim.ending;
      if (is_true) known.truth.set(i);
    }
    return known;
  }

  std::vector<Choice> choose(const std::vector<std::vector<Claim>>& tiers, Bits& uncovered) {
    std::vector<std::vector<Known>> known(tiers.size());
    for (std::size_t tier = 0; tier < tiers.size(); ++tier) {
      for (const Claim& claim : tiers[tier]) known[tier].push_back(known_of(claim));
    }
    std::vector<Choice> choices;
    std::vector<Bits> covered;
    for (const auto& [tier, weight] : kStages) {
      while (tier < tiers.size() && uncovered.any()) {
        std::optional<Best> best = best_of(tiers[tier], known[tier], weight, uncovered);
        if (!best) break;
        Choice choice{{}, &tiers[tier][best->claim], {}, tier, weight};
        for (const std::size_t literal : best->guard) choice.guard.push_back(literals_[literal].relation);
        choice.condition = condition_of(*choice.claim, best->guard);
        uncovered = uncovered.without(best->where);
        choices.push_back(std::move(choice));
        covered.push_back(std::move(best->where));
      }
    }
    drop_redundant(choices, covered);
    return choices;
  }

  struct Best {
    std::size_t gain;
    int cost;
    std::vector<std::size_t> guard;
    std::size_t claim;
    Bits where;
  };
  // Of all guards of this weight.
  std::optional<Best> best_of(const std::vector<Claim>& claims, const std::vector<Known>& known, std::size_t weight,
                              const Bits& uncovered) const {
    std::optional<Best> best;
    for (std::size_t claim = 0; claim < claims.size(); ++claim) {
      const Bits& base = known[claim].base;
      if (weight > claims[claim].most_weight || !(base & uncovered).any()) continue;
      const auto consider = [&](const Bits& where, std::initializer_list<std::size_t> guard) {
        if (where.without(known[claim].truth).any()) return;
        const std::size_t gain = (where & uncovered).count();
        if (gain == 0) return;
        int cost = claims[claim].cost;
        for (const std::size_t literal : guard) cost += cost_of(terms_, literals_[literal].relation);
        if (best && (gain < best->gain || (gain == best->gain && cost >= best->cost))) return;
        best = Best{gain, cost, guard, claim, where};
      };
      if (weight == 0) consider(base, {});
      for (std::size_t i = 0; i < literals_.size() && weight > 0; ++i) {
        const Bits one = base & literal_bits_[i];
        if (weight == literals_[i].weight) consider(one, {i});
        if (weight == 1 || !(one & uncovered & known[claim].truth).any()) continue;
        for (std::size_t k = 0; k < i; ++k) {
          if (literals_[i].weight + literals_[k].weight == weight) consider(one & literal_bits_[k], {k, i});
        }
      }
    }
    return best;
  }

  // Those that the others cover, the last first.
  static void drop_redundant(std::vector<Choice>& choices, std::vector<Bits>& covered) {
    for (std::size_t i = choices.size(); i-- > 0;) {
      Bits rest = covered[i].without(covered[i]);
      for (std::size_t k = 0; k < choices.size(); ++k) {
        if (k != i && choices[k].tier <= choices[i].tier) rest = rest | covered[k];
      }
      if (covered[i].without(rest).any()) continue;
      choices.erase(choices.begin() + static_cast<std::ptrdiff_t>(i));
      covered.erase(covered.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  Condition condition_of(const Claim& claim, const std::vector<std::size_t>& guard) const {
    Condition condition = claim.base;
    const auto add = [&](const Clause& clause) {
      if (std::find(condition.begin(), condition.end(), clause) == condition.end()) condition.push_back(clause);
    };
    for (const std::size_t literal : guard) {
      for (const Clause& clause : literals_[literal].needs) add(clause);
    }
    for (const std::size_t literal : guard) add({literals_[literal].relation});
    return condition;
  }

  // Without the clauses that follow from the others. A clause that says when a term has a value follows from every
  // relation of the term, so laws that assume something of such terms stay as they are.
  Condition simplified(const Law& law) {
    Condition condition = law.condition;
    for (const Clause& clause : condition) {
      for (const Relation& relation : clause) {
        const auto needs = needed_by(relation);
        if (!needs || !needs->empty()) return condition;
      }
    }
    for (std::size_t i = condition.size(); i-- > 0;) {
      const bool is_guard = condition[i].size() == 1 &&
                            std::find(law.guard.begin(), law.guard.end(), condition[i].front()) != law.guard.end();
      if (is_guard || is_needed_bound(condition, condition[i])) continue;
      Condition rest = condition;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      if (follows(rest, condition[i])) condition = std::move(rest);
    }
    return condition;
  }

  // That only small arguments were tried is assumed by what was found, unless the law assumes more of the argument.
  bool is_needed_bound(const Condition& condition, const Clause& clause) const {
    if (std::find(behaviour_.bounds.begin(), behaviour_.bounds.end(), clause) == behaviour_.bounds.end()) return false;
    const Relation& bound = clause.front();
    return std::none_of(condition.begin(), condition.end(), [&](const Clause& each) {
      const Relation& other = each.front();
      if (each == clause || each.size() != 1 || other.left != bound.left || other.right != Relation::kNone)
        return false;
      if (other.rel == Rel::Eq) return true;
      return bound.rel == Rel::Ge ? (other.rel == Rel::Ge || other.rel == Rel::Gt) && other.offset >= bound.offset
                                  : (other.rel == Rel::Le || other.rel == Rel::Lt) && other.offset <= bound.offset;
    });
  }

  bool follows(const Condition& rest, const Clause& clause) {
    for (const Sample& sample : samples_) {
      if (holds(terms_, rest, sample.values) && !holds(terms_, Condition{clause}, sample.values)) return false;
    }
    for (std::size_t i = 0; i < behaviour_.paths.size(); ++i) {
      const BehaviourPath& path = behaviour_.paths[i];
      const Expr is_outside = behaviour_.pool->logical_not(expression(behaviour_, Condition{clause}, path));
      if (ask(i, {expression(behaviour_, rest, path), is_outside})) return false;
    }
    return true;
  }

  // Looks for a state that contradicts one of the choices, and makes it a sample.
  bool refute(const std::vector<Choice>& choices) {
    expr::Pool& pool = *behaviour_.pool;
    for (const Choice& choice : choices) {
      const Claim& claim = *choice.claim;
      const auto key = std::tuple(choice.condition, claim.effect.value_or(Relation{}), claim.ending);
      if (proved_.contains(key)) continue;
      for (std::size_t i = 0; i < behaviour_.paths.size(); ++i) {
        const BehaviourPath& path = behaviour_.paths[i];
        const bool ends_so = ending_of(path) == claim.ending;
        if (!claim.effect && ends_so) continue;
        const Expr guard = expression(behaviour_, choice.condition, path);
        const Expr wrong =
            claim.effect && ends_so ? pool.logical_not(expression(behaviour_, *claim.effect, path)) : pool.truth(true);
        if (ask(i, {guard, wrong})) return true;
      }
      proved_.insert(key);
    }
    return false;
  }

  template <class Region>
  bool find_gap(const std::vector<Choice>& choices, const Region& region, const Condition& base) {
    for (std::size_t i = 0; i < behaviour_.paths.size(); ++i) {
      const BehaviourPath& path = behaviour_.paths[i];
      if (!region(path)) continue;
      std::vector<Expr> outside = {expression(behaviour_, base, path)};
      for (const Choice& choice : choices)
        outside.push_back(behaviour_.pool->logical_not(expression(behaviour_, choice.condition, path)));
      if (ask(i, outside)) return true;
    }
    return false;
  }

  // Is there a state on this path? Then it is a sample.
  bool ask(std::size_t index, const std::vector<Expr>& facts) {
    const BehaviourPath& path = behaviour_.paths[index];
    std::vector<Expr> query;
    for (const Expr fact : facts) {
      if (!behaviour_.pool->is_constant(fact)) {
        query.push_back(fact);
      } else if (behaviour_.pool->value(fact).lo == 0) {
        return false;
      }
    }
    query.insert(query.begin(), path.conditions.begin(), path.conditions.end());
    const solve::Answer answer = behaviour_.solver->check({query}, setting_.effort);
    const auto* model = std::get_if<solve::Sat>(&answer);
    if (model == nullptr) return false;  // what is not decided here is decided by the exploration of the law
    expr::Evaluator evaluate(*behaviour_.pool);
    evaluate.assign(model->model);
    Sample sample{index, {}};
    for (const Expr value : path.values) {
      sample.values.emplace_back();
      if (value) sample.values.back() = expr::to_u128(evaluate(value));
    }
    samples_.push_back(std::move(sample));
    return true;
  }

  Behaviour& behaviour_;
  const SearchSetting& setting_;
  const std::vector<Term>& terms_;
  Condition returns_;
  std::vector<Literal> literals_;
  std::vector<Bits> literal_bits_;
  std::vector<Sample> samples_;
  std::set<std::tuple<Condition, Relation, std::string>> proved_;
  Findings findings_;
};

}  // namespace

Findings find_laws(Behaviour& behaviour, const SearchSetting& setting) { return Search(behaviour, setting).run(); }

}  // namespace forall::infer

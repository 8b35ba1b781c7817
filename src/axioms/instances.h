// Axioms at work on one exploration: instances of their clauses over the calls of a path.
//
// The results of a stand-in in a run are made up, so the run is one of the program only if it meets the axioms. For
// each call of the path there is one condition: all instances of axioms that speak of it and of calls before it, and
// that calls of one method with equal states and arguments have equal outcomes. It stands in the path as an assumption,
// so a run that does not meet it is discarded there, and the solver is asked for one that does.
//
// Instances come from matching, modulo equality: where the axiom has one variable and the path two terms, the instance
// says "if they are equal". States are compared only where some axiom or two equal calls can make them equal; for all
// others there is a model in which they differ, so nothing is lost.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "axioms/axiom_set.h"
#include "expr/evaluate.h"
#include "expr/pool.h"
#include "testcase/records.h"
#include "trace/path.h"

namespace forall::axioms {

class Instances {
 public:
  using Choice = std::function<bool(const Clause&)>;  // which clauses are used
  // Without axioms only equal calls have equal outcomes.
  Instances(expr::Pool& pool, const AxiomSet* axioms, Choice choice = nullptr);

  struct Instance {
    expr::Expr formula;
    std::string put;  // empty: equal calls
  };

  // Puts the conditions into the path. `values` are those that the run was asked for: they have the terms that no call
  // of the run is about, whose values go to `assumed`. False: the run does not meet them; the path ends at the
  // condition.
  bool hold(trace::Path& path, const testcase::NamedValues& values, testcase::NamedValues& assumed);

  // All that follows about these calls.
  std::vector<expr::Expr> formulas_about(const std::vector<Call>& calls);

  // A condition of a path: what it is made of, and the call that it is about.
  struct Condition {
    std::vector<Instance> instances;
    std::string method;
  };
  // Null if the condition is not one of ours.
  const Condition* find(expr::Expr condition) const;
  // Of the path that `hold` saw last: the condition that is false whatever the inputs are, or null.
  const Condition* contradiction() const { return contradiction_ ? &*contradiction_ : nullptr; }

  // More could be said about the path that `hold` saw last; there are limits to what is.
  bool is_cut() const { return is_cut_; }

  // Gaps in the axioms on the path that `hold` saw last, which met them.
  std::vector<testcase::MissingAxiom> open_terms();

 private:
  struct Term : Call {
    std::size_t generation = 0;  // 0: a call of the path
  };
  struct Matching {
    std::unordered_map<std::uint32_t, expr::Expr> bound;       // variable of the axioms -> term of the path
    std::vector<std::pair<expr::Expr, expr::Expr>> equations;  // of an axiom's term with one of the path
    std::size_t generation = 0;
    bool has_new = false;  // a term that was not there in the last round
  };

  void forget();
  void take_values(const trace::Path& path, const testcase::NamedValues& values);
  void instantiate_all();
  void match(const Clause& clause, std::size_t next, const Matching& so_far);
  bool unify(const Call& pattern, const Term& term, Matching& matching) const;
  bool unify_part(const Call::Part& pattern, expr::Expr term, bool is_state, Matching& matching) const;
  void instantiate(const Clause& clause, Matching matching);
  bool complete(const Clause& clause, Matching& matching);
  std::size_t find_or_make(Call&& wanted, const Call& like, std::size_t generation);
  void compare_calls(const Term& x, const Term& y);
  void add(expr::Expr formula, const std::string& put);
  expr::Expr translate(const Matching& matching, expr::Expr e) const;
  expr::Expr all_of(const std::vector<expr::Expr>& conditions);
  void add_term(Term term);

  std::uint32_t state_class(expr::Expr state) const;
  void may_be_equal(expr::Expr x, expr::Expr y);
  const Term* maker_of(expr::Expr state);
  bool is_open(const Term& term);

  expr::Pool& pool_;
  const AxiomSet* axioms_;
  const Choice choice_;
  expr::Evaluator evaluate_;
  // Of the current path.
  std::vector<Term> terms_;
  std::unordered_map<std::string, std::vector<std::size_t>> by_method_;
  std::unordered_map<std::uint32_t, std::uint32_t> classes_;  // union-find over states
  std::vector<Instance> instances_;
  std::vector<expr::Expr> conditions_;
  std::unordered_set<std::uint32_t> known_;  // formulas of this path
  std::map<std::string, testcase::Bits> assumed_;
  const testcase::NamedValues* values_ = nullptr;
  std::size_t first_new_ = 0;  // terms before it were matched with each other
  bool has_changed_ = false;
  bool is_cut_ = false;
  std::optional<Condition> contradiction_;

  std::unordered_map<std::uint32_t, Condition> by_condition_;
};

}  // namespace forall::axioms

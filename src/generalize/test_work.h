// The way of one closed test through the rounds.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "generalize/conditions.h"
#include "generalize/generalize.h"
#include "generalize/observe.h"
#include "generalize/plan.h"
#include "generalize/precondition.h"
#include "generalize/round.h"

namespace forall::generalize {

class TestWork {
 public:
  // `function` is the name that the generalized test gets. With `each_path` its report has a case for each path.
  TestWork(const std::string& source, std::size_t index, const frontend::TestFlow& flow, const TestPlan& plan,
           std::string function, bool each_path);

  // First round: each assertion by itself, in each relation of its expected values to the parameters.
  std::vector<RoundDraft> slices();
  // True if some must be explored once more, within bounds.
  bool digest_slices(const std::vector<RoundResult>& results);

  // Further rounds: the whole test with what was found; empty if there is nothing (more) to explore.
  std::vector<RoundDraft> wholes();
  void digest_wholes(const std::vector<RoundResult>& results);
  // Last round: what is proposed, for its verdict.
  std::vector<RoundDraft> proposals() const;
  void digest_proposals(const std::vector<RoundResult>& results);

  TestReport report() const { return report_; }

 private:
  struct Slice {
    std::size_t assertion = 0;  // kSetUp: none
    std::size_t relation = 0;
    Draft draft;
    Observation seen;
    bool is_explored = false;
    bool is_waiting = true;
  };
  struct Choice {
    Relation relation;
    bool is_kept = true;
    std::vector<Condition> conditions;
  };

  std::vector<std::size_t> parameters_for(std::size_t assertion) const;
  std::string suite_for(const std::string& name) const;
  std::string text_of(std::size_t assertion) const;
  bool add_bounds(const std::vector<Seen>& exhausted);
  void choose_all();
  void choose(std::size_t assertion);
  void find_throws(std::size_t assertion);
  bool settle_condition(std::size_t assertion, Choice& choice, const Precondition& found);
  void drop(std::size_t assertion, const std::vector<Seen>& failed);
  void reject(const std::string& reason);
  bool has_kept_assertion() const;
  bool is_pinned(const Draft& draft) const;
  std::vector<std::string> assumptions(bool with_throws) const;
  Draft whole(const std::string& name) const;
  Separation separate(const std::vector<std::size_t>& parameters, const std::vector<Seen>& passing,
                      const std::vector<Seen>& failing) const;
  void adjust(const Observation& seen, const RoundResult& round);
  void conclude();
  PutReport describe(const RoundResult& round, const Draft& draft, const Observation& seen) const;

  const std::string& source_;
  std::size_t index_;
  const frontend::TestFlow& flow_;
  TestPlan plan_;
  std::string function_;
  bool each_path_;
  TestReport report_;

  std::vector<Slice> slices_;
  std::vector<Condition> bounds_;
  std::vector<Choice> choices_;
  std::set<std::size_t> fixed_;              // parameters that keep their original value
  std::map<std::size_t, std::size_t> same_;  // parameter: the one that it is merged into
  std::vector<Condition> no_throw_;          // conditions under which nothing is thrown
  bool is_no_throw_known_ = true;            // they are all that is needed
  std::map<std::string, std::vector<Seen>> threw_;
  std::string caught_;  // by the first PUT, where no condition was found
  std::vector<std::string> dropped_;
  std::vector<Draft> proposed_;
  std::vector<Draft> asked_;  // drafts of the round that is under way
  bool throw_needs_proof_ = true;
  int slice_rounds_ = 0;
  int rounds_ = 0;
  bool is_settled_ = false;
};

}  // namespace forall::generalize

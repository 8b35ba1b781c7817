// Normal forms: arguments first, then the first axiom whose left side matches; of a conditional, the condition first and
// then only the branch that it chooses. An operation with an error among its arguments is an error.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "spec/failing.h"
#include "spec/specification.h"

namespace forall::spec {

struct Reduction {
  enum class End {
    Normal,     // `result` is the normal form
    Steps,      // the bound was reached
    Cycle,      // rewriting `pending.back()` needs its own result
    Undecided,  // `result` is a condition that nothing decides, `shown` is how it was before it was rewritten
  };
  End end = End::Normal;
  Term result, shown;
  std::uint64_t steps = 0;
  std::string problem;        // the first overflow or division by zero
  std::vector<Term> assumed;  // what an axiom dropped as if it were a value, though it may be an error
  std::vector<Term> pending;  // the terms being rewritten where it stopped, outermost first
};

struct RewriteOptions {
  std::uint64_t steps = 1'000'000;
  // Decides conditions with variables; if it decides one neither way, rewriting ends there. It is not asked about choices
  // between numbers, characters or texts without errors, which are values like any other. It is asked, too, whether a
  // variable has the value that an axiom names. Without it, a conditional stays as it is.
  std::function<std::optional<bool>(Term condition)> decide = nullptr;
};

class Rewriter {
 public:
  explicit Rewriter(const Specification& specification, RewriteOptions options = {});

  Reduction normalize(Term term);

 private:
  struct Use {
    const Rule* rule;
    std::vector<Term> dropped;  // variables that need not be evaluated on its right side
  };
  struct Frame {
    Term term;
    Term successor;  // the term whose value is this one's, if it is known
    bool has_successor = false;
  };

  bool knows(Term t) const { return values_.contains(t.id); }
  void set(Term t, Term value) { values_.insert_or_assign(t.id, value); }
  Term value(Term t) const { return values_.at(t.id); }
  std::optional<Term> rewrite_root(Term term);  // by the first rule that matches
  std::optional<Substitution> match_values(Term pattern, Term term);
  std::optional<bool> are_equal(Term a, Term b);
  bool advance();  // works on the innermost frame; false: rewriting has to end
  bool advance_conditional(Term t);
  bool advance_open(Term t, Term condition);
  void advance_built_in(Term t);
  bool wait_for(Term t);
  bool continue_with(Term t);

  Terms& terms_;
  Failing failing_;
  RewriteOptions options_;
  std::vector<std::vector<Use>> rules_;  // by operation
  std::unordered_map<std::uint32_t, Term> values_;
  std::unordered_set<std::uint32_t> active_;  // terms of frames
  std::vector<Frame> frames_;
  Reduction now_;
};

}  // namespace forall::spec

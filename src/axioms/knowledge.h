// The axioms about classes whose code does not run, for one exploration (explore/stand_ins.h).
#pragma once

#include <cstdint>
#include <vector>

#include "axioms/axiom_set.h"
#include "axioms/instances.h"
#include "base/clock.h"
#include "explore/explore.h"
#include "explore/stand_ins.h"

namespace forall::axioms {

class Knowledge : public explore::StandIns {
 public:
  // Of the classes that the axioms describe.
  Knowledge(expr::Pool& pool, const AxiomSet& axioms, base::Clock& clock);
  // Nothing is known about the classes; failing paths are kept.
  Knowledge(expr::Pool& pool, std::uint64_t classes, std::vector<explore::FailingPath>& failing, base::Clock& clock);

  std::uint64_t classes() const override { return classes_; }
  bool hold(trace::Path& path, const testcase::NamedValues& values, testcase::NamedValues& assumed) override;
  bool is_held(expr::Expr condition) const override { return instances_.find(condition) != nullptr; }
  bool is_contradictory() const override { return instances_.contradiction() != nullptr; }
  testcase::Contradiction explain(const std::vector<expr::Expr>& constraints, std::optional<expr::Expr> last,
                                  const Question& is_impossible) override;
  bool excludes(const trace::Path& path, const base::Interrupt& interrupt) override;
  std::vector<testcase::MissingAxiom> open_terms() override { return instances_.open_terms(); }
  bool takes_failing() const override { return failing_ != nullptr; }
  void take_failing(explore::FailingPath path) override { failing_->push_back(std::move(path)); }

 private:
  expr::Pool& pool_;
  const std::uint64_t classes_;
  const AxiomSet* axioms_ = nullptr;
  std::vector<explore::FailingPath>* failing_ = nullptr;
  Instances instances_;
  base::Clock& clock_;
  double quantifier_seconds_ = 10;  // that are left for them
};

// As explore::explore, with axioms in place of the code of the classes they describe: the verdict then assumes them.
testcase::Result explore_with(const AxiomSet& axioms, target::Target& target, const testcase::Put& put,
                              const explore::Options& options, const explore::Hooks& hooks);

}  // namespace forall::axioms

// Which PUTs stand in for code while another one is explored, and which are explored before which.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "testcase/records.h"

namespace forall::axioms {

struct PlanOptions {
  std::vector<std::string> using_suites;  // whose PUTs stand in for the code they describe, from the lowest layer up
  bool deep = false;                      // all code runs, whatever the PUTs say
};

class AxiomPlan {
 public:
  // Throws base::UserError for a suite that describes no class, and where suites rest on each other.
  AxiomPlan(const std::vector<testcase::Put>& puts, const PlanOptions& options);

  // By their place in the list of PUTs, as everywhere here.
  const std::vector<std::size_t>& axioms_of(std::size_t put) const { return axioms_[put]; }
  // Those that these use, and those that they use in turn; sorted.
  std::vector<std::size_t> used_by(const std::vector<std::size_t>& puts) const;
  // 0 of a PUT that uses no other; else higher than those of the PUTs it uses.
  unsigned layer(std::size_t put) const { return layers_[put]; }

 private:
  std::vector<std::string> suites_of(const testcase::Put& put, const PlanOptions& options) const;
  void find_layers();

  const std::vector<testcase::Put>& puts_;
  std::vector<std::vector<std::size_t>> axioms_;
  std::vector<unsigned> layers_;
};

}  // namespace forall::axioms

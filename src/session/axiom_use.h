// What is known about the axioms that the PUTs of a session use, and the axioms themselves.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "axioms/axiom_plan.h"
#include "axioms/learn_axioms.h"
#include "explore/explore.h"
#include "program/code.h"
#include "store/store.h"
#include "testcase/records.h"

namespace forall::session {

// What the exploration of the axiom's own PUT says about it.
testcase::UsedAxiom judge_explored(const testcase::Result& result);
// What a stored exploration says about it, if there is one: of the present code or not.
enum class Present { Same, OtherCode, OtherAxioms };
testcase::UsedAxiom judge_stored(const std::string& put, const testcase::Result* stored, Present present);

// What the exploration of a PUT uses.
struct AxiomUse {
  std::vector<testcase::UsedAxiom> axioms;  // also those that these rest on in turn
  std::vector<testcase::Put> given;         // of which axioms are learned: those that are not refused
  std::vector<std::string> refused_suites;  // of which none is left
};

// Thread-safe, but for `prepare`.
class Axioms {
 public:
  struct Surroundings {
    const std::vector<testcase::Put>& puts;  // as they are stored: with their build
    const axioms::AxiomPlan& plan;
    const program::Code& code;
    const explore::Options& options;
    const std::atomic<bool>& stop;
    std::string common;  // fingerprint of what all PUTs depend on
  };
  explicit Axioms(const Surroundings& around);

  // What is stored of axioms that are used and will not be explored.
  void prepare(const std::vector<std::size_t>& chosen, store::Store& store);
  // An axiom that may be used from now on.
  void add_explored(const testcase::Result& result);
  // One that has no result: it may be used, and nothing is known about it.
  void add_failed(const testcase::Put& put);

  // Of a PUT whose axioms have all been explored or prepared.
  AxiomUse use_of(const std::string& put) const;
  // Of the PUT, its code, and of the axioms that it uses. Empty if some code is not known.
  std::string fingerprint_of(const std::string& put) const;

  // The axioms of these PUTs; learned once, with the target of who asks first.
  const axioms::LearnedAxioms& learn(target::Target& target, const std::vector<testcase::Put>& puts);

 private:
  struct Known {
    testcase::UsedAxiom axiom;
    std::vector<testcase::UsedAxiom> rests_on;
  };
  struct Learned {
    std::mutex mutex;
    std::optional<axioms::LearnedAxioms> axioms;
  };
  std::size_t index_of(const std::string& put) const { return indices_.at(put); }
  std::string own_fingerprint(std::size_t put) const;
  Present compare(const testcase::Put& put, const testcase::Result& stored) const;
  void add(const testcase::UsedAxiom& axiom, const testcase::Result* result);

  const Surroundings around_;
  std::map<std::string, std::size_t> indices_;
  mutable std::mutex mutex_;  // guards everything below
  std::map<std::string, Known> known_;
  mutable std::map<std::size_t, std::string> own_;
  std::map<std::vector<std::string>, std::unique_ptr<Learned>> learned_;
};

// Makes part of the result what was used, and what turned out when it was learned.
void note_axioms(testcase::Result& result, const AxiomUse& use, const axioms::LearnedAxioms* learned);
// The result of a PUT whose axioms contradict each other: nothing that follows from them is worth anything.
testcase::Result contradictory_result(const testcase::Put& put,
                                      const std::vector<testcase::Contradiction>& contradictions);

}  // namespace forall::session

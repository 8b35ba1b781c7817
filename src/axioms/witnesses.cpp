#include "axioms/witnesses.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <iterator>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "verdict/verdict.h"
#include "verdict/wording.h"

namespace forall::axioms {

using testcase::BranchDirection;
using testcase::Case;
using testcase::LedgerKind;
using testcase::NoteKind;
using testcase::Outcome;
using testcase::OutcomeKind;
using testcase::Result;

namespace {

constexpr double kMostSeconds = 2;
constexpr std::uint32_t kMostRuns = 2000;

bool has_line(const Result& result, std::initializer_list<LedgerKind> kinds) {
  return std::any_of(result.ledger.begin(), result.ledger.end(), [&](const testcase::LedgerLine& line) {
    return std::find(kinds.begin(), kinds.end(), line.kind) != kinds.end();
  });
}

bool is_never_defined(const Case& c) { return c.outcome.fault == testcase::Fault::NotDefined; }

// How the exploration came to code that is not there, or to objects that nothing makes; empty if it did not.
std::string missing_code(const Result& result) {
  for (const testcase::LedgerLine& line : result.ledger) {
    if (line.kind == LedgerKind::NotMade) return line.text;
    if (line.kind == LedgerKind::AssumedLaw) return "mocks would not obey the laws";
  }
  const auto found = std::find_if(result.cases.begin(), result.cases.end(), is_never_defined);
  return found == result.cases.end() ? std::string() : found->outcome.message;
}

// An exception leaves a method at another place where axioms throw it.
bool ends_alike(const Outcome& x, const Outcome& y) {
  if (x.kind != y.kind) return false;
  if (x.kind == OutcomeKind::Threw) return x.exception_type == y.exception_type;
  return x.fault == y.fault && x.file == y.file && x.line == y.line;
}

// Tells after each run that there was one.
class ObservedTarget : public target::Target {
 public:
  ObservedTarget(target::Target& target, std::function<void()> after_run)
      : target_(target), after_run_(std::move(after_run)) {}

  const std::vector<testcase::Put>& puts() const override { return target_.puts(); }
  const std::vector<testcase::Site>& sites() const override { return target_.sites(); }
  target::RunReport run(const target::RunRequest& request) override {
    target::RunReport report = target_.run(request);
    after_run_();
    return report;
  }
  const abi::Header& segment() const override { return target_.segment(); }
  std::vector<Frame> symbolize(const std::vector<std::uint64_t>& addresses) override {
    return target_.symbolize(addresses);
  }

 private:
  target::Target& target_;
  std::function<void()> after_run_;
};

class Search {
 public:
  Search(target::Target& target, Result& result, const explore::Options& options, const explore::Hooks& hooks)
      : target_(target), result_(result), options_(options), hooks_(hooks), is_shown_(result.cases.size(), false) {
    for (const testcase::Branch& branch : result.branches) known_.insert(branch.direction.branch);
  }

  void operator()() {
    Result real = explore_real();
    if (const std::string missing = missing_code(real); !missing.empty()) {
      result_.is_unwitnessed = true;
      result_.verdict = verdict::decide(result_);
      result_.notes.push_back(
          {NoteKind::NoCode,
           fmt::format("{}: {}",
                       result_.failed > 0 ? "fails under the axioms; no run of the code reproduces it"
                                          : "no closed tests, since the cases exist only under the axioms",
                       missing)});
      return;
    }
    for (testcase::StaleCase& stale : real.stale) {
      if (!stale.name.empty()) result_.stale.push_back(std::move(stale));  // those of the axioms have no name yet
    }
    is_complete_ = !has_line(real, {LedgerKind::TimeBound, LedgerKind::RunBound, LedgerKind::FailureBound,
                                    LedgerKind::CaseBound, LedgerKind::Interrupted});
    is_interrupted_ = hooks_.stop != nullptr && *hooks_.stop;
    replace_cases(real.cases);
  }

 private:
  // A PUT's own bounds are for its exploration. The inputs of all cases are run: a failure is a fact.
  Result explore_real() {
    testcase::Put put = result_.put;
    put.bounds.seconds = kMostSeconds;
    explore::EarlierCases seeds = result_.cases;
    if (hooks_.earlier != nullptr) seeds.insert(seeds.end(), hooks_.earlier->begin(), hooks_.earlier->end());
    const std::size_t least = 1 + put.seeds.size() + seeds.size();  // the first run is one with defaults
    put.bounds.runs = static_cast<std::uint32_t>(least + kMostRuns);
    std::size_t runs = 0;
    std::atomic<bool> stop = hooks_.stop != nullptr && *hooks_.stop;
    const auto stop_when_done = [&] {
      const bool is_done = runs >= least && is_all_shown();
      if (is_done || lacks_definition_ || (hooks_.stop != nullptr && *hooks_.stop)) stop = true;
    };
    ObservedTarget observed(target_, [&] {
      ++runs;
      stop_when_done();
    });
    explore::Hooks hooks;
    hooks.earlier = &seeds;
    hooks.stop = &stop;
    hooks.interrupt = hooks_.interrupt;
    hooks.found = [&](const Case& found) {
      note_shown(found);
      lacks_definition_ = lacks_definition_ || is_never_defined(found);
      stop_when_done();
    };
    return explore::explore(observed, put, options_, hooks);
  }

  void note_shown(const Case& real) {
    for (std::size_t i = 0; i < result_.cases.size(); ++i) {
      if (shows(real, result_.cases[i])) is_shown_[i] = true;
    }
  }
  bool is_all_shown() const { return std::find(is_shown_.begin(), is_shown_.end(), false) == is_shown_.end(); }

  // Of the branches in functions that were entered with axioms. Others are of the code that they stand in for.
  std::vector<BranchDirection> known_branches(const Case& c) const {
    std::vector<BranchDirection> branches;
    std::copy_if(c.covered.begin(), c.covered.end(), std::back_inserter(branches),
                 [&](const BranchDirection& direction) { return known_.count(direction.branch) != 0; });
    return branches;
  }

  bool shows(const Case& real, const Case& allowed) const {
    return ends_alike(real.outcome, allowed.outcome) && known_branches(real) == allowed.covered;
  }

  // A failure at the place is a failure; and a function that the class uses too takes more branches with the class.
  bool nearly_shows(const Case& real, const Case& allowed) const {
    if (!ends_alike(real.outcome, allowed.outcome)) return false;
    return testcase::refutes(allowed.outcome.kind) ||
           std::includes(real.covered.begin(), real.covered.end(), allowed.covered.begin(), allowed.covered.end());
  }

  void replace_cases(std::vector<Case>& real) {
    std::vector<bool> is_taken(real.size(), false);
    const std::vector<Case> allowed = std::exchange(result_.cases, {});
    std::uint64_t dropped = 0;
    for (const Case& c : allowed) {
      const std::optional<std::size_t> witness = find(real, is_taken, c);
      if (!witness) {
        if (testcase::refutes(c.outcome.kind)) note_weakness(c);
        dropped += testcase::refutes(c.outcome.kind) ? 0 : 1;
      } else if (!is_taken[*witness]) {
        is_taken[*witness] = true;
        result_.cases.push_back(real[*witness]);
      }
    }
    for (std::size_t i = 0; i < real.size(); ++i) {
      if (is_taken[i] || !testcase::refutes(real[i].outcome.kind)) continue;
      const bool is_known = std::any_of(result_.cases.begin(), result_.cases.end(),
                                        [&](const Case& known) { return ends_alike(known.outcome, real[i].outcome); });
      if (!is_known) result_.cases.push_back(real[i]);
    }
    if (dropped > 0) {
      result_.notes.push_back(
          {NoteKind::CasesWithoutRun, fmt::format("{} allowed by the axioms that no run of the code reproduced{}",
                                                  dropped == 1 ? "1 path" : fmt::format("{} paths", dropped),
                                                  is_complete_ ? "" : " in the time allowed")});
    }
    judge();
  }

  // One that is not taken yet, if there is one: two paths with the same branches are two cases.
  std::optional<std::size_t> find(const std::vector<Case>& real, const std::vector<bool>& is_taken,
                                  const Case& allowed) const {
    std::optional<std::size_t> taken, near;
    for (std::size_t i = 0; i < real.size(); ++i) {
      if (shows(real[i], allowed)) {
        if (!is_taken[i]) return i;
        if (!taken) taken = i;
      } else if (!near && nearly_shows(real[i], allowed)) {
        near = i;
      }
    }
    return taken ? taken : near;
  }

  void note_weakness(const Case& c) {
    if (is_interrupted_) return;
    const auto is_known = [&](const testcase::LedgerLine& line) {
      return line.kind == LedgerKind::WeakAxioms && line.file == c.outcome.file && line.line == c.outcome.line;
    };
    const auto known = std::find_if(result_.ledger.begin(), result_.ledger.end(), is_known);
    if (known != result_.ledger.end()) {
      ++known->count;
      return;
    }
    const std::string end = c.outcome.kind == OutcomeKind::Threw ? "threw " + c.outcome.exception_type
                                                                 : testcase::to_string(c.outcome.kind);
    std::string text = verdict::text_of(LedgerKind::WeakAxioms, is_complete_ ? "" : " in the time allowed", end,
                                        c.path_condition.empty() ? "true" : c.path_condition);
    result_.ledger.push_back(
        verdict::ledger_line(LedgerKind::WeakAxioms, std::move(text), c.outcome.file, c.outcome.line));
  }

  void judge() {
    result_.failed = static_cast<std::uint64_t>(std::count_if(
        result_.cases.begin(), result_.cases.end(), [](const Case& c) { return testcase::refutes(c.outcome.kind); }));
    if (is_interrupted_ && !result_.interrupted) {
      result_.interrupted = true;
      result_.ledger.push_back(verdict::ledger_line(LedgerKind::Interrupted,
                                                    verdict::wording(LedgerKind::Interrupted).text_without_detail,
                                                    result_.put.file, result_.put.line));
    }
    result_.verdict = verdict::decide(result_);
  }

  target::Target& target_;
  Result& result_;
  const explore::Options& options_;
  const explore::Hooks& hooks_;
  std::set<std::uint64_t> known_;
  std::vector<bool> is_shown_;
  bool lacks_definition_ = false;
  bool is_complete_ = false;
  bool is_interrupted_ = false;
};

}  // namespace

void forgive_missing_code(Result& result) {
  const auto first = std::find_if(result.cases.begin(), result.cases.end(), is_never_defined);
  if (first == result.cases.end()) return;
  result.ledger.push_back(
      verdict::ledger_line(LedgerKind::NoCode, first->outcome.message, first->outcome.file, first->outcome.line));
  const std::uint64_t forgiven = std::erase_if(result.cases, is_never_defined);
  result.paths -= forgiven;
  result.failed -= forgiven;
  result.verdict = verdict::decide(result);
  result.notes.push_back({NoteKind::NoCode, "no closed tests: there is no code to run"});
}

bool has_no_code_to_run(const Result& result) {
  return std::any_of(result.notes.begin(), result.notes.end(),
                     [](const testcase::Note& note) { return note.kind == NoteKind::NoCode; });
}

void find_witnesses(target::Target& target, Result& result, const explore::Options& options,
                    const explore::Hooks& hooks) {
  if (result.cases.empty()) return;
  Search(target, result, options, hooks)();
}

}  // namespace forall::axioms

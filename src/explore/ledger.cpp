#include "explore/ledger.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace forall::explore {

using abi::LedgerKind;
using testcase::Fault;
using testcase::LedgerLine;

namespace {

struct Wording {
  const char* kind;
  const char* text;  // {} is the detail
  const char* without_detail;
  const char* remedy;
};

// In the order of abi::LedgerKind.
constexpr Wording kWordings[] = {
    {"concretized-call", "{} is not instrumented and may have used values that depend on the inputs",
     "a function that is not instrumented may have used values that depend on the inputs",
     "build it with 'forall c++', or keep the inputs away from it"},
    {"concretized-address", "an address that depends on the inputs was followed for one value only ({})",
     "an address that depends on the inputs was followed for one value only",
     "make the memory it points into an array or object of the test"},
    {"concretized-length", "a length that depends on the inputs was followed for one value only ({})",
     "a length that depends on the inputs was followed for one value only", "bound the length with ASSUME"},
    {"concretized-float", "a floating-point value that depends on the inputs was followed for one value only ({})",
     "a floating-point value that depends on the inputs was followed for one value only",
     "keep floating point out of the claim, or use integers"},
    {"concretized-vector",
     "a vector or very wide value that depends on the inputs was followed for one value only ({})",
     "a vector or very wide value that depends on the inputs was followed for one value only",
     "build the target without vectorization"},
    {"concretized-atomic",
     "an atomic operation on values that depend on the inputs was followed for one value only ({})",
     "an atomic operation on values that depend on the inputs was followed for one value only",
     "use ordinary variables in the code under test"},
    {"unsupported-code", "code without a symbolic meaning used values that depend on the inputs ({})",
     "code without a symbolic meaning used values that depend on the inputs",
     "replace it by ordinary C++ under '#ifdef FORALL_INSTRUMENTED'"},
    {"stale-shadow", "code that is not instrumented overwrote memory that depends on the inputs ({})",
     "code that is not instrumented overwrote memory that depends on the inputs",
     "build all code under test with 'forall c++'"},
    {"undefined-value", "the result of an operation is undefined here ({})",
     "the result of an operation is undefined here", "the code relies on undefined behaviour; mend it"},
    {"thread-started", "a thread was started; its work is not followed ({})",
     "a thread was started; its work is not followed", "test the code in one thread"},
    {"global-state", "state that outlives a run could not be reset ({})",
     "state that outlives a run could not be reset", "reset it at the start of the test"},
    {"trace-full", "the run is too long to be recorded ({})", "the run is too long to be recorded",
     "make the inputs smaller, or lower --decisions"},
    {"nan-bits", "the bits of a NaN that an operation gave were looked at; they differ between machines ({})",
     "the bits of a NaN that an operation gave were looked at; they differ between machines",
     "ask std::isnan before looking at the bits or the sign"},
    {"rounding-mode", "the floating-point environment was changed; rounding is followed to nearest only ({})",
     "the floating-point environment was changed; rounding is followed to nearest only",
     "keep the rounding mode at FE_TONEAREST in the test"},
    {"environment", "the environment was asked, and only its answer of this run was followed ({})",
     "the environment was asked, and only its answer of this run was followed",
     "make it an input with .SymbolicEnvironment(...), or pass the value as a parameter"},
    {"not-made", "without axioms in its place there is no way to make an object of class {}",
     "without axioms in their place there is no way to make some objects",
     "say how its objects are made: FORALL_STATE, FORALL_FACTORY or FORALL_CONSTRUCTOR; of an interface, "
     "FORALL_SUBTYPES"},
    {"purity-depth", "{}", "purity was compared for a few calls only",
     "a longer comparison is .Pure({.depth = 3}); it stays an assumption of those who use it"},
    {"memory-reused", "memory that was given back is used again, so a late use of it would not be seen ({})",
     "memory that was given back is used again, so a late use of it would not be seen",
     "make the test smaller: one run may use about 1 GiB of memory without reuse"},
    {"unspecified-value", "a value was looked at that the standard leaves open, and other libraries give another ({})",
     "a value was looked at that the standard leaves open, and other libraries give another",
     "look at what is promised only: the sign of a comparison, whether a test of a character is 0; order pointers with "
     "std::less"},
};
static_assert(std::size(kWordings) == static_cast<std::size_t>(LedgerKind::UnspecifiedValue) + 1);

}  // namespace

// What the header does while it builds inputs is shown where the test is.
Ledger::Place Ledger::place(std::uint32_t site) const {
  const bool is_known = site < sites_.size() && !sites_[site].file.empty();
  if (is_known && sites_[site].file.find("/include/forall/") == std::string::npos) {
    return {sites_[site].file, sites_[site].line};
  }
  return {put_.file, static_cast<unsigned>(put_.line)};
}

void Ledger::add(const char* kind, std::string text, Place at, std::string remedy) {
  const auto [found, is_new] = index_.try_emplace({kind, at.file, at.line, text}, lines_.size());
  if (is_new) lines_.push_back({kind, std::move(text), std::move(at.file), at.line, 0, std::move(remedy)});
  ++lines_[found->second].count;
}

void Ledger::add_approximation(const abi::LedgerRecord& record, const std::string& detail) {
  const auto known = approximations_.find({record.kind, record.site, detail});
  if (known != approximations_.end()) {
    ++lines_[known->second].count;
    return;
  }
  const auto kind = static_cast<std::size_t>(record.kind);
  const Wording& wording =
      kWordings[kind < std::size(kWordings) ? kind : static_cast<std::size_t>(LedgerKind::UnsupportedCode)];
  std::string text = detail.empty() ? wording.without_detail : fmt::format(fmt::runtime(wording.text), detail);
  const Place at = place(record.site);
  add(wording.kind, text, at, wording.remedy);
  approximations_[{record.kind, record.site, detail}] = index_.at({wording.kind, at.file, at.line, text});
}

void Ledger::add_cut(const testcase::Outcome& outcome, std::uint32_t unfold, std::uint32_t decisions) {
  Place at = outcome.file.empty() ? place(abi::kNoSite) : Place{outcome.file, outcome.line};
  switch (outcome.fault) {
    case Fault::UnfoldBound:
      return add("unfold-bound", fmt::format("a loop or recursion was cut after {} decisions here", unfold),
                 std::move(at), "raise --unfold, or bound the inputs with ASSUME");
    case Fault::DecisionBound:
      return add("decision-bound", fmt::format("a path was cut after {} decisions", decisions), std::move(at),
                 "raise --decisions, or bound the inputs with ASSUME");
    case Fault::TraceFull:
      return add("trace-full", "a path was cut because it is too long to be recorded", std::move(at),
                 "make the inputs smaller, or lower --decisions");
    default:
      return add("cut", fmt::format("a path was cut: {}", testcase::to_string(outcome.fault)), std::move(at),
                 "raise the bounds of the exploration");
  }
}

void Ledger::add_bound(std::uint32_t site, const std::string& text) {
  const std::size_t colon = text.find(": ");
  const std::string what = colon == std::string::npos ? text : text.substr(colon + 2);
  const bool objects = text.starts_with("object-bound");
  add(objects ? "object-bound" : "length-bound", fmt::format("{} would go another way here, and were not tried", what),
      place(site),
      objects ? "raise --objects or .WithBounds({.objects = n}), or bound the inputs with ASSUME"
              : "raise --length or .WithBounds({.length = n}), or bound the inputs with ASSUME or WithMaxSize");
}

void Ledger::add_undecided(std::uint32_t site, const std::string& reason) {
  add("solver-unknown", "no solver could decide whether this can go the other way (" + reason + ")", place(site),
      "raise --conflicts and --query-seconds");
}

void Ledger::add_nondeterminism(std::uint32_t site, const std::string& text) {
  add("nondeterministic-run", text, place(site),
      "the test must depend on its inputs alone: no time, random numbers, addresses or state of earlier runs");
}

void Ledger::add_run_bound(std::uint64_t runs, std::uint64_t pending) {
  add("run-bound", fmt::format("stopped after {} runs with {} alternatives untried", runs, pending),
      place(abi::kNoSite), "raise --runs");
}

void Ledger::add_time_bound(double seconds, std::uint64_t pending) {
  add("time-bound", fmt::format("stopped after {:g} seconds with {} alternatives untried", seconds, pending),
      place(abi::kNoSite), "raise --seconds");
}

void Ledger::add_interruption(std::uint64_t pending) {
  add("interrupted", fmt::format("interrupted with {} alternatives untried", pending), place(abi::kNoSite),
      "run it again");
}

void Ledger::add_contradiction(const testcase::Contradiction& found) {
  std::string names;
  for (const std::string& put : found.puts) names += (names.empty() ? "" : " and ") + put;
  add("contradictory-axioms", fmt::format("{} contradict each other: they leave {} no outcome", names, found.call),
      place(abi::kNoSite), "correct one of them: whatever follows from a contradiction is worth nothing");
}

void Ledger::add_instances_cut(const testcase::Outcome& outcome) {
  Place at = outcome.file.empty() ? place(abi::kNoSite) : Place{outcome.file, outcome.line};
  add("instances-cut", "the axioms exclude a failure here, but only by longer chains of them than are followed",
      std::move(at), "add an axiom that says in one step what the chain says");
}

bool Ledger::is_about_symbols() const {
  // Calls that leave the instrumented code are not among them: what a library remembers is not put back between runs.
  constexpr const char* kKinds[] = {"concretized-address", "concretized-length", "concretized-float",
                                    "concretized-vector",  "concretized-atomic", "trace-full",
                                    "unfold-bound",        "decision-bound",     "run-bound",
                                    "time-bound",          "solver-unknown"};
  return std::all_of(lines_.begin(), lines_.end(), [&](const LedgerLine& line) {
    return std::find(std::begin(kKinds), std::end(kKinds), line.kind) != std::end(kKinds);
  });
}

void Ledger::become(const Ledger& other) {
  lines_ = other.lines_;
  index_ = other.index_;
  approximations_ = other.approximations_;
}

void Ledger::add_vacuity() {
  add("vacuous", "no input gets past the assumptions, so nothing was tested", place(abi::kNoSite),
      "weaken the assumptions");
}

}  // namespace forall::explore

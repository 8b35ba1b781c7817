#include "verdict/ledger.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string_view>
#include <utility>

#include "verdict/wording.h"

namespace forall::verdict {

using abi::LedgerKind;
using testcase::Fault;
using testcase::LedgerLine;

namespace {

// Nobody can build it with `forall c++`: what is not in the headers is machine code.
constexpr const char* kLibraryRemedy =
    "it is machine code of the standard library: keep the inputs away from it, or give the code under test a function "
    "of "
    "your own in its place";

// By the demangled name; that of an instance of a template begins with the type of its result.
bool is_of_standard_library(std::string_view function) {
  std::string_view name = function;
  int depth = 0;
  for (std::size_t i = 0; i < function.size() && !(depth == 0 && function[i] == '('); ++i) {
    if (function[i] == '<') ++depth;
    if (function[i] == '>') --depth;
    if (function[i] == ' ' && depth == 0) name = function.substr(i + 1);
  }
  return name.starts_with("std::") || name.starts_with("__gnu_cxx::") || name.starts_with("__cxxabiv1::");
}

void replace(std::string& text, std::string_view old, const std::string& by) {
  if (const auto at = text.find(old); at != std::string::npos) text.replace(at, old.size(), by);
}

// "strings of more than 6 elements" with another number.
std::string with_length(const std::string& beyond, std::uint64_t length) {
  const auto begin = beyond.find_first_of("0123456789");
  if (begin == std::string::npos) return beyond;
  const auto end = std::min(beyond.find_first_not_of("0123456789", begin), beyond.size());
  return beyond.substr(0, begin) + std::to_string(length) + beyond.substr(end);
}

}  // namespace

// Code of the header that builds inputs is shown at the place of the test.
Ledger::Place Ledger::place(std::uint32_t site) const {
  const bool is_known = site < sites_.size() && !sites_[site].file.empty();
  if (is_known && sites_[site].file.find("/include/forall/") == std::string::npos) {
    return {sites_[site].file, sites_[site].line};
  }
  return {put_.file, static_cast<unsigned>(put_.line)};
}

void Ledger::add(LedgerKind kind, std::string text, Place at) {
  const auto [found, is_new] = index_.try_emplace({kind, at.file, at.line, text}, lines_.size());
  if (is_new) lines_.push_back(ledger_line(kind, std::move(text), std::move(at.file), at.line, 0));
  ++lines_[found->second].count;
}

void Ledger::add(const LedgerLine& line) {
  const auto [found, is_new] = index_.try_emplace({line.kind, line.file, line.line, line.text}, lines_.size());
  if (is_new) {
    lines_.push_back(line);
  } else {
    lines_[found->second].count += line.count;
  }
}

void Ledger::add_approximation(const abi::LedgerRecord& record, const std::string& detail) {
  const auto known = approximations_.find({record.kind, record.site, detail});
  if (known != approximations_.end()) {
    ++lines_[known->second].count;
    return;
  }
  const std::string text = detail.empty() ? wording(record.kind).text_without_detail : text_of(record.kind, detail);
  const Place at = place(record.site);
  add(record.kind, text, at);
  const std::size_t index = index_.at({record.kind, at.file, at.line, text});
  if (record.kind == LedgerKind::ConcretizedCall && is_of_standard_library(detail)) {
    lines_[index].remedy = kLibraryRemedy;
  }
  approximations_[{record.kind, record.site, detail}] = index;
}

void Ledger::add_cut(const testcase::Outcome& outcome, std::uint32_t unfold, std::uint32_t decisions) {
  Place at = outcome.file.empty() ? place(abi::kNoSite) : Place{outcome.file, outcome.line};
  switch (outcome.fault) {
    case Fault::UnfoldBound:
      return add(LedgerKind::UnfoldBound, text_of(LedgerKind::UnfoldBound, unfold), std::move(at));
    case Fault::DecisionBound:
      return add(LedgerKind::DecisionBound, text_of(LedgerKind::DecisionBound, decisions), std::move(at));
    case Fault::TraceFull:
      return add(LedgerKind::TraceFull, "a path was cut because it is too long to be recorded", std::move(at));
    default: return add(LedgerKind::Cut, text_of(LedgerKind::Cut, testcase::to_string(outcome.fault)), std::move(at));
  }
}

// Longer inputs often make a difference deep inside the standard library, where nobody looks.
void Ledger::add_bound(LedgerKind limit, const std::string& beyond, std::uint32_t site, const std::string& input,
                       std::uint64_t least) {
  Place at = place(site);
  const std::string file =
      std::filesystem::path(at.file).lexically_normal().generic_string();  // /usr/lib/gcc/.../../include
  if (file.starts_with("/usr/include/")) at = place(abi::kNoSite);
  const std::string text = text_of(limit, least == 0 ? beyond : with_length(beyond, least - 1));
  add(limit, text, at);
  std::string& remedy = lines_[index_.at({limit, at.file, at.line, text})].remedy;
  if (!input.empty()) replace(remedy, "the inputs", input);
  if (is_member_of_object(input)) replace(remedy, "WithMaxSize", "FORALL_INVARIANT");
  if (least == 0) return;
  replace(remedy, "--length", "--length to " + std::to_string(least));
  replace(remedy, ".length = n", ".length = " + std::to_string(least));
}

// "list->name_" of a parameter list: no domain can limit it.
bool Ledger::is_member_of_object(const std::string& input) const {
  const std::size_t begin = input.starts_with('*') ? 1 : 0;
  const std::string root = input.substr(begin, std::min(input.find_first_of(".-[", begin), input.size()) - begin);
  return input != root &&
         std::any_of(put_.parameters.begin(), put_.parameters.end(), [&](const testcase::Parameter& each) {
           const auto kind = each.type.kind;
           return each.name == root && (kind == testcase::Type::Kind::Object || kind == testcase::Type::Kind::Pointer);
         });
}

void Ledger::add_undecided(std::uint32_t site, const std::string& reason) {
  add(LedgerKind::SolverUnknown, text_of(LedgerKind::SolverUnknown, reason), place(site));
}

void Ledger::add_nondeterminism(std::uint32_t site, const std::string& text) {
  add(LedgerKind::NondeterministicRun, text_of(LedgerKind::NondeterministicRun, text), place(site));
}

void Ledger::add_run_bound(std::uint64_t runs, std::uint64_t pending) {
  add(LedgerKind::RunBound, text_of(LedgerKind::RunBound, runs, pending), place(abi::kNoSite));
}

void Ledger::add_failure_bound(std::uint64_t failures, std::uint64_t pending) {
  add(LedgerKind::FailureBound, text_of(LedgerKind::FailureBound, failures, pending), place(abi::kNoSite));
}

void Ledger::add_case_bound(std::uint64_t cases, std::uint64_t bytes, std::uint64_t pending) {
  const double megabytes = static_cast<double>(bytes) / 1e6;
  add(LedgerKind::CaseBound, text_of(LedgerKind::CaseBound, cases, megabytes, pending), place(abi::kNoSite));
}

void Ledger::add_time_bound(double seconds, std::uint64_t pending) {
  add(LedgerKind::TimeBound, text_of(LedgerKind::TimeBound, seconds, pending), place(abi::kNoSite));
}

void Ledger::add_interruption(std::uint64_t pending) {
  add(LedgerKind::Interrupted, text_of(LedgerKind::Interrupted, pending), place(abi::kNoSite));
}

void Ledger::add_contradiction(const testcase::Contradiction& found) {
  add(LedgerKind::ContradictoryAxioms, text_of_contradiction(found), place(abi::kNoSite));
}

void Ledger::add_instances_cut(const testcase::Outcome& outcome) {
  Place at = outcome.file.empty() ? place(abi::kNoSite) : Place{outcome.file, outcome.line};
  add(LedgerKind::InstancesCut, text_of(LedgerKind::InstancesCut), std::move(at));
}

void Ledger::add_avoidable(const testcase::Outcome& outcome) {
  const Place at = outcome.file.empty() ? place(abi::kNoSite) : Place{outcome.file, outcome.line};
  const std::string what = outcome.kind == testcase::OutcomeKind::Threw    ? "an exception " + outcome.exception_type
                           : outcome.kind == testcase::OutcomeKind::Failed ? "a failed assertion"
                                                                           : testcase::to_string(outcome.fault);
  add(LedgerKind::FriendlyMock, text_of(LedgerKind::FriendlyMock, what), at);
}

bool Ledger::has(LedgerKind kind) const {
  return std::any_of(lines_.begin(), lines_.end(), [&](const LedgerLine& line) { return line.kind == kind; });
}

bool Ledger::is_about_symbols() const {
  return std::all_of(lines_.begin(), lines_.end(),
                     [](const LedgerLine& line) { return wording(line.kind).is_symbolic; });
}

void Ledger::become(const Ledger& other) {
  lines_ = other.lines_;
  index_ = other.index_;
  approximations_ = other.approximations_;
}

void Ledger::add_vacuity() { add(LedgerKind::Vacuous, text_of(LedgerKind::Vacuous), place(abi::kNoSite)); }

}  // namespace forall::verdict

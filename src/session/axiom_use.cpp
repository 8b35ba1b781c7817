#include "session/axiom_use.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

#include "axioms/witnesses.h"
#include "base/digest.h"
#include "report/text.h"
#include "session/fingerprint.h"
#include "store/put_text.h"
#include "verdict/verdict.h"
#include "verdict/wording.h"

namespace forall::session {

using testcase::LedgerKind;
using testcase::NoteKind;
using testcase::Put;
using testcase::Result;
using testcase::UsedAxiom;
using testcase::VerdictKind;
using Standing = UsedAxiom::Standing;

namespace {

std::string counterexample(const Result& result) {
  for (const testcase::Case& c : result.cases) {
    if (!testcase::refutes(c.outcome.kind)) continue;
    const std::string where = report::place(c.outcome.file, c.outcome.line);
    return fmt::format("{}: {}{}", report::inputs_text(result.put, c), report::outcome_text(c.outcome),
                       where.empty() ? "" : " at " + where);
  }
  return {};
}

std::string why_open(const Result& result) {
  if (axioms::has_no_code_to_run(result)) return "no code";
  return result.ledger.empty() ? "open" : result.ledger.front().text;
}

bool is_named(const std::vector<UsedAxiom>& axioms, const std::string& put) {
  return std::any_of(axioms.begin(), axioms.end(), [&](const UsedAxiom& axiom) { return axiom.put == put; });
}

// As the test is written, wherever it is and however it was built.
std::string meaning(Put put) {
  put.file.clear();
  put.line = 0;
  put.build = {};
  put.describes.clear();  // numbered by what else is in the program
  return store::to_text(put);
}

}  // namespace

UsedAxiom judge_explored(const Result& result) {
  const std::string put = result.put.full_name();
  switch (result.verdict) {
    case VerdictKind::Proved: return {put, Standing::Proved, ""};
    case VerdictKind::Refuted: return {put, Standing::Refused, counterexample(result)};
    case VerdictKind::Open: break;
  }
  return {put, Standing::Assumed, why_open(result)};
}

UsedAxiom judge_stored(const std::string& put, const Result* stored, Present present) {
  if (stored == nullptr) return {put, Standing::Assumed, "not explored"};
  if (present == Present::Same) return judge_explored(*stored);
  const char* change =
      present == Present::OtherCode ? "the code has changed since" : "the axioms that it uses have changed since";
  if (stored->verdict == VerdictKind::Proved) return {put, Standing::Stale, change};
  return {put, Standing::Assumed, fmt::format("{} once, but {}", testcase::to_string(stored->verdict), change)};
}

Axioms::Axioms(const Surroundings& around) : around_(around) {
  for (std::size_t i = 0; i < around.puts.size(); ++i) indices_[around.puts[i].full_name()] = i;
}

void Axioms::prepare(const std::vector<std::size_t>& chosen, store::Store& store) {
  std::vector<std::size_t> used = around_.plan.used_by(chosen);
  std::stable_sort(used.begin(), used.end(),
                   [&](std::size_t x, std::size_t y) { return around_.plan.layer(x) < around_.plan.layer(y); });
  for (const std::size_t i : used) {
    if (std::find(chosen.begin(), chosen.end(), i) != chosen.end()) continue;
    const Put& put = around_.puts[i];
    std::optional<Result> stored = store.load_summary(put.full_name());
    if (stored && stored->interrupted) stored.reset();
    const Present present = stored ? compare(put, *stored) : Present::Same;
    add(judge_stored(put.full_name(), stored ? &*stored : nullptr, present), stored ? &*stored : nullptr);
  }
}

// A verdict of code that has not changed is one, whatever the options were. One that rests on axioms also takes that
// they are what they were.
Present Axioms::compare(const Put& put, const Result& stored) const {
  const std::vector<testcase::CodePart> code = around_.code.reached_by(put);
  if (code.empty() || stored.code != code || meaning(stored.put) != meaning(put)) return Present::OtherCode;
  if (stored.axioms.empty()) return Present::Same;
  const std::string fingerprint = fingerprint_of(put.full_name());
  const bool is_same = !fingerprint.empty() && stored.fingerprint.starts_with(fingerprint + "-");
  return is_same ? Present::Same : Present::OtherAxioms;
}

void Axioms::add_explored(const Result& result) { add(judge_explored(result), &result); }

void Axioms::add_failed(const Put& put) {
  add({put.full_name(), Standing::Assumed, "its exploration ended in an error"}, nullptr);
}

void Axioms::add(const UsedAxiom& axiom, const Result* result) {
  Known known{axiom, {}};
  if (axiom.standing == Standing::Proved && result != nullptr) {
    std::copy_if(result->axioms.begin(), result->axioms.end(), std::back_inserter(known.rests_on),
                 [](const UsedAxiom& below) { return below.standing != Standing::Refused; });
  }
  const std::lock_guard lock(mutex_);
  known_[axiom.put] = std::move(known);
}

AxiomUse Axioms::use_of(const std::string& put) const {
  const std::lock_guard lock(mutex_);
  AxiomUse use;
  std::set<std::string> suites, given;
  for (const std::size_t i : around_.plan.axioms_of(index_of(put))) {
    const Put& axiom = around_.puts[i];
    use.axioms.push_back(known_.at(axiom.full_name()).axiom);
    suites.insert(axiom.suite);
    if (use.axioms.back().standing == Standing::Refused) continue;
    use.given.push_back(axiom);
    given.insert(axiom.suite);
  }
  std::set_difference(suites.begin(), suites.end(), given.begin(), given.end(), std::back_inserter(use.refused_suites));
  for (const Put& axiom : use.given) {
    for (const UsedAxiom& below : known_.at(axiom.full_name()).rests_on) {
      if (!is_named(use.axioms, below.put)) use.axioms.push_back(below);
    }
  }
  return use;
}

std::string Axioms::fingerprint_of(const std::string& put) const {
  const std::string own = own_fingerprint(index_of(put));
  const AxiomUse use = use_of(put);
  if (own.empty() || use.axioms.empty()) return own;
  std::vector<AxiomFingerprint> axioms;
  for (const UsedAxiom& axiom : use.axioms) {
    axioms.push_back({axiom.put, axiom.standing, fingerprint_of(axiom.put)});
    if (axioms.back().fingerprint.empty()) return {};
  }
  return client_fingerprint(own, axioms);
}

std::string Axioms::own_fingerprint(std::size_t put) const {
  const std::lock_guard lock(mutex_);
  const auto [at, is_new] = own_.try_emplace(put);
  if (is_new) {
    at->second = put_fingerprint(around_.code.reached_by(around_.puts[put]), around_.puts[put], around_.common);
  }
  return at->second;
}

const axioms::LearnedAxioms& Axioms::learn(target::Target& target, const std::vector<Put>& puts) {
  std::vector<std::string> names;
  for (const Put& put : puts) names.push_back(put.full_name());
  Learned* learned;
  {
    const std::lock_guard lock(mutex_);
    auto& entry = learned_[names];
    if (!entry) entry = std::make_unique<Learned>();
    learned = entry.get();
  }
  const std::lock_guard lock(learned->mutex);
  if (!learned->axioms) {
    explore::Hooks hooks;
    hooks.stop = &around_.stop;
    hooks.interrupt = &around_.stop;
    learned->axioms = axioms::learn_axioms(target, puts, around_.options, hooks);
  }
  return *learned->axioms;
}

namespace {

// What a verdict assumes besides the axioms: of which objects they were shown, and how calls are understood
// (docs/axioms.md).
void note_model(Result& result, const AxiomUse& use) {
  std::set<std::string> classes;
  std::set<testcase::Origin> origins;
  for (const Put& put : use.given) {
    for (const testcase::DescribedClass& described : put.describes) classes.insert(described.spelling);
  }
  for (const Put& put : use.given) {
    for (const testcase::Origin& origin : put.origins) {
      if (classes.contains(origin.type)) origins.insert(origin);
    }
  }
  std::vector<std::string> ways;
  for (const testcase::Origin& origin : origins) ways.push_back(to_string(origin));
  result.notes.push_back(
      {NoteKind::Model,
       fmt::format("also assumed of {}: used through methods only, objects share nothing, static variables keep their "
                   "initial values, no subclass overrides; targets of pointers, destructors and contents of exceptions "
                   "do not matter",
                   fmt::join(classes, ", "))});
  if (!ways.empty()) {
    result.notes.push_back({NoteKind::Ways, fmt::format("the axioms were explored with objects made in these ways: {}",
                                                        fmt::join(ways, "; "))});
  }
}

}  // namespace

void note_axioms(Result& result, const AxiomUse& use, const axioms::LearnedAxioms* learned) {
  result.axioms = use.axioms;
  if (learned != nullptr) {
    note_model(result, use);
    for (const auto& gap : learned->gaps) {
      for (UsedAxiom& axiom : result.axioms) {
        if (axiom.put == gap.put) axiom.why += (axiom.why.empty() ? "" : "; ") + gap.why;
      }
    }
  }
  if (use.refused_suites.empty()) return;
  std::string text = verdict::text_of(LedgerKind::NoAxioms, fmt::join(use.refused_suites, " and of "));
  result.ledger.push_back(
      verdict::ledger_line(LedgerKind::NoAxioms, std::move(text), result.put.file, result.put.line));
  result.verdict = verdict::decide(result);
}

Result contradictory_result(const Put& put, const std::vector<testcase::Contradiction>& contradictions) {
  Result result;
  result.put = put;
  result.contradictions = contradictions;
  for (const testcase::Contradiction& found : contradictions) {
    std::string text = verdict::text_of_contradiction(found);
    const auto is_known = [&](const testcase::LedgerLine& line) { return line.text == text; };
    if (std::any_of(result.ledger.begin(), result.ledger.end(), is_known)) continue;
    result.ledger.push_back(verdict::ledger_line(LedgerKind::ContradictoryAxioms, std::move(text), put.file, put.line));
  }
  return result;
}

}  // namespace forall::session

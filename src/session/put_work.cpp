// A PUT whose code, description and surroundings are what they were keeps its verdict. Else it is explored, beginning
// with its earlier cases; with axioms where it uses some. Its cases get names and become closed tests, which an
// ordinary compiler builds and which run natively. All of it is stored, whatever fails on the way.
#include "session/put_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
#include <utility>

#include "axioms/knowledge.h"
#include "axioms/witnesses.h"
#include "base/digest.h"
#include "emit/emit.h"
#include "session/fingerprint.h"
#include "store/case_folder.h"
#include "verdict/wording.h"

namespace forall::session {
namespace {

bool are_equal(const testcase::InputValue& x, const testcase::InputValue& y) {
  return x.name == y.name && x.value == y.value && x.target == y.target;
}

// Cases that others committed come to those of the database.
void add_missing(const std::vector<testcase::Case>& committed, std::vector<testcase::Case>& cases) {
  std::map<std::string, const testcase::Case*> known;
  for (const testcase::Case& c : cases) known.emplace(c.name, &c);
  std::vector<const testcase::Case*> missing;
  for (const testcase::Case& c : committed) {
    const auto same = known.find(c.name);
    if (same == known.end() || !std::equal(c.inputs.begin(), c.inputs.end(), same->second->inputs.begin(),
                                           same->second->inputs.end(), are_equal))
      missing.push_back(&c);
  }
  for (const testcase::Case* c : missing) cases.push_back(*c);
}

}  // namespace

testcase::Result PutWork::operator()(target::Target& target, const testcase::Put& put) {
  const std::string fingerprint = around_.axioms.fingerprint_of(put.full_name());
  const Settings& options = around_.tests.options;
  around_.budget.begin_put();
  if (!fingerprint.empty() && !options.again && !options.engine.solver.audit) {
    if (auto kept = keep(put, fingerprint)) return std::move(*kept);
  }
  return explore_anew(target, put, fingerprint);
}

std::optional<testcase::Result> PutWork::keep(const testcase::Put& put, const std::string& fingerprint) {
  std::optional<testcase::Result> kept;
  {
    const std::lock_guard lock(store_mutex_);
    kept = around_.store.load_summary(put.full_name());
  }
  if (!kept || kept->interrupted || kept->fingerprint != whole_fingerprint(fingerprint, *kept)) return std::nullopt;
  if (kept->put.file != put.file || kept->put.line != put.line) {
    const std::lock_guard lock(store_mutex_);
    around_.store.move(put);
  }
  adopt(*kept, put);
  if (has_tests(*kept) && kept->paths > 0 && !tests_.are_written(*kept)) {
    const std::lock_guard lock(store_mutex_);
    auto whole = around_.store.load(put.full_name());
    if (!whole || whole->fingerprint != kept->fingerprint) return std::nullopt;  // another forall was faster
    whole->put = put;
    if (!whole->cases.empty()) tests_.write(*whole);
  }
  return kept;
}

bool PutWork::has_tests(const testcase::Result& result) const {
  return around_.tests.options.emit && !axioms::has_no_code_to_run(result);
}

testcase::Result PutWork::explore(target::Target& target, const testcase::Put& put, const explore::Options& options,
                                  const explore::Hooks& hooks) {
  const AxiomUse use = around_.axioms.use_of(put.full_name());
  if (!use.given.empty()) return explore_with(use, target, put, options, hooks);
  testcase::Result result = around_.distribution != nullptr
                                ? explore_distributed(target, put, options, hooks)
                                : explore::explore_in_units(target, put, options, hooks, &around_.helpers);
  axioms::forgive_missing_code(result);
  note_axioms(result, use, nullptr);
  return result;
}

testcase::Result PutWork::explore_distributed(target::Target& target, const testcase::Put& put,
                                              const explore::Options& options, const explore::Hooks& hooks) {
  scale::Explored explored = scale::explore_distributed(*around_.distribution, target, put, options, hooks);
  const std::lock_guard lock(settled_mutex_);
  settled_[put.full_name()] = explored.settled;
  return std::move(explored.result);
}

// Until its result is stored, a plan is kept: who is killed before that goes on with it.
void PutWork::finish_plan(const testcase::Put& put) {
  const std::lock_guard lock(settled_mutex_);
  const auto settled = settled_.find(put.full_name());
  if (settled != settled_.end() && settled->second != 0) around_.distribution->queue.finish(settled->second);
}

// What is found with axioms is no case yet, so only what real runs show is kept.
testcase::Result PutWork::explore_with(const AxiomUse& use, target::Target& target, const testcase::Put& put,
                                       const explore::Options& options, const explore::Hooks& hooks) {
  around_.tests.events.tell(StageStarted{put.full_name(), Stage::LearnAxioms});
  const axioms::LearnedAxioms& learned = around_.axioms.learn(target, use.given);
  testcase::Result result;
  if (learned.contradictions.empty()) {
    explore::Hooks shallow = hooks;
    shallow.found = nullptr;
    shallow.earlier = nullptr;
    result = axioms::explore_with(*learned.axioms, target, put, options, shallow);
    around_.tests.events.tell(StageStarted{put.full_name(), Stage::FindWitnesses});
    axioms::find_witnesses(target, result, options, hooks);
  } else {
    result = contradictory_result(put, learned.contradictions);
  }
  note_axioms(result, use, &learned);
  return result;
}

testcase::Result PutWork::explore_anew(target::Target& target, const testcase::Put& put,
                                       const std::string& fingerprint) {
  const Settings& options = around_.tests.options;
  const std::string name = put.full_name();
  std::int64_t exploration;
  std::optional<testcase::Result> earlier;
  {
    const std::lock_guard lock(store_mutex_);
    if (!options.again) earlier = earlier_cases(name);
    exploration = around_.store.begin(put);
  }
  explore::Hooks hooks;
  hooks.stop = &around_.tests.stop;
  hooks.interrupt = &around_.tests.stop;
  if (earlier) hooks.earlier = &earlier->cases;
  hooks.progress = [&](const explore::Progress& p) { around_.tests.events.tell(SearchProgress{name, p}); };
  hooks.found = [&](const testcase::Case& c) {
    {
      const std::lock_guard lock(store_mutex_);
      around_.store.add(exploration, c);
    }
    around_.tests.events.tell(PathFound{put, c});
  };
  hooks.shown = [&](const testcase::Result& found) {
    return emit::with_all_failures(options.emit ? tests_.cases_to_confirm(found) : std::vector<std::size_t>(),
                                   found.cases);
  };
  explore::Options engine = options.engine;
  engine.seconds = around_.budget.share(engine.seconds);
  testcase::Result result = [&] {
    const ActiveTime::Work work(exploring_);
    return explore(target, put, engine, hooks);
  }();
  explain_short_time(result, engine.seconds);
  emit::name_cases(result.cases, result.put.enums);
  std::exception_ptr unwritten;  // what was found is stored even if the tests cannot be written
  try {
    if (has_tests(result) && !result.cases.empty()) tests_.write_and_confirm(result);
  } catch (...) {
    unwritten = std::current_exception();
    note_unconfirmed(result, "the closed tests could not be written");
  }
  try {
    write_committed_cases(result);
  } catch (...) {
    if (!unwritten) unwritten = std::current_exception();
  }
  result.code = around_.code.reached_by(put);
  const bool is_certain = can_be_kept(result) && state_of_program(around_.program) == around_.program_state;
  if (!fingerprint.empty() && is_certain) result.fingerprint = whole_fingerprint(fingerprint, result);
  {
    const std::lock_guard lock(store_mutex_);
    around_.store.finish(exploration, result);
  }
  finish_plan(put);
  if (unwritten) std::rethrow_exception(unwritten);
  if (has_tests(result) && !result.cases.empty() && !result.fingerprint.empty()) tests_.remember(result);
  return result;
}

// It was given less than --seconds, because there are others.
void PutWork::explain_short_time(testcase::Result& result, double seconds) const {
  if (seconds >= around_.tests.options.engine.seconds || result.put.bounds.seconds) return;
  for (testcase::LedgerLine& line : result.ledger) {
    if (line.kind != testcase::LedgerKind::TimeBound) continue;
    line.text +=
        fmt::format(", its share of {:g} seconds for all {} PUTs", around_.budget.total(), around_.budget.puts());
    const std::string usual = verdict::wording(testcase::LedgerKind::TimeBound).remedy;
    if (line.remedy.ends_with(usual)) line.remedy.resize(line.remedy.size() - usual.size());
    line.remedy +=
        fmt::format("give it more time: --put {} --again, or --total-seconds for all", result.put.full_name());
  }
}

std::optional<testcase::Result> PutWork::earlier_cases(const std::string& put) {
  std::optional<testcase::Result> earlier = around_.store.load(put);
  // What a killed explorer has left behind depends on when that was; the queue has what it found, too.
  if (around_.distribution != nullptr && earlier && earlier->interrupted) earlier.reset();
  const std::filesystem::path& folder = around_.tests.options.cases;
  if (folder.empty()) return earlier;
  std::optional<testcase::Result> committed = store::read_case_file(around_.tests.world.files, folder, put);
  if (!earlier) return committed;
  if (committed) add_missing(committed->cases, earlier->cases);
  return earlier;
}

void PutWork::write_committed_cases(const testcase::Result& result) {
  const std::filesystem::path& folder = around_.tests.options.cases;
  if (folder.empty() || result.interrupted || result.cases.empty() || axioms::has_no_code_to_run(result)) return;
  // Who asked for the first failures only does not mean that the other cases are gone.
  const auto is_asked_for = [](const auto& line) { return line.kind == testcase::LedgerKind::FailureBound; };
  if (std::any_of(result.ledger.begin(), result.ledger.end(), is_asked_for)) return;
  store::write_case_file(around_.tests.world.files, folder, result, tests_.cases_to_emit(result));
}

// Committed cases are among what a result depends on: those that a merge brought have not been run yet.
std::string PutWork::whole_fingerprint(const std::string& fingerprint, const testcase::Result& result) const {
  base::Files& files = around_.tests.world.files;
  std::string whole = fingerprint + "-" + fingerprint_of_places(result, files);
  const std::filesystem::path& folder = around_.tests.options.cases;
  if (!folder.empty()) {
    const auto text = files.read(store::case_file(folder, result.put.full_name()));
    whole += "-" + base::Digester().add(text.value_or("")).text();
  }
  return whole;
}

}  // namespace forall::session

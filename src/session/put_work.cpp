// A PUT whose code, description and surroundings are what they were keeps its verdict. Else it is explored, beginning
// with its earlier cases; with axioms where it uses some. Its cases get names and become closed tests, which an
// ordinary compiler builds and which run natively. All of it is stored, whatever fails on the way.
#include "session/put_work.h"

#include <exception>
#include <set>
#include <utility>

#include "axioms/knowledge.h"
#include "axioms/witnesses.h"
#include "emit/emit.h"
#include "session/fingerprint.h"

namespace forall::session {
namespace {

// Those that are confirmed, and those that fail.
std::vector<std::size_t> shown_cases(const testcase::Result& result, const std::vector<std::size_t>& confirmed) {
  std::set<std::size_t> indices(confirmed.begin(), confirmed.end());
  for (std::size_t i = 0; i < result.cases.size(); ++i) {
    if (testcase::refutes(result.cases[i].outcome.kind)) indices.insert(i);
  }
  return {indices.begin(), indices.end()};
}

std::string whole_fingerprint(const std::string& fingerprint, const testcase::Result& result, base::Files& files) {
  return fingerprint + "-" + fingerprint_of_places(result, files);
}

}  // namespace

testcase::Result PutWork::operator()(target::Target& target, const testcase::Put& put) {
  const std::string fingerprint = around_.axioms.fingerprint_of(put.full_name());
  const Settings& options = around_.tests.options;
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
  if (!kept || kept->interrupted ||
      kept->fingerprint != whole_fingerprint(fingerprint, *kept, around_.tests.world.files))
    return std::nullopt;
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

testcase::Result PutWork::explore(target::Target& target, const testcase::Put& put, const explore::Hooks& hooks) {
  const AxiomUse use = around_.axioms.use_of(put.full_name());
  if (!use.given.empty()) return explore_with(use, target, put, hooks);
  testcase::Result result = explore::explore(target, put, around_.tests.options.engine, hooks);
  axioms::forgive_missing_code(result);
  note_axioms(result, use, nullptr);
  return result;
}

// What is found with axioms is no case yet, so only what real runs show is kept.
testcase::Result PutWork::explore_with(const AxiomUse& use, target::Target& target, const testcase::Put& put,
                                       const explore::Hooks& hooks) {
  around_.tests.events.tell(StageStarted{put.full_name(), Stage::LearnAxioms});
  const axioms::LearnedAxioms& learned = around_.axioms.learn(target, use.given);
  testcase::Result result;
  if (learned.contradictions.empty()) {
    explore::Hooks shallow = hooks;
    shallow.found = nullptr;
    shallow.earlier = nullptr;
    const explore::Options& options = around_.tests.options.engine;
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
    if (!options.again) earlier = around_.store.load(name);
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
    return shown_cases(found, options.emit ? tests_.cases_to_confirm(found) : std::vector<std::size_t>());
  };
  testcase::Result result = [&] {
    const ActiveTime::Work work(exploring_);
    return explore(target, put, hooks);
  }();
  emit::name_cases(result.cases);
  std::exception_ptr unwritten;  // what was found is stored even if the tests cannot be written
  try {
    if (has_tests(result) && !result.cases.empty()) tests_.write_and_confirm(result);
  } catch (...) {
    unwritten = std::current_exception();
    note_unconfirmed(result, "the closed tests could not be written");
  }
  result.code = around_.code.reached_by(put);
  const bool is_certain = can_be_kept(result) && state_of_program(around_.program) == around_.program_state;
  if (!fingerprint.empty() && is_certain)
    result.fingerprint = whole_fingerprint(fingerprint, result, around_.tests.world.files);
  {
    const std::lock_guard lock(store_mutex_);
    around_.store.finish(exploration, result);
  }
  if (unwritten) std::rethrow_exception(unwritten);
  if (has_tests(result) && !result.cases.empty() && !result.fingerprint.empty()) tests_.remember(result);
  return result;
}

}  // namespace forall::session

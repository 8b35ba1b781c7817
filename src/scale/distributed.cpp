// The exploration begins at the root here, and gives units away to the queue. Their results are absorbed in the order in which
// explore/units.h absorbs them, so they add up to the same. This is also the proof that they cover the tree: the root's search and each
// unit's say, together with what they found, which units they gave away, and the exploration ends when the result of each of these has been
// absorbed. Rows that nobody has given away do not count, and a result counts once, however often it was found.
#include "scale/distributed.h"

#include <chrono>
#include <deque>
#include <thread>
#include <utility>

#include "base/clock.h"
#include "base/error.h"
#include "explore/exploration.h"
#include "scale/records.h"
#include "scale/search.h"

namespace forall::scale {
namespace {

using explore::End;
using explore::Exploration;
using explore::Facts;
using explore::Progress;

constexpr auto kBetweenLooks = std::chrono::milliseconds(20);
constexpr double kBetweenCounts = 0.5;
// Workers hear within two seconds that the time is over.
constexpr double kSecondsForLast = 3;

bool is_end_of_time(End end) { return end == End::Time || end == End::Interrupted; }

class Distributed {
 public:
  Distributed(const Distribution& all, target::Target& target, const testcase::Put& put,
              const explore::Options& options, const explore::Hooks& hooks)
      : all_(all),
        target_(target),
        put_(put),
        options_(options),
        hooks_(hooks),
        plan_{put.full_name(), all.program, all.forall, all.libraries, bytes_of(options)} {}

  Explored explore() {
    explore::Hooks hooks = hooks_;
    bool is_finishing = false;
    hooks.progress = [&](const Progress& p) { is_finishing ? tell(p) : report_root(p); };
    begin_as_before(hooks);
    expr::Pool pool;
    const std::unique_ptr<solve::Solver> solver = solve::make_chain(pool, options_.solver);
    Exploration whole({target_, pool, *solver, clock_}, put_, options_, hooks);
    std::vector<Given> given;
    whole.split([&](const explore::Unit& unit) { given.push_back(add(unit, hooks)); });
    whole.search_all();
    line_up(given);
    if (id_ != 0) {
      root_ = whole.progress();
      all_.queue.note_root(id_, {root_.paths, root_.failed});
      explore_rest(whole);
    }
    is_finishing = true;
    return {whole.finish(), is_end_of_time(whole.end()) ? 0 : id_};
  }

  // Nothing that it gave away counts.
  void give_up() {
    if (id_ != 0) all_.queue.finish(id_);
  }

 private:
  // An exploration that is continued must give away the same units, so it begins with the same cases.
  void begin_as_before(explore::Hooks& hooks) {
    if (all_.again) return;
    if (const auto stored = all_.queue.earlier(plan_)) {
      earlier_ = read_cases(*stored);
      hooks.earlier = &earlier_;
    }
  }

  Given add(const explore::Unit& unit, const explore::Hooks& hooks) {
    if (id_ == 0) {
      const double seconds = put_.bounds.seconds.value_or(options_.seconds);
      const explore::EarlierCases none;
      const std::string earlier = bytes_of(hooks.earlier != nullptr ? *hooks.earlier : none);
      id_ = all_.queue.open_plan(plan_, {earlier, seconds, all_.lease, all_.again}, all_.program_bytes);
    }
    const QueuedUnit child = queued(unit);
    all_.queue.add(id_, child);
    return {child.key, child.is_hard};
  }

  void line_up(const std::vector<Given>& given) {
    for (const Given& child : given) (child.is_hard ? hard_turn_ : turn_).push_back(child.key);
  }

  void explore_rest(Exploration& whole) {
    while (whole.may_go_on()) {
      std::deque<std::string>& turn = turn_.empty() ? hard_turn_ : turn_;
      if (turn.empty()) return all_.queue.close(id_);
      const std::optional<Completion> done = all_.queue.result(id_, turn.front());
      // A worker may notice a moment earlier than we do that the time is over.
      if (done && done->kind != Completion::Kind::Partial) {
        const std::string key = std::move(turn.front());
        turn.pop_front();
        absorb(whole, key, *done);
      } else if (!work(turn.front())) {
        report({});
        std::this_thread::sleep_for(kBetweenLooks);
      }
    }
    end_early(whole);
  }

  // The next to be absorbed, or another one that is waiting. False: all are taken.
  bool work(const std::string& next) {
    std::optional<Claim> claim = all_.queue.claim({all_.forall, "", id_, next});
    if (!claim) claim = all_.queue.claim({all_.forall, "", id_, ""});
    if (!claim) return false;
    search(all_.queue, *claim, target_, put_, options_, hooks_.interrupt, [&](const Progress& p) { report(p); });
    return true;
  }

  void absorb(Exploration& whole, const std::string& key, const Completion& done) {
    if (done.kind == Completion::Kind::Lost) throw explore::LostPrefix();
    if (done.kind == Completion::Kind::Wrong) throw base::SoundnessError(done.message);
    Facts facts = facts_of(done);
    std::vector<Given> given = done.given;
    if (whole.outdates(facts, {})) facts = search_again(whole, key, given);
    whole.absorb(std::move(facts));
    line_up(given);
  }

  Facts facts_of(const Completion& done) const {
    Facts facts = read_facts(done.facts);
    if (facts.covered.reached.size() != target_.sites().size())
      throw base::SoundnessError("a unit was explored with another target");
    return facts;
  }

  // With all that was found before it, the unit would have ended earlier.
  Facts search_again(Exploration& whole, const std::string& key, std::vector<Given>& given) {
    given.clear();
    explore::Hooks hooks;
    hooks.stop = hooks_.stop;
    hooks.interrupt = hooks_.interrupt;
    expr::Pool pool;
    const std::unique_ptr<solve::Solver> solver = solve::make_chain(pool, options_.solver);
    Exploration part({target_, pool, *solver, clock_}, put_, options_, hooks);
    part.split([&](const explore::Unit& unit) { given.push_back(add(unit, hooks)); });
    return part.search_unit(unit_of(key), {whole.totals(), whole.start(), whole.search_seconds(), nullptr});
  }

  explore::Unit unit_of(const std::string& key) {
    const std::optional<QueuedUnit> unit = all_.queue.unit(id_, key);
    if (!unit) {
      throw base::UserError(put_.full_name() +
                            ": somebody has removed units of this exploration from the queue; explore again");
    }
    return read_unit(unit->task);
  }

  // What was found until the time was over counts. Behind a limit, nothing does. The queue keeps what is found: explored again, the PUT
  // goes on from there.
  void end_early(Exploration& whole) {
    all_.queue.close(id_);
    const bool counts = is_end_of_time(whole.end());
    const double start = clock_.now();
    while (counts && clock_.now() - start < kSecondsForLast && all_.queue.counts(id_).claimed > 0)
      std::this_thread::sleep_for(kBetweenLooks);
    while (!turn_.empty() || !hard_turn_.empty()) {
      std::deque<std::string>& turn = turn_.empty() ? hard_turn_ : turn_;
      const std::string key = std::move(turn.front());
      turn.pop_front();
      const std::optional<Completion> done = counts ? all_.queue.result(id_, key) : std::nullopt;
      if (done && (done->kind == Completion::Kind::Whole || done->kind == Completion::Kind::Partial)) {
        whole.absorb(facts_of(*done));
        line_up(done->given);
      } else {
        whole.leave_open(unit_of(key).open.size());
      }
    }
  }

  void tell(const Progress& progress) {
    if (hooks_.progress) hooks_.progress(progress);
  }

  void report_root(const Progress& root) {
    root_ = root;
    if (id_ == 0) return tell(root);
    if (is_time_to_count()) all_.queue.note_root(id_, {root.paths, root.failed});
    report(root);
  }

  // What the queue counts has the work of this process in it.
  void report(const Progress& own) {
    if (!is_time_to_count()) return;
    counted_ = clock_.now();
    const Counts counts = all_.queue.counts(id_);
    Progress sum = root_;
    sum.paths += counts.paths;
    sum.failed += counts.failed;
    sum.runs += counts.runs;
    sum.queries += counts.queries;
    sum.pending = counts.units - counts.done;
    sum.covered = std::max(sum.covered, own.covered);
    sum.seconds = clock_.now() - start_;
    if (own.runs > 0) sum.seconds_left = own.seconds_left;
    tell(sum);
  }

  bool is_time_to_count() const { return clock_.now() - counted_ >= kBetweenCounts; }

  const Distribution& all_;
  target::Target& target_;
  const testcase::Put& put_;
  const explore::Options& options_;
  const explore::Hooks& hooks_;
  base::Clock& clock_ = base::system_clock();
  const Plan plan_;
  std::int64_t id_ = 0;  // of the plan; 0: nothing has been given away
  explore::EarlierCases earlier_;
  std::deque<std::string> turn_, hard_turn_;  // units to be absorbed
  Progress root_;                             // of the search that began at the root
  const double start_ = clock_.now();
  double counted_ = 0;
};

}  // namespace

Explored explore_distributed(const Distribution& distribution, target::Target& target, const testcase::Put& put,
                             const explore::Options& options, const explore::Hooks& hooks) {
  const bool is_one_search =
      options.strategy != explore::Strategy::DepthFirst || options.solver.audit || hooks.path != nullptr;
  if (is_one_search) return {explore::explore(target, put, options, hooks)};
  Distributed exploration(distribution, target, put, options, hooks);
  try {
    return exploration.explore();
  } catch (const explore::LostPrefix&) {  // its runs do not depend on the inputs alone
    exploration.give_up();
    return {explore::explore(target, put, options, hooks)};
  }
}

const testcase::Put& put_of(const Plan& plan, const target::Target& target) {
  for (const testcase::Put& put : target.puts()) {
    if (put.full_name() == plan.put) return put;
  }
  throw base::UserError("the target has no test " + plan.put);
}

bool help(const Distribution& distribution, target::Target& target, const std::atomic<bool>* stop) {
  const std::optional<Claim> claim = distribution.queue.claim({distribution.forall, distribution.program, 0, ""});
  if (!claim) return false;
  const Plan plan = distribution.queue.plan(claim->plan);
  search(distribution.queue, *claim, target, put_of(plan, target), read_options(plan.options), stop);
  return true;
}

}  // namespace forall::scale

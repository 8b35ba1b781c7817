#include "explore/units.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace forall::explore {

namespace {

// Whether the time is over, or somebody wants an end, is looked at so often by who waits for others.
constexpr auto kBetweenLooks = std::chrono::milliseconds(20);

void add_to(Progress& sum, const Progress& part) {
  sum.paths += part.paths;
  sum.failed += part.failed;
  sum.pending += part.pending;
  sum.runs += part.runs;
  sum.queries += part.queries;
  sum.covered = std::max(sum.covered, part.covered);
}

bool is_end_of_time(End end) { return end == End::Time || end == End::Interrupted; }

}  // namespace

Units::Units(const testcase::Put& put, const Options& options, const Hooks& hooks, Helpers* helpers)
    : put_(put),
      options_(options),
      hooks_(hooks),
      helpers_(helpers),
      clock_(base::system_clock()),
      start_(clock_.now()),
      seconds_(put.bounds.seconds.value_or(options.seconds)),
      in_work_{&whole_tree_} {
  if (helpers_ != nullptr) helpers_->join(*this);
}

Units::~Units() {
  is_over_ = true;
  if (helpers_ != nullptr) helpers_->leave(*this);
}

testcase::Result Units::explore(target::Target& target) {
  Hooks hooks = hooks_;
  bool is_finishing = false;
  if (hooks_.progress) {
    hooks.progress = [&](const Progress& p) { is_finishing ? hooks_.progress(p) : report(whole_tree_, p); };
  }
  expr::Pool pool;
  const std::unique_ptr<solve::Solver> solver = solve::make_chain(pool, options_.solver);
  Exploration whole({target, pool, *solver, clock_}, put_, options_, hooks);
  whole.split([&](Unit unit) { add(whole_tree_, std::move(unit)); });
  whole.search_all();
  line_up(whole_tree_);
  explore_rest(whole, target);
  is_finishing = true;
  return whole.finish();
}

bool Units::has_waiting() const {
  const std::lock_guard lock(mutex_);
  return !waiting_.empty() || !hard_waiting_.empty();
}

double Units::seconds() const { return clock_.now() - start_; }

bool Units::help(target::Target& target) {
  EntryRef entry;
  {
    const std::lock_guard lock(mutex_);
    if (is_over_) return true;
    entry = take_waiting();
    if (!entry) return true;
    start(*entry);
  }
  return search(*entry, target);
}

void Units::add(Entry& giver, Unit unit) {
  {
    const std::lock_guard lock(mutex_);
    auto entry = std::make_shared<Entry>();
    entry->unit = std::move(unit);
    giver.given.push_back(entry);
    if (giver.is_dropped) return;
    (entry->unit.is_hard ? hard_waiting_ : waiting_).push_back(std::move(entry));
  }
  changed_.notify_all();
  if (helpers_ != nullptr) helpers_->wake();
}

// Expects the lock, as the next two do.
Units::EntryRef Units::take_waiting() {
  for (std::deque<EntryRef>* queue : {&waiting_, &hard_waiting_}) {
    while (!queue->empty()) {
      EntryRef entry = std::move(queue->front());
      queue->pop_front();
      if (entry->state == State::Waiting && !entry->is_dropped) return entry;
    }
  }
  return nullptr;
}

Units::EntryRef Units::take(const EntryRef& next) { return next->state == State::Waiting ? next : take_waiting(); }

void Units::start(Entry& entry) {
  entry.state = State::Running;
  entry.before = absorbed_;
  in_work_.push_back(&entry);
  ++running_;
}

// False: something went wrong, which is told when it is the turn of the unit.
bool Units::search(Entry& entry, target::Target& target) {
  Hooks hooks;
  hooks.stop = hooks_.stop;
  hooks.interrupt = hooks_.interrupt;
  if (hooks_.progress) hooks.progress = [&](const Progress& p) { report(entry, p); };
  Exploration::UnitStart unit_start;
  {
    const std::lock_guard lock(mutex_);
    unit_start = {entry.before, start_, seconds_, &is_over_};
  }
  Facts facts;
  std::exception_ptr error;
  try {
    expr::Pool pool;
    const std::unique_ptr<solve::Solver> solver = solve::make_chain(pool, options_.solver);
    Exploration part({target, pool, *solver, clock_}, put_, options_, hooks);
    part.split([&](Unit unit) { add(entry, std::move(unit)); });
    facts = part.search_unit(entry.unit, unit_start);
  } catch (...) {
    error = std::current_exception();
  }
  {
    const std::lock_guard lock(mutex_);
    entry.state = State::Done;
    entry.facts = std::move(facts);
    entry.error = error;
    std::erase(in_work_, &entry);
    const testcase::Result& found = entry.facts.result;
    add_to(done_, {found.paths, found.failed, 0, found.runs, 0, entry.progress.covered, found.queries, 0});
    --running_;
  }
  changed_.notify_all();
  return !error;
}

void Units::explore_rest(Exploration& whole, target::Target& target) {
  while (whole.may_go_on()) {
    EntryRef next, taken;
    {
      std::unique_lock lock(mutex_);
      absorbed_ = whole.totals();
      seconds_ = whole.search_seconds();
      std::deque<EntryRef>& turn = turn_.empty() ? hard_turn_ : turn_;
      if (turn.empty()) return;
      next = turn.front();
      if (next->state == State::Done) {
        turn.pop_front();
      } else if ((taken = take(next))) {
        start(*taken);
      } else {
        changed_.wait_for(lock, kBetweenLooks);
        continue;
      }
    }
    if (taken) {
      search(*taken, target);
    } else {
      absorb(whole, *next, target);
    }
  }
  end_early(whole);
}

void Units::absorb(Exploration& whole, Entry& entry, target::Target& target) {
  if (entry.error) std::rethrow_exception(entry.error);
  if (!is_end_of_time(entry.facts.end) && whole.outdates(entry.facts, entry.before)) {
    {
      const std::lock_guard lock(mutex_);
      for (const EntryRef& given : entry.given) given->is_dropped = true;
      entry.given.clear();
      start(entry);
    }
    search(entry, target);
    if (entry.error) std::rethrow_exception(entry.error);
  }
  whole.absorb(std::move(entry.facts));
  line_up(entry);
}

void Units::line_up(Entry& absorbed) {
  const std::lock_guard lock(mutex_);
  for (EntryRef& given : absorbed.given) (given->unit.is_hard ? hard_turn_ : turn_).push_back(std::move(given));
}

// What was found until the time was over counts. Behind a limit, nothing does.
void Units::end_early(Exploration& whole) {
  std::unique_lock lock(mutex_);
  is_over_ = true;
  changed_.wait(lock, [&] { return running_ == 0; });
  lock.unlock();
  const bool counts = is_end_of_time(whole.end());
  while (!turn_.empty() || !hard_turn_.empty()) {
    std::deque<EntryRef>& turn = turn_.empty() ? hard_turn_ : turn_;
    const EntryRef entry = std::move(turn.front());
    turn.pop_front();
    if (!counts || entry->state == State::Waiting) {
      whole.leave_open(entry->unit.open.size());
      continue;
    }
    if (entry->error) std::rethrow_exception(entry->error);
    whole.absorb(std::move(entry->facts));
    line_up(*entry);
  }
}

void Units::report(Entry& entry, const Progress& progress) {
  Progress sum;
  {
    const std::lock_guard lock(mutex_);
    entry.progress = progress;
    sum = done_;
    for (const Entry* other : in_work_) add_to(sum, other->progress);
    sum.pending += waiting_.size() + hard_waiting_.size();
    sum.seconds = progress.seconds;
    sum.seconds_left = progress.seconds_left;
  }
  hooks_.progress(sum);
}

testcase::Result explore_in_units(target::Target& target, const testcase::Put& put, const Options& options,
                                  const Hooks& hooks, Helpers* helpers) {
  const bool is_one_search = options.strategy != Strategy::DepthFirst || options.solver.audit || hooks.path;
  if (is_one_search) return explore(target, put, options, hooks);
  try {
    return Units(put, options, hooks, helpers).explore(target);
  } catch (const LostPrefix&) {  // its runs do not depend on the inputs alone
    return explore(target, put, options, hooks);
  }
}

}  // namespace forall::explore

#include "scale/search.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/clock.h"
#include "base/error.h"
#include "explore/exploration.h"
#include "program/sha256.h"
#include "scale/records.h"
#include "store/connect.h"

namespace forall::scale {

QueuedUnit queued(const explore::Unit& unit) {
  std::string task = bytes_of(unit);
  std::string key = program::sha256(task);
  return {std::move(key), std::move(task), unit.is_hard};
}

Lease::Lease(Queue& queue, const Claim& claim) : queue_(queue), claim_(claim), thread_([this] { renew(); }) {}

Lease::~Lease() {
  {
    const std::lock_guard lock(mutex_);
    is_ended_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Lease::found(const explore::Progress& progress) {
  const std::lock_guard lock(mutex_);
  found_ = {progress.paths, progress.failed};
}

void Lease::renew() {
  const std::chrono::duration<double> between(std::min(claim_.lease / 3, 2.0));
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, between, [&] { return is_ended_; })) {
    const SoFar found = found_;
    lock.unlock();
    std::exception_ptr error;
    bool is_wanted = false;
    try {
      is_wanted = queue_.renew(claim_, found);
    } catch (const base::UserError&) {
      error = std::current_exception();
    }
    lock.lock();
    if (!is_wanted) is_over_ = true;
    if (error) {
      error_ = error;
      return;
    }
  }
}

void Lease::rethrow_error() {
  const std::lock_guard lock(mutex_);
  if (error_) std::rethrow_exception(error_);
}

namespace {

explore::Facts search_unit(Queue& queue, const Claim& claim, target::Target& target, const testcase::Put& put,
                           const explore::Options& options, const explore::Hooks& hooks,
                           const std::atomic<bool>& is_over, std::vector<Given>& given) {
  base::Clock& clock = base::system_clock();
  expr::Pool pool;
  const std::unique_ptr<solve::Solver> solver = solve::make_chain(pool, options.solver);
  explore::Exploration part({target, pool, *solver, clock}, put, options, hooks);
  // Others can take it at once. That it counts is said only by the completion, together with what was found besides.
  part.split([&](const explore::Unit& unit) {
    const QueuedUnit child = queued(unit);
    queue.add(claim.plan, child);
    given.push_back({child.key, child.is_hard});
  });
  const double start = claim.seconds > 0 ? clock.now() - (claim.seconds - claim.seconds_left) : clock.now();
  return part.search_unit(read_unit(claim.task), {{}, start, claim.seconds, &is_over});
}

}  // namespace

void search(Queue& queue, const Claim& claim, target::Target& target, const testcase::Put& put,
            explore::Options options, const std::atomic<bool>* stop,
            const std::function<void(const explore::Progress&)>& progress) {
  base::Clock& clock = base::system_clock();
  const double start = clock.now();
  if (!put.bounds.seconds) options.seconds = claim.seconds;
  explore::Hooks hooks;
  hooks.stop = hooks.interrupt = stop;
  Completion completion;
  std::exception_ptr wrong;
  {
    Lease lease(queue, claim);
    hooks.progress = [&](const explore::Progress& so_far) {
      lease.found(so_far);
      if (progress) progress(so_far);
    };
    try {
      const explore::Facts facts =
          search_unit(queue, claim, target, put, options, hooks, lease.is_over(), completion.given);
      lease.rethrow_error();  // it may be the reason why the search has ended
      if (facts.end == explore::End::Interrupted && stop != nullptr && *stop) return queue.release(claim);
      const bool is_early = facts.end == explore::End::Interrupted || facts.end == explore::End::Time;
      completion.kind = is_early ? Completion::Kind::Partial : Completion::Kind::Whole;
      completion.facts = bytes_of(facts);
      completion.paths = facts.result.paths;
      completion.failed = facts.result.failed;
      completion.runs = facts.result.runs;
      completion.queries = facts.result.queries;
    } catch (const explore::LostPrefix&) {
      completion.kind = Completion::Kind::Lost;
    } catch (const base::SoundnessError& error) {
      completion.kind = Completion::Kind::Wrong;
      completion.message = error.what();
      wrong = std::current_exception();
    } catch (const store::LostConnection&) {
      throw;  // nobody can be told
    } catch (...) {
      queue.release(claim);
      throw;
    }
    completion.seconds = clock.now() - start;
    queue.complete(claim, completion);
  }
  if (wrong) std::rethrow_exception(wrong);
}

}  // namespace forall::scale

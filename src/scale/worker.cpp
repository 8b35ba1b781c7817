// A target comes from the queue, so it is run only if it is what the plan says: its hash is computed here. A test can behave differently with
// other libraries, so those must be the explorer's, too.
#include "scale/worker.h"

#include <fmt/format.h>

#include <chrono>
#include <thread>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/error.h"
#include "program/sha256.h"
#include "scale/distributed.h"
#include "scale/records.h"
#include "scale/search.h"

namespace forall::scale {
namespace {

// Each look is a query, so they become rarer.
constexpr auto kFirstLook = std::chrono::milliseconds(20);
constexpr auto kLastLook = std::chrono::milliseconds(500);

}  // namespace

std::uint64_t Worker::work(unsigned jobs, double wait) {
  std::vector<std::thread> threads;
  const auto guarded = [&] {
    try {
      work_alone(wait);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      is_over_ = true;
    }
  };
  for (unsigned i = 1; i < jobs; ++i) threads.emplace_back(guarded);
  guarded();
  for (std::thread& thread : threads) thread.join();
  if (failure_) std::rethrow_exception(failure_);
  return units_;
}

void Worker::work_alone(double wait) {
  base::Clock& clock = base::system_clock();
  std::unique_ptr<target::Target> target;
  std::string running;  // the hash of its program
  double last_work = clock.now();
  auto look = kFirstLook;
  bool is_queue_there = false;
  while (!around_.stop && !is_over_) {
    is_queue_there = is_queue_there || around_.queue.has_tables();
    if (is_queue_there && work_once(target, running)) {
      last_work = clock.now();
      look = kFirstLook;
      continue;
    }
    const Queue::Work work = is_queue_there ? around_.queue.work(around_.forall) : Queue::Work{};
    if (work.units > 0) last_work = clock.now();  // who works on them may give some away
    if (clock.now() - last_work >= wait && work.units == 0) {
      if (work.of_others > 0 && units_ == 0) {
        throw base::UserError(fmt::format(
            "the {} units in the queue were made by another forall; install the same one here", work.of_others));
      }
      return;
    }
    std::this_thread::sleep_for(look);
    look = std::min(2 * look, kLastLook);
  }
}

bool Worker::work_once(std::unique_ptr<target::Target>& target, std::string& running) {
  const std::optional<Claim> claim = around_.queue.claim({around_.forall, "", 0, ""});
  if (!claim) return false;
  Job job;
  try {
    job = job_of(claim->plan);
    if (target == nullptr || running != job.plan.program) {
      target = nullptr;
      target = around_.start_target(job.program);
      running = job.plan.program;
    }
  } catch (...) {
    around_.queue.release(*claim);
    throw;
  }
  if (around_.told) around_.told(job.plan);
  search(around_.queue, *claim, *target, put_of(job.plan, *target), read_options(job.plan.options), &around_.stop);
  ++units_;
  return true;
}

Worker::Job Worker::job_of(std::int64_t plan) {
  const std::lock_guard lock(mutex_);
  const auto known = jobs_.find(plan);
  if (known != jobs_.end()) return known->second;
  Job job{around_.queue.plan(plan), {}};
  job.program = fetch(job.plan);
  if (around_.libraries_of(job.program) != job.plan.libraries) {
    throw base::UserError(fmt::format(
        "{}: the libraries that its target loads differ from those of the machine that explores it; use the "
        "same system, or the same container image",
        job.plan.put));
  }
  return jobs_.emplace(plan, std::move(job)).first->second;
}

std::filesystem::path Worker::fetch(const Plan& plan) {
  const std::filesystem::path file = around_.folder / plan.program;
  const auto is_right = [&](const std::optional<std::string>& bytes) {
    return bytes && program::sha256(*bytes) == plan.program;
  };
  if (is_right(around_.files.read(file))) return file;
  const std::optional<std::string> bytes = around_.queue.program(plan.program);
  if (!is_right(bytes)) {
    throw base::UserError(fmt::format("{}: the target in the queue {}; it is not run", plan.put,
                                      bytes ? "does not have the hash of its plan" : "is gone"));
  }
  around_.files.create_directories(around_.folder);
  around_.files.write(file, *bytes);
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  return file;
}

}  // namespace forall::scale

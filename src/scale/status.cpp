#include "scale/status.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json.h"

namespace forall::scale {
namespace {

constexpr std::ptrdiff_t kManyDone = 20;  // beyond it, they are only counted

const char* state_of(const PlanStatus& plan) {
  if (plan.state == "done") return "done";
  if (plan.state == "closing") return plan.is_explored ? "its result is being made" : "ended early";
  return plan.is_explored ? "exploring" : "nobody makes its result: run its forall explore again";
}

}  // namespace

std::string text_of(const Status& status) {
  if (status.plans.empty()) return "nothing has been distributed\n";
  const auto is_done = [](const PlanStatus& plan) { return plan.state == "done"; };
  const auto done = std::count_if(status.plans.begin(), status.plans.end(), is_done);
  std::string text;
  bool is_under_way = false;
  for (const PlanStatus& plan : status.plans) {
    if (is_done(plan) && done > kManyDone) continue;
    const Counts& counts = plan.counts;
    text += fmt::format("{}: {}; {} of {} units done, {} in work; {} paths, {} failed; {:.0f} s\n", plan.put,
                        state_of(plan), counts.done, counts.units, counts.claimed, counts.paths, counts.failed,
                        plan.seconds);
    if (plan.state != "open") continue;
    is_under_way = true;
    if (counts.done > 0 && counts.claimed > 0)
      text += fmt::format("  at least {:.0f} s more, unless units give further ones away\n", plan.seconds_left);
  }
  if (done > kManyDone) text += fmt::format("done: {} PUTs\n", done);
  const auto is_there = [](const WorkerStatus& worker) { return worker.is_there; };
  const auto there = std::count_if(status.workers.begin(), status.workers.end(), is_there);
  if (is_under_way) text += fmt::format("workers: {}; {:.0f} paths a second\n", there, status.paths_per_second);
  for (const WorkerStatus& worker : status.workers) {
    if (!worker.is_there) continue;
    text +=
        fmt::format("  {}: {} units, {} paths in {:.0f} s", worker.name, worker.units, worker.paths, worker.seconds);
    if (worker.units_now > 0) text += fmt::format("; now {} with {} paths", worker.units_now, worker.paths_now);
    text += worker.twice > 0 ? fmt::format("; {} done twice\n", worker.twice) : "\n";
  }
  return text;
}

std::string json_of(const Status& status) {
  nlohmann::ordered_json plans = nlohmann::json::array(), workers = nlohmann::json::array();
  for (const PlanStatus& plan : status.plans) {
    const Counts& counts = plan.counts;
    plans.push_back({{"put", plan.put},
                     {"state", plan.state},
                     {"explored", plan.is_explored},
                     {"seconds", plan.seconds},
                     {"seconds_left", plan.seconds_left},
                     {"units", counts.units},
                     {"done", counts.done},
                     {"claimed", counts.claimed},
                     {"paths", counts.paths},
                     {"failed", counts.failed},
                     {"runs", counts.runs},
                     {"queries", counts.queries}});
  }
  for (const WorkerStatus& worker : status.workers) {
    workers.push_back({{"name", worker.name},
                       {"there", worker.is_there},
                       {"seen_seconds_ago", worker.seconds_ago},
                       {"units", worker.units},
                       {"twice", worker.twice},
                       {"paths", worker.paths},
                       {"seconds", worker.seconds},
                       {"units_now", worker.units_now},
                       {"paths_now", worker.paths_now}});
  }
  return base::json_text(
      nlohmann::ordered_json{{"plans", plans}, {"workers", workers}, {"paths_per_second", status.paths_per_second}});
}

}  // namespace forall::scale

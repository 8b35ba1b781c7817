#include "cli/live_state.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "cli/application.h"
#include "cli/page.h"
#include "report/page.h"

namespace forall::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostLiveCases = 5000;  // of a PUT that are shown before it is finished

}  // namespace

void LiveState::hear(const session::Event& event) {
  const std::lock_guard lock(mutex_);
  std::visit(session::Handlers{
                 [&](const session::PutStarted& e) { puts_[e.put] = {.phase = "exploring"}; },
                 [&](const session::StageStarted& e) { puts_[e.put].phase = "using axioms"; },
                 [&](const session::SearchProgress& e) {
                   puts_[e.put].phase = "exploring";
                   puts_[e.put].progress = e.progress;
                 },
                 [&](const session::ConfirmStarted& e) { puts_[e.result.put.full_name()].phase = "confirming"; },
                 [&](const session::PathFound& e) {
                   LivePut& put = puts_[e.put.full_name()];
                   if (put.is_finished || put.result.cases.size() >= kMostLiveCases) return;
                   put.result.put = e.put;
                   put.result.cases.push_back(e.found);
                   ++put.result.paths;
                   put.result.failed += testcase::refutes(e.found.outcome.kind) ? 1 : 0;
                   put.result.interrupted = true;  // not finished, so nothing follows from what is not there
                   ++generation_;
                 },
                 [&](const session::PutFinished& e) {
                   LivePut& put = puts_[e.result.put.full_name()];
                   std::optional<testcase::Result> all;
                   if (e.result.is_kept) all = stored_(e.result.put.full_name());
                   put.result = all ? std::move(*all) : e.result;
                   put.is_finished = true;
                   put.phase = "finished";
                   ++generation_;
                 },
                 [&](const session::PutFailed& e) {
                   puts_[e.put].phase = "failed";
                   error_ = e.put + ": " + error_text(e.error);
                 },
                 [](const auto&) {},
             },
             event);
}

void LiveState::begin() {
  const std::lock_guard lock(mutex_);
  is_running_ = true;
  stop_ = false;
  error_.clear();
}

void LiveState::end(const std::string& error) {
  const std::lock_guard lock(mutex_);
  is_running_ = false;
  if (!error.empty()) error_ = error;
}

std::optional<AgainRequest> LiveState::wait(const std::atomic<bool>& interrupted) {
  std::unique_lock lock(mutex_);
  while (!interrupted && !is_ended_ && !request_) changed_.wait_for(lock, std::chrono::milliseconds(100));
  if (interrupted || is_ended_) return std::nullopt;
  return std::exchange(request_, std::nullopt);
}

std::string LiveState::state_json() {
  Json puts = Json::array();
  for (const auto& [name, put] : puts_) {
    puts.push_back({{"name", name},
                    {"phase", put.phase},
                    {"paths", put.is_finished ? put.result.paths : put.progress.paths},
                    {"failed", put.is_finished ? put.result.failed : put.progress.failed},
                    {"pending", put.is_finished ? 0 : put.progress.pending},
                    {"seconds", put.is_finished ? put.result.seconds : put.progress.seconds}});
  }
  return base::json_text(Json{{"version", report::kPageVersion},
                              {"running", is_running_},
                              {"generation", generation_},
                              {"error", error_},
                              {"puts", std::move(puts)}});
}

std::string LiveState::data_json() {
  if (data_generation_ != generation_) {
    std::vector<testcase::Result> results;
    for (const auto& [name, put] : puts_) {
      if (!put.result.put.name.empty()) results.push_back(put.result);
    }
    data_ = page_data(results, std::vector<std::string>(results.size()), nullptr, "");
    data_generation_ = generation_;
  }
  return data_;
}

base::LocalResponse LiveState::ask(const std::string& what, const std::string& body) {
  if (what == "stop") {
    stop_ = true;
  } else if (what == "end") {
    stop_ = is_ended_ = true;
  } else if (what == "again") {
    const nlohmann::json asked = base::parse_json_if_valid(body);
    if (!asked.is_object() || !asked.contains("put") || !asked["put"].is_string()) return {400, "text/plain", ""};
    AgainRequest request{asked["put"].get<std::string>(), {}, {}};
    if (puts_.count(request.put) == 0 || is_running_ || request_) return {409, "text/plain", ""};
    const auto number = [&](const char* name, double most) -> std::optional<double> {
      if (!asked.contains(name) || !asked[name].is_number()) return std::nullopt;
      return std::clamp(asked[name].get<double>(), 1.0, most);
    };
    if (const auto unfold = number("unfold", 1e6)) request.unfold = static_cast<std::uint32_t>(*unfold);
    request.seconds = number("seconds", 1e6);
    request_ = std::move(request);
    is_running_ = true;  // so that nobody asks twice
  } else {
    return {404, "text/plain", ""};
  }
  changed_.notify_all();
  return {200, "application/json", "{}"};
}

base::LocalResponse LiveState::answer(const base::LocalRequest& request) {
  const std::lock_guard lock(mutex_);
  if (request.is_post) return ask(request.path, request.body);
  if (request.path.empty()) return {200, "text/html", report::live_page()};
  if (request.path == "state") return {200, "application/json", state_json()};
  if (request.path == "data") return {200, "application/json", data_json()};
  return {404, "text/plain", ""};
}

}  // namespace forall::cli

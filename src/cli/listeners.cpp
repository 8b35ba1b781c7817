#include "cli/listeners.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "cli/application.h"
#include "report/text.h"

namespace forall::cli {
namespace {

using Json = nlohmann::ordered_json;
using session::Stage;

constexpr int kVersion = 1;  // of the lines; docs/events.md

std::string stage_text(const session::StageStarted& started) {
  switch (started.stage) {
    case Stage::LearnAxioms: return "learning axioms ...";
    case Stage::FindWitnesses: return "looking for runs of the code ...";
  }
  return {};
}

const char* stage_name(Stage stage) {
  switch (stage) {
    case Stage::LearnAxioms: return "learn_axioms";
    case Stage::FindWitnesses: return "find_witnesses";
  }
  return "";
}

Json line_of(const char* event) { return {{"version", kVersion}, {"event", event}}; }

Json line_of(const char* event, const std::string& put) {
  Json line = line_of(event);
  line["put"] = put;
  return line;
}

Json json_of(const session::BuildStarted& e) {
  Json line = line_of("build_started");
  line["inputs"] = e.inputs;
  return line;
}
Json json_of(const session::BuildFinished& e) {
  Json line = line_of("build_finished");
  line["seconds"] = e.seconds;
  return line;
}
Json json_of(const session::SessionStarted& e) {
  Json line = line_of("session_started");
  line["puts"] = e.puts;
  return line;
}
Json json_of(const session::PutStarted& e) { return line_of("put_started", e.put); }
Json json_of(const session::StageStarted& e) {
  Json line = line_of("stage_started", e.put);
  line["stage"] = stage_name(e.stage);
  return line;
}
Json json_of(const session::ConfirmStarted& e) {
  Json line = line_of("confirm_started", e.result.put.full_name());
  line["verdict"] = testcase::to_string(e.result.verdict);
  line["cases"] = e.cases;
  return line;
}
Json json_of(const session::SearchProgress& e) {
  Json line = line_of("progress", e.put);
  line["paths"] = e.progress.paths;
  line["failed"] = e.progress.failed;
  line["pending"] = e.progress.pending;
  line["runs"] = e.progress.runs;
  line["seconds"] = e.progress.seconds;
  return line;
}
Json json_of(const session::PathFound& e) {
  Json line = line_of("path_found", e.put.full_name());
  line["case"] = base::parse_ordered_json(report::case_json(e.found, &e.put));
  return line;
}
Json json_of(const session::LedgerLineFound& e) {
  Json line = line_of("ledger_line", e.put);
  line["kind"] = testcase::to_string(e.line.kind);
  line["text"] = e.line.text;
  line["file"] = e.line.file;
  line["line"] = e.line.line;
  line["count"] = e.line.count;
  line["remedy"] = e.line.remedy;
  return line;
}
Json json_of(const session::PutFinished& e) {
  Json line = line_of("put_finished", e.result.put.full_name());
  line["result"] = base::parse_ordered_json(report::result_json(e.result));
  return line;
}
Json json_of(const session::PutFailed& e) {
  Json line = line_of("put_failed", e.put);
  line["error"] = error_text(e.error);
  return line;
}
Json json_of(const session::SessionFinished&) { return line_of("session_finished"); }

}  // namespace

void TerminalListener::operator()(const session::Event& event) {
  std::visit(
      session::Handlers{
          [&](const session::BuildStarted& e) {
            progress_.show_phase(fmt::format("compiling {} ...", fmt::join(e.inputs, " ")));
          },
          [&](const session::SessionStarted& e) { puts_ = e.puts; },
          [&](const session::StageStarted& e) { progress_.show_phase(fmt::format("{}: {}", e.put, stage_text(e))); },
          [&](const session::ConfirmStarted& e) {
            progress_.show_phase(fmt::format("{}: {}, confirming {} natively ...", e.result.put.full_name(),
                                             testcase::to_string(e.result.verdict), report::counted(e.cases, "case")));
          },
          [&](const session::SearchProgress& e) {
            const explore::Progress& p = e.progress;
            if (exploring_.insert(e.put).second) progress_.show_phase(fmt::format("{}: exploring ...", e.put));
            progress_.show(fmt::format(
                "{}: {} paths, {} failing, {} open, {} branches, {} queries, {:.1f} s, {:.0f} s left at most", e.put,
                p.paths, p.failed, p.pending, p.covered, p.queries, p.seconds, p.seconds_left));
          },
          [&](const session::PutFinished& e) {
            const auto text_of = puts_.size() > report::kManyPuts ? report::line_text : report::put_text;
            print(e.result.put.full_name(), text_of(e.result, style_));
          },
          [&](const session::PutFailed& e) { print(e.put, ""); },
          [&](const session::SessionFinished&) { progress_.clear(); },
          [](const auto&) {},
      },
      event);
}

void TerminalListener::print(const std::string& put, std::string text) {
  progress_.clear();
  waiting_[put] = std::move(text);
  for (; printed_ < puts_.size(); ++printed_) {
    const auto next = waiting_.find(puts_[printed_]);
    if (next == waiting_.end()) break;
    fmt::print("{}", next->second);
    waiting_.erase(next);
  }
  std::fflush(stdout);
}

std::string failed_line(const std::string& error) {
  Json line = line_of("session_failed");
  line["error"] = error;
  return base::json_text(line);
}

std::string watching_line(std::size_t files) {
  Json line = line_of("watching");
  line["files"] = files;
  return base::json_text(line);
}

std::string changed_line(const std::vector<std::filesystem::path>& files) {
  Json line = line_of("files_changed");
  line["files"] = Json::array();
  for (const auto& file : files) line["files"].push_back(file.string());
  return base::json_text(line);
}

std::string event_line(const session::Event& event) {
  return base::json_text(std::visit([](const auto& e) { return json_of(e); }, event));
}

}  // namespace forall::cli

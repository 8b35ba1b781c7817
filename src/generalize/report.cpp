#include "generalize/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

#include "base/json.h"
#include "generalize/put_source.h"

namespace forall::generalize {
namespace {

void append_put(std::string& out, const PutReport& put) {
  out += fmt::format("  {} {}, {} path{}\n", put.name, testcase::to_string(put.verdict), put.paths,
                     put.paths == 1 ? "" : "s");
  out += fmt::format("    promoted: {}\n", fmt::join(put.promoted, ", "));
  if (!put.assumed.empty()) out += fmt::format("    assumes: {}\n", fmt::join(put.assumed, ", "));
  for (const std::string& dropped : put.dropped) out += fmt::format("    dropped: {}\n", dropped);
  for (std::size_t i = 0; i < put.cases.size(); ++i)
    out += fmt::format("    case {}: {}: {}\n", i + 1, to_string(put.cases[i].values), put.cases[i].reason);
  for (const std::string& finding : put.findings) out += fmt::format("    finding: {}\n", finding);
  if (!put.open_because.empty()) out += fmt::format("    open: {}\n", put.open_because);
  if (put.new_branches > 0)
    out += fmt::format("    takes {} branch direction{} that the closed test does not take\n", put.new_branches,
                       put.new_branches == 1 ? "" : "s");
}

void append_test(std::string& out, const std::string& file, const TestReport& test) {
  out += fmt::format("{} ({}:{}): {}{}{}\n", test.name, file, test.line, to_string(test.stage),
                     test.reason.empty() ? "" : ": ", test.reason);
  for (const PutReport& put : test.puts) append_put(out, put);
  if (test.puts.empty()) {
    for (const std::string& line : test.rejected) out += fmt::format("    rejected: {}\n", line);
  }
  if (!test.left_out.empty()) out += fmt::format("  instances left out: {}\n", test.left_out);
}

std::vector<TestReport> all_tests(const std::vector<FileReport>& files) {
  std::vector<TestReport> tests;
  for (const FileReport& file : files) tests.insert(tests.end(), file.tests.begin(), file.tests.end());
  return tests;
}

std::string funnel_text(const Funnel& funnel) {
  std::string out = "\n";
  const auto add = [&](const char* stage, std::size_t count) { out += fmt::format("{:<22}{:>5}\n", stage, count); };
  add("read", funnel.read);
  if (funnel.known > 0) add("generalized before", funnel.known);
  add("something to promote", funnel.promotable);
  add("compiled", funnel.compiled);
  add("explored", funnel.explored);
  add("proved", funnel.proved);
  add("refuted", funnel.refuted);
  add("open", funnel.open);
  return out;
}

// Why tests have no verdict: how many, for each stage and reason. The frequent ones come first.
struct Lost {
  Stage stage;
  std::string reason;
  std::size_t count = 0;
};
std::vector<Lost> lost_of(const std::vector<TestReport>& tests) {
  std::vector<Lost> lost;
  for (const TestReport& test : tests) {
    if (test.stage != Stage::Nothing && test.stage != Stage::Uncompiled && test.stage != Stage::Unexplored) continue;
    const auto known = std::find_if(lost.begin(), lost.end(), [&](const Lost& one) {
      return one.stage == test.stage && one.reason == test.reason;
    });
    ++(known == lost.end() ? lost.emplace_back(Lost{test.stage, test.reason}) : *known).count;
  }
  std::stable_sort(lost.begin(), lost.end(), [](const Lost& a, const Lost& b) { return a.count > b.count; });
  return lost;
}

std::string lost_text(const std::vector<Lost>& lost) {
  std::string out = lost.empty() ? "" : "\nwithout a verdict\n";
  for (const Lost& one : lost) out += fmt::format("{:>5}  {}: {}\n", one.count, to_string(one.stage), one.reason);
  return out;
}

nlohmann::ordered_json json_of(const PutReport& put) {
  nlohmann::ordered_json json = {{"name", put.name}, {"verdict", testcase::to_string(put.verdict)}};
  json["cases"] = nlohmann::ordered_json::array();
  for (const CaseReport& one : put.cases) {
    nlohmann::ordered_json values = nlohmann::ordered_json::object();
    for (const auto& [name, value] : one.values) values[name] = to_string(value);
    json["cases"].push_back({{"values", values}, {"reason", one.reason}});
  }
  json["promoted"] = put.promoted;
  json["dropped"] = put.dropped;
  json["assumed"] = put.assumed;
  json["findings"] = put.findings;
  json["new_branches"] = put.new_branches;
  return json;
}

// A comment behind the closing brace belongs to it.
std::size_t end_of_line(const std::string& source, std::size_t end) {
  const std::size_t next = source.find_first_not_of(" \t", end);
  if (next == std::string::npos || source.compare(next, 2, "//") != 0) return end;
  const std::size_t line_end = source.find_first_of("\r\n", next);
  return line_end == std::string::npos ? source.size() : line_end;
}

std::string trimmed(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

}  // namespace

std::string report_text(const std::vector<FileReport>& files) {
  std::string out;
  for (const FileReport& file : files) {
    for (const TestReport& test : file.tests) append_test(out, file.file.filename().string(), test);
  }
  const std::vector<TestReport> tests = all_tests(files);
  return out + funnel_text(funnel_of(tests)) + lost_text(lost_of(tests));
}

std::string report_json(const std::vector<FileReport>& files) {
  nlohmann::ordered_json json;
  json["version"] = 1;
  json["tests"] = nlohmann::ordered_json::array();
  for (const FileReport& file : files) {
    for (const TestReport& test : file.tests) {
      nlohmann::ordered_json one = {{"name", test.name}, {"file", file.file.string()}, {"line", test.line}};
      one["puts"] = nlohmann::ordered_json::array();
      for (const PutReport& put : test.puts) one["puts"].push_back(json_of(put));
      one["stage"] = to_string(test.stage);
      one["reason"] = test.reason;
      one["rejected"] = test.rejected;
      if (!test.left_out.empty()) one["left_out"] = test.left_out;
      json["tests"].push_back(std::move(one));
    }
  }
  json["edits"] = nlohmann::ordered_json::array();
  for (const FileReport& file : files) {
    for (const frontend::Edit& edit : edits_of(file, false)) {
      json["edits"].push_back(
          {{"file", edit.file.string()}, {"offset", edit.offset}, {"length", edit.length}, {"text", edit.text}});
    }
  }
  const Funnel funnel = funnel_of(all_tests(files));
  json["funnel"] = {{"read", funnel.read},         {"known", funnel.known},       {"promotable", funnel.promotable},
                    {"compiled", funnel.compiled}, {"explored", funnel.explored}, {"proved", funnel.proved},
                    {"refuted", funnel.refuted},   {"open", funnel.open}};
  json["funnel"]["lost"] = nlohmann::ordered_json::array();
  for (const Lost& one : lost_of(all_tests(files)))
    json["funnel"]["lost"].push_back({{"stage", to_string(one.stage)}, {"reason", one.reason}, {"tests", one.count}});
  return base::json_text(json);
}

std::vector<frontend::Edit> edits_of(const FileReport& file, bool replaces) {
  // Several instances of a TYPED_TEST are at one place.
  std::map<std::size_t, std::pair<frontend::SourceRange, std::string>> texts;
  for (const TestReport& test : file.tests) {
    for (const PutReport& put : test.puts) {
      auto& [range, text] = texts[test.whole.begin];
      range = test.whole;
      if (!test.is_removable) range.begin = range.end;
      text += (text.empty() && replaces && test.is_removable ? "" : "\n\n") + trimmed(put.text);
    }
  }
  std::vector<frontend::Edit> edits;
  for (const auto& [begin, entry] : texts) {
    const auto& [range, text] = entry;
    const bool is_instead = replaces && range.end > range.begin;
    edits.push_back({file.file, is_instead ? range.begin : end_of_line(file.source, range.end),
                     is_instead ? range.end - range.begin : 0, with_line_ends(text, file.source)});
  }
  if (edits.empty()) return edits;
  const bool has_instances = std::any_of(edits.begin(), edits.end(), [](const frontend::Edit& edit) {
    return edit.text.find("forall::Instance<") != std::string::npos;
  });
  const Include include = include_for(file.source, texts.begin()->first, has_instances, file.tests.front().framework);
  if (!include.text.empty()) edits.push_back({file.file, include.place, 0, with_line_ends(include.text, file.source)});
  return edits;
}

std::string file_beside(const FileReport& file) {
  std::vector<frontend::Edit> edits = edits_of(file, true);
  if (edits.empty()) return "";
  for (const TestReport& test : file.tests) {
    const bool is_there = std::any_of(edits.begin(), edits.end(), [&](const auto& edit) {
      return edit.length > 0 && edit.offset == test.whole.begin;
    });
    if (!is_there && test.is_removable)
      edits.push_back({file.file, test.whole.begin, test.whole.end - test.whole.begin, ""});
  }
  std::sort(edits.begin(), edits.end(), [](const auto& a, const auto& b) { return a.offset < b.offset; });
  std::string text;
  std::size_t at = 0;
  for (const frontend::Edit& edit : edits) {
    text += file.source.substr(at, edit.offset - at) + edit.text;
    at = edit.offset + edit.length;
  }
  return text + file.source.substr(at);
}

}  // namespace forall::generalize

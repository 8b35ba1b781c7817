// The short forms for CI: a summary in Markdown, a badge, annotations of GitHub Actions.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "report/ci.h"
#include "report/ci_text.h"
#include "report/text.h"

namespace forall::report {

namespace {

using testcase::VerdictKind;

std::size_t count(const Results& results, VerdictKind kind) {
  return static_cast<std::size_t>(
      std::count_if(results.begin(), results.end(), [&](const auto& result) { return result.verdict == kind; }));
}

// Text that Markdown shows as it is, on one line: nothing in it is a tag, a link, or the end of a table's cell.
std::string markdown(const std::string& text) {
  std::string out;
  for (const char c : utf8_text(single_line(text))) {
    if (std::string_view("\\`*_{}[]()<>#+!|~&@:$").find(c) != std::string_view::npos) {
      out += fmt::format("&#{};", static_cast<int>(c));
    } else {
      out += c;
    }
  }
  return out;
}

// A value of a workflow command; properties have two characters more that end them.
std::string command_text(const std::string& text, bool is_property) {
  std::string out;
  for (const char c : utf8_text(text)) {
    const bool is_escaped = c == '%' || c == '\r' || c == '\n' || (is_property && (c == ':' || c == ','));
    out += is_escaped ? fmt::format("%{:02X}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return out;
}

const char* sign(VerdictKind verdict) {
  switch (verdict) {
    case VerdictKind::Proved: return "✅ proved";
    case VerdictKind::Refuted: return "❌ refuted";
    case VerdictKind::Open: break;
  }
  return "❔ open";
}

}  // namespace

std::string markdown_text(const Results& results, const std::string& root) {
  std::uint64_t paths = 0;
  for (const auto& result : results) paths += result.paths;
  std::string out = fmt::format("## forall: {} proved, {} refuted, {} open\n\n", count(results, VerdictKind::Proved),
                                count(results, VerdictKind::Refuted), count(results, VerdictKind::Open));
  out += fmt::format("{} of {}.\n\n", counted(paths, "path"), counted(results.size(), "test"));
  out += "| test | verdict | paths | failing | branches | time |\n|---|---|--:|--:|--:|--:|\n";
  for (const auto& result : results) {
    out += fmt::format("| {} | {} | {} | {} | {}/{} | {} |\n", markdown(result.put.full_name()), sign(result.verdict),
                       result.paths, result.failed, result.branches_covered, result.branches_total,
                       duration(result.seconds));
  }
  std::string failures;
  for (const auto& result : results) {
    for (const Finding& finding : findings_of(result)) {
      failures += fmt::format("- **{}**, {}, line {}: {}\n", markdown(result.put.full_name()),
                              markdown(path_below(root, finding.file)), finding.line, markdown(finding_text(finding)));
    }
  }
  if (!failures.empty()) out += "\n### Failures\n\n" + failures;
  std::string open;
  for (const auto& result : results) {
    if (result.verdict != VerdictKind::Open) continue;
    for (const auto& line : result.ledger) {
      open += fmt::format("- **{}**: {}{}\n", markdown(result.put.full_name()), markdown(line.text),
                          line.remedy.empty() ? "" : "; " + markdown(line.remedy));
    }
  }
  if (!open.empty()) out += "\n### Why tests are open\n\n" + open;
  return out;
}

std::string badge_json(const Results& results, const std::string&) {
  const std::size_t proved = count(results, VerdictKind::Proved), refuted = count(results, VerdictKind::Refuted),
                    open = count(results, VerdictKind::Open);
  std::string message = fmt::format("{} proved", proved);
  if (refuted > 0) message += fmt::format(", {} refuted", refuted);
  if (open > 0) message += fmt::format(", {} open", open);
  return base::json_text(nlohmann::ordered_json{{"schemaVersion", 1},
                                                {"label", "forall"},
                                                {"message", message},
                                                {"color", refuted > 0 ? "red"
                                                          : open > 0  ? "yellow"
                                                                      : "brightgreen"}}) +
         "\n";
}

std::string github_annotations(const Results& results, const std::string& root) {
  std::string out;
  for (const auto& result : results) {
    for (const Finding& finding : findings_of(result)) {
      out += fmt::format("::error file={},line={},title={}::{}\n", command_text(path_below(root, finding.file), true),
                         finding.line, command_text(result.put.full_name(), true),
                         command_text(finding_text(finding), false));
    }
    if (result.verdict != VerdictKind::Open) continue;
    for (const auto& line : result.ledger) {
      out +=
          fmt::format("::notice file={},line={},title={} is open::{}\n",
                      command_text(path_below(root, line.file.empty() ? result.put.file : line.file), true),
                      line.file.empty() ? static_cast<unsigned>(result.put.line) : line.line,
                      command_text(result.put.full_name(), true), command_text(line.text + "; " + line.remedy, false));
    }
  }
  return out;
}

}  // namespace forall::report

// JUnit XML as GoogleTest writes it: Jenkins, GitLab and their like know this dialect.
#include <fmt/format.h>

#include <map>

#include "report/ci.h"
#include "report/ci_text.h"
#include "report/text.h"

namespace forall::report {

namespace {

using testcase::VerdictKind;

struct Counts {
  std::size_t tests = 0, failures = 0, skipped = 0;
  double seconds = 0;
  void add(const testcase::Result& result) {
    ++tests;
    failures += result.verdict == VerdictKind::Refuted ? 1 : 0;
    skipped += result.verdict == VerdictKind::Open ? 1 : 0;
    seconds += result.seconds;
  }
  // GoogleTest counts skipped tests for suites only.
  std::string text(bool is_suite) const {
    const std::string skips = is_suite ? fmt::format("skipped=\"{}\" ", skipped) : "";
    return fmt::format(R"(tests="{}" failures="{}" disabled="0" {}errors="0" time="{:.3f}")", tests, failures, skips,
                       seconds);
  }
};

std::string open_reasons(const testcase::Result& result, const std::string& root) {
  std::string text;
  for (const auto& line : result.ledger) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : "\n", testcase::to_string(line.kind), line.text);
    if (!line.file.empty()) text += fmt::format(" ({}:{})", path_below(root, line.file), line.line);
    if (!line.remedy.empty()) text += "; " + line.remedy;
  }
  return text.empty() ? "open" : text;
}

std::string body_of(const testcase::Result& result, const std::string& root) {
  std::string body;
  for (const Finding& finding : findings_of(result)) {
    const std::string where = fmt::format("{}:{}", path_below(root, finding.file), finding.line);
    const std::string text = where + "\n" + finding_text(finding);
    body += fmt::format("      <failure message=\"{0}\" type=\"\">{0}</failure>\n", xml_text(text));
  }
  if (result.verdict == VerdictKind::Open)
    body += fmt::format("      <skipped message=\"{}\"/>\n", xml_text(open_reasons(result, root)));
  return body;
}

}  // namespace

std::string junit_xml(const Results& results, const std::string& root) {
  std::map<std::string, std::vector<const testcase::Result*>> suites;
  Counts all;
  for (const auto& result : results) {
    suites[result.put.suite].push_back(&result);
    all.add(result);
  }
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  xml += fmt::format("<testsuites {} name=\"AllTests\">\n", all.text(false));
  for (const auto& [suite, members] : suites) {
    Counts counts;
    for (const auto* result : members) counts.add(*result);
    xml += fmt::format("  <testsuite name=\"{}\" {}>\n", xml_text(suite), counts.text(true));
    for (const auto* result : members) {
      const bool is_skipped = result->verdict == VerdictKind::Open;
      xml += fmt::format(
          "    <testcase name=\"{}\" file=\"{}\" line=\"{}\" status=\"run\" result=\"{}\" time=\"{:.3f}\" "
          "classname=\"{}\"",
          xml_text(result->put.name), xml_text(path_below(root, result->put.file)), result->put.line,
          is_skipped ? "skipped" : "completed", result->seconds, xml_text(suite));
      const std::string body = body_of(*result, root);
      xml += body.empty() ? "/>\n" : ">\n" + body + "    </testcase>\n";
    }
    xml += "  </testsuite>\n";
  }
  return xml + "</testsuites>\n";
}

}  // namespace forall::report

// Failures and ledger lines as compilers write messages: every editor can jump to these.
#include <fmt/format.h>

#include "report/ci_text.h"
#include "report/report.h"
#include "report/text.h"

namespace forall::report {

std::string diagnostics_text(const testcase::Result& result) {
  std::string out;
  const auto line = [&](const std::string& file, std::uint64_t number, const char* kind, const std::string& text) {
    out += fmt::format("{}:{}:1: {}: {}\n", file, number, kind, utf8_text(single_line(text)));
  };
  const std::string name = result.put.full_name();
  for (const Finding& finding : findings_of(result)) {
    line(finding.file, finding.line, "error", fmt::format("{}: {}", name, finding_text(finding)));
    for (const testcase::Step& step : finding.simplest->steps) {
      if (!step.file.empty() && step.file.find("/include/forall/") == std::string::npos)
        line(step.file, step.line, "note", step.condition);
    }
  }
  for (const testcase::LedgerLine& each : result.ledger) {
    line(each.file.empty() ? result.put.file : each.file, each.line, "warning",
         fmt::format("{} is {}: {}; {} [{}]", name, testcase::to_string(result.verdict), each.text, each.remedy,
                     testcase::to_string(each.kind)));
  }
  return out;
}

}  // namespace forall::report

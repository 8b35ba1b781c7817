// Why a PUT is open. A reason often has many places, and many undecided paths come from one of them, so the report has one
// line for each reason; `forall show` has all.
#include <fmt/format.h>

#include <algorithm>

#include "report/report.h"
#include "report/text.h"

namespace forall::report {

using testcase::LedgerLine;
using testcase::Result;

namespace {

struct Reason {
  const LedgerLine* first = nullptr;
  std::size_t places = 0;
  std::uint64_t count = 0;
};

std::vector<Reason> reasons_of(const Result& result) {
  std::vector<Reason> reasons;
  for (const LedgerLine& line : result.ledger) {
    auto reason = std::find_if(reasons.begin(), reasons.end(),
                               [&](const Reason& known) { return known.first->kind == line.kind; });
    if (reason == reasons.end()) reason = reasons.insert(reasons.end(), Reason{&line, 0, 0});
    ++reason->places;
    reason->count += line.count;
  }
  return reasons;
}

void append_line(std::string& out, const LedgerLine& line, std::uint64_t count, std::size_t other_places,
                 const Style& style) {
  const std::string where = place(line.file, line.line);
  std::string text = (where.empty() ? "" : where + ": ") + line.text;
  text += fmt::format(" [{}{}]", testcase::to_string(line.kind), count > 1 ? fmt::format(", {} times", count) : "");
  if (other_places > 0) text += fmt::format(", also at {}", counted(other_places, "other place"));
  append_wrapped(out, "  " + paint(style, Color::Yellow, "•") + " ", "    ", text, style);
}

void append_remedy(std::string& out, const std::string& remedy, const Style& style) {
  if (!remedy.empty()) append_wrapped(out, "    → ", "      ", remedy, style);
}

}  // namespace

std::string open_text(const Result& result, const Style& style) {
  std::string out;
  const std::vector<Reason> reasons = reasons_of(result);
  for (const Reason& reason : reasons) {
    append_line(out, *reason.first, reason.count, reason.places - 1, style);
    append_remedy(out, reason.first->remedy, style);
  }
  if (reasons.size() < result.ledger.size() || !result.undecided.empty()) {
    out += fmt::format("  … all {}{}: forall show {}\n", counted(result.ledger.size(), "line"),
                       result.undecided.empty() ? "" : " and " + counted(result.undecided.size(), "undecided path"),
                       result.put.full_name());
  }
  return out;
}

std::string ledger_text(const Result& result, const Style& style) {
  std::string out;
  for (const LedgerLine& line : result.ledger) {
    append_line(out, line, line.count, 0, style);
    append_remedy(out, line.remedy, style);
  }
  for (const auto& path : result.undecided) {
    const std::string where = place(path.file, path.line);
    append_wrapped(out, "  " + paint(style, Color::Yellow, "•") + " ", "    ",
                   fmt::format("{}undecided ({}): {}", where.empty() ? "" : where + ": ", path.reason, path.condition),
                   style);
  }
  return out;
}

}  // namespace forall::report

// The report of an exploration: a block for each PUT, a table at the end.
//
//   ✗ TriangleTest.Perimeter                                                                  refuted
//     7 paths, 1 of them failing · 10 of 10 branches · 23 ms
//     ╭ signed overflow at triangle.h:12
//     │ a = 2147483647, b = 1, c = 1
//     ╰ overflows_at_line_12_when_a_gt_0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "expr/print.h"
#include "report/report.h"
#include "report/text.h"
#include "report/value.h"
#include "testcase/failures.h"
#include "testcase/value.h"

namespace forall::report {

using testcase::Case;
using testcase::Result;
using testcase::VerdictKind;

namespace {

constexpr std::size_t kMostFailures = 10;  // of a PUT that are shown
constexpr std::size_t kMostMessage = 8;    // lines of the message of a failing case that are shown

struct Look {
  const char* symbol;
  Color color;
};
Look look_of(VerdictKind verdict) {
  switch (verdict) {
    case VerdictKind::Proved: return {"✓", Color::Green};
    case VerdictKind::Refuted: return {"✗", Color::Red};
    case VerdictKind::Open: break;
  }
  return {"?", Color::Yellow};
}

std::string failure_headline(const Case& c) {
  const std::string where = place(c.outcome.file, c.outcome.line);
  std::string text = c.outcome.kind == testcase::OutcomeKind::Failed ? "assertion failed" : outcome_text(c.outcome);
  if (!where.empty()) text += " at " + where;
  return text;
}

// A fault's message often only names the fault, which the headline has said.
std::string message_of(const Case& c) {
  return c.outcome.message == outcome_text(c.outcome) ? std::string() : c.outcome.message;
}

std::string native_text(const Case& c) {
  switch (c.native) {
    case Case::Native::Confirmed: return "confirmed by a native run";
    case Case::Native::Differs: return "the native run differs: " + c.native_detail;
    case Case::Native::NotRun: break;
  }
  return "not run natively";
}

void append_failure(std::string& out, const testcase::Put& put, const Case& c, const std::string& headline,
                    const Style& style) {
  const auto bar = [&](const char* symbol) { return "  " + paint(style, Color::Red, symbol) + " "; };
  out += bar("╭") + paint(style, Color::Red, single_line(headline)) + "\n";
  append_wrapped(out, bar("│"), bar("│"), inputs_text(put, c), style);
  const auto lines = message_lines(message_of(c), columns_of(style) - 4);
  for (std::size_t i = 0; i < std::min(lines.size(), kMostMessage); ++i) out += bar("│") + lines[i] + "\n";
  if (lines.size() > kMostMessage) out += bar("│") + "…\n";
  if (c.native == Case::Native::Differs) append_wrapped(out, bar("│"), bar("│"), native_text(c), style);
  out += bar("╰") + paint(style, Color::Dim, c.name.empty() ? "when " + single_line(c.path_condition) : c.name) + "\n";
}

// One block for each cause, with its simplest case.
void append_failures(std::string& out, const Result& result, const Style& style) {
  const auto groups = testcase::failure_groups(result.cases);
  std::map<std::string, std::size_t> headlines;
  for (const auto& group : groups) ++headlines[failure_headline(result.cases[group.front()])];
  for (std::size_t i = 0; i < std::min(groups.size(), kMostFailures); ++i) {
    const Case& simplest = result.cases[groups[i].front()];
    std::string headline = failure_headline(simplest);
    // The line of the call is shown where nothing else tells two failures apart.
    if (headlines[headline] > 1 && simplest.outcome.call_line != 0)
      headline += ", called from " + place(result.put.file, simplest.outcome.call_line);
    append_failure(out, result.put, simplest, headline, style);
    if (groups[i].size() == 1) continue;
    const std::string where = place(simplest.outcome.file, simplest.outcome.line);
    out += fmt::format("    … and {} more{}\n", groups[i].size() - 1, where.empty() ? "" : " at " + where);
  }
  if (groups.size() > kMostFailures) {
    out += fmt::format("  … and {}\n", counted(groups.size() - kMostFailures, "more failure"));
  }
}

std::string branches(std::uint64_t covered, std::uint64_t total) {
  return total == 0 ? "–" : fmt::format("{}/{}", covered, total);
}

std::string stale_headline(const Result& result, const Style& style) {
  return fmt::format("  {} {} another path now", paint(style, Color::Dim, "↻"),
                     counted(result.stale.size(), "earlier case") + (result.stale.size() == 1 ? " takes" : " take"));
}

// They come with every change of the code, so the report has no more than one that is short.
void append_stale(std::string& out, const Result& result, const Style& style) {
  if (result.stale.empty()) return;
  out += stale_headline(result, style) + fmt::format(" (forall show {})\n", single_line(result.put.full_name()));
  for (const testcase::StaleCase& c : result.stale) {
    const std::string text = single_line(fmt::format("    {}: {}", c.name, c.reason));
    if (display_width(text) > columns_of(style)) continue;
    out += text + "\n";
    return;
  }
}

// A proof that rests on others says so where it is seen first.
std::string verdict_text(const Result& result) {
  const std::string verdict = testcase::to_string(result.verdict);
  const std::size_t axioms = result.verdict == VerdictKind::Proved ? assumed_axioms(result) : 0;
  return axioms == 0 ? verdict : verdict + ", assuming " + counted(axioms, "axiom");
}

std::string effort(const Result& result) { return result.is_kept ? "unchanged" : duration(result.seconds); }

std::string facts(const Result& result) {
  std::string text = counted(result.paths, "path");
  if (result.failed > 0) text += fmt::format(", {} failing", result.failed);
  if (result.discarded > 0) text += fmt::format(", {} discarded", result.discarded);
  if (result.cut > 0) text += fmt::format(", {} cut", result.cut);
  if (result.branches_total > 0)
    text += fmt::format(" · {} of {} branches", result.branches_covered, result.branches_total);
  text += " · " + effort(result);
  if (result.queries > 0)
    text += fmt::format(" ({} in {})", duration(result.solver_seconds),
                        result.queries == 1 ? "1 query" : fmt::format("{} queries", result.queries));
  if (result.interrupted) text += " · interrupted";
  return text;
}

std::string headline(const Result& result, const std::string& brief, const Style& style) {
  const Look look = look_of(result.verdict);
  const std::string verdict = verdict_text(result);
  const std::string name = single_line(result.put.full_name());
  const std::size_t used = 2 + display_width(name) + display_width(brief) + verdict.size();
  const std::size_t gap = used + 2 < columns_of(style) ? columns_of(style) - used : 2;
  return paint(style, look.color, look.symbol) + " " + paint(style, Color::Bold, name) + std::string(gap, ' ') +
         (brief.empty() ? "" : paint(style, Color::Dim, brief)) + paint(style, look.color, verdict) + "\n";
}

std::string details(const Result& result, const Style& style) {
  std::string out;
  for (const auto& origin : result.put.origins) append_wrapped(out, "  ", "    ", to_string(origin), style);
  append_failures(out, result, style);
  out += open_text(result, style);
  out += axioms_text(result, style);
  append_stale(out, result, style);
  return out;
}

}  // namespace

std::string put_text(const Result& result, const Style& style) {
  std::string out = headline(result, "", style);
  append_wrapped(out, "  ", "  ", facts(result), style);
  return out + details(result, style);
}

std::string line_text(const Result& result, const Style& style) {
  std::string brief = counted(result.paths, "path");
  if (result.failed > 0) brief += fmt::format(", {} failing", result.failed);
  return headline(result, brief + " · " + effort(result) + " · ", style) + details(result, style);
}

std::string times_text(const Times& times) {
  std::string text;
  const auto add = [&](const char* what, double seconds) {
    if (seconds > 0) text += fmt::format("{} {}, ", what, duration(seconds));
  };
  add("compiled in", times.compile);
  add("explored in", times.explore);
  add("confirmed natively in", times.confirm);
  return text + fmt::format("{} in all", duration(times.wall));
}

std::string totals_text(const std::vector<Result>& results) {
  std::array<std::size_t, 3> verdicts{};
  std::size_t kept = 0, assuming = 0;
  for (const Result& result : results) {
    ++verdicts[static_cast<std::size_t>(result.verdict)];
    kept += result.is_kept ? 1 : 0;
    assuming += result.verdict == VerdictKind::Proved && assumed_axioms(result) > 0 ? 1 : 0;
  }
  return fmt::format("{} proved{}, {} refuted, {} open{}\n", verdicts[0],
                     assuming > 0 ? fmt::format(" ({} assuming axioms)", assuming) : "", verdicts[1], verdicts[2],
                     kept > 0 ? fmt::format(" ({} unchanged)", kept) : "");
}

std::string summary_text(const std::vector<Result>& results, const Style& style) {
  using Row = std::array<std::string, 6>;
  std::vector<Row> rows;
  std::uint64_t paths = 0, failed = 0, covered = 0, total = 0;
  double seconds = 0;
  for (const Result& result : results) {
    rows.push_back({single_line(result.put.full_name()),
                    std::string(look_of(result.verdict).symbol) + " " + testcase::to_string(result.verdict),
                    std::to_string(result.paths), std::to_string(result.failed),
                    branches(result.branches_covered, result.branches_total), effort(result)});
    paths += result.paths;
    failed += result.failed;
    covered += result.branches_covered;
    total += result.branches_total;
    seconds += result.seconds;
  }
  if (rows.empty()) return {};
  const Row head = {"PUT", "verdict", "paths", "failing", "branches", "time"};
  const Row foot = {counted(results.size(), "PUT"), "",
                    std::to_string(paths),          std::to_string(failed),
                    branches(covered, total),       duration(seconds)};
  std::array<std::size_t, 6> widths{};
  for (std::size_t i = 0; i < head.size(); ++i) {
    widths[i] = std::max(display_width(head[i]), display_width(foot[i]));
    for (const Row& row : rows) widths[i] = std::max(widths[i], display_width(row[i]));
  }
  // If the table does not fit, names are shortened.
  std::size_t all = 1;
  for (const std::size_t width : widths) all += width + 3;
  if (all > columns_of(style))
    widths[0] = std::max<std::size_t>(12, widths[0] - std::min(widths[0], all - columns_of(style)));

  const auto rule = [&](const char* left, const char* middle, const char* right) {
    std::string line = left;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      for (std::size_t k = 0; k < widths[i] + 2; ++k) line += "─";
      line += i + 1 == widths.size() ? right : middle;
    }
    return line + "\n";
  };
  const auto line_of = [&](const Row& row, const Color* color) {
    std::string line = "│";
    for (std::size_t i = 0; i < row.size(); ++i) {
      std::string cell = i < 2 ? fit(row[i], widths[i]) : pad_left(row[i], widths[i]);
      if (i == 1 && color != nullptr) cell = paint(style, *color, cell);
      line += " " + cell + " │";
    }
    return line + "\n";
  };
  std::string out = rule("╭", "┬", "╮") + line_of(head, nullptr) + rule("├", "┼", "┤");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Color color = look_of(results[i].verdict).color;
    out += line_of(rows[i], &color);
  }
  if (rows.size() > 1) out += rule("├", "┼", "┤") + line_of(foot, nullptr);
  out += rule("╰", "┴", "╯");
  return out + totals_text(results);
}

std::string stale_text(const Result& result, const Style& style) {
  if (result.stale.empty()) return {};
  std::string out = stale_headline(result, style) + ":\n";
  for (const testcase::StaleCase& c : result.stale)
    append_wrapped(out, "    ", "      ", fmt::format("{}: {}", c.name, c.reason), style);
  return out;
}

std::string case_text(const Case& c, const Style& style, const testcase::Put* put) {
  const bool is_failing = testcase::refutes(c.outcome.kind);
  const bool is_passed = c.outcome.kind == testcase::OutcomeKind::Passed;
  const Color color = is_failing ? Color::Red : is_passed ? Color::Green : Color::Yellow;
  std::string out = paint(style, color, is_failing ? "✗" : is_passed ? "✓" : "?") + " ";
  out += paint(style, Color::Bold, single_line(c.put + (c.name.empty() ? "" : "  " + c.name)));
  if (c.id != 0) out += paint(style, Color::Dim, fmt::format("  #{}", c.id));
  out += "\n";
  const auto field = [&](const char* label, const std::string& text) {
    if (!text.empty()) {
      append_wrapped(out, "  " + paint(style, Color::Dim, pad_right(label, 9)) + " ", std::string(12, ' '), text,
                     style);
    }
  };
  for (const ShownValue& value : shown_values(put, c)) {
    field(value.is_choice ? "choice" : "input", fmt::format("{} {} = {}", value.type, value.name, value.text));
  }
  field("outcome", is_failing ? failure_headline(c) : outcome_text(c.outcome));
  if (!c.outcome.function.empty()) field("in", c.outcome.function);
  const char* label = "message";
  for (const auto& line : message_lines(message_of(c), columns_of(style) - 12)) {
    out += "  " + paint(style, Color::Dim, pad_right(std::exchange(label, ""), 9)) + " " + line + "\n";
  }
  const testcase::Values values = put != nullptr ? testcase::values_of(*put, c) : testcase::Values{};
  for (const testcase::MockCall& call : values.calls) field("call", call.name);
  for (const auto& value : testcase::own_observations(values, c)) {
    field("observed", fmt::format("{} = {}{}", value.name, expr::print_value(value.kind, value.width, value.value),
                                  value.expression.empty() ? "" : "  = " + value.expression));
  }
  field("when", c.path_condition);
  field("native", native_text(c));
  return out;
}

}  // namespace forall::report

// The axioms that a verdict rests on, below the block of its PUT.
//
//   assuming HashtableTests.SetThenGet, HashtableTests.AddThenContains (2 proved)
//   assuming HashtableTests.GetIsPure (assumed: no code)
//   ✗ not used: HashtableTests.Wrong (refused: k = 0: assertion failed at hashtable_test.cpp:31)
//   ○ no axiom says: Hashtable::get after Hashtable::remove. A sketch:
//       void RemoveThenGet(...) { ... }
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "report/report.h"
#include "report/text.h"

namespace forall::report {

using testcase::MissingAxiom;
using testcase::Result;
using testcase::UsedAxiom;
using Standing = UsedAxiom::Standing;

namespace {

constexpr std::size_t kMostMissing = 5;

bool is_plainly_proved(const UsedAxiom& axiom) { return axiom.standing == Standing::Proved && axiom.why.empty(); }

void append_proved(std::string& out, const Result& result, const Style& style) {
  std::vector<std::string> names;
  for (const UsedAxiom& axiom : result.axioms) {
    if (is_plainly_proved(axiom)) names.push_back(axiom.put);
  }
  if (names.empty()) return;
  append_wrapped(out, "  ", "    ", fmt::format("assuming {} ({} proved)", fmt::join(names, ", "), names.size()),
                 style);
}

void append_axiom(std::string& out, const UsedAxiom& axiom, const Style& style) {
  std::string text = fmt::format("{} ({}", axiom.put, testcase::to_string(axiom.standing));
  if (!axiom.why.empty()) text += ": " + axiom.why;
  text += ")";
  if (axiom.standing == Standing::Refused) {
    append_wrapped(out, "  " + paint(style, Color::Red, "✗") + " ", "    ", "not used: " + text, style);
  } else {
    append_wrapped(out, "  ", "    ", "assuming " + text, style);
  }
}

void append_missing(std::string& out, const MissingAxiom& missing, const Style& style) {
  append_wrapped(out, "  " + paint(style, Color::Yellow, "○") + " ", "    ",
                 fmt::format("no axiom says: {}{}", missing.term, missing.sketch.empty() ? "" : ". A sketch:"), style);
  std::istringstream lines(missing.sketch);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    out += "      " + std::string(indent, ' ') + single_line(line.substr(indent)) + "\n";
  }
}

}  // namespace

std::size_t assumed_axioms(const Result& result) {
  return static_cast<std::size_t>(std::count_if(result.axioms.begin(), result.axioms.end(), [](const UsedAxiom& axiom) {
    return axiom.standing != Standing::Refused;
  }));
}

std::string axioms_text(const Result& result, const Style& style) {
  std::string out;
  append_proved(out, result, style);
  for (const UsedAxiom& axiom : result.axioms) {
    if (!is_plainly_proved(axiom)) append_axiom(out, axiom, style);
  }
  for (std::size_t i = 0; i < std::min(result.missing.size(), kMostMissing); ++i) {
    append_missing(out, result.missing[i], style);
  }
  if (result.missing.size() > kMostMissing) {
    out += fmt::format("  … and {} more that no axiom says\n", result.missing.size() - kMostMissing);
  }
  for (const auto& note : result.notes) append_wrapped(out, "  ", "    ", note.text, style);
  return out;
}

}  // namespace forall::report

#include "cli/page.h"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

#include "axioms/witnesses.h"
#include "base/error.h"
#include "base/files.h"
#include "base/version.h"
#include "emit/emit.h"
#include "emit/suites.h"
#include "report/page.h"
#include "report/text.h"
#include "testcase/purity.h"

namespace forall::cli {
namespace {

constexpr std::size_t kMostTests = 200;  // closed tests of one PUT in a report

// Without the marks of the parts that belong to the user, which are of no use outside of a file that is written again.
std::string without_marks(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    const std::string line = text.substr(at, end - at);
    if (!line.starts_with("// forall: begin keep") && !line.starts_with("// forall: end keep")) out += line;
    at = end;
  }
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

// The closed tests that forall emit writes by default, each a file of its own.
std::map<std::size_t, std::string> closed_tests(const testcase::Result& result) {
  std::map<std::size_t, std::string> tests;
  if (axioms::has_no_code_to_run(result)) return tests;
  std::vector<testcase::Case> cases = result.cases;
  emit::name_cases(cases);
  for (const std::size_t i : emit::with_all_failures(emit::smallest_branch_cover(cases), cases)) {
    if (tests.size() == kMostTests) break;
    if (!emit::is_emitted(cases[i]) || !testcase::has_closed_test(result.put, cases[i].outcome)) continue;
    tests[i] =
        without_marks(emit::test_source(result.put, {cases[i]}, {.include = report::near_path(result.put.file)}));
  }
  return tests;
}

}  // namespace

std::string read_earlier(const std::filesystem::path& file) {
  auto text = base::system_files().read(file);
  if (!text)
    throw base::UserError(fmt::format("{}: error: no such file; write it with forall explore --json", file.string()));
  compare_with(file, *text, {});  // says what is wrong with it before anything is explored
  return std::move(*text);
}

report::Comparison compare_with(const std::filesystem::path& file, const std::string& earlier,
                                const std::vector<testcase::Result>& results) {
  try {
    return report::compare(earlier, results);
  } catch (const std::invalid_argument& error) {
    throw base::UserError(
        fmt::format("{}: error: not the output of forall explore --json: {}", file.string(), error.what()));
  }
}

std::string page_data(const std::vector<testcase::Result>& results, const std::vector<std::string>& explored_at,
                      const report::Comparison* against, const std::string& against_name,
                      std::vector<report::OtherResult> others, report::LineHits line_hits) {
  report::PageInput input{.puts = {},
                          .against = against,
                          .against_name = against_name,
                          .version = base::kVersion,
                          .others = std::move(others),
                          .line_hits = std::move(line_hits)};
  for (std::size_t i = 0; i < results.size(); ++i)
    input.puts.push_back({&results[i], explored_at[i], closed_tests(results[i])});
  try {
    return report::page_json(input, base::system_files());
  } catch (const std::invalid_argument& error) {
    throw base::UserError(error.what());
  }
}

}  // namespace forall::cli

#include "generalize/round.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace forall::generalize {
namespace {

std::string line_mark(unsigned line, const std::string& file) { return fmt::format("#line {} \"{}\"\n", line, file); }

}  // namespace

// The drafts of a test stand behind it, where all that it uses is visible.
Rounds::File Rounds::assemble(const std::vector<RoundDraft>& drafts, std::vector<RoundResult>& results) const {
  File file;
  std::string& text = file.text;
  std::size_t at = 0;
  const bool has_instances =
      std::any_of(flows_.begin(), flows_.end(), [](const frontend::TestFlow& flow) { return !flow.instances.empty(); });
  const Include include =
      include_for(source_, flows_.front().test.whole.begin, has_instances, flows_.front().framework);
  if (!include.text.empty()) {
    text = source_.substr(0, include.place) + include.text;
    at = include.place;
    text += line_mark(line_at(source_, at), tools_.source_name);
  }
  file.drafts.assign(drafts.size(), {0, 0});
  for (std::size_t test = 0; test < flows_.size(); ++test) {
    const std::size_t end = flows_[test].test.whole.end;
    text += source_.substr(at, end - at);
    at = end;
    const bool any = std::any_of(drafts.begin(), drafts.end(), [&](const RoundDraft& d) { return d.test == test; });
    if (any) text += "\n" + line_mark(line_at(text, text.size()) + 2, tools_.draft_name);
    for (std::size_t d = 0; d < drafts.size(); ++d) {
      if (drafts[d].test != test || !results[d].error.empty()) continue;
      const Written written = write_put(source_, flows_[test], *drafts[d].plan, drafts[d].draft);
      text += "\n";
      const std::size_t begin = text.size();
      text += written.text;
      results[d].text = written.text;
      results[d].assertion_lines.clear();
      file.drafts[d] = {line_at(text, begin), line_at(text, text.size() - 1)};
      for (std::size_t l = 0; l < written.lines.size(); ++l)
        file.source_lines[file.drafts[d].first + static_cast<unsigned>(l)] = written.lines[l];
      for (const frontend::SourceRange range : written.assertions) {
        if (range.end == 0) {
          results[d].assertion_lines.emplace_back(0, 0);
        } else {
          results[d].assertion_lines.emplace_back(
              file.source_lines.at(line_at(text, begin + range.begin)),
              file.source_lines.at(line_at(text, std::min(begin + range.end, text.size() - 1))));
        }
      }
    }
    // What follows on the line of the closing brace is on a line of its own, with the same number.
    if (any) text += line_mark(line_at(source_, at), tools_.source_name);
  }
  text += source_.substr(at);
  return file;
}

// A user knows the closed test, not the file of the round.
void Rounds::place_in_source(testcase::Result& result, const File& file) const {
  const std::filesystem::path draft = std::filesystem::weakly_canonical(tools_.draft_name);
  const auto place = [&](unsigned& line) {
    const auto known = file.source_lines.find(line);
    if (known != file.source_lines.end()) line = known->second;
    return known != file.source_lines.end();
  };
  for (testcase::Case& c : result.cases) {
    testcase::Outcome& outcome = c.outcome;
    place(outcome.call_line);
    if (outcome.file.empty() || std::filesystem::weakly_canonical(outcome.file) != draft) continue;
    if (place(outcome.line)) outcome.file = tools_.source_name;
  }
}

std::vector<RoundResult> Rounds::run(const std::vector<RoundDraft>& drafts, Effort effort) {
  std::vector<RoundResult> results(drafts.size());
  if (drafts.empty()) return results;
  File file;
  for (bool is_clean = false; !is_clean;) {
    file = assemble(drafts, results);
    is_clean = true;
    for (const CompileError& error : tools_.check(file.text)) {
      bool is_known = false;
      for (std::size_t d = 0; d < drafts.size(); ++d) {
        if (error.line < file.drafts[d].first || error.line > file.drafts[d].second) continue;
        if (results[d].error.empty()) results[d].error = error.message;
        is_known = true;
      }
      // An error elsewhere that only some draft can have caused: none of them is explored.
      if (!is_known) {
        for (RoundResult& result : results) {
          if (result.error.empty()) result.error = error.message;
        }
      }
      is_clean = false;
    }
  }
  const bool any = std::any_of(results.begin(), results.end(), [](const auto& r) { return r.error.empty(); });
  if (!any) return results;
  const std::string prefix = std::to_string(number_++) + " ";
  std::vector<std::string> names;
  for (std::size_t d = 0; d < drafts.size(); ++d) {
    if (results[d].error.empty()) names.push_back(drafts[d].draft.suite + "." + drafts[d].draft.name);
  }
  Explored explored = tools_.explore(file.text, names, effort);
  for (auto& [name, result] : explored.results) place_in_source(result, file);
  for (auto& [name, result] : explored.results) kept_.emplace(prefix + name, std::move(result));
  for (std::size_t d = 0; d < drafts.size(); ++d) {
    results[d].compiled = results[d].error.empty();
    const auto found = kept_.find(prefix + drafts[d].draft.suite + "." + drafts[d].draft.name);
    if (results[d].compiled) results[d].problem = explored.error;
    if (results[d].compiled && found != kept_.end()) results[d].result = &found->second;
  }
  return results;
}

}  // namespace forall::generalize

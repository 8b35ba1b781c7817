// Clang's Replacements detect conflicting edits and apply the others. The diff follows from them directly: the file
// changes where they are.
#include "frontend/edits.h"

#include <clang/Tooling/Core/Replacement.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.h"

namespace forall::frontend {
namespace {

namespace fs = std::filesystem;
using clang::tooling::Replacements;

constexpr std::size_t kContext = 3;  // lines around a change, as diff has them

struct EditedFile {
  std::string before;
  Replacements edits;
};

std::map<fs::path, EditedFile> by_file(const std::vector<Edit>& edits, base::Files& files) {
  std::map<fs::path, EditedFile> result;
  for (const Edit& edit : edits) {
    const auto [entry, is_new] = result.try_emplace(edit.file.lexically_normal());
    EditedFile& file = entry->second;
    if (is_new) {
      auto text = files.read(edit.file);
      if (!text) throw base::UserError(fmt::format("{}: error: cannot be read", edit.file.string()));
      file.before = std::move(*text);
    }
    if (edit.offset > file.before.size() || edit.length > file.before.size() - edit.offset)
      throw base::UserError(fmt::format("{}: error: an edit is past the end of the file", edit.file.string()));
    if (auto conflict = file.edits.add({entry->first.string(), static_cast<unsigned>(edit.offset),
                                        static_cast<unsigned>(edit.length), edit.text})) {
      llvm::consumeError(std::move(conflict));
      throw base::UserError(fmt::format("{}: error: two edits change the same place", edit.file.string()));
    }
  }
  return result;
}

std::string edited(const std::string& text, const Replacements& edits) {
  auto result = clang::tooling::applyAllReplacements(text, edits);
  if (!result) throw base::UserError(llvm::toString(result.takeError()));
  return std::move(*result);
}

// The lines keep their newlines.
std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    lines.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return lines;
}

// A range of lines of the original file, and the lines that replace it.
struct Change {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::vector<std::string> after;
};

// Removes equal lines at both ends of a change.
void trim(Change& change, const std::vector<std::string>& before) {
  while (change.begin < change.end && !change.after.empty() && before[change.begin] == change.after.front()) {
    ++change.begin;
    change.after.erase(change.after.begin());
  }
  while (change.begin < change.end && !change.after.empty() && before[change.end - 1] == change.after.back()) {
    --change.end;
    change.after.pop_back();
  }
}

std::vector<Change> changes_of(const EditedFile& file, const std::vector<std::string>& before) {
  std::vector<std::size_t> starts{0};
  for (const std::string& line : before) starts.push_back(starts.back() + line.size());
  const auto line_at = [&](std::size_t offset) {
    const auto next = std::upper_bound(starts.begin(), starts.end(), offset);
    return std::min<std::size_t>(static_cast<std::size_t>(next - starts.begin()) - 1, before.size());
  };
  std::vector<Change> changes;
  std::vector<Replacements> edits;  // of each change, counted from its first line
  for (const clang::tooling::Replacement& edit : file.edits) {
    const std::size_t first = line_at(edit.getOffset());
    const std::size_t last = std::min(line_at(edit.getOffset() + edit.getLength()) + 1, before.size());
    // A change after a last line without a newline begins with that line.
    const bool continues = first == before.size() && !before.empty() && before.back().back() != '\n';
    const std::size_t begin = continues ? first - 1 : first;
    if (changes.empty() || begin >= changes.back().end + (changes.back().end == before.size() ? 1 : 0)) {
      changes.push_back({begin, last, {}});
      edits.emplace_back();
    }
    changes.back().end = std::max(changes.back().end, last);
    const std::size_t shift = starts[changes.back().begin];
    llvm::cantFail(edits.back().add({edit.getFilePath(), static_cast<unsigned>(edit.getOffset() - shift),
                                     edit.getLength(), edit.getReplacementText()}));
  }
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const std::size_t begin = starts[changes[i].begin];
    changes[i].after = lines_of(edited(file.before.substr(begin, starts[changes[i].end] - begin), edits[i]));
    trim(changes[i], before);
  }
  std::erase_if(changes, [](const Change& change) { return change.begin == change.end && change.after.empty(); });
  return changes;
}

std::string marked(char mark, const std::string& line) {
  return line.back() == '\n' ? fmt::format("{}{}", mark, line)
                             : fmt::format("{}{}\n\\ No newline at end of file\n", mark, line);
}

// "12,3". An empty range names the line before it.
std::string hunk_range(std::size_t begin, std::size_t count) {
  const std::size_t first = count == 0 ? begin : begin + 1;
  return count == 1 ? fmt::format("{}", first) : fmt::format("{},{}", first, count);
}

std::string hunks_of(const std::vector<Change>& changes, const std::vector<std::string>& before) {
  std::string text;
  std::ptrdiff_t grown = 0;  // lines that the hunks so far add to the file
  for (std::size_t first = 0; first < changes.size();) {
    std::size_t last = first;
    while (last + 1 < changes.size() && changes[last + 1].begin - changes[last].end <= 2 * kContext) ++last;
    const std::size_t begin = changes[first].begin - std::min(changes[first].begin, kContext);
    const std::size_t end = std::min(changes[last].end + kContext, before.size());
    std::string lines;
    std::ptrdiff_t more = 0;
    std::size_t at = begin;
    for (std::size_t i = first; i <= last; ++i) {
      for (; at < changes[i].begin; ++at) lines += marked(' ', before[at]);
      for (; at < changes[i].end; ++at, --more) lines += marked('-', before[at]);
      for (const std::string& line : changes[i].after) lines += marked('+', line), ++more;
    }
    for (; at < end; ++at) lines += marked(' ', before[at]);
    const auto begin_after = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(begin) + grown);
    const auto count_after = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(end - begin) + more);
    text +=
        fmt::format("@@ -{} +{} @@\n{}", hunk_range(begin, end - begin), hunk_range(begin_after, count_after), lines);
    grown += more;
    first = last + 1;
  }
  return text;
}

}  // namespace

std::string patch_of(const std::vector<Edit>& edits, const fs::path& root, base::Files& files) {
  std::string patch;
  for (const auto& [path, file] : by_file(edits, files)) {
    const std::vector<std::string> before = lines_of(file.before);
    const std::string hunks = hunks_of(changes_of(file, before), before);
    const std::string name =
        path.is_absolute() ? path.lexically_relative(root).generic_string() : path.generic_string();
    if (!hunks.empty()) patch += fmt::format("--- a/{0}\n+++ b/{0}\n{1}", name, hunks);
  }
  return patch;
}

void apply_edits(const std::vector<Edit>& edits, base::Files& files) {
  std::map<fs::path, std::string> after;
  for (const auto& [path, file] : by_file(edits, files)) after[path] = edited(file.before, file.edits);
  for (const auto& [path, text] : after) files.write(path, text);
}

}  // namespace forall::frontend

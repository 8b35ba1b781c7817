#include "store/case_folder.h"

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <stdexcept>
#include <utility>

#include "base/words.h"
#include "store/case_file.h"
#include "testcase/condition_text.h"

namespace forall::store {

namespace {

namespace fs = std::filesystem;

constexpr const char* kExtension = ".json";
constexpr const char* kAttributes = "# Lines of both sides are kept: forall reads them so.\n*.json merge=union\n";

[[noreturn]] void refuse() { throw std::logic_error("a folder of cases is only read"); }

class CaseFolder final : public Store {
 public:
  explicit CaseFolder(fs::path folder) : folder_(std::move(folder)) {}

  std::int64_t begin(const testcase::Put&) override { refuse(); }
  void add(std::int64_t, const testcase::Case&) override { refuse(); }
  void finish(std::int64_t, const testcase::Result&) override { refuse(); }
  bool forget(const std::string&) override { refuse(); }
  void move(const testcase::Put&) override { refuse(); }
  void start_run(const RunInfo&) override { refuse(); }

  std::vector<PutSummary> list() override {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_)) {
      if (entry.path().extension() == kExtension) names.push_back(entry.path().stem().string());
    }
    std::sort(names.begin(), names.end());
    std::vector<PutSummary> all;
    for (const std::string& name : names) {
      const testcase::Result& r = *read(name);
      all.push_back({name, r.put.file, r.put.line, r.verdict, r.paths, r.cases.size(), r.failed, 0, true, ""});
    }
    return all;
  }

  std::optional<testcase::Result> load(const std::string& put) override {
    const testcase::Result* result = read(put);
    return result == nullptr ? std::nullopt : std::optional(*result);
  }

  std::optional<testcase::Result> load_summary(const std::string& put) override {
    std::optional<testcase::Result> result = load(put);
    if (result) std::erase_if(result->cases, [](const auto& c) { return !testcase::refutes(c.outcome.kind); });
    return result;
  }

  std::optional<testcase::Put> find_put(const std::string& put) override {
    const testcase::Result* result = read(put);
    return result == nullptr ? std::nullopt : std::optional(result->put);
  }

  std::vector<CaseName> case_names(const std::string& put) override {
    std::vector<CaseName> names;
    if (const testcase::Result* result = read(put)) {
      for (const testcase::Case& c : result->cases)
        names.push_back({c.id, c.name, c.outcome.kind, c.outcome.file, c.outcome.line});
    }
    return names;
  }

  std::optional<testcase::Case> find_case(std::int64_t id) override {
    if (id < 1 || static_cast<std::size_t>(id) > places_.size()) return std::nullopt;
    const auto& [put, index] = places_[static_cast<std::size_t>(id) - 1];
    return results_.at(put).cases[index];
  }

 private:
  // Null if there is no such file. Cases are numbered as they are read.
  const testcase::Result* read(const std::string& put) {
    if (const auto found = results_.find(put); found != results_.end()) return &found->second;
    std::optional<testcase::Result> result = read_case_file(base::system_files(), folder_, put);
    if (!result) return nullptr;
    for (std::size_t i = 0; i < result->cases.size(); ++i) {
      places_.emplace_back(put, i);
      result->cases[i].id = static_cast<std::int64_t>(places_.size());
    }
    return &results_.emplace(put, std::move(*result)).first->second;
  }

  const fs::path folder_;
  std::map<std::string, testcase::Result> results_;
  std::vector<std::pair<std::string, std::size_t>> places_;  // of the case with this id, from 1
};

// The folder that has the one of the cases.
fs::path root_of(const fs::path& folder) {
  const fs::path whole = fs::absolute(folder).lexically_normal();
  return (whole.has_filename() ? whole : whole.parent_path()).parent_path();  // it may be given with a slash
}

void make_relative(std::string& text, const std::string& root) {
  for (std::size_t at = 0; (at = text.find(root, at)) != std::string::npos;) text.erase(at, root.size());
}

// The file may have been named from another folder.
void make_relative(std::string& file, const fs::path& root, base::Files& files) {
  if (fs::path(file).is_absolute()) return make_relative(file, (root / "").string());
  if (file.empty() || !files.exists(fs::absolute(file))) return;
  const std::string relative = fs::absolute(file).lexically_normal().lexically_relative(root).generic_string();
  if (!relative.empty() && !relative.starts_with("..")) file = relative;
}

// The result with these cases only, and without paths of this machine.
testcase::Result portable(base::Files& files, const testcase::Result& result, const std::vector<std::size_t>& cases,
                          const fs::path& folder) {
  const fs::path root = root_of(folder);
  testcase::Result chosen;
  chosen.put = result.put;
  chosen.verdict = result.verdict;
  make_relative(chosen.put.file, root, files);
  for (const std::size_t i : cases) {
    testcase::Case& c = chosen.cases.emplace_back(result.cases[i]);
    make_relative(c.outcome.file, root, files);
    make_relative(c.outcome.message, (root / "").string());
  }
  return chosen;
}

// Operands that change places may lose or get parentheses.
bool have_equal_letters(std::string x, std::string y) {
  for (std::string* text : {&x, &y}) {
    std::erase_if(*text, [](char c) { return c == '(' || c == ')'; });
    std::sort(text->begin(), text->end());
  }
  return x == y;
}

bool are_equal(const testcase::Case& x, const testcase::Case& y) {
  const auto are_equal_inputs = [](const testcase::InputValue& a, const testcase::InputValue& b) {
    return a.name == b.name && a.value == b.value && a.target == b.target;
  };
  return x.outcome.kind == y.outcome.kind &&
         std::equal(x.inputs.begin(), x.inputs.end(), y.inputs.begin(), y.inputs.end(), are_equal_inputs) &&
         have_equal_letters(testcase::readable_condition(x.path_condition), y.path_condition);
}

// Which side of `a == b` comes first depends on the order of the runs, and with it names of cases. A case that was
// committed keeps its words.
void keep_words(const testcase::Result& committed, testcase::Result& result) {
  std::set<std::string> names;
  for (const testcase::Case& c : result.cases) names.insert(c.name);
  for (testcase::Case& c : result.cases) {
    const auto same = std::find_if(committed.cases.begin(), committed.cases.end(),
                                   [&](const testcase::Case& other) { return are_equal(c, other); });
    if (same == committed.cases.end() || (same->name != c.name && !names.insert(same->name).second)) continue;
    c.name = same->name;
    c.path_condition = same->path_condition;
  }
}

// Where the source says FORALL(Suite, Name).
int line_in_source(const std::string& source, const testcase::Put& put) {
  const auto is_word = [](const std::string& name) {
    return std::all_of(name.begin(), name.end(), base::is_word_character);
  };
  if (!is_word(put.suite) || !is_word(put.name)) return 0;
  const std::regex registration("\\bFORALL\\w*\\s*\\(\\s*" + put.suite + "\\s*,\\s*" + put.name + "\\s*[,)]");
  std::smatch found;
  if (!std::regex_search(source, found, registration)) return 0;
  return 1 + static_cast<int>(std::count(source.cbegin(), found[0].first, '\n'));
}

}  // namespace

std::unique_ptr<Store> open_case_folder(const fs::path& folder) {
  auto store = std::make_unique<CaseFolder>(folder);
  std::error_code ignored;
  const auto is_file = [](const fs::directory_entry& entry) { return entry.path().extension() == kExtension; };
  const fs::directory_iterator entries(folder, ignored);
  if (std::none_of(begin(entries), end(entries), is_file)) throw NoCases(folder.string() + ": no files of cases");
  return store;
}

fs::path case_file(const fs::path& folder, const std::string& put) { return folder / (put + kExtension); }

std::optional<testcase::Result> read_case_file(base::Files& files, const fs::path& folder, const std::string& put) {
  const fs::path file = case_file(folder, put);
  const auto text = files.read(file);
  if (!text) return std::nullopt;
  try {
    return from_case_file(*text, [&](const testcase::Put& found) {
      const auto source = files.read(root_of(folder) / found.file);
      return source ? line_in_source(*source, found) : 0;
    });
  } catch (const std::invalid_argument& error) {
    throw base::UserError(file.string() + ": not a file of cases: " + error.what());
  }
}

void write_case_file(base::Files& files, const fs::path& folder, const testcase::Result& result,
                     const std::vector<std::size_t>& cases) {
  files.create_directories(folder);
  if (!files.exists(folder / ".gitattributes")) files.write(folder / ".gitattributes", kAttributes);
  const fs::path file = case_file(folder, result.put.full_name());
  testcase::Result chosen = portable(files, result, cases, folder);
  const auto before = files.read(file);
  if (before) {
    try {
      keep_words(from_case_file(*before), chosen);
    } catch (const std::invalid_argument&) {  // it is damaged, and written anew
    }
  }
  const std::string text = to_case_file(chosen);
  if (before != text) files.write(file, text);  // a file that does not change keeps its time
}

}  // namespace forall::store

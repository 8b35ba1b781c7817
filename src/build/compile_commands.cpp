// compile_commands.json says how each object is made, but not which objects make a program. CMake's generators know:
// Ninja lists all inputs of a target, and for Make there is a link.txt beside the objects of each target. What neither
// knows is left to the user, who can name sources beside the target.
#include "build/compile_commands.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>

#include "base/error.h"
#include "base/files.h"
#include "base/json.h"

namespace forall::build {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kFile = "compile_commands.json";

struct Entry {
  fs::path source;
  fs::path object;  // empty if the command does not say
  fs::path folder;  // in which the command runs
  std::vector<std::string> words;
};

fs::path in(const fs::path& folder, const std::string& path) { return (folder / path).lexically_normal(); }

std::vector<Entry> read_entries(const fs::path& folder, base::Files& files) {
  const fs::path file = folder / kFile;
  const auto text = files.read(file);
  if (!text) {
    throw base::UserError(fmt::format(
        "{}: error: no such file; configure the project with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON", file.string()));
  }
  std::vector<Entry> entries;
  try {
    for (const json& item : base::parse_json(*text)) {
      Entry entry;
      entry.folder = fs::absolute(folder / item.at("directory").get<std::string>());
      entry.source = in(entry.folder, item.at("file").get<std::string>());
      if (item.contains("arguments")) {
        entry.words = item.at("arguments").get<std::vector<std::string>>();
      } else {
        entry.words = split_command(item.at("command").get<std::string>());
      }
      const auto output = std::find(entry.words.begin(), entry.words.end(), "-o");
      if (item.contains("output")) {
        entry.object = in(entry.folder, item.at("output").get<std::string>());
      } else if (output != entry.words.end() && output + 1 != entry.words.end()) {
        entry.object = in(entry.folder, *(output + 1));
      }
      entries.push_back(std::move(entry));
    }
  } catch (const json::exception& error) {
    throw base::UserError(
        fmt::format("{}: error: it is not a list of compile commands ({})", file.string(), error.what()));
  }
  return entries;
}

// CMake keeps the objects of a target in .../CMakeFiles/<target>.dir/.
std::string target_of(const Entry& entry) {
  for (fs::path path = entry.object.parent_path(); path.has_relative_path(); path = path.parent_path()) {
    if (path.parent_path().filename() == "CMakeFiles" && path.extension() == ".dir") return path.stem().string();
  }
  return "";
}

using Inputs = std::set<fs::path>;

std::optional<Inputs> inputs_by_ninja(const fs::path& build, const std::string& target, const base::World& world) {
  if (!world.files.exists(build / "build.ninja")) return std::nullopt;
  const auto result = world.processes.run({.command = {"ninja", "-C", build.string(), "-t", "inputs", target}});
  if (!result.ok()) return std::nullopt;
  Inputs inputs;
  for (std::size_t at = 0; at < result.output.size();) {
    const std::size_t end = std::min(result.output.find('\n', at), result.output.size());
    inputs.insert(in(build, result.output.substr(at, end - at)));
    at = end + 1;
  }
  return inputs;
}

struct Link {
  fs::path output;
  Inputs inputs;
};

// Of `c++ ... -o OUTPUT ...` or `ar qc OUTPUT ...`; the lines run in the folder that contains CMakeFiles.
Link read_link(const fs::path& file, base::Files& files) {
  const fs::path folder = file.parent_path().parent_path().parent_path();
  const std::string text = files.read(file).value_or("");
  const std::vector<std::string> words = split_command(text.substr(0, text.find('\n')));
  Link link;
  const auto output = std::find(words.begin(), words.end(), "-o");
  if (output != words.end() && output + 1 != words.end()) {
    link.output = in(folder, *(output + 1));
  } else if (words.size() > 2) {
    link.output = in(folder, words[2]);
  }
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (!words[i].empty() && words[i].front() != '-') link.inputs.insert(in(folder, words[i]));
  }
  return link;
}

std::optional<Inputs> inputs_by_make(const fs::path& build, const std::string& target, base::Files& files) {
  std::map<fs::path, Inputs> made_of;
  std::vector<fs::path> pending;
  for (const auto& item : fs::recursive_directory_iterator(build, fs::directory_options::skip_permission_denied)) {
    if (item.path().filename() != "link.txt") continue;
    Link link = read_link(item.path(), files);
    if (item.path().parent_path().stem() == target) pending.push_back(link.output);
    made_of[link.output] = std::move(link.inputs);
  }
  if (pending.empty()) return std::nullopt;
  Inputs inputs;
  while (!pending.empty()) {
    const fs::path file = pending.back();
    pending.pop_back();
    if (!inputs.insert(file).second) continue;
    if (const auto found = made_of.find(file); found != made_of.end()) {
      pending.insert(pending.end(), found->second.begin(), found->second.end());
    }
  }
  return inputs;
}

bool is_library(const fs::path& file) {
  const std::string name = file.filename().string();
  return name.ends_with(".a") || name.ends_with(".so") || name.find(".so.") != std::string::npos;
}

bool is_below(const fs::path& file, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first == folder.end();
}

// forall links GoogleTest itself, it has a main of its own, and an exploration replays nothing.
bool is_left_out(const fs::path& file) {
  const std::string name = file.filename().string();
  return name.starts_with("libgtest") || name.starts_with("libgmock") || name.starts_with("gtest") ||
         name.starts_with("gmock") || name.starts_with("libforall_replay");
}
bool is_for_replay(const std::string& definition) {
  return definition == "FORALL_REPLAY" || definition.starts_with("FORALL_REPLAY=") ||
         definition.starts_with("FORALL_DATABASE=");
}

// What is kept of a command: everything that says what the source means.
class Flags {
 public:
  void add(const Entry& entry) {
    for (std::size_t i = 1; i < entry.words.size(); ++i) {
      const std::string& word = entry.words[i];
      if (takes_value(word)) {
        if (i + 1 == entry.words.size()) break;
        const std::string& value = entry.words[++i];
        if (word == "-o" || word == "-MF" || word == "-MT" || word == "-MQ") continue;
        add_pair(word, word == "-D" || word == "-U" ? value : in(entry.folder, value).string(), entry);
      } else if (means_something(word)) {
        add_word(word, entry);
      }
    }
  }
  void add_library(const fs::path& file) {
    add_single("-L" + file.parent_path().string());
    flags_.push_back("-l:" + file.filename().string());
  }
  std::vector<std::string> take() { return std::move(flags_); }

 private:
  static bool takes_value(const std::string& word) {
    static const std::set<std::string> kWords = {"-o",      "-MF",      "-MT", "-MQ", "-I",         "-isystem",
                                                 "-iquote", "-include", "-D",  "-U",  "-idirafter", "-imacros"};
    return kWords.count(word) != 0;
  }
  static bool means_something(const std::string& word) {
    if (word.starts_with("-fdiagnostics") || word.starts_with("-fsanitize")) return false;
    return std::any_of(std::begin(kKept), std::end(kKept),
                       [&](const char* prefix) { return word.starts_with(prefix); });
  }
  void add_word(const std::string& word, const Entry& entry) {
    for (const char* prefix : {"-I", "-D", "-U"}) {
      if (word.starts_with(prefix)) {
        const std::string value = word.substr(2);
        return add_pair(prefix, prefix == std::string_view("-I") ? in(entry.folder, value).string() : value, entry);
      }
    }
    if (word.starts_with("-std=")) {
      if (!standard_.empty()) return;  // the test's own comes first
      standard_ = word;
    }
    add_single(word);
  }
  void add_pair(const std::string& option, const std::string& value, const Entry& entry) {
    if (option == "-D" && is_for_replay(value)) return;
    if (option == "-D") check_definition(value, entry);
    const bool is_short = option == "-D" || option == "-U" || option == "-I";
    if (is_short) return add_single(option + value);
    if (!seen_.insert(option + " " + value).second) return;
    flags_.insert(flags_.end(), {option, value});
  }
  void add_single(const std::string& flag) {
    if (seen_.insert(flag).second) flags_.push_back(flag);
  }
  void check_definition(const std::string& definition, const Entry& entry) {
    const std::string name = definition.substr(0, definition.find('='));
    const auto [known, is_new] = definitions_.emplace(name, definition);
    if (is_new || known->second == definition) return;
    throw base::UserError(fmt::format(
        "{}: error: it is compiled with -D{}, other sources of the same test with -D{}; such a project needs "
        "forall_add_explorer in its CMakeLists.txt",
        entry.source.string(), definition, known->second));
  }

  static constexpr const char* kKept[] = {"-I", "-D", "-U", "-std=", "-f", "-m", "-pthread", "-stdlib", "-nostdinc"};
  std::vector<std::string> flags_;
  std::set<std::string> seen_;
  std::map<std::string, std::string> definitions_;
  std::string standard_;
};

[[noreturn]] void unknown_name(const fs::path& folder, const std::string& name, const std::vector<Entry>& entries) {
  std::set<std::string> targets;
  for (const Entry& entry : entries) {
    if (const std::string target = target_of(entry); !target.empty()) targets.insert(target);
  }
  throw base::UserError(fmt::format("{}: error: neither a target nor a source in it is called {}{}",
                                    (folder / kFile).string(), name,
                                    targets.empty() ? "" : fmt::format("; its targets: {}", fmt::join(targets, ", "))));
}

}  // namespace

std::vector<std::string> split_command(const std::string& command) {
  std::vector<std::string> words;
  std::string word;
  bool is_in_word = false;
  char quote = '\0';
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (quote != '\0') {
      if (c == quote) {
        quote = '\0';
      } else if (quote == '"' && c == '\\' && i + 1 < command.size() &&
                 std::string_view("\"\\$`").find(command[i + 1]) != std::string_view::npos) {
        word += command[++i];
      } else {
        word += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
      is_in_word = true;
    } else if (c == '\\' && i + 1 < command.size()) {
      word += command[++i];
      is_in_word = true;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      if (is_in_word) words.push_back(std::move(word));
      word.clear();
      is_in_word = false;
    } else {
      word += c;
      is_in_word = true;
    }
  }
  if (is_in_word) words.push_back(std::move(word));
  return words;
}

Sources sources_of(const fs::path& folder, const std::vector<std::string>& names, const base::World& world) {
  const fs::path build = fs::absolute(folder).lexically_normal();
  const std::vector<Entry> entries = read_entries(build, world.files);
  Sources sources;
  Flags flags;
  std::set<fs::path> chosen, libraries;
  const auto choose = [&](const Entry& entry) {
    if (is_left_out(entry.source) || !chosen.insert(entry.source).second) return;
    sources.files.push_back(entry.source);
    flags.add(entry);
  };
  for (const std::string& name : names) {
    const std::size_t before = chosen.size();
    for (const Entry& entry : entries) {
      if (entry.source == fs::absolute(name).lexically_normal() || target_of(entry) == name) choose(entry);
    }
    if (chosen.size() == before) unknown_name(build, name, entries);
    auto inputs = inputs_by_ninja(build, name, world);
    if (!inputs) inputs = inputs_by_make(build, name, world.files);
    if (!inputs) continue;
    for (const Entry& entry : entries) {
      if (!entry.object.empty() && inputs->count(entry.object) != 0) choose(entry);
    }
    for (const fs::path& input : *inputs) {
      if (is_library(input) && !is_below(input, build) && !is_left_out(input)) libraries.insert(input);
    }
  }
  for (const fs::path& library : libraries) flags.add_library(library);
  sources.flags = flags.take();
  return sources;
}

}  // namespace forall::build

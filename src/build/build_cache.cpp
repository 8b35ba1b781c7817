#include "build/build_cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <sstream>
#include <system_error>
#include <thread>

#include "base/digest.h"
#include "base/error.h"
#include "base/files.h"

namespace forall::build {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kHead = "forall build record 1";
constexpr std::string_view kTemporary = ".making-";  // how names of files in the making begin
constexpr std::string_view kHeld = ".held-";         // and those of held files: .held-PID-N

std::int64_t nanoseconds(const timespec& time) { return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec; }
std::int64_t modified_at(const struct stat& info) { return nanoseconds(info.st_mtim); }

fs::path record_of(const fs::path& file) { return file.string() + ".made"; }

std::string state_of(const fs::path& path, base::Files& files) {
  const bool is_precompiled = path.extension() == ".gch";  // large, and made by us
  if (is_system_path(path) || is_precompiled) {
    struct stat info{};
    if (::stat(path.c_str(), &info) != 0) return {};
    return fmt::format("{}@{}", info.st_size, modified_at(info));
  }
  const std::optional<std::string> contents = files.read(path);
  return contents ? base::to_string(base::digest(*contents)) : std::string();
}

// The program of that name that a shell would run.
fs::path find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path file = fs::path(folder.empty() ? "." : folder) / name;
    if (::access(file.c_str(), X_OK) == 0) return file;
  }
  return name;
}

// A source that may be compiled to something else though none of the files that the compiler names has changed.
bool asks_for_files(const fs::path& path, base::Files& files) {
  if (is_system_path(path)) return false;
  const std::string text = files.read(path).value_or("");
  if (text.starts_with("\x7f"
                       "ELF") ||
      text.starts_with("!<arch>"))
    return false;
  return text.find("__has_include") != std::string::npos || text.find(".incbin") != std::string::npos;
}

// Takes what stands before the next separator off the text.
std::string_view take(std::string_view& text, char separator) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view piece = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return piece;
}

}  // namespace

// `target: file file \` and so on; in names a space, a # and a colon are quoted by a backslash, a $ by another one.
std::vector<fs::path> parse_dependencies(std::string_view makefile) {
  std::vector<fs::path> files;
  std::string word;
  bool is_behind_colon = false;
  const auto end_word = [&] {
    if (!word.empty() && is_behind_colon) files.emplace_back(word);
    word.clear();
  };
  for (std::size_t i = 0; i < makefile.size(); ++i) {
    const char c = makefile[i];
    const char next = i + 1 < makefile.size() ? makefile[i + 1] : '\n';
    if (c == '\\' && next == '\n') {
      end_word();
      ++i;
    } else if ((c == '\\' && (next == ' ' || next == '#' || next == ':' || next == '\\')) ||
               (c == '$' && next == '$')) {
      word += next;
      ++i;
    } else if (c == '\n') {
      end_word();
      if (is_behind_colon) break;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      end_word();
    } else if (c == ':' && !is_behind_colon && (next == ' ' || next == '\t' || next == '\n' || next == '\\')) {
      word.clear();
      is_behind_colon = true;
    } else {
      word += c;
    }
  }
  end_word();
  return files;
}

bool is_system_path(const fs::path& path) {
  const std::string text = path.lexically_normal().native();
  return text.starts_with("/usr/include/") || text.starts_with("/usr/lib/");
}

std::vector<fs::path> files_of_flags(const std::vector<std::string>& flags, base::Files& files) {
  std::vector<fs::path> found;
  const auto add = [&](const std::vector<std::string>& words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      std::string_view word = words[i];
      for (const std::string_view prefix : {"-Wl,", "--config="}) {
        if (word.starts_with(prefix)) word.remove_prefix(prefix.size());
      }
      const bool is_config = words[i].starts_with("--config=") || (i > 0 && words[i - 1] == "--config");
      if (!is_config && !word.starts_with('@')) continue;
      const fs::path file = fs::absolute(word.substr(word.starts_with('@') ? 1 : 0));
      if (std::find(found.begin(), found.end(), file) == found.end()) found.push_back(file);
    }
  };
  add(flags);
  for (std::size_t i = 0; i < found.size(); ++i) {
    std::istringstream text(files.read(found[i]).value_or(""));
    std::vector<std::string> words;
    for (std::string word; text >> word;) words.push_back(word);
    add(words);
  }
  return found;
}

std::string FileStates::of(const fs::path& path) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = known_.find(path); found != known_.end()) return found->second;
  }
  std::string state = state_of(path, files_);
  const std::lock_guard lock(mutex_);
  return known_.emplace(path, std::move(state)).first->second;
}

void FileStates::forget(const fs::path& path) {
  const std::lock_guard lock(mutex_);
  known_.erase(path);
}

bool is_clang(const std::string& compiler) {
  std::error_code error;
  return fs::weakly_canonical(find_program(compiler), error).filename().string().find("clang") != std::string::npos;
}

std::string identity_of_compiler(const std::string& compiler, FileStates& states) {
  base::Digester digester;
  std::error_code error;
  const fs::path program = fs::weakly_canonical(find_program(compiler), error);
  digester.add(program.string()).add(states.of(program));
  for (const char* name : {"CPATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "COMPILER_PATH", "SOURCE_DATE_EPOCH"}) {
    const char* value = std::getenv(name);
    digester.add(value != nullptr ? value : "");
  }
  return digester.text();
}

// Lines: head, command, output, then state and path of each input, then a digest of all that.
std::string to_text(const BuildRecord& record) {
  std::string text = fmt::format("{}\n{}\n{}\n", kHead, record.command, record.output);
  for (const auto& input : record.inputs) text += fmt::format("{} {}\n", input.state, input.path.string());
  return text + base::to_string(base::digest(text)) + "\n";
}

std::optional<BuildRecord> build_record_from_text(const std::string& text) {
  constexpr std::size_t kSealSize = 33;  // 32 digits and a line end
  if (text.size() < kSealSize) return std::nullopt;
  std::string_view rest(text);
  const std::string_view seal = rest.substr(rest.size() - kSealSize);
  rest.remove_suffix(kSealSize);
  if (seal != base::to_string(base::digest(rest)) + "\n" || take(rest, '\n') != kHead) return std::nullopt;
  BuildRecord record;
  record.command = take(rest, '\n');
  record.output = take(rest, '\n');
  while (!rest.empty()) {
    std::string_view line = take(rest, '\n');
    const std::string_view state = take(line, ' ');
    record.inputs.push_back({fs::path(line), std::string(state)});
  }
  return record;
}

BuildCache::BuildCache(const fs::path& folder, const std::atomic<bool>& stop, base::Files& files)
    : folder_(fs::absolute(folder)), files_(files), states_(files) {
  files_.create_directories(folder_);
  const fs::path file = folder_ / "lock";
  lock_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock_ < 0) {
    throw base::UserError(fmt::format("cannot write '{}': {}", file.string(), std::generic_category().message(errno)));
  }
  // Where a file system has no locks, builds at the same time may disturb each other; alone, all is well.
  while (::flock(lock_, LOCK_EX | LOCK_NB) != 0 && (errno == EWOULDBLOCK || errno == EINTR)) {
    if (stop) {
      ::close(lock_);
      throw base::UserError("interrupted while another forall was compiling");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  struct stat info{};
  if (::futimens(lock_, nullptr) == 0 && ::fstat(lock_, &info) == 0) begin_ = modified_at(info);
  remove_leftovers();
}

BuildCache::~BuildCache() { ::close(lock_); }

// Of processes that were killed: under the lock, nobody else is making anything.
void BuildCache::remove_leftovers() const {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder_, error)) {
    const std::string name = entry.path().filename().string();
    bool is_leftover = name.starts_with(kTemporary);
    if (name.starts_with(kHeld)) {
      pid_t process = 0;
      const char* number = name.c_str() + kHeld.size();
      std::from_chars(number, name.c_str() + name.size(), process);
      is_leftover = process > 0 && ::kill(process, 0) != 0 && errno == ESRCH;
    }
    std::error_code ignored;
    if (is_leftover) fs::remove(entry.path(), ignored);
  }
}

// An input that was changed while it was read: which contents went in cannot be told. Its time of change tells that
// also where its time was set back.
bool BuildCache::may_be_recorded(const std::vector<fs::path>& inputs) const {
  return begin_ != 0 && std::all_of(inputs.begin(), inputs.end(), [&](const fs::path& path) {
           struct stat info{};
           if (::stat(path.c_str(), &info) != 0) return false;
           if (path.parent_path() == folder_) return true;
           return modified_at(info) < begin_ && nanoseconds(info.st_ctim) < begin_ && !asks_for_files(path, files_);
         });
}

BuildRecord BuildCache::provide(const fs::path& file, const std::string& command, const Make& make,
                                const std::vector<fs::path>& others) {
  const fs::path absolute = fs::absolute(file);
  const fs::path record_file = record_of(absolute);
  const auto is_unchanged = [&](const BuildRecord::Input& input) { return states_.of(input.path) == input.state; };
  if (const auto text = files_.read(record_file)) {
    auto record = build_record_from_text(*text);
    if (record && record->command == command && record->output == states_.of(absolute) &&
        std::all_of(record->inputs.begin(), record->inputs.end(), is_unchanged))
      return std::move(*record);
  }
  const fs::path temporary = folder_ / fmt::format("{}{}-{}", kTemporary, ::getpid(), made_++);
  const fs::path makefile = temporary.string() + ".d";
  try {
    make(temporary, makefile);
  } catch (...) {
    release(temporary);
    release(makefile);
    throw;
  }
  BuildRecord record{command, {}, {}};
  std::vector<fs::path> inputs = others;
  for (const fs::path& path : parse_dependencies(files_.read(makefile).value_or(""))) {
    inputs.push_back(fs::absolute(path));
  }
  std::sort(inputs.begin(), inputs.end());
  inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
  for (const fs::path& path : inputs) record.inputs.push_back({path, states_.of(path)});

  std::error_code error;
  fs::rename(temporary, absolute, error);
  if (error) throw base::UserError(fmt::format("cannot write '{}': {}", file.string(), error.message()));
  fs::remove(makefile, error);
  states_.forget(absolute);
  record.output = states_.of(absolute);
  const bool is_known = std::all_of(record.inputs.begin(), record.inputs.end(),
                                    [](const BuildRecord::Input& input) { return !input.state.empty(); });
  if (inputs.size() > others.size() && is_known && may_be_recorded(inputs)) {
    files_.write(record_file, to_text(record));
  } else {
    fs::remove(record_file, error);
  }
  return record;
}

fs::path BuildCache::hold(const fs::path& file) {
  static std::atomic<unsigned> count{0};
  const fs::path name = folder_ / fmt::format("{}{}-{}", kHeld, ::getpid(), count++);
  std::error_code error;
  fs::create_hard_link(file, name, error);
  if (error) fs::copy_file(file, name, error);
  if (error) throw base::UserError(fmt::format("cannot write '{}': {}", name.string(), error.message()));
  return name;
}

void BuildCache::release(const fs::path& name) {
  std::error_code ignored;
  fs::remove(name, ignored);
}

}  // namespace forall::build

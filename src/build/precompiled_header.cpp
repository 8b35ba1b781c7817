// A header is known by a digest of the compiler, its flags and the variables of the environment that it reads. Folders
// in which the user's compile looks for headers are no part of it: instead, no header that was read may be found in
// them.
#include "build/precompiled_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <utility>

#include "base/digest.h"
#include "base/error.h"
#include "base/files.h"
#include "base/language.h"
#include "build/build_cache.h"
#include "build/toolchain.h"

namespace forall::build {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostKept = 16;
constexpr std::string_view kHeader = "forall/forall.h";

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(), [&](std::string_view p) { return text.starts_with(p); });
}

// Does the next line belong to this one? Compilers allow white space after the backslash.
bool goes_on(std::string_view line) {
  const std::size_t last = line.find_last_not_of(" \t\r\f\v");
  return last != std::string_view::npos && line[last] == '\\';
}

// Skips white space and comments.
std::string_view skip_blank(std::string_view text) {
  for (;;) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n\f\v");
    if (begin == std::string_view::npos) return {};
    text.remove_prefix(begin);
    std::string_view end;
    if (text.starts_with("//")) end = "\n";
    if (text.starts_with("/*")) end = "*/";
    if (end.empty()) return text;
    const std::size_t at = text.find(end, 2);
    if (at == std::string_view::npos) return {};
    if (end == "\n" && goes_on(text.substr(0, at))) return {};
    text.remove_prefix(at + end.size());
  }
}

// Headers whose order does not matter: those of the standard library, and GoogleTest's.
bool is_independent(std::string_view header) {
  constexpr std::string_view kHeaders[] = {
      "gtest/gtest.h",
      // C++
      "algorithm", "any", "array", "atomic", "barrier", "bit", "bitset", "charconv", "chrono", "compare", "complex",
      "concepts", "condition_variable", "coroutine", "deque", "exception", "execution", "filesystem", "forward_list",
      "fstream", "functional", "future", "initializer_list", "iomanip", "ios", "iosfwd", "iostream", "istream",
      "iterator", "latch", "limits", "list", "locale", "map", "memory", "memory_resource", "mutex", "new", "numbers",
      "numeric", "optional", "ostream", "queue", "random", "ranges", "ratio", "regex", "scoped_allocator", "semaphore",
      "set", "shared_mutex", "source_location", "span", "sstream", "stack", "stdexcept", "stop_token", "streambuf",
      "string", "string_view", "system_error", "thread", "tuple", "type_traits", "typeindex", "typeinfo",
      "unordered_map", "unordered_set", "utility", "valarray", "variant", "vector", "version",
      // C
      "cassert", "cctype", "cerrno", "cfenv", "cfloat", "cinttypes", "climits", "clocale", "cmath", "csetjmp",
      "csignal", "cstdarg", "cstddef", "cstdint", "cstdio", "cstdlib", "cstring", "ctime", "cuchar", "cwchar",
      "cwctype", "assert.h", "ctype.h", "errno.h", "fenv.h", "float.h", "inttypes.h", "limits.h", "locale.h", "math.h",
      "setjmp.h", "signal.h", "stdarg.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h", "time.h",
      "uchar.h", "wchar.h", "wctype.h"};
  return std::find(std::begin(kHeaders), std::end(kHeaders), header) != std::end(kHeaders);
}

// Flags whose effect on what is read is not known here.
bool has_unknown_effect(const std::string& flag) {
  return starts_with_any(flag, {"@",
                                "--config",
                                "-include",
                                "--include",
                                "-imacros",
                                "--imacros",
                                "-x",
                                "-fmodule",
                                "--sysroot",
                                "-isysroot",
                                "-B",
                                "-specs",
                                "--specs",
                                "--gcc-toolchain",
                                "-iprefix",
                                "-iwith",
                                "-nostdinc",
                                "-stdlib",
                                "-cxx-isystem",
                                "-resource-dir",
                                "-fpch",
                                "-Xclang",
                                "-Xpreprocessor",
                                "-Wp,",
                                "-isystem-after",
                                "-ivfsoverlay",
                                "-fplugin"});
}

// Without the folders of headers, which are returned as well.
struct Split {
  std::vector<std::string> others;
  std::vector<fs::path> folders;
};
Split split_folders(const std::vector<std::string>& compile) {
  constexpr std::string_view kFlags[] = {"-isystem", "-iquote", "-idirafter", "-I"};
  Split split;
  for (std::size_t i = 0; i < compile.size(); ++i) {
    const auto flag = std::find_if(std::begin(kFlags), std::end(kFlags),
                                   [&](std::string_view each) { return compile[i].starts_with(each); });
    if (flag == std::end(kFlags)) {
      split.others.push_back(compile[i]);
    } else if (compile[i].size() > flag->size()) {
      split.folders.emplace_back(compile[i].substr(flag->size()));
    } else if (i + 1 < compile.size()) {
      split.folders.emplace_back(compile[++i]);
    }
  }
  return split;
}

// Removes those that were not used for the longest time.
void remove_old(const fs::path& folder) {
  std::vector<std::pair<fs::file_time_type, fs::path>> known;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() != ".gch") continue;
    fs::path name = entry.path();
    name.replace_extension();
    known.emplace_back(fs::last_write_time(name, error), entry.path());
  }
  std::sort(known.rbegin(), known.rend());
  for (std::size_t i = kMostKept; i < known.size(); ++i) {
    BuildCache::release(known[i].second);
    BuildCache::release(known[i].second.string() + ".made");
  }
}

}  // namespace

std::optional<fs::path> precompiled_headers() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return fs::path(value != nullptr ? value : "");
  };
  if (const fs::path own = variable("FORALL_CACHE"); !own.empty()) return fs::absolute(own) / "headers";
  if (const fs::path cache = variable("XDG_CACHE_HOME"); cache.is_absolute()) return cache / "forall" / "headers";
  if (const fs::path home = variable("HOME"); home.is_absolute()) return home / ".cache" / "forall" / "headers";
  return std::nullopt;
}

bool begins_with_forall(std::string_view source) {
  for (;;) {
    source = skip_blank(source);
    if (!source.starts_with('#')) return false;
    const std::string_view line = source.substr(0, source.find('\n'));
    source.remove_prefix(line.size());
    std::string_view rest = line.substr(1);
    const auto skip_spaces = [&] { rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size())); };
    skip_spaces();
    if (!rest.starts_with("include")) return false;
    rest.remove_prefix(std::string_view("include").size());
    skip_spaces();
    const std::size_t end = rest.find('>');
    if (!rest.starts_with('<') || end == std::string_view::npos) return false;
    const std::string_view header = rest.substr(1, end - 1);
    // The rest of the line is a comment at most, which ends in it.
    const std::string_view after = rest.substr(end + 1);
    if (after.find("/*") != std::string_view::npos || goes_on(after)) return false;
    if (header == kHeader) return true;
    if (!is_independent(header)) return false;
  }
}

std::string include_name(const fs::path& header, const fs::path& forall_include) {
  const std::string text = header.lexically_normal().string();
  const std::string own = (forall_include / "").lexically_normal().string();
  if (text.starts_with(own)) return text.substr(own.size());
  constexpr std::string_view kFolder = "/include/";
  const std::size_t at = text.rfind(kFolder);
  std::string name = at == std::string::npos ? header.filename().string() : text.substr(at + kFolder.size());
  const auto first = [&] { return std::string_view(name).substr(0, name.find('/')); };
  const auto drop_first = [&] { name.erase(0, name.find('/') + 1); };
  if (first().find("-linux-") != std::string_view::npos) drop_first();
  if (first() == "c++" && std::count(name.begin(), name.end(), '/') > 1) {
    drop_first();
    drop_first();  // the version
  }
  return name;
}

std::vector<std::string> PrecompiledHeader::flags_for(const fs::path& source, const std::vector<std::string>& compile,
                                                      const std::vector<std::string>& making) {
  if (!folder_ || base::is_c_source(source)) return {};
  if (std::any_of(compile.begin() + 1, compile.end(), has_unknown_effect)) return {};
  if (!begins_with_forall(world_.files.read(source).value_or(""))) return {};
  const Split split = split_folders(compile_only(compile));
  FileStates states(world_.files);
  base::Digester digester;
  for (const std::string& word : split.others) digester.add(word);
  for (const std::string& word : making) digester.add(word);
  digester.add(identity_of_compiler(compile.front(), states)).add(include_.string());
  const std::string key = digester.text();

  const fs::path name = *folder_ / fmt::format("forall-{}.h", key.substr(0, 16));
  const fs::path file = name.string() + ".gch";
  const auto make = [&](const fs::path& output, const fs::path& makefile) {
    std::vector<std::string> command = split.others;
    command.insert(command.end(), making.begin(), making.end());
    command.insert(command.end(), {"-I" + include_.string(), "-c", "-x", "c++-header", (include_ / kHeader).string(),
                                   "-o", output.string(), "-MD", "-MF", makefile.string()});
    const base::ProcessResult result = world_.processes.run({.command = command});
    if (!result.ok()) throw base::UserError("forall.h cannot be precompiled: " + result.output);
  };
  try {
    BuildCache cache(*folder_, stop_, world_.files);
    if (!fs::exists(file)) remove_old(*folder_);
    // Without the precompiled form, compilers read this file.
    if (!fs::exists(name)) world_.files.write(name, fmt::format("#include <{}>\n", kHeader));
    std::error_code ignored;
    fs::last_write_time(name, fs::file_time_type::clock::now(), ignored);  // when it was last used
    const BuildRecord record = cache.provide(file, key, make);
    for (const BuildRecord::Input& input : record.inputs) {
      const std::string header = include_name(input.path, include_);
      for (const fs::path& each : split.folders) {
        if (fs::exists(each / header, ignored) && !fs::equivalent(each / header, input.path, ignored)) return {};
      }
    }
  } catch (const base::UserError&) {
    return {};  // the compile itself will say what is wrong
  }
  return {"-include", name.string()};
}

}  // namespace forall::build

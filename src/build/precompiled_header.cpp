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
#include "build/flag_rules.h"
#include "build/preamble.h"
#include "build/toolchain.h"

namespace forall::build {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostKept = 16;
// Making one takes about as long as two compiles without it. The first ones are made at once, so that the flags of a single
// project need not wait; flags beyond are often used only once.
constexpr std::size_t kMadeAtOnce = 6;
constexpr std::size_t kUsesThatPay = 3;

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

// Flags about warnings mean the same for a header that was precompiled without them, so that sources with different ones share it.
// Not where all warnings are errors, which clang wants to be the same, nor flags by which macros differ.
bool is_only_warning(const std::string& flag) {
  if (flag == "-w") return true;
  if (flag == "-Wdeprecated" || flag == "-Wno-deprecated") return false;
  return flag.starts_with("-W") &&
         !starts_with_any(flag, {"-Werror", "-Wpedantic", "-Wa,", "-Wl,", "-Wp,", "-Wsystem-headers"});
}
void drop_warnings(std::vector<std::string>& flags) {
  const auto is_for_all = [](const std::string& flag) { return flag == "-Werror" || flag == "-pedantic-errors"; };
  if (std::none_of(flags.begin(), flags.end(), is_for_all)) std::erase_if(flags, is_only_warning);
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

std::size_t number_in(const fs::path& folder) {
  std::error_code error;
  std::size_t number = 0;
  for (const auto& entry : fs::directory_iterator(folder, error)) number += entry.path().extension() == ".gch" ? 1 : 0;
  return number;
}

// A file whose time is that of the last use. That of the header itself stays: compilers look at it.
fs::path mark_of_use(const fs::path& name) { return name.string() + ".used"; }

// Removes those that were not used for the longest time.
void remove_old(const fs::path& folder) {
  std::vector<std::pair<fs::file_time_type, fs::path>> known;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() != ".gch") continue;
    const auto used = fs::last_write_time(mark_of_use(fs::path(entry.path()).replace_extension()), error);
    known.emplace_back(error ? fs::file_time_type::min() : used, entry.path());
  }
  std::sort(known.rbegin(), known.rend());
  for (std::size_t i = kMostKept; i < known.size(); ++i) {
    BuildCache::release(known[i].second);
    BuildCache::release(mark_of_use(fs::path(known[i].second).replace_extension()));
    BuildCache::release(known[i].second.string() + ".made");
    BuildCache::release(fs::path(known[i].second).replace_extension(".names"));
    BuildCache::release(fs::path(known[i].second).replace_extension(".names.made"));
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

// How it is compiled, and where it lies.
struct PrecompiledHeader::Making {
  std::vector<std::string> command;  // without files
  std::string key;
  fs::path name;  // that sources include

  fs::path file() const { return name.string() + ".gch"; }
};

// What is compiled. Compiles that use forall.h name it among their inputs, and it must be older than they are: `name` is not.
fs::path PrecompiledHeader::source_of(const Making& making) const {
  return header_ == kForallHeader ? include_ / kForallHeader : making.name;
}

// Is it there, or worth making? Counts the uses without it.
bool PrecompiledHeader::pays_off(const Making& making) const {
  if (fs::exists(making.file()) || number_in(*folder_) < kMadeAtOnce) return true;
  const fs::path file = making.name.string() + ".uses";  // a character for each
  const std::string uses = world_.files.read(file).value_or("") + '.';
  if (uses.size() >= kUsesThatPay) {
    world_.files.remove(file);
    return true;
  }
  world_.files.write(file, uses);
  return false;
}

// The names in the headers that were read, for those who have others before it. Nothing if the compiler does not tell.
std::optional<std::string> PrecompiledHeader::names(const Making& making, const BuildRecord& record,
                                                    BuildCache& cache) const {
  const fs::path file = making.name.string() + ".names";
  const auto macros = [&](const fs::path& source) {
    std::vector<std::string> command = making.command;
    command.insert(command.end(), {"-dM", "-E", "-x", "c++", source.string()});
    const base::ProcessResult result = world_.processes.run({.command = command});
    if (!result.ok()) throw base::UserError(fmt::format("the macros of {} cannot be read: {}", header_, result.output));
    return result.output;
  };
  const auto make = [&](const fs::path& output, const fs::path& makefile) {
    std::vector<std::string> headers;
    std::string rule = "names:";
    for (const BuildRecord::Input& input : record.inputs) {
      headers.push_back(world_.files.read(input.path).value_or(""));
      rule += " " + input.path.string();
    }
    world_.files.write(output, HeaderNames::list_of(headers, macros(source_of(making)), macros("/dev/null")));
    world_.files.write(makefile, rule + "\n");
  };
  cache.provide(file, making.key, make);
  return world_.files.read(file);
}

std::vector<std::string> PrecompiledHeader::flags_for(const fs::path& source, const std::vector<std::string>& compile,
                                                      const std::vector<std::string>& making) {
  if (!folder_ || base::is_c_source(source)) return {};
  if (std::any_of(compile.begin() + 1, compile.end(), has_unknown_effect)) return {};
  Split split = split_folders(compile_only(compile));
  const fs::path checks = library_checks(include_);
  const bool has_checks = std::erase(split.folders, checks) > 0;  // not those of the user
  const Preamble preamble(source, split.folders, world_.files, header_);
  if (!preamble.reaches_header()) return {};
  drop_warnings(split.others);
  FileStates states(world_.files);
  base::Digester digester;
  for (const std::string& word : split.others) digester.add(word);
  for (const std::string& word : making) digester.add(word);
  digester.add(identity_of_compiler(compile.front(), states)).add(include_.string()).add(header_).add("without times");
  if (has_checks) digester.add(checks.string());

  Making how{split.others, digester.text(), {}};
  how.name = *folder_ / fmt::format("{}-{}.h", fs::path(header_).stem().string(), how.key.substr(0, 16));
  how.command.insert(how.command.end(), making.begin(), making.end());
  // A header with a new time but the same contents is the same: forall may have been installed again.
  if (is_clang(compile.front())) how.command.insert(how.command.end(), {"-Xclang", "-fno-pch-timestamp"});
  how.command.push_back("-I" + include_.string());
  if (has_checks) how.command.insert(how.command.end(), {"-isystem", checks.string()});
  const auto make = [&](const fs::path& output, const fs::path& makefile) {
    std::vector<std::string> command = how.command;
    command.insert(command.end(), {"-c", "-x", "c++-header", source_of(how).string(), "-o", output.string(), "-MD",
                                   "-MF", makefile.string()});
    const base::ProcessResult result = world_.processes.run({.command = command});
    if (!result.ok()) throw base::UserError(fmt::format("{} cannot be precompiled: {}", header_, result.output));
  };
  try {
    BuildCache cache(*folder_, stop_, world_.files);
    if (!pays_off(how)) return {};
    if (!fs::exists(how.file())) remove_old(*folder_);
    // Without the precompiled form, compilers read this file.
    if (!fs::exists(how.name)) world_.files.write(how.name, fmt::format("#include <{}>\n", header_));
    std::error_code ignored;
    world_.files.write(mark_of_use(how.name), "");
    const BuildRecord record = cache.provide(how.file(), how.key, make);
    for (const BuildRecord::Input& input : record.inputs) {
      const std::string header = include_name(input.path, include_);
      for (const fs::path& each : split.folders) {
        if (fs::exists(each / header, ignored) && !fs::equivalent(each / header, input.path, ignored)) return {};
      }
    }
    if (preamble.has_other_headers()) {
      const std::optional<std::string> known = names(how, record, cache);
      if (!known || !preamble.is_independent_of(HeaderNames(*known))) return {};
    }
  } catch (const base::UserError&) {
    return {};  // the compile itself will say what is wrong
  }
  return {"-include", how.name.string()};
}

}  // namespace forall::build

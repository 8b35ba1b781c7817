// Compiling a target: each source with clang-19, our plugin and the run-time checks whose failing sides are explored;
// then one link with the runtime, our main and GoogleTest.
#include "cli/toolchain.h"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <string_view>
#include <thread>

#include "base/error.h"
#include "base/files.h"
#include "base/hash.h"

namespace forall::cli {
namespace {

namespace fs = std::filesystem;

bool starts_with_any(const std::string& text, std::initializer_list<std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(), [&](std::string_view p) { return text.rfind(p, 0) == 0; });
}

bool chooses_standard(const std::vector<std::string>& flags) {
  return std::any_of(flags.begin(), flags.end(),
                     [](const std::string& f) { return starts_with_any(f, {"-std=", "--std="}); });
}

// Libraries belong behind the objects on the link line and nowhere else.
bool is_link_flag(const std::string& flag) { return starts_with_any(flag, {"-l", "-L", "-Wl,"}); }

std::vector<std::string> compile_only(const std::vector<std::string>& flags) {
  std::vector<std::string> result;
  std::copy_if(flags.begin(), flags.end(), std::back_inserter(result), [](const auto& f) { return !is_link_flag(f); });
  if (!chooses_standard(flags)) result.emplace_back("-std=c++20");
  return result;
}

std::vector<std::string> link_only(const std::vector<std::string>& flags) {
  std::vector<std::string> result;
  std::copy_if(flags.begin(), flags.end(), std::back_inserter(result), is_link_flag);
  return result;
}

fs::path object_of(const fs::path& source, const fs::path& directory) {
  return directory / fmt::format("{}-{:08x}.o", source.stem().string(),
                                 static_cast<std::uint32_t>(base::fnv1a(fs::absolute(source).string())));
}

// Runs f(0) .. f(n - 1) on up to `jobs` threads; the first exception is thrown again.
template <typename F>
void for_each_parallel(std::size_t n, unsigned jobs, F f) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex mutex;
  const auto work = [&] {
    for (std::size_t i = next++; i < n; i = next++) {
      try {
        f(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
      }
    }
  };
  std::vector<std::thread> threads;
  for (unsigned k = 1; k < std::min<std::size_t>(jobs, n); ++k) threads.emplace_back(work);
  work();
  for (auto& t : threads) t.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace

Layout find_layout() {
  const fs::path prefix = fs::read_symlink("/proc/self/exe").parent_path().parent_path();
  for (const fs::path& lib : {prefix / "lib", prefix / "lib" / "forall"}) {
    Layout layout{lib / "libforall_pass.so",  lib / "libforall_rt.a",        lib / "libforall_main.a",
                  lib / "libforall_models.a", lib / "forall_ignorelist.txt", prefix / "include"};
    if (fs::exists(layout.plugin) && fs::exists(layout.runtime)) return layout;
  }
  throw base::UserError(fmt::format(
      "forall's compiler plugin and runtime are not in {}: build or install all of forall", (prefix / "lib").string()));
}

std::string target_compiler() {
  const char* chosen = std::getenv("FORALL_CLANGXX");
  return chosen && *chosen ? chosen : "clang++-19";
}

// These stand behind the user's own flags: whatever a build asks for, the pass expects -O1 input and no vectors.
std::vector<std::string> target_compile_flags(const Layout& layout) {
  return {"-g",
          "-O1",
          "-fno-vectorize",
          "-fno-slp-vectorize",
          "-ftrivial-auto-var-init=zero",  // a choice between all elements of an array must be alike in all runs
          "-ftrivial-auto-var-init-max-size=1024",
          "-fno-fast-math",
          "-ffp-contract=off",
          "-Wno-unused-command-line-argument",
          "-fpass-plugin=" + layout.plugin.string(),
          "-fsanitize=integer-divide-by-zero,signed-integer-overflow,shift,bounds,null,return,unreachable,"
          "float-cast-overflow",
          "-fsanitize-trap=all",
          "-fsanitize-ignorelist=" + layout.ignore_list.string(),
          "-D_GLIBCXX_ASSERTIONS",
          "-D__NO_CTYPE",  // functions, which have models, instead of lookups in tables
          "-DFORALL_INSTRUMENTED=1",
          "-I" + layout.include.string()};
}

std::vector<std::string> target_link_flags(const Layout& layout) {
  return {layout.main.string(), layout.models.string(), layout.runtime.string(), "-lgtest", "-lpthread", "-ldl",
          "-rdynamic",          "-Wl,--wrap=main"};
}

fs::path build_target(const Layout& layout, const Sources& sources, const fs::path& directory, unsigned jobs,
                      base::Processes& processes) {
  for (const auto& file : sources.files) {
    if (!fs::exists(file)) throw base::UserError(fmt::format("{}: error: no such file", file.string()));
    if (fs::is_directory(file))
      throw base::UserError(fmt::format("{}: error: is a directory, not a C++ source", file.string()));
  }
  base::system_files().create_directories(directory);

  const auto run = [&](const std::vector<std::string>& command, const std::string& what, const char* failure) {
    const base::ProcessResult result = processes.run({.command = command});
    if (!result.started) {
      throw base::UserError(
          fmt::format("cannot run {}: {} (install clang-19, or set FORALL_CLANGXX)", command[0], result.output));
    }
    if (result.timed_out) throw base::UserError("interrupted while compiling");
    if (!result.ok()) {
      throw base::UserError(
          fmt::format("{}{}{}: error: {}", result.output, result.output.ends_with('\n') ? "" : "\n", what, failure));
    }
    if (!result.output.empty()) fmt::print(stderr, "{}", result.output);
  };

  std::vector<fs::path> objects;
  for (const auto& file : sources.files) objects.push_back(object_of(file, directory));
  for_each_parallel(sources.files.size(), jobs, [&](std::size_t i) {
    std::vector<std::string> command{target_compiler()};
    const auto theirs = compile_only(sources.flags);
    command.insert(command.end(), theirs.begin(), theirs.end());
    const auto ours = target_compile_flags(layout);
    command.insert(command.end(), ours.begin(), ours.end());
    command.insert(command.end(), {"-c", sources.files[i].string(), "-o", objects[i].string()});
    run(command, sources.files[i].string(), "does not compile; the compiler's messages are above");
  });

  std::string identity;
  for (const auto& o : objects) identity += o.string() + "\n";
  const fs::path program = directory / fmt::format("target-{:08x}", static_cast<std::uint32_t>(base::fnv1a(identity)));
  std::vector<std::string> command{target_compiler(), "-o", program.string()};
  for (const auto& o : objects) command.push_back(o.string());
  const auto ours = target_link_flags(layout);
  command.insert(command.end(), ours.begin(), ours.end());
  const auto theirs = link_only(sources.flags);
  command.insert(command.end(), theirs.begin(), theirs.end());
  run(command, sources.files.front().string(),
      "does not link; the linker's messages are above (name every source with code under test, libraries behind `--`)");
  return program;
}

std::vector<std::string> native_flags(const Layout& layout, const Sources& sources) {
  std::vector<std::string> flags{"-I" + layout.include.string()};
  flags.insert(flags.end(), sources.flags.begin(), sources.flags.end());
  if (!chooses_standard(flags)) flags.emplace_back("-std=c++20");
  return flags;
}

}  // namespace forall::cli

// A target is compiled by clang-19 with our plugin and the run-time checks whose failing sides are explored, and linked
// with the runtime, our main and GoogleTest.
#include "build/toolchain.h"

#include <fmt/core.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>

#include "abi/code_section.h"
#include "base/error.h"
#include "build/flag_rules.h"

namespace forall::build {
namespace {

namespace fs = std::filesystem;

// Of C++: that of C sources is another one.
bool chooses_standard(const std::vector<std::string>& flags) {
  return std::any_of(flags.begin(), flags.end(), [](const std::string& f) {
    return starts_with_any(f, {"-std=", "--std="}) && f.find("++") != std::string::npos;
  });
}

// Libraries belong behind the objects on the link line and nowhere else.
bool is_link_flag(const std::string& flag) {
  if (!flag.starts_with('-')) return flag.ends_with(".a") || flag.ends_with(".so") || flag.ends_with(".o");
  return starts_with_any(flag, {"-l", "-L", "-Wl,"});
}

// What is in a file of options is not looked at: it may have such a flag.
bool gives_names_another_meaning(const std::string& flag) {
  constexpr std::string_view kFlags[] = {"-wrap", "-defsym", "muldefs", "-allow-multiple-definition", "--script"};
  if (starts_with_any(flag, {"@", "-T", "-Wl,-T", "-Wl,@"})) return true;
  return flag.starts_with('-') && !starts_with_any(flag, {"-D", "-I", "-L", "-o"}) &&
         std::any_of(std::begin(kFlags), std::end(kFlags),
                     [&](std::string_view each) { return flag.find(each) != std::string::npos; });
}

}  // namespace

Layout layout_below(const fs::path& prefix, Need need) {
  // Of a build tree and of an installation: the one that has the most is meant.
  std::optional<Layout> best;
  std::vector<std::string> missing;
  for (const fs::path& lib : {prefix / "lib", prefix / "lib" / "forall"}) {
    const Layout layout{lib / "libforall_pass.so",     lib / "libforall_source.so", lib / "libforall_rt.a",
                        lib / "libforall_main.a",      lib / "libforall_models.a",  lib / "libforall_confirm.a",
                        lib / "forall_ignorelist.txt", prefix / "include"};
    std::vector<fs::path> parts{layout.plugin, layout.source_plugin, layout.ignore_list,
                                layout.include / "forall" / "forall.h"};
    if (need == Need::Everything)
      parts.insert(parts.end(), {layout.runtime, layout.main, layout.models, layout.confirm});
    std::vector<std::string> absent;
    for (const fs::path& part : parts) {
      if (!fs::exists(part)) absent.push_back(part.string());
    }
    if (best && absent.size() >= missing.size()) continue;
    best = layout;
    missing = absent;
  }
  if (missing.empty()) return *best;
  throw base::UserError(
      fmt::format("a part of forall is missing: {}; build all of it (the target forall_tool, as `make "
                  "build` does) or install it again",
                  fmt::join(missing, ", ")));
}

Layout find_layout(Need need) {
  return layout_below(fs::read_symlink("/proc/self/exe").parent_path().parent_path(), need);
}

std::string target_compiler() {
  const char* chosen = std::getenv("FORALL_CLANGXX");
  return chosen && *chosen ? chosen : "clang++-19";
}

std::string ordinary_compiler() {
  const char* chosen = std::getenv("CXX");
  return chosen && *chosen && std::strchr(chosen, ' ') == nullptr ? chosen : "c++";
}

constexpr const char* kChecks =
    "-fsanitize=integer-divide-by-zero,signed-integer-overflow,shift,bounds,null,return,unreachable,"
    "float-cast-overflow,alignment,bool,enum,builtin,vla-bound,nonnull-attribute,"
    "returns-nonnull-attribute,pointer-overflow,function,vptr";

// These stand behind the user's own flags: whatever a build asks for, the pass expects -O1 input and no vectors.
std::vector<std::string> target_compile_flags(const Layout& layout) {
  return {"-g",
          "-fstandalone-debug",  // types are complete wherever they are used
          "-O1", "-fno-vectorize", "-fno-slp-vectorize", "-fno-fast-math", "-ffp-contract=off",
          "-Wno-unused-command-line-argument", "-Werror=unsequenced", "-Werror=delete-incomplete",
          "-fpass-plugin=" + layout.plugin.string(),
          "-fno-discard-value-names",  // which tell a difference of pointers from one of integers
          // What the language promises is checked, or it is not used.
          "-fno-strict-aliasing", "-fno-finite-loops", kChecks, "-fsanitize-trap=all", "-fno-sanitize-trap=vptr",
          "-fsanitize-ignorelist=" + layout.ignore_list.string(), "-D_GLIBCXX_ASSERTIONS",
          "-D__NO_CTYPE",  // functions, which have models, instead of lookups in tables
          "-DFORALL_INSTRUMENTED=1", "-I" + layout.include.string(), "-isystem",
          library_checks(layout.include).string()};
}

fs::path library_checks(const fs::path& forall_include) {
  return forall_include / "forall" / "internal" / "library_checks";
}

std::vector<std::string> cast_flags(const Layout& layout, const std::vector<std::string>& theirs) {
  std::vector<std::string> flags{"-fplugin=" + layout.source_plugin.string()};
  if (may_pun_types(theirs)) flags.emplace_back("-fplugin-arg-forall-types-are-free");
  return flags;
}

std::vector<std::string> target_link_flags(const Layout& layout, const std::vector<std::string>& theirs) {
  std::vector<std::string> flags{layout.main.string(),
                                 layout.models.string(),
                                 layout.runtime.string(),
                                 "-lgtest",
                                 "-lpthread",
                                 "-ldl",
                                 "-rdynamic",
                                 "-Wl,--wrap=main",
                                 "-Wl,--wrap=_ZN7testing8UnitTest14AddEnvironmentEPNS_11EnvironmentE"};
  if (std::any_of(theirs.begin(), theirs.end(), gives_names_another_meaning))
    flags.push_back(fmt::format("-Wl,--defsym={}=0", abi::kRelinkedSymbol));
  return flags;
}

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

std::vector<std::string> native_flags(const Layout& layout, const Sources& sources) {
  std::vector<std::string> flags{"-I" + layout.include.string()};
  flags.insert(flags.end(), sources.flags.begin(), sources.flags.end());
  if (!chooses_standard(flags)) flags.emplace_back("-std=c++20");
  const std::vector<std::string> macros = macros_of_optimization(sources.flags);
  flags.insert(flags.end(), macros.begin(), macros.end());
  return flags;
}

}  // namespace forall::build

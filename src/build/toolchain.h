// Finds forall's own parts (plugin, runtime, header) and says which flags compilers get.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace forall::build {

// The parts lie beside the program: <prefix>/bin/forall, <prefix>/lib/..., <prefix>/include/forall. A build tree has
// the same shape as an installation.
struct Layout {
  std::filesystem::path plugin;
  std::filesystem::path source_plugin;  // of the compiler's front end
  std::filesystem::path runtime;
  std::filesystem::path main;
  std::filesystem::path models;
  std::filesystem::path confirm;  // what programs that run cases natively are linked with
  std::filesystem::path ignore_list;
  std::filesystem::path include;
};
// The models are compiled with forall before they and the runtime are there.
enum class Need { Compiling, Everything };
// Both throw base::UserError that names each file that is needed and missing.
Layout find_layout(Need need = Need::Everything);
Layout layout_below(const std::filesystem::path& prefix, Need need);

// The instrumenting compiler, and the flags it needs for compiling and for linking.
std::string target_compiler();

// The compiler of native programs, unless an option names another: $CXX, if that is one word, else c++.
std::string ordinary_compiler();
std::vector<std::string> target_compile_flags(const Layout& layout);
// A folder of headers that are found before those of the standard library, with more of its assertions.
std::filesystem::path library_checks(const std::filesystem::path& forall_include);
// Apart from those, because a precompiled header does not depend on them: what marks casts.
std::vector<std::string> cast_flags(const Layout& layout, const std::vector<std::string>& theirs);
// With a mark for flags of the user by which the linker takes other symbols than those that the code names.
std::vector<std::string> target_link_flags(const Layout& layout, const std::vector<std::string>& theirs);

// What a target is built from.
struct Sources {
  std::vector<std::filesystem::path> files;
  std::vector<std::string> flags;  // the user's, behind `--`
};

// Those of the user's flags that compilers and linkers of targets take.
std::vector<std::string> compile_only(const std::vector<std::string>& flags);
std::vector<std::string> link_only(const std::vector<std::string>& flags);

// The flags of an ordinary compile of the same sources.
std::vector<std::string> native_flags(const Layout& layout, const Sources& sources);

}  // namespace forall::build

#include "native/check_closed.h"

#include <fmt/format.h>

#include <map>

#include "base/hash.h"
#include "build/compiler_run.h"
#include "build/precompiled_header.h"
#include "emit/emit.h"
#include "native/compile.h"
#include "native/value_programs.h"

namespace forall::native {
namespace {

namespace fs = std::filesystem;
using Command = std::vector<std::string>;

class Check {
 public:
  Check(const NativeSetting& setting, const base::World& world)
      : setting_(setting), world_(world), header_(setting.precompiled, setting.include, world, *setting.stop) {}

  // Nothing if they compile.
  std::string together(const fs::path& source, const std::vector<const WrittenTests*>& tests) {
    const fs::path file = fs::absolute(
        setting_.build / fmt::format("closed-{:08x}.cpp", static_cast<std::uint32_t>(base::fnv1a(source.string()))));
    const Command compile = compile_prefix(value_source(setting_, Watch::Checks));
    const Command precompiled = header_.flags_for(source, compile);
    const auto text = text_of(source, tests, !precompiled.empty());
    if (!text) return "not as written";
    world_.files.create_directories(setting_.build);
    world_.files.write(file, *text);
    Command command = compile;
    command.insert(command.end(), precompiled.begin(), precompiled.end());
    command.insert(command.end(), {"-iquote", fs::absolute(setting_.out).string(), "-fsyntax-only", file.string()});
    std::string output = run(command);
    world_.files.remove(file);
    return output;
  }

  std::string alone(const fs::path& file) {
    ProgramSource source{setting_.compiler, setting_.flags, {}, {}, {}, {}};
    Command command = compile_prefix(source);
    command.insert(command.end(), {"-fsyntax-only", file.string()});
    return run(command);
  }

 private:
  std::string run(const Command& command) {
    const build::CompilerRun run = build::run_compiler(command, world_.processes);
    if (run.end == build::CompilerRun::End::Made) return {};
    return complaint_of({false, run.output, command});
  }

  // With the precompiled header, which is that of programs that run cases by value, tests have no registrations from
  // here on; without it, from the beginning.
  std::optional<std::string> text_of(const fs::path& source, const std::vector<const WrittenTests*>& tests,
                                     bool is_precompiled) {
    std::string text = is_precompiled
                           ? "#include <forall/forall.h>\n#undef FORALL_INTERNAL_REGISTRATION\n"
                             "#define FORALL_INTERNAL_REGISTRATION ::forall::internal::closed::Registration\n"
                           : "#define FORALL_CLOSED_TESTS 1\n";
    text += fmt::format("#include \"{}\"\n", fs::absolute(source).string());
    for (const WrittenTests* each : tests) {
      const auto written = world_.files.read(each->file);
      const auto body = written ? emit::without_source(*written) : std::nullopt;
      if (!body) return std::nullopt;
      text += fmt::format("#line 1 \"{}\"\n{}\n", each->file.string(), *body);
    }
    return text;
  }

  const NativeSetting& setting_;
  const base::World& world_;
  build::PrecompiledHeader header_;
};

}  // namespace

std::vector<UncompiledTests> check_closed(const NativeSetting& setting, const std::vector<WrittenTests>& tests,
                                          const base::World& world) {
  std::map<fs::path, std::vector<const WrittenTests*>> by_source;
  for (const WrittenTests& each : tests) by_source[each.source].push_back(&each);
  Check check(setting, world);
  std::vector<UncompiledTests> failed;
  for (const auto& [source, group] : by_source) {
    if (*setting.stop || check.together(source, group).empty()) continue;
    for (const WrittenTests* each : group) {
      if (*setting.stop) break;
      const std::string output = check.alone(each->file);
      if (!output.empty() && !*setting.stop) failed.push_back({each->put, each->file, output});
    }
  }
  return failed;
}

}  // namespace forall::native

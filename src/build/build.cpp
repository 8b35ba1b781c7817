// Each source becomes an object, by clang-19 with our plugin; the objects and forall's archives become a program. Both
// steps go through the cache: a command's key is made of its words, the folder it runs in, the variables of the
// environment that compilers read, and the compiler and plugin themselves.
#include "build/build.h"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <set>

#include "base/digest.h"
#include "base/error.h"
#include "base/files.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/language.h"
#include "base/parallel.h"
#include "build/advice.h"
#include "build/build_cache.h"
#include "build/compiler_messages.h"
#include "build/compiler_run.h"
#include "build/flag_rules.h"
#include "build/foreign_flags.h"
#include "build/precompiled_header.h"
#include "program/described_classes.h"

namespace forall::build {
namespace {

namespace fs = std::filesystem;
using Command = std::vector<std::string>;

fs::path object_of(const fs::path& source, const fs::path& directory) {
  return directory / fmt::format("{}-{:08x}.o", source.stem().string(),
                                 static_cast<std::uint32_t>(base::fnv1a(fs::absolute(source).string())));
}

// Templates are instantiated in the header rather than in every source.
const std::vector<std::string> kPrecompiling = {"-fpch-instantiate-templates"};

class Builder {
 public:
  Builder(const BuildSetting& setting, const Sources& sources)
      : setting_(setting),
        sources_(sources),
        cache_(setting.folder, setting.stop, setting.world.files),
        header_(setting.precompiled, setting.layout.include, setting.world, setting.stop),
        compiler_(target_compiler()) {}

  std::unique_ptr<BuiltTarget> operator()() {
    const std::string tools = identity_of_tools();
    std::vector<fs::path> objects;
    for (const auto& file : sources_.files) objects.push_back(object_of(file, fs::absolute(setting_.folder)));
    const std::vector<BuildRecord> records = compile_all(objects, tools);
    std::string names;
    for (const auto& object : objects) names += object.string() + "\n";
    const fs::path program =
        fs::absolute(setting_.folder) / fmt::format("target-{:08x}", static_cast<std::uint32_t>(base::fnv1a(names)));
    const BuildRecord linked = link(objects, program, tools);

    base::Digester libraries;
    for (const auto& input : linked.inputs) {
      if (std::find(objects.begin(), objects.end(), input.path) == objects.end())
        libraries.add(input.path.string()).add(input.state);
    }
    return std::make_unique<BuiltTarget>(cache_.hold(program), dependencies(records), libraries.text());
  }

 private:
  std::string identity_of_tools() {
    base::Digester digester;
    digester.add(identity_of_compiler(compiler_, cache_.states()));
    for (const fs::path& file : {setting_.layout.plugin, setting_.layout.source_plugin, setting_.layout.ignore_list})
      digester.add(file.string()).add(cache_.states().of(file));
    digester.add(fs::current_path().string());
    return digester.text();
  }

  static std::string key_of(const Command& command, const std::string& tools) {
    base::Digester digester;
    digester.add(tools);
    for (const auto& word : command) digester.add(word);
    return digester.text();
  }

  // Sources that name classes which axioms describe come first: all others have to know them. What the objects of an
  // earlier build say is right as a rule, so that nothing is compiled twice.
  std::vector<BuildRecord> compile_all(const std::vector<fs::path>& objects, const std::string& tools) {
    constexpr int kMostRounds = 4;
    std::vector<std::size_t> groups[2];
    for (std::size_t i = 0; i < objects.size(); ++i)
      groups[program::may_describe(sources_.files[i], sources_.flags) ? 0 : 1].push_back(i);
    std::vector<BuildRecord> records(objects.size());
    std::vector<std::optional<std::string>> compiled_with(objects.size());
    std::vector<std::vector<std::string>> named(objects.size());
    for (const std::size_t i : groups[0]) named[i] = program::described_in(objects[i]);
    for (int round = 0; round < kMostRounds; ++round) {
      const auto before = named;
      for (const auto& group : groups) {
        const auto known = named;
        base::for_each_parallel(group.size(), setting_.jobs, [&](std::size_t k) {
          const std::size_t i = group[k];
          const std::string described = described_elsewhere(known, i);
          if (compiled_with[i] == described) return;
          records[i] = compile(sources_.files[i], objects[i], tools, described);
          compiled_with[i] = described;
          named[i] = program::described_in(objects[i]);
        });
      }
      if (named == before) break;
    }
    return records;
  }

  // The classes that other sources name, for kDescribedVariable.
  static std::string described_elsewhere(const std::vector<std::vector<std::string>>& named, std::size_t source) {
    std::set<std::string> keys;
    for (const auto& each : named) keys.insert(each.begin(), each.end());
    for (const std::string& own : named[source]) keys.erase(own);
    return fmt::format("{}", fmt::join(keys, ":"));
  }

  BuildRecord compile(const fs::path& source, const fs::path& object, const std::string& tools,
                      const std::string& described) {
    Command command{compiler_};
    const auto theirs = base::flags_for(source, without_other_tools(compile_only(sources_.flags)));
    command.insert(command.end(), theirs.begin(), theirs.end());
    const auto ours = target_compile_flags(setting_.layout);
    command.insert(command.end(), ours.begin(), ours.end());
    const auto honouring = honouring_flags(theirs);
    command.insert(command.end(), honouring.begin(), honouring.end());
    const auto precompiled = header_.flags_for(source, command, kPrecompiling);
    command.insert(command.end(), precompiled.begin(), precompiled.end());
    const auto marking = cast_flags(setting_.layout, theirs);  // of no matter for the header
    command.insert(command.end(), marking.begin(), marking.end());
    command.insert(command.end(), {"-c", source.string()});
    const auto make = [&](const fs::path& output, const fs::path& makefile) {
      if (setting_.begins) std::call_once(begun_, setting_.begins);
      command.insert(command.end(), {"-o", output.string(), "-MD", "-MF", makefile.string()});
      run(command, source.string(), "does not compile; the compiler's messages are above",
          {{program::kDescribedVariable, described}});
    };
    return cache_.provide(object, key_of(command, tools + described), make,
                          files_of_flags(theirs, setting_.world.files));
  }

  BuildRecord link(const std::vector<fs::path>& objects, const fs::path& program, const std::string& tools) {
    Command command{compiler_};
    for (const auto& object : objects) command.push_back(object.string());
    const auto theirs = without_other_tools(link_only(sources_.flags));
    const auto ours = target_link_flags(setting_.layout, theirs);
    command.insert(command.end(), ours.begin(), ours.end());
    command.insert(command.end(), theirs.begin(), theirs.end());
    // Objects of the user behind `--` need models too.
    command.insert(command.end(), {setting_.layout.models.string(), setting_.layout.runtime.string()});
    const auto archives = program::archive_flags(command);
    command.insert(command.end(), archives.begin(), archives.end());
    const auto make = [&](const fs::path& output, const fs::path& makefile) {
      command.insert(command.end(), {"-o", output.string(), "-Wl,--dependency-file=" + makefile.string()});
      run(command, sources_.files.front().string(),
          "does not link; the linker's messages are above (name every source with code under test, libraries after "
          "`--`)");
    };
    return cache_.provide(program, key_of(command, tools), make, files_of_flags(theirs, setting_.world.files));
  }

  void run(const Command& command, const std::string& what, const char* failure,
           const std::vector<std::pair<std::string, std::string>>& environment = {}) {
    using End = CompilerRun::End;
    const auto [end, output] = run_compiler(command, setting_.world.processes, environment);
    switch (end) {
      case End::NotStarted:
        throw base::UserError(
            fmt::format("cannot run {}: {} (install clang-19, or set FORALL_CLANGXX)", command[0], output));
      case End::Stopped: throw base::UserError("interrupted while compiling");
      case End::Failed: {
        const std::string messages = shortened_messages(output, setting_.layout.include);
        throw base::UserError(fmt::format("{}{}{}: error: {}{}{}", messages, messages.ends_with('\n') ? "" : "\n", what,
                                          failure, keep_whole(output, messages),
                                          advice(output, what, setting_.world.files)));
      }
      case End::Made: break;
    }
    if (!output.empty()) fmt::print(stderr, "{}", output);
  }

  // Where all messages can be read, if some were left out.
  std::string keep_whole(const std::string& output, const std::string& messages) {
    if (output == messages) return {};
    const fs::path file = setting_.folder / "compiler-messages.txt";
    setting_.world.files.write(file, output);
    return fmt::format(" (all of them: {})", file.string());
  }

  std::vector<fs::path> dependencies(const std::vector<BuildRecord>& records) const {
    const std::string ours = (fs::weakly_canonical(setting_.layout.include / "forall") / "").string();
    std::set<fs::path> files;
    for (const auto& record : records) {
      for (const auto& input : record.inputs) {
        if (is_system_path(input.path)) continue;
        const fs::path file = fs::weakly_canonical(input.path);
        if (!file.string().starts_with(ours) && !is_system_path(file)) files.insert(file);
      }
    }
    return {files.begin(), files.end()};
  }

  const BuildSetting& setting_;
  const Sources& sources_;
  BuildCache cache_;
  PrecompiledHeader header_;
  const std::string compiler_;
  std::once_flag begun_;
};

}  // namespace

BuiltTarget::~BuiltTarget() { BuildCache::release(program_); }

std::unique_ptr<BuiltTarget> build_target(const BuildSetting& setting, const Sources& sources) {
  refuse_flags(sources.flags);
  refuse_flags_of_tests(sources.flags);
  for (const auto& file : sources.files) {
    if (!setting.world.files.exists(file)) throw base::UserError(fmt::format("{}: error: no such file", file.string()));
    if (fs::is_directory(file))
      throw base::UserError(fmt::format("{}: error: is a directory, not a C++ source", file.string()));
    if (!base::is_utf8(file.string()))
      throw base::UserError(fmt::format("{}: error: the name of the file is not UTF-8; rename it", file.string()));
  }
  return Builder(setting, sources)();
}

std::string identity_of_forall(const Layout& layout, base::Files& files) {
  base::Digester digester;
  for (const fs::path& file :
       {fs::path("/proc/self/exe"), layout.plugin, layout.source_plugin, layout.runtime, layout.main, layout.models})
    digester.add(files.read(file).value_or(""));
  return digester.text();
}

// As ldd does it. Each line has the path of a library behind `=>`, or alone, and an address in parentheses.
static std::vector<std::string> libraries_of(const fs::path& program, const base::World& world) {
  const base::ProcessResult result = world.processes.run(
      {.command = {fs::absolute(program).string()}, .environment = {{"LD_TRACE_LOADED_OBJECTS", "1"}}, .seconds = 10});
  std::vector<std::string> files;
  std::istringstream words(result.ok() ? result.output : "");
  for (std::string word; words >> word;) {
    if (word.starts_with('/')) files.push_back(word);
  }
  return files;
}

std::string identity_of_libraries(const fs::path& program, const base::World& world) {
  base::Digester digester;
  FileStates states(world.files);
  for (const std::string& file : libraries_of(program, world)) digester.add(file).add(states.of(file));
  return digester.text();
}

std::string contents_of_libraries(const fs::path& program, const base::World& world) {
  base::Digester digester;
  for (const std::string& file : libraries_of(program, world)) digester.add(world.files.read(file).value_or(""));
  return digester.text();
}

}  // namespace forall::build

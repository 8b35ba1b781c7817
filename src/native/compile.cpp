#include "native/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <thread>

#include "base/digest.h"
#include "base/hash.h"
#include "base/language.h"
#include "base/parallel.h"
#include "build/build_cache.h"
#include "build/compiler_run.h"

namespace forall::native {
namespace {

using Command = std::vector<std::string>;

// Floating point as the source says it, and as the exploration has it: neither fused nor reordered.
constexpr const char* kFloat[] = {"-fno-fast-math", "-ffp-contract=off"};

// A fault whose result nobody uses, a deep recursion or an endless loop may be optimised away, as the language allows;
// then there is nothing to confirm. Nor does optimising thousands of tests pay.
constexpr const char* kOptimization = "-O0";

template <typename Words>
void append(Command& command, const Words& words) {
  command.insert(command.end(), std::begin(words), std::end(words));
}

Command flags_and_checks(const ProgramSource& source, const std::string& file) {
  Command command = {source.compiler};
  append(command, base::flags_for(file, source.flags));
  append(command, source.checks);
  append(command, Command{"-fno-sanitize-recover=all", "-D_GLIBCXX_ASSERTIONS", "-w", kOptimization});
  append(command, kFloat);
  return command;
}

Command compile_command(const ProgramSource& source, const std::string& file) {
  Command command = flags_and_checks(source, file);
  if (source.precompiled) append(command, source.precompiled(file, command));
  append(command, Command{"-c", file});
  return command;
}

// The user's libraries stand behind the objects that need them, GoogleTest behind those.
Command link_command(const ProgramSource& source, const Command& objects) {
  Command command = {source.compiler};
  append(command, source.checks);
  append(command, objects);
  append(command, source.libraries);
  append(command, source.flags);
  append(command, kFloat);
  append(command, Command{"-w", "-lgtest", "-lgtest_main", "-lpthread"});
  return command;
}

Command with_output(Command command, const std::string& output) {
  append(command, Command{"-o", output});
  return command;
}

// Clang's own run-time library is a package apart. That of g++, which comes with the standard library, has the same
// interface.
bool lacks_checks_of_clang(const std::string& output) { return output.find("libclang_rt.ubsan") != std::string::npos; }
const Command kChecksOfGcc = {"-fno-sanitize-link-runtime", "-lubsan"};

class Compilation {
 public:
  Compilation(const ProgramSource& source, const std::filesystem::path& program, const base::World& world)
      : source_(source), program_(program.string()), world_(world) {}
  Compilation(const Compilation&) = delete;
  Compilation& operator=(const Compilation&) = delete;
  ~Compilation() {
    for (const std::string& object : objects_) {
      try {
        world_.files.remove(object);
      } catch (const std::exception&) {  // it lies in a build folder, where the next one takes its place
      }
    }
  }

  Compiled operator()() {
    for (const std::string& file : source_.files) {
      objects_.push_back(program_ + "." + std::to_string(objects_.size()) + ".o");
      if (!attempt(with_output(compile_command(source_, file), objects_.back()))) return result_;
    }
    Command link = with_output(link_command(source_, objects_), program_);
    result_.is_made = attempt(link);
    if (!result_.is_made && lacks_checks_of_clang(result_.output)) {
      append(link, kChecksOfGcc);
      result_.is_made = attempt(link);
    }
    return result_;
  }

 private:
  bool attempt(const Command& command) {
    const build::CompilerRun run = build::run_compiler(command, world_.processes);
    result_.output = run.output;
    result_.command = command;
    return run.end == build::CompilerRun::End::Made;
  }

  const ProgramSource& source_;
  const std::string program_;
  const base::World& world_;
  Command objects_;
  Compiled result_;
};

// Thrown out of the cache, which then keeps nothing.
struct NotMade {
  Compiled compiled;
};

class KeptCompilation {
 public:
  KeptCompilation(const ProgramSource& source, const std::filesystem::path& folder, const std::atomic<bool>& stop,
                  const base::World& world)
      : source_(source),
        folder_(std::filesystem::absolute(folder)),
        world_(world),
        cache_(folder, stop, world.files),
        tools_(base::Digester()
                   .add(build::identity_of_compiler(source.compiler, cache_.states()))
                   .add(std::filesystem::current_path().string())
                   .text()) {}

  KeptProgram operator()() {
    const auto name = [&](const std::string& file, const std::string& key) {
      return folder_ / fmt::format("{}-{:08x}", std::filesystem::path(file).stem().string(),
                                   static_cast<std::uint32_t>(base::fnv1a(key)));
    };
    std::vector<Command> commands;
    Command objects;
    std::string all;
    for (const std::string& file : source_.files) {
      commands.push_back(compile_command(source_, file));
      const std::string key = base::quote_command(commands.back());
      objects.push_back(name(file, key).string() + ".o");
      all += key + "\n";
    }
    base::for_each_parallel(objects.size(), std::max(1U, std::thread::hardware_concurrency()),
                            [&](std::size_t i) { make(objects[i], commands[i], {"-MD", "-MF"}, ""); });
    const std::filesystem::path program = name(source_.files.front(), all);
    const Command link = link_command(source_, objects);
    try {
      make(program, link, {}, "-Wl,--dependency-file=");
    } catch (const NotMade& failed) {
      if (!lacks_checks_of_clang(failed.compiled.output)) throw;
      Command with_others = link;
      append(with_others, kChecksOfGcc);
      make(program, with_others, {}, "-Wl,--dependency-file=");
    }
    return {{true, {}, link}, cache_.hold(program)};
  }

 private:
  // `listing` and `prefix` stand before the name of the list of what was read.
  void make(const std::filesystem::path& file, const Command& command, const Command& listing,
            const std::string& prefix) {
    cache_.provide(
        file, base::Digester().add(tools_).add(base::quote_command(command)).text(),
        [&](const std::filesystem::path& output, const std::filesystem::path& makefile) {
          Command whole = with_output(command, output.string());
          append(whole, listing);
          whole.push_back(prefix + makefile.string());
          const build::CompilerRun run = build::run_compiler(whole, world_.processes);
          if (run.end != build::CompilerRun::End::Made) throw NotMade{{false, run.output, whole}};
        },
        build::files_of_flags(source_.flags, world_.files));
  }

  const ProgramSource& source_;
  const std::filesystem::path folder_;
  const base::World& world_;
  build::BuildCache cache_;
  const std::string tools_;
};

}  // namespace

std::vector<std::string> compile_prefix(const ProgramSource& source) { return flags_and_checks(source, "a.cpp"); }

std::string first_complaint(const std::string& text) {
  std::string first;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("error: ") != std::string::npos || line.find("undefined reference") != std::string::npos) return line;
    if (first.empty()) first = line;
  }
  return first;
}

std::string complaint_of(const Compiled& compiled) {
  if (compiled.is_made) return {};
  return compiled.output.empty() ? base::quote_command(compiled.command) + " failed" : compiled.output;
}

KeptProgram keep_program(const ProgramSource& source, const std::filesystem::path& folder,
                         const std::atomic<bool>& stop, const base::World& world) {
  try {
    return KeptCompilation(source, folder, stop, world)();
  } catch (const NotMade& failed) {
    return {failed.compiled, {}};
  }
}

Compiled compile_program(const ProgramSource& source, const std::filesystem::path& program, const base::World& world) {
  return Compilation(source, program, world)();
}

}  // namespace forall::native

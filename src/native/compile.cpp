#include "native/compile.h"

#include "base/language.h"
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

Command compile_command(const ProgramSource& source, const std::string& file, const std::string& object) {
  Command command = {source.compiler};
  append(command, base::flags_for(file, source.flags));
  append(command, source.checks);
  append(command, Command{"-fno-sanitize-recover=all", "-D_GLIBCXX_ASSERTIONS", "-w", kOptimization});
  append(command, kFloat);
  if (source.precompiled) append(command, source.precompiled(file, command));
  append(command, Command{"-c", file, "-o", object});
  return command;
}

// The user's libraries stand behind the objects that need them, GoogleTest behind those.
Command link_command(const ProgramSource& source, const Command& objects, const std::string& program) {
  Command command = {source.compiler};
  append(command, source.checks);
  append(command, objects);
  append(command, source.libraries);
  append(command, source.flags);
  append(command, kFloat);
  append(command, Command{"-w", "-o", program, "-lgtest", "-lgtest_main", "-lpthread"});
  return command;
}

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
      if (!attempt(compile_command(source_, file, objects_.back()))) return result_;
    }
    Command link = link_command(source_, objects_, program_);
    result_.is_made = attempt(link);
    // Clang's own run-time library is a package apart. That of g++, which comes with the standard library, has the same
    // interface.
    if (!result_.is_made && result_.output.find("libclang_rt.ubsan") != std::string::npos) {
      append(link, Command{"-fno-sanitize-link-runtime", "-lubsan"});
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

}  // namespace

Compiled compile_program(const ProgramSource& source, const std::filesystem::path& program, const base::World& world) {
  return Compilation(source, program, world)();
}

}  // namespace forall::native

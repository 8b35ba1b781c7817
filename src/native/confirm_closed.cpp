#include "native/confirm_closed.h"

#include "emit/suites.h"
#include "native/checked_characters.h"
#include "native/compile.h"

namespace forall::native {
namespace {

namespace fs = std::filesystem;

// A program of the tests and the other sources under test, while this lives.
class ClosedPrograms final : public CasePrograms {
 public:
  ClosedPrograms(const fs::path& file, const ConfirmOptions& options, const base::World& world)
      : file_(file), options_(options), world_(world) {}
  ClosedPrograms(const ClosedPrograms&) = delete;
  ClosedPrograms& operator=(const ClosedPrograms&) = delete;
  ~ClosedPrograms() override {
    for (const fs::path& file : made_) {
      try {
        world_.files.remove(file);
      } catch (const std::exception&) {  // it lies in a build folder, where the next one takes its place
      }
    }
  }

  Program program(Watch watch) override {
    const fs::path program = fs::absolute(options_.build_directory / (file_.stem().string() + program_suffix(watch)));
    made_.push_back(program);
    ProgramSource source{watch == Watch::Clang ? options_.clang : options_.compiler,
                         options_.flags,
                         checks_of(watch, options_.include),
                         {file_.string()},
                         {},
                         {}};
    source.precompiled = [&](const std::string& file, const std::vector<std::string>& compile) {
      return precompiled_flags(file, compile);
    };
    source.files.insert(source.files.end(), options_.sources.begin(), options_.sources.end());
    if (watch == Watch::Characters) {
      made_.emplace_back(program.string() + "_checked.cpp");
      world_.files.write(made_.back(), checked_characters());
      source.files.push_back(made_.back().string());
    }
    const auto text = world_.files.read(file_);
    if (text && text->find("<gmock/gmock.h>") != std::string::npos) source.libraries.emplace_back("-lgmock");
    const Compiled compiled = compile_program(source, program, world_);
    return {compiled.is_made, complaint_of(compiled), program};
  }

 private:
  std::vector<std::string> precompiled_flags(const std::string& file, std::vector<std::string> compile) const {
    if (file != file_.string() || !options_.precompiled) return {};
    // A closed test begins with this macro and the source of the PUT.
    const std::string closed = "-DFORALL_CLOSED_TESTS=1";
    compile.push_back(closed);
    std::vector<std::string> flags = options_.precompiled(compile);
    flags.push_back(closed);
    return flags;
  }

  const fs::path& file_;
  const ConfirmOptions& options_;
  const base::World& world_;
  std::vector<fs::path> made_;
};

}  // namespace

ConfirmReport confirm_closed(const fs::path& file, const testcase::Put& put, std::vector<testcase::Case>& cases,
                             const ConfirmOptions& options, const base::World& world) {
  world.files.create_directories(options.build_directory);
  CaseTests tests;
  tests.file = file;
  tests.seconds = options.test_seconds;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const bool is_run = emit::is_emitted(cases[i]);
    tests.names.push_back(is_run ? emit::suite_name(put, cases[i]) + "." + emit::test_name(cases[i], i) : "");
  }
  ClosedPrograms programs(file, options, world);
  return confirm(put, cases, tests, programs, world);
}

}  // namespace forall::native

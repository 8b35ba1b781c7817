#include "native/value_programs.h"

#include <algorithm>
#include <chrono>

#include "abi/case_file.h"
#include "base/words.h"
#include "build/build_cache.h"
#include "build/precompiled_header.h"
#include "build/toolchain.h"
#include "emit/suites.h"
#include "native/case_file.h"
#include "native/checked_characters.h"
#include "native/compile.h"

namespace forall::native {
namespace {

namespace fs = std::filesystem;
using Program = CasePrograms::Program;

// The macro by which the header makes such a program.
constexpr const char* kConfirming = "-DFORALL_CONFIRMING=1";

// So that the linker takes what stands in the place of clocks and the like from the library.
constexpr const char* kWithEnvironment = "-Wl,-u,forall_environment_is_replayed";

bool is_among(const std::vector<std::string>& files, const fs::path& wanted) {
  return std::any_of(files.begin(), files.end(),
                     [&](const std::string& file) { return fs::weakly_canonical(file) == wanted; });
}

}  // namespace

ProgramSource value_source(const NativeSetting& setting, Watch watch) {
  ProgramSource source{watch == Watch::Clang ? build::target_compiler() : setting.compiler,
                       setting.flags,
                       checks_of(watch, setting.include),
                       {},
                       {setting.library.string(), kWithEnvironment, "-ldl"},
                       {}};
  source.flags.emplace_back(kConfirming);
  return source;
}

ValuePrograms::~ValuePrograms() {
  for (const auto& [key, program] : programs_) {
    try {
      if (program.get().is_made) build::BuildCache::release(program.get().path);
    } catch (const std::exception&) {  // it was not made
    }
  }
}

ValuePrograms::Files ValuePrograms::all_files() const {
  Files files;
  for (const fs::path& file : setting_.sources) files.push_back(file.string());
  return files;
}

Program ValuePrograms::program(Watch watch) { return find(watch, all_files()); }

Program ValuePrograms::program_of(const testcase::Put& put, Watch watch) {
  Files files = all_files();
  if (!setting_.is_whole && !is_among(files, fs::weakly_canonical(put.file))) files.push_back(put.file);
  return find(watch, files);
}

Program ValuePrograms::find(Watch watch, const Files& files) {
  std::promise<Program> made;
  std::shared_future<Program> program;
  bool is_first = false;
  {
    const std::lock_guard lock(mutex_);
    const auto [found, is_new] = programs_.try_emplace({watch, files});
    if (is_new) found->second = made.get_future().share();
    program = found->second;
    is_first = is_new;
  }
  if (is_first) {
    try {
      made.set_value(make(watch, files));
    } catch (...) {
      made.set_exception(std::current_exception());
    }
  }
  while (program.wait_for(std::chrono::milliseconds(20)) != std::future_status::ready) {
    if (stop_) return {false, "interrupted while compiling", {}};
  }
  return program.get();
}

Program ValuePrograms::make(Watch watch, const Files& files) {
  const fs::path folder = setting_.build / "native";
  build::PrecompiledHeader header(setting_.precompiled, setting_.include, world_, stop_);
  ProgramSource source = value_source(setting_, watch);
  source.files = files;
  source.precompiled = [&](const std::string& file, const std::vector<std::string>& compile) {
    return header.flags_for(file, compile);
  };
  if (watch == Watch::Characters) {
    const fs::path checked = folder / "checked_characters.cpp";
    world_.files.create_directories(folder);
    world_.files.write(checked, checked_characters());
    source.files.push_back(checked.string());
  }
  const KeptProgram kept = keep_program(source, folder, stop_, world_);
  return {kept.compiled.is_made, complaint_of(kept.compiled), kept.program};
}

namespace {

class ProgramsOf final : public CasePrograms {
 public:
  ProgramsOf(const testcase::Put& put, ValuePrograms& programs) : put_(put), programs_(programs) {}
  Program program(Watch watch) override { return programs_.program_of(put_, watch); }

 private:
  const testcase::Put& put_;
  ValuePrograms& programs_;
};

}  // namespace

ConfirmReport confirm_values(const testcase::Put& put, std::vector<testcase::Case>& cases, ValuePrograms& programs,
                             const fs::path& folder, const base::World& world) {
  CaseTests tests;
  std::vector<const testcase::Case*> given;
  for (const testcase::Case& each : cases) {
    const bool is_run = emit::is_emitted(each);
    tests.names.push_back(is_run ? case_test_name(put, given.size()) : "");
    if (is_run) given.push_back(&each);
  }
  tests.tag = put.full_name() + ".";
  const fs::path file = fs::absolute(folder / (put.full_name() + ".cases"));
  tests.environment = {{abi::kCaseFileVariable, file.string()}};
  world.files.create_directories(folder);
  world.files.write(file, case_file(put, given));
  ProgramsOf programs_of(put, programs);
  ConfirmReport report = confirm(put, cases, tests, programs_of, world);
  world.files.remove(file);
  return report;
}

}  // namespace forall::native

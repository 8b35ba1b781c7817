#include "native/native_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>

#include "base/error.h"
#include "base/words.h"
#include "build/precompiled_header.h"
#include "build/toolchain.h"
#include "emit/suites.h"
#include "native/confirm_closed.h"
#include "native/value_programs.h"
#include "testcase/purity.h"

namespace forall::native {
namespace {

namespace fs = std::filesystem;

// A name as part of a file name: names of PUTs are identifiers, but the database may hold anything.
std::string file_part(std::string name) {
  std::replace_if(name.begin(), name.end(), [](char c) { return !base::is_word_character(c); }, '_');
  return name;
}

}  // namespace

fs::path test_file(const fs::path& out, const testcase::Put& put, emit::Format format) {
  return out / (file_part(put.suite) + "_" + file_part(put.name) + emit::file_suffix(format));
}

void check_tests(const fs::path& out, const std::vector<const testcase::Put*>& puts, emit::Format format,
                 base::Files& files) {
  std::map<fs::path, std::string> owners;
  for (const testcase::Put* put : puts) {
    const fs::path path = test_file(out, *put, format);
    const auto before = files.read(path);
    std::string owner = before ? emit::put_of_tests(*before) : std::string();
    const auto [found, is_new] = owners.emplace(path, put->full_name());
    if (!is_new) owner = found->second;
    if (!owner.empty() && owner != put->full_name()) {
      throw base::UserError(fmt::format(
          "{} would be the file of the closed tests of {} as well as of {}: rename one of them, or {}", path.string(),
          put->full_name(), owner, is_new ? "remove the file" : "write them to different folders (--put, --out)"));
    }
    if (before) emit::kept_parts(path, *before);
  }
}

namespace {

// How the file is written again where it lies. Nothing of it depends on where the project lies.
void describe_command(const NativeSetting& setting, const testcase::Put& put, emit::SourceOptions& options) {
  options.written_by = setting.written_by;
  const fs::path here = fs::current_path(), out = fs::weakly_canonical(fs::absolute(setting.out));
  const fs::path up = fs::weakly_canonical(here).lexically_relative(out),
                 down = out.lexically_relative(fs::weakly_canonical(here));
  if (up != ".") options.folder = up.generic_string();
  if (down != setting.usual_out) options.out = down.generic_string();
  for (const std::string& source : put.build.sources)
    options.sources.push_back(fs::relative(fs::absolute(source), here).generic_string());
  options.flags = put.build.flags;
}

}  // namespace

void fit_cases(std::size_t most_lines, NativeSetting& setting, const testcase::Put& put,
               std::vector<testcase::Case>& cases) {
  emit::SourceOptions options;
  options.format = setting.format;
  options.mocks = setting.mocks;
  std::vector<testcase::Case> kept;
  for (const std::size_t i : emit::cases_within(most_lines, put, cases, options)) kept.push_back(cases[i]);
  const auto emitted = std::count_if(cases.begin(), cases.end(), emit::is_emitted);
  setting.left_out = kept.size() == cases.size() ? 0 : static_cast<std::size_t>(emitted) - kept.size();
  cases = std::move(kept);
}

fs::path write_tests(const NativeSetting& setting, const testcase::Put& put, const std::vector<testcase::Case>& cases,
                     base::Files& files) {
  files.create_directories(setting.out);
  const fs::path path = test_file(setting.out, put, setting.format);
  emit::SourceOptions options;
  options.include = fs::relative(fs::absolute(put.file), fs::absolute(setting.out)).generic_string();
  options.format = setting.format;
  options.mocks = setting.mocks;
  options.left_out = setting.left_out;
  describe_command(setting, put, options);
  const auto before = files.read(path);
  if (before) options.kept = emit::kept_parts(path, *before);
  const std::string text = emit::test_source(put, cases, options);
  if (!before || *before != text) files.write(path, text);  // what is the same keeps its time: nothing is built again
  return path;
}

std::string confirm_tests(const NativeSetting& setting, const testcase::Put& put, std::vector<testcase::Case>& cases,
                          ValuePrograms* programs, const base::World& world) {
  const bool are_values = std::none_of(cases.begin(), cases.end(), [&](const testcase::Case& each) {
    return !testcase::purity_calls(put, each.outcome).empty();
  });
  if (programs != nullptr && are_values) {
    const ConfirmReport report = confirm_values(put, cases, *programs, setting.build, world);
    if (report.compiled && report.has_run) return {};
    // A program whose PUTs are not registered by FORALL has no such tests; its closed tests may run all the same.
    for (testcase::Case& each : cases) {
      each.native = testcase::Case::Native::NotRun;
      each.native_detail.clear();
    }
  }
  if (programs != nullptr && programs->stop()) return "interrupted while compiling";
  NativeSetting confirmed = setting;
  confirmed.out = setting.build;
  confirmed.format = emit::Format::Gtest;
  const fs::path file = write_tests(confirmed, put, cases, world.files);
  ConfirmOptions options;
  options.compiler = setting.compiler;
  options.clang = build::target_compiler();
  options.flags = setting.flags;
  options.include = setting.include;
  options.build_directory = setting.build;
  const fs::path own = fs::weakly_canonical(put.file);
  for (const auto& source : setting.sources) {
    if (fs::weakly_canonical(source) != own) options.sources.push_back(source.string());
  }
  const std::atomic<bool> never = false;
  build::PrecompiledHeader header(setting.precompiled, setting.include, world, setting.stop ? *setting.stop : never);
  options.precompiled = [&](const std::vector<std::string>& compile) { return header.flags_for(put.file, compile); };
  const ConfirmReport report = confirm_closed(file, put, cases, options, world);
  return report.compiled ? std::string() : report.compiler_output;
}

}  // namespace forall::native

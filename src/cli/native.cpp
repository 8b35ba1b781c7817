#include "cli/native.h"

#include <algorithm>

#include "base/words.h"
#include "cli/toolchain.h"

namespace forall::cli {
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

void check_tests(const fs::path& out, const testcase::Put& put, emit::Format format, base::Files& files) {
  const fs::path path = test_file(out, put, format);
  if (const auto before = files.read(path)) emit::kept_parts(path, *before);
}

fs::path write_tests(const NativeSetting& setting, const testcase::Put& put, const std::vector<testcase::Case>& cases,
                     base::Files& files) {
  files.create_directories(setting.out);
  const fs::path path = test_file(setting.out, put, setting.format);
  emit::SourceOptions options;
  options.include = fs::relative(fs::absolute(put.file), fs::absolute(setting.out)).generic_string();
  options.format = setting.format;
  const auto before = files.read(path);
  if (before) options.kept = emit::kept_parts(path, *before);
  const std::string text = emit::test_source(put, cases, options);
  if (!before || *before != text) files.write(path, text);  // what is the same keeps its time: nothing is built again
  return path;
}

std::string confirm_tests(const NativeSetting& setting, const testcase::Put& put, std::vector<testcase::Case>& cases,
                          base::Processes& processes) {
  fs::path file = test_file(setting.out, put, emit::Format::Gtest);
  if (setting.format != emit::Format::Gtest) {
    NativeSetting confirmed = setting;
    confirmed.out = setting.build;
    confirmed.format = emit::Format::Gtest;
    file = write_tests(confirmed, put, cases, base::system_files());
  }
  emit::ConfirmOptions options;
  options.compiler = setting.compiler;
  options.clang = target_compiler();
  options.flags = setting.flags;
  options.build_directory = setting.build;
  const fs::path own = fs::weakly_canonical(put.file);
  for (const auto& source : setting.sources) {
    if (fs::weakly_canonical(source) != own) options.sources.push_back(source.string());
  }
  const emit::ConfirmReport report = emit::confirm(file, put, cases, options, processes);
  return report.compiled ? std::string() : report.compiler_output;
}

}  // namespace forall::cli

#include "cli/native.h"

#include <algorithm>
#include <cctype>

#include "emit/emit.h"

namespace forall::cli {
namespace {

namespace fs = std::filesystem;

// A name as part of a file name: names of PUTs are identifiers, but the database may hold anything.
std::string file_part(std::string name) {
  std::replace_if(name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c) && c != '_'; }, '_');
  return name;
}

}  // namespace

fs::path test_file(const fs::path& out, const testcase::Put& put) {
  return out / (file_part(put.suite) + "_" + file_part(put.name) + "_test.cpp");
}

fs::path write_tests(const NativeSetting& setting, const testcase::Put& put, const std::vector<testcase::Case>& cases,
                     base::Files& files) {
  files.create_directories(setting.out);
  const fs::path path = test_file(setting.out, put);
  const fs::path include = fs::relative(fs::absolute(put.file), fs::absolute(setting.out));
  files.write(path, emit::gtest_source(put, cases, {.include = include.generic_string()}));
  return path;
}

std::string confirm_tests(const NativeSetting& setting, const testcase::Put& put, std::vector<testcase::Case>& cases,
                          base::Processes& processes) {
  emit::ConfirmOptions options;
  options.compiler = setting.compiler;
  options.flags = setting.flags;
  options.build_directory = setting.build;
  const fs::path own = fs::weakly_canonical(put.file);
  for (const auto& source : setting.sources) {
    if (fs::weakly_canonical(source) != own) options.sources.push_back(source.string());
  }
  const emit::ConfirmReport report = emit::confirm(test_file(setting.out, put), put, cases, options, processes);
  return report.compiled ? std::string() : report.compiler_output;
}

}  // namespace forall::cli

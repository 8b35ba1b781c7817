// `forall generalize`: reads closed tests and proposes parameterized ones, each with its verdict.
#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <memory>
#include <regex>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "base/world.h"
#include "build/compile_commands.h"
#include "build/precompiled_header.h"
#include "build/toolchain.h"
#include "cli/application.h"
#include "cli/commands.h"
#include "cli/front_end.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "frontend/functions.h"
#include "generalize/generalize.h"
#include "generalize/report.h"
#include "program/code.h"
#include "session/session.h"
#include "target/target.h"

namespace forall::cli {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = fs::path(session::kOwnFolder) / "generalize";

// "beside/list_test.cc" -> "beside/list_test_forall.cc"
fs::path beside(const fs::path& file) {
  return file.parent_path() / (file.stem().string() + "_forall" + file.extension().string());
}

// The header of Catch2 2 has the implementation as well, for the file that asks for it. It takes minutes to compile for an
// exploration, which needs none of it. The result has as many lines.
std::string without_catch2_main(const std::string& text) {
  static const std::regex kRequest(R"((^|\n)#([ \t]*define[ \t]+CATCH_CONFIG_(MAIN|RUNNER)\b))");
  return std::regex_replace(text, kRequest, "$1/*$2*/", std::regex_constants::format_first_only);
}

// Generalizes the tests of one file. Its drafts are compiled in a folder of forall's own, with the other sources.
class FileWork {
 public:
  FileWork(const GeneralizeOptions& options, fs::path file, std::vector<std::string> others,
           std::vector<std::string> flags, const std::atomic<bool>& stop)
      : options_(options),
        file_(std::move(file)),
        others_(std::move(others)),
        flags_(std::move(flags)),
        stop_(stop),
        layout_(build::find_layout()),
        functions_(front_end(layout_)),
        draft_(kFolder / file_.filename()) {
    flags_.push_back("-iquote" + fs::absolute(file_).parent_path().string());
    flags_.emplace_back("-w");  // drafts are not what the user wrote
  }

  generalize::FileReport run() {
    const auto text = base::system_files().read(file_);
    if (!text) throw base::UserError(fmt::format("{}: error: no such file", file_.string()));
    const std::vector<frontend::TestFlow> flows = functions_.read_flows(functions_.parse_file(source_at(file_)));
    base::system_files().create_directories(kFolder);
    for (std::string& other : others_) replace_if_catch2_main(other);
    const generalize::Tools tools{file_.string(), draft_.string(), options_.all_paths,
                                  [this](const std::string& draft) { return check(draft); },
                                  [this](const std::string& draft, const std::vector<std::string>& puts,
                                         generalize::Effort effort) { return explore(draft, puts, effort); }};
    const std::string known = base::system_files().read(beside(file_)).value_or("");
    generalize::FileReport report{file_, *text, generalize::generalize(*text, known, flows, tools)};
    for (generalize::TestReport& test : report.tests) {
      for (generalize::PutReport& put : test.puts) put.text = functions_.formatted(put.text, file_);
    }
    return report;
  }

 private:
  frontend::Source source_at(const fs::path& path) const {
    return {path, build::target_compiler(), build::native_flags(layout_, {{}, flags_})};
  }

  void replace_if_catch2_main(std::string& other) {
    const std::string text = base::system_files().read(other).value_or("");
    const std::string without = without_catch2_main(text);
    if (without == text) return;
    const fs::path copy = kFolder / ("without_main_" + fs::path(other).filename().string());
    base::system_files().write(copy, without);
    flags_.push_back("-iquote" + fs::absolute(other).parent_path().string());
    other = copy.string();
  }

  std::vector<generalize::CompileError> check(const std::string& draft) const {
    const frontend::Parsed parsed = functions_.parse(source_at(draft_), without_catch2_main(draft));
    std::vector<generalize::CompileError> errors;
    if (parsed.compiles) return errors;
    static const std::regex kError(R"(([^\n:]*):(\d+):\d+: (?:fatal )?error: ([^\n]*))");
    const std::string name = draft_.filename().string();
    for (std::sregex_iterator at(parsed.messages.begin(), parsed.messages.end(), kError), end; at != end; ++at) {
      const bool is_here = fs::path((*at)[1].str()).filename() == name;
      errors.push_back({is_here ? static_cast<unsigned>(std::stoul((*at)[2].str())) : 0, (*at)[3].str()});
    }
    if (errors.empty()) errors.push_back({0, "it does not compile"});
    return errors;
  }

  generalize::Explored explore(const std::string& draft, const std::vector<std::string>& puts,
                               generalize::Effort effort) const {
    base::system_files().write(draft_, without_catch2_main(draft));
    const bool is_last = effort == generalize::Effort::Final;
    session::Settings settings;
    settings.inputs = {draft_.string()};
    settings.inputs.insert(settings.inputs.end(), others_.begin(), others_.end());
    settings.puts = puts;
    settings.out = kFolder / "tests";
    settings.database = (kFolder / "cases.db").string();
    settings.work = kFolder / "build";
    settings.precompiled = build::precompiled_headers();
    settings.jobs = options_.jobs;
    settings.again = true;
    settings.confirm = is_last;
    if (!is_last) settings.emit = std::nullopt;
    settings.engine.seconds = effort == generalize::Effort::Slices ? options_.seconds / 4 : options_.seconds;
    settings.engine.run_seconds = 0.5;
    settings.engine.strategy = explore::Strategy::BreadthFirst;
    settings.engine.runs = effort == generalize::Effort::Slices ? 64 : 2000;
    settings.engine.leaks = false;
    const session::Outside outside{base::system_world(), layout_, target::start_target, program::read_code};
    generalize::Explored explored;
    try {
      const session::SessionResult session =
          session::explore_session(outside, settings, flags_, stop_, [](const session::Event&) {});
      for (const testcase::Result& result : session.results) explored.results[result.put.full_name()] = result;
      if (!session.failed.empty()) explored.error = error_text(session.failed.front().error);
    } catch (const base::UserError& error) {
      if (stop_) throw;
      const std::string message = error.what();
      explored.error = message.substr(0, message.find('\n'));
    }
    return explored;
  }

  const GeneralizeOptions& options_;
  fs::path file_;
  std::vector<std::string> others_;
  std::vector<std::string> flags_;
  const std::atomic<bool>& stop_;
  build::Layout layout_;
  const frontend::Functions& functions_;
  fs::path draft_;
};

// The files with tests. Functions that use assert(...) are tests if nothing else is.
std::vector<std::string> take_tests(std::vector<std::string>& files) {
  static const std::regex kTest(
      R"((^|\n)\s*(GTEST_TEST|TEST|TEST_F|TEST_P|TYPED_TEST|TYPED_TEST_P|TEST_CASE|TEST_CASE_METHOD|SCENARIO|SCENARIO_METHOD|TEMPLATE_TEST_CASE)\s*\()");
  static const std::regex kFunction(R"((^|\n)\s*(static\s+)?void\s+\w+\s*\(\s*(void)?\s*\)\s*\{)");
  static const std::regex kAssertion(R"(\b(assert|EXPECT_\w+|ASSERT_\w+)\s*\()");
  std::vector<std::string> macros, functions;
  for (const std::string& file : files) {
    const auto text = base::system_files().read(file);
    if (!text) throw base::UserError(fmt::format("{}: error: no such file", file));
    if (std::regex_search(*text, kTest)) macros.push_back(file);
    if (std::regex_search(*text, kFunction) && std::regex_search(*text, kAssertion)) functions.push_back(file);
  }
  const std::vector<std::string>& tests = macros.empty() ? functions : macros;
  std::erase_if(files,
                [&](const std::string& file) { return std::find(tests.begin(), tests.end(), file) != tests.end(); });
  return tests;
}

void write_results(const GeneralizeOptions& options, const std::vector<generalize::FileReport>& reports) {
  const frontend::Functions& functions = front_end(build::find_layout());
  std::vector<frontend::Edit> edits;
  for (const generalize::FileReport& report : reports) {
    for (frontend::Edit& edit : generalize::edits_of(report, options.replace)) edits.push_back(std::move(edit));
  }
  if (options.patch) {
    fmt::print("{}", functions.patch_of(edits, fs::current_path(), base::system_files()));
  } else if (options.in_place) {
    functions.apply_edits(edits, base::system_files());
  } else if (options.beside) {
    for (const generalize::FileReport& report : reports) {
      const std::string text = generalize::file_beside(report);
      if (text.empty()) continue;
      const fs::path file = beside(report.file);
      if (base::system_files().exists(file) && !options.force)
        throw base::UserError(fmt::format("{} exists; --force overwrites it", file.string()));
      base::system_files().write(file, text);
      if (!options.json) fmt::print("written: {}\n", file.string());
    }
  }
}

int generalize_main(GeneralizeOptions options, std::vector<std::string> flags, const std::atomic<bool>& stop) {
  if (options.patch + options.in_place + options.beside > 1)
    throw base::UserError("--patch, --in-place and --beside exclude each other");
  if (options.patch && options.json) throw base::UserError("--patch and --json cannot both be given");
  if (options.replace && !options.patch && !options.in_place)
    throw base::UserError("--replace goes with --patch or --in-place");
  if (!options.build_folder.empty()) {
    const build::Sources sources = build::sources_of(options.build_folder, options.inputs, base::system_world());
    options.inputs.clear();
    for (const fs::path& file : sources.files) options.inputs.push_back(file.string());
    flags.insert(flags.begin(), sources.flags.begin(), sources.flags.end());
  }
  std::vector<std::string> others = options.inputs;
  const std::vector<std::string> tests = take_tests(others);
  if (tests.empty())
    throw base::UserError(fmt::format(
        "{}: error: there is no TEST in it (nor TEST_F, TEST_P, TYPED_TEST, TEST_CASE, or a function with assertions)",
        options.inputs.front()));
  std::vector<generalize::FileReport> reports;
  for (const std::string& file : tests) reports.push_back(FileWork(options, file, others, flags, stop).run());
  if (!options.patch && !options.json) fmt::print("{}", generalize::report_text(reports));
  write_results(options, reports);
  if (options.json) fmt::print("{}\n", generalize::report_json(reports));
  bool is_refuted = false;
  for (const generalize::FileReport& report : reports) {
    for (const generalize::TestReport& test : report.tests) {
      for (const generalize::PutReport& put : test.puts)
        is_refuted = is_refuted || put.verdict == testcase::VerdictKind::Refuted;
    }
  }
  return is_refuted ? kRefuted : kSuccess;
}

}  // namespace

Action add_generalize(CLI::App& app) {
  const auto options = std::make_shared<GeneralizeOptions>();
  add_generalize_options(app, *options);
  return [options](const Invocation& invocation) {
    const std::atomic<bool>& stop = stop_on_interrupt();
    try {
      const int code = generalize_main(*options, invocation.compiler_flags, stop);
      return stop ? code_of_interrupt() : code;
    } catch (const base::UserError&) {
      if (!stop) throw;
      return code_of_interrupt();
    }
  };
}

}  // namespace forall::cli

#include "cli/application.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/suggest.h"
#include "base/version.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "session/session.h"

namespace forall::cli {
namespace {

// "; did you mean '--seconds'?" for the first option that the command does not have, or nothing.
std::string option_meant(const CLI::App& command, const std::vector<std::string>& arguments) {
  std::vector<std::string> known;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  }
  for (const std::string& argument : arguments) {
    const std::string name = argument.substr(0, argument.find('='));
    const bool is_option = name.starts_with("--") && std::find(known.begin(), known.end(), name) == known.end();
    if (is_option) return base::suggestion(name, known);
  }
  return "";
}

// CLI11's message for a wrong command line, in the words of this program.
std::string complaint(const CLI::App& app, const std::vector<std::string>& arguments, const CLI::ParseError& error) {
  const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
  const bool has_command = std::any_of(commands.begin(), commands.end(), [&](const CLI::App* command) {
    return !arguments.empty() && command->get_name() == arguments.front();
  });
  const std::string help = has_command ? "forall " + arguments.front() + " --help" : "forall --help";
  std::string text = error.what();
  if (arguments.empty()) {
    text = "a command is required";
  } else if (!has_command && !arguments.front().starts_with('-')) {
    std::vector<std::string> names = {"c++"};
    for (const CLI::App* command : commands) names.push_back(command->get_name());
    text = fmt::format("there is no command '{}'{}", arguments.front(), base::suggestion(arguments.front(), names));
  } else if (has_command && error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError)) {
    // CLI11 names them last first.
    const std::vector<std::string> extra = app.get_subcommand(arguments.front())->remaining();
    text = fmt::format("forall {} does not take '{}'{}", arguments.front(), fmt::join(extra, " "),
                       option_meant(*app.get_subcommand(arguments.front()), arguments));
  }
  constexpr const char* kCompilerFlags[] = {"-I", "-D", "-std", "-l", "-L", "-O", "-W", "-f", "-i", "-U", "-g"};
  const auto is_for_compiler = [&](const std::string& argument) {
    return std::any_of(std::begin(kCompilerFlags), std::end(kCompilerFlags),
                       [&](const char* flag) { return argument.starts_with(flag); });
  };
  std::string hint;
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError) &&
      std::any_of(arguments.begin(), arguments.end(), is_for_compiler))
    hint = "Compiler flags go after `--`.\n";
  return fmt::format("forall: error: {}\n{}Try '{}'.\n", text, hint, help);
}

int dispatch(std::vector<std::string> arguments) {
  // The compiler driver takes everything as it is.
  if (!arguments.empty() && arguments.front() == "c++") {
    return run_cxx({arguments.begin() + 1, arguments.end()});
  }
  Invocation invocation;
  const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  if (dashes != arguments.end()) {
    invocation.compiler_flags.assign(dashes + 1, arguments.end());
    arguments.erase(dashes, arguments.end());
  }

  CLI::App app{"forall explores parameterized unit tests of C++ code: one input per path, and a verdict."};
  app.name("forall");
  app.set_version_flag("--version", std::string("forall ") + base::kVersion);
  app.require_subcommand(1);

  std::vector<std::pair<CLI::App*, Action>> actions;
  const auto add = [&](const char* name, const char* description, Action (*setup)(CLI::App&)) {
    CLI::App* sub = app.add_subcommand(name, description);
    actions.emplace_back(sub, setup(*sub));
  };
  add("explore", "Compile and explore tests, record and emit their cases.", add_explore);
  add("watch", "Explore, and whenever a file is saved explore again what has changed.", add_watch);
  add("replay", "Run the stored cases natively and compare with what was recorded.", add_replay);
  add("emit", "Write the stored cases as closed test files.", add_emit);
  add("list", "List the PUTs in the database with their verdicts.", add_list);
  add("show", "Show one case, or all cases of a PUT.", add_show);
  add("tree", "Draw the execution tree of a PUT.", add_tree);
  add("report", "Write the stored results as a page for a browser, and for CI.", add_report);
  add("work", "Work on what forall explore --distributed has put into a database.", add_work);
  add("status", "Show how far distributed explorations are.", add_status);
  add("forget", "Remove the stored cases of tests that no longer exist.", add_forget);
  add("reflect", "Write the FORALL_STATE of a class.", add_reflect);
  add("mock", "Write the class of a mock for an interface.", add_mock);
  add("skeleton", "Write the beginnings of a test for a function.", add_skeleton);
  add("spec", "Check an algebraic specification, and test a class against it.", add_spec);
  add("class", "Test a class by def-use pairs of its members: a sequence for each, or a proof.", add_class);
  add("infer", "Infer laws of a class from its code, each with its verdict.", add_infer);
  add("generalize", "Turn closed tests into parameterized ones, with a verdict.", add_generalize);
  app.footer(  // after the commands, which would inherit it
      std::string("forall c++ ARGS...  compiles and links an instrumented target (a drop-in compiler for any build "
                  "system).\n") +
      kExitCodes);

  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // CLI11 takes them last first
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app.exit(error);
    fmt::print(stderr, "{}", complaint(app, arguments, error));
    return kError;
  }
  for (const auto& [sub, action] : actions) {
    if (sub->parsed()) return action(invocation);
  }
  return kError;
}

}  // namespace

std::string error_text(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const base::UserError& error) {
    const std::string message = error.what();
    // A message that starts with its own position is left as compilers write it.
    return (message.find(": error: ") != std::string::npos ? "" : "forall: error: ") + message;
  } catch (const base::SoundnessError& error) {
    return fmt::format("forall: internal error: {}\nThis is a bug in forall: no verdict is given. Please report it.",
                       error.what());
  } catch (const std::exception& error) {
    return fmt::format("forall: error: {}", error.what());
  }
}

int run(int argc, char** argv) {
  try {
    const int code = dispatch({argv + 1, argv + argc});
    session::ignore_own_folder(session::kOwnFolder, base::system_files());  // whatever command has made it
    return code;
  } catch (const std::exception&) {
    fmt::print(stderr, "{}\n", error_text(std::current_exception()));
  }
  return kError;
}

}  // namespace forall::cli

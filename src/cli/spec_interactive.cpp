#include "cli/spec_interactive.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <iostream>
#include <sstream>
#include <string>

#include "base/error.h"
#include "base/files.h"
#include "cli/application.h"
#include "spec/interactive.h"

namespace forall::cli {
namespace {

constexpr const char* kHelp =
    "a number picks a choice; undo, history, choices, run FILE (commands of a file), quit (the session file keeps what "
    "was done)\n";

bool is_number(const std::string& word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

class Dialogue {
 public:
  Dialogue(const SpecOptions& options, const spec::Specification& specification)
      : options_(options),
        specification_(specification),
        state_(specification, spec::read_term(specification, {"TERM", options.interactive})) {}

  int run() {
    resume();
    show();
    for (std::string line; !is_over_ && std::getline(std::cin, line);) obey(line, 0);
    return kSuccess;
  }

 private:
  std::string text(spec::Term term) const { return spec::to_text(*specification_.terms, term); }

  // The session file has the term, and each command with the term that it led to.
  void resume() {
    if (options_.session.empty()) return;
    const auto stored = base::system_files().read(options_.session);
    if (!stored) {
      kept_ = text(state_.original()) + "\n";
      return keep();
    }
    std::istringstream lines(*stored);
    std::string line;
    std::getline(lines, line);
    if (line != text(state_.original()))
      throw base::UserError(fmt::format("{} is a session about {}, not about {}", options_.session.string(), line,
                                        text(state_.original())));
    for (int number = 2; std::getline(lines, line); ++number) {
      const std::string command = line.substr(0, line.find(' '));
      if (command != "undo" && !is_number(command))
        throw base::UserError(
            fmt::format("{}:{}: error: neither a number nor undo", options_.session.string(), number));
      change(command);
      if (line != command + " " + text(state_.now()))
        throw base::UserError(fmt::format("{}:{}: error: this step leads to {} now; has the specification changed?",
                                          options_.session.string(), number, text(state_.now())));
    }
    kept_ = *stored;
    fmt::print("resumed after {} step{}\n", std::count(kept_.begin(), kept_.end(), '\n') - 1,
               std::count(kept_.begin(), kept_.end(), '\n') == 2 ? "" : "s");
  }

  void keep() const {
    if (!options_.session.empty()) base::system_files().write(options_.session, kept_);
  }

  // A number or `undo`.
  std::string change(const std::string& command) {
    if (command == "undo") return state_.undo();
    return state_.pick(command.size() > 6 ? 0 : static_cast<std::size_t>(std::stoul(command)));
  }

  void obey(const std::string& line, int depth) {
    std::istringstream words(line.substr(0, line.find("--")));
    std::string command, argument;
    words >> command >> argument;
    if (command.empty()) return;
    if (is_number(command) || command == "undo") {
      const spec::Term before = state_.now();
      const std::string said = change(command);
      if (state_.now() == before) {
        fmt::print("{}\n", said);
        return;
      }
      kept_ += command + " " + text(state_.now()) + "\n";
      keep();
      show();
    } else if (command == "history") {
      fmt::print("{}", state_.history());
    } else if (command == "choices") {
      show();
    } else if (command == "run") {
      run_script(argument, depth);
    } else if (command == "quit") {
      is_over_ = true;
    } else {
      fmt::print("{}", kHelp);
    }
  }

  void run_script(const std::string& file, int depth) {
    const auto script = base::system_files().read(file);
    if (!script) throw base::UserError(fmt::format("cannot read {}", file));
    if (depth > 10) throw base::UserError(fmt::format("{} runs itself", file));
    std::istringstream lines(*script);
    for (std::string line; !is_over_ && std::getline(lines, line);) obey(line, depth + 1);
  }

  void show() {
    fmt::print("{}\n", text(state_.now()));
    const std::string conditions = state_.conditions();
    if (!conditions.empty()) fmt::print("  if {}\n", conditions);
    std::size_t number = 0;
    for (const auto& choice : state_.choices()) fmt::print("  {}: {}\n", ++number, choice.text);
    if (number > 0) return;
    fmt::print("  normal form\n");
    const auto cases = state_.finished();
    if (!cases.empty()) fmt::print("  case {}", spec::cases_text(specification_, cases));
  }

  const SpecOptions& options_;
  const spec::Specification& specification_;
  spec::Interactive state_;
  std::string kept_;
  bool is_over_ = false;
};

}  // namespace

int interactive_main(const SpecOptions& options, const spec::Specification& specification) {
  return Dialogue(options, specification).run();
}

}  // namespace forall::cli

#include "cli/options.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <map>

#include "base/files.h"
#include "base/near_path.h"
#include "build/toolchain.h"
#include "cli/in_range.h"
#include "session/budget.h"

namespace forall::cli {
namespace {

// A number with its range; the default is the value the variable has.
template <typename T>
struct Number {
  const char* name;
  T ExploreOptions::* direct;
  T explore::Options::* engine;
  T least, most;
  const char* help;
};

constexpr Number<std::uint32_t> kCounts[] = {
    {"--unfold", nullptr, &explore::Options::unfold, 1, 1000000, "Maximum decisions of one site on one path"},
    {"--decisions", nullptr, &explore::Options::decisions, 1, 250000, "Maximum decisions on one path"},
    {"--length", nullptr, &explore::Options::length, 0, 10000,
     "Maximum elements of strings and containers whose length is an input; the ledger says where it cuts"},
    {"--objects", nullptr, &explore::Options::objects, 0, 10000,
     "Maximum objects that the pointers of one run point to; 0 = no limit but --unfold"},
    {"--runs", nullptr, &explore::Options::runs, 1, 100000000, "Maximum runs of one PUT"},
    {"--max-failures", nullptr, &explore::Options::failures, 0, 1000000,
     "Different failures of one PUT after which its exploration ends; 0 = no limit"},
    {"--max-cases", nullptr, &explore::Options::cases, 0, 100000000,
     "Cases of one PUT after which its exploration ends; 0 = no limit"},
    {"--max-megabytes", nullptr, &explore::Options::megabytes, 0, 1000000,
     "Size of the stored cases of one PUT after which its exploration ends; 0 = no limit"},
    {"--tests", &ExploreOptions::tests, nullptr, 1, 1000000,
     "Maximum cases of one PUT that are confirmed, and emitted with --cover path; beyond it, failing cases, a branch "
     "cover and the first"},
    {"--jobs", &ExploreOptions::jobs, nullptr, 1, 256, "PUTs explored and files compiled at the same time"},
};

constexpr Number<double> kSeconds[] = {
    {"--seconds", nullptr, &explore::Options::seconds, 0.01, 1e6, "Maximum seconds to explore one PUT"},
    {"--run-seconds", nullptr, &explore::Options::run_seconds, 0.01, 3600,
     "Maximum seconds of one run; a longer one counts as an endless loop"},
};

template <typename T>
void add_number(CLI::App& app, ExploreOptions& options, const Number<T>& number) {
  T& variable = number.direct ? options.*number.direct : options.engine.*number.engine;
  app.add_option(number.name, variable, number.help)
      ->check(in_range(number.least, number.most))
      ->option_text(fmt::format("N={}", variable));
}

template <typename E>
void add_choice(CLI::App& app, const char* name, E& variable, const std::map<std::string, E>& choices,
                const char* fallback, const std::string& help) {
  std::string names;
  for (const auto& [key, value] : choices) names += (names.empty() ? "" : "|") + key;
  const auto to_value = [choices, names](std::string& text) {
    const auto found = choices.find(CLI::detail::to_lower(text));
    if (found == choices.end()) return fmt::format("{} is not one of {}", text, names);
    text = std::to_string(static_cast<int>(found->second));
    return std::string();
  };
  app.add_option(name, variable, help)
      ->transform(CLI::Validator(to_value, ""))
      ->option_text(names + " [" + fallback + "]");
}

constexpr const char* kFormatHelp =
    "Format of the closed tests: GoogleTest, Catch2 (3 or 2), doctest, or a plain program";

void add_emit_option(CLI::App& app, std::optional<emit::Format>& format) {
  static constexpr const char* kNone = "none";
  const auto formats = emit::format_names();
  std::string names;
  for (const auto& [name, value] : formats) names += name + "|";
  names += kNone;
  const auto check = [formats, names](const std::string& text) {
    if (text == kNone || formats.count(text) != 0) return std::string();
    return fmt::format("{} is not one of {}", text, names);
  };
  const auto set = [&format, formats](const std::string& text) {
    format = text == kNone ? std::nullopt : std::optional(formats.at(text));
  };
  app.add_option_function<std::string>("--emit", set, kFormatHelp)
      ->check(CLI::Validator(check, ""))
      ->option_text(names + " [gtest]");
}

void add_path(CLI::App& app, const char* name, std::filesystem::path& variable, const char* what, const char* help) {
  app.add_option(name, variable, help)->option_text(fmt::format("{}={}", what, variable.string()));
}

}  // namespace

void add_database_option(CLI::App& app, std::string& database) {
  app.add_option("--db", database,
                 "Database of the cases: a file, or postgresql://user@host/name; also set by FORALL_DB")
      ->envname("FORALL_DB")
      ->option_text("WHERE=" + database);
}

void add_explore_options(CLI::App& app, ExploreOptions& o) {
  app.add_option("FILE", o.inputs,
                 "C++ sources with FORALL tests and the code under test; or a target built with `forall c++`; with -p "
                 "the name of a CMake target")
      ->required()
      ->option_text("...");
  app.add_option("-p,--build-folder", o.build_folder,
                 "Build folder whose compile_commands.json has the sources and flags")
      ->option_text("FOLDER");
  app.add_option("--put", o.puts, "Only PUTs whose Suite.Name matches this pattern (*, ?); may be repeated")
      ->allow_extra_args(false)  // what follows is a file
      ->option_text("GLOB");
  app.add_option("--using", o.using_suites,
                 "Let the PUTs of this suite stand in for the class they describe (FORALL_AXIOMS), in all other PUTs; "
                 "may be repeated, the lowest layer first")
      ->allow_extra_args(false)
      ->option_text("SUITE");
  app.add_flag("--deep", o.deep, "Run all code: no PUT stands in for the class it describes");
  add_output_option(app, o.out);
  add_database_option(app, o.database);
  app.add_option("--cases", o.cases,
                 "Folder for the cases as text, one file for each PUT, to be committed; forall-cases beside .forall if "
                 "it is there")
      ->option_text("FOLDER");
  add_path(app, "--work", o.work, "FOLDER", "Folder for compiled targets");
  for (const auto& number : kCounts) add_number(app, o, number);
  for (const auto& number : kSeconds) add_number(app, o, number);
  // Who says how long one PUT may take has thought about it.
  app.get_option("--seconds")->each([&o](const std::string&) { o.total_seconds = 0; });
  o.total_seconds.reset();
  app.add_option(
         "--total-seconds", o.total_seconds,
         fmt::format("Maximum seconds to explore all PUTs together, divided among them; 0 = no limit. {:g} for each, "
                     "at least {:g}; no limit if --seconds is given",
                     session::kUsualSeconds, session::kUsualLeastSeconds))
      ->check(in_range(0.0, 1e6))
      ->option_text("N");
  app.add_option("--conflicts", o.engine.effort.conflicts, "Maximum solver conflicts of one query; 0 = no limit")
      ->check(in_range(std::int64_t{0}, std::int64_t{2000000000}))
      ->option_text(fmt::format("N={}", o.engine.effort.conflicts));
  app.add_option("--query-seconds", o.engine.effort.seconds, "Maximum seconds of one query; 0 = no limit")
      ->check(in_range(0.0, 1e6))
      ->option_text(fmt::format("N={}", o.engine.effort.seconds));
  add_choice<explore::Strategy>(app, "--strategy", o.engine.strategy,
                                {{"depth", explore::Strategy::DepthFirst},
                                 {"breadth", explore::Strategy::BreadthFirst},
                                 {"coverage", explore::Strategy::Coverage}},
                                "depth", "Which open decision to try next");
  add_choice<solve::Backend>(app, "--solver", o.engine.solver.backend,
                             {{"cadical", solve::Backend::Cadical}, {"z3", solve::Backend::Z3}}, "cadical",
                             "The back end asked first; both are asked at once for queries it cannot decide quickly");
  app.add_flag_callback("--no-fallback", [&o] { o.engine.solver.fallback = false; }, "Use only that back end");
  app.add_flag("--audit", o.engine.solver.audit,
               "Decide every unsatisfiable query again with the other back end, and check simplifications");
  app.add_flag_callback("--stop-at-first-failure", [&o] { o.engine.failures = 1; }, "The same as --max-failures 1");
  app.add_flag_callback("--no-leaks", [&o] { o.engine.leaks = false; }, "Do not report memory that is never freed");
  add_cover_option(app, o.cover);
  add_all_failures_option(app, o.all_failures);
  add_max_lines_option(app, o.max_lines);
  add_emit_option(app, o.emit);
  add_mocks_option(app, o.mocks);
  app.add_option("--written-by", o.written_by,
                 "The command that closed tests name to write them again, for build systems; this one if none is given")
      ->option_text("COMMAND");
  app.add_option_function<std::string>(
         "--paths-from", [](const std::string& folder) { base::show_paths_from(folder); },
         "The folder that files in messages are relative to, for build systems; this one if none is given")
      ->option_text("FOLDER");
  add_compiler_option(app, o.compiler, "The ordinary compiler that confirms cases, c++ if CXX is not set");
  app.add_flag_callback("--no-confirm", [&o] { o.confirm = false; }, "Do not run cases natively");
  app.add_flag("--distributed", o.distributed,
               "Explore with whoever runs `forall work` on the same PostgreSQL database; the result is the same");
  app.add_option("--lease", o.lease,
                 "With --distributed: seconds after which the work of a silent worker is given away")
      ->check(in_range(1.0, 3600.0))
      ->option_text(fmt::format("N={:g}", o.lease));
  const auto set_shard = [&o](const std::string& text) { o.shard = scale::parse_shard(text, scale::environment()); };
  app.add_option_function<std::string>(
         "--shard", set_shard,
         "Only every Nth PUT, from the Ith on (0/4, 1/4, ...); auto: as the launcher of this process says")
      ->option_text("I/N|auto");
  app.add_flag("--again", o.again, "Explore from scratch, as if nothing had been explored before");
  app.add_option(
         "--against", o.against,
         "Compare with earlier results, the output of --json; exit code 1 only for new failures and lost proofs")
      ->option_text("FILE");
  app.add_flag("--strict", o.strict, "Exit code 3 if a PUT is open");
  app.add_flag("--quiet", o.quiet, "No progress line");
  app.add_flag("--json", o.json, "Results as JSON; the last line is one object");
  app.add_flag("--events", o.events, "Events as they happen, one JSON object per line");
  app.add_flag("--diagnostics", o.diagnostics,
               "Failures and ledger lines only, as compilers write messages: file:line:column: error: text");
  app.footer(std::string("Compiler flags go after `--`:  forall explore test.cpp src/list.cpp -- -Iinclude "
                         "-std=c++20\n") +
             kExitCodes);
}

void add_live_option(CLI::App& app, bool& live) {
  app.add_flag("--ui", live, "Show the report in a browser while exploring, on a port of 127.0.0.1; Ctrl-C ends");
}

void add_output_option(CLI::App& app, std::filesystem::path& out) {
  add_path(app, "--out", out, "FOLDER", "Folder for the closed tests");
}

void add_cover_option(CLI::App& app, Cover& cover) {
  add_choice<Cover>(
      app, "--cover", cover, {{"path", Cover::Path}, {"branch", Cover::Branch}}, "branch",
      "Emit the smallest set of cases that covers every branch reached, and every failure, or one per path");
}

void add_all_failures_option(CLI::App& app, bool& all_failures) {
  app.add_flag("--all-failures", all_failures, "Emit all failing cases, not only the simplest of each failure");
}

void add_max_lines_option(CLI::App& app, std::size_t& max_lines) {
  max_lines = emit::kMostLines;
  app.add_option(
         "--max-lines", max_lines,
         "Lines of closed tests of one PUT; failing cases come first, and what has no room is counted. No limit: 0, "
         "--cover path and --all-failures")
      ->check(in_range(std::size_t{0}, std::size_t{1'000'000}))
      ->option_text(fmt::format("N={}", max_lines));
}

void add_format_option(CLI::App& app, emit::Format& format) {
  add_choice<emit::Format>(app, "--format", format, emit::format_names(), "gtest", kFormatHelp);
}

void add_mocks_option(CLI::App& app, emit::MockForm& mocks) {
  add_choice<emit::MockForm>(app, "--mocks", mocks,
                             {{"gmock", emit::MockForm::Gmock}, {"plain", emit::MockForm::Plain}}, "gmock",
                             "Mocks in closed tests: gMock's, or small classes; other frameworks get these");
}

void add_compiler_option(CLI::App& app, std::string& compiler, const char* help) {
  compiler = build::ordinary_compiler();
  app.add_option("--compiler", compiler, help)->option_text("PROGRAM=$CXX");
}

std::string place_of_cases(const std::string& database) {
  const auto is_there = [](const char* file) { return base::system_files().exists(file); };
  const bool is_text = database == kDefaultDatabase && !is_there(kDefaultDatabase) && is_there(session::kDefaultCases);
  return is_text ? session::kDefaultCases : database;
}

void add_read_options(CLI::App& app, ReadOptions& options) {
  add_database_option(app, options.database);
  app.add_flag("--json", options.json, "As JSON");
}

void add_reflect_options(CLI::App& app, ReflectOptions& o) {
  app.add_option("CLASS", o.name, "The class, such as List, ns::List or 'ns::Stack<int>'")
      ->required()
      ->option_text(" ");
  app.add_option("--in", o.header, "The header that defines it")->required()->option_text("HEADER");
  app.add_option("--out", o.out, "File to write; without it, standard output")->option_text("FILE");
  app.add_flag("--force", o.force, "Overwrite an existing file");
  app.add_flag_callback("--invariant", [&o] { o.invariant = true; }, "Add a stub of FORALL_INVARIANT (the default)");
  app.add_flag_callback("--no-invariant", [&o] { o.invariant = false; }, "Do not add it");
  app.add_flag("--json", o.json, "As JSON");
  app.footer("Compiler flags go after `--`:  forall reflect List --in list.h -- -Iinclude -std=c++20\n");
}

void add_mock_options(CLI::App& app, MockOptions& o) {
  app.add_option("CLASS", o.names, "The interfaces, such as IFile, ns::IFile or 'IQueue<int>'")
      ->required()
      ->option_text("...");
  app.add_option("--in", o.header, "The header that defines them")->required()->option_text("HEADER");
  app.add_flag(
      "--concept", o.is_concept,
      "The names are those of concepts: writes the interface that each requires, too, as LampInterface for Lamp");
  app.add_option("--out", o.out, "File to write; without it, standard output")->option_text("FILE");
  app.add_flag("--force", o.force, "Overwrite an existing file");
  app.footer("Compiler flags go after `--`:  forall mock IFile --in file.h -- -Iinclude -std=c++20\n");
}

void add_skeleton_options(CLI::App& app, SkeletonOptions& o) {
  app.add_option("FILE", o.file, "The file that declares or defines the function")->required()->option_text(" ");
  app.add_option("--line", o.line, "A line of it")->required()->option_text("N");
  app.add_option("--out", o.out, "File to write; without it, standard output")->option_text("FILE");
  app.add_flag("--force", o.force, "Overwrite an existing file");
  app.add_flag("--json", o.json, "As JSON");
  app.footer("Compiler flags go after `--`:  forall skeleton list.h --line 12 -- -Iinclude -std=c++20\n");
}

void add_infer_options(CLI::App& app, InferOptions& o) {
  app.add_option("CLASS", o.class_name, "The class, such as List, ns::List or 'ns::Stack<int>'")
      ->required()
      ->option_text(" ");
  app.add_option("--in", o.header, "The header that defines it, best with its FORALL_STATE and FORALL_INVARIANT")
      ->required()
      ->option_text("HEADER");
  app.add_option("--modifier", o.vocabulary.modifiers, "Only laws of this method; may be repeated")
      ->allow_extra_args(false)
      ->option_text("NAME");
  app.add_option("--observer", o.vocabulary.observers, "Only laws in terms of this method; may be repeated")
      ->allow_extra_args(false)
      ->option_text("NAME");
  app.add_flag("--observers-all", o.observers_all, "Laws in terms of all observers (the default)")
      ->excludes("--observer");
  app.add_flag("--as-axioms", o.as_axioms, "Write the laws as a suite with FORALL_AXIOMS, for clients of the class");
  app.add_option("--out", o.out, "File of the laws to write")->option_text("FILE");
  app.add_option("--length", o.length, "Calls that make an object, where the header does not say how")
      ->check(in_range(std::size_t{0}, std::size_t{6}))
      ->option_text(fmt::format("N={}", o.length));
  app.add_option("--mutants", o.mutants, "Rank laws by how many of so many mutants of the class they kill")
      ->check(in_range(std::size_t{0}, std::size_t{200}))
      ->option_text(fmt::format("N={}", o.mutants));
  app.add_option("--seconds", o.seconds, "Maximum seconds of one exploration")
      ->check(in_range(0.01, 1e6))
      ->option_text(fmt::format("N={}", o.seconds));
  app.add_flag("--strict", o.strict, "Exit code 3 if a law is open");
  app.add_flag("--json", o.json, "As JSON; the last line is one object");
  app.footer(std::string("Compiler flags go after `--`:  forall infer List --in list.h -- -Iinclude -std=c++20\n") +
             kExitCodes);
}

void add_spec_options(CLI::App& app, SpecOptions& o) {
  app.add_option("FILE", o.file, "The specification")->required()->option_text(" ");
  app.add_option("--with", o.arguments, "Sort for a parameter of the class, in their order; else Integer")
      ->allow_extra_args(false)
      ->option_text("SORT");
  app.add_flag("--format", o.format, "Lay out the file and do nothing else");
  app.add_option("--reduce", o.reduce, "Print the normal form of a term; may be repeated")
      ->allow_extra_args(false)
      ->option_text("TERM");
  app.add_option("--tree", o.trees, "Print the paths of a term with variables; may be repeated")
      ->allow_extra_args(false)
      ->option_text("TERM");
  app.add_option("--interactive", o.interactive,
                 "Rewrite a term step by step: shows the axioms that match, and reads which one to use")
      ->option_text("TERM");
  app.add_option("--session", o.session, "File that keeps the steps of --interactive; an interrupted one goes on there")
      ->option_text("FILE");
  app.add_flag("--maude", o.maude, "Print the specification as a module of Maude");
  app.add_flag("--ari", o.ari, "Print it in the ARI format of the rewriting competitions");
  app.add_option("--class", o.class_name, "The class under test: run cases against it")->option_text("CLASS");
  app.add_option("--in", o.header, "The header that defines it")->option_text("HEADER");
  app.add_option("--cases", o.cases, "Run the cases of this file")->option_text("FILE");
  app.add_option("--from", o.from, "Make cases from the paths of a term with variables; may be repeated")
      ->allow_extra_args(false)
      ->option_text("TERM");
  app.add_option("--systematic", o.systematic,
                 "Make cases of all sequences up to this length; 3 if no option asks for other cases")
      ->check(in_range(std::size_t{1}, std::size_t{20}))
      ->option_text("LENGTH");
  app.add_option("--random", o.random.count, "Make so many random cases")->option_text("N");
  app.add_option("--length", o.random.length, "Operations of a random sequence")
      ->option_text(fmt::format("N={}", o.random.length));
  app.add_option("--range", o.random.range, "Random numbers are from 1 to this")
      ->check(in_range(std::int64_t{1}, std::int64_t{1'000'000'000}))
      ->option_text(fmt::format("N={}", o.random.range));
  app.add_option("--mix", o.random.mix, "Constructors to one transformer in random sequences")
      ->check(in_range(0.0, 1e6))
      ->option_text(fmt::format("R={}", o.random.mix));
  app.add_option("--seed", o.random.seed, "Of random cases")->option_text(fmt::format("N={}", o.random.seed));
  app.add_flag("--different", o.random.different,
               "Every second random case is one of sequences that are not equivalent");
  app.add_option("--explore", o.explore,
                 "Explore all sequences up to this length, for all values of their arguments, until one fails")
      ->check(in_range(std::size_t{0}, std::size_t{20}))
      ->option_text("LENGTH");
  add_database_option(app, o.database);
  app.add_option("--write-cases", o.write_cases, "Write the cases to this file")->option_text("FILE");
  add_choice<spec::Equality>(app, "--eqn", o.equality,
                             {{"automatic", spec::Equality::Automatic},
                              {"class", spec::Equality::Class},
                              {"derived", spec::Equality::Derived},
                              {"observational", spec::Equality::Observational}},
                             "automatic", "How objects are compared");
  app.add_option("--depth", o.depth, "Transformers between observations, with --eqn observational")
      ->check(in_range(0, 10))
      ->option_text(fmt::format("N={}", o.depth));
  app.add_flag("--as-puts", o.as_puts, "Print the axioms as a suite of PUTs about the class");
  app.add_option("--out", o.out, "The test program to write; else one in forall-tests")->option_text("FILE");
  add_compiler_option(app, o.compiler, "Compiler of the test program, c++ if CXX is not set");
  app.add_option("--seconds", o.seconds, "Maximum seconds of the test program, and of exploring one length")
      ->check(in_range(0.01, 1e6))
      ->option_text(fmt::format("N={}", o.seconds));
  app.add_option("--steps", o.steps, "Maximum axioms used to rewrite one term")
      ->check(in_range(std::uint64_t{1}, std::uint64_t{1'000'000'000}))
      ->option_text(fmt::format("N={}", o.steps));
  app.add_flag("--strict", o.strict, "Exit code 3 if a check is open");
  app.add_flag("--json", o.json, "As JSON; the last line is one object");
  app.footer(std::string("Compiler flags go after `--`.\n") + kExitCodes);
}

void add_class_options(CLI::App& app, ClassOptions& o) {
  app.add_option("CLASS", o.name, "The class")->required()->option_text(" ");
  app.add_option("--in", o.header, "The header that defines it, or a source that includes it with its code")
      ->required()
      ->option_text("HEADER");
  app.add_option(
         "--criterion", o.criterion,
         "What the tests cover: all feasible pairs (du and all-uses), one pair of each definition, pairs and each "
         "direction of each branch, or pairs and each path after each other")
      ->check(CLI::IsMember({"du", "all-uses", "all-defs", "branches", "transitions"}))
      ->option_text("du|all-uses|all-defs|branches|transitions=du");
  app.add_option("--reach", o.reach,
                 "A shortest sequence to a state, such as 'box.size() > 1', or a proof that there is none")
      ->option_text("CONDITION");
  app.add_option("--break-invariant", o.invariant, "A shortest sequence to a state in which this does not hold")
      ->option_text("CONDITION");
  app.add_option("--oracle", o.oracles, "The tests check this condition after each call, as they do FORALL_INVARIANT")
      ->option_text("CONDITION...");
  app.add_flag("--summaries", o.summaries, "Print condition and effect of each path of each method");
  app.add_option("--tree", o.tree, "Print the search for a sequence of this pair, as the paper does it")
      ->option_text("N");
  app.add_option("--graph", o.graph, "Write the control-flow graph of the class: .svg, .dot or .json")
      ->option_text("FILE");
  app.add_option("--against", o.against, "Run the tests with this header, and print which of them fail")
      ->option_text("HEADER");
  app.add_option("--measure", o.measure, "Which pairs a test program executes, built from these sources")
      ->option_text("SOURCE...");
  app.add_option("--out", o.out, "The tests to write; else a file in forall-tests")->option_text("FILE");
  app.add_flag("!--no-tests", o.tests, "Write no tests, and confirm nothing natively");
  app.add_option("--length", o.length, "Calls after the constructor, for a class that is explored by sequences")
      ->check(in_range(1u, 20u))
      ->option_text(fmt::format("N={}", o.length));
  app.add_option("--seconds", o.seconds, "Maximum seconds of exploration")
      ->check(in_range(0.01, 1e6))
      ->option_text(fmt::format("N={}", o.seconds));
  add_compiler_option(app, o.compiler, "Compiler of the tests, c++ if CXX is not set");
  app.add_flag("--strict", o.strict, "Exit code 3 if a pair is open");
  app.add_flag("--json", o.json, "As JSON; the last line is one object");
  app.footer(std::string("Compiler flags go after `--`.\n") + kExitCodes);
}

void add_generalize_options(CLI::App& app, GeneralizeOptions& o) {
  app.add_option("FILE", o.inputs, "Sources with tests of GoogleTest or Catch2, and the sources that they test")
      ->required()
      ->option_text("...");
  app.add_option("-p", o.build_folder,
                 "Folder of a build with compile_commands.json; FILE is a target or a source that it knows")
      ->option_text("FOLDER");
  app.add_flag("--patch", o.patch, "Print the generalized tests as a patch, and nothing else");
  app.add_flag("--in-place", o.in_place, "Write them into the files, behind the closed tests");
  app.add_flag("--replace", o.replace, "With --patch or --in-place: in the place of the closed tests");
  app.add_flag("--beside", o.beside, "Write them into new files, list_test_forall.cc beside list_test.cc");
  app.add_flag("--force", o.force, "Overwrite these");
  app.add_flag("--all-paths", o.all_paths, "Report a case for each path, not only for each reason");
  app.add_option("--seconds", o.seconds, "Maximum seconds of the exploration of one generalized test")
      ->check(in_range(0.01, 1e6))
      ->option_text(fmt::format("N={}", o.seconds));
  app.add_option("--jobs", o.jobs, "Tests explored at the same time")->check(in_range(1u, 1024u))->option_text("N");
  app.add_flag("--json", o.json, "As JSON, on the last line");
  app.footer(
      "Compiler flags go after `--`:  forall generalize list_test.cc list.cc -- -Iinclude\n"
      "Exit codes: 0 done, 1 a generalized test is refuted, 2 usage or environment error, 130 interrupted.");
}

}  // namespace forall::cli

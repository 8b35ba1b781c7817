// `forall class`: def-use pairs of a class's members, each with a sequence of calls that executes it or a proof that there
// is none.
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "base/json.h"
#include "base/process.h"
#include "build/build.h"
#include "build/precompiled_header.h"
#include "build/toolchain.h"
#include "class_tests/deduce.h"
#include "class_tests/exclusion.h"
#include "class_tests/forward.h"
#include "class_tests/report.h"
#include "class_tests/telling.h"
#include "class_tests/tests.h"
#include "cli/application.h"
#include "cli/class_parts.h"
#include "cli/commands.h"
#include "cli/front_end.h"
#include "cli/gtest_program.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "frontend/functions.h"
#include "session/settings.h"
#include "target/target.h"

namespace forall::cli {
namespace {

namespace fs = std::filesystem;
using namespace class_tests;

class ClassCommand {
 public:
  ClassCommand(const ClassOptions& options, const Invocation& invocation)
      : options_(options), flags_(invocation.compiler_flags), layout_(build::find_layout()) {}

  int run() {
    read();
    if (!options_.graph.empty()) write_graph(subject_, options_.graph);
    pairs_ = find_pairs(subject_.flow);
    for (const Pair& pair : pairs_) {
      PairAnswer answer{.pair = pair, .answer = Answer::Open, .how = "", .calls = {}};
      if (!pair.has_path) answer.answer = Answer::Infeasible, answer.how = "static";
      answers_.push_back(std::move(answer));
    }
    if (!options_.measure.empty()) return measure();
    explore();
    mark_unmarked();
    if (options_.tests) write_tests();
    print();
    return exit_code();
  }

 private:
  static constexpr std::size_t kFirstTold = 1 << 20;  // after the numbers of pairs and transitions
  static constexpr std::size_t kFirstKept = 1 << 24;
  static constexpr double kProofSeconds = 10;  // for one pair

  void read() {
    const frontend::Source header{options_.header, build::target_compiler(),
                                  build::native_flags(layout_, {{}, flags_})};
    const frontend::Functions& functions = front_end(layout_);
    const std::string path = fs::absolute(options_.header).lexically_normal().string();
    subject_ = make_subject(functions.read_flow(header, options_.name), path);
    const std::string& name = subject_.flow.model.name;
    if (subject_.flow.model.is_abstract)
      throw base::UserError(fmt::format("{} is abstract: name a class that derives from it", name));
    if (subject_.flow.nodes.empty())
      throw base::UserError(
          fmt::format("{} has no def-use pairs: no method of it that can be seen in {} accesses a "
                      "data member",
                      name, options_.header.string()));
    oracles_.conditions = options_.oracles;
    folder_ = fs::path(session::kOwnFolder) / "class" / file_name(name);
    for (const std::string& question : {options_.reach, options_.invariant}) {
      if (question.empty()) continue;
      subject_.operations.push_back({0, fmt::format("question{}", subject_.operations.size()), true, question});
    }
  }

  bool has_constructor() const {
    return std::any_of(subject_.operations.begin(), subject_.operations.end(), [&](const Operation& each) {
      return !each.is_question && subject_.flow.methods[each.method].is_constructor;
    });
  }

  // The copies of the headers, below the work folder as the originals lie to each other.
  void write_marked() {
    const fs::path root = fs::path(subject_.header).parent_path();
    for (const MarkedFile& file : marked_files(subject_.flow, base::system_files())) {
      const fs::path relative = fs::absolute(file.original).lexically_normal().lexically_relative(root);
      if (relative.empty() || *relative.begin() == "..") {
        notes_.push_back(fmt::format("{} lies outside of the folder of {}: what it does is not seen",
                                     file.original.string(), options_.header.string()));
        continue;
      }
      const fs::path copy = folder_ / relative;
      base::system_files().create_directories(copy.parent_path());
      base::system_files().write(copy, file.text);
    }
    base::system_files().create_directories(folder_);
    marked_ = fs::absolute(folder_ / fs::path(subject_.header).filename()).string();
    if (!base::system_files().exists(marked_)) marked_ = subject_.header;  // nothing to mark in it
    flags_with_marks_ = flags_;
    flags_with_marks_.insert(flags_with_marks_.end(),
                             {"-iquote", fs::path(subject_.header).parent_path().string(), "-Wno-unused-value"});
  }

  std::unique_ptr<target::Target> build_target(const std::string& name, const std::string& source) {
    const fs::path file = folder_ / name;
    base::system_files().write(file, source);
    built_.push_back(
        build::build_target({layout_, folder_ / "build", 1, base::system_world(), stop_, build::precompiled_headers()},
                            {{file}, flags_with_marks_}));
    return target::start_target(built_.back()->program());
  }

  void explore() {
    if (!has_constructor()) {
      const std::string why = "no public constructor can be called";
      for (PairAnswer& each : answers_) {
        if (each.answer == Answer::Open) each.how = why;
      }
      notes_.push_back(fmt::format("{}: {}", subject_.flow.model.name, why));
      return;
    }
    write_marked();
    if (subject_.is_flat) {
      // Runs of whole sequences have the right values in variables that outlive the object, summaries have not.
      const bool is_shared = !subject_.flow.shared.empty();
      if (is_shared) explore_forwards();
      if (!is_shared || asks() || options_.summaries || options_.tree != 0 || options_.criterion == "transitions" ||
          options_.criterion == "branches")
        deduce();
    } else if (asks()) {
      throw base::UserError(
          fmt::format("--reach and --break-invariant need a class whose members are numbers; {} has others",
                      subject_.flow.model.name));
    } else if (options_.criterion == "transitions" || options_.criterion == "branches") {
      throw base::UserError(fmt::format("--criterion {} needs a class whose members are numbers; {} has others",
                                        options_.criterion, subject_.flow.model.name));
    } else {
      explore_forwards();
    }
  }

  bool asks() const { return !options_.reach.empty() || !options_.invariant.empty(); }

  void deduce() {
    explore::Options engine;
    engine.seconds = options_.seconds;
    engine.leaks = false;
    const auto target = build_target("summaries.cpp", summary_source(subject_, marked_));
    const double before = summaries_.seconds;
    summaries_ = explore_summaries(subject_, *target, pool_, engine, stop_);
    summaries_.seconds += before;
    Deducer deducer(subject_, summaries_, pool_, {});
    for (PairAnswer& each : answers_) {
      if (each.answer != Answer::Open || !subject_.flow.shared.empty()) continue;
      Deduction found = deducer.shortest(goal_of(subject_, summaries_, each.pair));
      each.answer = found.answer;
      each.how = std::move(found.how);
      each.calls = std::move(found.calls);
      each.is_minimal = summaries_.gaps.empty();
      if (each.answer == Answer::Open && is_excluded(subject_.flow, each.pair, kProofSeconds)) {
        each.answer = Answer::Infeasible;
        each.how = "invariant";
      } else if (each.answer == Answer::Feasible && !each.is_minimal) {
        each.is_minimal = is_excluded(subject_.flow, each.pair, kProofSeconds, each.calls.size() - 1);
      }
    }
    if (options_.criterion == "branches") cover_branches(deducer);
    if (options_.criterion == "transitions") {
      for (std::size_t i = 0; i < summaries_.paths.size(); ++i) {
        for (std::size_t k = 0; k < summaries_.paths.size(); ++k) {
          Deduction found = deducer.shortest(goal_of_transition(i, k));
          if (found.answer == Answer::Feasible) transitions_.push_back(std::move(found.calls));
        }
      }
    }
    for (const Deduction& found : ask(deducer)) states_.push_back(found);
    if (options_.tree != 0) {
      if (options_.tree > pairs_.size())
        throw base::UserError(fmt::format("--tree {}: there are {} pairs", options_.tree, pairs_.size()));
      tree_ = tree_text(subject_, pool_, summaries_,
                        deducer.tree(goal_of(subject_, summaries_, pairs_[options_.tree - 1])));
    }
  }

  // A sequence to a path of each direction of each branch.
  void cover_branches(Deducer& deducer) {
    std::set<std::pair<std::size_t, std::pair<std::uint32_t, std::uint64_t>>> all, covered;
    const auto branches_of = [&](const PathSummary& path) {
      std::set<std::pair<std::size_t, std::pair<std::uint32_t, std::uint64_t>>> result;
      if (subject_.operations[path.operation].is_question) return result;
      for (const auto& branch : path.branches) result.emplace(path.operation, branch);
      return result;
    };
    for (std::size_t i = 0; i < summaries_.paths.size(); ++i) {
      const auto branches = branches_of(summaries_.paths[i]);
      all.insert(branches.begin(), branches.end());
      if (std::includes(covered.begin(), covered.end(), branches.begin(), branches.end())) continue;
      Deduction found = deducer.shortest(goal_of_path(i));
      if (found.answer != Answer::Feasible) continue;
      covered.insert(branches.begin(), branches.end());
      for_branches_.push_back(std::move(found.calls));
    }
    notes_.push_back(fmt::format("sequences take {} of the {} directions of branches that some state takes",
                                 covered.size(), all.size()));
  }

  std::vector<Deduction> ask(Deducer& deducer) {
    std::vector<Deduction> found;
    for (std::size_t i = 0; i < subject_.operations.size(); ++i) {
      if (!subject_.operations[i].is_question) continue;
      const bool is_reach = subject_.operations[i].question == options_.reach;
      found.push_back(deducer.shortest(goal_of_question(summaries_, i, is_reach)));
    }
    return found;
  }

  void explore_forwards() {
    explore::Options engine;
    engine.leaks = false;
    engine.length = 2;
    const auto target = build_target("sequences.cpp", sequence_source(subject_, marked_, options_.length));
    const ForwardAnswers found = explore_sequences(subject_, pairs_, *target, engine,
                                                   {.length = options_.length, .seconds = options_.seconds}, stop_);
    summaries_.seconds = found.seconds;
    for (std::size_t i = 0; i < answers_.size(); ++i) {
      if (answers_[i].answer != Answer::Open) continue;
      answers_[i].answer = found.answers[i].answer;
      answers_[i].how = found.answers[i].how;
      answers_[i].calls = found.answers[i].calls;
      answers_[i].is_minimal = found.is_minimal[i];
    }
  }

  // What runs did not show cannot be said about accesses in macros.
  void mark_unmarked() {
    const std::set<std::string> unmarked(subject_.flow.unmarked.begin(), subject_.flow.unmarked.end());
    for (PairAnswer& each : answers_) {
      if (!unmarked.contains(subject_.flow.nodes[each.pair.use].variable) || each.how == "static") continue;
      each.answer = Answer::Open;
      each.how = "the member is accessed in a macro";
      each.calls.clear();
    }
  }

  std::string run_program(const fs::path& source, std::vector<std::string> flags, const std::string& what) {
    const fs::path program = fs::absolute(source).replace_extension("");
    const base::ProcessResult compiled = make_gtest_program(layout_, options_.compiler, source, program, flags);
    if (!compiled.ok())
      throw base::UserError(fmt::format("{} {} do not compile:\n{}", what, source.string(), compiled.output));
    return base::system_processes().run({.command = {program.string()}, .seconds = 60}).output;
  }

  void write_tests() {
    std::vector<std::vector<Call>> sequences;
    std::vector<Found> found;
    for (std::size_t i = 0; i < answers_.size(); ++i) {
      if (answers_[i].answer != Answer::Feasible) continue;
      sequences.push_back(answers_[i].calls);
      found.push_back({i, answers_[i].calls});
    }
    if (sequences.empty()) return;
    sequences.insert(sequences.end(), transitions_.begin(), transitions_.end());
    const auto longer = joined(subject_, pairs_, found);
    sequences.insert(sequences.end(), longer.begin(), longer.end());
    const std::size_t varied = sequences.size();
    sequences.insert(sequences.end(), for_branches_.begin(), for_branches_.end());
    record(sequences, varied);
    confirm();
    find_wrong();
    confirm_states();
    std::vector<Recorded> wanted = recorded_;
    if (options_.criterion == "all-defs") {
      keep_one_of_each_definition(wanted);
    } else {
      add_told(subject_, pairs_, wanted, kFirstTold);
    }
    if (options_.criterion == "transitions") add_transitions(wanted, pairs_.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (wanted[i].is_kept) wanted[i].pairs.push_back(kFirstKept + i);
    }
    chosen_ = minimised(wanted);
    out_ = options_.out.empty() ? fs::path(kDefaultOutput) / (file_name(subject_.flow.model.name) + "_class_test.cpp")
                                : options_.out;
    if (out_.has_parent_path()) base::system_files().create_directories(out_.parent_path());
    Subject named = subject_;  // as seen from the tests
    const fs::path from = fs::absolute(out_).lexically_normal().parent_path();
    named.header = fs::path(subject_.header).lexically_relative(from).string();
    base::system_files().write(out_, tests_source(named, pairs_, recorded_, chosen_,
                                                  fs::path(marked_).lexically_relative(from).string(), oracles_));
    const std::string output = run_program(out_, flags_, "the tests");
    failed_ = failed_tests(output);
    if (failed_ > 0 && wrong_.empty())
      throw base::SoundnessError(fmt::format("{} of the tests in {} fail natively", failed_, out_.string()));
    if (!options_.against.empty()) run_against();
  }

  // Of the sequences the first `varying` also run with other numbers.
  void record(std::vector<std::vector<Call>> sequences, std::size_t varying) {
    const std::size_t count = sequences.size();
    std::vector<std::pair<std::size_t, Variant>> variants;  // of which sequence
    for (std::size_t i = 0; i < varying; ++i) {
      for (const Variant variant : {Variant::AllDifferent, Variant::LastDifferent, Variant::AllEqual}) {
        sequences.push_back(varied(subject_, sequences[i], variant));
        variants.emplace_back(i, variant);
      }
    }
    const std::size_t asked = sequences.size();
    std::vector<std::string> questions;
    for (const auto& [question, found] : this->questions()) {
      if (found.answer != Answer::Feasible) continue;
      sequences.push_back(found.calls);
      questions.push_back(question);
    }
    const fs::path recorder = folder_ / "recorder.cpp";
    base::system_files().write(recorder, recorder_source(subject_, marked_, sequences, questions, oracles_));
    const std::string output = run_program(recorder, flags_with_marks_, "the sequences");
    oracles_.has_invariant = output.starts_with("I\n");
    const std::vector<Recorded> all = read_recorded(subject_, pairs_, sequences, output);
    for (std::size_t i = asked; i < all.size(); ++i) reached_.push_back(all[i].holds);
    recorded_.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(count, all.size())));
    for (std::size_t i = varying; i < recorded_.size(); ++i) recorded_[i].is_kept = true;
    std::vector<Recorded> more;
    for (std::size_t i = count; i < all.size() && i < asked; ++i) {
      const auto& [original, variant] = variants[i - count];
      if (!is_same_path(all[original], all[i])) continue;
      if (variant == Variant::AllDifferent) {
        recorded_[original] = all[i];
      } else {
        more.push_back(all[i]);
      }
    }
    recorded_.insert(recorded_.end(), more.begin(), more.end());
  }

  // The first sequence after which the class is not as its invariant and the oracles say.
  void find_wrong() {
    for (Recorded& each : recorded_) {
      const auto wrong =
          std::find_if(each.seen.begin(), each.seen.end(), [](const Observed& seen) { return !seen.is_right; });
      if (wrong == each.seen.end()) continue;
      const auto calls = static_cast<std::size_t>(wrong - each.seen.begin()) + 1;
      if (!wrong_.empty() && wrong_.size() <= calls) continue;
      wrong_.assign(each.calls.begin(), each.calls.begin() + static_cast<std::ptrdiff_t>(calls));
      each.is_kept = true;
    }
  }

  // A sequence that does not execute its pair natively is no answer.
  void confirm() {
    for (const Recorded& each : recorded_) {
      for (const std::size_t pair : each.pairs) {
        if (answers_[pair].answer == Answer::Infeasible)
          throw base::SoundnessError(
              fmt::format("a native run executed pair {}, which was found to be infeasible", pair + 1));
      }
    }
    std::size_t next = 0;
    for (std::size_t i = 0; i < answers_.size(); ++i) {
      if (answers_[i].answer != Answer::Feasible) continue;
      const bool runs = next < recorded_.size() && recorded_[next].seen.size() == recorded_[next].calls.size();
      answers_[i].is_confirmed =
          runs && std::binary_search(recorded_[next].pairs.begin(), recorded_[next].pairs.end(), i);
      if (answers_[i].is_confirmed) {
        answers_[i].calls = recorded_[next].calls;
      } else {
        answers_[i].answer = Answer::Open;
        answers_[i].how = "the native run of the sequence that was found did not execute it";
        if (next < recorded_.size() && were_cut(recorded_[next]))
          answers_[i].how = fmt::format("a call makes {}", kCutMarks);
      }
      ++next;
    }
    std::erase_if(recorded_, [](const Recorded& each) { return each.seen.size() != each.calls.size(); });
  }

  void confirm_states() {
    std::size_t next = 0;
    for (Deduction& each : states_) {
      if (each.answer != Answer::Feasible) continue;
      if (next >= reached_.size() || !reached_[next])
        each = {Answer::Open, "the native run of the sequence that was found did not reach it", {}};
      ++next;
    }
  }

  void keep_one_of_each_definition(std::vector<Recorded>& wanted) const {
    std::map<std::size_t, std::size_t> first;  // pair of a definition
    for (std::size_t i = 0; i < answers_.size(); ++i) {
      if (answers_[i].answer == Answer::Feasible) first.emplace(answers_[i].pair.definition, i);
    }
    for (Recorded& each : wanted)
      std::erase_if(each.pairs, [&](std::size_t pair) { return first.at(pairs_[pair].definition) != pair; });
  }

  void run_against() {
    const fs::path other = fs::absolute(options_.against).lexically_normal();
    if (!base::system_files().exists(other))
      throw base::UserError(fmt::format("cannot read {}", options_.against.string()));
    Subject with = subject_;
    with.header = other.string();
    const fs::path source = folder_ / "against.cpp";
    base::system_files().write(source, tests_source(with, pairs_, recorded_, chosen_, marked_, oracles_));
    const std::string output = run_program(source, flags_, "the tests of the other header");
    failed_against_ = failed_tests(output);
    against_ = output;
  }

  // The sources see the marked headers in place of the originals, whatever their #include says.
  int measure() {
    write_marked();
    std::string overlay = "{ 'version': 0, 'roots': [";
    const fs::path root = fs::path(subject_.header).parent_path();
    for (const MarkedFile& file : marked_files(subject_.flow, base::system_files())) {
      const fs::path original = fs::absolute(file.original).lexically_normal();
      overlay += fmt::format("{{ 'type': 'file', 'name': '{}', 'external-contents': '{}' }},", original.string(),
                             fs::absolute(folder_ / original.lexically_relative(root)).string());
    }
    base::system_files().write(folder_ / "overlay.yaml", overlay + "] }\n");
    const fs::path log = fs::absolute(folder_ / "measured.txt");
    const fs::path program = fs::absolute(folder_ / "measured");
    std::vector<std::string> command = {build::target_compiler(),
                                        "-std=c++20",
                                        "-o",
                                        program.string(),
                                        "-ivfsoverlay",
                                        (folder_ / "overlay.yaml").string(),
                                        fmt::format("-DFORALL_CLASS_MEASURE=\"{}\"", log.string())};
    for (const fs::path& source : options_.measure) command.push_back(source.string());
    for (const std::string& flag : build::native_flags(layout_, {{}, flags_with_marks_})) command.push_back(flag);
    for (const char* library : {"-lgtest", "-lgtest_main", "-pthread"}) command.emplace_back(library);
    const base::ProcessResult compiled = base::system_processes().run({.command = command});
    if (!compiled.ok()) throw base::UserError(fmt::format("the tests do not compile:\n{}", compiled.output));
    base::system_files().write(log, "");
    base::system_processes().run({.command = {program.string()}, .seconds = 600});
    const auto executed = measured_pairs(subject_, base::system_files().read(log).value_or(""));
    nlohmann::ordered_json missed = nlohmann::ordered_json::array();
    std::size_t count = 0;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (executed.contains({pairs_[i].definition, pairs_[i].use})) {
        ++count;
        continue;
      }
      if (!pairs_[i].has_path) continue;
      missed.push_back(i + 1);
      if (!options_.json)
        fmt::print("missed {:>3}  {}  {} -> {}\n", i + 1, subject_.flow.nodes[pairs_[i].use].variable,
                   place_text(subject_, pairs_[i].definition), place_text(subject_, pairs_[i].use));
    }
    const auto possible = static_cast<std::size_t>(
        std::count_if(pairs_.begin(), pairs_.end(), [](const Pair& pair) { return pair.has_path; }));
    if (options_.json) {
      fmt::print("{}\n", base::json_text(
                             nlohmann::ordered_json{{"executed", count}, {"possible", possible}, {"missed", missed}}));
    } else {
      fmt::print("{} of {} pairs that control flow allows are executed\n", count, possible);
    }
    return kSuccess;
  }

  std::size_t count(Answer answer) const {
    return static_cast<std::size_t>(
        std::count_if(answers_.begin(), answers_.end(), [&](const PairAnswer& each) { return each.answer == answer; }));
  }

  void print() const {
    for (const std::string& note : notes_) fmt::print(stderr, "forall: note: {}\n", note);
    for (const std::string& method : subject_.left_out) fmt::print(stderr, "forall: note: not called: {}\n", method);
    for (const std::string& method : subject_.limited) fmt::print(stderr, "forall: note: {}\n", method);
    for (const std::string& variable : subject_.flow.shared)
      fmt::print(stderr, "forall: note: {} outlives the object: nothing is deduced from what single calls do\n",
                 variable);
    if (options_.json) {
      print_json();
      return;
    }
    fmt::print("{}", pairs_text(subject_, answers_));
    fmt::print("{} pair{}: {} feasible, {} infeasible, {} open\n", answers_.size(), answers_.size() == 1 ? "" : "s",
               count(Answer::Feasible), count(Answer::Infeasible), count(Answer::Open));
    if (options_.summaries) fmt::print("\n{}", summaries_text(subject_, pool_, summaries_));
    if (!tree_.empty()) fmt::print("\nsearch for pair {}:\n{}", options_.tree, tree_);
    for (const auto& [question, found] : questions()) {
      std::string text;
      for (const Call& call : found.calls) text += " " + call_text(subject_, call);
      fmt::print("{}: {}\n", question,
                 found.answer == Answer::Feasible     ? "reached by" + text
                 : found.answer == Answer::Infeasible ? "never, by " + found.how
                                                      : "open: " + found.how);
    }
    if (!wrong_.empty()) {
      std::string text;
      for (const Call& call : wrong_) text += " " + call_text(subject_, call);
      fmt::print("what must hold after every call does not hold after{}\n", text);
    }
    if (!out_.empty()) fmt::print("{} tests in {}\n", chosen_.size(), out_.string());
    if (!options_.against.empty())
      fmt::print("{}\n{} of {} tests fail with {}\n", against_, failed_against_, chosen_.size(),
                 options_.against.string());
  }

  std::vector<std::pair<std::string, Deduction>> questions() const {
    std::vector<std::pair<std::string, Deduction>> result;
    std::vector<std::string> texts;
    if (!options_.reach.empty()) texts.push_back(options_.reach);
    if (!options_.invariant.empty()) texts.push_back("!(" + options_.invariant + ")");
    for (std::size_t i = 0; i < states_.size() && i < texts.size(); ++i) result.emplace_back(texts[i], states_[i]);
    return result;
  }

  void print_json() const {
    nlohmann::ordered_json json;
    json["class"] = subject_.flow.model.name;
    json["pairs"] = pairs_json(subject_, answers_);
    json["summaries"] = summaries_json(subject_, pool_, summaries_);
    json["gaps"] = summaries_.gaps;
    json["shared"] = subject_.flow.shared;
    json["operations"] = operations_json(subject_);
    json["accesses"] = accesses_json(subject_);
    json["marked"] = marked_;
    json["states"] = nlohmann::ordered_json::array();
    for (const auto& [question, found] : questions()) {
      nlohmann::ordered_json calls = nlohmann::ordered_json::array();
      for (const Call& call : found.calls) calls.push_back(call_text(subject_, call));
      json["states"].push_back(
          {{"condition", question}, {"answer", to_string(found.answer)}, {"how", found.how}, {"sequence", calls}});
    }
    json["wrong"] = nlohmann::ordered_json::array();
    for (const Call& call : wrong_) json["wrong"].push_back(call_text(subject_, call));
    json["tests"] = chosen_.size();
    if (!options_.against.empty()) json["failed_against"] = failed_against_;
    json["seconds"] = summaries_.seconds;
    fmt::print("{}\n", base::json_text(json));
  }

  int exit_code() const {
    if (failed_against_ > 0 || !wrong_.empty()) return kRefuted;
    for (const auto& [question, found] : questions()) {
      const bool breaks = question.starts_with("!(") && !options_.invariant.empty();
      if (breaks && found.answer == Answer::Feasible) return kRefuted;
    }
    return options_.strict && count(Answer::Open) > 0 ? kOpen : kSuccess;
  }

  const ClassOptions& options_;
  const std::vector<std::string> flags_;
  std::vector<std::string> flags_with_marks_;
  const build::Layout layout_;
  std::atomic<bool> stop_ = false;
  Subject subject_;
  fs::path folder_;     // of what is generated
  std::string marked_;  // the marked header
  std::vector<Pair> pairs_;
  std::vector<PairAnswer> answers_;  // as pairs_
  expr::Pool pool_;
  Summaries summaries_;
  std::vector<std::vector<Call>> transitions_;
  std::vector<std::vector<Call>> for_branches_;
  std::vector<Call> wrong_;  // a sequence after which an oracle does not hold
  Oracles oracles_;
  std::vector<Deduction> states_;
  std::vector<bool> reached_;  // natively, those of them that were found
  std::string tree_;
  std::vector<std::unique_ptr<build::BuiltTarget>> built_;
  std::vector<Recorded> recorded_;
  std::vector<std::size_t> chosen_;
  fs::path out_;
  std::size_t failed_ = 0;
  std::size_t failed_against_ = 0;
  std::string against_;
  std::vector<std::string> notes_;
};

}  // namespace

Action add_class(CLI::App& app) {
  const auto options = std::make_shared<ClassOptions>();
  add_class_options(app, *options);
  return [options](const Invocation& invocation) { return ClassCommand(*options, invocation).run(); };
}

}  // namespace forall::cli

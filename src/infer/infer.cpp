// The stages: read the class, build and explore its probes, find laws in what they did, write the laws, explore these.
#include "infer/infer.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "base/clock.h"
#include "base/error.h"
#include "base/parallel.h"
#include "build/build.h"
#include "build/precompiled_header.h"
#include "frontend/functions.h"
#include "infer/behaviour.h"
#include "infer/determinism.h"
#include "infer/mutants.h"
#include "infer/probe_source.h"
#include "infer/search.h"
#include "infer/state_laws.h"

namespace forall::infer {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kJobs = 2;

class Work {
 public:
  Work(const session::Outside& outside, const Options& options, const std::vector<std::string>& flags,
       const std::atomic<bool>& stop)
      : outside_(outside), options_(options), flags_(flags), stop_(stop), files_(outside.world.files) {}

  Inference run() {
    read_subject();
    files_.create_directories(options_.work);
    explore_probes();
    if (stop_) return std::move(result_);  // what was interrupted says nothing
    check_states();
    const double begin = base::system_clock().now();
    find();
    result_.seconds += base::system_clock().now() - begin;
    write();
    judge();
    count_kills();
    return std::move(result_);
  }

 private:
  void read_subject() {
    const frontend::Source header{options_.header, build::target_compiler(),
                                  build::native_flags(outside_.layout, {{}, flags_})};
    const frontend::Functions& functions =
        frontend::load_functions(outside_.layout.plugin.parent_path() / "libforall_frontend.so");
    const frontend::ClassModel model = functions.read_class(header, options_.class_name);
    result_.subject = make_subject(model, options_.vocabulary);
    suite_ = result_.subject.name + (options_.as_axioms ? "Axioms" : "Laws");
    for (const std::string& text : result_.subject.left_out) result_.notes.push_back("left out: " + text);
    if (model.name.starts_with("std::")) {
      result_.subject.bounds = fmt::format(".WithBounds({{.length = {}}})", options_.length);
      result_.notes.push_back(fmt::format("objects have at most {} elements (--length)", options_.length));
    }
    header_ = fs::absolute(options_.header).lexically_normal();
    says_how_objects_are_made_ =
        model.is_aggregate || model.name.starts_with("std::") || is_described(model.simple_name);
  }

  // Does the header, or one that it includes, say how objects of the class are made?
  bool is_described(const std::string& name) const {
    const std::string text = flattened(files_, header_);
    for (const char* macro : {"FORALL_STATE(", "FORALL_FACTORY(", "FORALL_CONSTRUCTOR("}) {
      for (std::size_t at = text.find(macro); at != std::string::npos; at = text.find(macro, at + 1)) {
        const std::string described = text.substr(at, text.find_first_of(",;", at) - at);
        if (described.find(name) != std::string::npos) return true;
      }
    }
    return false;
  }

  std::unique_ptr<build::BuiltTarget> build_probes() {
    const fs::path source = options_.work / (result_.subject.name + "_probes.cpp");
    files_.write(source, probe_source(result_.subject, probes_, {header_.string(), factory_}));
    return build::build_target(
        {outside_.layout, options_.work / "build", kJobs, outside_.world, stop_, build::precompiled_headers(), {}},
        {{source}, flags_});
  }

  void explore_probes() {
    probes_ = make_probes(result_.subject);
    engine_.seconds = options_.seconds;
    std::unique_ptr<build::BuiltTarget> built;
    if (says_how_objects_are_made_) {
      built = build_probes();
    } else {
      factory_ = factory_source(result_.subject, {options_.length});
      result_.notes.push_back(
          fmt::format("objects are made by a constructor and up to {} calls; a FORALL_STATE "
                      "(forall reflect) or a FORALL_FACTORY in the header says it better",
                      options_.length));
      try {
        built = build_probes();
      } catch (const base::UserError& error) {
        throw base::UserError(fmt::format(
            "objects of {0} cannot be made by calls: write its FORALL_STATE (forall reflect {0} --in {1}) or a "
            "FORALL_FACTORY into the header\n{2}",
            result_.subject.type, options_.header.string(), error.what()));
      }
    }
    const double begin = base::system_clock().now();
    behaviours_.resize(probes_.size());
    std::atomic<std::size_t> next{0};
    base::for_each_parallel(kJobs, kJobs, [&](std::size_t) {
      const auto mine = outside_.start_target(built->program());
      for (std::size_t i = next++; i < probes_.size(); i = next++)
        behaviours_[i] = explore_probe(*mine, probes_[i], engine_, stop_);
    });
    for (const Behaviour& behaviour : behaviours_) result_.paths += behaviour.paths.size();
    result_.seconds += base::system_clock().now() - begin;
  }

  // A law about no object is true, and nobody should read it.
  void check_states() const {
    for (const Behaviour& behaviour : behaviours_) {
      const bool makes = behaviour.probe.operation.kind == Operation::Kind::Constructor;
      if (!makes && !behaviour.paths.empty()) return;
    }
    throw base::UserError(fmt::format("no object of {} satisfies its FORALL_INVARIANT, so there is nothing to infer",
                                      result_.subject.type));
  }

  void note_gaps(const Behaviour& behaviour) {
    const Operation& operation = behaviour.probe.operation;
    if (behaviour.paths.empty() && !operation.name.empty())
      result_.notes.push_back(fmt::format("{} never returns: no path of it ended", operation.name));
    for (const testcase::LedgerLine& line : behaviour.ledger) {
      const std::string text = fmt::format("{}: {}", operation.name, line.text);
      if (std::find(result_.notes.begin(), result_.notes.end(), text) == result_.notes.end())
        result_.notes.push_back(text);
    }
  }

  void find() {
    std::vector<Returns> observers;
    std::vector<ObserverLaws> results;
    std::map<std::string, Returns> operations;
    LawWriter writer(result_.subject, suite_);
    const std::vector<Returns> none;
    for (Behaviour& behaviour : behaviours_) {
      const Operation& operation = behaviour.probe.operation;
      const bool is_observer = operation.kind == Operation::Kind::Observer;
      const std::string key = fmt::format("{}/{}", operation.name, operation.arguments.size());
      const std::vector<Returns>& known = is_observer ? none : std::as_const(observers);
      SearchSetting setting{.subject = result_.subject, .observers = known, .stop = stop_};
      if (operation.kind == Operation::Kind::State) {
        if (!is_asked_for_observers()) continue;
        ObserverLaws found{"", behaviour.probe.terms, find_state_laws(behaviour, behaviours_, results, setting)};
        for (const Law& law : found.laws) written_.push_back(writer.write(behaviour.probe, law));
        results.push_back(std::move(found));
        continue;
      }
      if (!operation.then.empty()) {
        for (const Law& law : laws_of_two(behaviour.probe, find_laws(behaviour, setting).laws))
          written_.push_back(writer.write(behaviour.probe, law));
        continue;
      }
      if (behaviour.probe.focus) setting.operation = &operations.at(key);
      note_gaps(behaviour);
      const Findings findings = find_laws(behaviour, setting);
      if (is_observer) {
        observers.push_back(findings.returns);
        std::vector<std::string> arguments;
        for (const Argument& argument : operation.arguments) arguments.push_back(argument.name);
        results.push_back(
            {fmt::format("{}({})", operation.name, joined(arguments)), behaviour.probe.terms, findings.laws});
      }
      if (!behaviour.probe.focus) operations[key] = findings.returns;
      if (!is_observer) note_undetermined(behaviour, findings, setting.effort);
      note_uses(behaviour.probe, findings.laws);
      if (is_observer && !is_asked_for_observers()) continue;
      for (const Law& law : findings.laws) written_.push_back(writer.write(behaviour.probe, law));
      if (is_observer && findings.returns.is_known) {
        Law pure;
        pure.condition = findings.returns.when;
        pure.is_pure = true;
        written_.push_back(writer.write(behaviour.probe, pure));
      }
    }
    sort_ambiguities();
  }

  // Clients of a class need to know what observers leave alone, whatever else they asked for.
  bool is_asked_for_observers() const { return options_.vocabulary.modifiers.empty() || options_.as_axioms; }

  static bool is_plain_equation(const Relation& relation) {
    return relation.rel == Rel::Eq && relation.right != Relation::kNone && relation.offset == 0 &&
           relation.plus == Relation::kNone;
  }

  // Of two operations in a row, only what neither says alone: that they undo each other, or that the one returns what
  // the other took.
  std::vector<Law> laws_of_two(const Probe& probe, const std::vector<Law>& laws) const {
    std::vector<Law> kept;
    for (Law law : laws) {
      if (!law.throws.empty() || !law.guard.empty()) continue;
      std::erase_if(law.effects, [&](const Relation& effect) {
        if (!is_plain_equation(effect)) return true;
        const Term& about = probe.terms[static_cast<std::size_t>(effect.left)];
        const Term& equals = probe.terms[static_cast<std::size_t>(effect.right)];
        const auto keeps = [&](const std::string& operation) { return keeps_.contains({operation, about.observer}); };
        const bool undoes = about.time == Term::Time::After && equals.call == about.call &&
                            !(keeps(probe.operation.name) && keeps(probe.operation.then));
        const bool returns = about.time == Term::Time::Result && equals.time == Term::Time::Argument;
        return !undoes && !returns;
      });
      if (!law.effects.empty()) kept.push_back(law);
    }
    return kept;
  }

  void note_undetermined(Behaviour& behaviour, const Findings& findings, const solve::Effort& effort) {
    const std::string& name = behaviour.probe.operation.name;
    const auto look = [&](int term) {
      if (behaviour.probe.focus) return;  // that states agree in one argument of an observer says little
      if (auto found = find_ambiguity(behaviour, term, result_.subject, effort)) {
        const bool is_observation =
            term != Relation::kNone && terms_of(behaviour)[static_cast<std::size_t>(term)].time == Term::Time::After;
        const auto observer =
            is_observation ? std::optional(terms_of(behaviour)[static_cast<std::size_t>(term)].observer) : std::nullopt;
        ambiguities_.push_back({observer, found->text});
      }
    };
    if (!findings.returns.is_known && !behaviour.probe.focus) {
      result_.undetermined.push_back(fmt::format("whether {} returns", name));
      look(Relation::kNone);
    }
    for (const Findings::Undetermined& each : findings.undetermined) {
      const Term& term = terms_of(behaviour)[static_cast<std::size_t>(each.term)];
      result_.undetermined.push_back(
          fmt::format("{} of {}: {}", term.time == Term::Time::Result ? "the result" : term.call, name, each.why));
      look(each.term);
    }
  }

  static const std::vector<Term>& terms_of(const Behaviour& behaviour) { return behaviour.probe.terms; }

  // Which observers an operation leaves as they are, and which ones laws about something else speak of.
  void note_uses(const Probe& probe, const std::vector<Law>& laws) {
    for (const Law& law : laws) {
      for (const Relation& effect : law.effects) {
        if (!law.guard.empty() || probe.focus || !is_plain_equation(effect)) continue;
        const Term& about = probe.terms[static_cast<std::size_t>(effect.left)];
        const bool is_same = probe.terms[static_cast<std::size_t>(effect.right)].call == about.call;
        if (about.time == Term::Time::After && is_same) keeps_.insert({probe.operation.name, about.observer});
      }
      std::set<std::size_t> used;
      const auto note = [&](const Relation& relation) {
        for (const int index : {relation.left, relation.right, relation.plus}) {
          if (index == Relation::kNone) continue;
          const Term& term = probe.terms[static_cast<std::size_t>(index)];
          if (term.time == Term::Time::Before) used.insert(term.observer);
        }
      };
      for (const Relation& relation : law.guard) note(relation);
      for (const Relation& relation : law.effects) {
        note(relation);
        const Term& about = probe.terms[static_cast<std::size_t>(relation.left)];
        if (about.time == Term::Time::After) used.erase(about.observer);
      }
      used_.insert(used.begin(), used.end());
    }
  }

  // An observer that alone shows a difference, and that nothing else depends on, shows too much. In all other cases
  // what is missing is an observer of the difference.
  void sort_ambiguities() {
    std::set<std::optional<std::size_t>> shown_by;
    for (const auto& [observer, text] : ambiguities_) shown_by.insert(observer);
    for (const auto& [observer, text] : ambiguities_) {
      const bool is_leak =
          shown_by.size() == 1 && observer && !used_.contains(*observer) && result_.subject.observers.size() > 1;
      (is_leak ? result_.verbose : result_.incomplete).push_back(text);
    }
  }

  void write() {
    if (written_.empty()) return;
    const fs::path file = options_.out.empty() ? options_.work / (result_.subject.name + "_laws.cpp") : options_.out;
    if (file.has_parent_path()) files_.create_directories(file.parent_path());
    const fs::path folder = fs::absolute(file).lexically_normal().parent_path();
    const std::string included = header_.lexically_relative(folder).string();
    result_.file = file;
    files_.write(file,
                 law_file(result_.subject, written_,
                          {included.empty() ? header_.string() : included, factory_, options_.as_axioms, suite_}));
  }

  session::Settings settings(const fs::path& laws) const {
    session::Settings settings;
    settings.inputs = {laws.string()};
    settings.deep = true;
    settings.database = (options_.work / "laws.db").string();
    settings.work = options_.work / "build";
    settings.precompiled = build::precompiled_headers();
    settings.emit = std::nullopt;
    settings.confirm = false;
    settings.engine = engine_;
    return settings;
  }

  // Refuted candidates are taken out of the file.
  void judge() {
    if (written_.empty() || stop_) return;
    const session::SessionResult session =
        session::explore_session(outside_, settings(result_.file), flags_, stop_, [](const session::Event&) {});
    for (const session::FailedPut& failed : session.failed) std::rethrow_exception(failed.error);
    std::map<std::string, const testcase::Result*> results;
    for (const testcase::Result& result : session.results) {
      results[result.put.name] = &result;
      result_.seconds += result.seconds;
    }
    std::vector<WrittenLaw> kept;
    for (const WrittenLaw& law : written_) {
      const auto found = results.find(law.name);
      if (found == results.end() || found->second->verdict == testcase::VerdictKind::Refuted) {
        ++result_.refuted;
        continue;
      }
      const testcase::Result& result = *found->second;
      kept.push_back(law);
      result_.laws.push_back({law, result.verdict, result.ledger.empty() ? "" : result.ledger.front().text});
    }
    if (kept.size() == written_.size()) return;
    written_ = std::move(kept);
    write();
  }

  // Which laws a mutant of the class refutes. One that does not compile is none.
  void count_kills() {
    if (result_.laws.empty() || options_.mutants == 0 || stop_) return;
    const std::string simple = options_.class_name.substr(0, options_.class_name.find('<'));
    const std::string name = simple.substr(simple.rfind(':') == std::string::npos ? 0 : simple.rfind(':') + 1);
    const fs::path folder = options_.work / "mutants";
    files_.create_directories(folder);
    for (const Mutant& mutant : make_mutants(flattened(files_, header_), name, options_.mutants)) {
      files_.write(folder / "mutant.h", mutant.text);
      const fs::path laws = folder / (result_.subject.name + "_laws.cpp");
      files_.write(laws, law_file(result_.subject, written_, {"mutant.h", factory_, false, suite_}));
      session::Settings plain = settings(laws);
      plain.database = (folder / "laws.db").string();
      plain.engine.failures = 1;
      plain.engine.seconds = std::min(plain.engine.seconds, 5.0);
      try {
        const session::SessionResult session =
            session::explore_session(outside_, plain, flags_, stop_, [](const session::Event&) {});
        ++result_.mutants;
        for (JudgedLaw& law : result_.laws) {
          const auto refutes = [&](const testcase::Result& result) {
            return result.put.name == law.law.name && result.verdict == testcase::VerdictKind::Refuted;
          };
          if (std::any_of(session.results.begin(), session.results.end(), refutes)) ++law.killed_mutants;
        }
      } catch (const base::UserError&) {
      }
    }
    std::stable_sort(result_.laws.begin(), result_.laws.end(), [](const JudgedLaw& x, const JudgedLaw& y) {
      return std::pair(y.killed_mutants, x.law.generality) < std::pair(x.killed_mutants, y.law.generality);
    });
  }

  const session::Outside& outside_;
  const Options& options_;
  const std::vector<std::string>& flags_;
  const std::atomic<bool>& stop_;
  base::Files& files_;
  explore::Options engine_;
  fs::path header_;
  std::string suite_;
  std::string factory_;
  bool says_how_objects_are_made_ = true;
  std::vector<Probe> probes_;
  std::vector<Behaviour> behaviours_;
  std::vector<WrittenLaw> written_;
  std::vector<std::pair<std::optional<std::size_t>, std::string>> ambiguities_;  // of observers, or of results
  std::set<std::pair<std::string, std::size_t>> keeps_;                          // operation and observer
  std::set<std::size_t> used_;  // observers that laws about others speak of
  Inference result_;
};

}  // namespace

Inference infer_laws(const session::Outside& outside, const Options& options,
                     const std::vector<std::string>& compiler_flags, const std::atomic<bool>& stop) {
  return Work(outside, options, compiler_flags, stop).run();
}

}  // namespace forall::infer

#include "infer/behaviour.h"

#include <algorithm>
#include <map>

#include "base/clock.h"
#include "base/error.h"
#include "explore/exploration.h"
#include "solve/chain.h"
#include "trace/path.h"

namespace forall::infer {
namespace {

using testcase::OutcomeKind;

BehaviourPath read(expr::Pool& pool, Probe& probe, const trace::Path& path, const testcase::Outcome& outcome) {
  BehaviourPath read;
  read.end = outcome.kind == OutcomeKind::Passed  ? BehaviourPath::End::Returned
             : outcome.kind == OutcomeKind::Threw ? BehaviourPath::End::Threw
                                                  : BehaviourPath::End::Crashed;
  read.exception = outcome.exception_type;
  read.fault = outcome.message;
  for (const trace::Step& step : path.steps) read.conditions.push_back(step.condition);
  read.inputs = path.inputs;
  std::map<std::string, const trace::Observation*> observed;
  for (const trace::Observation& each : path.observations) observed[each.name] = &each;
  for (Term& term : probe.terms) {
    const auto found = observed.find(term.name());
    if (found == observed.end()) {
      read.values.emplace_back();
      read.seen.emplace_back();
      continue;
    }
    const trace::Observation& each = *found->second;
    term.width = each.width;
    term.is_signed = testcase::is_signed(each.kind);
    read.values.push_back(each.expression ? each.expression : pool.constant(each.value, each.width));
    read.seen.emplace_back(expr::to_u128(each.value) & expr::mask(each.width));
  }
  return read;
}

constexpr std::uint32_t kFirstRuns = 1000;  // then it is asked whether small numbers would help
constexpr std::size_t kFewer = 4;           // they do if they have so many times fewer paths

Behaviour explore_put(target::Target& target, const Probe& probe, const std::string& name,
                      const explore::Options& options, const std::atomic<bool>& stop) {
  Behaviour behaviour;
  behaviour.probe = probe;
  behaviour.solver = solve::make_chain(*behaviour.pool, options.solver);
  const auto put = std::find_if(target.puts().begin(), target.puts().end(), [&](const testcase::Put& each) {
    return each.suite == kProbeSuite && each.name == name;
  });
  if (put == target.puts().end()) throw base::SoundnessError("no probe " + name);
  explore::Options plain = options;
  plain.leaks = false;
  explore::Hooks hooks;
  hooks.stop = &stop;
  hooks.interrupt = &stop;
  hooks.path = [&](const trace::Path& path, const testcase::Outcome& outcome) {
    behaviour.paths.push_back(read(*behaviour.pool, behaviour.probe, path, outcome));
  };
  explore::Exploration exploration({target, *behaviour.pool, *behaviour.solver, base::system_clock()}, *put, plain,
                                   hooks);
  const testcase::Result result = exploration();
  behaviour.is_exhausted = result.is_exhausted;
  behaviour.ledger = result.ledger;
  return behaviour;
}

}  // namespace

Behaviour explore_probe(target::Target& target, const Probe& probe, const explore::Options& options,
                        const std::atomic<bool>& stop) {
  if (!has_small_version(probe)) return explore_put(target, probe, probe.name, options, stop);
  explore::Options first = options;
  first.runs = std::min(first.runs, kFirstRuns);
  Behaviour behaviour = explore_put(target, probe, probe.name, first, stop);
  const auto crashes = [](const Behaviour& each) {
    return std::any_of(each.paths.begin(), each.paths.end(),
                       [](const BehaviourPath& path) { return path.end == BehaviourPath::End::Crashed; });
  };
  if (behaviour.is_exhausted && behaviour.ledger.empty() && !crashes(behaviour)) return behaviour;
  const bool has_lengths = std::any_of(behaviour.ledger.begin(), behaviour.ledger.end(), [](const auto& line) {
    return line.kind == testcase::LedgerKind::ConcretizedLength;
  });
  if (behaviour.is_exhausted && !has_lengths && !crashes(behaviour)) return behaviour;
  Behaviour small = explore_put(target, probe, small_name(probe), options, stop);
  if (behaviour.is_exhausted && !has_lengths && crashes(small)) return behaviour;
  const bool is_smaller = small.is_exhausted && kFewer * small.paths.size() < behaviour.paths.size();
  if (!has_lengths && !is_smaller && !behaviour.is_exhausted)
    return explore_put(target, probe, probe.name, options, stop);
  behaviour = std::move(small);
  for (std::size_t i = 0; i < behaviour.probe.terms.size(); ++i) {
    const Term& term = behaviour.probe.terms[i];
    if (term.time != Term::Time::Argument || !term.is_own || term.sort != Sort::Number) continue;
    const auto left = static_cast<int>(i);
    if (term.is_signed) behaviour.bounds.push_back({{.left = left, .rel = Rel::Ge, .offset = -kSmall}});
    behaviour.bounds.push_back({{.left = left, .rel = Rel::Le, .offset = kSmall}});
  }
  return behaviour;
}

}  // namespace forall::infer

#include "class_tests/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/clock.h"
#include "base/error.h"
#include "base/hash.h"
#include "explore/exploration.h"
#include "expr/print.h"
#include "solve/chain.h"
#include "trace/path.h"

namespace forall::class_tests {
namespace {

using expr::Expr;

constexpr const char* kSelf = "self.";

// A step of the path that limits inputs to what the exploration looks at, not to what the code does.
bool is_bound(const trace::Step& step) { return step.kind == abi::DecisionKind::Bound; }

class Reader {
 public:
  Reader(const Subject& subject, expr::Pool& pool, Summaries& summaries)
      : subject_(subject), pool_(pool), summaries_(summaries) {}

  void read(std::size_t operation, const trace::Path& path, const testcase::Outcome& outcome) {
    if (outcome.kind != testcase::OutcomeKind::Passed) return;
    PathSummary summary;
    summary.operation = operation;
    for (const trace::Step& step : path.steps) {
      if (is_bound(step)) continue;
      summary.condition.push_back(step.condition);
      summary.branches.emplace(step.site, step.value);
    }
    std::vector<std::size_t> marks;
    for (const trace::Observation& seen : path.observations) {
      const Expr value = seen.expression ? seen.expression : pool_.constant(seen.value, seen.width);
      if (seen.name.starts_with(kSelf)) {
        const Expr member = variable(seen);
        if (member != value) summary.next[pool_[member].low] = value;
      } else if (seen.name == "return") {
        summary.result = value;
      } else if (seen.name == "thrown") {
        summary.throws = true;
      } else if (seen.name.starts_with("marks[")) {
        marks.push_back(seen.value.lo);
      }
    }
    for (const testcase::InputValue& input : path.inputs) {
      if (input.name.starts_with(kSelf)) continue;
      if (const Expr known = pool_.find_variable(base::fnv1a(input.name)))
        summary.arguments.push_back(pool_[known].low);
    }
    if (are_cut(marks)) {
      summaries_.gaps.push_back(fmt::format("{}: {}", signature(subject_, subject_.operations[operation]), kCutMarks));
      return;
    }
    summary.events = nodes_of(subject_, marks);
    for (const PathSummary& other : summaries_.paths) summary.number += other.operation == operation ? 1 : 0;
    summaries_.paths.push_back(std::move(summary));
  }

  // The member as an input, which no path may have read so far.
  Expr variable(const trace::Observation& seen) {
    const Expr made = pool_.variable(
        {base::fnv1a(seen.name), seen.name, seen.type, seen.kind, static_cast<std::uint16_t>(seen.width)});
    const std::uint32_t index = pool_[made].low;
    if (std::find(summaries_.members.begin(), summaries_.members.end(), index) == summaries_.members.end())
      summaries_.members.push_back(index);
    return made;
  }

 private:
  const Subject& subject_;
  expr::Pool& pool_;
  Summaries& summaries_;
};

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// The expression with the names of the source.
std::string printed(const Subject& subject, const expr::Pool& pool, Expr e) {
  std::string text = expr::print(pool, e);
  replace_all(text, kSelf, "");
  for (const Operation& operation : subject.operations) {
    if (operation.is_question) continue;
    const auto& parameters = subject.flow.methods[operation.method].parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (!parameters[i].name.empty()) replace_all(text, fmt::format("{}_p{}", operation.put, i), parameters[i].name);
    }
  }
  return text;
}

}  // namespace

std::vector<std::string> known_gaps(const Subject& subject) {
  std::vector<std::string> gaps = subject.left_out;
  gaps.insert(gaps.end(), subject.limited.begin(), subject.limited.end());
  for (const std::string& variable : subject.flow.shared)
    gaps.push_back(fmt::format("{} outlives the object: only its first value is known", variable));
  return gaps;
}

std::vector<std::size_t> nodes_of(const Subject& subject, const std::vector<std::size_t>& marks) {
  std::vector<std::size_t> nodes;
  const auto& accesses = subject.flow.accesses;
  for (const std::size_t mark : marks) {
    if (mark == kMarksWereCut) continue;
    if (mark >= accesses.size()) {
      nodes.push_back(mark - accesses.size());
    } else {
      nodes.insert(nodes.end(), accesses[mark].begin(), accesses[mark].end());
    }
  }
  return nodes;
}

Summaries explore_summaries(const Subject& subject, target::Target& target, expr::Pool& pool,
                            const explore::Options& options, const std::atomic<bool>& stop) {
  Summaries summaries;
  Reader reader(subject, pool, summaries);
  const auto solver = solve::make_chain(pool, options.solver);
  for (std::size_t i = 0; i < subject.operations.size(); ++i) {
    const std::string name = "ClassSummary." + subject.operations[i].put;
    const auto put = std::find_if(target.puts().begin(), target.puts().end(),
                                  [&](const testcase::Put& each) { return each.full_name() == name; });
    if (put == target.puts().end()) throw base::SoundnessError("the target has no " + name);
    explore::Hooks hooks;
    hooks.stop = &stop;
    hooks.interrupt = &stop;
    hooks.path = [&](const trace::Path& path, const testcase::Outcome& outcome) { reader.read(i, path, outcome); };
    explore::Exploration exploration({target, pool, *solver, base::system_clock()}, *put, options, hooks);
    const testcase::Result result = exploration();
    summaries.seconds += result.seconds;
    const std::string who = signature(subject, subject.operations[i]);
    if (!result.ledger.empty()) {
      summaries.gaps.push_back(fmt::format("{}: {}", who, result.ledger.front().text));
    } else if (!result.is_exhausted || result.cut > 0 || !result.undecided.empty()) {
      summaries.gaps.push_back(fmt::format("{}: not all its paths were explored", who));
    }
  }
  const std::vector<std::string> known = known_gaps(subject);
  summaries.gaps.insert(summaries.gaps.end(), known.begin(), known.end());
  return summaries;
}

std::string path_name(const Subject& subject, const Summaries& summaries, const PathSummary& path) {
  std::string name = signature(subject, subject.operations[path.operation]);
  const auto count = std::count_if(summaries.paths.begin(), summaries.paths.end(),
                                   [&](const PathSummary& each) { return each.operation == path.operation; });
  if (count < 2) return name;
  return path.number < 26 ? fmt::format("{} {}", name, static_cast<char>('A' + path.number))
                          : fmt::format("{} {}", name, path.number + 1);
}

std::string condition_text(const Subject& subject, const expr::Pool& pool, const std::vector<Expr>& condition) {
  std::string text;
  for (const Expr each : condition) text += (text.empty() ? "" : " && ") + printed(subject, pool, each);
  return text.empty() ? "true" : text;
}

std::string effect_text(const Subject& subject, const expr::Pool& pool, const PathSummary& path) {
  std::string text;
  for (const auto& [member, value] : path.next)
    text +=
        fmt::format("{}' = {}, ", printed(subject, pool, pool.variable_expr(member)), printed(subject, pool, value));
  if (path.result) text += fmt::format("return' = {}, ", printed(subject, pool, path.result));
  if (path.throws) text += "throws, ";
  std::set<std::string> defined;
  for (const std::size_t node : path.events) {
    if (subject.flow.nodes[node].is_definition) defined.insert(subject.flow.nodes[node].variable);
  }
  text += "def = {";
  for (const std::string& each : defined) text += (text.back() == '{' ? "" : ", ") + each;
  return text + "}";
}

}  // namespace forall::class_tests

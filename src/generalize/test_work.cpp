// First each assertion is explored by itself. Then the test is put together from what was found, explored again, and
// changed where it does not hold: a condition is added, or an assertion is dropped. What is reported is the verdict of
// the text that is written.
#include "generalize/test_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <tuple>

namespace forall::generalize {
namespace {

constexpr std::size_t kSlices = 24;  // of one test
constexpr int kRounds = 4;

bool is_fatal(const frontend::Assertion& assertion) {
  return assertion.macro.starts_with("ASSERT_") || assertion.macro.starts_with("REQUIRE") ||
         assertion.macro == "assert";
}

std::string class_name(const std::string& exception) {
  const std::size_t colon = exception.rfind("::");
  std::string name = colon == std::string::npos ? exception : exception.substr(colon + 2);
  std::string result;
  bool is_start = true;
  for (const char c : name) {
    if (c == '_') {
      is_start = true;
      continue;
    }
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) continue;
    result += is_start ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    is_start = false;
  }
  return result;
}

// Else it is the test of runs that do not throw.
bool is_about_throwing(const Draft& draft) {
  return !draft.caught.empty() && draft.otherwise != Draft::Otherwise::ThrowingIsDiscarded;
}

std::string literal(const Value& value, const std::string& type) {
  if (value.kind != Value::Kind::Number) return to_string(value);
  if (type == "bool") return value.number != 0 ? "true" : "false";
  return fmt::format("static_cast<{}>({})", type, value.number);
}

}  // namespace

TestWork::TestWork(const std::string& source, std::size_t index, const frontend::TestFlow& flow, const TestPlan& plan,
                   std::string function, bool each_path)
    : source_(source), index_(index), flow_(flow), plan_(plan), function_(std::move(function)), each_path_(each_path) {
  report_.line = flow.test.line;
  report_.whole = flow.test.whole;
  choices_.resize(flow.assertions.size());
}

std::string TestWork::suite_for(const std::string& name) const {
  return flow_.test.is_fixture ? flow_.test.suite + name : flow_.test.suite;
}

std::string TestWork::text_of(std::size_t assertion) const {
  const frontend::SourceRange whole = flow_.assertions[assertion].whole;
  std::string text;
  bool was_space = false;
  for (const char c : source_.substr(whole.begin, whole.end - whole.begin)) {
    const bool is_space = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (!is_space || !was_space) text += is_space ? ' ' : c;
    was_space = is_space;
  }
  return text;
}

std::vector<std::size_t> TestWork::parameters_for(std::size_t assertion) const {
  std::vector<std::size_t> result;
  for (std::size_t p = 0; p < plan_.parameters.size(); ++p) {
    const std::size_t inside = plan_.parameters[p].assertion;
    if (inside == kSetUp || inside == assertion) result.push_back(p);
  }
  return result;
}

std::vector<RoundDraft> TestWork::slices() {
  if (slices_.empty()) {
    const auto add = [&](std::size_t assertion, std::size_t relation) {
      Slice slice{assertion, relation, {}, {}, false, true};
      slice.draft.name = fmt::format("Slice{}n{}", index_, slices_.size());
      slice.draft.suite = suite_for(slice.draft.name);
      slice.draft.parameters = parameters_for(assertion);
      slice.draft.keeps.assign(flow_.assertions.size(), false);
      for (std::size_t a = 0; assertion != kSetUp && a <= assertion; ++a)
        slice.draft.keeps[a] = a == assertion || is_fatal(flow_.assertions[a]);
      if (assertion != kSetUp) slice.draft.relation = plan_.relations[assertion][relation];
      if (!slice.draft.parameters.empty() && slices_.size() < kSlices) slices_.push_back(std::move(slice));
    };
    for (std::size_t a = 0; a < flow_.assertions.size(); ++a) {
      for (std::size_t r = 0; r < plan_.relations[a].size(); ++r) add(a, r);
    }
    if (slices_.empty()) add(kSetUp, 0);
  }
  std::vector<RoundDraft> drafts;
  for (Slice& slice : slices_) {
    slice.draft.assumptions.clear();
    for (const Condition& bound : bounds_) {
      const bool has_it = std::any_of(slice.draft.parameters.begin(), slice.draft.parameters.end(), [&](std::size_t p) {
        return bound.text.starts_with(plan_.parameters[p].name + " ");
      });
      if (has_it) slice.draft.assumptions.push_back(bound.text);
    }
    if (slice.is_waiting) drafts.push_back({index_, &plan_, slice.draft});
  }
  return drafts;
}

bool TestWork::add_bounds(const std::vector<Seen>& exhausted) {
  bool is_new = false;
  for (const Seen& seen : exhausted) {
    for (const Parameter& parameter : plan_.parameters) {
      const auto value = seen.values.find(parameter.name);
      if (value == seen.values.end() || value->second.kind != Value::Kind::Number || value->second.number < kFar)
        continue;
      if (parameter.type.ends_with("char")) continue;  // it has so few values that they are not what was too much
      const long double bound = std::max(16.0L, 2 * parameter.original.number);
      const std::string name = parameter.name;
      const std::size_t before = bounds_.size();
      add_new(bounds_, {{fmt::format("{} <= {}", name, bound),
                         [name, bound](const Values& v) { return v.at(name).number <= bound; },
                         {},
                         ""}});
      is_new = is_new || bounds_.size() != before;
    }
  }
  return is_new;
}

bool TestWork::digest_slices(const std::vector<RoundResult>& results) {
  std::size_t at = 0;
  bool needs_more = false;
  std::string error, problem;
  for (Slice& slice : slices_) {
    if (!slice.is_waiting) continue;
    const RoundResult& round = results[at++];
    slice.is_waiting = false;
    if (!round.error.empty()) error = round.error;
    if (!round.problem.empty()) problem = round.problem;
    if (round.result == nullptr) continue;
    const auto lines = slice.assertion == kSetUp ? std::pair(0u, 0u) : round.assertion_lines[slice.assertion];
    slice.seen = observe(*round.result, plan_, lines);
    slice.is_explored = true;
    if (add_bounds(slice.seen.exhausted)) needs_more = true;
  }
  if (needs_more && ++slice_rounds_ < 3) {
    for (Slice& slice : slices_) slice.is_waiting = slice.is_explored && !slice.seen.exhausted.empty();
    return true;
  }
  if (std::none_of(slices_.begin(), slices_.end(), [](const Slice& s) { return s.is_explored; })) {
    report_.stage = error.empty() ? Stage::Unexplored : Stage::Uncompiled;
    report_.reason = error.empty() ? problem : error;
    is_settled_ = true;
    return false;
  }
  choose_all();
  return false;
}

Separation TestWork::separate(const std::vector<std::size_t>& parameters, const std::vector<Seen>& passing,
                              const std::vector<Seen>& failing) const {
  Separation cases;
  for (const std::size_t p : parameters) {
    cases.original[plan_.parameters[p].name] = plan_.parameters[p].original;
    cases.originals[plan_.parameters[p].name] = plan_.parameters[p].text;
  }
  cases.passing.push_back(cases.original);  // the closed test passes
  for (const Seen& seen : passing) cases.passing.push_back(seen.values);
  for (const Seen& seen : failing) cases.failing.push_back(seen.values);
  for (const auto* list : {&passing, &failing}) {
    for (const Seen& seen : *list) {
      for (const testcase::Step& step : seen.found->steps) add_hints(step.condition, cases);
    }
  }
  return cases;
}

void TestWork::find_throws(std::size_t assertion) {
  for (const Slice& slice : slices_) {
    if (slice.assertion != assertion || !slice.is_explored) continue;
    std::vector<Seen> others = slice.seen.passed, thrown;
    others.insert(others.end(), slice.seen.failed.begin(), slice.seen.failed.end());
    for (const auto& [type, seen] : slice.seen.threw) {
      thrown.insert(thrown.end(), seen.begin(), seen.end());
      threw_[type].insert(threw_[type].end(), seen.begin(), seen.end());
    }
    if (thrown.empty()) continue;
    if (auto found = find_precondition(separate(slice.draft.parameters, others, thrown)); found && found->keeps_all) {
      join_bounds(found->conditions);
      add_new(no_throw_, found->conditions);
    } else {
      is_no_throw_known_ = false;
    }
    return;  // the other relations throw alike
  }
}

void TestWork::drop(std::size_t assertion, const std::vector<Seen>& failed) {
  choices_[assertion].is_kept = false;
  for (std::size_t p = 0; p < plan_.parameters.size(); ++p) {
    if (plan_.parameters[p].assertion == assertion) fixed_.insert(p);
  }
  const std::string line = fmt::format("{} does not hold{}", text_of(assertion),
                                       failed.empty() ? "" : " with " + to_string(failed.front().values));
  dropped_.push_back(line);
  report_.rejected.push_back(line);
}

// Returns false if the condition leaves nothing of a parameter of the set-up: then the assertion is not general.
bool TestWork::settle_condition(std::size_t assertion, Choice& choice, const Precondition& found) {
  std::set<std::size_t> fixed;
  std::vector<Condition> conditions;
  for (const Condition& condition : found.conditions) {
    if (!condition.pinned.empty()) {
      for (std::size_t p = 0; p < plan_.parameters.size(); ++p) {
        if (plan_.parameters[p].name != condition.pinned) continue;
        if (plan_.parameters[p].assertion != assertion) return false;
        fixed.insert(p);
      }
    } else {
      conditions.push_back(condition);
    }
  }
  for (const std::size_t p : fixed) {
    fixed_.insert(p);
    for (auto entry = choice.relation.begin(); entry != choice.relation.end();)
      entry = entry->second.find(plan_.parameters[p].name) != std::string::npos ? choice.relation.erase(entry)
                                                                                : std::next(entry);
  }
  for (const Condition& condition : conditions) {
    std::size_t x = plan_.parameters.size(), y = x;
    for (std::size_t p = 0; p < plan_.parameters.size(); ++p) {
      if (plan_.parameters[p].name == condition.same_as[0]) x = p;
      if (plan_.parameters[p].name == condition.same_as[1]) y = p;
    }
    const bool are_same = x != y && y != plan_.parameters.size() && x != plan_.parameters.size() &&
                          plan_.parameters[x].original == plan_.parameters[y].original &&
                          plan_.parameters[x].type == plan_.parameters[y].type;
    if (are_same) {
      same_[std::max(x, y)] = std::min(x, y);
    } else {
      choice.conditions.push_back(condition);
    }
  }
  join_bounds(choice.conditions);
  return true;
}

void TestWork::choose(std::size_t assertion) {
  Choice& choice = choices_[assertion];
  const Slice* best = nullptr;
  std::optional<Precondition> best_condition;
  bool is_explored = false;
  const Slice* failing = nullptr;
  for (const Slice& slice : slices_) {
    if (slice.assertion != assertion || !slice.is_explored) continue;
    is_explored = true;
    if (slice.seen.failed.empty()) {
      choice.relation = slice.draft.relation;
      return;
    }
    if (failing == nullptr || slice.draft.relation.empty()) failing = &slice;
    auto found = find_precondition(separate(slice.draft.parameters, slice.seen.passed, slice.seen.failed));
    if (!found) continue;
    // Relations come in the order of their likelihood.
    const auto rank = [](const Precondition& p) {
      const bool is_pinned =
          std::any_of(p.conditions.begin(), p.conditions.end(), [](const Condition& c) { return !c.pinned.empty(); });
      return std::pair(!is_pinned, -p.cost);
    };
    if (!best_condition || rank(*found) > rank(*best_condition)) {
      best = &slice;
      best_condition = std::move(found);
    }
  }
  if (!is_explored) return;
  if (best != nullptr) {
    choice.relation = best->draft.relation;
    for (const Condition& condition : best_condition->conditions) {
      if (condition.pinned.empty()) continue;
      report_.rejected.push_back(
          fmt::format("{} does not hold with {}", text_of(assertion), to_string(failing->seen.failed.front().values)));
    }
    if (settle_condition(assertion, choice, *best_condition)) return;
    report_.rejected.pop_back();
  }
  choice.relation.clear();
  drop(assertion, failing->seen.failed);
}

void TestWork::choose_all() {
  for (std::size_t a = 0; a < flow_.assertions.size(); ++a) {
    choose(a);
    find_throws(a);
  }
  if (!slices_.empty() && slices_.front().assertion == kSetUp) find_throws(kSetUp);
}

void TestWork::reject(const std::string& reason) {
  report_.stage = Stage::Refuted;
  report_.reason = reason;
  is_settled_ = true;
}

bool TestWork::has_kept_assertion() const {
  return choices_.empty() || std::any_of(choices_.begin(), choices_.end(), [](const Choice& c) { return c.is_kept; });
}

// Are all parameters what they were?
bool TestWork::is_pinned(const Draft& draft) const {
  return std::all_of(draft.parameters.begin(), draft.parameters.end(), [&](std::size_t p) {
    const std::string pin = fmt::format("{} == {}", plan_.parameters[p].name, plan_.parameters[p].text);
    return std::find(draft.assumptions.begin(), draft.assumptions.end(), pin) != draft.assumptions.end();
  });
}

std::vector<std::string> TestWork::assumptions(bool with_throws) const {
  std::vector<Condition> all;
  for (const Choice& choice : choices_) {
    if (choice.is_kept) add_new(all, choice.conditions);
  }
  if (with_throws) add_new(all, no_throw_);
  add_new(all, bounds_);
  join_bounds(all);
  std::vector<std::string> texts;
  for (const Condition& condition : all) texts.push_back(condition.text);
  return texts;
}

Draft TestWork::whole(const std::string& name) const {
  Draft draft;
  draft.name = name;
  draft.suite = suite_for(name);
  for (std::size_t p = 0; p < plan_.parameters.size(); ++p) {
    if (fixed_.count(p) == 0 && same_.count(p) == 0) draft.parameters.push_back(p);
  }
  for (const Choice& choice : choices_) {
    draft.keeps.push_back(choice.is_kept);
    if (choice.is_kept) draft.relation.insert(choice.relation.begin(), choice.relation.end());
  }
  return draft;
}

std::vector<RoundDraft> TestWork::wholes() {
  asked_.clear();
  if (is_settled_) return {};
  // Parameters that are one from now on have one name, also in conditions and relations.
  for (auto [from, into] : same_) {
    for (auto next = same_.find(into); next != same_.end(); next = same_.find(into)) into = next->second;
    const std::string& old_name = plan_.parameters[from].name;
    const std::string& new_name = plan_.parameters[into].name;
    for (const std::size_t c : plan_.parameters[from].constants) plan_.parameters[into].constants.push_back(c);
    if (plan_.parameters[from].assertion != plan_.parameters[into].assertion) plan_.parameters[into].assertion = kSetUp;
    for (Choice& choice : choices_) {
      for (auto& [c, text] : choice.relation) text = with_name(text, old_name, new_name);
      for (Condition& condition : choice.conditions) condition.text = with_name(condition.text, old_name, new_name);
    }
    for (Condition& condition : no_throw_) condition.text = with_name(condition.text, old_name, new_name);
    fixed_.insert(from);
  }
  same_.clear();
  Draft first = whole(function_);
  if (first.parameters.empty()) {
    reject("it holds for its own values only");
    return {};
  }
  if (!has_kept_assertion() && threw_.empty()) {
    reject("no assertion holds for other values");
    return {};
  }
  first.assumptions = assumptions(is_no_throw_known_);
  if (!caught_.empty()) {
    first.caught = caught_;
    first.otherwise = Draft::Otherwise::ThrowingIsDiscarded;
  }
  asked_.push_back(first);
  for (const auto& [type, seen] : threw_) {
    Draft second = whole(function_ + "Throws" + class_name(type));
    second.caught = type;
    // An assertion that needs a condition says nothing about runs that throw.
    for (std::size_t a = 0; a < choices_.size(); ++a)
      second.keeps[a] = choices_[a].is_kept && choices_[a].conditions.empty();
    for (const Condition& bound : bounds_) second.assumptions.push_back(bound.text);
    const bool has_condition = is_no_throw_known_ && throw_needs_proof_ && threw_.size() == 1 && !no_throw_.empty();
    if (has_condition) second.assumptions.push_back(fmt::format("!({})", Precondition{no_throw_, false, 0, 0}.text()));
    second.otherwise = has_condition ? Draft::Otherwise::Fails : Draft::Otherwise::Discarded;
    for (const std::size_t p : second.parameters) {
      const Parameter& parameter = plan_.parameters[p];
      const Value& value = seen.front().values.at(parameter.name);
      second.seed.push_back(value == parameter.original ? parameter.text
                            : parameter.type == "int"   ? to_string(value)
                                                        : literal(value, parameter.type));
    }
    asked_.push_back(second);
  }
  // What is no parameter any more has its value, in conditions as well.
  for (Draft& draft : asked_) {
    for (const std::size_t p : fixed_) {
      for (std::string& condition : draft.assumptions)
        condition = with_name(condition, plan_.parameters[p].name, plan_.parameters[p].text);
    }
    // Conditions that are left without a parameter hold: the closed test meets them.
    std::erase_if(draft.assumptions, [&](const std::string& condition) {
      return !condition.starts_with("!(") &&
             std::none_of(draft.parameters.begin(), draft.parameters.end(),
                          [&](auto p) { return with_name(condition, plan_.parameters[p].name, "") != condition; });
    });
  }
  std::vector<RoundDraft> drafts;
  for (const Draft& draft : asked_) drafts.push_back({index_, &plan_, draft});
  return drafts;
}

// The first PUT does not hold: its cases say what is wrong with it.
void TestWork::adjust(const Observation& seen, const RoundResult& round) {
  bool has_changed = add_bounds(seen.exhausted);
  for (std::size_t a = 0; a < flow_.assertions.size(); ++a) {
    const auto lines = round.assertion_lines[a];
    std::vector<Seen> failed;
    for (const Seen& one : seen.failed) {
      const unsigned line = one.found->outcome.line;
      if (lines.first != 0 && line >= lines.first && line <= lines.second) failed.push_back(one);
    }
    if (failed.empty()) continue;
    has_changed = true;
    const auto found = find_precondition(separate(asked_.front().parameters, seen.passed, failed));
    Choice changed = choices_[a];
    const bool is_repaired = rounds_ < kRounds - 1 && found && found->kept > 1 && settle_condition(a, changed, *found);
    if (is_repaired) {
      choices_[a] = changed;
    } else {
      drop(a, failed);
    }
  }
  for (const auto& [type, cases] : seen.threw) {
    threw_[type].insert(threw_[type].end(), cases.begin(), cases.end());
    is_no_throw_known_ = false;
    has_changed = has_changed || caught_.empty();
    if (caught_.empty()) caught_ = type;
  }
  is_settled_ = !has_changed;
}

PutReport TestWork::describe(const RoundResult& round, const Draft& draft, const Observation& seen) const {
  PutReport put;
  put.name = draft.suite + "." + draft.name;
  put.text = round.text;
  for (const std::size_t p : draft.parameters)
    put.promoted.push_back(fmt::format("{} (was {})", plan_.parameters[p].name, plan_.parameters[p].text));
  put.assumed = draft.assumptions;
  put.dropped = dropped_;
  put.verdict = round.result->verdict;
  put.paths = round.result->paths;
  if (!round.result->ledger.empty() && put.verdict == testcase::VerdictKind::Open)
    put.open_because = round.result->ledger.front().text;
  put.findings = findings_of(seen.crashed);
  put.new_branches = new_branches(seen.passed, plan_);
  return put;
}

void TestWork::digest_wholes(const std::vector<RoundResult>& results) {
  if (results.empty()) return;
  ++rounds_;
  const RoundResult& first = results.front();
  if (first.result == nullptr) {
    report_.stage = first.error.empty() ? Stage::Unexplored : Stage::Uncompiled;
    report_.reason = first.error.empty() ? first.problem : first.error;
    is_settled_ = true;
    return;
  }
  const Observation seen = observe(*first.result, plan_, {0, 0});
  bool is_second_wrong = false;
  for (std::size_t i = 1; i < results.size(); ++i) {
    if (results[i].result == nullptr || asked_[i].otherwise != Draft::Otherwise::Fails) continue;
    is_second_wrong = is_second_wrong || results[i].result->verdict == testcase::VerdictKind::Refuted;
  }
  if (is_second_wrong && rounds_ < kRounds) throw_needs_proof_ = false;
  const bool holds = seen.failed.empty() && seen.threw.empty() && seen.exhausted.empty();
  if (!holds && rounds_ < kRounds) adjust(seen, first);
  if ((holds || rounds_ >= kRounds) && !(is_second_wrong && rounds_ < kRounds)) is_settled_ = true;
  if (!is_settled_) return;
  if (!seen.failed.empty()) {
    report_.rejected.push_back(fmt::format("it does not hold with {}", to_string(seen.failed.front().values)));
    return reject("it does not hold for other values");
  }
  if (has_kept_assertion() && !is_pinned(asked_.front())) proposed_.push_back(asked_.front());
  proposed_.insert(proposed_.end(), asked_.begin() + 1, asked_.end());
  if (proposed_.empty()) reject("no assertion holds for other values");
}

std::vector<RoundDraft> TestWork::proposals() const {
  std::vector<RoundDraft> drafts;
  for (const Draft& draft : proposed_) drafts.push_back({index_, &plan_, draft});
  return drafts;
}

void TestWork::digest_proposals(const std::vector<RoundResult>& results) {
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Draft& draft = proposed_[i];
    if (results[i].result == nullptr) {
      report_.stage = results[i].error.empty() ? Stage::Unexplored : Stage::Uncompiled;
      report_.reason = results[i].error.empty() ? results[i].problem : results[i].error;
      report_.puts.clear();
      return;
    }
    const bool is_about_exception = is_about_throwing(draft);
    const Observation seen = observe(*results[i].result, plan_, {0, 0});
    PutReport put = describe(results[i], draft, seen);
    if (is_about_exception) {
      std::vector<Seen> thrown;
      for (const Seen& one : threw_[draft.caught]) {
        if (all_hold(bounds_, one.values)) thrown.push_back(one);
      }
      put.cases = failing_cases(thrown, plan_, each_path_);
    } else {
      put.cases = passing_cases(seen.passed, plan_, each_path_);
      const Values original = originals(plan_);
      const bool has_original = std::any_of(put.cases.begin(), put.cases.end(),
                                            [&](const CaseReport& one) { return one.values == original; });
      // The seed takes one of these paths, whose case has plainer values.
      if (!has_original) put.cases.insert(put.cases.begin(), {original, "passes: the values of the closed test"});
    }
    const auto failing = failing_cases(seen.crashed, plan_, each_path_);
    put.cases.insert(put.cases.end(), failing.begin(), failing.end());
    report_.puts.push_back(std::move(put));
  }
  conclude();
}

// The first PUT is the one that stands for the test.
void TestWork::conclude() {
  if (report_.puts.empty()) return;
  if (is_about_throwing(proposed_.front())) return reject("no assertion holds for other values");
  using testcase::VerdictKind;
  const PutReport& put = report_.puts.front();
  switch (put.verdict) {
    case VerdictKind::Proved: report_.stage = Stage::Proved; break;
    case VerdictKind::Open:
      report_.stage = Stage::Open;
      report_.reason = put.open_because;
      break;
    case VerdictKind::Refuted:
      report_.stage = Stage::Refuted;
      if (!put.findings.empty()) report_.reason = put.findings.front();
      break;
  }
}

}  // namespace forall::generalize

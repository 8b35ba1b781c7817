#include "spec/interactive.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "spec/arithmetic.h"
#include "spec/generate.h"
#include "spec/match.h"
#include "spec/rewrite.h"
#include "spec/tree.h"

namespace forall::spec {
namespace {

// What needs no axiom: arithmetic, conditionals whose condition is known, errors that are passed on.
Term simplified(Terms& terms, Term root, const std::vector<Fact>& facts) {
  std::unordered_map<std::uint32_t, Term> done;
  visit_bottom_up(terms, root, [&](Term t) {
    const TermNode node = terms[t];
    if (node.kind != Kind::Apply) {
      done[t.id] = t;
      return;
    }
    std::vector<Term> arguments;
    bool has_error = false;
    for (const Term argument : node.arguments) {
      arguments.push_back(done.at(argument.id));
      has_error = has_error || terms.is_error(arguments.back());
    }
    Term result;
    if (terms.is_if(t)) {
      result = terms.is_error(arguments[0])   ? terms.error(node.sort)
               : terms.is_true(arguments[0])  ? arguments[1]
               : terms.is_false(arguments[0]) ? arguments[2]
                                              : terms.conditional(arguments[0], arguments[1], arguments[2]);
    } else if (has_error) {
      result = terms.error(node.sort);
    } else {
      result = terms.apply(node.op, arguments);
      if (is_built_in(node.op)) {
        const auto value = compute(terms, built_in(node.op), arguments[0], arguments.back());
        if (value) result = value->value;
      }
    }
    for (const Fact& fact : facts) {
      if (result == fact.condition) result = terms.truth(fact.holds);
    }
    done[t.id] = result;
  });
  return done.at(root.id);
}

}  // namespace

Interactive::Interactive(const Specification& specification, Term original)
    : specification_(specification), solver_(specification) {
  steps_.push_back({original, ""});
  facts_.emplace_back();
  find_choices();
}

void Interactive::find_choices() {
  Terms& terms = *specification_.terms;
  choices_.clear();
  const std::vector<Fact>& facts = facts_.back();
  std::vector<Term> places;
  visit_bottom_up(terms, now(), [&](Term t) {
    if (terms[t].kind == Kind::Apply) places.push_back(t);
  });
  for (const Term place : places) {
    if (terms.is_if(place)) {
      const Term condition = terms[place].arguments[0];
      const bool is_decidable = [&] {
        bool result = true;
        visit_bottom_up(terms, condition, [&](Term t) {
          result = result && (terms[t].kind != Kind::Apply || (is_built_in(terms[t].op) && !terms.is_if(t)));
        });
        return result;
      }();
      for (const bool holds : {true, false}) {
        if (!is_decidable) break;
        std::vector<Fact> more = facts;
        more.push_back({condition, holds, condition});
        const std::string text = to_text(terms, condition);
        choices_.push_back({"assume " + (holds ? text : fmt::format("not ({})", text)),
                            simplified(terms, now(), more),
                            {more.back()}});
      }
      continue;
    }
    for (const Rule& rule : specification_.rules) {
      if (rule.op != terms[place].op) continue;
      const auto substitution = match(terms, rule.left, place);
      if (!substitution) continue;
      const Term by = substitute(terms, rule.right, *substitution);
      const Term result = simplified(terms, replace_subterm(terms, now(), place, by), facts);
      choices_.push_back({fmt::format("axiom {} at {}", rule.label, to_text(terms, place)), result, {}});
    }
  }
}

std::string Interactive::pick(std::size_t number) {
  if (number < 1 || number > choices_.size())
    return choices_.empty() ? "nothing is left to pick" : fmt::format("pick a number from 1 to {}", choices_.size());
  const Choice choice = choices_[number - 1];
  std::vector<Fact> facts = facts_.back();
  facts.insert(facts.end(), choice.facts.begin(), choice.facts.end());
  if (!choice.facts.empty() && solver_.check(facts).kind == Feasibility::Kind::Unsatisfiable)
    return "unsatisfiable: no values take this path";
  steps_.push_back({choice.result, choice.text});
  facts_.push_back(std::move(facts));
  find_choices();
  return to_text(*specification_.terms, now());
}

std::string Interactive::undo() {
  if (steps_.size() == 1) return "nothing is left to undo";
  steps_.pop_back();
  facts_.pop_back();
  find_choices();
  return to_text(*specification_.terms, now());
}

std::string Interactive::history() const {
  std::string text;
  for (const Step& step : steps_)
    text += fmt::format("{}{}\n", to_text(*specification_.terms, step.term), step.by.empty() ? "" : "   by " + step.by);
  return text;
}

std::string Interactive::conditions() const {
  return facts_.back().empty() ? "" : conditions_text(specification_, facts_.back());
}

std::vector<Case> Interactive::finished() {
  if (!choices_.empty()) return {};
  Terms& terms = *specification_.terms;
  const auto variables = variables_of(terms, original());
  Substitution values = solver_.friendly(facts_.back(), variables).values;
  for (const Term variable : variables) {
    if (!values.contains(variable) && terms[variable].sort == kInteger) values[variable] = terms.integer(1);
  }
  const Term first = substitute(terms, original(), values);
  if (!terms[first].ground) return {};
  const Reduction normal = Rewriter(specification_).normalize(first);
  if (normal.end != Reduction::End::Normal || !normal.problem.empty()) return {};
  return {{first, normal.result, true}};
}

}  // namespace forall::spec

// Patterns of the axioms of an operation, as a matrix: columns are its arguments. A column whose patterns begin with
// constructors is split by constructor; what no row covers is the witness. Literals are split likewise, with one value
// that no row names.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "spec/check.h"
#include "spec/rewrite.h"
#include "spec/values.h"

namespace forall::spec {
namespace {

using Row = std::vector<Term>;

class Coverage {
 public:
  explicit Coverage(const Specification& spec) : signature_(*spec.signature), terms_(*spec.terms) {}

  // Arguments that no row matches. Recursion is as deep as the patterns are large.
  std::optional<Row> uncovered(const std::vector<Row>& rows, const std::vector<Sort>& sorts) {
    if (sorts.empty()) return rows.empty() ? std::optional(Row{}) : std::nullopt;
    const bool splits = std::any_of(rows.begin(), rows.end(), [&](const Row& row) { return !is_variable(row[0]); });
    if (!splits) return uncovered_by_default(rows, sorts, terms_.variable(fresh(), sorts[0]));
    return is_built_in(sorts[0]) ? split_literals(rows, sorts) : split_constructors(rows, sorts);
  }

 private:
  bool is_variable(Term t) const { return terms_[t].kind == Kind::Variable; }
  std::string fresh() { return fmt::format("v{}", ++variables_); }

  std::optional<Row> uncovered_by_default(const std::vector<Row>& rows, const std::vector<Sort>& sorts, Term first) {
    std::vector<Row> rest;
    for (const Row& row : rows) {
      if (is_variable(row[0])) rest.emplace_back(row.begin() + 1, row.end());
    }
    auto found = uncovered(rest, {sorts.begin() + 1, sorts.end()});
    if (found) found->insert(found->begin(), first);
    return found;
  }

  std::optional<Row> split_literals(const std::vector<Row>& rows, const std::vector<Sort>& sorts) {
    std::set<Term> literals;
    for (const Row& row : rows) {
      if (!is_variable(row[0])) literals.insert(row[0]);
    }
    for (const Term literal : literals) {
      std::vector<Row> rest;
      for (const Row& row : rows) {
        if (is_variable(row[0]) || row[0] == literal) rest.emplace_back(row.begin() + 1, row.end());
      }
      if (auto found = uncovered(rest, {sorts.begin() + 1, sorts.end()})) {
        found->insert(found->begin(), literal);
        return found;
      }
    }
    const auto other = other_literal(sorts[0], literals);
    return other ? uncovered_by_default(rows, sorts, *other) : std::nullopt;
  }

  std::optional<Term> other_literal(Sort sort, const std::set<Term>& literals) {
    for (std::int64_t value = 0; value < 256; ++value) {
      if (sort == kBoolean && value > 1) return std::nullopt;
      const Term candidate =
          sort == kText ? terms_.text(std::string(static_cast<std::size_t>(value), 'a')) : terms_.literal(sort, value);
      if (!literals.contains(candidate)) return candidate;
    }
    return sort == kCharacter ? std::nullopt : std::optional(terms_.variable(fresh(), sort));
  }

  std::optional<Row> split_constructors(const std::vector<Row>& rows, const std::vector<Sort>& sorts) {
    for (const Op constructor : signature_.constructors(sorts[0])) {
      const std::vector<Sort>& inner = signature_[constructor].arguments;
      std::vector<Row> rest;
      for (const Row& row : rows) {
        Row expanded;
        if (is_variable(row[0])) {
          for (const Sort sort : inner) expanded.push_back(terms_.variable(fresh(), sort));
        } else if (terms_[row[0]].op == constructor) {
          expanded = terms_[row[0]].arguments;
        } else {
          continue;
        }
        expanded.insert(expanded.end(), row.begin() + 1, row.end());
        rest.push_back(std::move(expanded));
      }
      std::vector<Sort> all = inner;
      all.insert(all.end(), sorts.begin() + 1, sorts.end());
      if (const auto found = uncovered(rest, all)) {
        const auto split = found->begin() + static_cast<std::ptrdiff_t>(inner.size());
        Row result{terms_.apply(constructor, {found->begin(), split})};
        result.insert(result.end(), split, found->end());
        return result;
      }
    }
    return std::nullopt;
  }

  const Signature& signature_;
  Terms& terms_;
  int variables_ = 0;
};

// An axiom covers all values of its pattern if no variable occurs twice and only constructors occur below the root.
bool is_plain(const Terms& terms, const Rule& rule) {
  std::set<Term> seen;
  std::vector<Term> open = terms[rule.left].arguments;
  while (!open.empty()) {
    const Term t = open.back();
    open.pop_back();
    const TermNode& node = terms[t];
    if (node.kind == Kind::Variable && !seen.insert(t).second) return false;
    if (node.kind != Kind::Apply) continue;
    if (terms.signature()[node.op].role != Role::Constructor) return false;
    open.insert(open.end(), node.arguments.begin(), node.arguments.end());
  }
  return true;
}

}  // namespace

CheckAnswer check_completeness(const Specification& specification) {
  Terms& terms = *specification.terms;
  const Signature& signature = *specification.signature;
  Coverage coverage(specification);
  Rewriter rewriter(specification, {.steps = 20'000});
  CheckAnswer answer{Verdict::Yes, "", {}};
  std::size_t operations = 0;
  for (const Op op : signature.operations()) {
    if (signature[op].role == Role::Constructor) continue;
    ++operations;
    std::vector<Row> rows;
    for (const Rule& rule : specification.rules) {
      if (rule.op == op && is_plain(terms, rule)) rows.push_back(terms[rule.left].arguments);
    }
    const auto missing = coverage.uncovered(rows, signature[op].arguments);
    if (!missing) continue;
    const Term pattern = terms.apply(op, *missing);
    for (const Substitution& instance : small_instances(specification, variables_of(terms, pattern), 200)) {
      const Term term = substitute(terms, pattern, instance);
      const Reduction reduction = rewriter.normalize(term);
      if (reduction.end == Reduction::End::Normal && reduction.result == term)
        return {Verdict::No, fmt::format("no axiom reduces {}", to_text(terms, term)), {}};
    }
    answer.verdict = Verdict::Open;
    answer.because = fmt::format("it is not decided whether every instance of {} is reduced", to_text(terms, pattern));
  }
  if (answer.verdict == Verdict::Yes)
    answer.because = fmt::format("the axioms of all {} transformers and observers cover all values", operations);
  return answer;
}

}  // namespace forall::spec

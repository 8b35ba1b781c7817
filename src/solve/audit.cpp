// A second opinion on everything that a verdict rests on. Models are evaluated in any case (`checked`); without an
// audit, unsatisfiability and simplifications are taken on trust.
//
//   unsat            the whole query in its original form, so that the decorators are audited with the back end,
//                    decided again by the back end that did not decide it, within what is left of the query's time
//   simplifications  evaluated (expr/audit.h), also under the last model that was found
//
// Queries that the other back end cannot decide in its time are counted and listed; that is not an error.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/files.h"
#include "expr/audit.h"
#include "expr/print.h"
#include "solve/backends.h"
#include "solve/decorators.h"

namespace forall::solve {
namespace {

using expr::Expr;
using expr::Op;

constexpr double kMostSeconds = 2;      // for one query, so that there is time for the exploration
constexpr std::size_t kMostText = 200;  // of a query in a list

class Audit final : public Solver {
 public:
  Audit(expr::Pool& pool, std::unique_ptr<Solver> next, std::filesystem::path folder)
      : pool_(pool), next_(std::move(next)), folder_(std::move(folder)), simplifications_(pool) {
    for (const Backend which : {Backend::Cadical, Backend::Z3}) {
      auditors_.push_back(make_checked(pool, make_refine(pool, make_race(pool, which, false))));
    }
  }

  Answer check(const Query& query, const Effort& effort) override {
    const base::Deadline deadline = deadline_of(effort);
    Answer answer = next_->check(query, effort);
    if (const auto* sat = std::get_if<Sat>(&answer)) last_model_ = sat->model;
    check_simplifications();
    if (const auto* unsat = std::get_if<Unsat>(&answer)) {
      const double left = deadline.seconds_left();
      decide_again(query, *unsat,
                   {.seconds = left == 0 ? kMostSeconds : std::min(left, kMostSeconds), .interrupt = effort.interrupt});
    }
    return answer;
  }

  void add_statistics(Statistics& s) const override {
    s.audited += audited_;
    s.simplifications += simplifications_.checked();
    s.unaudited.insert(s.unaudited.end(), unaudited_.begin(), unaudited_.end());
    next_->add_statistics(s);
  }

 private:
  void check_simplifications();
  void decide_again(const Query& query, const Unsat& unsat, const Effort& effort);
  // Returns the path of the file.
  std::string write(const char* name, const Query& query);
  std::string text_of(const Query& query) const;
  std::set<std::uint32_t> variables_of(const Query& query);

  expr::Pool& pool_;
  std::unique_ptr<Solver> next_;
  const std::filesystem::path folder_;
  expr::SimplificationAudit simplifications_;
  std::vector<std::unique_ptr<Solver>> auditors_;  // by Backend
  expr::Assignment last_model_;
  std::uint64_t audited_ = 0;
  std::vector<std::string> unaudited_;
};

void Audit::check_simplifications() {
  const auto found = simplifications_.check(last_model_);
  if (!found) return;
  const Expr asked = pool_.intern(found->wrong.asked), made = found->wrong.made;
  const Expr equal = pool_.intern({Op::Eq, 1, 0, asked, made, {}, {}});
  const Expr differ[] = {pool_.intern({Op::Not, 1, 0, equal, {}, {}, {}})};
  throw base::SoundnessError("audit: " + expr::print(pool_, asked) + " was simplified to " + expr::print(pool_, made) +
                             ", which has another value; that they differ is " + write("differ", {differ}));
}

void Audit::decide_again(const Query& query, const Unsat& unsat, const Effort& effort) {
  const Backend other = unsat.by == Backend::Z3 ? Backend::Cadical : Backend::Z3;
  const Answer again = auditors_[static_cast<std::size_t>(other)]->check(query, effort);
  if (std::holds_alternative<Unsat>(again)) {
    ++audited_;
  } else if (const auto* unknown = std::get_if<Unknown>(&again)) {
    unaudited_.push_back(text_of(query) + " (" + unknown->reason + ")");
  } else {
    std::string text = "audit: a query was found to be unsatisfiable, and another back end has a model of it: ";
    text += write("asked", query);
    const char* first = !unsat.by ? "no back end" : *unsat.by == Backend::Z3 ? "Z3" : "CaDiCaL";
    text += fmt::format(" (unsatisfiable by {}; the model is", first);
    for (const std::uint32_t v : variables_of(query)) {
      const expr::Variable& variable = pool_.variables()[v];
      text += fmt::format(" {} = {}", variable.name,
                          expr::print_value(variable.kind, variable.width, std::get<Sat>(again).model.get(v)));
    }
    text += ")";
    if (!unsat.core.empty()) text += "; the part that was blamed is " + write("blamed", {unsat.core});
    throw base::SoundnessError(text);
  }
}

std::set<std::uint32_t> Audit::variables_of(const Query& query) {
  std::set<std::uint32_t> variables;
  for (const Expr c : query.constraints) {
    for (const std::uint32_t v : pool_.support(c)) variables.insert(v);
  }
  return variables;
}

std::string Audit::write(const char* name, const Query& query) {
  const std::filesystem::path file = folder_ / (std::string("audit-") + name + ".smt2");
  base::system_files().create_directories(folder_);
  base::system_files().write(file, to_smt_lib(pool_, query));
  return file.string();
}

std::string Audit::text_of(const Query& query) const {
  std::string text;
  for (const Expr c : query.constraints) {
    if (!text.empty()) text += " && ";
    text += expr::print(pool_, c);
    if (text.size() <= kMostText) continue;
    text.resize(kMostText);
    return text + " ...";
  }
  return text;
}

}  // namespace

std::unique_ptr<Solver> make_audit(expr::Pool& pool, std::unique_ptr<Solver> next, std::filesystem::path folder) {
  return std::make_unique<Audit>(pool, std::move(next), std::move(folder));
}

}  // namespace forall::solve

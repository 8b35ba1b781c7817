// Z3's engine Spacer finds the relations; they are put into the clauses, which another solver of Z3's then checks.
#include <z3++.h>

#include <optional>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "solve/child.h"
#include "solve/horn.h"
#include "solve/z3_terms.h"

namespace forall::solve {
namespace {

constexpr const char* kSolved = "solved";

// Each clause, with the relations of the model, has no counterexample.
bool is_solution(z3::context& context, const z3::expr_vector& clauses, const z3::model& found) {
  z3::solver check(context, z3::solver::simple());
  for (const z3::expr& clause : clauses) {
    check.push();
    check.add(!found.eval(clause, true));
    if (check.check() != z3::unsat) return false;
    check.pop();
  }
  return true;
}

std::string has_solution_text(const std::string& text) {
  limit_z3_memory();
  try {
    z3::context context;
    const z3::expr_vector clauses = context.parse_string(text.c_str());
    z3::solver spacer(context, "HORN");
    for (const z3::expr& clause : clauses) spacer.add(clause);
    if (spacer.check() != z3::sat) return "no";
    return is_solution(context, clauses, spacer.get_model()) ? kSolved : "no";
  } catch (const z3::exception&) {
    return "no";
  }
}

}  // namespace

bool has_solution(const std::string& clauses, double seconds) {
  Child child([&] { return has_solution_text(clauses); });
  child.wait(base::Deadline(seconds));
  return child.answer() == std::optional<std::string>(kSolved);
}

}  // namespace forall::solve

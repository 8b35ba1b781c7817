// Results for people (terminal) and programs (JSON).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "testcase/records.h"

namespace forall::report {

struct Style {
  bool color = false;
  unsigned columns = 100;
};

// What took how long, in seconds; work side by side counts once.
struct Times {
  double compile = 0;
  double explore = 0;
  double confirm = 0;
  double wall = 0;  // all of it
};

// The block printed for one PUT after its exploration, and the closing table of all.
std::string put_text(const testcase::Result& result, const Style& style);
std::string summary_text(const std::vector<testcase::Result>& results, const Style& style);
// For more PUTs than fit on a screen: one line where a block has two, and no table.
inline constexpr std::size_t kManyPuts = 8;
std::string line_text(const testcase::Result& result, const Style& style);
std::string totals_text(const std::vector<testcase::Result>& results);  // "7 proved, 4 refuted, 0 open"
// What keeps the PUT open: a line for each reason, with its first place and its remedy; then what most paths come from.
std::string open_text(const testcase::Result& result, const Style& style);
// Every line of the ledger and every undecided path.
std::string ledger_text(const testcase::Result& result, const Style& style);
// "compiled in 0.9 s, explored in 12 ms, confirmed natively in 0.3 s, 1.4 s in all"
std::string times_text(const Times& times);
// The basis of the verdict: axioms, those that were refused, those that are missing; and the notes. Nothing if there
// is none.
std::string axioms_text(const testcase::Result& result, const Style& style);
std::size_t assumed_axioms(const testcase::Result& result);  // how many: those that were not refused
// Its failures with their paths, and its ledger, as compilers write messages: "list.h:12:1: error: ...". Nothing of a proof.
std::string diagnostics_text(const testcase::Result& result);
// The execution tree of the stored paths, drawn with box characters; shared prefixes are drawn once.
std::string tree_text(const testcase::Result& result, const Style& style);
// The earlier cases that no longer follow their path, with the reasons; nothing if there is none.
std::string stale_text(const testcase::Result& result, const Style& style);
// With its PUT, the inputs of a case are put together to the values of the parameters.
std::string case_text(const testcase::Case& c, const Style& style, const testcase::Put* put = nullptr);

// One object: {"puts":[{"name","verdict","paths","cases","failed","discarded","infeasible","ledger":[...],
// "branches_covered","branches_total","seconds","solver_seconds","queries","axioms":[{"put","standing","why"}],
// "missing":[{"term","sketch"}],"notes":[{"kind","text"}], ...}]}, on one line.
// With a comparison, it has "against":{"new_failures":[{"put","text"}],"lost_proofs":[{"put","now"}], ...}.
struct Comparison;
std::string results_json(const std::vector<testcase::Result>& results, const Times& times,
                         const Comparison* against = nullptr);
std::string result_json(const testcase::Result& result);  // one of the puts
std::string case_json(const testcase::Case& c, const testcase::Put* put = nullptr);
std::string tree_json(const testcase::Result& result);
// {"axioms":[...],"missing":[...],"notes":[...]} as above
std::string axioms_json(const testcase::Result& result);

}  // namespace forall::report

// What the operations of a class do, path by path: the condition under which a call takes the path, what it leaves in
// the members, and which definitions and uses it makes, in their order. Found by exploration from any state.
#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "class_tests/source.h"
#include "explore/explore.h"
#include "expr/pool.h"
#include "target/target.h"

namespace forall::class_tests {

struct PathSummary {
  std::size_t operation = 0;                 // of the subject
  std::size_t number = 0;                    // of the path, in its operation
  std::vector<expr::Expr> condition;         // over the members before the call and the arguments
  std::map<std::uint32_t, expr::Expr> next;  // members after the call, by variable; those that it leaves are not here
  std::vector<std::size_t> events;           // nodes of the flow
  std::vector<std::uint32_t> arguments;      // variables
  expr::Expr result;                         // none: nothing that can be compared
  bool throws = false;
  std::set<std::pair<std::uint32_t, std::uint64_t>> branches = {};  // sites, and what was decided there
};

struct Summaries {
  std::vector<PathSummary> paths;
  std::vector<std::uint32_t> members;  // the variables of the state
  std::vector<std::string> gaps;       // why they may not be all: "vend: strings of more than 6 elements ..."
  double seconds = 0;                  // exploration
};

// Why summaries do not say all, whatever their exploration says: methods that are not called, or not with all arguments,
// and variables that outlive an object, of which an exploration only sees the first value.
std::vector<std::string> known_gaps(const Subject& subject);

// The nodes that the marks of a run stand for.
std::vector<std::size_t> nodes_of(const Subject& subject, const std::vector<std::size_t>& marks);

// The subject is flat, and the target was built from summary_source. Paths that crash are left out: no sequence goes on after them.
Summaries explore_summaries(const Subject& subject, target::Target& target, expr::Pool& pool,
                            const explore::Options& options, const std::atomic<bool>& stop);

// "addQtr() B: curQtrs + 1 <= 1 => curQtrs' = curQtrs + 1, def = {curQtrs}"
std::string path_name(const Subject& subject, const Summaries& summaries, const PathSummary& path);
std::string condition_text(const Subject& subject, const expr::Pool& pool, const std::vector<expr::Expr>& condition);
std::string effect_text(const Subject& subject, const expr::Pool& pool, const PathSummary& path);

}  // namespace forall::class_tests

// Sequences of calls that execute a def-use pair, deduced backwards from the use over the summaries of all paths.
//
// A node of the search is a condition on the state from which the calls after it execute the use. Before the definition
// is reached, only paths that do not define the variable may come before it, or paths whose last definition of it is that
// of the pair; below the definition any path may. A constructor path whose end state meets the condition ends the
// search. The condition before a path is the weakest precondition: its own condition, and the condition after it with the
// members replaced by what the path leaves in them.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "class_tests/pairs.h"
#include "class_tests/summary.h"
#include "solve/solver.h"

namespace forall::class_tests {

// A call with its arguments.
struct Call {
  std::size_t operation = 0;
  std::vector<std::string> arguments;  // C++
};

enum class Answer { Feasible, Infeasible, Open };
const char* to_string(Answer answer);

struct Deduction {
  Answer answer = Answer::Open;
  std::string how;          // "deduction", "invariant"; of an open one: why
  std::vector<Call> calls;  // a shortest sequence, the constructor first
};

// What a search is for. Numbers are those of the summaries' paths.
struct Goal {
  std::vector<std::size_t> last;      // its use comes before any definition of the variable
  std::vector<std::size_t> whole;     // has the definition, then the use
  std::vector<std::size_t> defining;  // its last definition of the variable is the pair's
  std::vector<std::size_t> neutral;   // does not define the variable
  // A search for a state instead: these paths of a question about it, with this answer.
  bool is_state = false;
  bool answer = true;
};
Goal goal_of(const Subject& subject, const Summaries& summaries, const Pair& pair);
// The path is taken by the last call.
Goal goal_of_path(std::size_t path);
// One path right after the other.
Goal goal_of_transition(std::size_t first, std::size_t second);
// A state in which the last operation, a question, has this answer.
Goal goal_of_question(const Summaries& summaries, std::size_t operation, bool answer);

struct SearchNode {
  std::size_t path = 0;    // of the summaries
  std::size_t parent = 0;  // the node after it in the sequence; a root is its own
  bool is_below = false;   // the definition, or at it
  std::size_t depth = 0;   // calls after it
  std::vector<expr::Expr> condition;
  std::string note;  // "pruned: implies 1"
};

struct SearchLimits {
  std::size_t nodes = 3000;
  std::size_t depth = 30;
  double seconds = 10;
};

class Deducer {
 public:
  Deducer(const Subject& subject, const Summaries& summaries, expr::Pool& pool, const SearchLimits& limits);
  ~Deducer();

  // Breadth first: the sequence has the fewest calls, and a search that ends without one is a proof. A node whose
  // condition implies that of an earlier one of its phase is left out: what leads to it leads to the other.
  Deduction shortest(const Goal& goal);
  // Depth first with the paper's heuristics: the definition, then a constructor, as soon as possible; what implies the
  // condition first; a node whose condition implies that of an ancestor in its phase is pruned. This is for people.
  std::vector<SearchNode> tree(const Goal& goal);
  // Conditions on the state that hold after every sequence of calls. None if the summaries have gaps.
  const std::vector<expr::Expr>& invariant();

 private:
  class Engine;
  std::unique_ptr<Engine> engine_;
};

}  // namespace forall::class_tests

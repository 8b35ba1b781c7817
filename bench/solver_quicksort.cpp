// The solver under the load of a depth-first exploration of quicksort, without a target.
//
// Quicksort (Lomuto) of n symbolic ints runs here directly on expressions: each comparison of two elements is a
// decision that the current model takes, and the sorted post-condition adds its own. After each run every decision not
// seen before is flipped and solved, the deepest first. All n! paths are found; the queries share long prefixes, as
// real ones do.
//
//   bench_solver_quicksort [elements [cadical|z3|chain|chain-z3]]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "solve/backends.h"
#include "solve/chain.h"

namespace {

using namespace forall;
using expr::Expr;
using expr::Op;

struct Element {
  Expr symbolic;
  std::int32_t concrete;
};

struct Decision {
  Expr taken, flipped;
};

// Runs quicksort once and records its decisions.
class Run {
 public:
  Run(expr::Pool& pool, std::vector<Element> elements) : pool_(pool), elements_(std::move(elements)) {}

  std::vector<Decision> decisions() && {
    if (!elements_.empty()) sort(0, elements_.size() - 1);
    for (std::size_t i = 1; i < elements_.size(); ++i) {
      if (!at_most(elements_[i - 1], elements_[i])) std::abort();
    }
    return std::move(decisions_);
  }

 private:
  bool at_most(const Element& x, const Element& y) {
    const Expr condition = pool_.binary(Op::Sle, x.symbolic, y.symbolic);
    const Expr negation = pool_.logical_not(condition);
    const bool holds = x.concrete <= y.concrete;
    if (!pool_.is_constant(condition)) {
      decisions_.push_back(holds ? Decision{condition, negation} : Decision{negation, condition});
    }
    return holds;
  }

  void sort(std::size_t low, std::size_t high) {
    if (low >= high) return;
    std::size_t boundary = low;
    for (std::size_t i = low; i < high; ++i) {
      if (at_most(elements_[i], elements_[high])) std::swap(elements_[i], elements_[boundary++]);
    }
    std::swap(elements_[boundary], elements_[high]);
    if (boundary > low) sort(low, boundary - 1);
    sort(boundary + 1, high);
  }

  expr::Pool& pool_;
  std::vector<Element> elements_;
  std::vector<Decision> decisions_;
};

struct Tally {
  std::uint64_t paths = 0, queries = 0, sat = 0, unsat = 0, unknown = 0, constraints = 0;
};

Tally explore(expr::Pool& pool, solve::Solver& solver, unsigned elements) {
  std::vector<Expr> inputs;
  for (unsigned i = 0; i < elements; ++i) {
    inputs.push_back(
        pool.variable({i + 1, std::string(1, static_cast<char>('a' + i)), "int", abi::ScalarKind::Int, 32}));
  }
  // A decision to flip: the constraints before it, then its negation. What comes before it is not flipped again.
  struct Pending {
    std::vector<Expr> constraints;
  };
  Tally tally;
  std::vector<Pending> pending{{}};
  while (!pending.empty()) {
    const Pending next = std::move(pending.back());
    pending.pop_back();
    expr::Assignment model;
    if (!next.constraints.empty()) {
      ++tally.queries;
      tally.constraints += next.constraints.size();
      const solve::Answer answer = solver.check({next.constraints}, {.conflicts = 200000, .seconds = 10});
      if (std::holds_alternative<solve::Unsat>(answer)) {
        ++tally.unsat;
        continue;
      }
      if (std::holds_alternative<solve::Unknown>(answer)) {
        ++tally.unknown;
        continue;
      }
      ++tally.sat;
      model = std::get<solve::Sat>(answer).model;
    }
    std::vector<Element> start;
    for (unsigned i = 0; i < elements; ++i) {
      start.push_back({inputs[i], static_cast<std::int32_t>(model.get(pool[inputs[i]].low).lo)});
    }
    const std::vector<Decision> path = Run(pool, start).decisions();
    ++tally.paths;
    std::vector<Expr> constraints = next.constraints;
    for (std::size_t i = next.constraints.size(); i < path.size(); ++i) {
      constraints.push_back(path[i].flipped);
      pending.push_back({constraints});
      constraints.back() = path[i].taken;
    }
  }
  return tally;
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned elements = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 7;
  const std::string which = argc > 2 ? argv[2] : "chain";
  expr::Pool pool;
  std::unique_ptr<solve::Solver> solver;
  if (which == "cadical") {
    solver = solve::make_cadical(pool);
  } else if (which == "z3") {
    solver = solve::make_z3(pool);
  } else if (which == "chain" || which == "chain-z3") {
    solver = solve::make_chain(
        pool, {.backend = which == "chain" ? solve::Backend::Cadical : solve::Backend::Z3, .fallback = false});
  } else {
    std::fprintf(stderr, "usage: bench_solver_quicksort [elements [cadical|z3|chain|chain-z3]]\n");
    return 2;
  }
  const auto start = std::chrono::steady_clock::now();
  const Tally tally = explore(pool, *solver, elements);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  solve::Statistics s;
  solver->add_statistics(s);
  const auto count = [](std::uint64_t n) { return static_cast<unsigned long long>(n); };
  std::printf(
      "{\"bench\":\"solver_quicksort\",\"elements\":%u,\"solver\":\"%s\",\"paths\":%llu,\"queries\":%llu,\"sat\":%llu,"
      "\"unsat\":%llu,\"unknown\":%llu,\"mean_constraints\":%.1f,\"solved\":%llu,\"reused\":%llu,\"rebuilds\":%llu,"
      "\"seconds\":%.3f,\"backend_seconds\":%.3f}\n",
      elements, which.c_str(), count(tally.paths), count(tally.queries), count(tally.sat), count(tally.unsat),
      count(tally.unknown),
      tally.queries == 0 ? 0.0 : static_cast<double>(tally.constraints) / static_cast<double>(tally.queries),
      count(s.solved), count(s.reused), count(s.rebuilds), seconds, s.seconds);
  return 0;
}

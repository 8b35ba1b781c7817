// The bit-blaster over CaDiCaL.
//
// One SAT solver lives over many queries. It holds only definitions of gates, which are satisfiable whatever the inputs
// are; the constraints of a query are assumptions, so nothing has to be retracted and everything learnt stays true.
//
// The gates of expressions that no query uses any more do not go away by themselves: CaDiCaL must assign each of
// them in each model, and on a long exploration they would soon cost more than the query. Rebuilding sheds them, but
// also all learnt clauses, which make most queries cheap: on quicksort a rebuild every few dozen queries
// is 50 times slower than none. So both sides are counted, in variables to be assigned, never in time, because answers
// must not depend on the machine's load. Every audit adds (dead variables) * (models made since) to the waste; when the
// waste exceeds the worth of the clauses learnt so far, blaster and solver start afresh and the next queries bring back
// what they need.
#include <cadical.hpp>

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <vector>

#include "solve/backends.h"
#include "solve/bit_blaster.h"

namespace forall::solve {
namespace {

using expr::Expr;
using Clock = std::chrono::steady_clock;

constexpr int kSatisfiable = 10;
constexpr int kUnsatisfiable = 20;

// CaDiCaL asks this now and then during its search.
class Terminator : public CaDiCaL::Terminator {
 public:
  explicit Terminator(const Effort& effort) : deadline_(deadline_of(effort)) {}
  bool passed() const { return passed_; }
  bool terminate() override {
    if (!passed_) passed_ = deadline_.passed();
    return passed_;
  }

 private:
  base::Deadline deadline_;
  bool passed_ = false;
};

// Counts learnt clauses; does not want to see them.
class LearntCounter : public CaDiCaL::Learner {
 public:
  bool learning(int) override {
    ++count;
    return false;
  }
  void learn(int) override {}
  std::uint64_t count = 0;
};

// Queries are many and small, so what pays off only in a long search is off; on hard arithmetic (factoring, hashing,
// overflow of products) this was measured to cost nothing.
std::unique_ptr<CaDiCaL::Solver> new_solver() {
  auto solver = std::make_unique<CaDiCaL::Solver>();
  solver->set("quiet", 1);
  solver->set("phase", 0);    // zeros first, and
  solver->set("reverse", 1);  // inputs before gates: small numbers make friendly examples
  solver->set("inprocessing", 0);
  solver->set("chrono", 0);
  solver->set("lucky", 0);
  solver->set("walk", 0);
  return solver;
}

// Making a gate again, against assigning it once.
constexpr std::uint64_t kGateWorth = 20;
// A solver of so few variables is not worth a look.
constexpr std::uint64_t kSmall = 2000;

class CadicalBackend final : public Solver {
 public:
  CadicalBackend(expr::Pool& pool, const CadicalOptions& options)
      : pool_(pool), options_(options), blaster_(std::make_unique<BitBlaster>(pool)) {
    start_solver();
  }

  Answer check(const Query& query, const Effort& effort) override {
    const Clock::time_point start = Clock::now();
    ++solved_;
    Terminator deadline(effort);
    Answer answer = decide(query, effort, deadline);
    seconds_ += std::chrono::duration<double>(Clock::now() - start).count();
    return answer;
  }

  void add_statistics(Statistics& s) const override {
    s.solved += solved_;
    s.rebuilds += rebuilds_;
    s.seconds += seconds_;
  }

 private:
  Answer decide(const Query& query, const Effort& effort, Terminator& deadline);
  bool add_circuits(const Query& query, const Effort& effort, Terminator& deadline, Unknown& why);
  bool hand_over(Terminator& deadline, Unknown& why);
  std::size_t gates_of(const Query& query, std::size_t few);
  std::int64_t affordable_conflicts(const Query& query, const Effort& effort);
  void start_solver();
  void shed_old_variables();
  void remember_roots(const Query& query);
  Sat model(const Query& query);
  Unsat core(const Query& query);

  expr::Pool& pool_;
  CadicalOptions options_;
  std::unique_ptr<BitBlaster> blaster_;
  std::unique_ptr<CaDiCaL::Solver> solver_;

  std::size_t handed_over_ = 0;  // literals of the new clauses that the solver has
  LearntCounter learnt_;         // since the last rebuild
  std::uint64_t waste_ = 0;
  std::uint64_t next_audit_ = kSmall;        // at this number of variables, if not earlier
  std::uint64_t models_ = 0;                 // since the last audit
  std::vector<Expr> recent_;                 // the constraints since the last audit
  std::vector<std::uint32_t> recent_stamp_;  // per expression: the audit it is in recent_ for
  std::uint32_t audit_ = 1;
  std::uint32_t since_audit_ = 0;
  std::vector<std::uint32_t> wanted_;  // per variable: the last query whose model got it
  std::uint32_t now_ = 0;

  std::uint64_t solved_ = 0, rebuilds_ = 0;
  double seconds_ = 0;
};

// False: the effort does not suffice. What was made stays good for the next query.
bool CadicalBackend::add_circuits(const Query& query, const Effort& effort, Terminator& deadline, Unknown& why) {
  const int before = blaster_->variables();
  const auto is_too_large = [&](std::size_t gates) { return effort.gates > 0 && gates > effort.gates; };
  const auto give_up = [&] {
    return deadline.terminate() || is_too_large(static_cast<std::size_t>(blaster_->variables() - before));
  };
  bool is_done = std::all_of(query.constraints.begin(), query.constraints.end(),
                             [&](Expr c) { return blaster_->blast(c, give_up); });
  is_done = is_done && (effort.gates == 0 || !is_too_large(gates_of(query, effort.gates)));
  if (!is_done) {
    why.reason = deadline.passed() ? "time limit reached while translating the query"
                                   : "limit of " + std::to_string(effort.gates) + " gates reached";
    return false;
  }
  remember_roots(query);
  return hand_over(deadline, why);
}

// The clauses of new gates. A clause must be whole, so the clock is checked between two of them.
bool CadicalBackend::hand_over(Terminator& deadline, Unknown& why) {
  constexpr std::size_t kBetweenLooks = 100'000;
  Gates& gates = blaster_->gates();
  const std::span<const Lit> clauses = gates.clauses();
  for (std::size_t next_look = handed_over_ + kBetweenLooks; handed_over_ < clauses.size();) {
    solver_->add(clauses[handed_over_++]);
    if (handed_over_ < next_look || clauses[handed_over_ - 1] != 0) continue;
    next_look = handed_over_ + kBetweenLooks;
    if (!deadline.terminate()) continue;
    why.reason = "time limit reached while the query was handed to the solver";
    return false;
  }
  gates.clear_clauses();
  handed_over_ = 0;
  return true;
}

Answer CadicalBackend::decide(const Query& query, const Effort& effort, Terminator& deadline) {
  shed_old_variables();
  Unknown why;
  if (!add_circuits(query, effort, deadline, why)) return why;

  for (const Expr c : query.constraints) {
    const Lit x = blaster_->bits(c)[0];
    if (x == kFalse) {
      solver_->reset_assumptions();
      return Unsat{{c}, Backend::Cadical};
    }
    if (x != kTrue) solver_->assume(x);
  }
  // Limits hold for one call of solve only.
  const std::int64_t conflicts = affordable_conflicts(query, effort);
  if (conflicts > 0) {
    const std::int64_t most = std::numeric_limits<int>::max();
    solver_->limit("conflicts", static_cast<int>(std::min(conflicts, most)));
  }
  solver_->connect_terminator(&deadline);
  const int status = solver_->solve();
  solver_->disconnect_terminator();

  if (status == kSatisfiable) return model(query);
  if (status == kUnsatisfiable) return core(query);
  if (deadline.passed()) return Unknown{"time limit reached"};
  return Unknown{"conflict limit of " + std::to_string(conflicts) + " reached"};
}

// The gates of the query, or of all queries if these are not more than `few`.
std::size_t CadicalBackend::gates_of(const Query& query, std::size_t few) {
  const auto all = static_cast<std::size_t>(blaster_->variables());
  return all <= few ? all : blaster_->variables_below(query.constraints);
}

// An effort that counts gates is one of work, and a conflict is as much work as there are gates.
std::int64_t CadicalBackend::affordable_conflicts(const Query& query, const Effort& effort) {
  constexpr std::int64_t kUsualGates = 5000, kLeast = 50;
  if (effort.gates == 0 || effort.conflicts == 0) return effort.conflicts;
  const auto gates = static_cast<std::int64_t>(gates_of(query, kUsualGates));
  if (gates <= kUsualGates) return effort.conflicts;
  return std::min(effort.conflicts, std::max(kLeast, effort.conflicts * kUsualGates / gates));
}

void CadicalBackend::remember_roots(const Query& query) {
  recent_stamp_.resize(pool_.size(), 0);
  for (const Expr c : query.constraints) {
    if (recent_stamp_[c.id] == audit_) continue;
    recent_stamp_[c.id] = audit_;
    recent_.push_back(c);
  }
}

void CadicalBackend::start_solver() {
  solver_ = new_solver();
  solver_->connect_learner(&learnt_);
  learnt_.count = 0;
  waste_ = 0;
  handed_over_ = 0;
}

void CadicalBackend::shed_old_variables() {
  const auto all = static_cast<std::uint64_t>(blaster_->variables());
  if (++since_audit_ < options_.audit_every && all < next_audit_) return;
  since_audit_ = 0;
  const std::uint64_t live = std::min<std::uint64_t>(all, blaster_->variables_below(recent_));
  waste_ += (all - live) * models_;
  const std::uint64_t worth = options_.clause_worth * learnt_.count * live / all;
  if (all > 2 * live && waste_ > kGateWorth * live + worth) {
    blaster_ = std::make_unique<BitBlaster>(pool_);
    start_solver();
    ++rebuilds_;
  }
  next_audit_ = 2 * static_cast<std::uint64_t>(blaster_->variables()) + kSmall;
  models_ = 0;
  recent_.clear();
  ++audit_;
}

Sat CadicalBackend::model(const Query& query) {
  Sat sat;
  ++models_;
  wanted_.resize(pool_.variables().size(), 0);
  ++now_;
  for (const Expr c : query.constraints) {
    for (const std::uint32_t v : pool_.support(c)) {
      if (wanted_[v] == now_) continue;
      wanted_[v] = now_;
      const Expr e = pool_.variable_expr(v);
      expr::U128 value = 0;
      if (blaster_->has(e)) {
        const std::span<const Lit> bits = blaster_->bits(e);
        for (std::size_t i = 0; i < bits.size(); ++i) {
          if (solver_->val(bits[i]) > 0) value |= expr::U128{1} << i;
        }
      }
      sat.model.set(v, expr::from_u128(value));
    }
  }
  return sat;
}

Unsat CadicalBackend::core(const Query& query) {
  Unsat unsat{{}, Backend::Cadical};
  for (const Expr c : query.constraints) {
    const Lit x = blaster_->bits(c)[0];
    if (x != kTrue && solver_->failed(x)) unsat.core.push_back(c);
  }
  return unsat;
}

}  // namespace

std::unique_ptr<Solver> make_cadical(expr::Pool& pool, const CadicalOptions& options) {
  return std::make_unique<CadicalBackend>(pool, options);
}

}  // namespace forall::solve

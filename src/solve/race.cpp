// Two back ends for one query. What is hard for one is often easy for the other: CaDiCaL is lost in orders of wide
// numbers that Z3's theory sees through, and Z3 in sums that CaDiCaL decides by search.
//
//   quick    the first back end alone, with an effort that is counted in work. It decides nearly all queries
//   race     Z3 in a child process, CaDiCaL here, where it keeps its circuits and what it has learnt for the next
//            query. The first definite answer counts, and ends the other
//
// Z3 runs in a process of its own because its preprocessing checks no clock: it can only be killed. A first Z3 is
// asked in this process only what is small.
#include <chrono>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "expr/floating.h"
#include "solve/answer_text.h"
#include "solve/backends.h"
#include "solve/child.h"
#include "solve/decorators.h"

namespace forall::solve {
namespace {

using expr::Expr;
using expr::Op;

bool is_definite(const Answer& answer) { return !std::holds_alternative<Unknown>(answer); }

Unknown both(const Answer& first, const Answer& second) {
  return Unknown{std::get<Unknown>(first).reason + "; " + std::get<Unknown>(second).reason};
}

// Z3 in a process of its own. The time is kept from here.
class Opponent {
 public:
  Opponent(expr::Pool& pool, const Query& query, const Effort& effort)
      : child_([&] { return to_text(make_z3(pool)->check(query, {.conflicts = effort.conflicts})); }) {}

  // Looks now and then: asking costs a call of the system.
  bool has_won() {
    const Clock::time_point now = Clock::now();
    if (!answer_ && now >= next_look_) {
      next_look_ = now + std::chrono::milliseconds(2);
      if (child_.is_done()) take();
    }
    return answer_ && is_definite(*answer_);
  }
  const Answer& wait(const base::Deadline& deadline) {
    if (!answer_) {
      child_.wait(deadline);
      take();
    }
    return *answer_;
  }

 private:
  using Clock = std::chrono::steady_clock;

  void take() {
    const bool is_done = child_.is_done();
    const std::optional<std::string> text = child_.answer();
    answer_ = text ? answer_from(*text) : Unknown{is_done ? "Z3: ended without an answer" : "Z3: time limit reached"};
    if (auto* unsat = std::get_if<Unsat>(&*answer_)) unsat->by = Backend::Z3;
  }

  Child child_;
  std::optional<Answer> answer_;
  Clock::time_point next_look_;
};

class Race final : public Solver {
 public:
  Race(expr::Pool& pool, Backend first, bool has_second)
      : pool_(pool), is_z3_first_(first == Backend::Z3), has_second_(has_second) {
    if (is_z3_first_) {
      const NoForks guard;
      z3_ = make_z3(pool);
    }
    if (!is_z3_first_ || has_second) cadical_ = make_cadical(pool);
  }

  ~Race() override {
    const NoForks guard;
    z3_.reset();
  }

  Answer check(const Query& query, const Effort& effort) override {
    const base::Deadline deadline = deadline_of(effort);
    if (!has_second_ && !is_z3_first_) return cadical_->check(query, effort);
    Answer answer = is_z3_first_ ? ask_z3_here(query, quick_part(effort)) : cadical_->check(query, quick_part(effort));
    if (is_definite(answer) || is_quick(effort) || deadline.passed()) return answer;
    if (has_second_) ++races_;
    return race(query, effort, deadline);
  }

  void add_statistics(Statistics& s) const override {
    s.fallbacks += races_;
    if (z3_) z3_->add_statistics(s);
    if (cadical_) cadical_->add_statistics(s);
  }

 private:
  Answer ask_z3_here(const Query& query, const Effort& effort);
  bool is_small(const Query& query, std::size_t most);
  Answer race(const Query& query, const Effort& effort, const base::Deadline& deadline);

  expr::Pool& pool_;
  bool is_z3_first_, has_second_;
  std::unique_ptr<Solver> z3_, cadical_;
  std::uint64_t races_ = 0;
};

Answer Race::ask_z3_here(const Query& query, const Effort& effort) {
  if (!is_small(query, effort.gates)) return Unknown{"limit of " + std::to_string(effort.gates) + " gates reached"};
  const NoForks guard;
  return z3_->check(query, effort);
}

// Gates, by estimate: some per bit, and for each bit as many again where operands are multiplied.
bool Race::is_small(const Query& query, std::size_t most) {
  std::unordered_set<std::uint32_t> seen;
  std::vector<Expr> stack(query.constraints.begin(), query.constraints.end());
  std::size_t gates = 0;
  while (!stack.empty() && gates <= most) {
    const Expr e = stack.back();
    stack.pop_back();
    if (!e || !seen.insert(e.id).second) continue;
    const expr::Node& node = pool_[e];
    const bool is_product = node.op >= Op::Mul && node.op <= Op::SRem;
    gates += std::size_t{node.width} * (is_product || expr::is_floating(node.op) ? 4 * node.width : 2);
    for (const Expr operand : {node.a, node.b, node.c}) stack.push_back(operand);
  }
  return gates <= most;
}

Answer Race::race(const Query& query, const Effort& effort, const base::Deadline& deadline) {
  Opponent opponent(pool_, query, effort);
  if (!cadical_) return opponent.wait(deadline);
  const base::Interrupt ends_here = [&] {
    return opponent.has_won() || (effort.interrupt != nullptr && (*effort.interrupt)());
  };
  Effort rest = rest_of(effort, deadline);
  rest.interrupt = &ends_here;
  Answer answer = cadical_->check(query, rest);
  if (is_definite(answer)) return answer;
  const Answer& other = opponent.wait(deadline);
  return is_definite(other) ? other : both(answer, other);
}

}  // namespace

std::unique_ptr<Solver> make_race(expr::Pool& pool, Backend first, bool has_second) {
  return std::make_unique<Race>(pool, first, has_second);
}

}  // namespace forall::solve

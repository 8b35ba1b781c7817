// Z3 as a back end.
//
// One solver::simple() lives over many queries, one scope per constraint: for a new query the scopes beyond the common
// prefix with the last one are popped. The session starts at the first query, because most chains never reach their
// second back end, and is thrown away after an exception, because its state is then unknown.
#include <z3++.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "solve/backends.h"
#include "solve/z3_terms.h"

namespace forall::solve {
namespace {

using expr::Expr;
using Clock = std::chrono::steady_clock;

// Z3's own unit of work. Conflicts alone do not bound it: preprocessing has none. A conflict of a bit-vector problem
// costs some thousand units, so that this limit is met only when conflicts are not where the time goes.
constexpr std::int64_t kResourcesPerConflict = 100000;

unsigned clamp(std::int64_t x) {
  return static_cast<unsigned>(std::clamp<std::int64_t>(x, 1, std::numeric_limits<unsigned>::max()));
}

// Ends the work of a context at a deadline, as soon as Z3 looks for it. Joined before the context is used again, so
// that it cannot end the next query.
class Watchdog {
 public:
  Watchdog(z3::context& context, const base::Deadline& deadline)
      : thread_([this, &context, &deadline] {
          std::unique_lock lock(mutex_);
          while (!over_.wait_for(lock, std::chrono::milliseconds(10), [&] { return is_over_; })) {
            if (deadline.passed()) context.interrupt();
          }
        }) {}
  ~Watchdog() {
    {
      const std::lock_guard lock(mutex_);
      is_over_ = true;
    }
    over_.notify_one();
    thread_.join();
  }

 private:
  std::mutex mutex_;
  std::condition_variable over_;
  bool is_over_ = false;
  std::thread thread_;  // last: it uses the others
};

// A Z3 context with everything made in it.
class Session {
 public:
  explicit Session(expr::Pool& pool)
      : pool_(pool),
        context_(without_auto_config(config_)),
        solver_(context_, z3::solver::simple()),
        translate_(pool, context_) {}

  Answer check(const Query& query, const Effort& effort) {
    const base::Deadline deadline = deadline_of(effort);
    std::optional<Watchdog> watch;
    if (effort.seconds > 0 || effort.interrupt != nullptr) watch.emplace(context_, deadline);
    if (!follow(query, deadline)) return Unknown{"Z3: time limit reached while translating the query"};
    z3::params limits(context_);
    limits.set("max_conflicts", effort.conflicts > 0 ? clamp(effort.conflicts) : kUnlimited);
    // 0 is Z3's word for no resource limit.
    const std::int64_t most = std::numeric_limits<unsigned>::max() / kResourcesPerConflict;
    const bool limited = effort.conflicts > 0 && effort.conflicts < most;
    limits.set("rlimit", limited ? clamp(effort.conflicts * kResourcesPerConflict) : 0u);
    limits.set("ctrl_c", false);  // an interrupt is the explorer's business
    solver_.set(limits);
    switch (solver_.check()) {
      case z3::sat: return model(query);
      case z3::unsat: return Unsat{{}, Backend::Z3};
      default: return Unknown{"Z3: " + solver_.reason_unknown()};
    }
  }

 private:
  static constexpr unsigned kUnlimited = std::numeric_limits<unsigned>::max();

  static z3::config& without_auto_config(z3::config& config) {
    config.set("auto_config", false);
    return config;
  }

  // False: the time was over before.
  bool follow(const Query& query, const base::Deadline& deadline) {
    const auto [old_end, new_end] =
        std::mismatch(scopes_.begin(), scopes_.end(), query.constraints.begin(), query.constraints.end());
    const auto common = static_cast<std::size_t>(old_end - scopes_.begin());
    if (scopes_.size() > common) {
      solver_.pop(static_cast<unsigned>(scopes_.size() - common));
      scopes_.resize(common);
    }
    for (std::size_t i = common; i < query.constraints.size(); ++i) {
      if (deadline.passed()) return false;
      const z3::expr term = translate_(query.constraints[i]);
      solver_.push();
      scopes_.push_back(query.constraints[i]);
      solver_.add(term);
    }
    return true;
  }

  Sat model(const Query& query) {
    Sat sat;
    const z3::model m = solver_.get_model();
    for (const Expr c : query.constraints) {
      for (const std::uint32_t v : pool_.support(c)) {
        if (!sat.model.has(v)) sat.model.set(v, value(m, pool_.variable_expr(v)));
      }
    }
    return sat;
  }

  expr::Bits value(const z3::model& m, Expr variable) {
    const unsigned width = pool_.width(variable);
    const z3::expr term = translate_(variable);
    const auto part = [&](unsigned high, unsigned low) {
      return m.eval(term.extract(high, low), true).get_numeral_uint64();
    };
    if (width == 1) return {m.eval(term, true).is_true() ? 1u : 0u, 0};
    if (width <= 64) return {m.eval(term, true).get_numeral_uint64(), 0};
    return {part(63, 0), part(width - 1, 64)};
  }

  expr::Pool& pool_;
  z3::config config_;
  z3::context context_;
  z3::solver solver_;
  Z3Terms translate_;
  std::vector<Expr> scopes_;
};

class Z3Backend final : public Solver {
 public:
  explicit Z3Backend(expr::Pool& pool) : pool_(pool) { limit_z3_memory(); }

  Answer check(const Query& query, const Effort& effort) override {
    const Clock::time_point start = Clock::now();
    ++solved_;
    const base::Deadline deadline = deadline_of(effort);
    Answer answer;
    try {
      if (!session_) session_ = std::make_unique<Session>(pool_);
      answer = session_->check(query, effort);
      if (deadline.passed()) session_.reset();  // it was ended in the middle
    } catch (const z3::exception& error) {
      session_.reset();
      answer = Unknown{std::string("Z3: ") + error.msg()};
    }
    seconds_ += std::chrono::duration<double>(Clock::now() - start).count();
    return answer;
  }

  void add_statistics(Statistics& s) const override {
    s.solved += solved_;
    s.seconds += seconds_;
  }

 private:
  expr::Pool& pool_;
  std::unique_ptr<Session> session_;
  std::uint64_t solved_ = 0;
  double seconds_ = 0;
};

}  // namespace

std::unique_ptr<Solver> make_z3(expr::Pool& pool) { return std::make_unique<Z3Backend>(pool); }

}  // namespace forall::solve

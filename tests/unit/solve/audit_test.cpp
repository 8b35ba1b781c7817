// The audit finds a solver that lies, and the simplifications that are wrong.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/error.h"
#include "base/files.h"
#include "solve/backends.h"
#include "solve/chain.h"
#include "solve/decorators.h"
#include "support.h"

namespace forall::solve {
namespace {

using testing::equals;
using testing::Expr;
using testing::Op;
using testing::raw;
using testing::variable;

// Says what it is told to say.
class Says final : public Solver {
 public:
  explicit Says(Answer answer) : answer_(std::move(answer)) {}
  Answer check(const Query&, const Effort&) override { return answer_; }

 private:
  Answer answer_;
};

class AuditTest : public ::testing::Test {
 protected:
  AuditTest() {
    folder_ = std::filesystem::temp_directory_path() / ("forall-audit-test-" + std::to_string(::getpid()));
    x_ = variable(pool_, "x", 32);
  }
  ~AuditTest() override { std::filesystem::remove_all(folder_); }

  std::unique_ptr<Solver> audit_of(Answer answer) {
    return make_audit(pool_, std::make_unique<Says>(std::move(answer)), folder_);
  }
  static Statistics statistics(const Solver& solver) {
    Statistics s;
    solver.add_statistics(s);
    return s;
  }

  expr::Pool pool_;
  std::filesystem::path folder_;
  Expr x_;
};

TEST_F(AuditTest, CountsWhatBothFindUnsatisfiable) {
  const std::vector<Expr> query = {equals(pool_, x_, 3), equals(pool_, x_, 4)};
  for (const auto by : {std::optional<Backend>(), std::optional(Backend::Cadical), std::optional(Backend::Z3)}) {
    const auto solver = audit_of(Unsat{{}, by});
    EXPECT_TRUE(std::holds_alternative<Unsat>(solver->check({query}, {})));
    EXPECT_EQ(statistics(*solver).audited, 1u);
    EXPECT_TRUE(statistics(*solver).unaudited.empty());
  }
}

TEST_F(AuditTest, AWrongUnsatIsOurBugAndBothQueriesAreWritten) {
  const std::vector<Expr> query = {equals(pool_, x_, 3), raw(pool_, Op::Ult, 1, x_, pool_.constant(9, 32))};
  for (const auto by : {Backend::Cadical, Backend::Z3}) {
    const auto solver = audit_of(Unsat{{query[0]}, by});
    EXPECT_THROW(solver->check({query}, {}), base::SoundnessError);
    const auto asked = base::system_files().read(folder_ / "audit-asked.smt2");
    const auto blamed = base::system_files().read(folder_ / "audit-blamed.smt2");
    ASSERT_TRUE(asked && blamed);
    EXPECT_NE(asked->find("bvule"), std::string::npos) << *asked;
    EXPECT_EQ(blamed->find("bvule"), std::string::npos) << *blamed;
    EXPECT_NE(blamed->find("(= x (_ bv3 32))"), std::string::npos) << *blamed;
  }
}

TEST_F(AuditTest, WhatTheOtherCannotDecideIsListedAndIsNoError) {
  // Distributivity, which is long for the bit-blaster.
  const Expr y = variable(pool_, "y", 32), z = variable(pool_, "z", 32);
  const Expr left = raw(pool_, Op::Mul, 32, x_, raw(pool_, Op::Add, 32, y, z));
  const Expr right = raw(pool_, Op::Add, 32, raw(pool_, Op::Mul, 32, x_, y), raw(pool_, Op::Mul, 32, x_, z));
  const std::vector<Expr> query = {raw(pool_, Op::Not, 1, raw(pool_, Op::Eq, 1, left, right))};
  const auto solver = audit_of(Unsat{{}, Backend::Z3});
  EXPECT_TRUE(std::holds_alternative<Unsat>(solver->check({query}, {.seconds = 0.05})));
  EXPECT_EQ(statistics(*solver).audited, 0u);
  ASSERT_EQ(statistics(*solver).unaudited.size(), 1u);
  EXPECT_NE(statistics(*solver).unaudited[0].find("time limit"), std::string::npos) << statistics(*solver).unaudited[0];
}

TEST_F(AuditTest, AWholeChainPasses) {
  pool_.keep_simplifications();
  const auto chain = make_chain(pool_, {.audit = true, .audit_folder = folder_});
  const Expr y = variable(pool_, "y", 32);
  const Expr sum = pool_.binary(Op::Add, pool_.binary(Op::Add, x_, pool_.constant(3, 32)), pool_.constant(4, 32));
  const std::vector<Expr> query = {pool_.binary(Op::Eq, x_, y), pool_.binary(Op::Ult, sum, y),
                                   pool_.binary(Op::Ult, x_, pool_.constant(100, 32))};
  EXPECT_TRUE(std::holds_alternative<Unsat>(chain->check({query}, {})));
  EXPECT_TRUE(std::holds_alternative<Unsat>(chain->check({query}, {})));
  EXPECT_EQ(statistics(*chain).audited, 2u);
  EXPECT_GT(statistics(*chain).simplifications, 0u);
}

}  // namespace
}  // namespace forall::solve

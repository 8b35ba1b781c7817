// The audit of the simplifier finds rules that are wrong, also where they are wrong for few values only.
#include "expr/audit.h"

#include <gtest/gtest.h>

#include "base/hash.h"

namespace forall::expr {
namespace {

class SimplificationAuditTest : public ::testing::Test {
 protected:
  Expr variable(const char* name, std::uint16_t width) {
    return pool_.variable({base::fnv1a(name), name, "unsigned", abi::ScalarKind::UInt, width});
  }
  Node asked(Op op, Expr a, Expr b) { return {op, static_cast<std::uint16_t>(pool_.width(a)), 0, a, b, {}, {}}; }

  Pool pool_;
  Expr x_ = variable("x", 32);
};

TEST_F(SimplificationAuditTest, AgreesWithWhatThePoolDoes) {
  pool_.keep_simplifications();
  SimplificationAudit audit(pool_);
  pool_.binary(Op::Add, pool_.binary(Op::Add, x_, pool_.constant(3, 32)), pool_.constant(4, 32));
  pool_.binary(Op::Xor, x_, x_);
  pool_.unary(Op::Not, pool_.unary(Op::Not, x_));
  EXPECT_FALSE(audit.check({}));
  EXPECT_GE(audit.checked(), 3u);
  EXPECT_TRUE(pool_.take_simplifications().empty());
}

TEST_F(SimplificationAuditTest, KeepsNothingUnlessAsked) {
  pool_.binary(Op::Xor, x_, x_);
  EXPECT_TRUE(pool_.take_simplifications().empty());
}

TEST_F(SimplificationAuditTest, FindsAWrongRule) {
  SimplificationAudit audit(pool_);
  const Simplification wrong{asked(Op::Add, x_, pool_.constant(1, 32)), x_};
  const auto found = audit.check({wrong}, {});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->wrong.made, x_);
}

TEST_F(SimplificationAuditTest, FindsARuleThatIsWrongForTheGivenValuesOnly) {
  SimplificationAudit audit(pool_);
  const Node equal{Op::Eq, 1, 0, x_, pool_.constant(123456789, 32), {}, {}};
  const Simplification wrong{equal, pool_.truth(false)};
  EXPECT_FALSE(audit.check({wrong}, {}));
  Assignment given;
  given.set(0, {123456789, 0});
  EXPECT_TRUE(audit.check({wrong}, given));
}

TEST_F(SimplificationAuditTest, FindsAnotherWidth) {
  SimplificationAudit audit(pool_);
  EXPECT_TRUE(audit.check({{asked(Op::And, x_, x_), pool_.constant(0, 8)}}, {}));
}

}  // namespace
}  // namespace forall::expr

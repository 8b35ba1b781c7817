#include "infer/state_laws.h"

#include <gtest/gtest.h>

#include <atomic>

#include "base/hash.h"
#include "infer/law_source.h"
#include "solve/chain.h"

namespace forall::infer {
namespace {

using expr::Expr;
using expr::Op;

// A list with count() and capacity(), and grow().
Subject growing_list() {
  Subject subject;
  subject.type = subject.name = "List";
  subject.object = "list";
  for (const char* name : {"count", "capacity"}) {
    Operation observer{Operation::Kind::Observer, name};
    observer.has_result = true;
    subject.observers.push_back(observer);
  }
  subject.modifiers = {{Operation::Kind::Modifier, "grow"}};
  return subject;
}

// 0 <= count <= capacity <= 3; grow() adds as much to the capacity as to the count.
Behaviour behaviour_of(const Subject& subject, Operation::Kind kind, std::uint64_t growth) {
  Behaviour behaviour;
  for (Probe& probe : make_probes(subject)) {
    if (probe.operation.kind == kind) behaviour.probe = probe;
  }
  expr::Pool& pool = *behaviour.pool;
  behaviour.solver = solve::make_chain(pool, {});
  const auto variable = [&](const std::string& name) {
    return pool.variable({base::fnv1a(name), name, "", abi::ScalarKind::Int, 32});
  };
  const auto number = [&](std::uint64_t value) { return pool.constant(value, 32); };
  const auto at_most = [&](Expr x, Expr y) { return pool.logical_not(pool.binary(Op::Slt, y, x)); };
  const Expr count = variable("count"), capacity = variable("capacity");
  BehaviourPath path;
  path.conditions = {at_most(number(0), count), at_most(count, capacity), at_most(capacity, number(3))};
  for (Term& term : behaviour.probe.terms) {
    term.width = 32;
    const bool is_count = term.call == "count()";
    const std::uint64_t more = term.is_before() ? 0 : growth;
    path.values.push_back(pool.binary(Op::Add, is_count ? count : capacity, number(more)));
    path.seen.emplace_back(more);
  }
  behaviour.paths = {path};
  return behaviour;
}

std::vector<std::string> state_laws(std::uint64_t growth) {
  const Subject subject = growing_list();
  std::vector<Behaviour> all;
  all.push_back(behaviour_of(subject, Operation::Kind::State, 0));
  all.push_back(behaviour_of(subject, Operation::Kind::Modifier, growth));
  const std::vector<Returns> returns(2, Returns{true, {}, {}});
  const std::atomic<bool> stop{false};
  LawWriter writer(subject, "ListLaws");
  std::vector<std::string> texts;
  for (const Law& law : find_state_laws(all[0], all, {}, {.subject = subject, .observers = returns, .stop = stop}))
    texts.push_back(writer.write(all[0].probe, law).text);
  return texts;
}

TEST(StateLaws, AreWhatOperationsKeep) {
  EXPECT_EQ(state_laws(0), (std::vector<std::string>{"count() >= 0", "capacity() <= 3", "count() <= capacity()"}));
}

// The description of objects keeps them small, but grow() does not.
TEST(StateLaws, AreNotBoundsOfTheDescription) {
  EXPECT_EQ(state_laws(1), (std::vector<std::string>{"count() >= 0", "count() <= capacity()"}));
}

}  // namespace
}  // namespace forall::infer

#include <gtest/gtest.h>

#include "infer/law_source.h"
#include "infer/relations.h"
#include "infer/search.h"

namespace forall::infer {
namespace {

// A list with count() and get(index), and add(value).
Subject list() {
  Subject subject;
  subject.type = subject.name = "List";
  subject.object = "list";
  Operation count{Operation::Kind::Observer, "count"};
  count.has_result = true;
  Operation get{Operation::Kind::Observer, "get", {{"index", "int", Sort::Number}}};
  get.has_result = true;
  subject.observers = {count, get};
  subject.modifiers = {{Operation::Kind::Modifier, "add", {{"value", "int", Sort::Number}}}};
  return subject;
}

Probe probe_of(const std::string& operation, bool has_focus) {
  for (Probe& probe : make_probes(list())) {
    if (probe.operation.name != operation || probe.focus.has_value() != has_focus) continue;
    for (Term& term : probe.terms) term.width = 32;
    return probe;
  }
  return {};
}

int index_of(const Probe& probe, const std::string& name) {
  for (std::size_t i = 0; i < probe.terms.size(); ++i) {
    if (probe.terms[i].name() == name) return static_cast<int>(i);
  }
  ADD_FAILURE() << "no term " << name;
  return Relation::kNone;
}

TEST(Probes, ObserveBeforeAndAfter) {
  const Probe probe = probe_of("add", true);
  std::vector<std::string> names;
  for (const Term& term : probe.terms) names.push_back(term.name());
  const std::vector<std::string> expected = {"value",
                                             "index",
                                             "old count()",
                                             "old get(value)",
                                             "old get(index)",
                                             "old get(index - 1)",
                                             "old get(index + 1)",
                                             "new get(index)"};
  EXPECT_EQ(names, expected);
}

TEST(Relations, CompareAsCppDoes) {
  Term number;
  number.width = 8;
  const std::vector<Term> terms = {number, number};
  const Values values = {0xffu, 1u};  // -1 and 1
  EXPECT_TRUE(holds(terms, Relation{.left = 0, .rel = Rel::Lt, .right = 1}, values));
  EXPECT_TRUE(holds(terms, Relation{.left = 0, .right = 1, .offset = -2}, values));
  EXPECT_FALSE(holds(terms, Relation{.left = 0, .right = 1}, {std::nullopt, 1u}));
  EXPECT_FALSE(holds(terms, Relation{.left = 0, .rel = Rel::Ne, .right = 1}, {std::nullopt, 1u}));
}

TEST(Returns, AreTranslatedToOtherArguments) {
  const Probe get = probe_of("get", false);
  Returns returns{true, get.terms, {}};
  returns.when = {{{.left = index_of(get, "index"), .rel = Rel::Ge}},
                  {{.left = index_of(get, "index"), .rel = Rel::Lt, .right = index_of(get, "old count()")}}};
  const Probe add = probe_of("add", true);
  const auto before = translated(returns, get.operation.arguments, {"index"}, -1, add.terms);
  ASSERT_TRUE(before.has_value());
  const Condition expected = {
      {{.left = index_of(add, "index"), .rel = Rel::Ge, .offset = 1}},
      {{.left = index_of(add, "index"), .rel = Rel::Lt, .right = index_of(add, "old count()"), .offset = 1}}};
  EXPECT_EQ(*before, expected);
  const auto first = translated(returns, get.operation.arguments, {"0"}, 0, add.terms);
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(*first, (Condition{{{.left = index_of(add, "old count()"), .rel = Rel::Gt}}}));
}

TEST(LawSource, IsWhatAPersonWouldWrite) {
  const Probe probe = probe_of("add", false);
  const int before = index_of(probe, "old count()"), after = index_of(probe, "new count()");
  Law law;
  law.guard = {{.left = before, .rel = Rel::Gt}};
  law.condition = {law.guard};
  law.effects = {{.left = after, .right = before, .offset = 1}};
  const Subject subject = list();
  LawWriter writer(subject, "ListLaws");
  const WrittenLaw written = writer.write(probe, law);
  EXPECT_EQ(written.source,
            "void AddWhenCountAbove0(List& list, int value) {\n"
            "  ASSUME(list.count() > 0);\n"
            "  const auto old_count = list.count();\n"
            "  list.add(value);\n"
            "  EXPECT_EQ(list.count(), old_count + 1);\n"
            "}\n"
            "FORALL(ListLaws, AddWhenCountAbove0);\n");
  EXPECT_EQ(written.text, "if count() > 0, add(value): count() == old count() + 1");
  EXPECT_EQ(writer.write(probe, law).name, "AddWhenCountAbove02");
}

TEST(LawSource, AnArgumentThatEqualsSomethingIsReplacedByIt) {
  const Probe probe = probe_of("add", true);
  Law law;
  law.guard = {{.left = index_of(probe, "index"), .right = index_of(probe, "old count()")}};
  law.condition = {law.guard};
  law.effects = {{.left = index_of(probe, "new get(index)"), .right = index_of(probe, "value")}};
  const Subject subject = list();
  EXPECT_EQ(LawWriter(subject, "ListLaws").write(probe, law).source,
            "void AddThenGetWhenIndexIsCount(List& list, int value) {\n"
            "  const auto old_count = list.count();\n"
            "  list.add(value);\n"
            "  EXPECT_EQ(list.get(old_count), value);\n"
            "}\n"
            "FORALL(ListLaws, AddThenGetWhenIndexIsCount);\n");
}

TEST(MergedLaws, SayWhatAlwaysHoldsInEveryCase) {
  Law always, full, room, throws;
  always.effects = {{.left = 1}};
  full.guard = {{.left = 2}};
  full.condition = {full.guard};
  full.effects = {{.left = 3}};
  room.guard = {{.left = 2, .rel = Rel::Ne}};
  room.condition = {room.guard};
  room.effects = {{.left = 4}};
  throws.throws = "std::out_of_range";
  const std::vector<Law> merged = merge_laws({throws, always, full, room});
  ASSERT_EQ(merged.size(), 3u);
  EXPECT_EQ(merged[1].effects, (std::vector<Relation>{{.left = 1}, {.left = 3}}));
  EXPECT_EQ(merged[2].effects, (std::vector<Relation>{{.left = 1}, {.left = 4}}));
  EXPECT_EQ(merge_laws({always}).size(), 1u);
}

}  // namespace
}  // namespace forall::infer

// Methods that axioms stand in for, called as their thunks call them.
#include <exception>

#include "stand_in_methods.h"

namespace forall::runtime_tests {
namespace {

using abi::Fault;
using abi::OutcomeKind;

Driver& driver() { return Driver::instance(); }

TEST_F(StandIns, TheCatalogSaysWhichSuiteDescribesWhichClass) {
  abi::Header& header = driver().header();
  const std::string catalog(records<char>(header, header.catalog), header.catalog.count);
  EXPECT_EQ(
      catalog,
      R"([{},{},{"axioms":[{"suite":"TableTests","class":"Table","index":0},)"
      R"({"suite":"OtherTests","class":"Table","index":0},{"suite":"ShapeTests","class":"ns::Shape<'\"'>","index":1}]}])");
}

TEST_F(StandIns, ClassesAreActiveInTheRunsThatAskForThem) {
  driver().run([] {
    EXPECT_EQ(table_class.is_active, 1u);
    EXPECT_EQ(shape_class.is_active, 0u);
    EXPECT_TRUE(__forall_stands_in());
  });
  EXPECT_EQ(table_class.is_active, 0u);
  driver().stand_ins = kShape;
  driver().run([] {
    EXPECT_EQ(table_class.is_active, 0u);
    EXPECT_EQ(shape_class.is_active, 1u);
    Table table;
    EXPECT_FALSE(__forall_stand_in_object(&table, sizeof table, "5Table", "t"));
  });
  driver().stand_ins = 0;
  driver().run([] { EXPECT_FALSE(__forall_stands_in()); });
}

TEST_F(StandIns, AnObjectOfTheInputsIsAState) {
  driver().run([] {
    Made h("h");
    EXPECT_NE(h.state(), 0u);
    Made k("k");
    EXPECT_NE(k.table.words[0], h.table.words[0]);
    const Made pointed_to("*p");
  });
  EXPECT_THAT(input_names(), ElementsAre("h.state", "k.state", "p->state"));
  EXPECT_EQ(driver().text(driver().inputs()[0].type), "state of Table");
  EXPECT_EQ(driver().inputs()[0].is_choice, 0);
  EXPECT_THAT(driver().ledger(), IsEmpty());
}

TEST_F(StandIns, AnObjectOfAnAbstractClassHasItsFunctions) {
  driver().stand_ins = kShape;
  driver().run([] {
    u64 words[2] = {7, 7};
    EXPECT_TRUE(__forall_stand_in_object(words, sizeof words, "5Shape", "s"));
    EXPECT_EQ(words[0], reinterpret_cast<u64>(shape_functions));
    EXPECT_EQ(load(words, 8), 0u);
    EXPECT_NE(load(words + 1, 4), 0u);
  });
  EXPECT_THAT(driver().ledger(), IsEmpty());
}

TEST_F(StandIns, MemoryOfAnObjectIsCopiedAndNotLookedAt) {
  struct Large {
    u64 words[3];
  };
  const auto look_at = [](const void* member) {
    const u32 id = load(member, 4);
    const u32 is_zero = __forall_binary(static_cast<u32>(abi::Op::Eq) | 32 << 8, id, 0, 0, 0, 0, 0);
    if (is_zero != 0) __forall_branch(is_zero, driver().node(is_zero).value.lo != 0, &branch_site);
  };
  for (const unsigned offset : {0u, 4u, 12u, 20u}) {
    driver().run([&] {
      Large object;
      EXPECT_TRUE(__forall_stand_in_object(&object, sizeof object, "5Table", "h"));
      for (u64* word : {&object.words[0], &object.words[1]}) load(word, 8);
      EXPECT_THAT(driver().ledger(), IsEmpty());
      look_at(reinterpret_cast<const char*>(&object) + offset);
    });
    ASSERT_EQ(driver().ledger().size(), 1u) << offset;
    EXPECT_EQ(driver().ledger()[0].kind, LedgerKind::UnsupportedCode);
  }
}

TEST_F(StandIns, AnArgumentThatWasReadFromAnObjectIsInTheLedger) {
  driver().run([] {
    Made h("h");
    int key = static_cast<int>(h.table.words[0]);
    store(&key, 4, h.state(), h.table.words[0]);
    u8 result = 0;
    contains(&result, h.slot(), &key);
  });
  EXPECT_EQ(driver().ledger().size(), 1u);
}

TEST_F(StandIns, ACallIsRecordedWithWhatItDependsOnAndWhatCameOut) {
  driver().run(
      [] {
        Made h("h");
        int key = 0;
        const u32 key_id = input(&key, 4, "key", 5);
        u8 result = 0;
        EXPECT_EQ(contains(&result, h.slot(), &key), nullptr);
        EXPECT_EQ(result, 1);
        EXPECT_EQ(operands(0)[0].node, 1u);
        EXPECT_EQ(operands(0)[1].node, key_id);
        EXPECT_EQ(operands(0)[2].node, h.state());
        EXPECT_NE(load(&result, 1), 0u);
      },
      {{"Table::contains", 1}});
  EXPECT_THAT(methods(), ElementsAre("Table::contains(int) const"));
  EXPECT_EQ(shape_of(0), "SANRX");
  EXPECT_THAT(input_names(), ElementsAre("h.state", "key", "Table::contains.state", "Table::contains"));
  EXPECT_EQ(driver().inputs()[3].is_choice, 1);
  EXPECT_EQ(driver().inputs()[3].width, 1);
  EXPECT_EQ(operands(0)[4].node, 0u);  // it throws nothing
  EXPECT_EQ(driver().text(operands(0)[1].name), "key");
  EXPECT_EQ(operands(0)[1].parameter, 1u);
  EXPECT_EQ(operands(0)[3].parameter, abi::kNoParameter);
  EXPECT_THAT(driver().decisions(), IsEmpty());
  EXPECT_THAT(driver().ledger(), IsEmpty());
}

TEST_F(StandIns, TheNextCallOfTheNameHasANumber) {
  driver().run([] {
    Made h("h");
    int key = 3;
    u8 result = 0;
    contains(&result, h.slot(), &key);
    contains(&result, h.slot(), &key);
  });
  EXPECT_THAT(input_names(), ElementsAre("h.state", "Table::contains.state", "Table::contains",
                                         "Table::contains#2.state", "Table::contains#2"));
  EXPECT_EQ(operands(1)[0].node, operands(0)[2].node);  // the state that the first call left
}

TEST_F(StandIns, ACallThrowsWhatAxiomsNameOrAnythingElse) {
  const void* thrower = nullptr;
  const auto body = [&] {
    Made h("h");
    int key = 3, result = 0;
    thrower = get(&result, h.slot(), &key);
  };
  driver().run(body);
  EXPECT_EQ(thrower, nullptr);
  const auto decisions = driver().decisions();
  ASSERT_EQ(decisions.size(), 2u);
  EXPECT_EQ(decisions[0].kind, DecisionKind::Assume);
  EXPECT_EQ(decisions[1].kind, DecisionKind::Value);
  const auto& sites = driver().header().sites;
  EXPECT_EQ(records<abi::SiteRecord>(driver().header(), sites)[decisions[1].site].line, 10u);  // where it is called
  EXPECT_EQ(driver().calls()[0].decisions, 1u);
  EXPECT_EQ(operands(0).back().role, OperandRole::Exception);
  EXPECT_EQ(operands(0).back().node, decisions[1].node);
  const auto allows = [&](u64 number) {
    return driver()
        .evaluate(decisions[0].node,
                  {{"h.state", 1}, {"Table::get.state", 1}, {"Table::get", 1}, {"Table::get.exception", number}})
        .lo;
  };
  EXPECT_EQ(allows(0), 1u);
  EXPECT_EQ(allows(2), 1u);
  EXPECT_EQ(allows(3), 0u);
  driver().run(body, {{"Table::get.exception", 1}});
  EXPECT_EQ(thrower, reinterpret_cast<const void*>(throw_range));
  driver().run(body, {{"Table::get.exception", 2}});
  ASSERT_NE(thrower, nullptr);
  try {
    reinterpret_cast<void (*)()>(const_cast<void*>(thrower))();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const std::exception& other) {
    __forall_state.argument_callee = (*reinterpret_cast<const void* const* const*>(&other))[2];
    EXPECT_STREQ(other.what(), "an exception that no axiom excludes");
    EXPECT_EQ(__forall_state.argument_callee, nullptr);  // it is no code that nobody sees
  }
  driver().run(body, {{"Table::get.exception", 3}});  // there is none
  EXPECT_EQ(thrower, nullptr);
}

TEST_F(StandIns, ConditionsOfACallAreAboutInputs) {
  driver().run([] {
    Made h("h");
    int key = 3;
    u8 result = 0;
    contains(&result, h.slot(), &key);
  });
  const auto site = records<abi::SiteRecord>(driver().header(), driver().header().sites)[driver().calls()[0].site];
  EXPECT_EQ(site.kind, abi::SiteKind::Other);
  EXPECT_EQ(driver().text(site.function), "Table::contains(int) const");
}

TEST_F(StandIns, AConstructorMakesAStateOfNothing) {
  driver().run([] {
    Table table = {{9, 9, 9, 9}};
    Table* pointer = &table;
    construct(nullptr, &pointer);
    EXPECT_NE(load(&table, 4), 0u);
    destroy(nullptr, &pointer);
  });
  EXPECT_EQ(shape_of(0), "NX");
  EXPECT_EQ(driver().calls().size(), 1u);  // the destructor does nothing
  EXPECT_THAT(driver().ledger(), IsEmpty());
}

TEST_F(StandIns, ACopyHasTheSameState) {
  driver().run([] {
    Made h("h");
    Table other;
    Table* pointer = &other;
    copy(nullptr, &pointer, h.slot());
    EXPECT_EQ(load(&other, 4), h.state());
  });
  EXPECT_THAT(driver().calls(), IsEmpty());
  EXPECT_THAT(driver().ledger(), IsEmpty());
}

TEST_F(StandIns, AnObjectThatCodeMadeIsInTheLedger) {
  driver().run([] {
    Table table = {};
    Table* pointer = &table;
    int key = 0;
    u8 result = 0;
    contains(&result, &pointer, &key);
  });
  ASSERT_EQ(driver().ledger().size(), 1u);
  EXPECT_THAT(driver().text(driver().ledger()[0].detail), HasSubstr("an object that no stand-in made"));
}

TEST_F(StandIns, AnObjectWithoutRoomForAStateIsLikeNoOther) {
  const StandInClass empty = {"5Empty", "Empty", 8, 0, 1, 0, nullptr};
  const Method method("Empty::size() const", "size", abi::kStandInConst | abi::kStandInNoThrow,
                      {object("", false, &empty)}, integer(""));
  driver().run([&] {
    u64 memory = 0;
    void* pointer = &memory;
    int result = 0;
    method(&result, &pointer);
  });
  EXPECT_EQ(shape_of(0), "URX");
}

TEST_F(StandIns, APureTestLeavesStatesAsTheyWere) {
  const auto body = [] {
    Made h("h");
    int key = 3;
    u8 result = 0;
    contains(&result, h.slot(), &key);
    __forall_expect_same_states("a.cpp", 12);
  };
  driver().run(body);
  EXPECT_EQ(driver().outcome().kind, OutcomeKind::Failed);
  EXPECT_EQ(driver().text(driver().outcome().message), "the state of h is not what it was");
  EXPECT_EQ(driver().outcome().line, 12u);
  ASSERT_EQ(driver().decisions().size(), 1u);
  EXPECT_EQ(driver().decisions()[0].kind, DecisionKind::Branch);
  driver().run(body, {{"h.state", 9}, {"Table::contains.state", 9}});
  EXPECT_EQ(driver().outcome().kind, OutcomeKind::Passed);
}

TEST_F(StandIns, APureTestSeesWritesThroughReferences) {
  driver().run([] {
    Made h("h");
    int key = 3;
    int* cell = nullptr;
    at(&cell, h.slot(), &key);
    store(cell, 4, 0, 77);
    __forall_expect_same_states("a.cpp", 12);
  });
  EXPECT_THAT(methods(), ElementsAre("Table::at(int)", "Table::at(int)="));
}

TEST_F(StandIns, AMethodWithoutDefinitionEndsTheRun) {
  driver().stand_ins = 0;
  driver().run([] { __forall_not_defined(&get.record); });
  EXPECT_EQ(driver().outcome().kind, OutcomeKind::Crashed);
  EXPECT_EQ(driver().outcome().fault, Fault::NotDefined);
  EXPECT_EQ(driver().text(driver().outcome().message), "Table::get(int) const is declared but never defined");
}

TEST_F(StandIns, WhereNothingIsDecidedACallHasNoEffect) {
  driver().run([] {
    Made h("h");
    const u32 before = h.state();
    int key = 3;
    u8 result = 1;
    ++__forall_state.suspended;
    contains(&result, h.slot(), &key);
    --__forall_state.suspended;
    EXPECT_EQ(h.state(), before);
    EXPECT_EQ(result, 0);
  });
  EXPECT_THAT(driver().calls(), IsEmpty());
}

}  // namespace
}  // namespace forall::runtime_tests

// Methods that axioms stand in for, called as their thunks call them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>

#include "abi/stand_ins.h"
#include "driver.h"
#include "runtime/heap.h"
#include "runtime/shadow.h"

namespace forall::runtime_tests {
namespace {

using abi::DecisionKind;
using abi::Fault;
using abi::LedgerKind;
using abi::OperandRecord;
using abi::OperandRole;
using abi::OutcomeKind;
using abi::ScalarKind;
using abi::StandInClass;
using abi::StandInLeaf;
using abi::StandInMethod;
using abi::StandInRole;
using abi::StandInValue;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Driver& driver() { return Driver::instance(); }

const void* const kFunctions[] = {nullptr};
[[gnu::section("forall_classes"), gnu::used]] StandInClass table_class = {"5Table", "Table", 0, 32, 0, 0, nullptr};
[[gnu::section("forall_classes"), gnu::used]] StandInClass shape_class = {"5Shape", "Shape", 8, 32, 0, 0, kFunctions};

void throw_range() { throw std::out_of_range("of a test"); }

ForallAxioms axioms[] = {{"TableTests", "5Table", "Table", nullptr},
                         {"OtherTests", "5Table", "Table", nullptr},
                         {"TableTests", "5Table", "Table", nullptr},
                         {"ShapeTests", "5Shape", "ns::Shape<'\"'>", nullptr}};
const char* describe(const ForallPut*) { return "{}"; }
ForallPut expecting = {"OtherTests", "Throws", "a.cpp", 1, nullptr, describe, nullptr, nullptr, nullptr};

const bool is_registered = [] {
  for (ForallAxioms& each : axioms) __forall_register_axioms(&each);
  expecting.expected_type = "St12out_of_range";
  expecting.throw_expected = throw_range;
  __forall_register(&expecting);
  return true;
}();
constexpr u64 kTable = 1, kShape = 2;  // bits

struct Table {
  u32 words[4];
};

// ---- Descriptions as the pass makes them

const StandInLeaf kInt[] = {{0, 32, ScalarKind::Int, 0}};
const StandInLeaf kBool[] = {{0, 1, ScalarKind::Bool, 0}};
const StandInLeaf kNumber[] = {{0, 64, ScalarKind::ULong, 0}};
const StandInLeaf kPair[] = {{0, 32, ScalarKind::Int, 0}, {8, 8, ScalarKind::Char, 0}};

StandInValue object(const char* name, bool is_output, const StandInClass* type = &table_class) {
  return {name, type->spelling, StandInRole::Object, 1, is_output, 0, sizeof(Table), 0, nullptr, type};
}
StandInValue value(const char* name, const char* type, const StandInLeaf* leaves, u32 size, u32 count = 1) {
  return {name, type, StandInRole::Value, 0, 0, 0, size, count, leaves, nullptr};
}
StandInValue integer(const char* name) { return value(name, "int", kInt, 4); }
StandInValue text(const char* name) {
  return {name, "std::string", StandInRole::Text, 1, 0, 0, sizeof(std::string), 0, nullptr, nullptr};
}
StandInValue reference(StandInValue result) {
  result.is_reference = 1;
  return result;
}
StandInValue by_reference(StandInValue parameter, bool is_output) {
  parameter.is_indirect = 1;
  parameter.is_output = is_output;
  return parameter;
}
const StandInValue kNothing = {"", "void", StandInRole::None, 0, 0, 0, 0, 0, nullptr, nullptr};

struct Method {
  Method(const char* name, const char* short_name, u32 flags, std::vector<StandInValue> of, StandInValue result)
      : parameters(std::move(of)),
        record{name,   short_name, &table_class, flags, static_cast<u32>(parameters.size()), parameters.data(),
               result, nullptr} {}
  Method(const Method&) = delete;

  // `slots` are the addresses of slots. Gives the function that throws, or null.
  template <typename... Slots>
  const void* operator()(void* result, Slots... slots) const {
    void* all[] = {slots..., nullptr};
    __forall_state.call_site = &branch_site;
    return __forall_stand_in(&record, all, result);
  }

  std::vector<StandInValue> parameters;
  StandInMethod record;
};

const Method construct("Table::Table()", "Table", abi::kStandInConstructor | abi::kStandInNoThrow, {object("", true)},
                       kNothing);
const Method copy("Table::Table(const Table&)", "Table", abi::kStandInConstructor | abi::kStandInCopies,
                  {object("", true), object("other", false)}, kNothing);
const Method destroy("Table::~Table()", "~Table", abi::kStandInDestructor, {object("", true)}, kNothing);
const Method contains("Table::contains(int) const", "contains", abi::kStandInConst | abi::kStandInNoThrow,
                      {object("", false), integer("key")}, value("", "bool", kBool, 1));
const Method get("Table::get(int) const", "get", abi::kStandInConst, {object("", false), integer("key")}, integer(""));
const Method at("Table::at(int)", "at", abi::kStandInNoThrow, {object("", true), integer("key")},
                reference(integer("")));
const Method look("Table::look(int) const", "look", abi::kStandInConst | abi::kStandInNoThrow,
                  {object("", false), integer("key")}, reference(value("", "const int", kInt, 4)));
const Method merge("Table::merge(Table&)", "merge", abi::kStandInNoThrow, {object("", true), object("other", true)},
                   kNothing);
const Method divide("Table::divide(int, int&) const", "divide", abi::kStandInConst | abi::kStandInNoThrow,
                    {object("", false), integer("by"), by_reference(integer("rest"), true)},
                    value("", "Pair", kPair, 16, 2));
const Method name("Table::name(const std::string&) const", "name", abi::kStandInConst | abi::kStandInNoThrow,
                  {object("", false), text("prefix")}, text(""));

// An object that is an input.
struct Made {
  explicit Made(const char* called) { EXPECT_TRUE(__forall_stand_in_object(&table, sizeof table, "5Table", called)); }
  void* slot() { return &pointer; }
  u32 state() { return load(&table, 4); }
  Table table;
  Table* pointer = &table;
};

// ---- What came of it

std::string role_letter(OperandRole role) { return std::string(1, "SAUNORX"[static_cast<int>(role)]); }
std::string shape_of(u32 call) {
  std::string shape;
  for (const OperandRecord& operand : driver().operands_of(driver().calls()[call])) shape += role_letter(operand.role);
  return shape;
}
std::vector<OperandRecord> operands(u32 call) { return driver().operands_of(driver().calls()[call]); }
std::vector<std::string> input_names() {
  std::vector<std::string> names;
  for (const abi::InputRecord& input : driver().inputs()) names.push_back(driver().text(input.name));
  return names;
}
std::vector<std::string> methods() {
  std::vector<std::string> names;
  for (const abi::CallRecord& call : driver().calls()) names.push_back(driver().text(call.method));
  return names;
}

class StandIns : public testing::Test {
 protected:
  void SetUp() override { driver().stand_ins = kTable; }
  void TearDown() override {
    driver().stand_ins = 0;
    driver().length = 6;
  }
};

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
    EXPECT_EQ(words[0], reinterpret_cast<u64>(kFunctions));
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
  EXPECT_EQ(decisions[1].site, 0u);  // where it is called
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

TEST_F(StandIns, ObjectsThatAreArgumentsHaveStatesToo) {
  driver().run([] {
    Made h("h"), k("k");
    merge(nullptr, h.slot(), k.slot());
    EXPECT_EQ(operands(0)[2].node, h.state());
    EXPECT_EQ(operands(0)[3].node, k.state());
    merge(nullptr, h.slot(), h.slot());
  });
  EXPECT_EQ(shape_of(0), "SSNNX");
  EXPECT_EQ(shape_of(1), "SSUUNNX");  // no other call says what comes of it
  EXPECT_EQ(input_names()[3], "Table::merge.other.state");
}

TEST_F(StandIns, WhatACallMayChangeIsAnOutput) {
  driver().run(
      [] {
        Made h("h");
        int by = 7, rest = 0;
        int* pointer = &rest;
        struct {
          int first;
          char padding[4];
          char second;
        } result = {1, "abc", 'z'};
        divide(&result, h.slot(), &by, &pointer);
        EXPECT_EQ(rest, 4);
        EXPECT_NE(load(&rest, 4), 0u);
        EXPECT_EQ(result.first, 0);
        EXPECT_EQ(result.second, 'x');
      },
      {{"Table::divide.rest", 4}, {"Table::divide.1", 'x'}});
  EXPECT_EQ(shape_of(0), "SAANORRX");
  EXPECT_THAT(input_names(), ElementsAre("h.state", "Table::divide.state", "Table::divide.rest", "Table::divide.0",
                                         "Table::divide.1"));
}

TEST_F(StandIns, ATextIsItsLengthAndItsCharacters) {
  driver().length = 4;
  driver().run(
      [] {
        Made h("h");
        std::string prefix = "ab";
        std::string* pointer = &prefix;
        alignas(std::string) unsigned char memory[sizeof(std::string)];
        name(memory, h.slot(), &pointer);
        const auto& result = *reinterpret_cast<std::string*>(memory);
        EXPECT_EQ(result, "xyz");
        EXPECT_EQ(result.capacity(), 15u);
        EXPECT_NE(load(memory + 8, 8), 0u);
        EXPECT_NE(load(result.data() + 2, 1), 0u);
      },
      {{"Table::name.size", 3},
       {"Table::name[0]", 'x'},
       {"Table::name[1]", 'y'},
       {"Table::name[2]", 'z'},
       {"Table::name[3]", 'q'}});
  EXPECT_EQ(shape_of(0), "SAAANRRRRRX");
  EXPECT_EQ(operands(0)[1].value.lo, 2u);
  EXPECT_EQ(operands(0)[3].value.lo, u64{'b'});
  const auto decisions = driver().decisions();
  ASSERT_EQ(decisions.size(), 2u);
  EXPECT_EQ(decisions[0].kind, DecisionKind::Bound);
  EXPECT_EQ(decisions[1].kind, DecisionKind::Assume);
  EXPECT_EQ(decisions[1].value, 1u);  // what is behind the end is zero, whatever was asked for
  EXPECT_THAT(driver().ledger(), IsEmpty());
}

TEST_F(StandIns, TheLengthOfATextThatIsAnArgumentIsDecided) {
  driver().run(
      [] {
        Made h("h");
        std::string prefix = "abc";
        std::string* pointer = &prefix;
        input(reinterpret_cast<char*>(&prefix) + 8, 8, "prefix.size");
        alignas(std::string) unsigned char memory[sizeof(std::string)];
        name(memory, h.slot(), &pointer);
        prefix.clear();
      },
      {{"prefix.size", 1}});
  EXPECT_EQ(driver().decisions()[0].kind, DecisionKind::Value);
  EXPECT_EQ(driver().decisions()[0].value, 1u);
  EXPECT_EQ(shape_of(0).substr(0, 4), "SAAN");
  EXPECT_NE(operands(0)[1].node, 0u);
}

TEST_F(StandIns, AReferenceIsACellOfItsOwn) {
  driver().run(
      [] {
        Made h("h");
        int key = 3;
        int* cell = nullptr;
        look(&cell, h.slot(), &key);
        ASSERT_NE(cell, nullptr);
        EXPECT_EQ(*cell, 8);
        EXPECT_NE(load(cell, 4), 0u);
        EXPECT_TRUE(runtime::heap_object(reinterpret_cast<u64>(cell)));
      },
      {{"Table::look", 8}});
  EXPECT_EQ(shape_of(0), "SANRX");
  EXPECT_THAT(driver().ledger(), IsEmpty());
}

TEST_F(StandIns, AWriteThroughAReferenceIsACall) {
  driver().run([] {
    Made h("h");
    int key = 0;
    const u32 key_id = input(&key, 4, "key", 5);
    int* cell = nullptr;
    at(&cell, h.slot(), &key);
    const u32 before = h.state();
    store(cell, 4, 0, 77);
    u8 result = 0;
    contains(&result, h.slot(), &key);
    ASSERT_EQ(driver().calls().size(), 3u);
    EXPECT_EQ(operands(1)[0].node, before);
    EXPECT_EQ(operands(1)[1].node, key_id);
    EXPECT_EQ(operands(1)[2].value.lo, 77u);
    EXPECT_EQ(operands(2)[0].node, operands(1)[3].node);
    contains(&result, h.slot(), &key);  // nothing was written since
  });
  EXPECT_THAT(methods(), ElementsAre("Table::at(int)", "Table::at(int)=", "Table::contains(int) const",
                                     "Table::contains(int) const"));
  EXPECT_EQ(shape_of(1), "SAAN");
  EXPECT_EQ(driver().text(driver().calls()[1].short_name), "at=");
  EXPECT_THAT(input_names(), testing::Contains("Table::at=.state"));
  EXPECT_THAT(driver().ledger(), IsEmpty());
}

TEST_F(StandIns, AReferenceIsNotReadAfterItsObjectMayHaveChanged) {
  driver().run([] {
    Made h("h"), k("k");
    int key = 3;
    int *first = nullptr, *other = nullptr, *second = nullptr;
    at(&first, h.slot(), &key);
    at(&other, k.slot(), &key);
    load(first, 4);
    at(&second, h.slot(), &key);
    load(other, 4);
    load(second, 4);
  });
  EXPECT_THAT(driver().ledger(), IsEmpty());
  driver().run([] {
    Made h("h");
    int key = 3;
    int *first = nullptr, *second = nullptr;
    at(&first, h.slot(), &key);
    at(&second, h.slot(), &key);
    load(first, 4);
  });
  EXPECT_EQ(driver().ledger().size(), 1u);
}

TEST_F(StandIns, AWriteThatAnotherReferenceMaySeeIsInTheLedger) {
  driver().run([] {
    Made h("h");
    int key = 3;
    int *first = nullptr, *second = nullptr;
    at(&first, h.slot(), &key);
    look(&second, h.slot(), &key);
    store(first, 4, 0, 77);
  });
  ASSERT_EQ(driver().ledger().size(), 1u);
  EXPECT_THAT(driver().text(driver().ledger()[0].detail), HasSubstr("other references"));
}

TEST_F(StandIns, APointerThatComesOutIsOneThatWasSeen) {
  const Method find("Table::find(Node*)", "find", abi::kStandInNoThrow,
                    {object("", true), value("node", "Node*", kNumber, 8)}, value("", "const Node*", kNumber, 8));
  u64 node = 0;
  void *asked = &node, *result = nullptr;
  const auto body = [&] {
    Made h("h");
    find(&result, h.slot(), &asked);
  };
  driver().run(body, {{"Table::find", reinterpret_cast<u64>(&node)}});
  EXPECT_EQ(result, &node);
  ASSERT_EQ(driver().decisions().size(), 1u);
  EXPECT_EQ(driver().decisions()[0].kind, DecisionKind::Bound);
  driver().run(body, {{"Table::find", 0x1234}});
  EXPECT_EQ(result, nullptr);
}

TEST_F(StandIns, WhatIsUnknownIsLikeNothingElse) {
  StandInValue unknown = {"callback", "std::function<void()>", StandInRole::Unknown, 1, 0, 0, 32, 0, nullptr, nullptr};
  const Method each("Table::each(std::function<void()>)", "each", abi::kStandInNoThrow,
                    {object("", true), unknown, integer("from")}, kNothing);
  driver().run([&] {
    Made h("h");
    char function[32] = {};
    void* pointer = function;
    int from = 1;
    each(nullptr, h.slot(), &pointer, &from);
  });
  EXPECT_EQ(shape_of(0), "SAUNX");
  EXPECT_THAT(driver().ledger(), IsEmpty());
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
  EXPECT_EQ(driver().text(driver().outcome().message), "Table::get(int) const is declared and never defined");
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

// Arguments and results of methods that axioms stand in for.
#include <string>

#include "runtime/heap.h"
#include "stand_in_methods.h"

namespace forall::runtime_tests {
namespace {

Driver& driver() { return Driver::instance(); }

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
  EXPECT_EQ(driver().calls()[0].flags & abi::kStandInWrite, 0u);
  EXPECT_EQ(driver().calls()[1].flags & abi::kStandInWrite, abi::kStandInWrite);
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

}  // namespace
}  // namespace forall::runtime_tests

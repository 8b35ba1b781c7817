// Pointers that are inputs, driven by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "driver.h"
#include "runtime/heap.h"

extern "C" {
void* __forall_model_new(std::size_t size);
void __forall_model_delete(void* pointer);
}

namespace forall::runtime_tests {
namespace {

using abi::DecisionKind;
using abi::Fault;
using abi::OutcomeKind;

Driver& driver() { return Driver::instance(); }

struct Node {
  u64 value;
  void* next;
};

unsigned builds = 0;
void build_node(const ForallClass* type, void* object, const char* name);
const ForallClass kNode = {"Node", sizeof(Node), 8, build_node, nullptr, nullptr, 0};
constexpr unsigned kAny = FORALL_MAY_BE_NULL | FORALL_MAY_BE_FRESH | FORALL_MAY_ALIAS;

void build_node(const ForallClass* type, void* object, const char* name) {
  EXPECT_EQ(type, &kNode);
  ++builds;
  auto* node = static_cast<Node*>(object);
  const std::string base = name[0] == '*' ? std::string(name + 1) + "->" : std::string(name) + ".";
  input(&node->value, 8, (base + "value").c_str());
  __forall_pointer(&node->next, (base + "next").c_str(), &kNode, kAny);
}

struct Pointer {
  void* value;
  u32 id;
};
Pointer pointer(const char* name, unsigned flags = kAny, const ForallClass& type = kNode) {
  void* value = nullptr;
  __forall_pointer(&value, name, &type, flags);
  return {value, load(&value, 8)};
}
u32 read(Pointer p) { return __forall_load(p.value, p.id, 8, &branch_site, 0, 0); }

// The address that the object of this pointer has in every run.
u64 address_of(const char* object) {
  for (const abi::ObjectRecord& record : driver().objects()) {
    if (driver().text(record.name) == object) return record.address;
  }
  ADD_FAILURE() << "no object " << object;
  return 0;
}

class References : public ::testing::Test {
 protected:
  void SetUp() override {
    builds = 0;
    driver().object_bound = 0;
  }
};

TEST_F(References, APointerThatIsNotFollowedIsAssumedNotDecided) {
  driver().run([] { EXPECT_EQ(pointer("p").value, nullptr); });
  ASSERT_EQ(driver().decisions().size(), 1u);
  EXPECT_EQ(driver().decisions()[0].kind, DecisionKind::Assume);
  ASSERT_EQ(driver().inputs().size(), 1u);
  EXPECT_EQ(driver().inputs()[0].kind, abi::ScalarKind::Pointer);
  EXPECT_EQ(builds, 0u);
}

TEST_F(References, ThePossibleValuesAreNullTheOwnObjectAndObjectsThatExist) {
  driver().run([] {
    pointer("p");
    pointer("q");
  });
  const u64 p = address_of("*p"), q = address_of("*q");
  const u32 condition = driver().decisions()[1].node;
  EXPECT_EQ(driver().evaluate(condition, {{"p", 0}, {"q", 0}}).lo, 1u);
  EXPECT_EQ(driver().evaluate(condition, {{"p", 0}, {"q", q}}).lo, 1u);
  EXPECT_EQ(driver().evaluate(condition, {{"p", p}, {"q", p}}).lo, 1u);
  EXPECT_EQ(driver().evaluate(condition, {{"p", 0}, {"q", p}}).lo, 0u);  // it is p's own object, and p is null
  EXPECT_EQ(driver().evaluate(condition, {{"p", p}, {"q", p + 8}}).lo, 0u);
}

TEST_F(References, AnObjectIsBuiltAtTheFirstAccessAndOnlyThen) {
  const auto body = [] {
    const Pointer p = pointer("p");
    if (p.value == nullptr) return;
    EXPECT_EQ(builds, 0u);
    EXPECT_NE(read(p), 0u);
    EXPECT_NE(read(p), 0u);
  };
  driver().run(body);
  driver().run(body, {{"p", address_of("*p")}});
  EXPECT_EQ(builds, 1u);
  ASSERT_EQ(driver().inputs().size(), 3u);
  EXPECT_EQ(driver().text(driver().inputs()[1].name), "p->value");
  EXPECT_EQ(driver().text(driver().inputs()[2].name), "p->next");
  EXPECT_EQ(driver().decisions()[1].kind, DecisionKind::Address);
  EXPECT_EQ(driver().objects()[0].is_built, 1u);
  EXPECT_EQ(driver().objects()[1].is_built, 0u);
}

TEST_F(References, AConcretePointerToAReservedBlockBuildsItToo) {
  const auto body = [] {
    const Pointer p = pointer("p");
    if (p.value == nullptr) return;
    EXPECT_NE(load(p.value, 8), 0u);
  };
  driver().run(body);
  driver().run(body, {{"p", address_of("*p")}});
  EXPECT_EQ(builds, 1u);
}

TEST_F(References, WhatOnlyOneObjectIsPossibleForIsBuiltAtOnce) {
  driver().run([] {
    const Pointer x = pointer("&x", FORALL_MAY_BE_FRESH | FORALL_MAY_ALIAS);
    EXPECT_EQ(x.id, 0u);
    EXPECT_EQ(builds, 1u);
    EXPECT_NE(pointer("&y", FORALL_MAY_BE_FRESH | FORALL_MAY_ALIAS).id, 0u);  // may be x
  });
  EXPECT_EQ(driver().text(driver().objects()[0].name), "x");
  EXPECT_EQ(driver().text(driver().inputs()[0].name), "x.value");
}

TEST_F(References, AValueThatIsNotPossibleOnThisPathIsReplaced) {
  driver().run([] { EXPECT_EQ(pointer("p").value, nullptr); }, {{"p", 0x1234}});
  EXPECT_EQ(driver().outcome().kind, OutcomeKind::Passed);
  driver().run([] { EXPECT_NE(pointer("p", FORALL_MAY_BE_FRESH).value, nullptr); }, {{"p", 0x1234}});
}

TEST_F(References, CallsBackKeepTheArgumentsOfTheCallInWork) {
  const auto body = [] {
    const Pointer p = pointer("p");
    if (p.value == nullptr) return;
    __forall_state.arguments[3] = 77;
    __forall_state.argument_callee = &builds;
    __forall_state.result_callee = &kNode;
    read(p);
    EXPECT_EQ(__forall_state.arguments[3], 77u);
    EXPECT_EQ(__forall_state.argument_callee, &builds);
    EXPECT_EQ(__forall_state.result_callee, &kNode);
    __forall_state.arguments[3] = 0;
    __forall_state.argument_callee = __forall_state.result_callee = nullptr;
  };
  driver().run(body);
  driver().run(body, {{"p", address_of("*p")}});
  EXPECT_EQ(builds, 1u);
}

TEST_F(References, AnObjectMayBeDeletedBeforeItIsBuiltAndIsGoneForItsAliases) {
  const auto body = [] {
    const Pointer p = pointer("p"), q = pointer("q");
    if (p.value == nullptr) return;
    __forall_model_delete(p.value);
    read(q);
  };
  driver().run(body);
  const u64 p = address_of("*p");
  driver().run(body, {{"p", p}, {"q", p}});
  EXPECT_EQ(driver().outcome().kind, OutcomeKind::Crashed);
  EXPECT_EQ(driver().outcome().fault, Fault::UseAfterFree);
  EXPECT_EQ(builds, 0u);
}

TEST_F(References, NullIsAFaultOfItsOwn) {
  driver().run([] { read(pointer("p")); });
  EXPECT_EQ(driver().outcome().kind, OutcomeKind::Crashed);
  EXPECT_EQ(driver().outcome().fault, Fault::NullDereference);
}

TEST_F(References, WhenTheObjectsAreUsedUpOtherPointersAreHeldBack) {
  driver().object_bound = 1;
  const auto body = [] {
    const Pointer p = pointer("p");
    if (p.value != nullptr) read(p);
  };
  driver().run(body);
  driver().run(body, {{"p", address_of("*p")}});
  const auto decisions = driver().decisions();
  EXPECT_EQ(decisions.back().kind, DecisionKind::Bound);
  EXPECT_EQ(driver().evaluate(decisions.back().node, {{"p", 1}, {"p->value", 0}, {"p->next", 0}}).lo, 1u);
  const u64 next = address_of("*p->next");
  EXPECT_EQ(driver().evaluate(decisions.back().node, {{"p", 1}, {"p->value", 0}, {"p->next", next}}).lo, 0u);
}

void build_small(const ForallClass*, void* object, const char*) { std::memset(object, 0, 8); }
const ForallClass kSmall = {"Small", 8, 8, build_small, nullptr, nullptr, 0};
const ForallClass kLarge = {"Large", 32, 16, build_small, nullptr, nullptr, 0};
const ForallClass* const kKinds[] = {&kSmall, &kLarge};
const std::ptrdiff_t kOffsets[] = {0, 16};
const ForallClass kBase = {"Base", 8, 8, nullptr, kKinds, kOffsets, 2};

TEST_F(References, TheAddressOfABaseClassFollowsFromTheDynamicType) {
  const auto body = [] {
    const Pointer p = pointer("p", FORALL_MAY_BE_FRESH, kBase);
    __forall_load(p.value, p.id, 8, &branch_site, 0, 0);
  };
  driver().run(body, {{"p->dynamic_type", 1}});
  ASSERT_EQ(driver().inputs().size(), 2u);
  const abi::ObjectRecord object = driver().objects()[0];
  EXPECT_EQ(driver().inputs()[1].value.lo, object.address + 16);
  EXPECT_EQ(driver().text(object.type), "Large");
  EXPECT_EQ(object.size, 32u);
  EXPECT_EQ(driver().decisions().back().kind, DecisionKind::Value);  // the type, when the object is built
  driver().run(body, {{"p->dynamic_type", 7}});                      // no such type
  EXPECT_EQ(driver().text(driver().objects()[0].type), "Small");
}

TEST_F(References, AnObjectThatTurnsOutSmallEndsWhereItsClassEnds) {
  driver().run([] {
    const Pointer p = pointer("p", FORALL_MAY_BE_FRESH, kBase);
    __forall_load(p.value, p.id, 8, &branch_site, 0, 0);
    load(static_cast<char*>(p.value) + 8, 8);
  });
  EXPECT_EQ(driver().outcome().fault, Fault::OutOfBounds);
}

TEST_F(References, ABoundThatDoesNotHoldEndsTheRunWithoutAFault) {
  driver().run(
      [] {
        u64 n = 0;
        const u32 id = input(&n, 8, "n");
        __forall_state.arguments[0] = __forall_binary(static_cast<u32>(abi::Op::Ule) | 64 << 8, id, n, 0, 0, 6, 0);
        __forall_state.argument_callee = reinterpret_cast<const void*>(&__forall_bound);
        __forall_bound(n <= 6, "strings");
        FAIL() << "went on";
      },
      {{"n", 9}});
  EXPECT_EQ(driver().outcome().kind, OutcomeKind::Discarded);
  ASSERT_EQ(driver().decisions().size(), 1u);
  EXPECT_EQ(driver().decisions()[0].kind, DecisionKind::Bound);
  EXPECT_EQ(driver().decisions()[0].value, 0u);
}

TEST_F(References, ANameGivenTwiceNamesTwoObjects) {
  driver().run([] {
    pointer("p");
    pointer("p");
  });
  EXPECT_EQ(driver().text(driver().objects()[0].name), "*p");
  EXPECT_EQ(driver().text(driver().objects()[1].name), "*p#2");
}

}  // namespace
}  // namespace forall::runtime_tests

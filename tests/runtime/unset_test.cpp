#include "runtime/unset.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "abi/floating.h"
#include "abi/input_origin.h"
#include "driver.h"
#include "runtime/shadow.h"

extern "C" {
void* __forall_model_malloc(std::size_t size);
void* __forall_model_calloc(std::size_t count, std::size_t size);
void* __forall_model_realloc(void* pointer, std::size_t size);
void* __forall_model_memcpy(void* to, const void* from, std::size_t size);
}

namespace forall::runtime_tests {
namespace {

using abi::Fault;
using abi::Op;

constexpr u32 op(Op each, u32 width) { return static_cast<u32>(each) | width << 8; }

Driver& driver() { return Driver::instance(); }
char* block(std::size_t size) { return static_cast<char*>(__forall_model_malloc(size)); }

// A branch on u + 0 < most, for an unset u of 32 bits.
void branch_on_less(u32 id, u64 most) {
  const u32 condition = __forall_binary(op(Op::Ult, 32), id, 0, 0, 0, most, 0);
  __forall_branch(condition, 0 < most, &branch_site);
}

TEST(Unset, NewBlockHasNoValue) {
  driver().run([&] {
    char* p = block(8);
    EXPECT_EQ(load(p, 4), abi::kUnsetIds + 32);
    EXPECT_EQ(load(__forall_model_calloc(1, 8), 4), 0u);
  });
  EXPECT_EQ(driver().outcome().kind, abi::OutcomeKind::Passed);
  EXPECT_TRUE(driver().inputs().empty()) << "nothing has looked at it";
}

TEST(Unset, EachByteIsWrittenByItself) {
  driver().run([&] {
    char* p = block(8);
    store(p + 2, 1, 0, 'x');
    EXPECT_EQ(load(p + 2, 1), 0u);
    EXPECT_EQ(load(p + 1, 1), abi::kUnsetIds + 8);
    EXPECT_EQ(load(p + 4, 4), abi::kUnsetIds + 32);
    store(p, 8, 0, 7);
    EXPECT_EQ(*runtime::flag_of(reinterpret_cast<u64>(p)), 0) << "costs nothing from now on";
  });
}

TEST(Unset, PartOfAValueIsALeaf) {
  driver().run([&] {
    char* p = block(8);
    const u64 number = 5;
    std::memcpy(p, &number, 4);
    store(p, 4, 0, number);
    const u32 whole = load(p, 8);
    ASSERT_NE(whole, 0u);
    ASSERT_FALSE(abi::is_unset_id(whole));
    EXPECT_EQ(__forall_unary(op(Op::Extract, 32), whole, 0), 0u) << "what was written is concrete";
    EXPECT_NE(__forall_unary(op(Op::Extract, 32), whole, 32), 0u);
  });
}

TEST(Unset, CopiesMoveIt) {
  driver().run([&] {
    char* from = block(8);
    char* to = static_cast<char*>(__forall_model_calloc(1, 8));
    store(from, 4, 0, 7);
    __forall_model_memcpy(to, from, 8);
    EXPECT_EQ(load(to, 4), 0u);
    EXPECT_EQ(load(to + 4, 4), abi::kUnsetIds + 32);
    store(to, 4, load(from + 4, 4), 0);
    EXPECT_EQ(load(to, 4), abi::kUnsetIds + 32) << "a value moved by a load and a store";
    auto* larger = static_cast<char*>(__forall_model_realloc(from, 16));
    EXPECT_EQ(load(larger, 4), 0u);
    EXPECT_EQ(load(larger + 8, 8), abi::kUnsetIds + 64);
  });
  EXPECT_EQ(driver().outcome().kind, abi::OutcomeKind::Passed);
}

TEST(Unset, WhatDependsOnItEndsTheRun) {
  driver().run([&] {
    branch_on_less(load(block(4), 4), 3);
    ADD_FAILURE() << "the run went on";
  });
  EXPECT_EQ(driver().outcome().fault, Fault::Unset);
}

TEST(Unset, AnotherValueIsAnInputThatDiffers) {
  const auto body = [&] { branch_on_less(load(block(4), 4), 3); };
  driver().run(body, {{"(uninitialised)32", 2}});
  EXPECT_EQ(driver().outcome().kind, abi::OutcomeKind::Passed) << "2 would decide the same";
  const auto d = driver().decisions();
  ASSERT_GE(d.size(), 2u);
  EXPECT_EQ(d[0].kind, abi::DecisionKind::Assume) << "it is not the value that was there";
  EXPECT_EQ(d[1].kind, abi::DecisionKind::Check);
  EXPECT_EQ(driver().evaluate(d[1].node, {{"(uninitialised)32", 3}}).lo, 0u);
  ASSERT_EQ(driver().inputs().size(), 1u);
  EXPECT_EQ(driver().inputs()[0].is_choice, static_cast<std::uint8_t>(abi::InputOrigin::Unset));
}

TEST(Unset, WhatDoesNotDependOnItGoesOn) {
  driver().run([&] {
    const u32 id = load(block(4), 4);
    const u32 bit = __forall_binary(op(Op::And, 32), id, 0, 0, 0, 1, 0);
    const u32 none = __forall_binary(op(Op::LShr, 32), bit, 0, 0, 0, 1, 0);
    __forall_branch(__forall_binary(op(Op::Ult, 32), none, 0, 0, 0, 1, 0), true, &branch_site);
  });
  EXPECT_EQ(driver().outcome().kind, abi::OutcomeKind::Passed);
  EXPECT_TRUE(driver().ledger().empty());
}

// (u & mask) + 1.0 + 1.0 == 2.0: whether a sum is a NaN is not asked, as that would ask again whether it depends on u.
TEST(Unset, FloatingPointIsComparedWithoutDecisions) {
  const auto bits = [](double x) { return __builtin_bit_cast(u64, x); };
  static u64 mask;
  driver().run([&] {
    const u32 none = __forall_binary(op(Op::And, 64), load(block(8), 8), 0, 0, input(&mask, 8, "mask"), 0, 0);
    const u32 one = __forall_float2(op(Op::FAdd, 64), none, 0, 0, 0, bits(1), 0, bits(1), 0);
    const u32 two = __forall_float2(op(Op::FAdd, 64), one, 0, 0, 0, bits(1), 0, bits(2), 0);
    constexpr u32 kEqual = 1;
    const u32 compare = static_cast<u32>(abi::FloatFunction::Compare) | 64u << 8 | kEqual << 24;
    __forall_branch(__forall_float2(compare, two, 0, 0, 0, bits(2), 0, 1, 0), true, &branch_site);
  });
  EXPECT_EQ(driver().outcome().kind, abi::OutcomeKind::Passed);
  EXPECT_EQ(driver().decisions().size(), 3u) << "the other value differs, gives the same, and the branch";
  for (const auto& decision : driver().decisions()) EXPECT_NE(driver().node(decision.node).op, Op::FIsNan);
}

TEST(Unset, AddressMustBeSet) {
  driver().run([&] {
    char* p = block(8);
    const u32 offset = load(p, 8);
    const u64 base = reinterpret_cast<u64>(p);
    const u32 address = __forall_binary(op(Op::Add, 64), offset, 0, 0, 0, base, 0);
    __forall_load(p, address, 1, &check_site, 0, 0);
    ADD_FAILURE() << "the run went on";
  });
  EXPECT_EQ(driver().outcome().fault, Fault::Unset);
}

TEST(Unset, CopiesTakeTheBitsAlong) {
  driver().run([&] {
    constexpr u64 kSize = 40;
    const u64 p = reinterpret_cast<u64>(block(kSize));
    unsigned state = 1;
    const auto random = [&](u64 most) { return (state = state * 1103515245u + 12345u) / 65536u % most; };
    for (unsigned round = 0; round < 2000; ++round) {
      bool unset[kSize];
      for (u64 i = 0; i < kSize; ++i) {
        unset[i] = random(3) == 0;
        unset[i] ? runtime::unset_memory(p + i, 1) : runtime::set_memory(p + i, 1);
      }
      const u64 to = random(kSize), from = random(kSize), size = random(kSize - std::max(to, from)) + 1;
      std::memmove(unset + to, unset + from, size);
      runtime::copy_unset(p + to, p + from, size);
      for (u64 i = 0; i < kSize; ++i) {
        EXPECT_EQ(runtime::is_unset(p + i, 1), unset[i]) << i << " of " << size << " from " << from << " to " << to;
      }
    }
  });
}

// 16 bytes, of which 8 are set.
char* block_that_leads_to(char* inner) {
  char* outer = block(16);
  std::memcpy(outer, &inner, sizeof inner);
  store(outer, 8, 0, reinterpret_cast<u64>(inner));
  return outer;
}

TEST(Unset, OtherCodeThatIsShallowWritesItsObjectOnly) {
  driver().run([&] {
    char* inner = block(8);
    char* outer = block_that_leads_to(inner);
    __forall_given(outer, false);
    EXPECT_EQ(load(outer + 8, 8), 0u);
    EXPECT_EQ(load(inner, 8), abi::kUnsetIds + 64);
  });
}

TEST(Unset, VariableAfterItsScopeIsNamed) {
  driver().run([&] {
    branch_on_less(abi::kUnsetIds + abi::kUnsetWidths + 32, 10);
    ADD_FAILURE() << "the run went on";
  });
  EXPECT_EQ(driver().outcome().fault, Fault::UseAfterScope);
}

TEST(Unset, OtherCodeWritesWhatItCanReach) {
  driver().run([&] {
    char* inner = block(8);
    char* outer = block_that_leads_to(inner);
    __forall_given(outer, true);
    EXPECT_EQ(load(outer + 8, 8), 0u);
    EXPECT_EQ(load(inner, 8), 0u);
  });
}

}  // namespace
}  // namespace forall::runtime_tests

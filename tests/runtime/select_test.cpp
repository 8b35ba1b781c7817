// Reads and writes at symbolic offsets, compared with plain memory at every offset.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "driver.h"
#include "runtime/shadow.h"
#include "symbolic_address.h"

namespace forall::runtime_tests {
namespace {

using abi::DecisionKind;
using abi::Op;
using abi::OutcomeKind;

Driver& driver() { return Driver::instance(); }

struct Layout {
  u64 modulus, scale, add;
  u32 bytes;
};
// Elements; elements with a field; any byte; overlapping pairs; a scale that is no power of two; bytes.
constexpr Layout kLayouts[] = {{4, 4, 0, 4}, {4, 8, 4, 2},  {4, 1, 3, 4}, {4, 2, 1, 4},
                               {5, 6, 0, 2}, {2, 12, 4, 8}, {40, 1, 0, 1}};

TEST(SelectedRead, IsWhatMemoryHoldsAtEveryOffset) {
  for (const Layout& l : kLayouts) {
    std::array<u8, 40> memory{};
    for (u8 i = 0; i < memory.size(); ++i) memory[i] = static_cast<u8>(i * 37 + 5);
    u32 id = 0;
    driver().run([&] {
      input(&memory[6], 1, "s", memory[6]);
      const Address at = address_of(memory.data(), "i", 1, l.modulus, l.scale, l.add);
      id = read(at, l.bytes, memory.data(), memory.size());
    });
    EXPECT_TRUE(driver().decisions().empty());
    ASSERT_NE(id, 0u);
    for (u64 i = 0; i < l.modulus; ++i) {
      for (const u64 s : {0, 200}) {
        std::array<u8, 40> expected = memory;
        expected[6] = static_cast<u8>(s);
        EXPECT_EQ(driver().evaluate(id, {{"i", i}, {"s", s}}).lo, bytes_at(&expected[i * l.scale + l.add], l.bytes))
            << i << " * " << l.scale << " + " << l.add;
      }
    }
  }
}

TEST(SelectedWrite, ChangesWhatMemoryWouldAtEveryOffset) {
  for (const Layout& l : kLayouts) {
    std::array<u8, 40> before{}, memory{};
    for (u8 i = 0; i < before.size(); ++i) before[i] = static_cast<u8>(i * 11 + 3);
    memory = before;
    std::array<u32, 40> ids{};
    u32 looked_up = 0;
    driver().run([&] {
      u64 value = 0;
      const u32 x = input(&value, l.bytes, "x", 0x123456789abcdef0 & (~u64{0} >> (64 - 8 * l.bytes)));
      write(address_of(memory.data(), "i", 2, l.modulus, l.scale, l.add), l.bytes, x, value, memory.data(), 40);
      write(address_of(memory.data(), "j", 1, l.modulus, l.scale, l.add), l.bytes, 0, 7, memory.data(), 40);
      for (unsigned k = 0; k < 40; ++k) ids[k] = load(&memory[k], 1);
      looked_up = read(address_of(memory.data(), "k", 0, l.modulus, l.scale, l.add), l.bytes, memory.data(), 40);
    });
    EXPECT_TRUE(driver().decisions().empty());
    EXPECT_TRUE(driver().ledger().empty());
    for (u64 i = 0; i < l.modulus; ++i) {
      for (u64 j = 0; j < l.modulus; ++j) {
        const u64 x = 0xfedcba9876543210, seven = 7;
        std::array<u8, 40> expected = before;
        std::memcpy(&expected[i * l.scale + l.add], &x, l.bytes);
        std::memcpy(&expected[j * l.scale + l.add], &seven, l.bytes);
        for (u64 k = 0; k < l.modulus; ++k) {
          const std::map<std::string, u64> inputs = {
              {"i", i}, {"j", j}, {"k", k}, {"x", x & (~u64{0} >> (64 - 8 * l.bytes))}};
          ASSERT_EQ(driver().evaluate(looked_up, inputs).lo, bytes_at(&expected[k * l.scale + l.add], l.bytes));
          if (k > 0) continue;
          for (unsigned m = 0; m < 40; ++m) {
            const u64 found = ids[m] == 0 ? memory[m] : driver().evaluate(ids[m], inputs).lo;
            ASSERT_EQ(found, expected[m]) << "byte " << m << ", i " << i << ", j " << j;
          }
        }
      }
    }
  }
}

TEST(SelectedRead, EqualEntriesNeedNoExpression) {
  std::array<u8, 64> table{};
  u32 same = 1, two = 0;
  u32 nodes = 0;
  driver().run([&] {
    same = read(address_of(table.data(), "i", 3, 64, 1), 1, table.data(), 64);
    for (unsigned k = 32; k < 64; ++k) table[k] = 9;
    nodes = driver().header().nodes.count;
    two = read(address_of(table.data(), "j", 3, 64, 1), 1, table.data(), 64);
    nodes = driver().header().nodes.count - nodes;
  });
  EXPECT_EQ(same, 0u);
  EXPECT_LE(nodes, 16u) << "one bit of j decides";
  EXPECT_EQ(driver().evaluate(two, {{"i", 0}, {"j", 31}}).lo, 0u);
  EXPECT_EQ(driver().evaluate(two, {{"i", 0}, {"j", 32}}).lo, 9u);
}

TEST(SelectedRead, LargeObjectIsDecidedByOffset) {
  static std::array<u8, 8192> table{};
  for (std::size_t k = 0; k < table.size(); ++k) table[k] = static_cast<u8>(k * 7);
  driver().run([&] { read(address_of(table.data(), "i", 3000, 8192, 1), 1, table.data(), table.size()); });
  ASSERT_EQ(driver().decisions().size(), 1u);
  EXPECT_EQ(driver().decisions()[0].kind, DecisionKind::Address);
  EXPECT_EQ(driver().decisions()[0].value, 3000u);
}

TEST(SelectedRead, SignedIndexReachesBothSides) {
  std::array<u8, 16> memory{};
  for (u8 k = 0; k < 16; ++k) memory[k] = static_cast<u8>(100 + k);
  u32 id = 0;
  driver().run([&] {
    u8 cell = 0;
    const u32 narrow = input(&cell, 1, "i", 0xfe);
    const u32 wide = __forall_unary(static_cast<u32>(Op::SExt) | 64 << 8, narrow, 0);
    const u32 at = operate(Op::Add, wide, ~u64{1}, reinterpret_cast<u64>(&memory[8]));
    id = __forall_load(&memory[6], at, 1, &branch_site, reinterpret_cast<u64>(memory.data()), 16);
  });
  ASSERT_EQ(driver().decisions().size(), 1u);
  EXPECT_EQ(driver().decisions()[0].kind, DecisionKind::Check);
  for (int i = -8; i < 8; ++i) {
    EXPECT_EQ(driver().evaluate(id, {{"i", static_cast<u8>(i)}}).lo, memory[static_cast<unsigned>(8 + i)]);
  }
  EXPECT_EQ(driver().evaluate(driver().decisions()[0].node, {{"i", 8}}).lo, 0u);
  EXPECT_EQ(driver().evaluate(driver().decisions()[0].node, {{"i", 0xf7}}).lo, 0u);
}

TEST(SelectedRead, PoisonedMemoryIsDecidedInsteadOfRead) {
  std::array<u8, 8> memory{};
  driver().run([&] {
    runtime::shadow_poison(&memory[5], 1);
    read(address_of(memory.data(), "i", 2, 8, 1), 1, memory.data(), 8);
  });
  EXPECT_EQ(driver().decisions().size(), 1u);
  EXPECT_TRUE(driver().ledger().empty()) << "this run did not touch it";
}

TEST(SelectedRead, DecidedIndexIsAConstant) {
  std::array<u8, 8> memory{1, 2, 3, 4, 5, 6, 7, 8};
  u32 id = 1;
  driver().run([&] {
    const Address at = address_of(memory.data(), "i", 2, 8, 1);
    __forall_decide(at.id, reinterpret_cast<u64>(at.pointer), 0, static_cast<u32>(DecisionKind::Value), &branch_site);
    id = read(at, 1, memory.data(), 8);
  });
  EXPECT_EQ(id, 0u);
  EXPECT_EQ(driver().decisions().size(), 1u);
}

TEST(SelectedPointer, DereferencingItDecidesAmongThePointers) {
  static struct {
    std::array<u32, 4> first{1, 2, 3, 4};
    u64 gap = 0;  // an object's end that is another's start belongs to neither
    std::array<u32, 4> second{5, 6, 7, 8};
  } objects;
  auto& [first, gap, second] = objects;
  std::array<u32*, 4> table{first.data(), second.data(), first.data(), nullptr};
  u32 id = 0;
  const abi::FrameVariable variables[] = {{0, sizeof first, nullptr, nullptr, 0},
                                          {sizeof first + sizeof gap, sizeof second, nullptr, nullptr, 0}};
  const abi::FrameLayout layout = {sizeof objects, 2, variables};
  driver().run([&] {
    *__forall_state.stack_top++ = {reinterpret_cast<u64>(&objects), &layout, 0};
    const u32 chosen = read(address_of(table.data(), "i", 1, 4, 8), 8, table.data(), sizeof table);
    ASSERT_NE(chosen, 0u);
    u64 cell = 0;
    const u32 index = operate(Op::Mul, operate(Op::URem, input(&cell, 8, "k", 2), 2, 4), 2, 4);
    const u64 base = reinterpret_cast<u64>(second.data());
    const u32 at = __forall_binary(static_cast<u32>(Op::Add) | 64 << 8, chosen, base, 0, index, 8, 0);
    id = __forall_load(second.data() + 2, at, 4, &branch_site, 0, 0);
  });
  ASSERT_EQ(driver().decisions().size(), 1u);
  EXPECT_EQ(driver().decisions()[0].kind, DecisionKind::Address);
  EXPECT_EQ(driver().evaluate(driver().decisions()[0].node, {{"i", 3}, {"k", 0}}).lo, 0u);
  EXPECT_EQ(driver().evaluate(id, {{"i", 1}, {"k", 3}}).lo, 8u);
}

}  // namespace
}  // namespace forall::runtime_tests

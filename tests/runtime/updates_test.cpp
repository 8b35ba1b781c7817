// Tables that are written at symbolic offsets, compared with plain memory for all values of the inputs.
#include "runtime/updates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>
#include <vector>

#include "driver.h"
#include "runtime/shadow.h"
#include "symbolic_address.h"

namespace forall::runtime_tests {
namespace {

using abi::DecisionKind;
using abi::LedgerKind;

Driver& driver() { return Driver::instance(); }

using Table = std::array<std::uint32_t, 8>;
constexpr u64 kSize = sizeof(Table);

// An input, and its value in this run.
struct Index {
  u32 input;
  u64 i;
};
std::array<Index, 3> new_indices(const std::array<u64, 3>& values) {
  return {Index{new_index("i", values[0]), values[0]}, Index{new_index("j", values[1]), values[1]},
          Index{new_index("k", values[2]), values[2]}};
}

u32 read(Table& t, Index index, u64 modulus = 8, u64 first = 0) {
  return read(address_at(t.data(), index.input, index.i, modulus, 4, 4 * first), 4, t.data(), kSize);
}
void write(Table& t, Index index, u32 id, u64 value, u64 modulus = 8, u64 first = 0) {
  write(address_at(t.data(), index.input, index.i, modulus, 4, 4 * first), 4, id, value, t.data(), kSize);
}
void write_cell(Table& t, u64 cell, u32 id, u64 value) {
  store(&t[cell], 4, id, value);
  t[cell] = static_cast<std::uint32_t>(value);
}
u64 value_of(u32 id, const std::map<std::string, u64>& inputs, u64 otherwise) {
  return id == 0 ? otherwise : driver().evaluate(id, inputs).lo;
}

// One step of a program. Indices are inputs; the values written are constants, or what was read last plus one.
struct Step {
  enum Kind { Read, Write, ReadPart, WritePart, ReadCell, WriteCell, WriteByte, Copy, Bump, ReadHalf } kind;
  unsigned index;  // of an input
  unsigned cell;
  std::uint32_t value;
};
std::vector<Step> random_program(std::mt19937& random) {
  std::vector<Step> steps(4 + random() % 12);
  for (Step& s : steps) {
    s = {static_cast<Step::Kind>(random() % 10), static_cast<unsigned>(random() % 3),
         static_cast<unsigned>(random() % 8), static_cast<std::uint32_t>(random() % 1000)};
  }
  return steps;
}

// What the program reads, in its order, without the runtime.
std::vector<u64> expected(const std::vector<Step>& steps, Table t, const std::array<u64, 3>& inputs) {
  std::vector<u64> seen;
  for (const Step& s : steps) {
    const u64 i = inputs[s.index];
    switch (s.kind) {
      case Step::Read: seen.push_back(t[i]); break;
      case Step::Write: t[i] = s.value; break;
      case Step::ReadPart: seen.push_back(t[2 + i % 4]); break;
      case Step::WritePart: t[2 + i % 4] = s.value; break;
      case Step::ReadCell: seen.push_back(t[s.cell]); break;
      case Step::WriteCell: t[s.cell] = s.value; break;
      case Step::WriteByte: reinterpret_cast<u8*>(t.data())[4 * s.cell + 1] = static_cast<u8>(s.value); break;
      case Step::Copy: t[s.cell] = t[(s.cell + 3) % 8]; break;
      case Step::Bump: seen.push_back(++t[i]); break;
      case Step::ReadHalf: seen.push_back(bytes_at(reinterpret_cast<u8*>(t.data()) + 2 * i, 2)); break;
    }
  }
  return seen;
}

std::vector<u32> run_steps(const std::vector<Step>& steps, Table& t, const std::array<u64, 3>& inputs) {
  std::vector<u32> ids;
  const std::array<Index, 3> indices = new_indices(inputs);
  for (const Step& s : steps) {
    const Index index = indices[s.index];
    switch (s.kind) {
      case Step::Read: ids.push_back(read(t, index)); break;
      case Step::Write: write(t, index, 0, s.value); break;
      case Step::ReadPart: ids.push_back(read(t, index, 4, 2)); break;
      case Step::WritePart: write(t, index, 0, s.value, 4, 2); break;
      case Step::ReadCell: ids.push_back(load(&t[s.cell], 4)); break;
      case Step::WriteCell: write_cell(t, s.cell, 0, s.value); break;
      case Step::WriteByte: {
        u8* byte = reinterpret_cast<u8*>(t.data()) + 4 * s.cell + 1;
        store(byte, 1, 0, static_cast<u8>(s.value));
        *byte = static_cast<u8>(s.value);
        break;
      }
      case Step::Copy:
        runtime::shadow_copy(&t[s.cell], &t[(s.cell + 3) % 8], 4);
        t[s.cell] = t[(s.cell + 3) % 8];
        break;
      case Step::Bump: {
        const u32 old = read(t, index);
        const u32 id =
            old == 0 ? 0 : __forall_binary(static_cast<u32>(abi::Op::Add) | 32 << 8, old, t[index.i], 0, 0, 1, 0);
        write(t, index, id, t[index.i] + 1);
        ids.push_back(id);
        break;
      }
      case Step::ReadHalf:
        ids.push_back(read(address_at(t.data(), index.input, index.i, 8, 2), 2, t.data(), kSize));
        break;
    }
  }
  return ids;
}

TEST(Updates, AnySequenceIsWhatMemoryDoes) {
  std::mt19937 random(7);
  for (int program = 0; program < 400; ++program) {
    const std::vector<Step> steps = random_program(random);
    Table before;
    for (unsigned k = 0; k < 8; ++k) before[k] = 100 * k + 7;
    const std::array<u64, 3> here = {random() % 8, random() % 8, random() % 8};
    Table memory = before;
    std::vector<u32> ids;
    driver().run([&] { ids = run_steps(steps, memory, here); });
    ASSERT_TRUE(driver().ledger().empty()) << "program " << program;
    ASSERT_TRUE(driver().decisions().empty()) << "program " << program;
    const std::vector<u64> now = expected(steps, before, here);
    ASSERT_EQ(ids.size(), now.size());
    for (u64 all = 0; all < 512; all += 1 + random() % 5) {
      const std::array<u64, 3> other = {all % 8, all / 8 % 8, all / 64};
      const std::vector<u64> seen = expected(steps, before, other);
      const std::map<std::string, u64> inputs = {{"i", other[0]}, {"j", other[1]}, {"k", other[2]}};
      for (std::size_t r = 0; r < ids.size(); ++r) {
        ASSERT_EQ(value_of(ids[r], inputs, now[r]), seen[r]) << "program " << program << ", read " << r;
      }
    }
  }
}

TEST(Updates, ManyOfThemStartATableAnew) {
  Table t{};
  u32 id = 0;
  driver().run([&] {
    const std::array<Index, 3> indices = new_indices({3, 4, 3});
    for (unsigned n = 0; n < 3 * runtime::kMostUpdates; ++n) write(t, indices[n % 2], 0, n + 1);
    id = read(t, indices[2]);
  });
  EXPECT_TRUE(driver().decisions().empty());
  const u64 last = 3 * runtime::kMostUpdates;
  EXPECT_EQ(driver().evaluate(id, {{"i", 1}, {"j", 2}, {"k", 2}}).lo, last);
  EXPECT_EQ(driver().evaluate(id, {{"i", 1}, {"j", 2}, {"k", 1}}).lo, last - 1);
  EXPECT_EQ(driver().evaluate(id, {{"i", 1}, {"j", 2}, {"k", 3}}).lo, 0u);
}

TEST(Updates, ALargeTableIsNotReadCellByCell) {
  static std::array<std::uint32_t, 1000> t{};
  t.fill(5);
  u32 id = 0, nodes = 0;
  driver().run([&] {
    nodes = driver().header().nodes.count;
    write(address_of(t.data(), "i", 3, 1000, 4), 4, 0, 9, t.data(), sizeof t);
    id = read(address_of(t.data(), "j", 700, 1000, 4), 4, t.data(), sizeof t);
    nodes = driver().header().nodes.count - nodes;
  });
  EXPECT_TRUE(driver().decisions().empty());
  EXPECT_LE(nodes, 16u);
  EXPECT_EQ(driver().evaluate(id, {{"i", 999}, {"j", 999}}).lo, 9u);
  EXPECT_EQ(driver().evaluate(id, {{"i", 998}, {"j", 999}}).lo, 5u);
}

TEST(Updates, WhatOtherCodeOverwroteIsNotUsed) {
  Table t{};
  driver().run([&] {
    write(t, {new_index("i", 3), 3}, 0, 9);
    t[5] = 77;  // not by instrumented code
    read(t, {new_index("j", 2), 2});
  });
  ASSERT_EQ(driver().decisions().size(), 1u);
  EXPECT_EQ(driver().decisions()[0].kind, DecisionKind::Address);
  driver().run([&] {
    write(t, {new_index("i", 3), 3}, 0, 9);
    t[5] = 78;
    load(&t[5], 4);
  });
  ASSERT_EQ(driver().ledger().size(), 1u);
  EXPECT_EQ(driver().ledger()[0].kind, LedgerKind::StaleShadow);
}

TEST(Updates, AnIndexThatIsDecidedLaterIsAConstant) {
  Table t{1, 2, 3, 4, 5, 6, 7, 8};
  u32 id = 1;
  driver().run([&] {
    const Address at = address_of(t.data(), "i", 3, 8, 4);
    write(at, 4, 0, 9, t.data(), kSize);
    __forall_decide(at.id, reinterpret_cast<u64>(at.pointer), 0, static_cast<u32>(DecisionKind::Value), &branch_site);
    id = load(&t[3], 4);
  });
  EXPECT_EQ(value_of(id, {{"i", 3}}, t[3]), 9u);
}

}  // namespace
}  // namespace forall::runtime_tests

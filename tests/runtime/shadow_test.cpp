#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "driver.h"
#include "runtime/flags.h"
#include "runtime/shadow.h"

namespace forall::runtime_tests {
namespace {

using abi::LedgerKind;
using abi::Op;

Driver& driver() { return Driver::instance(); }

TEST(Shadow, LoadGivesTheStoredExpression) {
  u32 a = 0, first = 0, second = 0;
  driver().run([&] {
    first = input(&a, 4, "a", 7);
    second = load(&a, 4);
  });
  EXPECT_NE(first, 0u);
  EXPECT_EQ(first, second);
  EXPECT_EQ(driver().node(first).op, Op::Input);
  EXPECT_EQ(a, 7u);
}

// As instrumented code does it where a variable begins anew.
TEST(Shadow, ExpressionsOfAnEarlierVariableAreForgotten) {
  alignas(8) u8 bytes[16] = {};
  u8 n = 0;
  u32 id = 0, wide = 0;
  driver().run([&] {
    id = input(&n, 1, "n", 7);
    for (u8& byte : bytes) {
      byte = 7;
      store(&byte, 1, id, 7);
    }
    const u32 counted = __forall_state.symbolic_bytes;
    *runtime::flag_of(reinterpret_cast<u64>(bytes)) = 0;
    EXPECT_EQ(load(bytes + 1, 1), 0u);
    store(bytes, 1, id, 7);
    EXPECT_EQ(load(bytes, 1), id);
    EXPECT_EQ(load(bytes + 1, 1), 0u);
    EXPECT_EQ(__forall_state.symbolic_bytes, counted - 7);
    *runtime::flag_of(reinterpret_cast<u64>(bytes)) = 0;
    EXPECT_FALSE(runtime::is_symbolic(bytes, 8));
    EXPECT_TRUE(runtime::is_symbolic(bytes, 9));
    wide = load(bytes, 16);
  });
  ASSERT_NE(wide, 0u);
  EXPECT_EQ(driver().node(wide).op, Op::Concat);
  EXPECT_EQ(driver().node(driver().node(wide).b).op, Op::Const);
}

TEST(Shadow, PresetReplacesTheDefault) {
  u32 a = 0;
  driver().run([&] { input(&a, 4, "a", 7); }, {{"a", 9}});
  EXPECT_EQ(a, 9u);
}

TEST(Shadow, NameUsedTwiceGetsANumber) {
  u32 a = 0, b = 0;
  driver().run(
      [&] {
        input(&a, 4, "n", 1);
        input(&b, 4, "n", 1);
      },
      {{"n", 5}, {"n#2", 6}});
  EXPECT_EQ(a, 5u);
  EXPECT_EQ(b, 6u);
}

TEST(Shadow, PartOfAValueIsExtracted) {
  u32 a = 0, id = 0;
  driver().run([&] {
    input(&a, 4, "a", 0x11223344);
    id = load(reinterpret_cast<char*>(&a) + 1, 2);
  });
  EXPECT_EQ(driver().node(id).width, 16);
  EXPECT_EQ(driver().evaluate(id, {{"a", 0xaabbccdd}}).lo, 0xbbccu);
}

TEST(Shadow, PartialOverwriteKeepsTheRest) {
  u32 a = 0, b = 0, id = 0;
  driver().run([&] {
    input(&a, 4, "a", 0x11223344);
    const u32 other = input(&b, 4, "b", 0x55667788);
    const u32 low = __forall_unary(static_cast<u32>(Op::Extract) | 8 << 8, other, 0);
    store(reinterpret_cast<char*>(&a) + 2, 1, low, 0x88);
    store(reinterpret_cast<char*>(&a) + 3, 1, 0, 0x99);
    id = load(&a, 4);
  });
  EXPECT_EQ(a, 0x99883344u);
  EXPECT_EQ(driver().node(id).value.lo, 0x99883344u);
  EXPECT_EQ(driver().evaluate(id, {{"a", 0x01020304}, {"b", 0xff}}).lo, 0x99ff0304u);
  EXPECT_TRUE(driver().ledger().empty());
}

TEST(Shadow, WideValueIsPutTogetherAgainFromItsHalves) {
  u64 a = 0, b = 0;
  u32 whole = 0, id = 0;
  driver().run([&] {
    whole = input(&a, 8, "a", 0x1122334455667788);
    const u32 low = load(&a, 4), high = load(reinterpret_cast<char*>(&a) + 4, 4);
    store(&b, 4, low, 0x55667788);
    store(reinterpret_cast<char*>(&b) + 4, 4, high, 0x11223344);
    id = load(&b, 8);
  });
  EXPECT_EQ(id, whole);
}

TEST(Shadow, OneBitIsStoredAsAByte) {
  u32 a = 0, id = 0;
  u8 flag = 0;
  driver().run([&] {
    const u32 x = input(&a, 4, "a", 3);
    const u32 less = __forall_binary(static_cast<u32>(Op::Ult) | 32 << 8, x, 3, 0, 0, 5, 0);
    store(&flag, 1, less, 1);
    id = load(&flag, 1);
  });
  EXPECT_EQ(driver().node(id).width, 8);
  EXPECT_EQ(driver().evaluate(id, {{"a", 6}}).lo, 0u);
  EXPECT_EQ(driver().evaluate(id, {{"a", 4}}).lo, 1u);
}

TEST(Shadow, MemoryOverwrittenByOthersIsConcreteAndInTheLedger) {
  u32 a = 0, id = 1;
  driver().run([&] {
    input(&a, 4, "a", 0x11223344);
    a = 0x112233ff;
    id = load(&a, 4);
  });
  ASSERT_EQ(driver().ledger().size(), 1u);
  EXPECT_EQ(driver().ledger()[0].kind, LedgerKind::StaleShadow);
  // Only the byte that differs is forgotten.
  EXPECT_EQ(driver().evaluate(id, {{"a", 0xaabbccdd}}).lo, 0xaabbccffu);
}

TEST(Shadow, StaleByteReadWhileSuspendedIsReportedLater) {
  u32 a = 0;
  driver().run([&] {
    input(&a, 4, "a", 1);
    a = 2;
    __forall_state.suspended = 1;
    load(&a, 4);
    __forall_state.suspended = 0;
    load(&a, 4);
  });
  ASSERT_EQ(driver().ledger().size(), 1u);
  EXPECT_EQ(driver().ledger()[0].kind, LedgerKind::StaleShadow);
}

TEST(Shadow, StoreOfAConstantMakesMemoryConcrete) {
  u32 a = 0, id = 1, bytes = 1;
  driver().run([&] {
    input(&a, 4, "a");
    store(&a, 4, 0, 12);
    id = load(&a, 4);
    bytes = __forall_state.symbolic_bytes;
  });
  EXPECT_EQ(id, 0u);
  EXPECT_EQ(bytes, 0u);
}

TEST(Shadow, FlagsAreRaisedForTheBytesAlone) {
  alignas(64) static u8 memory[256];
  const auto flag = [](const void* p) { return *runtime::flag_of(reinterpret_cast<u64>(p)); };
  int at = 0, before = 0, behind = 0;
  driver().run([&] {
    input(memory + 128, 1, "a");
    at = flag(memory + 128);
    before = flag(memory + 127);
    behind = flag(memory + 136);
  });
  EXPECT_EQ(at, abi::kSymbolicFlag);
  EXPECT_EQ(before, 0);
  EXPECT_EQ(behind, 0);
}

TEST(Shadow, NothingIsLeftAfterARun) {
  static u32 memory[64];
  driver().run([&] {
    for (int i = 0; i < 64; ++i) input(memory + i, 4, "a");
  });
  for (const u32& each : memory) ASSERT_EQ(*runtime::flag_of(reinterpret_cast<u64>(&each)), 0);
  EXPECT_EQ(__forall_state.symbolic_bytes, 0u);
  u32 id = 1;
  driver().run([&] {
    u32 other = 0;
    input(&other, 4, "b");
    id = load(memory, 4);
  });
  EXPECT_EQ(id, 0u);
}

TEST(Shadow, CopyMovesOverlappingShadow) {
  static u8 memory[8];
  std::vector<u32> ids;
  driver().run([&] {
    for (u8 i = 0; i < 4; ++i)
      ids.push_back(input(memory + i, 1, std::string(1, static_cast<char>('a' + i)).c_str(), i));
    runtime::shadow_copy(memory + 1, memory, 4);
    std::memmove(memory + 1, memory, 4);
    for (u8 i = 0; i < 4; ++i) EXPECT_EQ(load(memory + 1 + i, 1), ids[i]);
    EXPECT_EQ(load(memory, 1), ids[0]);
  });
  EXPECT_TRUE(driver().ledger().empty());
}

TEST(Shadow, ReadingPoisonCostsALedgerLineEachRunOnce) {
  static u8 memory[4];
  driver().run([&] {
    runtime::shadow_poison(memory, 4);
    EXPECT_EQ(load(memory, 4), 0u);
    EXPECT_EQ(load(memory, 4), 0u);
  });
  ASSERT_EQ(driver().ledger().size(), 1u);
  EXPECT_EQ(driver().ledger()[0].kind, LedgerKind::ConcretizedCall);
  EXPECT_EQ(driver().ledger()[0].count, 8u);
}

TEST(Shadow, SuspendedCodeWritesNoLedger) {
  static u8 memory[4];
  driver().run([&] {
    runtime::shadow_poison(memory, 4);
    __forall_state.suspended = 1;
    EXPECT_EQ(load(memory, 4), 0u);
    __forall_state.suspended = 0;
  });
  EXPECT_TRUE(driver().ledger().empty());
}

}  // namespace
}  // namespace forall::runtime_tests

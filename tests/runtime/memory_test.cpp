// Symbolic addresses, and the models of memory and strings.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string_view>

#include "driver.h"
#include "runtime/flags.h"
#include "runtime/shadow.h"

extern "C" {
void* __forall_model_malloc(std::size_t size);
void* __forall_model_memcpy(void* to, const void* from, std::size_t size);
void* __forall_model_memset(void* to, int character, std::size_t size);
int __forall_model_memcmp(const void* a, const void* b, std::size_t size);
std::size_t __forall_model_strlen(const char* text);
std::size_t __forall_model_hash_bytes(const void* data, std::size_t size, std::size_t seed);
[[noreturn]] void __forall_model_throw_out_of_range_fmt(const char* format, ...);
}

namespace forall::runtime_tests {
namespace {

using abi::DecisionKind;
using abi::Fault;
using abi::LedgerKind;
using abi::Op;
using abi::OutcomeKind;

Driver& driver() { return Driver::instance(); }

// base[index] of 4-byte elements, as an address with its id.
struct Address {
  char* pointer;
  u32 id;
};
Address element(void* base, u32 index_id, u64 index) {
  const u32 scaled = __forall_binary(static_cast<u32>(Op::Mul) | 64 << 8, index_id, index, 0, 0, 4, 0);
  const u64 start = reinterpret_cast<u64>(base);
  const u32 id = __forall_binary(static_cast<u32>(Op::Add) | 64 << 8, 0, start, 0, scaled, index * 4, 0);
  return {static_cast<char*>(base) + index * 4, id};
}

void access(u64 index) {
  driver().run([&] {
    void* block = __forall_model_malloc(40);
    u64 i = 0;
    const Address at = element(block, input(&i, 8, "i", index), index);
    __forall_load(at.pointer, at.id, 4, &branch_site, 0, 0);
  });
}

TEST(SymbolicAddress, InBoundsIsACheckAndNothingElseIsDecided) {
  access(3);
  const auto d = driver().decisions();
  ASSERT_EQ(d.size(), 1u);
  EXPECT_EQ(d[0].kind, DecisionKind::Check);
  EXPECT_EQ(d[0].value, 1u);
  EXPECT_EQ(driver().evaluate(d[0].node, {{"i", 9}}).lo, 1u);
  EXPECT_EQ(driver().evaluate(d[0].node, {{"i", 10}}).lo, 0u);
  EXPECT_EQ(driver().evaluate(d[0].node, {{"i", ~u64{0}}}).lo, 0u);
  EXPECT_EQ(driver().outcome().kind, OutcomeKind::Passed);
  EXPECT_TRUE(driver().ledger().empty());
}

TEST(SymbolicAddress, IndexThatCannotLeaveTheObjectNeedsNoCheck) {
  driver().run([&] {
    void* block = __forall_model_malloc(40);
    u64 i = 0;
    const u32 rest = __forall_binary(static_cast<u32>(Op::URem) | 64 << 8, input(&i, 8, "i", 13), 13, 0, 0, 10, 0);
    const Address at = element(block, rest, 3);
    __forall_load(at.pointer, at.id, 4, &branch_site, 0, 0);
  });
  EXPECT_EQ(driver().outcome().kind, OutcomeKind::Passed);
  EXPECT_TRUE(driver().decisions().empty());
}

TEST(SymbolicAddress, OutOfBoundsEndsTheRunAsACrash) {
  access(10);
  EXPECT_EQ(driver().outcome().kind, OutcomeKind::Crashed);
  EXPECT_EQ(driver().outcome().fault, Fault::OutOfBounds);
  ASSERT_EQ(driver().decisions().size(), 1u);
  EXPECT_EQ(driver().decisions()[0].value, 0u);
}

TEST(SymbolicAddress, PointerPastTheEndBelongsToTheObjectItEnds) {
  driver().run([&] {
    auto* block = static_cast<char*>(__forall_model_malloc(16));
    __forall_model_malloc(16);
    u64 i = 0;
    const Address at = element(block + 16, input(&i, 8, "i", ~u64{0}), ~u64{0});
    __forall_load(at.pointer, at.id, 4, &branch_site, 0, 0);
  });
  EXPECT_EQ(driver().outcome().kind, OutcomeKind::Passed);
  EXPECT_EQ(driver().decisions().size(), 1u);
}

TEST(SymbolicAddress, HintOfThePassIsTheObject) {
  u32 array[4] = {};
  driver().run([&] {
    u64 i = 0;
    const Address at = element(array, input(&i, 8, "i", 4), 4);
    __forall_load(at.pointer, at.id, 4, &branch_site, reinterpret_cast<u64>(array), sizeof array);
  });
  EXPECT_EQ(driver().outcome().fault, Fault::OutOfBounds);
}

TEST(SymbolicAddress, StackObjectIsKnown) {
  alignas(8) u32 array[4] = {};
  const abi::FrameVariable variable = {0, sizeof array, "array", "memory_test.cpp", 1};
  const abi::FrameLayout layout = {sizeof array, 1, &variable};
  driver().run([&] {
    *__forall_state.stack_top++ = {reinterpret_cast<u64>(array), &layout, 0};
    u64 i = 0;
    const Address at = element(array, input(&i, 8, "i", 2), 2);
    __forall_load(at.pointer, at.id, 4, &branch_site, 0, 0);
  });
  EXPECT_EQ(driver().decisions().size(), 1u);
  EXPECT_TRUE(driver().ledger().empty());
}

// A frame as the pass makes it: 32 bytes of guard, the variable, a guard.
struct GuardedFrame {
  GuardedFrame() {
    runtime::close_memory(address(), address() + sizeof memory, abi::Use::StackGuard);
    runtime::open_memory(address() + 32, 10);
    *__forall_state.stack_top++ = {address(), &layout, 0};
  }
  u64 address() const { return reinterpret_cast<u64>(memory); }
  u8* text() { return memory + 32; }

  alignas(32) u8 memory[96] = {};
  abi::FrameVariable variable = {32, 10, "text", "memory_test.cpp", 7};
  abi::FrameLayout layout = {sizeof memory, 1, &variable};
};

TEST(StackMemory, AccessOutsideOfAVariableNamesIt) {
  for (const int offset : {-1, 10, 15, 40}) {
    GuardedFrame* frame = nullptr;
    driver().run([&] {
      frame = new GuardedFrame;
      __forall_load(frame->text() + offset, 0, 1, &branch_site, 0, 0);
    });
    EXPECT_EQ(driver().outcome().fault, Fault::OutOfBounds) << offset;
    EXPECT_EQ(driver().text(driver().outcome().message), "access of 1 bytes at offset " + std::to_string(offset) +
                                                             " of an object of 10 bytes (text, at memory_test.cpp:7)");
    EXPECT_EQ(*runtime::flag_of(frame->address()), 0) << "open after the run";
    delete frame;
  }
}

TEST(StackMemory, AccessThatBeginsInsideAndEndsOutsideIsSeen) {
  GuardedFrame* frame = nullptr;
  driver().run([&] {
    frame = new GuardedFrame;
    __forall_load(frame->text() + 8, 0, 2, &branch_site, 0, 0);
    __forall_load(frame->text() + 2, 0, 8, &branch_site, 0, 0);
    __forall_load(frame->text() + 8, 0, 4, &branch_site, 0, 0);
  });
  EXPECT_EQ(driver().outcome().fault, Fault::OutOfBounds);
  EXPECT_NE(driver().text(driver().outcome().message).find("access of 4 bytes at offset 8 "), std::string::npos);
  delete frame;
}

TEST(StackMemory, VariableOutOfScope) {
  GuardedFrame* frame = nullptr;
  driver().run([&] {
    frame = new GuardedFrame;
    runtime::close_memory(frame->address() + 32, frame->address() + 48, abi::Use::OutOfScope);
    __forall_store(frame->text(), 0, 1, 0, 1, 0, &branch_site, 0, 0);
  });
  EXPECT_EQ(driver().outcome().fault, Fault::UseAfterScope);
  delete frame;
}

TEST(StackMemory, VariableArrayIsClosedAfterTheReturn) {
  driver().run([&] {
    abi::StackFrame* const top = __forall_state.stack_top;
    const auto* array = static_cast<const u8*>(__forall_variable_array(20, 32, nullptr));
    __forall_load(array + 19, 0, 1, &branch_site, 0, 0);
    __forall_frames_left(top);
    EXPECT_EQ(__forall_state.stack_top, top);
    __forall_load(array, 0, 1, &branch_site, 0, 0);
  });
  EXPECT_EQ(driver().outcome().fault, Fault::UseAfterReturn);
}

TEST(StackMemory, VariableArrayHasGuards) {
  for (const int offset : {-1, 20}) {
    driver().run([&] {
      const auto* array = static_cast<const u8*>(__forall_variable_array(20, 32, nullptr));
      __forall_load(array + offset, 0, 1, &branch_site, 0, 0);
    });
    EXPECT_EQ(driver().outcome().fault, Fault::OutOfBounds) << offset;
  }
}

TEST(NullPage, AccessIsANullDereference) {
  driver().run([&] { __forall_load(reinterpret_cast<const void*>(u64{24}), 0, 8, &branch_site, 0, 0); });
  EXPECT_EQ(driver().outcome().fault, Fault::NullDereference);
}

TEST(SymbolicAddress, UnknownObjectIsInTheLedger) {
  static u32 array[4] = {};
  driver().run([&] {
    u64 i = 0;
    const Address at = element(array, input(&i, 8, "i", 2), 2);
    __forall_load(at.pointer, at.id, 4, &branch_site, 0, 0);
  });
  ASSERT_FALSE(driver().ledger().empty());
  EXPECT_EQ(driver().ledger()[0].kind, LedgerKind::ConcretizedAddress);
  ASSERT_EQ(driver().decisions().size(), 1u);
  EXPECT_EQ(driver().decisions()[0].kind, DecisionKind::Address);
}

TEST(Models, MemcpyCopiesTheShadow) {
  u32 a = 0, b = 0, from = 0, to = 1;
  driver().run([&] {
    from = input(&a, 4, "a", 5);
    __forall_model_memcpy(&b, &a, 4);
    to = load(&b, 4);
  });
  EXPECT_EQ(from, to);
  EXPECT_EQ(b, 5u);
}

TEST(Models, MemcmpIsOneExpressionWithoutDecisions) {
  u8 text[3] = {};
  int result = 0;
  u32 id = 0;
  driver().run([&] {
    for (int i = 0; i < 3; ++i) input(text + i, 1, i == 0 ? "x" : i == 1 ? "y" : "z", "abc"[i]);
    result = __forall_model_memcmp(text, "abd", 3);
    id = __forall_state.results[0];
    EXPECT_EQ(__forall_state.result_callee, reinterpret_cast<const void*>(&__forall_model_memcmp));
    __forall_state.result_callee = nullptr;
  });
  EXPECT_LT(result, 0);
  EXPECT_TRUE(driver().decisions().empty());
  const auto compared = [&](const char* s) {
    return static_cast<std::int32_t>(
        driver()
            .evaluate(id, {{"x", static_cast<u8>(s[0])}, {"y", static_cast<u8>(s[1])}, {"z", static_cast<u8>(s[2])}})
            .lo);
  };
  EXPECT_EQ(compared("abd"), 0);
  EXPECT_GT(compared("b\x01\x01"), 0);
  EXPECT_LT(compared("aa\xff"), 0);
}

TEST(Models, StrlenDecidesEachCharacter) {
  char text[4] = {};
  std::size_t length = 0;
  driver().run([&] {
    for (int i = 0; i < 3; ++i) input(text + i, 1, i == 0 ? "x" : i == 1 ? "y" : "z", i == 2 ? 0 : 'a');
    length = __forall_model_strlen(text);
  });
  EXPECT_EQ(length, 2u);
  ASSERT_EQ(driver().decisions().size(), 3u);
  EXPECT_EQ(driver().decisions()[0].value, 0u);
  EXPECT_EQ(driver().decisions()[2].value, 1u);
}

TEST(Models, HashIsTheLibrarysOwn) {
  for (const std::size_t size : {1, 7, 8, 9, 16, 23}) {
    char text[24] = "the quick brown fox jum";
    std::size_t hash = 0;
    driver().run([&] {
      for (std::size_t i = 0; i < size; i += 3) input(text + i, 1, std::to_string(i).c_str(), static_cast<u8>(text[i]));
      hash = __forall_model_hash_bytes(text, size, 0xc70f6907UL);
      EXPECT_NE(__forall_state.result_callee, nullptr);
      __forall_state.result_callee = nullptr;
    });
    EXPECT_EQ(hash, std::_Hash_bytes(text, size, 0xc70f6907UL)) << size;
  }
}

TEST(Models, ThrownTextIsPoisonedButTheExceptionIsReal) {
  std::string what;
  driver().run([&] {
    try {
      __forall_model_throw_out_of_range_fmt("n (which is %zu) >= size (which is %zu)", std::size_t{5}, std::size_t{3});
    } catch (const std::out_of_range& error) {
      what = error.what();
      EXPECT_TRUE(runtime::is_symbolic(error.what(), 4));
      EXPECT_EQ(load(error.what(), 1), 0u);
    }
  });
  EXPECT_EQ(what, "n (which is 5) >= size (which is 3)");
  EXPECT_EQ(driver().ledger().size(), 1u);
}

// Calls a model of three arguments with a symbolic length.
template <typename Result, typename A, typename B>
Result call_with_length(Result (*model)(A, B, std::size_t), A a, B b, u32 length_id, u64 length) {
  __forall_state.arguments[0] = __forall_state.arguments[1] = 0;
  __forall_state.arguments[2] = length_id;
  __forall_state.argument_callee = reinterpret_cast<const void*>(model);
  return model(a, b, length);
}

void copy_of_symbolic_length(u64 size, u64 n, const std::function<void(const char*)>& look) {
  driver().run([&] {
    auto* to = static_cast<char*>(__forall_model_malloc(size));
    auto* from = static_cast<char*>(__forall_model_malloc(size));
    __forall_model_memset(to, 0, size);
    __forall_model_memset(from, 'x', size);
    u64 length = 0;
    call_with_length<void*, void*, const void*>(__forall_model_memcpy, to, from, input(&length, 8, "n", n), n);
    look(to);
  });
}

TEST(SymbolicLength, ShortCopyIsAChoicePerByte) {
  copy_of_symbolic_length(8, 3, [](const char* to) {
    EXPECT_EQ(to[2], 'x');
    EXPECT_EQ(to[3], 0);
    const u32 last = load(to + 7, 1);
    EXPECT_EQ(driver().evaluate(last, {{"n", 7}}).lo, 0u);
    EXPECT_EQ(driver().evaluate(last, {{"n", 8}}).lo, u64{'x'});
  });
  const auto d = driver().decisions();
  ASSERT_EQ(d.size(), 1u);
  EXPECT_EQ(d[0].kind, DecisionKind::Check);
  EXPECT_EQ(driver().evaluate(d[0].node, {{"n", 8}}).lo, 1u);
  EXPECT_EQ(driver().evaluate(d[0].node, {{"n", 9}}).lo, 0u);
}

TEST(SymbolicLength, CopyBehindTheObjectEndsTheRun) {
  copy_of_symbolic_length(8, 9, [](const char*) { ADD_FAILURE() << "the run went on"; });
  EXPECT_EQ(driver().outcome().fault, Fault::OutOfBounds);
}

TEST(SymbolicLength, LongCopyIsDecided) {
  copy_of_symbolic_length(100, 3, [](const char*) {});
  const auto d = driver().decisions();
  ASSERT_EQ(d.size(), 1u);
  EXPECT_EQ(d[0].kind, DecisionKind::Value);
  EXPECT_EQ(d[0].value, 3u);
}

TEST(Strings, ReadingBehindABlockEndsTheRun) {
  driver().run([&] {
    auto* text = static_cast<char*>(__forall_model_malloc(4));
    __forall_model_memset(text, 'x', 4);
    u64 anything = 0;
    input(&anything, 8, "n");
    __forall_model_strlen(text);
    ADD_FAILURE() << "the run went on";
  });
  EXPECT_EQ(driver().outcome().fault, Fault::OutOfBounds);
}

}  // namespace
}  // namespace forall::runtime_tests

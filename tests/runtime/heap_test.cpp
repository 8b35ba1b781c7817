#include "runtime/heap.h"

#include <gtest/gtest.h>

#include <vector>

#include "driver.h"

extern "C" {
void* __forall_model_malloc(std::size_t size);
void* __forall_model_calloc(std::size_t count, std::size_t size);
void* __forall_model_realloc(void* pointer, std::size_t size);
void __forall_model_free(void* pointer);
void* __forall_model_new(std::size_t size);
void* __forall_model_new_aligned(std::size_t size, std::size_t alignment);
void __forall_model_delete(void* pointer);
}

namespace forall::runtime_tests {
namespace {

using runtime::Object;

Driver& driver() { return Driver::instance(); }
u64 number(const void* p) { return reinterpret_cast<u64>(p); }

std::vector<void*> some_allocations() {
  std::vector<void*> result;
  for (const std::size_t size : {1, 8, 16, 17, 40, 40, 1024, 1025, 5000, 16384, 16385, 70000, 200000}) {
    result.push_back(__forall_model_malloc(size));
  }
  __forall_model_free(result[3]);
  result.push_back(__forall_model_malloc(20));
  return result;
}

TEST(Heap, AddressesAreTheSameInEveryRun) {
  std::vector<void*> first, second;
  driver().run([&] { first = some_allocations(); });
  driver().run([&] { second = some_allocations(); });
  EXPECT_EQ(first, second);
  EXPECT_EQ(first.back(), first[3]) << "a freed block is used again";
}

TEST(Heap, BoundsAreExactForEveryInteriorAddress) {
  driver().run([&] {
    for (const std::size_t size : {1, 15, 16, 17, 40, 1000, 1025, 5000, 16384, 16385, 70000, 200000}) {
      auto* p = static_cast<char*>(__forall_model_malloc(size));
      for (const std::size_t i : {std::size_t{0}, size / 2, size - 1}) {
        const Object object = runtime::find_object(number(p + i));
        EXPECT_EQ(object.base, number(p)) << size;
        EXPECT_EQ(object.size, size);
      }
      EXPECT_FALSE(runtime::find_object(number(p + size)));
      EXPECT_FALSE(runtime::find_object(number(p - 1)));
      __forall_model_free(p);
      EXPECT_FALSE(runtime::find_object(number(p)));
    }
  });
}

TEST(Heap, MemoryOfANewRunIsZero) {
  for (int round = 0; round < 3; ++round) {
    driver().run([&] {
      for (const std::size_t size : {24, 3000, 100000}) {
        auto* p = static_cast<unsigned char*>(__forall_model_malloc(size));
        for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(p[i], 0) << size << " " << i;
        std::memset(p, 0xee, size);
      }
    });
  }
}

TEST(Heap, AlignedBlocksAreAlignedAndFreed) {
  driver().run([&] {
    for (const std::size_t alignment : {32, 64, 4096}) {
      void* p = __forall_model_new_aligned(100, alignment);
      EXPECT_EQ(number(p) % alignment, 0u);
      EXPECT_EQ(runtime::find_object(number(p) + 50).size, 100u);
      __forall_model_delete(p);
      EXPECT_EQ(__forall_model_new_aligned(100, alignment), p);
    }
  });
  EXPECT_EQ(driver().outcome().kind, abi::OutcomeKind::Passed);
}

TEST(Heap, FreedBlockLosesItsShadow) {
  u32 id = 1;
  driver().run([&] {
    void* p = __forall_model_malloc(8);
    input(p, 8, "a", 0);
    __forall_model_free(p);
    void* again = __forall_model_malloc(8);
    EXPECT_EQ(p, again);
    id = load(again, 8);
  });
  EXPECT_EQ(id, 0u);
}

TEST(Heap, ReallocCarriesTheShadowAlong) {
  u32 before = 0, after = 1;
  driver().run([&] {
    void* p = __forall_model_malloc(8);
    before = input(p, 8, "a", 42);
    p = __forall_model_realloc(p, 4000);
    EXPECT_EQ(*static_cast<u64*>(p), 42u);
    after = load(p, 8);
  });
  EXPECT_EQ(before, after);
}

TEST(Heap, DoubleFreeIsACrash) {
  driver().run([&] {
    void* p = __forall_model_malloc(8);
    __forall_model_free(p);
    __forall_model_free(p);
  });
  EXPECT_EQ(driver().outcome().kind, abi::OutcomeKind::Crashed);
  EXPECT_EQ(driver().outcome().fault, abi::Fault::Abort);
}

TEST(Heap, ForeignPointerGoesToTheRealFree) {
  driver().run([&] { __forall_model_free(std::malloc(100)); });
  EXPECT_EQ(driver().outcome().kind, abi::OutcomeKind::Passed);
}

TEST(Heap, UninstrumentedCodeMayFreeABlockOfTheArena) {
  driver().run([&] {
    void* p = __forall_model_malloc(100);
    std::free(p);
    EXPECT_EQ(__forall_model_malloc(100), p);
    ::operator delete(__forall_model_new(30));
  });
  EXPECT_EQ(driver().outcome().kind, abi::OutcomeKind::Passed);
}

TEST(Heap, HopelessSizeThrowsBadAllocWithoutLedger) {
  bool thrown = false;
  driver().run([&] {
    try {
      __forall_model_new(~std::size_t{0});
    } catch (const std::bad_alloc&) {
      thrown = true;
    }
  });
  EXPECT_TRUE(thrown);
  EXPECT_TRUE(driver().ledger().empty());
}

TEST(Heap, FullArenaFailsWithALedgerLine) {
  bool null = false;
  driver().run([&] {
    while (__forall_model_malloc(64 << 20) != nullptr) {
    }
    null = true;
  });
  EXPECT_TRUE(null);
  ASSERT_EQ(driver().ledger().size(), 1u);
  EXPECT_EQ(driver().ledger()[0].kind, abi::LedgerKind::ConcretizedLength);
}

TEST(Heap, SymbolicSizeIsDecided) {
  driver().run([&] {
    u64 n = 0;
    __forall_state.arguments[0] = input(&n, 8, "n", 24);
    __forall_state.argument_callee = reinterpret_cast<const void*>(&__forall_model_malloc);
    __forall_model_malloc(24);
  });
  ASSERT_EQ(driver().decisions().size(), 1u);
  EXPECT_EQ(driver().decisions()[0].kind, abi::DecisionKind::Value);
  EXPECT_EQ(driver().decisions()[0].value, 24u);
}

}  // namespace
}  // namespace forall::runtime_tests

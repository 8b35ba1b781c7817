#include "runtime/heap.h"
#include "runtime/flags.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <vector>

#include "driver.h"
#include "runtime/shadow.h"

extern "C" {
void* __forall_model_malloc(std::size_t size);
void* __forall_model_calloc(std::size_t count, std::size_t size);
void* __forall_model_realloc(void* pointer, std::size_t size);
void __forall_model_free(void* pointer);
void* __forall_model_new(std::size_t size);
void* __forall_model_new_aligned(std::size_t size, std::size_t alignment);
void* __forall_model_new_array(std::size_t size);
void __forall_model_delete(void* pointer);
void __forall_model_delete_array(void* pointer);
void* __forall_model_memset(void* to, int character, std::size_t size);
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
  EXPECT_NE(first.back(), first[3]) << "a freed block is not used again at once";
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
      EXPECT_FALSE(runtime::find_object(number(p) + 50));
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
    EXPECT_FALSE(runtime::is_symbolic(p, 8));
    for (int i = 0; i < 3000; ++i) {
      void* other = __forall_model_malloc(8);
      EXPECT_NE(other, p) << "not used again in its run";
      __forall_model_free(other);
    }
  });
  driver().run([&] {
    void* again = __forall_model_malloc(8);
    id = load(again, 8);
    EXPECT_EQ(*static_cast<u64*>(again), 0u);
  });
  EXPECT_EQ(id, abi::kUnsetIds + 64) << "nothing was written there yet";
}

// Runs the body on a block of this size and returns the fault.
abi::Fault fault_of(std::size_t size, const std::function<void(char*)>& body) {
  driver().run([&] { body(static_cast<char*>(__forall_model_malloc(size))); });
  EXPECT_EQ(driver().outcome().kind == abi::OutcomeKind::Passed, driver().outcome().fault == abi::Fault::None);
  return driver().outcome().fault;
}

// As instrumented code: only where the flag is up is the runtime asked.
void touch(char* address) {
  if (*runtime::flag_of(number(address)) != 0) load(address, 1);
}

TEST(Heap, AccessBehindABlockIsOutOfBounds) {
  for (const std::size_t size : {0, 1, 3, 16, 24, 40, 64, 100, 960, 1000, 5000, 20000, 100000}) {
    EXPECT_EQ(fault_of(size, [&](char* p) { touch(p + size); }), abi::Fault::OutOfBounds) << size;
    EXPECT_EQ(fault_of(size, [&](char* p) { touch(p + size + 15); }), abi::Fault::OutOfBounds) << size;
    EXPECT_EQ(fault_of(size, [&](char* p) { __forall_model_memset(p, 0, size + 1); }), abi::Fault::OutOfBounds) << size;
    EXPECT_EQ(fault_of(size,
                       [&](char* p) {
                         __forall_model_malloc(size);
                         __forall_model_malloc(16);
                         for (std::size_t i = 0; i < size; ++i) touch(p + i);
                         __forall_model_memset(p, 1, size);
                       }),
              abi::Fault::None)
        << size;
  }
}

TEST(Heap, AccessBeforeABlockIsOutOfBounds) {
  for (const std::size_t size : {1, 16, 40, 1000, 100000}) {
    EXPECT_EQ(fault_of(size, [&](char* p) { touch(p - 1); }), abi::Fault::OutOfBounds) << size;
    EXPECT_EQ(fault_of(size, [&](char* p) { touch(p - 16); }), abi::Fault::OutOfBounds) << size;
  }
}

TEST(Heap, MemoryOfABlockCostsNothingOnceItIsWritten) {
  u64 block = 0;
  driver().run([&] {
    block = number(__forall_model_malloc(512));
    for (u64 i = 0; i < 512; ++i) EXPECT_EQ(*runtime::flag_of(block + i), abi::kUnsetFlag) << i;
    __forall_model_memset(reinterpret_cast<void*>(block), 1, 512);
    for (u64 i = 0; i < 512; ++i) EXPECT_EQ(*runtime::flag_of(block + i), 0) << i;
  });
  EXPECT_EQ(runtime::use_of(block), abi::Use::HeapGuard) << "closed after the run";
}

TEST(Heap, AccessToAFreedBlockIsUseAfterFree) {
  for (const std::size_t size : {1, 40, 64, 1000, 100000}) {
    const auto use = [&](char* p) {
      __forall_model_free(p);
      touch(p + size / 2);
    };
    EXPECT_EQ(fault_of(size, use), abi::Fault::UseAfterFree) << size;
  }
}

TEST(Heap, FreeingMustMatchTheAllocation) {
  const auto run = [](void* (*allocate)(std::size_t), void (*release)(void*)) {
    driver().run([&] { release(allocate(20)); });
    return driver().outcome().fault;
  };
  EXPECT_EQ(run(__forall_model_malloc, __forall_model_free), abi::Fault::None);
  EXPECT_EQ(run(__forall_model_new, __forall_model_delete), abi::Fault::None);
  EXPECT_EQ(run(__forall_model_new_array, __forall_model_delete_array), abi::Fault::None);
  EXPECT_EQ(run(__forall_model_new, __forall_model_free), abi::Fault::MismatchedFree);
  EXPECT_EQ(run(__forall_model_new_array, __forall_model_delete), abi::Fault::MismatchedFree);
  EXPECT_EQ(run(__forall_model_malloc, __forall_model_delete), abi::Fault::MismatchedFree);
  EXPECT_EQ(run(__forall_model_new, std::free), abi::Fault::None) << "that is how libstdc++ deletes";
}

TEST(Heap, OnlyWhatAnAllocationGaveCanBeFreed) {
  EXPECT_EQ(fault_of(40, [](char* p) { __forall_model_free(p + 16); }), abi::Fault::BadFree);
  EXPECT_EQ(fault_of(40, [](char* p) { __forall_model_free(p + 4096); }), abi::Fault::BadFree);
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
  EXPECT_EQ(driver().outcome().fault, abi::Fault::BadFree);
}

TEST(Heap, ForeignPointerGoesToTheRealFree) {
  driver().run([&] { __forall_model_free(std::malloc(100)); });
  EXPECT_EQ(driver().outcome().kind, abi::OutcomeKind::Passed);
}

TEST(Heap, UninstrumentedCodeMayFreeABlockOfTheArena) {
  driver().run([&] {
    void* p = __forall_model_malloc(100);
    const u64 address = number(p);
    std::free(p);
    EXPECT_FALSE(runtime::find_object(address));
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

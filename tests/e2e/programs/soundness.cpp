// Claims that are false, where an explorer could easily miss why: what a run leaves behind, what printing code
// computes, and what the linker does with functions and memory.
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <cmath>
#include <coroutine>
#include <cstdlib>
#include <ostream>
#include <string>
#include <vector>

#include "soundness.h"

namespace {

// State that is not reset would make the second run, which has x == 5, see what the first one left.
thread_local int visits = 0;
thread_local std::vector<int> history;

void ThreadLocalsBeginAnew(int x) {
  const int before = visits++;
  history.push_back(x);
  if (x == 5) EXPECT_TRUE(before != 0 || history.size() != 1);
}

void ThreadLocalHoldsAnInput(int x) {
  visits = x;
  EXPECT_NE(visits, 77);
}

void TextOfAValue(int x) { EXPECT_EQ(testing::PrintToString(x), "0"); }

void TextOfAMessage(int x) { EXPECT_EQ((testing::Message() << x).GetString(), "0"); }

struct Throws {
  int value;
  friend std::ostream& operator<<(std::ostream& out, const Throws& self) {
    if (self.value == 9) throw std::string("nine");
    return out << self.value;
  }
};

void PrintingThrows(int x) {
  const Throws value{x};
  SCOPED_TRACE(value);
  EXPECT_EQ(x, value.value);
}

void PrintingDoesNoHarm(int x) {
  SCOPED_TRACE(testing::Message() << "x = " << x);
  EXPECT_EQ(x, x);
}

struct Numbers {
  struct promise_type {
    int value = 0;
    Numbers get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int x) {
      value = x;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { throw; }
  };
  std::coroutine_handle<promise_type> handle;
  ~Numbers() { handle.destroy(); }
};

Numbers count(int x) {
  co_yield 0;
  if (x == 12) co_yield -1;
  co_yield 1;
}

void CoroutineBranches(int x) {
  const Numbers numbers = count(x);
  numbers.handle.resume();
  numbers.handle.resume();
  EXPECT_NE(numbers.handle.promise().value, -1);
}

void InlineFunctionHasOneAddress(int x) {
  EXPECT_EQ(address_of_twice(), &twice);
  EXPECT_EQ(address_of_twice()(x), twice(x));
}

void OwnAllocatorIsCalled(int x) {
  const int before = count_of_allocations();
  std::vector<int> values;
  values.push_back(x);
  EXPECT_EQ(count_of_allocations(), before + 1);
}

// The index is decided before it is used, so its address has one value on the failing path.
void FreedBlockAtADecidedIndex(unsigned i) {
  ASSUME(i < 3);
  auto* block = static_cast<char*>(std::calloc(3, 1));
  const char* element = block + i;
  if (i == 2) std::free(block);
  EXPECT_EQ(*element, 0);
  if (i != 2) std::free(block);
}

// An optimizer removes a block that nobody reads, and the write behind its end with it.
void BlockThatIsOnlyWritten(unsigned i) {
  ASSUME(i <= 4);
  auto* block = new char[4];
  block[i] = 1;
  delete[] block;
}

// An optimizer makes one of the other, but their last bits differ.
void SquareByPow(double x) { EXPECT_TRUE(std::pow(x, 2) == x * x || std::isnan(x)); }

// What GoogleTest sets up before the first test; of suites only the test's own.
int from_environment = 0;
int from_suite = 0;

struct SetsUp : testing::Environment {
  void SetUp() override { from_environment = 10; }
};
const auto* const sets_up = testing::AddGlobalTestEnvironment(new SetsUp);

void EnvironmentIsSetUp(int x) {
  ASSUME(0 <= x && x <= 50);
  EXPECT_TRUE(from_environment == 0 || x < from_environment);
}

void SuiteOfOthersIsNotSetUp(int) { EXPECT_EQ(from_suite, 0); }

// The other file has an enum of this name with more values.
enum Step { Stay, Go };
void AStepIsOneOfTwo(Step step) { EXPECT_LE(static_cast<int>(step), 1); }

}  // namespace

struct SoundnessSuite : testing::Test {
  static void SetUpTestSuite() { from_suite = from_environment + 5; }
  void IsSetUp(int x) {
    ASSUME(0 <= x && x <= 50);
    EXPECT_TRUE(from_suite == 0 || x < from_suite);
  }
  void BeginsEachRunWithTheSetUp(int x) {
    EXPECT_EQ(from_suite, 15);
    from_suite = x > 0 ? 1 : 2;
  }
};
FORALL_F(SoundnessSuite, IsSetUp);
FORALL_F(SoundnessSuite, BeginsEachRunWithTheSetUp);

struct SoundnessFailedSuite : testing::Test {
  static void SetUpTestSuite() { ASSERT_EQ(from_environment, 0); }  // line: set-up
  void Passes(int) {}
};
FORALL_F(SoundnessFailedSuite, Passes);

struct SoundnessSkippedSuite : testing::Test {
  static void SetUpTestCase() { GTEST_SKIP(); }
  void Passes(int) {}
};
FORALL_F(SoundnessSkippedSuite, Passes);

FORALL(Soundness, ThreadLocalsBeginAnew);
FORALL(Soundness, ThreadLocalHoldsAnInput);
FORALL(Soundness, TextOfAValue);
FORALL(Soundness, TextOfAMessage);
FORALL(Soundness, PrintingThrows);
FORALL(Soundness, PrintingDoesNoHarm);
FORALL(Soundness, CoroutineBranches);
FORALL(Soundness, InlineFunctionHasOneAddress);
FORALL(Soundness, OwnAllocatorIsCalled);
FORALL(Soundness, FreedBlockAtADecidedIndex);
FORALL(Soundness, BlockThatIsOnlyWritten);
FORALL(Soundness, SquareByPow);
FORALL(Soundness, AStepIsOneOfTwo);
FORALL(Soundness, EnvironmentIsSetUp);
FORALL(Soundness, SuiteOfOthersIsNotSetUp);

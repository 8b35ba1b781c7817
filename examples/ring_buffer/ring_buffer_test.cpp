// proved: whatever is done to the buffer, it holds what a queue would hold. The fixture starts each run with a buffer
// whose ends have already moved around the circle.
#include "ring_buffer.h"

#include <forall/forall.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>

class RingBufferTest : public testing::Test {
 public:
  void ComesOutInOrder(int a, int b, int c) {
    EXPECT_TRUE(buffer_.push(a));
    EXPECT_TRUE(buffer_.push(b));
    EXPECT_TRUE(buffer_.push(c));
    EXPECT_FALSE(buffer_.push(99)) << "it is full";
    EXPECT_EQ(take(), a);
    EXPECT_EQ(take(), b);
    EXPECT_EQ(take(), c);
    EXPECT_EQ(buffer_.size(), 0u);
  }

  // Pushes where the input says so and pops elsewhere; a count and the number of the next element are the model.
  void BehavesLikeAQueue(const std::array<bool, 5>& pushes) {
    int next_in = 0;
    int next_out = 0;
    for (const bool is_push : pushes) {
      if (is_push) {
        const bool fits = next_in - next_out < 3;
        EXPECT_EQ(buffer_.push(next_in), fits);
        if (fits) ++next_in;
      } else if (next_out < next_in) {
        EXPECT_EQ(take(), next_out++);
      }
      EXPECT_EQ(buffer_.size(), static_cast<std::size_t>(next_in - next_out));
    }
  }

 protected:
  void SetUp() override {
    buffer_.push(0);
    buffer_.push(0);
    buffer_.pop();
    buffer_.pop();
  }

  int take() {
    const int value = buffer_.front();
    buffer_.pop();
    return value;
  }

  RingBuffer<int, 3> buffer_;
};

FORALL_F(RingBufferTest, ComesOutInOrder).WithSeeds({{1, 2, 3}});
FORALL_F(RingBufferTest, BehavesLikeAQueue).WithSeeds({{{true, true, false, true, true}}});

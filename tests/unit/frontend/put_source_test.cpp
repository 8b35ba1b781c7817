#include "frontend/put_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "sample.h"

namespace forall::frontend {
namespace {

using testing::HasSubstr;

constexpr const char* kHeader = R"(#include <string>
namespace shop {
enum class Kind { A, B };
int price(Kind kind, const std::string& text, int);
struct Basket {
  int total(int discount) const;
  void clear() {
    struct Local { void inside() {} };
  }
  static Basket make(Kind kind);
  Basket() = default;
  bool operator==(const Basket&) const = default;
 private:
  void hidden();
};
template <class T> T twice(T value) { return value + value; }
}
void Big(int result, int object);
)";

std::string skeleton_at(unsigned line) {
  const SampleHeader header(kHeader);
  return put_skeleton(read_function(header.source(), line), "ring_buffer.h").source;
}

std::string error_at(unsigned line) {
  try {
    return skeleton_at(line);
  } catch (const base::UserError& error) {
    return error.what();
  }
}

TEST(PutSourceTest, CallsAFunctionForAllArguments) {
  EXPECT_EQ(skeleton_at(4), R"(#include "ring_buffer.h"

#include <forall/forall.h>

void Price(shop::Kind kind, const std::string &text, int a2) {
  // ASSUME(...): what the function may rely on
  const auto& result = ::shop::price(kind, text, a2);
  static_cast<void>(result);  // EXPECT_... what holds for all arguments
}
FORALL(RingBufferTest, Price);
)");
}

TEST(PutSourceTest, AMethodIsCalledOnAnObject) {
  EXPECT_THAT(skeleton_at(6), HasSubstr("void Total(const shop::Basket& object, int discount) {"));
  EXPECT_THAT(skeleton_at(6), HasSubstr("const auto& result = object.total(discount);"));
  EXPECT_THAT(skeleton_at(9), HasSubstr("void Clear(shop::Basket& object) {"));
  EXPECT_THAT(skeleton_at(10), HasSubstr("const auto& result = ::shop::Basket::make(kind);"));
}

TEST(PutSourceTest, NamesDoNotClash) {
  EXPECT_THAT(skeleton_at(18), HasSubstr("void CallsBig(int result, int object) {"));
  EXPECT_THAT(skeleton_at(18), HasSubstr("  ::Big(result, object);\n"));
}

TEST(PutSourceTest, SaysWhatHasNoTest) {
  EXPECT_THAT(error_at(3), HasSubstr("there is no function here"));
  EXPECT_THAT(error_at(8), HasSubstr("local to a function"));
  EXPECT_THAT(error_at(11), HasSubstr("a constructor or destructor"));
  EXPECT_THAT(error_at(12), HasSubstr("an operator"));
  EXPECT_THAT(error_at(14), HasSubstr("not accessible"));
  EXPECT_THAT(error_at(16), HasSubstr("a template"));
  EXPECT_THAT(error_at(99), HasSubstr("there is no function here"));
}

}  // namespace
}  // namespace forall::frontend

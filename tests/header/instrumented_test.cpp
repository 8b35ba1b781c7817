// The header as an instrumented target sees it, against a stand-in for the runtime.
#include <forall/forall.h>
#include <gmock/gmock.h>

#include <array>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "abi/segment.h"
#include "fake_engine.h"
#include "testcase/records.h"

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Json = nlohmann::json;

__extension__ typedef __int128 Int128;

namespace ns {
enum class Color : signed char { Red = -1, Green = 4 };
}
class Price {
 public:
  static Price of(long euros, int cents) { return Price(100 * euros + cents); }
  long in_cents() const { return cents_; }

 private:
  explicit Price(long cents) : cents_(cents) {}
  long cents_;
};
FORALL_FACTORY(Price, Price::of, long euros, int cents);

namespace {

enum Plain { kA, kB };
struct Point {
  int x = 7;
  int y;
};
struct Matrix {
  unsigned char grid[2][2];
  const Point origin;
  std::array<ns::Color, 1> colors;
};

int calls = 0;
int torn_down = 0;
int destroyed = 0;
int seen_corner = 0;
int seen_x = 0;
int seen_y = 0;

void AllKinds(bool a, char b, signed char c, unsigned char d, wchar_t e, char16_t f, char32_t g, short h,
              unsigned short i, int j, unsigned k, long l, unsigned long m, long long n, unsigned long long o, Int128 p,
              forall::internal::UWide q, Plain r, ns::Color s) {
  static_cast<void>(a && b && c && d && e && f && g && h && i && j && k && l && m && n && o && p && q);
  static_cast<void>(r == kA && s == ns::Color::Red);
}
void Shapes(Point p, const Matrix& m, int (&a)[2], const short (&b)[1][2], Point q) {
  ++calls;
  a[1] = a[0] + p.x + q.x + b[0][1];
  seen_corner = m.grid[1][0];
  seen_x = m.origin.x;
  seen_y = m.origin.y;
}
void Fails(int a) {
  EXPECT_EQ(a, 1);
  EXPECT_LT(a, 3) << "too big";
}
void AssertEnds(int a) {
  ASSERT_EQ(a, 1);
  ++calls;
}
void Assumes(int a, int b) {
  ASSUME(a > 0 && b > 0);
  ++calls;
}
void Skips(int a) {
  if (a == 1) GTEST_SKIP() << "not this one";
  ++calls;
}
void FailsAndSkips(int) {
  ADD_FAILURE();
  GTEST_SKIP();
}
void Throws(int a) {
  if (a == 1) throw std::out_of_range("one");
  if (a == 2) throw std::runtime_error("two");
  if (a == 3) throw 3;
}
void ThrowsOutOfRange(int a) { Throws(a); }
void InDomains(int a, long b, std::array<unsigned char, 2> c, ns::Color d, Point e) {
  ++calls;
  static_cast<void>(a + b + c[0] + e.x + static_cast<int>(d));
}
void Chooses() {
  const int n = forall::choose<int>("n");
  const Point p = forall::choose<Point>("p");
  forall::observe("sum", n + p.x);
  forall::observe("p", p);
}
void Bounded(int a) { static_cast<void>(a); }

std::string seen_text;
std::vector<int> seen_numbers;
void Texts(std::string s, std::string_view v, const char* c) {
  ++calls;
  seen_text = s + "|" + std::string(v) + "|" + (c == nullptr ? "null" : c);
  forall::observe("s", s);
}
void LongText(const std::string& s) {
  seen_text = s;
  EXPECT_EQ(s.capacity(), s.size() <= 15 ? 15 : s.size());
}
void Numbers(std::vector<int> v, std::list<int> l, std::map<int, int> m, std::optional<int> o) {
  ++calls;
  seen_numbers = v;
  for (const int n : l) seen_numbers.push_back(n);
  for (const auto& [key, value] : m) seen_numbers.push_back(10 * key + value);
  if (o) seen_numbers.push_back(*o);
}
void Owned(std::unique_ptr<Point> one, const std::variant<int, char>& either) {
  ++calls;
  seen_x = one == nullptr ? -1 : one->x;
  seen_y = std::holds_alternative<char>(either) ? std::get<char>(either) : 0;
  static_cast<void>(one.release());  // its memory is the engine's
}
void Matched(const std::string& s) { seen_text = s; }
void Doubled(int even) { seen_x = even; }
class Money {
 public:
  Money(int units, bool is_net) : units_(units), is_net_(is_net) {}
  int units() const { return is_net_ ? units_ : -units_; }

 private:
  int units_;
  bool is_net_;
};
void ByFactory(const Price& price) { seen_x = static_cast<int>(price.in_cents()); }
void Constructed(const Money& money) { seen_x = money.units(); }

class Stack : public testing::Test {
 public:
  ~Stack() override { ++destroyed; }
  void Push(int value) {
    EXPECT_EQ(depth_, 1) << "SetUp was not called once";
    depth_ += value;
  }
  void PushAndFail(int) { FAIL() << "depth " << depth_; }
  void Unsafe(int) { throw std::runtime_error("unsafe"); }

 protected:
  void SetUp() override { ++depth_; }
  void TearDown() override { ++torn_down; }
  int depth_ = 0;
};
class BadSetUp : public testing::Test {
 public:
  void Never(int) { ++calls; }

 protected:
  void SetUp() override { FAIL() << "no set-up"; }
};

}  // namespace

FORALL(Instrumented, AllKinds);
FORALL(Instrumented, Shapes)
    .WithSeeds({{{1, -2}, {{{1, 2}, {3, 4}}, {5, 6}, {ns::Color::Red}}, {8, 9}, {{{-1, 2}}}, {0, 0}}});
FORALL(Instrumented, Fails);
FORALL(Instrumented, AssertEnds);
FORALL(Instrumented, Assumes);
FORALL(Instrumented, Skips);
FORALL(Instrumented, FailsAndSkips);
FORALL(Instrumented, Throws);
FORALL(Instrumented, ThrowsOutOfRange).Throws<std::logic_error>();
FORALL(Instrumented, InDomains)
    .WithDomains(InRange(5, 9), OneOf(ElementOf({3, 4}), Just(-1)), ArrayOf(Positive<unsigned char>()),
                 ElementOf({ns::Color::Green, ns::Color::Red}), Just(Point{1, 2}));
FORALL(Instrumented, Chooses);
FORALL(Instrumented, Bounded).WithBounds(Bounds().Unfold(8).Seconds(2.5)).WithSeeds({{-2147483647 - 1}, {3}});
FORALL(Instrumented, Texts).WithSeeds({{"ab", "", nullptr}, {"", "c", "de"}});
FORALL(Instrumented, LongText).WithDomains(String().WithMaxSize(20));
FORALL(Instrumented, Numbers).WithSeeds({{{1, 2}, {3}, {{4, 5}}, 6}});
FORALL(Instrumented, Owned);
FORALL(Instrumented, Matched).WithDomains(InRegexp("-?(0|[1-9]\\d{0,2})(\\.[^a-z\\s])?"));
FORALL(Instrumented, Doubled).WithDomains(Map([](int half) { return 2 * half; }, InRange(0, 9)));
FORALL(Instrumented, ByFactory);
FORALL(Instrumented, Constructed).WithDomains(ConstructorOf<Money>(InRange(1, 9), Arbitrary<bool>()));
FORALL_F(Stack, Push);
FORALL_F(Stack, PushAndFail);
FORALL_F(Stack, Unsafe);
FORALL_F(BadSetUp, Never);
namespace outer::inner {
namespace {
void Nested(int) {}
}  // namespace
FORALL(Instrumented, Nested);
}  // namespace outer::inner

// Names as the pass would leave them, for two functions only.
extern "C" const char* __forall_parameter_names(const void* function) {
  if (function == reinterpret_cast<const void*>(&Shapes)) return "p,m,a,,q";
  if (function == reinterpret_cast<const void*>(&Assumes)) return "left,right";
  if (function == reinterpret_cast<const void*>(&Texts)) return "s,v,c";
  if (function == reinterpret_cast<const void*>(&LongText)) return "s";
  if (function == reinterpret_cast<const void*>(&Matched)) return "s";
  if (function == reinterpret_cast<const void*>(&Numbers)) return "v,l,m,o";
  if (function == reinterpret_cast<const void*>(&Owned)) return "one,either";
  return nullptr;
}

namespace {

#if __cplusplus >= 202002L
const std::string kX = "x", kY = "y", kGrid = "grid", kOrigin = "origin", kColors = "colors";
#else
const std::string kX = "0", kY = "1", kGrid = "0", kOrigin = "1", kColors = "2";
#endif

Json describe(const std::string& suite, const std::string& name) {
  const ForallPut* put = fake::find_put(suite, name);
  return Json::parse(put->describe(put));
}

fake::Run run(const std::string& name, const std::map<std::string, long long>& values = {}) {
  calls = 0;
  return fake::run(fake::find_put("Instrumented", name), values);
}

std::vector<std::string> names_of(const fake::Run& run) {
  std::vector<std::string> names;
  for (const auto& input : run.inputs) names.push_back(input.name);
  return names;
}

TEST(CatalogTest, DescribesAPut) {
  const Json put = describe("Instrumented", "Bounded");
  EXPECT_EQ(put["suite"], "Instrumented");
  EXPECT_EQ(put["name"], "Bounded");
  EXPECT_EQ(put["namespace"], "");
  EXPECT_EQ(put["file"], __FILE__);
  EXPECT_GT(put["line"], 0);
  EXPECT_EQ(put["is_fixture"], false);
  EXPECT_EQ(put["throws"], "");
  EXPECT_EQ(put["bounds"], Json::parse(R"({"unfold": 8, "seconds": 2.5})"));
  EXPECT_EQ(put["seeds"], Json::parse(R"([{"arg0": "-2147483648"}, {"arg0": "3"}])"));
}

TEST(CatalogTest, DescribesEveryScalar) {
  const Json put = describe("Instrumented", "AllKinds");
  std::vector<std::string> kinds;
  std::vector<unsigned> widths;
  for (const Json& parameter : put["parameters"]) {
    kinds.push_back(parameter["type"]["scalar"]);
    widths.push_back(parameter["type"]["width"]);
  }
  EXPECT_THAT(kinds, ElementsAre("Bool", "Char", "SChar", "UChar", "WChar", "Char16", "Char32", "Short", "UShort",
                                 "Int", "UInt", "Long", "ULong", "LongLong", "ULongLong", "Int128", "UInt128",
                                 "UnsignedEnum", "SignedEnum"));
  EXPECT_THAT(widths, ElementsAre(1, 8, 8, 8, 32, 16, 32, 16, 16, 32, 32, 64, 64, 64, 64, 128, 128, 32, 8));
  EXPECT_EQ(put["parameters"][17]["type"]["spelling"], "Plain");
  EXPECT_EQ(put["parameters"][18]["type"]["spelling"], "ns::Color");
  EXPECT_EQ(put["parameters"][16]["type"]["spelling"], "unsigned __int128");
}

TEST(CatalogTest, DescribesNestedShapes) {
  const Json put = describe("Instrumented", "Shapes");
  const Json& matrix = put["parameters"][1]["type"];
  EXPECT_EQ(put["parameters"][1]["name"], "m");
  EXPECT_EQ(matrix["kind"], "aggregate");
  EXPECT_EQ(matrix["spelling"], "Matrix");
  EXPECT_EQ(matrix["members"][0]["name"], kGrid);
  EXPECT_EQ(matrix["members"][0]["type"]["spelling"], "unsigned char[2][2]");
  EXPECT_EQ(matrix["members"][0]["type"]["element"]["count"], 2);
  EXPECT_EQ(matrix["members"][1]["name"], kOrigin);
  EXPECT_EQ(matrix["members"][1]["type"]["members"][1]["name"], kY);
  EXPECT_EQ(matrix["members"][2]["type"]["spelling"], "std::array<ns::Color, 1>");
  EXPECT_EQ(matrix["members"][2]["type"]["is_std_array"], true);
  EXPECT_EQ(put["parameters"][2]["type"]["is_std_array"], false);
  EXPECT_EQ(put["parameters"][3]["name"], "arg3");  // it has no name
  EXPECT_EQ(put["parameters"][3]["type"]["spelling"], "short[1][2]");
  EXPECT_EQ(put["seeds"][0]["p." + kY], "-2");
  EXPECT_EQ(put["seeds"][0]["m." + kColors + "[0]"], "-1");
  EXPECT_EQ(put["seeds"][0]["m." + kGrid + "[1][0]"], "3");
  EXPECT_THAT(put["seeds"][0], SizeIs(15));
}

TEST(CatalogTest, NamesFixtureExceptionAndNamespace) {
  EXPECT_EQ(describe("Stack", "Push")["is_fixture"], true);
  EXPECT_EQ(describe("Stack", "Push")["parameters"][0]["name"], "arg0");
  EXPECT_EQ(describe("Instrumented", "ThrowsOutOfRange")["throws"], "std::logic_error");
  EXPECT_EQ(describe("Instrumented", "Nested")["namespace"], "outer::inner");
}

TEST(CatalogTest, IsReadByTheExplorer) {
  for (const char* name : {"AllKinds", "Shapes", "Bounded", "InDomains", "Chooses", "Texts", "Numbers", "Owned",
                           "Matched", "Doubled", "Constructed"}) {
    const ForallPut* put = fake::find_put("Instrumented", name);
    const auto puts = forall::testcase::parse_catalog(std::string("[").append(put->describe(put)).append("]"));
    ASSERT_THAT(puts, SizeIs(1));
    EXPECT_EQ(puts[0].name, name);
    EXPECT_EQ(puts[0].file, __FILE__);
  }
}

TEST(CatalogTest, SharesItsKindsWithTheRuntime) {
  using forall::internal::ScalarKind;
  using Abi = forall::abi::ScalarKind;
  EXPECT_EQ(static_cast<int>(ScalarKind::Bool), static_cast<int>(Abi::Bool));
  EXPECT_EQ(static_cast<int>(ScalarKind::Char32), static_cast<int>(Abi::Char32));
  EXPECT_EQ(static_cast<int>(ScalarKind::Int), static_cast<int>(Abi::Int));
  EXPECT_EQ(static_cast<int>(ScalarKind::ULongLong), static_cast<int>(Abi::ULongLong));
  EXPECT_EQ(static_cast<int>(ScalarKind::UnsignedEnum), static_cast<int>(Abi::UnsignedEnum));
}

TEST(CatalogTest, DescribesTypesOfTheLibrary) {
  const Json texts = describe("Instrumented", "Texts");
  EXPECT_EQ(texts["parameters"][0]["type"]["kind"], "text");
  EXPECT_EQ(texts["parameters"][0]["type"]["spelling"], "std::string");
  EXPECT_EQ(texts["parameters"][1]["type"]["is_view"], true);
#ifdef __clang__
  EXPECT_EQ(texts["parameters"][2]["type"]["spelling"], "const char *");
#else
  EXPECT_EQ(texts["parameters"][2]["type"]["spelling"], "const char*");
#endif
  EXPECT_EQ(texts["seeds"][0]["s.size"], "2");
  EXPECT_EQ(texts["seeds"][0]["s[1]"], "98");
  EXPECT_EQ(texts["seeds"][0]["c.is_null"], "1");
  const Json numbers = describe("Instrumented", "Numbers");
  EXPECT_EQ(numbers["parameters"][2]["type"]["spelling"], "std::map<int, int>");
  EXPECT_EQ(numbers["parameters"][2]["type"]["element"]["members"][0]["name"], "first");
  EXPECT_EQ(numbers["seeds"][0]["m[0].second"], "5");
  EXPECT_EQ(numbers["seeds"][0]["o.value"], "6");
  const Json owned = describe("Instrumented", "Owned");
  EXPECT_EQ(owned["parameters"][0]["type"]["ownership"], "unique");
  EXPECT_EQ(owned["parameters"][1]["type"]["kind"], "variant");
  EXPECT_TRUE(owned["classes"].contains("Point"));
}

TEST(CatalogTest, DescribesWhatADomainMakesByTheDomain) {
  const Json doubled = describe("Instrumented", "Doubled")["parameters"][0]["type"];
  EXPECT_EQ(doubled["kind"], "made");
  EXPECT_EQ(doubled["callee"], "forall::replay::make<int>(Instrumented_Doubled_Forall::registration, 0, {})");
  const Json constructed = describe("Instrumented", "Constructed")["parameters"][0]["type"];
  EXPECT_EQ(constructed["kind"], "call");
  EXPECT_EQ(constructed["callee"], "Money");
  EXPECT_EQ(constructed["members"][1]["type"]["scalar"], "Bool");
}

TEST(CatalogTest, WhatAFactoryTakesHasItsNames) {
  const Json price = describe("Instrumented", "ByFactory")["parameters"][0]["type"];
  EXPECT_EQ(price["callee"], "Price::of");
  EXPECT_EQ(price["members"][0]["name"], "euros");
  EXPECT_EQ(price["members"][1]["name"], "cents");
  run("ByFactory", {{"arg0.euros", 3}, {"arg0.cents", 20}});
  EXPECT_EQ(seen_x, 320);
}

TEST(RunTest, TextsHaveTheirLengthAndNothingBehindIt) {
  const fake::Run result = run("Texts", {{"s.size", 2},
                                         {"s[0]", 'x'},
                                         {"s[1]", 'y'},
                                         {"s[2]", 'z'},
                                         {"v.size", 1},
                                         {"v[0]", '!'},
                                         {"c.size", 3},
                                         {"c[2]", 'q'}});
  EXPECT_EQ(seen_text, "xy|!|aaq");
  EXPECT_EQ(result.building, 0);
  ASSERT_THAT(result.extents, SizeIs(2));
  EXPECT_EQ(result.extents[0].elements, 1u);
  EXPECT_EQ(result.extents[1].elements, 4u) << "a C string has a zero at its end";
  ASSERT_THAT(result.observations, SizeIs(3));
  EXPECT_EQ(result.observations[0].name, "s.size");
  EXPECT_EQ(result.observations[2].value, static_cast<unsigned>('y'));
  run("Texts", {{"c.is_null", 1}});
  EXPECT_EQ(seen_text, "||null");
  EXPECT_FALSE(run("Texts", {{"c.size", 1}, {"c[0]", 0}}).assumptions.back());
  EXPECT_EQ(calls, 0) << "a C string has no zero before its end";
}

TEST(RunTest, LengthsAreBoundedUnlessADomainSaysWhich) {
  EXPECT_EQ(run("Texts", {{"s.size", 7}}).cut_by, "strings");
  EXPECT_EQ(calls, 0);
  EXPECT_THAT(run("LongText", {{"s.size", 7}}).failures, IsEmpty());
  EXPECT_EQ(seen_text, "aaaaaaa");
  EXPECT_THAT(run("LongText", {{"s.size", 20}, {"s[19]", 'z'}}).failures, IsEmpty());
  EXPECT_EQ(seen_text, "aaaaaaaaaaaaaaaaaaaz");
  const fake::Run longer = run("LongText", {{"s.size", 21}});
  EXPECT_EQ(longer.cut_by, "");
  EXPECT_THAT(longer.assumptions, ElementsAre(false));
}

TEST(RunTest, ContainersAreMadeOfTheirElements) {
  run("Numbers", {{"v.size", 2},
                  {"v[1]", 2},
                  {"l.size", 1},
                  {"l[0]", 3},
                  {"m.size", 2},
                  {"m[0].first", -1},
                  {"m[1].first", 4},
                  {"m[1].second", 5},
                  {"o.has_value", 1},
                  {"o.value", 6}});
  EXPECT_THAT(seen_numbers, ElementsAre(0, 2, 3, -10, 45, 6));
  const fake::Run unsorted = run("Numbers", {{"m.size", 2}, {"m[0].first", 4}, {"m[1].first", 4}});
  EXPECT_FALSE(unsorted.assumptions.back());
  EXPECT_EQ(calls, 0);
}

TEST(RunTest, OwnersHaveAnObjectOrNone) {
  EXPECT_THAT(run("Owned").objects, IsEmpty());
  EXPECT_EQ(seen_x, -1);
  const fake::Run result = run("Owned", {{"one", 1}, {"one->" + kX, 8}, {"either.index", 1}, {"either.1", 'e'}});
  EXPECT_THAT(result.objects, ElementsAre("*one"));
  EXPECT_EQ(seen_x, 8);
  EXPECT_EQ(seen_y, 'e');
}

TEST(RunTest, ExpressionsMatchAsAWhole) {
  const auto is_matched = [](const std::string& text) {
    std::map<std::string, long long> values{{"s.size", static_cast<long long>(text.size())}};
    for (std::size_t i = 0; i < text.size(); ++i) {
      values["s[" + std::to_string(i) + "]"] = static_cast<unsigned char>(text[i]);
    }
    seen_text = "?";
    run("Matched", values);
    return seen_text == text;
  };
  for (const char* text : {"0", "-0", "7", "-120", "999.5", "0.X", "-12.."}) EXPECT_TRUE(is_matched(text)) << text;
  for (const char* text : {"", "-", "00", "1234", "1.", "1.x", "1. ", "--1", "1.55", "a"}) {
    EXPECT_FALSE(is_matched(text)) << text;
  }
}

TEST(RunTest, DomainsMakeValuesOfTheirArguments) {
  run("Doubled", {{"arg0.0", 4}});
  EXPECT_EQ(seen_x, 8);
  EXPECT_FALSE(run("Doubled", {{"arg0.0", 10}}).assumptions.back());
  run("Constructed", {{"arg0.0", 5}});
  EXPECT_EQ(seen_x, -5);
}

TEST(RunTest, MakesEachScalarAnInput) {
  const fake::Run result = run("Shapes", {{"m." + kGrid + "[1][0]", 200}, {"m." + kOrigin + "." + kY, -5}});
  EXPECT_THAT(names_of(result), ElementsAre("p." + kX, "p." + kY, "m." + kGrid + "[0][0]", "m." + kGrid + "[0][1]",
                                            "m." + kGrid + "[1][0]", "m." + kGrid + "[1][1]", "m." + kOrigin + "." + kX,
                                            "m." + kOrigin + "." + kY, "m." + kColors + "[0]", "a[0]", "a[1]",
                                            "arg3[0][0]", "arg3[0][1]", "q." + kX, "q." + kY));
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(seen_corner, 200);
  EXPECT_EQ(seen_y, -5);
  EXPECT_EQ(seen_x, 7) << "a member's own initialiser is the default";
  EXPECT_EQ(result.inputs[8].type, "ns::Color");
  EXPECT_EQ(result.inputs[8].width, 8u);
  EXPECT_EQ(result.inputs[8].kind, static_cast<unsigned>(forall::abi::ScalarKind::SignedEnum));
  EXPECT_FALSE(result.inputs[8].is_choice);
  EXPECT_THAT(result.failures, IsEmpty());
}

TEST(RunTest, WidthsAndBytesFitTheScalar) {
  const fake::Run result = run("AllKinds");
  ASSERT_THAT(result.inputs, SizeIs(19));
  EXPECT_EQ(result.inputs[0].width, 1u);
  EXPECT_EQ(result.inputs[0].bytes, 1u);
  EXPECT_EQ(result.inputs[15].width, 128u);
  EXPECT_EQ(result.inputs[15].bytes, 16u);
  for (const auto& input : result.inputs) EXPECT_EQ(reinterpret_cast<std::uintptr_t>(input.address) % input.bytes, 0u);
}

TEST(RunTest, ReportsFailedAssertions) {
  EXPECT_THAT(run("Fails", {{"arg0", 1}}).failures, IsEmpty());
  const fake::Run result = run("Fails", {{"arg0", 5}});
  ASSERT_THAT(result.failures, SizeIs(2));
  EXPECT_EQ(result.failures[0].file, __FILE__);
  EXPECT_EQ(result.failures[0].line + 1, result.failures[1].line);
  EXPECT_THAT(result.failures[1].message, HasSubstr("too big"));
}

TEST(RunTest, FatalAssertionEndsTheFunction) {
  EXPECT_THAT(run("AssertEnds", {{"arg0", 2}}).failures, SizeIs(1));
  EXPECT_EQ(calls, 0);
}

TEST(RunTest, GivesAnAssumptionAsOneCondition) {
  EXPECT_THAT(run("Assumes", {{"left", 1}, {"right", 1}}).assumptions, ElementsAre(true));
  EXPECT_EQ(calls, 1);
  const fake::Run result = run("Assumes", {{"left", 1}, {"right", 0}});
  EXPECT_THAT(result.assumptions, ElementsAre(false));
  EXPECT_NE(result.discarded_line, 0);
  EXPECT_EQ(calls, 0);
}

TEST(RunTest, SkippingDiscards) {
  EXPECT_NE(run("Skips", {{"arg0", 1}}).discarded_line, 0);
  EXPECT_EQ(run("Skips", {{"arg0", 2}}).discarded_line, 0);
  EXPECT_EQ(calls, 1);
}

TEST(RunTest, FailureIsNotHiddenBySkipping) {
  const fake::Run result = run("FailsAndSkips");
  EXPECT_THAT(result.failures, SizeIs(1));
  EXPECT_EQ(result.discarded_line, 0);
}

TEST(RunTest, FailuresAreReportedAgainAfterADiscardedRun) {
  run("Assumes");
  EXPECT_THAT(run("Fails", {{"arg0", 2}}).failures, SizeIs(1));
}

TEST(RunTest, ReportsUncaughtExceptions) {
  EXPECT_THAT(run("Throws").thrown, IsEmpty());
  EXPECT_THAT(run("Throws", {{"arg0", 1}}).thrown, ElementsAre("St12out_of_range: one"));
  EXPECT_THAT(run("Throws", {{"arg0", 3}}).thrown, ElementsAre("i: "));
}

TEST(RunTest, ExpectedExceptionPasses) {
  const fake::Run expected = run("ThrowsOutOfRange", {{"arg0", 1}});
  EXPECT_THAT(expected.thrown, IsEmpty());
  EXPECT_THAT(expected.failures, IsEmpty());
  EXPECT_THAT(run("ThrowsOutOfRange", {{"arg0", 2}}).thrown, ElementsAre("St13runtime_error: two"));
  const fake::Run nothing = run("ThrowsOutOfRange", {{"arg0", 0}});
  ASSERT_THAT(nothing.failures, SizeIs(1));
  EXPECT_THAT(nothing.failures[0].message, HasSubstr("expected std::logic_error to be thrown"));
}

TEST(RunTest, DefaultsLieInsideTheDomains) {
  const fake::Run result = run("InDomains");
  EXPECT_THAT(result.assumptions, ElementsAre(true, true, true, true, true));
  EXPECT_EQ(result.inputs[0].default_lo, 5u);
  EXPECT_EQ(result.inputs[1].default_lo, 3u);
  EXPECT_EQ(result.inputs[2].default_lo, 1u);
  EXPECT_EQ(result.inputs[4].default_lo, 4u);
  EXPECT_EQ(result.inputs[6].default_lo, 2u);
  EXPECT_EQ(calls, 1);
}

TEST(RunTest, DomainsAreAssumed) {
  EXPECT_EQ(run("InDomains", {{"arg0", 9}, {"arg1", -1}, {"arg3", -1}}).discarded_line, 0);
  EXPECT_NE(run("InDomains", {{"arg0", 4}}).discarded_line, 0);
  EXPECT_NE(run("InDomains", {{"arg0", 10}}).discarded_line, 0);
  EXPECT_NE(run("InDomains", {{"arg1", 5}}).discarded_line, 0);
  EXPECT_NE(run("InDomains", {{"arg2[1]", 0}}).discarded_line, 0);
  EXPECT_NE(run("InDomains", {{"arg3", 0}}).discarded_line, 0);
  EXPECT_NE(run("InDomains", {{"arg4." + kY, 1}}).discarded_line, 0);
}

TEST(RunTest, ChoicesAreInputsAndObservationsArePassedOn) {
  const fake::Run result = run("Chooses", {{"n", 4}, {"p." + kX, 5}});
  EXPECT_THAT(names_of(result), ElementsAre("n", "p." + kX, "p." + kY));
  EXPECT_TRUE(result.inputs[0].is_choice);
  ASSERT_THAT(result.observations, SizeIs(3));
  EXPECT_EQ(result.observations[0].name, "sum");
  EXPECT_EQ(result.observations[0].type, "int");
  EXPECT_EQ(result.observations[0].value, 9u);
  EXPECT_EQ(result.observations[1].name, "p." + kX);
}

TEST(RunTest, EachRunHasAFixtureOfItsOwn) {
  torn_down = destroyed = 0;
  const ForallPut* push = fake::find_put("Stack", "Push");
  EXPECT_THAT(fake::run(push, {{"arg0", 3}}).failures, IsEmpty());
  EXPECT_THAT(fake::run(push, {{"arg0", 3}}).failures, IsEmpty());
  EXPECT_EQ(torn_down, 2);
  EXPECT_EQ(destroyed, 2);
}

TEST(RunTest, FixtureIsTornDownAfterAFailure) {
  torn_down = 0;
  const fake::Run result = fake::run(fake::find_put("Stack", "PushAndFail"));
  ASSERT_THAT(result.failures, SizeIs(1));
  EXPECT_THAT(result.failures[0].message, HasSubstr("depth 1"));
  EXPECT_EQ(torn_down, 1);
  EXPECT_THAT(fake::run(fake::find_put("Stack", "Unsafe")).thrown, ElementsAre("St13runtime_error: unsafe"));
  EXPECT_EQ(torn_down, 2);
}

TEST(RunTest, FailedSetUpKeepsThePutFromRunning) {
  calls = 0;
  EXPECT_THAT(fake::run(fake::find_put("BadSetUp", "Never")).failures, SizeIs(1));
  EXPECT_EQ(calls, 0);
}

}  // namespace

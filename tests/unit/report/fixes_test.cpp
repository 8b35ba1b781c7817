#include "report/fixes.h"

#include <gtest/gtest.h>

namespace forall::report {
namespace {

using abi::LedgerKind;
using testcase::Type;

testcase::Put put_with(std::vector<std::pair<Type::Kind, const char*>> types) {
  testcase::Put put;
  for (const auto& [kind, spelling] : types) {
    Type type;
    type.kind = kind;
    type.spelling = spelling;
    put.parameters.push_back({"p", type});
  }
  return put;
}

std::string fixes(LedgerKind kind, const char* text, const testcase::Put& put = {}) {
  testcase::LedgerLine line;
  line.kind = kind;
  line.text = text;
  return fixes_json(line, put).dump();
}

TEST(FixesTest, ABoundIsDoubled) {
  EXPECT_EQ(fixes(LedgerKind::UnfoldBound, "a loop or recursion was cut after 128 decisions here"),
            R"([{"call":"WithBounds","field":"unfold","value":256}])");
  EXPECT_EQ(fixes(LedgerKind::TimeBound, "stopped after 0.5 seconds with 3 alternatives untried"), "[]");
}

TEST(FixesTest, ALongerStringHasABoundOrADomain) {
  const auto put = put_with({{Type::Kind::Text, "std::string"}, {Type::Kind::Scalar, "int"}});
  EXPECT_EQ(fixes(LedgerKind::LengthBound, "strings of more than 6 elements would take a different path here", put),
            R"x([{"call":"WithBounds","field":"length","value":12},)x"
            R"x({"call":"WithDomains","arguments":["Arbitrary<std::string>().WithMaxSize(6)","Arbitrary<int>()"]}])x");
}

TEST(FixesTest, AParameterOfAClassHasNoDomainThatIsKnown) {
  const auto put = put_with({{Type::Kind::Text, "std::string"}, {Type::Kind::Object, "List"}});
  EXPECT_EQ(fixes(LedgerKind::LengthBound, "strings of more than 6 elements", put),
            R"([{"call":"WithBounds","field":"length","value":12}])");
}

TEST(FixesTest, AnEnvironmentIsTheOneThatHasTheFunction) {
  const auto of = [](const std::string& function) {
    const std::string text =
        "the environment was read, and only its answer in this run was followed (" + function + ")";
    return fixes(LedgerKind::Environment, text.c_str());
  };
  EXPECT_EQ(of("time"), R"([{"call":"SymbolicEnvironment","value":"forall::Time"}])");
  EXPECT_EQ(of("std::chrono::_V2::steady_clock::now"), R"([{"call":"SymbolicEnvironment","value":"forall::Time"}])");
  EXPECT_EQ(of("rand"), R"([{"call":"SymbolicEnvironment","value":"forall::Random"}])");
  EXPECT_EQ(of("getenv"), R"([{"call":"SymbolicEnvironment","value":"forall::Variables"}])");
  EXPECT_EQ(of("gethostname"), "[]");
}

TEST(FixesTest, OtherLinesHaveNone) {
  EXPECT_EQ(fixes(LedgerKind::Vacuous, "no input gets past the assumptions, so nothing was tested"), "[]");
  EXPECT_EQ(fixes(LedgerKind::UnfoldBound, "a loop or recursion was cut here"), "[]");
}

}  // namespace
}  // namespace forall::report

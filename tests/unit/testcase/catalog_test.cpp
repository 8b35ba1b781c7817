#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "testcase/records.h"

namespace forall::testcase {
namespace {

using testing::HasSubstr;

const char* const kFull = R"([{
  "suite": "ListTest", "name": "Add", "namespace": "lists", "file": "list_test.cpp", "line": 12, "is_fixture": true,
  "parameters": [
    {"name": "a", "type": {"kind": "scalar", "spelling": "int", "scalar": "Int", "width": 32}},
    {"name": "p", "type": {"kind": "aggregate", "spelling": "Point", "members": [
      {"name": "x", "type": {"kind": "scalar", "spelling": "short", "scalar": "Short", "width": 16}},
      {"name": "xs", "type": {"kind": "array", "spelling": "std::array<__int128, 4>", "is_std_array": true, "count": 4,
        "element": {"kind": "scalar", "spelling": "__int128", "scalar": "Int128", "width": 128}}}]}}],
  "throws": "std::out_of_range",
  "bounds": {"unfold": 8, "seconds": 1.5},
  "seeds": [{"a": "3", "p.x": "-1", "p.xs[3]": "-170141183460469231731687303715884105728"}, {}]
}])";

TEST(CatalogTest, ReadsEveryField) {
  const std::vector<Put> puts = parse_catalog(kFull);
  ASSERT_EQ(puts.size(), 1u);
  const Put& put = puts[0];
  EXPECT_EQ(put.full_name(), "ListTest.Add");
  EXPECT_EQ(put.file, "list_test.cpp");
  EXPECT_EQ(put.line, 12);
  EXPECT_TRUE(put.is_fixture);
  EXPECT_EQ(put.enclosing_namespace, "lists");
  EXPECT_EQ(put.throws, "std::out_of_range");
  ASSERT_EQ(put.parameters.size(), 2u);
  EXPECT_EQ(put.parameters[0].type.scalar, ScalarKind::Int);
  EXPECT_EQ(put.parameters[0].type.width, 32u);
  const Type& point = put.parameters[1].type;
  ASSERT_EQ(point.kind, Type::Kind::Aggregate);
  ASSERT_EQ(point.members.size(), 2u);
  const Type& xs = point.members[1].type;
  EXPECT_EQ(xs.kind, Type::Kind::Array);
  EXPECT_TRUE(xs.is_std_array);
  EXPECT_EQ(xs.count, 4u);
  ASSERT_EQ(xs.element.size(), 1u);
  EXPECT_EQ(xs.element[0].scalar, ScalarKind::Int128);
}

TEST(CatalogTest, ReadsWhichSuitesDescribeWhichClasses) {
  const std::vector<Put> puts = parse_catalog(R"([
    {"suite": "TableTests", "name": "A", "file": "f", "line": 1, "parameters": [], "is_pure": true},
    {"suite": "BagTest", "name": "B", "file": "f", "line": 2, "parameters": [], "uses": ["TableTests", "KeyTests"]},
    {"axioms": [{"suite": "TableTests", "class": "Table", "index": 0},
                {"suite": "TableTests", "class": "Key", "index": 1}]}])");
  ASSERT_EQ(puts.size(), 2u);
  EXPECT_TRUE(puts[0].is_pure);
  EXPECT_TRUE(puts[0].uses.empty());
  ASSERT_EQ(puts[0].describes.size(), 2u);
  EXPECT_EQ(puts[0].describes[1].spelling, "Key");
  EXPECT_EQ(puts[0].describes[1].index, 1u);
  EXPECT_FALSE(puts[1].is_pure);
  EXPECT_EQ(puts[1].uses, (std::vector<std::string>{"TableTests", "KeyTests"}));
  EXPECT_TRUE(puts[1].describes.empty());
}

TEST(CatalogTest, RefusesAxiomsThatDoNotFit) {
  EXPECT_THROW(parse_catalog(R"([{"axioms": [{"suite": "S", "class": "C", "index": 64}]}])"), base::UserError);
  EXPECT_THROW(parse_catalog(R"([{"axioms": [{"suite": "S", "index": 1}]}])"), base::UserError);
  EXPECT_THROW(parse_catalog(R"([{"axioms": 1}])"), base::UserError);
}

TEST(Catalog, KnowsTheNamesOfEnumerators) {
  const auto puts = parse_catalog(R"([
    {"suite": "S", "name": "P", "file": "f.cpp", "line": 1, "is_fixture": false, "parameters": [], "throws": ""},
    {"enums": [{"type": "ns::Color", "enumerators": "Red=0,Blue=-2"}]}])");
  ASSERT_EQ(puts.size(), 1U);
  EXPECT_EQ(base::find_enumerator(puts[0].enums, "ns::Color", 32, 0xfffffffe), "Blue");
  EXPECT_EQ(base::shown_enumerator(puts[0].enums, "ns::Color", 32, 0), "Color::Red");
  EXPECT_EQ(base::find_enumerator(puts[0].enums, "ns::Color", 32, 1), std::nullopt);
  EXPECT_THROW(parse_catalog(R"([{"enums": [{"type": "Color", "enumerators": "Red"}]}])"), base::UserError);
}

TEST(Catalog, SpellsEnumsOfUnnamedNamespacesAsSourceDoes) {
  const auto puts = parse_catalog(R"([
    {"suite": "S", "name": "P", "file": "f.cpp", "line": 1, "is_fixture": false, "parameters": [], "throws": ""},
    {"enums": [{"type": "ns::(anonymous namespace)::Color", "enumerators": "Red=0"},
               {"type": "(anonymous namespace)::Size", "enumerators": "Small=0"},
               {"type": "Size", "enumerators": "Small=0"},
               {"type": "(anonymous namespace)::Op", "enumerators": "Push=0"},
               {"type": "(anonymous namespace)::Op", "enumerators": "Add=0"},
               {"type": "(anonymous namespace)::Op", "enumerators": "Push=0"}]}])");
  ASSERT_EQ(puts.size(), 1U);
  EXPECT_EQ(base::shown_enumerator(puts[0].enums, "ns::Color", 32, 0), "Color::Red");
  EXPECT_EQ(base::find_enumerator(puts[0].enums, "Size", 32, 0), "Small");
  EXPECT_EQ(base::find_enumerator(puts[0].enums, "Op", 32, 0), std::nullopt);  // which of them?
}

TEST(CatalogTest, ReadsTypesOfEveryKind) {
  const Put put = parse_catalog(R"json([{"suite": "S", "name": "N", "file": "f", "line": 1,
    "parameters": [
      {"name": "s", "type": {"kind": "text", "spelling": "std::string_view", "is_view": true,
        "element": {"kind": "scalar", "spelling": "char", "scalar": "Char", "width": 8}}},
      {"name": "v", "is_reference": true, "type": {"kind": "sequence", "spelling": "std::vector<P>",
        "is_copyable": false, "element": {"kind": "pointer", "spelling": "P", "pointee": "Node",
        "ownership": "unique"}}},
      {"name": "o", "type": {"kind": "optional", "spelling": "std::optional<int>",
        "element": {"kind": "scalar", "spelling": "int", "scalar": "Int", "width": 32}}},
      {"name": "w", "type": {"kind": "variant", "spelling": "std::variant<int, short>", "members": [
        {"name": "0", "type": {"kind": "scalar", "spelling": "int", "scalar": "Int", "width": 32}},
        {"name": "1", "type": {"kind": "scalar", "spelling": "short", "scalar": "Short", "width": 16}}]}},
      {"name": "c", "type": {"kind": "call", "spelling": "List", "callee": "MakeList", "members": []}},
      {"name": "t", "type": {"kind": "candidate", "spelling": "T", "callee": "values({})"}},
      {"name": "head", "type": {"kind": "pointer", "spelling": "Node*", "pointee": "Node"}}],
    "classes": {"Node": {"kind": "object", "spelling": "Node", "has_default": false, "members": [
      {"name": "value_", "type": {"kind": "scalar", "spelling": "short", "scalar": "Short", "width": 16}}]}},
    "origins": [{"type": "Node", "way": "by its state"}, "List: by a constructor"], "bounds": {"length": 9, "objects": 3},
    "seeds": [{"s.size": "1", "s[0]": "-1", "o.has_value": "1", "o.value": "-1", "w.index": "1", "w.1": "-1",
               "t.candidate": "2", "head->value_": "-1"}]}])json")
                      .at(0);
  ASSERT_EQ(put.parameters.size(), 7u);
  EXPECT_TRUE(put.parameters[0].type.is_view);
  EXPECT_TRUE(put.parameters[1].is_reference);
  EXPECT_FALSE(put.parameters[1].type.is_copyable);
  EXPECT_EQ(put.parameters[1].type.element.at(0).ownership, Type::Ownership::Unique);
  EXPECT_EQ(put.parameters[3].type.members.at(1).type.width, 16u);
  EXPECT_EQ(put.parameters[4].type.callee, "MakeList");
  EXPECT_EQ(put.parameters[6].type.pointee, "Node");
  EXPECT_FALSE(put.classes.at("Node").has_default);
  EXPECT_EQ(put.origins, (std::vector<Origin>{{"Node", "by its state"}, {"List", "by a constructor"}}));
  EXPECT_EQ(put.bounds.length, 9u);
  EXPECT_EQ(put.bounds.objects, 3u);
  const NamedValues& seed = put.seeds.at(0);
  EXPECT_EQ(seed.at("s[0]"), (Bits{0xff, 0}));
  EXPECT_EQ(seed.at("w.1"), (Bits{0xffff, 0}));
  EXPECT_EQ(seed.at("head->value_"), (Bits{0xffff, 0}));
}

TEST(CatalogTest, UnsetBoundsStayUnset) {
  const Put put = parse_catalog(kFull).at(0);
  EXPECT_EQ(put.bounds.unfold, 8u);
  EXPECT_EQ(put.bounds.seconds, 1.5);
  EXPECT_EQ(put.bounds.decisions, std::nullopt);
  EXPECT_EQ(put.bounds.runs, std::nullopt);
}

TEST(CatalogTest, SeedsAreCutToTheWidthOfTheirScalar) {
  const Put put = parse_catalog(kFull).at(0);
  ASSERT_EQ(put.seeds.size(), 2u);
  EXPECT_EQ(put.seeds[0].at("a"), (Bits{3, 0}));
  EXPECT_EQ(put.seeds[0].at("p.x"), (Bits{0xffff, 0}));
  EXPECT_EQ(put.seeds[0].at("p.xs[3]"), (Bits{0, 1ULL << 63}));
  EXPECT_TRUE(put.seeds[1].empty());
}

std::string message_of(const std::string& json) {
  try {
    parse_catalog(json);
  } catch (const base::UserError& error) {
    return error.what();
  }
  return "no error";
}

std::string with_seed(const std::string& seed) {
  std::string text = kFull;
  const std::size_t at = text.find("{\"a\": \"3\"");
  return text.substr(0, at) + seed + "]}]";
}

TEST(CatalogTest, SaysWhatDoesNotFit) {
  EXPECT_THAT(message_of("no json"), HasSubstr("not JSON"));
  EXPECT_THAT(message_of("{}"), HasSubstr("not an array"));
  EXPECT_THAT(message_of("[3]"), HasSubstr("an object is expected"));
  EXPECT_THAT(message_of(R"([{"suite": "S"}])"), HasSubstr("'name' is missing"));
  EXPECT_THAT(message_of(R"([{"suite": "S", "name": 3}])"), HasSubstr("'name' has an unexpected value"));
  const std::string head =
      R"([{"suite": "S", "name": "N", "file": "f", "line": 1, "parameters": [{"name": "a", "type": )";
  EXPECT_THAT(message_of(head + R"({"kind": "scalar", "spelling": "int", "scalar": "Quaternion", "width": 32}}]}])"),
              HasSubstr("unknown scalar kind 'Quaternion'"));
  EXPECT_THAT(message_of(head + R"({"kind": "scalar", "spelling": "int", "scalar": "Int", "width": 129}}]}])"),
              HasSubstr("1 to 128"));
  EXPECT_THAT(message_of(head + R"({"kind": "list", "spelling": "int"}}]}])"),
              HasSubstr("unknown kind of type 'list'"));
}

TEST(CatalogTest, SaysWhichSeedDoesNotFit) {
  EXPECT_EQ(message_of(with_seed(R"({"p.xs[0]": "340282366920938463463374607431768211455"})")), "no error");
  EXPECT_THAT(message_of(with_seed(R"({"p.xs[0]": "340282366920938463463374607431768211456"})")),
              HasSubstr("128 bits"));
  for (const char* name : {"b", "p", "p.y", "p.xs", "p.xs[4]", "p.xs[x]", "p.xs[1", "a.x", "a[0]", "p.", "p[", ""}) {
    EXPECT_THAT(message_of(with_seed(std::string("{\"") + name + "\": \"1\"}")), HasSubstr("not a scalar")) << name;
  }
  for (const char* value : {"", "-", "1x", "0x1", "+1", " 1"}) {
    EXPECT_THAT(message_of(with_seed(std::string("{\"a\": \"") + value + "\"}")), HasSubstr("not a number")) << value;
  }
}

}  // namespace
}  // namespace forall::testcase

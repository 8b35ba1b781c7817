#include "testcase/type_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace forall::testcase {
namespace {

using Json = nlohmann::json;
using Kind = Type::Kind;
using ::testing::HasSubstr;

Type scalar(ScalarKind kind, unsigned width) {
  Type type;
  type.spelling = to_string(kind);
  type.scalar = kind;
  type.width = width;
  return type;
}

Type of_kind(Kind kind, const std::string& spelling) {
  Type type;
  type.kind = kind;
  type.spelling = spelling;
  return type;
}

// A class with a member of each kind.
Type everything() {
  const Type number = scalar(ScalarKind::Int, 32);
  Type array = of_kind(Kind::Array, "std::array<int, 3>");
  array.is_std_array = true;
  array.count = 3;
  array.element = {number};
  Type text = of_kind(Kind::Text, "std::string_view");
  text.element = {scalar(ScalarKind::Char, 8)};
  text.is_view = true;
  Type sequence = of_kind(Kind::Sequence, "std::vector<Node>");
  sequence.element = {number};
  sequence.is_copyable = false;
  sequence.callee = "size_";
  Type optional = of_kind(Kind::Optional, "std::optional<int>");
  optional.element = {number};
  Type variant = of_kind(Kind::Variant, "std::variant<int>");
  variant.members = {{"0", number}};
  Type call = of_kind(Kind::Call, "List");
  call.callee = "make_list";
  Type pointer = of_kind(Kind::Pointer, "Node*");
  pointer.pointee = "Node";
  pointer.ownership = Type::Ownership::Shared;
  Type candidate = of_kind(Kind::Candidate, "Shape");
  candidate.callee = "make({})";
  Type result = of_kind(Kind::Object, "All");
  result.has_default = false;
  result.members = {{"array", array},
                    {"text", text},
                    {"sequence", sequence},
                    {"optional", optional},
                    {"variant", variant},
                    {"call", call},
                    {"pointer", pointer},
                    {"candidate", candidate},
                    {"made", of_kind(Kind::Made, "Made")},
                    {"aggregate", of_kind(Kind::Aggregate, "Empty")}};
  return result;
}

TEST(TypeJson, KeepsEveryFieldOfEveryKind) {
  const Json json = type_to_json(everything());
  const Type read = type_from_json(json, "p");
  EXPECT_EQ(type_to_json(read), json);
  ASSERT_EQ(read.members.size(), 10U);
  EXPECT_FALSE(read.has_default);
  const auto member = [&](const char* name) {
    for (const Type::Member& each : read.members) {
      if (each.name == name) return each.type;
    }
    throw std::out_of_range(name);
  };
  EXPECT_TRUE(member("array").is_std_array);
  EXPECT_EQ(member("array").count, 3U);
  EXPECT_TRUE(member("text").is_view);
  EXPECT_EQ(member("text").element.at(0).scalar, ScalarKind::Char);
  EXPECT_FALSE(member("sequence").is_copyable);
  EXPECT_EQ(member("sequence").callee, "size_");
  EXPECT_EQ(member("optional").element.at(0).width, 32U);
  EXPECT_EQ(member("variant").members.at(0).name, "0");
  EXPECT_EQ(member("call").callee, "make_list");
  EXPECT_EQ(member("pointer").pointee, "Node");
  EXPECT_EQ(member("pointer").ownership, Type::Ownership::Shared);
  EXPECT_EQ(member("candidate").callee, "make({})");
  EXPECT_EQ(member("made").kind, Kind::Made);
  EXPECT_EQ(member("aggregate").kind, Kind::Aggregate);
}

TEST(TypeJson, KeepsEveryScalar) {
  for (unsigned i = 0; i <= static_cast<unsigned>(ScalarKind::Pointer); ++i) {
    const auto kind = static_cast<ScalarKind>(i);
    const Type read = type_from_json(type_to_json(scalar(kind, 64)), "p");
    EXPECT_EQ(read.scalar, kind) << to_string(kind);
    EXPECT_EQ(read.width, 64U);
  }
}

// What databases hold that were written before there was one form.
TEST(TypeJson, ReadsTheFormOfOlderDatabases) {
  const Json old = Json::parse(R"({"spelling": "Point", "members": [
    {"name": "x", "type": {"spelling": "unsigned long", "scalar": "unsigned long", "width": 64}},
    {"name": "ys", "type": {"spelling": "std::array<int, 2>", "count": 2, "std": true,
                            "element": {"spelling": "int", "scalar": "int", "width": 32}}},
    {"name": "s", "type": {"spelling": "std::string", "kind": "text",
                           "element": {"spelling": "char", "scalar": "char", "width": 8}}},
    {"name": "o", "type": {"spelling": "Shape", "kind": "object"}}]})");
  const Type type = type_from_json(old, "p");
  EXPECT_EQ(type.kind, Kind::Aggregate);
  ASSERT_EQ(type.members.size(), 4U);
  EXPECT_EQ(type.members[0].type.kind, Kind::Scalar);
  EXPECT_EQ(type.members[0].type.scalar, ScalarKind::ULong);
  EXPECT_EQ(type.members[1].type.kind, Kind::Array);
  EXPECT_TRUE(type.members[1].type.is_std_array);
  EXPECT_EQ(type.members[1].type.count, 2U);
  EXPECT_EQ(type.members[2].type.element.at(0).scalar, ScalarKind::Char);
  EXPECT_EQ(type.members[3].type.kind, Kind::Object);
}

std::string message_of(const char* json) {
  try {
    type_from_json(Json::parse(json), "p");
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(TypeJson, SaysWhereItDoesNotFit) {
  EXPECT_EQ(message_of("3"), "p: an object is expected");
  EXPECT_EQ(message_of(R"({"kind": "scalar", "spelling": "int", "scalar": "Int"})"), "p: 'width' is missing");
  EXPECT_THAT(message_of(R"({"kind": "scalar", "spelling": "int", "scalar": "int", "width": 32})"),
              HasSubstr("unknown scalar kind 'int'"));
  EXPECT_EQ(message_of(R"({"kind": "aggregate", "spelling": "P", "members": [{"name": "x", "type": {}}]})"),
            "p.x: 'spelling' is missing");
  EXPECT_THAT(message_of(R"({"kind": "pointer", "spelling": "T*", "pointee": "T", "ownership": "mine"})"),
              HasSubstr("unknown ownership 'mine'"));
}

}  // namespace
}  // namespace forall::testcase

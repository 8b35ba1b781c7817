#include "report/value.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/report.h"
#include "report/text.h"

namespace forall::report {
namespace {

using testcase::Case;
using testcase::Put;
using testcase::ScalarKind;
using testcase::Type;
using Kind = Type::Kind;

Type type_of(Kind kind, const char* spelling) {
  Type type;
  type.kind = kind;
  type.spelling = spelling;
  return type;
}
Type scalar(ScalarKind kind, unsigned width, const char* spelling) {
  Type type = type_of(Kind::Scalar, spelling);
  type.scalar = kind;
  type.width = width;
  return type;
}
Type number() { return scalar(ScalarKind::Int, 32, "int"); }
Type holding(Kind kind, const char* spelling, Type element) {
  Type type = type_of(kind, spelling);
  type.element.push_back(std::move(element));
  return type;
}
Type string_type() { return holding(Kind::Text, "std::string", scalar(ScalarKind::Char, 8, "char")); }
Type with_members(Kind kind, const char* spelling, std::vector<Type::Member> members) {
  Type type = type_of(kind, spelling);
  type.members = std::move(members);
  return type;
}
Type pointer() {
  Type type = type_of(Kind::Pointer, "Node*");
  type.pointee = "Node";
  return type;
}

testcase::InputValue input(std::string name, std::uint64_t value) {
  testcase::InputValue result;
  result.name = std::move(name);
  result.type = "int";
  result.width = 32;
  result.value.lo = value;
  return result;
}
testcase::InputValue pointing(std::string name, std::string target) {
  testcase::InputValue result = input(std::move(name), target.empty() ? 0 : 0x1000);
  result.kind = ScalarKind::Pointer;
  result.width = 64;
  result.target = std::move(target);
  return result;
}
void add_text(Case& c, const std::string& name, const std::string& text) {
  c.inputs.push_back(input(name + ".size", text.size()));
  for (std::size_t i = 0; i < text.size(); ++i) {
    c.inputs.push_back(input(name + "[" + std::to_string(i) + "]", static_cast<unsigned char>(text[i])));
  }
}

Put list_put(std::vector<testcase::Parameter> parameters) {
  Put put;
  put.parameters = std::move(parameters);
  put.classes["Node"] = with_members(Kind::Aggregate, "Node", {{"value", number()}, {"next", pointer()}});
  return put;
}

TEST(InputsText, ShowsOneValueForEachParameter) {
  Put put;
  const Type entry = with_members(Kind::Aggregate, "std::pair<const std::string, int>",
                                  {{"first", string_type()}, {"second", number()}});
  put.parameters = {{"s", string_type()},
                    {"v", holding(Kind::Sequence, "std::vector<int>", number())},
                    {"p", with_members(Kind::Aggregate, "Point", {{"x", number()}, {"y", number()}})},
                    {"o", holding(Kind::Optional, "std::optional<int>", number())},
                    {"m", holding(Kind::Sequence, "std::map<std::string, int>", entry)},
                    {"c", with_members(Kind::Call, "Matrix", {{"0", number()}})}};
  put.parameters[5].type.callee = "make_matrix";
  Case c;
  c.inputs = {input("v.size", 2), input("v[0]", 1),   input("v[1]", 2), input("v[2]", 9),
              input("p.y", 5),    input("m.size", 1), input("c.0", 3),  input("m[0].second", 7)};
  add_text(c, "s", "a\"b\n");
  add_text(c, "m[0].first", "k");
  EXPECT_EQ(inputs_text(put, c),
            R"(s = "a\"b\n", v = {1, 2}, p = {x: 0, y: 5}, o = nullopt, m = {"k": 7}, c = make_matrix(3))");
}

TEST(InputsText, ShowsObjectsWhereTheyAreMadeAndAliasesByName) {
  const Type node = list_put({}).classes.at("Node");
  const Put put = list_put({{"head", pointer()}, {"a", node, true}, {"b", node, true}, {"end", pointer()}});
  Case c;
  c.inputs = {pointing("head", "*head"),
              input("head->value", 1),
              pointing("head->next", "*head->next"),
              input("head->next->value", 2),
              pointing("head->next->next", "*head"),
              pointing("a.next", "a"),
              pointing("&b", "a"),
              pointing("end", "*end")};
  c.objects = {{"*head", "Node"}, {"a", "Node"}, {"*head->next", "Node"}};
  EXPECT_EQ(inputs_text(put, c),
            "head = {value: 1, next: {value: 2, next: head}}, a = {value: 0, next: &a}, b = the object a, "
            "end = any Node");
  c.inputs[0] = pointing("head", "");
  EXPECT_EQ(inputs_text(put, c).substr(0, 11), "head = null");
}

TEST(InputsText, NamesTheDynamicTypeOfAnObject) {
  Put put = list_put({{"head", pointer()}});
  put.classes["Leaf"] = with_members(Kind::Object, "Leaf", {{"color_", number()}});
  Case c;
  c.inputs = {pointing("head", "*head"), input("head->color_", 3)};
  c.objects = {{"*head", "Leaf"}};
  EXPECT_EQ(inputs_text(put, c), "head = Leaf{color_: 3}");
}

TEST(CaseText, PutsInputsTogetherWhereItKnowsThePut) {
  Put put;
  put.parameters = {{"s", string_type()}};
  Case c;
  c.put = "S.N";
  add_text(c, "s", "hi");
  EXPECT_NE(case_text(c, {}, &put).find("input     std::string s = \"hi\"\n"), std::string::npos)
      << case_text(c, {}, &put);
  EXPECT_NE(case_text(c, {}).find("input     int s.size = 2\n"), std::string::npos) << case_text(c, {});
}

TEST(CaseJson, HasInputsValuesAndObjects) {
  const Put put = list_put({{"head", pointer()}});
  Case c;
  c.inputs = {pointing("head", "*head"), input("head->value", 3), pointing("head->next", "")};
  c.objects = {{"*head", "Node"}};
  const auto json = nlohmann::json::parse(case_json(c, &put));
  EXPECT_EQ(json["values"][0]["text"], "{value: 3, next: null}");
  EXPECT_EQ(json["values"][0]["type"], "Node*");
  EXPECT_EQ(json["inputs"][0]["target"], "*head");
  EXPECT_TRUE(json["inputs"][2]["target"].is_null());
  EXPECT_EQ(json["objects"][0]["type"], "Node");
  EXPECT_FALSE(nlohmann::json::parse(case_json(c)).contains("values"));
}

TEST(PutText, SaysHowObjectsAreMade) {
  testcase::Result result;
  result.put.suite = "S";
  result.put.name = "N";
  result.put.origins = {{"List", "by its state"}};
  EXPECT_NE(put_text(result, {}).find("\n  List: by its state\n"), std::string::npos) << put_text(result, {});
}

}  // namespace
}  // namespace forall::report

#include "testcase/value.h"

#include <gtest/gtest.h>

#include "testcase/names.h"

namespace forall::testcase {
namespace {

Type type_of(Type::Kind kind, const char* spelling) {
  Type type;
  type.kind = kind;
  type.spelling = spelling;
  return type;
}
Type number() {
  Type type = type_of(Type::Kind::Scalar, "int");
  type.width = 32;
  return type;
}
Type pointer(const char* pointee) {
  Type type = type_of(Type::Kind::Pointer, "Node*");
  type.pointee = pointee;
  return type;
}
Type container(Type::Kind kind, const char* spelling, const Type& element) {
  Type type = type_of(kind, spelling);
  type.element.push_back(element);
  return type;
}

InputValue input(const char* name, std::uint64_t value) {
  InputValue result;
  result.name = name;
  result.width = 32;
  result.value.lo = value;
  return result;
}
InputValue pointing(const char* name, const char* target) {
  InputValue result;
  result.name = name;
  result.kind = ScalarKind::Pointer;
  result.width = 64;
  result.target = target;
  return result;
}

Put list_put() {
  Put put;
  Type node = type_of(Type::Kind::Aggregate, "Node");
  node.members = {{"value", number()}, {"next", pointer("Node")}};
  put.classes.emplace("Node", node);
  return put;
}

TEST(Names, AreTheExpressionsOfThePlaces) {
  EXPECT_EQ(member_name("p", "x"), "p.x");
  EXPECT_EQ(member_name("*head", "next"), "head->next");
  EXPECT_EQ(element_name("a", 3), "a[3]");
  EXPECT_EQ(element_name("*p", 3), "(*p)[3]");
  EXPECT_EQ(object_name("head"), "*head");
  EXPECT_EQ(object_name("&list"), "list");
}

TEST(Values, OfATextAreItsCharactersUpToItsSize) {
  Put put;
  put.parameters = {{"s", container(Type::Kind::Text, "std::string", number())}};
  Case c;
  c.inputs = {input("s.size", 2), input("s[0]", 'a'), input("s[1]", 'b'), input("s[2]", 'c')};
  const Values values = values_of(put, c);
  ASSERT_EQ(values.arguments.size(), 1u);
  ASSERT_EQ(values.arguments[0].value.parts.size(), 2u);
  EXPECT_EQ(values.arguments[0].value.parts[1].bits.lo, 'b');
  c.inputs[0].value.lo = ~0ULL;
  EXPECT_LT(values_of(put, c).arguments[0].value.parts.size(), 10000u);
}

TEST(Values, OfOptionalsAndVariantsAreWhatTheyHold) {
  Put put;
  Type variant = type_of(Type::Kind::Variant, "std::variant<int, int>");
  variant.members = {{"0", number()}, {"1", number()}};
  put.parameters = {{"o", container(Type::Kind::Optional, "std::optional<int>", number())}, {"v", variant}};
  Case c;
  c.inputs = {input("o.value", 7), input("v.index", 1), input("v.1", 9)};
  Values values = values_of(put, c);
  EXPECT_TRUE(values.arguments[0].value.parts.empty());
  EXPECT_EQ(values.arguments[1].value.bits.lo, 1u);
  EXPECT_EQ(values.arguments[1].value.parts.at(0).bits.lo, 9u);
  c.inputs.push_back(input("o.has_value", 1));
  values = values_of(put, c);
  EXPECT_EQ(values.arguments[0].value.parts.at(0).bits.lo, 7u);
}

TEST(Values, FollowPointersThroughCyclesOnce) {
  Put put = list_put();
  put.parameters = {{"head", pointer("Node")}, {"other", pointer("Node")}};
  Case c;
  c.inputs = {pointing("head", "*head"),
              input("head->value", 1),
              pointing("head->next", "*head->next"),
              input("head->next->value", 2),
              pointing("head->next->next", "*head"),
              pointing("other", "*head->next")};
  c.objects = {{"*head", "Node"}, {"*other", "Node"}, {"*head->next", "Node"}};
  const Values values = values_of(put, c);
  ASSERT_EQ(values.objects.size(), 2u);  // an object that nothing points to is not part of the case
  EXPECT_EQ(values.objects[0].name, "*head");
  EXPECT_EQ(values.objects[0].pointers, 2u);
  EXPECT_EQ(values.objects[1].name, "*head->next");
  EXPECT_TRUE(values.objects[1].is_built);
  EXPECT_EQ(values.objects[1].value.parts.at(1).target, "*head");
  EXPECT_EQ(values.find("*other"), nullptr);
}

TEST(Values, KnowObjectsThatNobodyLookedInto) {
  Put put = list_put();
  put.parameters = {{"head", pointer("Node")}};
  Case c;
  c.inputs = {pointing("head", "*head")};
  const Values values = values_of(put, c);
  ASSERT_EQ(values.objects.size(), 1u);
  EXPECT_FALSE(values.objects[0].is_built);
  EXPECT_EQ(values.objects[0].type, "Node");
}

TEST(Values, OfAReferenceMayBeAnotherArgument) {
  Put put = list_put();
  put.parameters = {{"a", put.classes.at("Node"), true}, {"b", put.classes.at("Node"), true}};
  Case c;
  c.inputs = {input("a.value", 4), pointing("a.next", ""), pointing("&b", "a")};
  c.objects = {{"a", "Node"}};
  const Values values = values_of(put, c);
  EXPECT_EQ(values.arguments[0].alias, "");
  EXPECT_EQ(values.arguments[0].value.parts.at(0).bits.lo, 4u);
  EXPECT_EQ(values.arguments[1].alias, "a");
  ASSERT_EQ(values.objects.size(), 1u);
  EXPECT_EQ(values.objects[0].pointers, 1u);
}

TEST(Values, HaveTheDynamicTypeOfTheirObject) {
  Put put = list_put();
  Type circle = type_of(Type::Kind::Aggregate, "Circle");
  circle.members = {{"radius", number()}};
  put.classes.emplace("Circle", circle);
  put.parameters = {{"shape", type_of(Type::Kind::Aggregate, "Shape"), true}};
  Case c;
  c.inputs = {input("shape.radius", 3)};
  c.objects = {{"shape", "Circle"}};
  const Values values = values_of(put, c);
  EXPECT_EQ(values.arguments[0].value.type->spelling, "Circle");
  EXPECT_EQ(values.arguments[0].value.parts.at(0).bits.lo, 3u);
}

ObservedValue observed(const char* name, std::uint64_t value) {
  ObservedValue result;
  result.name = name;
  result.width = 32;
  result.value.lo = value;
  return result;
}

// int read(int* out, int count) and void close().
Put mock_put() {
  Type read = type_of(Type::Kind::Method, "int (int *, int)");
  read.members = {{"result", number()}, {"out", number()}, {"count", number()}};
  Type close = type_of(Type::Kind::Method, "void ()");
  close.members = {{"result", type_of(Type::Kind::Made, "void")}};
  Type mock = type_of(Type::Kind::Mock, "AnyIFile");
  mock.pointee = "IFile";
  mock.members = {{"read()", read}, {"close()", close}};
  Put put;
  put.classes.emplace("AnyIFile", mock);
  put.parameters.push_back({"f", type_of(Type::Kind::Object, "IFile"), true});
  return put;
}
Case mock_case() {
  Case c;
  c.objects = {{"f", "AnyIFile"}};
  c.inputs = {input("f.read()", 1), input("f.read().out[0]", 7), input("f.read()#2", 3), input("f.read()#2.out", 9)};
  for (InputValue& each : c.inputs) each.is_choice = true;
  c.observations = {observed("f.read()", 0),   observed("f.read().count", 4),   observed("own", 5),
                    observed("f.read()#2", 0), observed("f.read()#2.count", 2), observed("f.close()", 1)};
  return c;
}

TEST(MockCalls, AreReadInTheirOrder) {
  const Put put = mock_put();
  const Case c = mock_case();
  const Values values = values_of(put, c);
  ASSERT_EQ(values.calls.size(), 3U);
  EXPECT_EQ(values.calls[0].object, "f");
  EXPECT_EQ(values.calls[0].method->name, "read()");
  EXPECT_EQ(values.calls[0].result.bits.lo, 1U);
  EXPECT_EQ(values.calls[1].result.bits.lo, 3U);
  EXPECT_EQ(values.calls[1].arguments[1].bits.lo, 2U);
  EXPECT_EQ(values.calls[1].arguments[0].type, nullptr);
  EXPECT_EQ(values.calls[2].result.type, nullptr);
}

TEST(MockCalls, KnowWhatTheyWrote) {
  const Put put = mock_put();
  const Case c = mock_case();
  const Values values = values_of(put, c);
  ASSERT_EQ(values.calls[0].written.size(), 1U);
  EXPECT_TRUE(values.calls[0].written[0].is_array);
  EXPECT_EQ(values.calls[0].written[0].values[0].bits.lo, 7U);
  ASSERT_EQ(values.calls[1].written.size(), 1U);
  EXPECT_FALSE(values.calls[1].written[0].is_array);
  EXPECT_EQ(values.calls[1].written[0].values[0].bits.lo, 9U);
}

TEST(MockCalls, OwnObservationsAreThoseOfTheTest) {
  const Put put = mock_put();
  const Case c = mock_case();
  const Values values = values_of(put, c);
  const std::vector<ObservedValue> own = own_observations(values, c);
  ASSERT_EQ(own.size(), 1U);
  EXPECT_EQ(own[0].name, "own");
  EXPECT_TRUE(is_of_mock(values, c.inputs[1]));
  EXPECT_FALSE(is_of_mock(values, input("g.read()", 1)));
}

}  // namespace
}  // namespace forall::testcase

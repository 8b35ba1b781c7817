#include "frontend/read_class.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "sample.h"

namespace forall::frontend {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

ClassModel read(const std::string& text, const std::string& name) {
  const SampleHeader header(text);
  return read_class(header.source(), name);
}

const Member& member(const ClassModel& model, const std::string& name) {
  for (const Member& each : model.members) {
    if (each.name == name) return each;
  }
  throw std::runtime_error("no member " + name);
}

std::vector<std::string> names(const std::vector<Member>& members) {
  std::vector<std::string> result;
  for (const Member& each : members) result.push_back(each.name);
  return result;
}

TEST(ReadIndex, HasTheClassesOfTheFileAndNotOfOthers) {
  const Parsed parsed = parse_sample(
      "#include <string>\n"
      "namespace a { class Shape; template <class T> class Stack { struct Node; }; template <> class Stack<bool>; }\n"
      "extern \"C\" { struct Plain { int x; }; }\n"
      "namespace { class Hidden {}; }\n"
      "typedef struct { int x; } Old; using Text = std::string;\n"
      "inline void f() { struct Local {}; }\n");
  EXPECT_THAT(read_index(parsed).names(),
              ElementsAre("a::Shape", "a::Stack", "a::Stack::Node", "Plain", "Old", "Text"));
  EXPECT_TRUE(read_index(parsed).find(split_name("Stack<int>")).front()->is_template);
  EXPECT_TRUE(read_index(parsed).find(split_name("Text")).front()->is_alias);
}

TEST(ReadClass, TypesAreWhatTheCompilerMakesOfThem) {
  const ClassModel model = read(
      "class Part { int x; }; class Far; enum class Mode { on }; struct Pair { int a; int b; }; using Count = "
      "unsigned;\n"
      "class A { Count count; const Mode mode; Part part; Pair pairs[2][3]; Far* far; const Part* near; void* any;\n"
      "  void (*call)(int); int A::* inside; Part& reference; signed char small; char letter; double real; };\n",
      "A");
  const auto kind = [&](const char* name) { return member(model, name).facts.kind; };
  EXPECT_EQ(kind("count"), TypeKind::Number);
  EXPECT_EQ(kind("mode"), TypeKind::Scalar);
  EXPECT_EQ(kind("part"), TypeKind::Class);
  EXPECT_EQ(kind("far"), TypeKind::Pointer);
  EXPECT_EQ(kind("call"), TypeKind::Function);
  EXPECT_EQ(kind("inside"), TypeKind::Function);
  EXPECT_EQ(kind("small"), TypeKind::Number);
  EXPECT_EQ(kind("letter"), TypeKind::Scalar);
  EXPECT_EQ(kind("real"), TypeKind::Scalar);
  EXPECT_EQ(member(model, "count").type, "Count");
  EXPECT_EQ(member(model, "count").facts.spelling, "unsigned int");
  EXPECT_TRUE(member(model, "mode").is_const);
  EXPECT_FALSE(member(model, "part").facts.is_aggregate);
  EXPECT_TRUE(member(model, "pairs").is_array);
  EXPECT_TRUE(member(model, "pairs").facts.is_aggregate);
  EXPECT_EQ(member(model, "pairs").facts.spelling, "Pair");
  EXPECT_FALSE(member(model, "far").pointee.is_complete);
  EXPECT_TRUE(member(model, "near").pointee.is_complete);
  EXPECT_EQ(member(model, "near").pointee.spelling, "Part");
  EXPECT_EQ(member(model, "any").pointee.kind, TypeKind::Void);
  EXPECT_TRUE(member(model, "reference").is_reference);
}

TEST(ReadClass, AnInstanceOfATemplateIsMade) {
  const ClassModel model = read(
      "namespace a { struct Item { int x; };\n"
      "template <class T> class Box { T* items; struct Node { T value; }; Node node; Box<long>* other; }; }\n",
      "Box<Item>");
  EXPECT_EQ(model.name, "a::Box<a::Item>");
  EXPECT_EQ(model.arguments, "<Item>");
  EXPECT_EQ(member(model, "items").pointee.spelling, "a::Item");
  EXPECT_TRUE(member(model, "node").facts.is_aggregate);
  EXPECT_TRUE(member(model, "other").pointee.is_complete);
}

TEST(ReadClass, MembersOfBasesComeFirst) {
  const ClassModel model = read(
      "struct Top { int top; }; class Left : public virtual Top { int left; }; class Right : public virtual Top { int "
      "left; };\n"
      "class Low : public Left, Right { union { int one; long other; }; int bit : 3; int : 2; protected: int low; };\n",
      "Low");
  EXPECT_THAT(names(model.members), ElementsAre("top", "left", "left", "one", "other", "bit", "low"));
  EXPECT_TRUE(model.has_virtual_base);
  EXPECT_TRUE(model.members[1].is_hidden);
  EXPECT_TRUE(model.members[2].is_in_inaccessible_base);
  EXPECT_EQ(model.members[2].declared_in, "Right");
  EXPECT_EQ(member(model, "other").overlaps, "one");
  EXPECT_TRUE(member(model, "bit").is_bit_field);
  EXPECT_EQ(member(model, "low").access, Access::Protected);
}

TEST(ReadClass, ConstructorsAreThoseThatOtherCodeCanCall) {
  const ClassModel model = read(
      "class A final { struct Secret {}; public: enum Kind { k }; A(const Kind& kind, int); explicit A(Secret); "
      "A(const A&);\n"
      "  A(long) = delete; template <class T> A(T, T, T); private: A(char); void* p; };\n",
      "A");
  ASSERT_EQ(model.constructors.size(), 1U);
  EXPECT_EQ(model.constructors[0].parameters[0].type, "A::Kind");
  EXPECT_EQ(model.constructors[0].parameters[0].name, "kind");
  EXPECT_FALSE(model.is_default_constructible);
  EXPECT_TRUE(read("class B { int a; };", "B").is_default_constructible);
  EXPECT_FALSE(read("class B { B(); int a; };", "B").is_default_constructible);
}

TEST(ReadClass, TypesOfConstructorsMayBeTemplates) {
  const ClassModel model = read(
      "template <class T, class... More> struct Box { T* t; };\n"
      "class A { struct Secret {}; public: A(Box<int, long>); A(const Box<Box<int>>&, int); A(Box<int, Secret>); };\n",
      "A");
  ASSERT_EQ(model.constructors.size(), 2U);
  EXPECT_EQ(model.constructors[0].parameters[0].type, "Box<int, long>");
  EXPECT_EQ(model.constructors[1].parameters[0].type, "Box<Box<int>>");
  EXPECT_TRUE(model.constructors[0].parameters[0].facts.is_aggregate);
}

TEST(ReadClass, MethodsAreAsTheClassDeclaresThem) {
  const ClassModel model = read(
      "using Count = unsigned;\n"
      "class A { public: A(); virtual ~A(); Count size() const; static A make(const A& from, int[3]);\n"
      "  template <class T> void any(T); protected: virtual void draw() = 0; };\n",
      "A");
  ASSERT_EQ(model.methods.size(), 3U);
  EXPECT_EQ(model.methods[0].name, "size");
  EXPECT_EQ(model.methods[0].result, "Count");
  EXPECT_TRUE(model.methods[0].is_const);
  EXPECT_EQ(model.methods[0].access, Access::Public);
  EXPECT_TRUE(model.methods[1].is_static);
  ASSERT_EQ(model.methods[1].parameters.size(), 2U);
  EXPECT_EQ(model.methods[1].parameters[0].name, "from");
  EXPECT_EQ(model.methods[1].parameters[0].type, "const A &");
  EXPECT_EQ(model.methods[1].parameters[1].type, "int[3]");
  EXPECT_TRUE(model.methods[2].is_virtual && model.methods[2].is_pure);
  EXPECT_EQ(model.methods[2].access, Access::Protected);
}

TEST(ReadClass, SubtypesDeriveInPublicAndAreNotAbstract) {
  const std::string text =
      "struct Shape { virtual ~Shape(); virtual int area() = 0; }; struct Square : Shape { int area(); };\n"
      "struct Middle : Shape {}; struct Low : Middle { int area(); }; class Secret : Shape { int area(); };\n"
      "template <class T> struct Any : Shape { int area(); };\n";
  EXPECT_THAT(read(text, "Shape").subtypes, ElementsAre("Square", "Low"));
  EXPECT_THAT(read(text, "Square").subtypes, IsEmpty());
}

TEST(ReadClass, WhatIsNoClassIsAnError) {
  const std::string text =
      "namespace a { class Stack {}; } namespace b { class Stack {}; } class Far; union U { int a; };\n"
      "template <class T> class Box { typename T::type x; }; class Out { class In {}; }; enum E { e };\n";
  const auto error = [&](const char* name, const char* message) {
    EXPECT_THAT([&] { read(text, name); }, ThrowsMessage<base::UserError>(HasSubstr(message)));
  };
  error("Stak", "did you mean a::Stack");
  error("Stack", "several classes named Stack");
  error("Far", "only declared");
  error("U", "is a union");
  error("E", "is not a class");
  error("Box", "is a class template");
  error("Box<int>", "type 'int' cannot be used prior to '::'");
  error("Out::In", "is private or protected");
}

}  // namespace
}  // namespace forall::frontend

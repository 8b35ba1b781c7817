#include "frontend/state_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace forall::frontend {
namespace {

using testing::HasSubstr;
using testing::Not;

Member member(const std::string& name, TypeKind kind = TypeKind::Number) {
  return {
      .name = name, .type = "T", .declared_in = "ns::C", .facts = {.kind = kind, .spelling = "T", .is_complete = true}};
}
Member pointer(const std::string& name, TypeFacts to) {
  Member result = member(name, TypeKind::Pointer);
  result.pointee = std::move(to);
  return result;
}

ClassModel model(std::vector<Member> members) {
  return {.name = "ns::C",
          .spelling = "ns::C",
          .simple_name = "C",
          .is_default_constructible = true,
          .members = std::move(members)};
}

std::string source(ClassModel of) { return state_source(plan_state(std::move(of)), {.header = "c.h"}); }

TEST(StateSource, ListsTheMembersBelowTheIncludes) {
  const std::string text = source(model({member("a_"), member("b_", TypeKind::Scalar)}));
  EXPECT_THAT(text, HasSubstr("#include <forall/forall.h>\n\n#include \"c.h\"\n"));
  EXPECT_THAT(text, HasSubstr("\nFORALL_STATE(ns::C, a_, b_);\n"));
  EXPECT_THAT(text, HasSubstr("\nFORALL_INVARIANT(ns::C, [](const ns::C& /*object*/) { return true; });\n"));
}

TEST(StateSource, TheInvariantCanBeLeftOut) {
  EXPECT_THAT(state_source(plan_state(model({member("a_")})), {.header = "c.h", .invariant = false}),
              Not(HasSubstr("FORALL_INVARIANT")));
}

TEST(StateSource, AnArrayTakesItsCountAlong) {
  const std::string text = source(model(
      {pointer("items_", {.kind = TypeKind::Number, .is_complete = true}), member("size_"), member("capacity_")}));
  EXPECT_THAT(text, HasSubstr("FORALL_STATE(ns::C, array_of(items_, capacity_), size_);"));
  EXPECT_THAT(text, HasSubstr("guessed from the names"));
  EXPECT_THAT(text, HasSubstr("// Perhaps: FORALL_MEMBER(object, size_) <= FORALL_MEMBER(object, capacity_)"));
}

TEST(StateSource, ATemplateGetsAnAlias) {
  ClassModel of = model({member("a_")});
  of.name = "ns::C<int, long>";
  of.arguments = "<int, long>";
  const std::string text = source(of);
  EXPECT_THAT(text, HasSubstr("using COfIntAndLong = ns::C<int, long>;\n"));
  EXPECT_THAT(text, HasSubstr("FORALL_STATE(COfIntAndLong, a_);"));
}

TEST(StateSource, BitFieldsAndReferencesStopTheCompilerUntilTheUserDecides) {
  ClassModel of = model({member("a_"), member("flag_"), member("link_")});
  of.members[1].is_bit_field = true;
  of.members[2].is_reference = true;
  const std::string text = source(of);
  EXPECT_THAT(text, HasSubstr("#error \"flag_ is a bit-field"));
  EXPECT_THAT(text, HasSubstr("#error \"link_ is a reference"));
  EXPECT_THAT(text, HasSubstr("FORALL_STATE(ns::C, a_);"));
}

TEST(StateSource, WhatCannotBeListedIsNamed) {
  ClassModel of = model({member("a_"), member("hidden_"), member("private_"), member("second_"),
                         member("call_", TypeKind::Function), pointer("any_", {.kind = TypeKind::Void}),
                         pointer("impl_", {.kind = TypeKind::Class}), member("mutex_", TypeKind::Class)});
  of.members[1].is_hidden = true;
  of.members[2].is_in_inaccessible_base = true;
  of.members[3].overlaps = "a_";
  of.members[7].facts.spelling = "std::mutex";
  const std::string text = source(of);
  for (const char* name : {"hidden_", "private_", "second_", "call_", "any_", "impl_", "mutex_"})
    EXPECT_THAT(text, HasSubstr(std::string("// Not listed: ") + name));
  EXPECT_THAT(text, HasSubstr("FORALL_STATE(ns::C, a_);"));
}

TEST(StateSource, ClassesOfTheLibraryThatAreInputsAreListed) {
  ClassModel of = model({member("text_", TypeKind::Class), member("numbers_", TypeKind::Class)});
  of.members[0].facts.spelling = "std::basic_string<char>";
  of.members[1].facts.spelling = "std::vector<int>";
  EXPECT_THAT(source(of), HasSubstr("FORALL_STATE(ns::C, text_, numbers_);"));
}

TEST(StateSource, AMemberWithPrivateMembersNeedsAStateOfItsOwn) {
  ClassModel of = model({member("part_", TypeKind::Class)});
  of.members[0].facts.spelling = "ns::Part";
  EXPECT_THAT(source(of), HasSubstr("// part_ is a ns::Part, a class that needs a FORALL_STATE of its own"));
}

TEST(StateSource, AggregatesNeedNothing) {
  ClassModel of = model({member("x")});
  of.is_aggregate = true;
  EXPECT_THAT(source(of), HasSubstr("needs no FORALL_STATE"));
  EXPECT_THAT(source(of), Not(HasSubstr("FORALL_STATE(")));
}

TEST(StateSource, AnAbstractClassIsItsSubtypes) {
  ClassModel of = model({member("color_")});
  of.is_abstract = of.is_polymorphic = true;
  of.subtypes = {"ns::D", "ns::E"};
  EXPECT_THAT(source(of), HasSubstr("\nFORALL_SUBTYPES(ns::C, ns::D, ns::E);\n"));
  EXPECT_THAT(source(of), Not(HasSubstr("FORALL_STATE(")));
}

TEST(StateSource, SubtypesOfAConcreteClassAreSuggested) {
  ClassModel of = model({member("color_")});
  of.is_polymorphic = true;
  of.subtypes = {"ns::D"};
  EXPECT_THAT(source(of), HasSubstr("\n// FORALL_SUBTYPES(ns::C, ns::C, ns::D);\n"));
  EXPECT_THAT(source(of), HasSubstr("FORALL_STATE(ns::C, color_);"));
}

TEST(StateSource, VirtualFunctionsWithoutADefaultConstructorNeedAFactory) {
  ClassModel of = model({member("color_")});
  of.is_polymorphic = true;
  of.is_default_constructible = false;
  EXPECT_THAT(source(of), HasSubstr("// FORALL_FACTORY(ns::C, "));
  EXPECT_THAT(source(of), Not(HasSubstr("FORALL_STATE(")));
}

TEST(StateSource, OrAConstructorWhoseParametersCanBeInputs) {
  ClassModel of = model({member("color_")});
  of.is_polymorphic = true;
  of.is_default_constructible = false;
  Member number = member("number");
  number.type = "int";
  Member any = pointer("any", {.kind = TypeKind::Void});
  any.type = "void *";
  Member unnamed = number;
  unnamed.name = "";
  of.constructors = {{{number}}, {{number, unnamed}}, {{any, number, number}}};
  EXPECT_THAT(source(of), HasSubstr("\nFORALL_CONSTRUCTOR(ns::C, int number, int);\n"));
  EXPECT_THAT(source(of), HasSubstr("\n// FORALL_CONSTRUCTOR(ns::C, int number);\n"));
  EXPECT_THAT(source(of), Not(HasSubstr("void *"))) << "it cannot be an input";
  EXPECT_THAT(source(of), Not(HasSubstr("FORALL_INVARIANT"))) << "what it makes exists";
}

TEST(StateSource, VirtualBasesNeedAFactory) {
  ClassModel of = model({member("color_")});
  of.has_virtual_base = true;
  EXPECT_THAT(source(of), HasSubstr("// FORALL_FACTORY(ns::C, "));
}

TEST(StateSource, LongListsAreWrapped) {
  std::vector<Member> members;
  for (int i = 0; i < 20; ++i) members.push_back(member("a_rather_long_name_" + std::to_string(i)));
  EXPECT_THAT(source(model(members)), HasSubstr(",\n             a_rather_long_name_"));
}

TEST(StateJson, SaysOfEachMemberHowItIsListed) {
  const auto json = state_json(
      plan_state(model({pointer("items_", {.kind = TypeKind::Number, .is_complete = true}), member("size_")})),
      {.header = "c.h"});
  EXPECT_EQ(json["class"], "ns::C");
  EXPECT_EQ(json["members"][0]["listed"], "array_of");
  EXPECT_EQ(json["members"][0]["count"], "size_");
  EXPECT_EQ(json["members"][1]["listed"], "count");
}

}  // namespace
}  // namespace forall::frontend

#include "frontend/header_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace forall::frontend {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::IsEmpty;

json symbol(const char* kind, std::vector<std::string> path, const char* key) {
  return {{"kind", {{"identifier", kind}}}, {"pathComponents", path}, {"identifier", {{"precise", key}}}};
}

HeaderIndex index_of_sample() {
  const json inherits = {{"kind", "inheritsFrom"}, {"source", "c:@N@a@S@Circle"}, {"target", "c:@N@a@S@Shape"}};
  const json inherits_too = {{"kind", "inheritsFrom"}, {"source", "c:@S@Disc"}, {"target", "c:@N@a@S@Circle"}};
  const json inherits_as_template = {
      {"kind", "inheritsFrom"}, {"source", "c:@ST>1#T@Ring"}, {"target", "c:@N@a@S@Circle"}};
  return HeaderIndex(json{
      {"relationships", {inherits, inherits_too, inherits_as_template}},
      {"symbols",
       {symbol("c++.namespace", {"a"}, "c:@N@a"), symbol("c++.class", {"a", "Shape"}, "c:@N@a@S@Shape"),
        symbol("c++.class", {"a", "Circle"}, "c:@N@a@S@Circle"), symbol("c++.struct", {"Disc"}, "c:@S@Disc"),
        symbol("c++.class", {"Ring"}, "c:@ST>1#T@Ring"), symbol("c++.class", {"a", "Stack"}, "c:@N@a@ST>1#T@Stack"),
        symbol("c++.struct", {"a", "Stack", "Node"}, "c:@N@a@ST>1#T@Stack@S@Node"),
        symbol("c++.class", {"a", "Stack"}, "c:@N@a@S@Stack>#b"), symbol("c++.class", {"Stack"}, "c:@S@Stack"),
        symbol("c++.class", {"b", "Circle"}, "c:@N@b@S@Circle"),
        symbol("c++.class", {"c", "v1", "Lined"}, "c:@N@c@N@v1@S@Lined"), symbol("c++.union", {"a", ""}, "c:@N@a@Ua")}}}
                         .dump());
}

std::vector<std::string> found(const HeaderIndex& index, const char* name) {
  std::vector<std::string> result;
  for (const IndexedClass* candidate : index.find(split_name(name))) result.push_back(candidate->qualified());
  return result;
}

TEST(HeaderIndex, FindsAClassByTheEndOfItsPath) {
  const HeaderIndex index = index_of_sample();
  EXPECT_THAT(found(index, "Shape"), ElementsAre("a::Shape"));
  EXPECT_THAT(found(index, "a::Shape"), ElementsAre("a::Shape"));
  EXPECT_THAT(found(index, "b::Shape"), IsEmpty());
}

TEST(HeaderIndex, AnExactPathGoesBeforeItsNamesakes) {
  EXPECT_THAT(found(index_of_sample(), "Stack"), ElementsAre("Stack"));
}

TEST(HeaderIndex, TemplateArgumentsMeanATemplate) {
  const HeaderIndex index = index_of_sample();
  EXPECT_THAT(found(index, "Stack<int>"), ElementsAre("a::Stack"));
  EXPECT_TRUE(index.find(split_name("Stack<int>")).front()->is_template);
  EXPECT_FALSE(index.find(split_name("Stack<int>::Node")).front()->is_template);
}

TEST(HeaderIndex, NamesakesAreAllFound) {
  EXPECT_THAT(found(index_of_sample(), "Circle"), ElementsAre("a::Circle", "b::Circle"));
}

TEST(HeaderIndex, AnInlineNamespaceMayBeLeftOut) {
  EXPECT_THAT(found(index_of_sample(), "c::Lined"), ElementsAre("c::v1::Lined"));
}

TEST(HeaderIndex, DerivedClassesAreFoundThroughOthersAndTemplatesAreNone) {
  const HeaderIndex index = index_of_sample();
  std::vector<std::string> names;
  for (const IndexedClass* derived : index.derived_from(*index.find(split_name("a::Shape")).front()))
    names.push_back(derived->qualified());
  EXPECT_THAT(names, ElementsAre("a::Circle", "Disc"));
}

TEST(HeaderIndex, WhatIsNoSymbolGraphIsAnError) { EXPECT_THROW(HeaderIndex("{}"), base::UserError); }

TEST(CompleteName, ScopesAreAddedAndArgumentsKept) {
  const HeaderIndex index = index_of_sample();
  const auto name = split_name("Stack<int>::Node");
  EXPECT_EQ(join_name(complete_name(name, *index.find(name).front())), "a::Stack<int>::Node");
}

}  // namespace
}  // namespace forall::frontend

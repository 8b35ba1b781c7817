#include "frontend/header_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace forall::frontend {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

HeaderIndex index_of_sample() {
  return HeaderIndex({{.path = {"a", "Shape"}},
                      {.path = {"a", "Stack"}, .is_template = true},
                      {.path = {"a", "Stack", "Node"}},
                      {.path = {"a", "Stack"}},  // a specialization
                      {.path = {"Stack"}},
                      {.path = {"a", "Circle"}},
                      {.path = {"b", "Circle"}},
                      {.path = {"b", "Ring"}, .is_alias = true},
                      {.path = {"c", "v1", "Lined"}}});
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

TEST(HeaderIndex, AnAliasMayHaveArgumentsAndOtherClassesHaveNone) {
  const HeaderIndex index = index_of_sample();
  EXPECT_THAT(found(index, "Ring<int>"), ElementsAre("b::Ring"));
  EXPECT_THAT(found(index, "Shape<int>"), IsEmpty());
}

TEST(HeaderIndex, ATemplateAndItsSpecializationsAreOneName) {
  EXPECT_THAT(index_of_sample().names(), ElementsAre("a::Shape", "a::Stack", "a::Stack::Node", "Stack", "a::Circle",
                                                     "b::Circle", "b::Ring", "c::v1::Lined"));
}

TEST(CompleteName, ScopesAreAddedAndArgumentsKept) {
  const HeaderIndex index = index_of_sample();
  const auto name = split_name("Stack<int>::Node");
  EXPECT_EQ(join_name(complete_name(name, *index.find(name).front())), "a::Stack<int>::Node");
}

}  // namespace
}  // namespace forall::frontend

#include "frontend/names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace forall::frontend {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(SplitName, PartsAreSeparatedOutsideOfTemplateArguments) {
  EXPECT_THAT(split_name("ns::Map<a::B, std::pair<int, c::D>>::Node"),
              ElementsAre(NamePart{"ns", ""}, NamePart{"Map", "<a::B, std::pair<int, c::D>>"}, NamePart{"Node", ""}));
}

TEST(SplitName, ALeadingScopeIsDropped) { EXPECT_THAT(split_name("::List"), ElementsAre(NamePart{"List", ""})); }

TEST(SplitName, WhatCannotNameAClassIsRefused) {
  for (const char* text :
       {"", "::", "a::", "a b", "Stack<int", "Stack>", "3d", "Stack<int>x", "A<int; int b>", "f()"}) {
    EXPECT_THROW(split_name(text), base::UserError) << text;
  }
}

TEST(JoinName, IsTheInverseOfSplitName) {
  EXPECT_EQ(join_name(split_name("ns::Map<a::B>::Node")), "ns::Map<a::B>::Node");
}

TEST(WordsOf, UnderscoresAndCapitalsSeparateWords) {
  EXPECT_THAT(words_of("m_itemCount_"), ElementsAre("item", "count"));
  EXPECT_THAT(words_of("key_count_"), ElementsAre("key", "count"));
  EXPECT_THAT(words_of("m"), ElementsAre("m"));
}

TEST(NearestNames, FindsTyposAndPartsOfNames) {
  const std::vector<std::string> known = {"ns::ArrayList", "ns::Stack", "Queue", "ns::LinkedList"};
  EXPECT_THAT(nearest_names("Stak", known), ElementsAre("ns::Stack"));
  EXPECT_THAT(nearest_names("arraylist", known), ElementsAre("ns::ArrayList"));
  EXPECT_THAT(nearest_names("x::queue", known), ElementsAre("Queue"));
  EXPECT_THAT(nearest_names("Completely", known), IsEmpty());
}

TEST(NearestNames, ALetterIsNearToNothing) { EXPECT_THAT(nearest_names("E", {"U", "V"}), IsEmpty()); }

TEST(AliasName, SaysTheArgumentsWithoutTheirScopes) {
  EXPECT_EQ(alias_name("Stack", "<int>"), "StackOfInt");
  EXPECT_EQ(alias_name("Map", "<int, std::string>"), "MapOfIntAndString");
  EXPECT_EQ(alias_name("Stack", "<ns::Node *>"), "StackOfNodePointer");
  EXPECT_EQ(alias_name("Ring", "<unsigned long, 8>"), "RingOfUnsignedLongAnd8");
}

}  // namespace
}  // namespace forall::frontend

#include "frontend/array_guess.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace forall::frontend {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Member number(const std::string& name) {
  return {.name = name, .declared_in = "C", .facts = {.kind = TypeKind::Number, .is_complete = true}};
}
Member pointer(const std::string& name, TypeKind to = TypeKind::Number) {
  return {.name = name,
          .declared_in = "C",
          .facts = {.kind = TypeKind::Pointer, .is_complete = true},
          .pointee = {.kind = to, .is_complete = to != TypeKind::Void}};
}

std::vector<std::string> sure(const std::vector<Member>& members) {
  std::vector<std::string> result;
  for (const ArrayGuess& guess : guess_arrays(members).sure)
    result.push_back(members[guess.items].name + "/" + members[guess.count].name);
  return result;
}

TEST(GuessArrays, APointerBesideACapacityIsAnArray) {
  EXPECT_THAT(sure({pointer("items_"), number("capacity_")}), ElementsAre("items_/capacity_"));
  EXPECT_THAT(sure({pointer("items_", TypeKind::Class), number("capacity_")}), ElementsAre("items_/capacity_"));
  EXPECT_THAT(sure({number("m_length"), pointer("m_data", TypeKind::Class)}), ElementsAre("m_data/m_length"));
}

TEST(GuessArrays, CapacityGoesBeforeSize) {
  EXPECT_THAT(sure({pointer("items_"), number("size_"), number("capacity_")}), ElementsAre("items_/capacity_"));
}

TEST(GuessArrays, AListWithASizeIsNoArray) {
  EXPECT_THAT(sure({pointer("head_", TypeKind::Class), number("size_")}), IsEmpty());
  EXPECT_THAT(sure({pointer("root_", TypeKind::Class), number("count_")}), IsEmpty());
  EXPECT_THAT(sure({pointer("other_", TypeKind::Class), number("count_")}), IsEmpty());
}

TEST(GuessArrays, ACountBelongsToThePointerItIsNamedAfter) {
  EXPECT_THAT(
      sure({pointer("keys_"), pointer("entries_", TypeKind::Class), number("entry_count_"), number("num_keys_")}),
      ElementsAre("entries_/entry_count_", "keys_/num_keys_"));
  EXPECT_THAT(sure({pointer("keys_"), number("value_count_")}), IsEmpty());
}

TEST(GuessArrays, TwoPointersBesideOneCountAreInDoubt) {
  const std::vector<Member> members = {pointer("keys_"), pointer("values_"), number("capacity_")};
  EXPECT_THAT(sure(members), IsEmpty());
  EXPECT_EQ(guess_arrays(members).doubtful.size(), 2U);
}

TEST(GuessArrays, OnlyIntegersCountAndOnlyObjectsAreElements) {
  Member flag = number("size_");
  flag.facts.kind = TypeKind::Scalar;
  EXPECT_THAT(sure({pointer("items_"), flag}), IsEmpty());
  EXPECT_THAT(sure({pointer("data_", TypeKind::Void), number("size_")}), IsEmpty());
  EXPECT_THAT(sure({pointer("handlers_", TypeKind::Function), number("size_")}), IsEmpty());
}

TEST(GuessArrays, ACountOfAnotherClassOfTheHierarchyDoesNotCount) {
  Member of_base = number("size_");
  of_base.declared_in = "Base";
  EXPECT_THAT(sure({of_base, pointer("items_")}), IsEmpty());
}

}  // namespace
}  // namespace forall::frontend

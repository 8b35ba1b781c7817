// proved: three claims about what Bag does, three about what it refuses; "deep" on the real Hashtable, and "shallow" on
// a table of which only its claims are known.
#include <gtest/gtest.h>

#include "axiomatic_table.h"
#include "bag_state.h"

namespace {

using DeepBag = Bag<Hashtable<int>>;
using ShallowBag = Bag<AxiomaticTable<int>>;

template <class ABag>
void expect_one_more(ABag& bag, Object& object) {
  const int before = bag.multiplicity(&object);
  bag.add(&object);
  EXPECT_EQ(bag.multiplicity(&object), before + 1);
}

template <class ABag>
void expect_others_kept(ABag& bag, Object& object, Object& other) {
  ASSUME(&object != &other);
  const int before = bag.multiplicity(&other);
  bag.add(&object);
  EXPECT_EQ(bag.multiplicity(&other), before);
}

template <class ABag>
void expect_one_less(ABag& bag, Object& object) {
  const int before = bag.multiplicity(&object);
  bag.remove(&object);
  EXPECT_EQ(bag.multiplicity(&object), before == 0 ? 0 : before - 1);
}

void AddIncrements(DeepBag& bag, Object& object) { expect_one_more(bag, object); }
void AddKeepsTheOthers(DeepBag& bag, Object& object, Object& other) { expect_others_kept(bag, object, other); }
void RemoveDecrements(DeepBag& bag, Object& object) { expect_one_less(bag, object); }
void AddOfNullThrows(DeepBag& bag) { bag.add(nullptr); }
void MultiplicityOfNullThrows(DeepBag& bag) { bag.multiplicity(nullptr); }
void RemoveOfNullThrows(DeepBag& bag) { bag.remove(nullptr); }
FORALL(DeepBagTest, AddIncrements);
FORALL(DeepBagTest, AddKeepsTheOthers);
FORALL(DeepBagTest, RemoveDecrements);
FORALL(DeepBagTest, AddOfNullThrows).Throws<std::invalid_argument>();
FORALL(DeepBagTest, MultiplicityOfNullThrows).Throws<std::invalid_argument>();
FORALL(DeepBagTest, RemoveOfNullThrows).Throws<std::invalid_argument>();

void ShallowAddIncrements(Object& object) {
  ShallowBag bag;
  expect_one_more(bag, object);
}
void ShallowAddKeepsTheOthers(Object& object, Object& other) {
  ShallowBag bag;
  expect_others_kept(bag, object, other);
}
void ShallowRemoveDecrements(Object& object) {
  ShallowBag bag;
  expect_one_less(bag, object);
}
void ShallowAddOfNullThrows() { ShallowBag().add(nullptr); }
void ShallowMultiplicityOfNullThrows() { ShallowBag().multiplicity(nullptr); }
void ShallowRemoveOfNullThrows() { ShallowBag().remove(nullptr); }
FORALL(ShallowBagTest, ShallowAddIncrements);
FORALL(ShallowBagTest, ShallowAddKeepsTheOthers);
FORALL(ShallowBagTest, ShallowRemoveDecrements);
FORALL(ShallowBagTest, ShallowAddOfNullThrows).Throws<std::invalid_argument>();
FORALL(ShallowBagTest, ShallowMultiplicityOfNullThrows).Throws<std::invalid_argument>();
FORALL(ShallowBagTest, ShallowRemoveOfNullThrows).Throws<std::invalid_argument>();

}  // namespace

// A bag on a hash table with a bug, for which the laws that forall infer finds in the table are enough:
//
//   forall infer 'Hashtable<int>' --in ../../papers/hashtable/hashtable_state.h --as-axioms --out table_laws.cpp
//   forall explore bag_test.cpp table_laws.cpp --using HashtableAxioms
#include <gtest/gtest.h>

#include "../../papers/hashtable/hashtable_state.h"

// The bug: an object that is there twice is gone when one is removed.
template <class Table>
class HastyBag {
 public:
  void add(Object* object) { table_.set(object, table_.contains_key(object) ? table_.get(object) + 1 : 1); }
  int multiplicity(const Object* object) const { return table_.contains_key(object) ? table_.get(object) : 0; }
  void remove(Object* object) {
    if (table_.contains_key(object)) table_.remove(object);
  }

 private:
  Table table_;
};
FORALL_STATE(HastyBag<Hashtable<int>>, table_);

namespace {

void RemoveDecrements(HastyBag<Hashtable<int>>& bag, Object& object) {
  const int before = bag.multiplicity(&object);
  ASSUME(before > 0);
  bag.remove(&object);
  EXPECT_EQ(bag.multiplicity(&object), before - 1);
}
FORALL(HastyBagTest, RemoveDecrements);

}  // namespace

// A bag on a hash table, for which laws of the table are enough: what a bag does, and a bag with a bug.
//
//   forall infer 'Hashtable<int>' --in ../../papers/hashtable/hashtable_state.h --as-axioms --out table_laws.cpp
//   forall explore bag_test.cpp table_laws.cpp --using HashtableAxioms
#include <gtest/gtest.h>

#include "../../papers/bag/bag_state.h"

namespace {

using Table = Hashtable<int>;
using TableBag = Bag<Table>;

// The bug: an object that is there twice is gone when one is removed.
class HastyBag : public TableBag {
 public:
  void remove(Object* object) {
    if (multiplicity(object) > 1) TableBag::remove(object);
    TableBag::remove(object);
  }
};

template <class AnyBag>
AnyBag bag_with(Object& object, int times) {
  AnyBag bag;
  for (int i = 0; i < times; ++i) bag.add(&object);
  return bag;
}

}  // namespace

// A bag holds objects, each as often as it was added: a table from the object to its multiplicity.
#pragma once

#include "../object.h"

template <class Table>
class Bag {
 public:
  void add(Object* object) { table_.set(object, table_.contains_key(object) ? table_.get(object) + 1 : 1); }

  int multiplicity(const Object* object) const { return table_.contains_key(object) ? table_.get(object) : 0; }

  void remove(Object* object) {
    if (!table_.contains_key(object)) return;
    const int left = table_.get(object) - 1;
    if (left == 0) {
      table_.remove(object);
    } else {
      table_.set(object, left);
    }
  }

 private:
  Table table_;
};

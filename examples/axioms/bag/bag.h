// A bag holds objects, each as often as it was added.
#pragma once

#include "hashtable.h"

class Bag {
 public:
  void add(const Object* object) { table_.set(object, table_.contains(object) ? table_.get(object) + 1 : 1); }

  int multiplicity(const Object* object) const { return table_.contains(object) ? table_.get(object) : 0; }

  void remove(const Object* object) {
    if (!table_.contains(object)) return;
    const int left = table_.get(object) - 1;
    if (left == 0) {
      table_.remove(object);
    } else {
      table_.set(object, left);
    }
  }

 private:
  Hashtable table_;
};

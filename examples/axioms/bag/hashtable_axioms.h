// What a Hashtable does, as tests: explored with its code they are proved or refuted; where they are used, they stand
// in for it.
#pragma once

#include <forall/forall.h>

#include <stdexcept>

#include "hashtable.h"

FORALL_AXIOMS(Hashtable, HashtableTests);

// How a table is made where its code runs: one key may be set.
inline Hashtable MakeTable(const Object* key, int value) {
  Hashtable table;
  if (key != nullptr) table.set(key, value);
  return table;
}
FORALL_FACTORY(Hashtable, MakeTable);

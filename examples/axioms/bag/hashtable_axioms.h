// What a Hashtable does, as tests: explored with its code they are proved or refuted; where they are used, they stand in
// for it.
#pragma once

#include <forall/forall.h>

#include <stdexcept>

#include "hashtable.h"

FORALL_AXIOMS(Hashtable, HashtableTests);

// How a table is made where its code runs: up to two keys are set.
inline Hashtable MakeTable(const Object& first, bool has_first, int first_value, const Object& second, bool has_second,
                           int second_value) {
  Hashtable table;
  if (has_first) table.set(&first, first_value);
  if (has_second) table.set(&second, second_value);
  return table;
}
FORALL_FACTORY(Hashtable, MakeTable);

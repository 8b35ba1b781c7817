// The tests of suite HashtableAxiomTest say what a Hashtable does; where they are used, they stand in for its code.
#pragma once

#include <forall/forall.h>

#include "../hashtable/hashtable.h"

FORALL_AXIOMS(Hashtable<int>, HashtableAxiomTest);

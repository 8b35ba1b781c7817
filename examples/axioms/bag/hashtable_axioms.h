// What a Hashtable does, as tests: explored with its code they are proved or refuted; where they are used, they stand in
// for it.
#pragma once

#include <forall/forall.h>

#include <stdexcept>

#include "hashtable.h"

FORALL_AXIOMS(Hashtable, HashtableTests);

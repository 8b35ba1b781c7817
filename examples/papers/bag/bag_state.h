// How forall builds a Bag: on any valid table.
#pragma once

#include <forall/forall.h>

#include "../hashtable/hashtable_state.h"
#include "bag.h"

FORALL_STATE(Bag<Hashtable<int>>, table_);

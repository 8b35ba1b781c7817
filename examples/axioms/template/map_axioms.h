// What std::unordered_map<int, int> does, as far as Bag<int> needs to know.
#pragma once

#include <forall/forall.h>

#include <unordered_map>

using Map = std::unordered_map<int, int>;
FORALL_AXIOMS(Map, MapTests);

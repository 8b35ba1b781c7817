#pragma once

#include <forall/forall.h>

#include "cache.h"

FORALL_AXIOMS(Cache, CacheTests);

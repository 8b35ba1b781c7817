// The tests of suite KeyLawsTest are laws about keys, which mocks obey where they are used.
#pragma once

#include <forall/forall.h>

#include "mock_mocks.h"

FORALL_AXIOMS(IKey, KeyLawsTest);

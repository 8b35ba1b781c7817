// A container of the library, whose source nobody touches.
#pragma once

#include <forall/forall.h>

#include <deque>

using Numbers = std::deque<int>;

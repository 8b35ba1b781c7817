#pragma once

#include "runtime/value.h"

namespace forall::runtime {

// Is it certain that an enum without a fixed underlying type has this name?
bool has_few_values(const char* type);
// An input of such an enum has one of its values in what follows.
void hold_enum_values(Value value, unsigned width, const char* type);

}  // namespace forall::runtime

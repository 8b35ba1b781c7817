// The types of the standard library that can be inputs, by family.
#ifndef FORALL_INTERNAL_CONTAINERS_H_
#define FORALL_INTERNAL_CONTAINERS_H_

#include "forall/internal/associative.h"
#include "forall/internal/numbers.h"
#include "forall/internal/owners.h"
#include "forall/internal/products.h"
#include "forall/internal/sequences.h"
#include "forall/internal/texts.h"

#endif  // FORALL_INTERNAL_CONTAINERS_H_

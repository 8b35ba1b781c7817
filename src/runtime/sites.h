// Sites: the static records of the pass, and dynamic ones for places that have none.
#pragma once

#include "runtime/state.h"

namespace forall::runtime {

StaticSite* first_static_site();
StaticSite* end_of_static_sites();

// The site of an assumption, by its position.
StaticSite* assumption_site(const char* file, int line);
// The site of decisions that the header makes for the test at this position.
StaticSite* line_site(const char* file, int line);
// The site of a library function that was called without one.
StaticSite* model_site(const char* function);

// The site of a limit on the inputs. `beyond` says what would be beyond it: "strings of more than 6 elements".
StaticSite* limit_site(abi::LedgerKind limit, const char* beyond);
// A site without a place in the source: a method that axioms stand in for, ...
StaticSite* named_site(const char* name);
// The site of conditions on all inputs of a type: which values a pointer can have, ... It is not shown.
inline StaticSite* inputs_site() { return named_site("(inputs)"); }

// The site at which a decision is shown: for a model compiled with the pass, that of the model's call.
StaticSite* shown_site(StaticSite* site);

// The site with this index in the segment; null if there is none.
StaticSite* site_at(u32 index);

}  // namespace forall::runtime

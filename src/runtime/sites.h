// Sites: the static records of the pass, and dynamic ones for places that have none.
#pragma once

#include "runtime/state.h"

namespace forall::runtime {

StaticSite* first_static_site();
StaticSite* end_of_static_sites();

// The site of an assumption, by its position.
StaticSite* assumption_site(const char* file, int line);
// The site of what the header decides for the test at this position.
StaticSite* line_site(const char* file, int line);
// The site of a library function that was called without one.
StaticSite* model_site(const char* function);

// The site of a limit of the inputs. `beyond` says what would be beyond it: "strings of more than 6 elements".
StaticSite* limit_site(abi::LedgerKind limit, const char* beyond);
// The site of what is no place in the source: a method that is stood in for, ...
StaticSite* named_site(const char* name);
// The site of what holds for all inputs of a type: which values a pointer can have, ... It is not shown.
inline StaticSite* inputs_site() { return named_site("(inputs)"); }

// Where a decision is shown: that of a model compiled with the pass, where the model was called.
StaticSite* shown_site(StaticSite* site);

// The site behind an index of the segment; null when there is none.
StaticSite* site_at(u32 index);

}  // namespace forall::runtime

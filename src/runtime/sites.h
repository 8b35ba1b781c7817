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

// The site of a limit of the inputs. Its function is the text: "length-bound: strings of more than 6 characters".
StaticSite* bound_site(const char* text);
// The site of what holds for all inputs of a type: which values a pointer can have, ... It is not shown.
inline StaticSite* inputs_site() { return bound_site("(inputs)"); }

// Where a decision is shown: that of a model compiled with the pass, where the model was called.
StaticSite* shown_site(StaticSite* site);

// The site behind an index of the segment; null when there is none.
StaticSite* site_at(u32 index);

}  // namespace forall::runtime

#include <fmt/core.h>

#include <string_view>

#include "library/library.h"
#include "private.h"

#if !OF_THE_FOLDER || !OF_THE_FILE || !OF_THE_LIBRARY
#error "a property is missing"
#endif
static_assert(std::string_view(GREETING) == "hello  world");

// The archive of the project is on the link line too, for what it needs, after its twin.
#ifdef FORALL_INSTRUMENTED
int archive(int x) { return fmt::format("{}", circle(x) + plain(x)) == "2" ? 1 : 0; }
#else
int archive(int) { return 0; }
#endif
int seen_from_the_circle(int x) { return x; }

// Variables that the instrumented code uses and others define: optind, environ, std::cout.
#pragma once

namespace forall::runtime {

void save_foreign();         // each run begins with their present values
bool any_foreign_changed();  // asked after a run, when everything known was put back

}  // namespace forall::runtime

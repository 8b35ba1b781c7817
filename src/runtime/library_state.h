// State of the libraries that code under test can change: put back after every run, so that all runs start alike.
#pragma once

namespace forall::runtime {

void save_library_state();     // once per process, before the first run
void restore_library_state();  // after a run, while its heap still exists

}  // namespace forall::runtime

// All memory of the program, as it was at one moment of a run.
#pragma once

namespace forall::runtime {

void start_remembered();  // once per process
void begin_remembered();  // before each run

}  // namespace forall::runtime

// Inputs by their keys.
#pragma once

namespace forall::runtime {

void start_inputs();  // once per process
void begin_inputs();  // before each run

}  // namespace forall::runtime

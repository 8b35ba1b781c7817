// Ends of a run other than by checks of the instrumented code: signals, std::terminate, exit.
#pragma once

namespace forall::runtime {

void install_signal_handlers();  // in a worker
[[noreturn]] void on_terminate();
// Ends the run as terminated; frames begin at `caller`.
[[noreturn]] void terminate_run(const void* caller);

}  // namespace forall::runtime

#include "cli/interrupt.h"

#include <csignal>

namespace forall::cli {
namespace {

std::atomic<bool> stop_requested{false};
std::atomic<int> first_signal{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free,
              "a signal handler may only touch lock-free atomics");

void on_signal(int signal) {
  int none = 0;
  first_signal.compare_exchange_strong(none, signal);
  stop_requested = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

int code_of_interrupt() { return first_signal == 0 ? 0 : 128 + first_signal; }

const std::atomic<bool>& stop_on_interrupt() {
  struct sigaction action{};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return stop_requested;
}

}  // namespace forall::cli

#include "cli/live.h"

#include <fmt/core.h>

#include <cstdio>
#include <stdexcept>
#include <thread>

#include "base/error.h"
#include "base/local_server.h"
#include "cli/application.h"
#include "cli/explore_command.h"
#include "cli/interrupt.h"
#include "cli/live_state.h"
#include "store/store.h"

namespace forall::cli {
namespace {

ExploreOptions with(ExploreOptions options, const AgainRequest& request) {
  options.puts = {request.put};
  options.again = true;
  if (request.unfold) options.engine.unfold = *request.unfold;
  if (request.seconds) options.engine.seconds = *request.seconds;
  return options;
}

}  // namespace

int explore_live(const ExploreOptions& options, const std::vector<std::string>& flags) {
  if (options.json || options.events) throw base::UserError("--ui cannot be given with --json or --events");
  const std::atomic<bool>& interrupted = stop_on_interrupt();
  LiveState state([&](const std::string& put) -> std::optional<testcase::Result> {
    try {
      return store::open_existing(options.database)->load(put);
    } catch (const base::UserError&) {
      return std::nullopt;  // what the session told is shown
    }
  });
  const base::LocalServer server([&](const base::LocalRequest& request) { return state.answer(request); });
  fmt::print("{}\n  Open this address in a browser. Ctrl-C ends.\n", server.address());
  std::fflush(stdout);
  int code = kSuccess;
  const auto explore = [&](const ExploreOptions& asked) {
    state.begin();
    std::atomic<bool> is_over{false};
    // Ctrl-C is one reason to stop, the page another.
    std::thread watching([&] {
      while (!is_over) {
        if (interrupted) state.stop() = true;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
      }
    });
    std::string error;
    try {
      code =
          explore_once(asked, flags, state.stop(), [&](const session::Event& event) { state.hear(event); }).exit_code;
    } catch (const std::exception&) {
      error = error_text(std::current_exception());
      code = kError;
      fmt::print(stderr, "{}\n", error);
    }
    std::fflush(stdout);
    is_over = true;
    watching.join();
    state.end(error);
  };
  explore(options);
  while (const auto request = state.wait(interrupted)) explore(with(options, *request));
  return interrupted ? code_of_interrupt() : code;
}

}  // namespace forall::cli

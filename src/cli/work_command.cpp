// forall work and forall status: the other processes of `forall explore --distributed`.
#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <thread>

#include "base/error.h"
#include "base/world.h"
#include "build/build.h"
#include "build/toolchain.h"
#include "cli/application.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/stored_options.h"
#include "scale/launcher.h"
#include "scale/worker.h"
#include "target/target.h"

namespace forall::cli {
namespace {

// How long a worker waits for a server that does not answer any more.
constexpr double kPatience = 600;

int work_main(const WorkOptions& options) {
  const std::atomic<bool>& stop = stop_on_interrupt();
  const base::World world = base::system_world();
  scale::Queue queue({options.database, scale::worker_name(), kPatience, options.wait, &stop});
  std::mutex mutex;
  std::string last;
  scale::Worker worker(
      {queue, world.files, options.work, build::identity_of_forall(build::find_layout(), world.files),
       [&](const std::filesystem::path& program) { return build::contents_of_libraries(program, world); },
       target::start_target, stop,
       [&](const scale::Plan& plan) {
         const std::lock_guard lock(mutex);
         if (options.quiet || plan.put == last) return;
         last = plan.put;
         fmt::print("{}\n", last);
         std::fflush(stdout);
       }});
  const std::uint64_t units = worker.work(options.jobs, options.wait);
  if (!options.quiet) fmt::print("{} units{}\n", units, stop ? ", interrupted" : "; there is nothing more to do");
  return stop ? code_of_interrupt() : kSuccess;
}

int status_main(const ReadOptions& options) {
  scale::Queue queue({options.database, "status"});
  const scale::Status status = queue.has_tables() ? queue.status() : scale::Status{};
  if (options.json) {
    fmt::print("{}\n", json_of(status));
  } else {
    fmt::print("{}", text_of(status));
  }
  return kSuccess;
}

}  // namespace

Action add_work(CLI::App& app) {
  const auto options = std::make_shared<WorkOptions>();
  add_work_options(app, *options);
  return [options](const Invocation&) { return work_main(*options); };
}

Action add_status(CLI::App& app) {
  const auto options = std::make_shared<ReadOptions>();
  add_read_options(app, *options);
  return [options](const Invocation&) { return status_main(*options); };
}

}  // namespace forall::cli

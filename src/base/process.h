// Runs other programs.
#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace forall::base {

struct ProcessRequest {
  std::vector<std::string> command;  // program (looked up in PATH) and arguments
  std::optional<std::filesystem::path> working_directory;
  std::vector<std::pair<std::string, std::string>> environment;  // added to ours
  std::vector<const std::atomic<bool>*> stops;                   // killed when one of them becomes true
  double seconds = 0;                                            // killed after this time; 0 = no limit
  bool merge_output = true;  // standard error goes into `output` too, else into `error`
};

struct ProcessResult {
  bool started = false;    // false: the program does not exist or cannot be executed; `output` says why
  bool timed_out = false;  // or stopped
  int exit_code = -1;      // when it exited
  int signal = 0;          // when a signal ended it
  std::string output;
  std::string error;
  bool ok() const { return started && !timed_out && signal == 0 && exit_code == 0; }
};

class Processes {
 public:
  virtual ~Processes() = default;
  virtual ProcessResult run(const ProcessRequest& request) = 0;
};

// The real thing (posix_spawn); one instance for the program, thread-safe.
Processes& system_processes();

// The command as a shell would need it, for messages.
std::string quote_command(const std::vector<std::string>& command);

}  // namespace forall::base

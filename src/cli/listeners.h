// Listeners to the events of a session: the terminal, and one JSON object per line (docs/events.md).
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cli/terminal.h"
#include "session/events.h"

namespace forall::cli {

// A block for each PUT, in the order of the target, as soon as all before it are finished; a line of progress below.
class TerminalListener {
 public:
  TerminalListener(report::Style style, bool shows_progress) : style_(style), progress_(shows_progress) {}
  void operator()(const session::Event& event);

 private:
  void print(const std::string& put, std::string text);

  const report::Style style_;
  ProgressLine progress_;
  std::vector<std::string> puts_;
  std::size_t printed_ = 0;
  std::set<std::string> exploring_;             // PUTs whose search takes long enough to be told of
  std::map<std::string, std::string> waiting_;  // texts of PUTs that are finished before others
};

// The event as one line, without its end.
std::string event_line(const session::Event& event);

// Events of the command itself, as such lines: an error ended the work on all PUTs; `forall watch` waits for a change; files were saved.
std::string failed_line(const std::string& error);
std::string watching_line(std::size_t files);
std::string changed_line(const std::vector<std::filesystem::path>& files);

}  // namespace forall::cli

// The abilities of the terminal, and the progress line.
#pragma once

#include <chrono>
#include <mutex>
#include <string>

#include "report/report.h"

namespace forall::cli {

// Colour and width of standard output (NO_COLOR is respected).
report::Style terminal_style();

// One line on standard error that is rewritten while work goes on. Where that is not a terminal, each phase is a line that stays.
class ProgressLine {
 public:
  explicit ProgressLine(bool enabled);
  ~ProgressLine() { clear(); }
  void show(const std::string& text);
  void show_phase(const std::string& text);
  void clear();

 private:
  bool enabled_;
  bool is_terminal_;
  bool shown_ = false;
  std::mutex mutex_;
};

}  // namespace forall::cli

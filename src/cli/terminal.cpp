#include "cli/terminal.h"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace forall::cli {
namespace {

unsigned columns_of(int descriptor) {
  winsize size{};
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 100;
}

}  // namespace

report::Style terminal_style() {
  const char* no_color = std::getenv("NO_COLOR");
  const bool is_terminal = isatty(STDOUT_FILENO) != 0;
  return {.color = is_terminal && !(no_color && *no_color), .columns = is_terminal ? columns_of(STDOUT_FILENO) : 100};
}

ProgressLine::ProgressLine(bool enabled) : enabled_(enabled), is_terminal_(isatty(STDERR_FILENO) != 0) {}

void ProgressLine::show_phase(const std::string& text) {
  if (!enabled_ || is_terminal_) return show(text);
  const std::lock_guard lock(mutex_);
  fmt::print(stderr, "{}\n", text);
  std::fflush(stderr);
}

void ProgressLine::show(const std::string& text) {
  if (!enabled_ || !is_terminal_) return;
  const std::lock_guard lock(mutex_);
  fmt::print(stderr, "\r\x1b[K{}", text.substr(0, columns_of(STDERR_FILENO) - 1));
  std::fflush(stderr);
  shown_ = true;
}

void ProgressLine::clear() {
  if (!enabled_ || !is_terminal_) return;
  const std::lock_guard lock(mutex_);
  if (shown_) fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
  shown_ = false;
}

}  // namespace forall::cli

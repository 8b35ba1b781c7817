#include "report/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "report/value.h"

namespace forall::report {

namespace {

// The next code point of UTF-8 text; a byte that does not fit counts as one.
char32_t next_code_point(std::string_view text, std::size_t& at) {
  const auto byte = static_cast<unsigned char>(text[at++]);
  const int more = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc0 ? 1 : 0;
  if (more == 0) return byte;
  char32_t code = byte & (0x3fU >> more);
  for (int i = 0; i < more && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80; ++i) {
    code = (code << 6) | (static_cast<unsigned char>(text[at++]) & 0x3fU);
  }
  return code;
}

std::size_t width_of(char32_t code) {
  constexpr std::array<std::pair<char32_t, char32_t>, 3> kCombining = {
      {{0x300, 0x36f}, {0x200b, 0x200f}, {0xfe00, 0xfe0f}}};
  constexpr std::array<std::pair<char32_t, char32_t>, 7> kWide = {{{0x1100, 0x115f},
                                                                   {0x2e80, 0xa4cf},
                                                                   {0xac00, 0xd7a3},
                                                                   {0xf900, 0xfaff},
                                                                   {0xff00, 0xff60},
                                                                   {0x1f300, 0x1faff},
                                                                   {0x20000, 0x3fffd}}};
  for (const auto& [first, last] : kCombining) {
    if (code >= first && code <= last) return 0;
  }
  for (const auto& [first, last] : kWide) {
    if (code >= first && code <= last) return 2;
  }
  return 1;
}

}  // namespace

std::string paint(const Style& style, Color color, const std::string& text) {
  if (!style.color) return text;
  switch (color) {
    case Color::Green: return "\x1b[32m" + text + "\x1b[0m";
    case Color::Red: return "\x1b[31m" + text + "\x1b[0m";
    case Color::Yellow: return "\x1b[33m" + text + "\x1b[0m";
    case Color::Dim: return "\x1b[2m" + text + "\x1b[0m";
    case Color::Bold: return "\x1b[1m" + text + "\x1b[0m";
  }
  return text;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) width += width_of(next_code_point(text, at));
  return width;
}

std::string fit(const std::string& text, std::size_t width) {
  if (display_width(text) <= width) return pad_right(text, width);
  std::size_t end = 0, taken = 0;
  while (end < text.size()) {
    std::size_t at = end;
    const std::size_t w = width_of(next_code_point(text, at));
    if (taken + w + 1 > width) break;
    taken += w;
    end = at;
  }
  return pad_right(text.substr(0, end) + "…", width);
}

std::string pad_left(const std::string& text, std::size_t width) {
  const std::size_t own = display_width(text);
  return own >= width ? text : std::string(width - own, ' ') + text;
}

std::string pad_right(const std::string& text, std::size_t width) {
  const std::size_t own = display_width(text);
  return own >= width ? text : text + std::string(width - own, ' ');
}

std::vector<std::string> wrap(const std::string& text, std::size_t width) {
  std::vector<std::string> lines;
  std::string line;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = text.find_first_not_of(' ', at);
    if (begin == std::string::npos) break;
    at = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, at - begin);
    if (!line.empty() && display_width(line) + 1 + display_width(word) > width)
      lines.push_back(std::exchange(line, {}));
    if (!line.empty()) line += ' ';
    line += word;
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

unsigned columns_of(const Style& style) { return std::clamp(style.columns, 40U, 160U); }

void append_wrapped(std::string& out, const std::string& first, const std::string& rest, const std::string& text,
                    const Style& style) {
  const std::size_t width = columns_of(style) - std::min<std::size_t>(display_width(rest), columns_of(style) / 2);
  bool is_first = true;
  for (const auto& line : wrap(single_line(text), width)) {
    out += (is_first ? first : rest) + line + "\n";
    is_first = false;
  }
}

std::string single_line(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const bool is_control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    if (!is_control) {
      result += c;
    } else if (!result.empty() && result.back() != ' ') {
      result += ' ';
    }
  }
  while (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

std::vector<std::string> message_lines(const std::string& text, std::size_t width) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    const std::size_t indent = std::min(std::min(line.find_first_not_of(' '), line.size()), width / 4);
    for (const auto& piece : wrap(single_line(line), width - indent)) lines.push_back(std::string(indent, ' ') + piece);
    at = end + 1;
  }
  return lines;
}

std::string duration(double seconds) {
  if (seconds < 0.0005) return "0 ms";
  if (seconds < 0.9995) return fmt::format("{:.0f} ms", seconds * 1000);
  if (seconds < 59.95) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  return fmt::format("{} min {} s", whole / 60, whole % 60);
}

std::string counted(std::uint64_t count, const char* singular) {
  return fmt::format("{} {}{}", count, singular, count == 1 ? "" : "s");
}

std::string place(const std::string& file, unsigned line) {
  if (file.empty()) return {};
  return line == 0 ? near_path(file) : fmt::format("{}:{}", near_path(file), line);
}

std::string inputs_text(const testcase::Put& put, const testcase::Case& c) {
  std::string text;
  for (const ShownValue& value : shown_values(&put, c)) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", value.name, value.text);
  }
  return text.empty() ? "no inputs" : text;
}

std::string outcome_text(const testcase::Outcome& outcome) {
  switch (outcome.kind) {
    case testcase::OutcomeKind::Threw:
      return "threw " + (outcome.exception_type.empty() ? std::string("an exception") : outcome.exception_type);
    case testcase::OutcomeKind::Crashed:
    case testcase::OutcomeKind::Cut: return testcase::to_string(outcome.fault);
    default: return testcase::to_string(outcome.kind);
  }
}

}  // namespace forall::report

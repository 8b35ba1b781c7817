#include "target/symbolizer.h"

#include <fmt/format.h>

#include <charconv>
#include <sstream>

namespace forall::target {

namespace {

constexpr double kSeconds = 30;

Target::Frame parse_frame(std::string function, std::string position) {
  Target::Frame frame;
  if (function != "??") frame.function = std::move(function);
  const std::size_t column = position.rfind(':');
  const std::size_t line =
      column == std::string::npos || column == 0 ? std::string::npos : position.rfind(':', column - 1);
  if (line == std::string::npos) return frame;
  std::from_chars(position.data() + line + 1, position.data() + column, frame.line);
  position.resize(line);
  if (position != "??") frame.file = std::move(position);
  return frame;
}

}  // namespace

std::vector<std::vector<Target::Frame>> parse_symbolizer_output(const std::string& text, std::size_t count) {
  std::vector<std::vector<Target::Frame>> result(count);
  std::istringstream lines(text);
  std::string function, position;
  std::size_t index = 0;
  while (index < count && std::getline(lines, function)) {
    if (function.empty()) {
      ++index;
      continue;
    }
    if (!std::getline(lines, position)) break;
    Target::Frame frame = parse_frame(std::move(function), std::move(position));
    if (!frame.function.empty() || !frame.file.empty()) result[index].push_back(std::move(frame));
  }
  return result;
}

std::vector<Target::Frame> Symbolizer::operator()(const std::vector<std::uint64_t>& addresses) {
  std::vector<std::uint64_t> unknown;
  for (const std::uint64_t address : addresses) {
    if (known_.try_emplace(address).second) unknown.push_back(address);
  }
  if (!unknown.empty()) ask(unknown);
  std::vector<Target::Frame> frames;
  for (const std::uint64_t address : addresses) {
    const std::vector<Target::Frame>& here = known_[address];
    frames.insert(frames.end(), here.begin(), here.end());
  }
  return frames;
}

void Symbolizer::ask(const std::vector<std::uint64_t>& addresses) {
  for (const char* tool : {"llvm-symbolizer-19", "llvm-symbolizer"}) {
    base::ProcessRequest request;
    request.command = {tool, "--obj=" + program_.string(), "--output-style=LLVM", "--demangle", "--inlines"};
    request.seconds = kSeconds;
    request.merge_output = false;
    // A return address is after its call; the byte before belongs to the call.
    for (const std::uint64_t address : addresses) {
      request.command.push_back(fmt::format("{:#x}", address == 0 ? 0 : address - 1));
    }
    const base::ProcessResult result = processes_.run(request);
    if (!result.ok()) continue;
    std::vector<std::vector<Target::Frame>> frames = parse_symbolizer_output(result.output, addresses.size());
    for (std::size_t i = 0; i < addresses.size(); ++i) known_[addresses[i]] = std::move(frames[i]);
    return;
  }
}

}  // namespace forall::target

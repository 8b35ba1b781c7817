#include "native/report_places.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/json.h"

namespace forall::native {
namespace {

constexpr double kSeconds = 30;

// "    #0 0x5561c in pop(int&) (/tmp/program+0x23706) (BuildId: 12ab)": without its place, and with its offset.
struct Frame {
  std::size_t begin = 0, end = 0;  // the line, without its end
  std::string function;            // "    #0 0x5561c in pop(int&)"
  std::string offset;              // "0x23706"
};

std::vector<Frame> frames_without_place(const std::string& output, const std::string& program) {
  const std::string mark = " (" + program + "+0x";
  std::vector<Frame> frames;
  for (auto at = output.find(mark); at != std::string::npos; at = output.find(mark, at + 1)) {
    const auto newline = output.rfind('\n', at);
    const std::size_t begin = newline == std::string::npos ? 0 : newline + 1;
    const std::size_t end = std::min(output.find('\n', at), output.size());
    const std::size_t offset = at + mark.size() - 2, behind = output.find(')', offset);
    if (output.compare(begin, 5, "    #") != 0 || behind >= end) continue;
    frames.push_back({begin, end, output.substr(begin, at - begin), output.substr(offset, behind - offset)});
  }
  return frames;
}

// Text of the places at each offset, innermost first.
using Places = std::map<std::string, std::vector<std::string>>;

Places places_of(const std::vector<Frame>& frames, const std::string& program, base::Processes& processes) {
  Places places;
  for (const Frame& frame : frames) places.try_emplace(frame.offset);
  for (const char* tool : {"llvm-symbolizer-19", "llvm-symbolizer"}) {
    base::ProcessRequest request;
    request.command = {tool, "--obj=" + program, "--output-style=JSON", "--inlines"};
    request.seconds = kSeconds;
    request.merge_output = false;
    for (const auto& [offset, unknown] : places) request.command.push_back(offset);
    const base::ProcessResult result = processes.run(request);
    const nlohmann::json answers = base::parse_json_if_valid(result.output);
    if (!result.ok() || !answers.is_array() || answers.size() != places.size()) continue;
    auto answer = answers.begin();
    for (auto& [offset, found] : places) {
      for (const nlohmann::json& symbol : answer->value("Symbol", nlohmann::json::array())) {
        const std::string file = symbol.value("FileName", "");
        const unsigned line = symbol.value("Line", 0U);
        if (!file.empty() && line > 0) found.push_back(fmt::format("{}:{}:{}", file, line, symbol.value("Column", 0U)));
      }
      ++answer;
    }
    break;
  }
  return places;
}

}  // namespace

std::string with_places(std::string output, const std::filesystem::path& program, base::Processes& processes) {
  std::error_code ignored;
  const std::string name = std::filesystem::weakly_canonical(program, ignored).string();  // as reports call it
  const std::vector<Frame> frames = frames_without_place(output, name);
  if (frames.empty()) return output;
  const Places places = places_of(frames, name, processes);
  std::string text;
  std::size_t done = 0;
  for (const Frame& frame : frames) {
    text.append(output, done, frame.begin - done);
    std::string lines;
    for (const std::string& place : places.at(frame.offset)) {
      lines += fmt::format("{}{} {}", lines.empty() ? "" : "\n", frame.function, place);
    }
    text += lines.empty() ? output.substr(frame.begin, frame.end - frame.begin) : lines;
    done = frame.end;
  }
  return text.append(output, done);
}

}  // namespace forall::native

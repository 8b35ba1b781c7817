#include "report/ci_text.h"

#include <filesystem>

#include "report/text.h"
#include "testcase/failures.h"

namespace forall::report {

namespace {

constexpr const char* kReplacement = "\xEF\xBF\xBD";

// The code point that begins here and its length in bytes; length 0 if the bytes are not UTF-8.
struct Decoded {
  std::uint32_t point = 0;
  std::size_t length = 0;
};
Decoded decode(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  if (first < 0x80) return {first, 1};
  const std::size_t length = first >= 0xF0 && first < 0xF5 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
  if (length == 0 || first >= 0xF5 || at + length > text.size()) return {};
  std::uint32_t point = first & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) return {};
    point = point << 6 | (byte(at + i) & 0x3F);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  if (point < kLeast[length] || point > 0x10FFFF || (point >= 0xD800 && point < 0xE000)) return {};
  return {point, length};
}

bool is_in_xml(std::uint32_t point) {
  if (point < 0x20) return point == '\t' || point == '\n' || point == '\r';
  return point != 0xFFFE && point != 0xFFFF;
}

}  // namespace

std::string path_below(const std::string& root, const std::string& file) {
  namespace fs = std::filesystem;
  const fs::path full = (fs::path(root) / file).lexically_normal();
  const fs::path relative = full.lexically_relative(root);
  const bool is_below = !relative.empty() && *relative.begin() != "..";
  return (is_below ? relative : full).generic_string();
}

std::string utf8_text(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const Decoded decoded = decode(text, i);
    out += decoded.length == 0 ? std::string(kReplacement) : text.substr(i, decoded.length);
    i += decoded.length == 0 ? 1 : decoded.length;
  }
  return out;
}

std::string xml_text(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const Decoded decoded = decode(text, i);
    if (decoded.length == 0 || !is_in_xml(decoded.point)) {
      out += kReplacement;
      i += decoded.length == 0 ? 1 : decoded.length;
      continue;
    }
    switch (decoded.point) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\n': out += "&#10;"; break;  // a reader of attributes takes it for a space
      case '\r': out += "&#13;"; break;
      case '\t': out += "&#9;"; break;
      default: out += text.substr(i, decoded.length);
    }
    i += decoded.length;
  }
  return out;
}

std::vector<Finding> findings_of(const testcase::Result& result) {
  std::vector<Finding> findings;
  for (const auto& group : testcase::failure_groups(result.cases)) {
    const testcase::Case& simplest = result.cases[group.front()];
    const bool is_placed = !simplest.outcome.file.empty();
    findings.push_back({&result, &simplest, group.size(), is_placed ? simplest.outcome.file : result.put.file,
                        is_placed ? simplest.outcome.line : static_cast<unsigned>(result.put.line)});
  }
  return findings;
}

std::string finding_text(const Finding& finding) {
  const std::string inputs = inputs_text(finding.result->put, *finding.simplest);
  const std::string what = outcome_text(finding.simplest->outcome), message = finding.simplest->outcome.message;
  return what + (inputs.empty() ? "" : " when " + inputs) + (message.empty() || message == what ? "" : "\n" + message);
}

}  // namespace forall::report

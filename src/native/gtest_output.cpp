// Progress lines are looked for anywhere in a line: the code under test need not end its own.
//
//   [ RUN      ] Suite.Test
//   what the test prints
//   [       OK ] Suite.Test (0 ms)
#include "native/gtest_output.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/json.h"

namespace forall::native {
namespace {

// The output of the code under test may hold any bytes; JSON may not. What is UTF-8 stays: names of files among it.
std::string as_utf8(const std::string& text) {
  using nlohmann::json;
  return base::parse_json(base::json_text(json(text))).get<std::string>();
}

// Where `char` is signed, as on x86-64, GoogleTest writes each byte of UTF-8 text as the escape of a control character:
// "\u00C3\u00BC" for two bytes of one letter. Those of ASCII are meant.
std::string with_plain_bytes(const std::string& report) {
  std::string text;
  text.reserve(report.size());
  for (std::size_t i = 0; i < report.size(); ++i) {
    text += report[i];
    if (report[i] != '\\' || i + 1 == report.size()) continue;
    unsigned byte = 0;
    const char* end = report.data() + std::min(i + 6, report.size());
    const bool is_byte = report.compare(i, 4, "\\u00") == 0 &&
                         std::from_chars(report.data() + i + 4, end, byte, 16).ptr == report.data() + i + 6;
    if (is_byte && byte >= 0x80) {
      text.back() = static_cast<char>(byte);
      i += 5;
    } else {
      text += report[++i];  // a backslash that is escaped begins nothing
    }
  }
  return text;
}

constexpr std::string_view kRun = "[ RUN      ] ";
struct EndMark {
  std::string_view text;  // as long as kRun
  BegunTest::End end;
};
constexpr EndMark kEnds[] = {{"[       OK ] ", BegunTest::End::Passed},
                             {"[  FAILED  ] ", BegunTest::End::Failed},
                             {"[  SKIPPED ] ", BegunTest::End::Skipped}};

}  // namespace

std::map<std::string, NativeRun> read_report(const std::string& text) {
  std::map<std::string, NativeRun> runs;
  const auto json = base::parse_json_if_valid(as_utf8(with_plain_bytes(text)));
  if (!json.is_object() || !json.contains("testsuites")) return runs;
  for (const auto& suite : json["testsuites"]) {
    for (const auto& test : suite["testsuite"]) {
      if (test.value("status", "") != "RUN") continue;
      NativeRun run;
      run.end = test.value("result", "") == "SKIPPED" ? NativeRun::End::Skipped : NativeRun::End::Passed;
      if (test.contains("failures")) {
        run.end = NativeRun::End::Failed;
        for (const auto& failure : test["failures"]) run.failures.push_back(failure.value("failure", ""));
      }
      runs[suite.value("name", "") + "." + test.value("name", "")] = std::move(run);
    }
  }
  return runs;
}

std::vector<BegunTest> read_progress(const std::string& output) {
  std::vector<BegunTest> tests;
  std::size_t begin = 0;  // of what the last test prints
  for (std::size_t at = output.find('['); at != std::string::npos; at = output.find('[', at + 1)) {
    const auto starts = [&](std::string_view mark) { return output.compare(at, mark.size(), mark) == 0; };
    const bool is_run = starts(kRun);
    const auto* ended =
        std::find_if(std::begin(kEnds), std::end(kEnds), [&](const EndMark& mark) { return starts(mark.text); });
    if (!is_run && ended == std::end(kEnds)) continue;
    const std::size_t name_at = at + kRun.size();
    std::string name = output.substr(name_at, output.find_first_of(" ,\n", name_at) - name_at);
    if (is_run) {
      begin = std::min(output.find('\n', at), output.size() - 1) + 1;
      tests.push_back({std::move(name), std::nullopt});
    } else if (!tests.empty() && !tests.back().end && tests.back().name == name) {
      tests.back().end = ended->end;
      tests.back().output = output.substr(begin, at - begin);
    }
  }
  if (!tests.empty() && !tests.back().end) tests.back().output = output.substr(begin);
  return tests;
}

std::vector<testcase::PrintedValue> read_printed(const std::string& output) {
  constexpr std::string_view kMark = "[ PRINTED  ] ", kIs = " = ";
  std::vector<testcase::PrintedValue> values;
  const std::string text = as_utf8(output);
  for (std::size_t at = text.find(kMark); at != std::string::npos; at = text.find(kMark, at + 1)) {
    const std::size_t begin = at + kMark.size(), end = std::min(text.find('\n', begin), text.size());
    const std::size_t is = text.find(kIs, begin);
    if (is < end)
      values.push_back({text.substr(begin, is - begin), text.substr(is + kIs.size(), end - is - kIs.size())});
  }
  return values;
}

}  // namespace forall::native

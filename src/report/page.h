// The report that a browser shows: all results in one versioned JSON object (docs/report.md has the schema), and the page
// that holds it. Everything in it is derived from stored results and from the sources as they are now.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "report/compare.h"
#include "report/line_hits.h"
#include "testcase/records.h"

namespace forall::report {

inline constexpr int kPageVersion = 1;

struct PagePut {
  const testcase::Result* result = nullptr;
  std::string explored_at;                     // UTC; empty: not known
  std::map<std::size_t, std::string> tests{};  // closed tests as C++ source, by the position of their case
};

// What forall class, infer or spec printed with --json.
struct OtherResult {
  std::string file;  // its name
  std::string text;
};

struct PageInput {
  std::vector<PagePut> puts;
  const Comparison* against = nullptr;
  std::string against_name{};  // what it was compared with
  std::string version{};       // of forall
  std::vector<OtherResult> others{};
  LineHits line_hits{};  // of a run that measured them
};

// Throws std::invalid_argument if one of the others is something else.
std::string page_json(const PageInput& input, base::Files& files);

// One file without references to any other. The data is compressed inside of it. With `is_live` the page has no data,
// but asks the server that it came from.
std::string html_page(std::string_view json);
std::string live_page();

}  // namespace forall::report

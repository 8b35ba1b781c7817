// The data of a report from results, with the closed tests of its cases.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "report/compare.h"
#include "report/page.h"
#include "testcase/records.h"

namespace forall::cli {

// Earlier results, the output of forall explore --json: the text of the file, and what has changed since. Both throw
// base::UserError if it is none.
std::string read_earlier(const std::filesystem::path& file);
report::Comparison compare_with(const std::filesystem::path& file, const std::string& earlier,
                                const std::vector<testcase::Result>& results);

// `explored_at` is as long as `results`.
std::string page_data(const std::vector<testcase::Result>& results, const std::vector<std::string>& explored_at,
                      const report::Comparison* against, const std::string& against_name,
                      std::vector<report::OtherResult> others = {}, report::LineHits line_hits = {});

}  // namespace forall::cli

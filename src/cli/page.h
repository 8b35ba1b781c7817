// The data of a report from results, with the closed tests of its cases.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "report/compare.h"
#include "testcase/records.h"

namespace forall::cli {

// What has changed since the output of forall explore --json in the file. Throws base::UserError if it is none.
report::Comparison compare_with(const std::filesystem::path& file, const std::vector<testcase::Result>& results);

// `explored_at` is as long as `results`.
std::string page_data(const std::vector<testcase::Result>& results, const std::vector<std::string>& explored_at,
                      const report::Comparison* against, const std::string& against_name);

}  // namespace forall::cli

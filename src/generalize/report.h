// What `forall generalize` says, and the edits that it proposes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "frontend/edits.h"
#include "generalize/generalize.h"

namespace forall::generalize {

struct FileReport {
  std::filesystem::path file;
  std::string source;
  std::vector<TestReport> tests;
};

std::string report_text(const std::vector<FileReport>& files);
// One line: {"version": 1, "tests": [...], "edits": [...], "funnel": {...}}
std::string report_json(const std::vector<FileReport>& files);

// The generalized tests behind the closed ones, or in their place.
std::vector<frontend::Edit> edits_of(const FileReport& file, bool replaces);

// A file of its own: everything but the closed tests, and the generalized ones in their places. Empty if there are none.
std::string file_beside(const FileReport& file);

}  // namespace forall::generalize

// Results in the formats that CI systems read; docs/ci.md shows how each is used. `root` is the absolute folder that paths are
// relative to, the top of the repository.
#pragma once

#include <string>
#include <vector>

#include "testcase/records.h"

namespace forall::report {

using Results = std::vector<testcase::Result>;

// A test case for each PUT: refuted is a failure, with a message for each cause; open is skipped, with its reasons.
std::string junit_xml(const Results& results, const std::string& root);
// A result for each cause of failure, with the decisions of its simplest case as a code flow, and one for each reason of
// the ledger, as a note.
std::string sarif_json(const Results& results, const std::string& root);
// Branches of the user's code. A line is known if a branch of it is.
std::string lcov_text(const Results& results, const std::string& root);
std::string cobertura_xml(const Results& results, const std::string& root);
std::string markdown_text(const Results& results, const std::string& root);
std::string badge_json(const Results& results, const std::string& root);
// ::error file=...,line=...::... for each cause of failure. Nothing if there is none.
std::string github_annotations(const Results& results, const std::string& root);

}  // namespace forall::report

// What the formats for CI share.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "testcase/records.h"

namespace forall::report {

// Relative to `root` if it is below, with slashes; else absolute.
std::string path_below(const std::string& root, const std::string& file);

// Text for an XML document, in quotes or not. Bytes that XML 1.0 cannot hold, and invalid UTF-8, become U+FFFD.
std::string xml_text(const std::string& text);
// Valid UTF-8: what is not becomes U+FFFD.
std::string utf8_text(const std::string& text);

// One cause of failure: its simplest case stands for all.
struct Finding {
  const testcase::Result* result = nullptr;
  const testcase::Case* simplest = nullptr;
  std::size_t cases = 0;
  std::string file;  // where it happens; the PUT if that is not known
  unsigned line = 0;
};
std::vector<Finding> findings_of(const testcase::Result& result);
// "signed overflow when a = 1, b = 1073741824", and the message of the test below.
std::string finding_text(const Finding& finding);

}  // namespace forall::report

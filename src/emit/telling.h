// Which conditions of a path tell a reader something about its case.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "testcase/records.h"

namespace forall::emit {

// Not those about elements behind the end of a string or a container, which the case does not have, nor that a reference is not
// null.
class Telling {
 public:
  explicit Telling(const testcase::Case& c);
  bool operator()(const std::string& condition) const;

 private:
  bool is_about_missing_element(const std::string& condition) const;

  std::map<std::string, std::uint64_t, std::less<>> lengths_;  // of strings and containers, by name
};

}  // namespace forall::emit

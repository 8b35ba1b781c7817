// The values that the parameters of a generalized test have in a case.
#pragma once

#include <map>
#include <string>

#include "testcase/records.h"

namespace forall::generalize {

struct Value {
  enum class Kind { Number, Text, Other } kind = Kind::Other;
  // long double holds every integer of 64 bits and every double exactly.
  long double number = 0;
  std::string text;
  bool is_null = false;
  bool operator==(const Value&) const = default;
};
using Values = std::map<std::string, Value>;  // by parameter

Values values_in(const testcase::Put& put, const testcase::Case& found);

// "capacity = 1, text = \"ab\""
std::string to_string(const Values& values);
std::string to_string(const Value& value);

}  // namespace forall::generalize

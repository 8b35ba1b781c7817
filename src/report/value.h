// The values of a case as people read them.
#pragma once

#include <string>
#include <vector>

#include "testcase/records.h"
#include "testcase/value.h"

namespace forall::report {

struct ShownValue {
  std::string name;
  std::string type;
  std::string text;
  bool is_choice = false;
};

// One for each parameter, then the choices. Without the PUT one for each input, since only its types say what belongs
// together.
std::vector<ShownValue> shown_values(const testcase::Put* put, const testcase::Case& c);

// One of the values of a case.
std::string value_text(const testcase::Values& values, const testcase::Value& value, const base::Enums& enums);

// 3, 'x', Color::Red, nullptr, &list
std::string input_text(const testcase::InputValue& input, const base::Enums& enums);

}  // namespace forall::report

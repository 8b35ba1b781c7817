// The values of a case as one JSON text: what the column `data` of the tables `cases` and `stale` holds.
//
//   {"version":1,"inputs":[{"name":"a","type":"ns::Color","kind":"unsigned enum","width":32,"value":"7"}],
//    "objects":[{"name":"*head","type":"Node"}],
//    "observations":[{"name":"sum","type":"double","width":64,"value":"0.5","bits":"3fe0000000000000",...}]}
//
// `kind` is left out where it is the type, and `bits` (hexadecimal) where `value` is a number that says it all.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "testcase/records.h"

namespace forall::store {

std::string to_text(const std::vector<testcase::InputValue>& inputs, const std::vector<testcase::ObjectValue>& objects,
                    const std::vector<testcase::ObservedValue>& observations);

struct Values {
  std::vector<testcase::InputValue> inputs;
  std::vector<testcase::ObjectValue> objects;
  std::vector<testcase::ObservedValue> observations;
};
// Throws std::invalid_argument where the text does not fit.
Values values_from_text(std::string_view text);

}  // namespace forall::store

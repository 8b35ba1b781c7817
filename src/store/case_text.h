// The values of a case as one JSON text: what the column `data` of the tables `cases` and `stale` holds.
//
//   {"version":2,"inputs":[{"name":"a","type":"ns::Color","kind":"unsigned enum","width":32,"value":"7"}],
//    "objects":[{"name":"*head","type":"Node"}],
//    "observations":[{"name":"sum","type":"double","width":64,"value":"0.5","bits":"3fe0000000000000",...}],
//    "detail":"not pure","calls":[{"object":"store","call":"total()"}]}
//
// `kind` is left out where it is the type, and `bits` (hexadecimal) where `value` is a number that says it all.
// `detail` and `calls` are what the other columns do not say of the outcome. Version 1 did not have them: the message
// told.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "testcase/records.h"

namespace forall::store {

std::string to_text(const std::vector<testcase::InputValue>& inputs, const std::vector<testcase::ObjectValue>& objects,
                    const std::vector<testcase::ObservedValue>& observations, const testcase::Outcome& outcome = {});

struct Values {
  int version = 0;
  std::vector<testcase::InputValue> inputs;
  std::vector<testcase::ObjectValue> objects;
  std::vector<testcase::ObservedValue> observations;
  testcase::OutcomeDetail detail = testcase::OutcomeDetail::None;
  std::vector<testcase::ObserverCall> calls;
};
// Throws std::invalid_argument where the text does not fit.
Values values_from_text(std::string_view text);

// The detail and the calls of an outcome that was stored with a version before 2.
void read_message(testcase::Outcome& outcome);

}  // namespace forall::store

// The values of a case as one JSON text: what the column `data` of the tables `cases` and `stale` holds.
//
//   {"version":3,"inputs":[{"name":"a","type":"ns::Color","kind":"unsigned enum","width":32,"value":"7"}],
//    "objects":[{"name":"*head","type":"Node"}],
//    "observations":[{"name":"sum","type":"double","width":64,"value":"0.5","bits":"3fe0000000000000",...}],
//    "detail":"not pure","calls":[{"object":"store","call":"total()"}],"call_line":12,"unset_steps":[4]}
//
// `kind` is left out where it is the type, and `bits` (hexadecimal) where `value` is a number that says it all.
// `detail`, `calls` and `call_line` are what the other columns do not say of the outcome. Version 1 did not have the first two:
// the message told. `unset_steps` are the steps with has_unset, by their places on the path. Version 2 did not have them, nor
// `is_unset` of inputs: names told.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "testcase/records.h"

namespace forall::store {

std::string to_text(const std::vector<testcase::InputValue>& inputs, const std::vector<testcase::ObjectValue>& objects,
                    const std::vector<testcase::ObservedValue>& observations, const testcase::Outcome& outcome = {},
                    const std::vector<testcase::Step>& steps = {});

struct Values {
  int version = 0;
  std::vector<testcase::InputValue> inputs;
  std::vector<testcase::ObjectValue> objects;
  std::vector<testcase::ObservedValue> observations;
  testcase::OutcomeDetail detail = testcase::OutcomeDetail::None;
  std::vector<testcase::ObserverCall> calls;
  unsigned call_line = 0;
  std::vector<std::size_t> unset_steps;
};
// Throws std::invalid_argument where the text does not fit.
Values values_from_text(std::string_view text);

// Puts them into the case, but for what is about its steps.
void take_values(Values& values, testcase::Case& c);

// The detail and the calls of an outcome that was stored with a version before 2.
void read_message(testcase::Outcome& outcome);

// Sets has_unset of the steps of the case. Throws std::invalid_argument for a step that is not there.
void mark_unset(std::vector<testcase::Step>& steps, const Values& values);
// Is it the name of an input with is_unset, in a version before 3?
bool is_unset_name(const std::string& input);

}  // namespace forall::store

// Small records for the tests of emit.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "testcase/records.h"

namespace forall::emit::testing_support {

inline testcase::Type scalar(testcase::ScalarKind kind, unsigned width, std::string spelling) {
  testcase::Type type;
  type.scalar = kind;
  type.width = width;
  type.spelling = std::move(spelling);
  return type;
}
inline testcase::Type int_type() { return scalar(testcase::ScalarKind::Int, 32, "int"); }

inline testcase::Type array(testcase::Type element, std::size_t count, bool is_std) {
  testcase::Type type;
  type.kind = testcase::Type::Kind::Array;
  type.is_std_array = is_std;
  type.count = count;
  type.spelling = is_std ? "std::array<" + element.spelling + ", " + std::to_string(count) + ">"
                         : element.spelling + "[" + std::to_string(count) + "]";
  type.element.push_back(std::move(element));
  return type;
}
inline testcase::Type aggregate(std::string spelling, std::vector<testcase::Type::Member> members) {
  testcase::Type type;
  type.kind = testcase::Type::Kind::Aggregate;
  type.spelling = std::move(spelling);
  type.members = std::move(members);
  return type;
}

inline testcase::InputValue input(std::string name, std::int64_t value) {
  testcase::InputValue result;
  result.name = std::move(name);
  result.type = "int";
  result.width = 32;
  result.value = {static_cast<std::uint64_t>(value) & 0xffffffffULL, 0};
  return result;
}

inline testcase::Put put_of_ints(std::vector<std::string> names) {
  testcase::Put put;
  put.suite = "TriangleTest";
  put.name = "Classify";
  put.file = "triangle_test.cpp";
  put.line = 3;
  for (auto& name : names) put.parameters.push_back({std::move(name), int_type()});
  return put;
}

inline testcase::Case passing(std::vector<testcase::InputValue> inputs, std::vector<std::string> conditions = {}) {
  testcase::Case c;
  c.put = "TriangleTest.Classify";
  c.inputs = std::move(inputs);
  c.outcome.kind = testcase::OutcomeKind::Passed;
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    c.path_condition += (i == 0 ? "" : " && ") + conditions[i];
    c.steps.push_back({i + 1, "triangle.h", static_cast<unsigned>(10 + i), conditions[i]});
  }
  return c;
}

inline testcase::Case failing(testcase::Case c, testcase::OutcomeKind kind, testcase::Fault fault, std::string file,
                              unsigned line) {
  c.outcome.kind = kind;
  c.outcome.fault = fault;
  c.outcome.file = std::move(file);
  c.outcome.line = line;
  return c;
}

}  // namespace forall::emit::testing_support

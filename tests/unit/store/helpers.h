// A folder of its own and small records for the tests of the store.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "testcase/records.h"

namespace forall::store::testing_support {

class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "forall-store-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path); }
  std::filesystem::path path;
  std::filesystem::path database() const { return path / "cases.db"; }
};

inline testcase::Put put(const std::string& name = "Classify") {
  testcase::Put result;
  result.suite = "TriangleTest";
  result.name = name;
  result.file = "triangle_test.cpp";
  result.line = 17;
  testcase::Type number;
  number.spelling = "int";
  number.width = 32;
  testcase::Type point;
  point.kind = testcase::Type::Kind::Aggregate;
  point.spelling = "Point";
  point.members = {{"x", number}, {"y", number}};
  testcase::Type points;
  points.kind = testcase::Type::Kind::Array;
  points.spelling = "std::array<Point, 2>";
  points.is_std_array = true;
  points.count = 2;
  points.element = {point};
  result.parameters = {{"a", number}, {"p", points}};
  result.throws = "std::out_of_range";
  result.bounds.unfold = 8;
  result.bounds.seconds = 2.5;
  result.seeds = {{{"a", {3, 0}}, {"p[0].x", {~0ULL, ~0ULL}}}};
  result.build.sources = {"triangle_test.cpp", "triangle.cpp"};
  result.build.flags = {"-Iinclude"};
  result.is_pure = true;
  result.uses = {"TableTest"};
  result.describes = {{"Triangle<int>", 3}};
  return result;
}

inline testcase::Case numbered_case(std::uint64_t n) {
  testcase::Case c;
  c.put = "TriangleTest.Classify";
  for (int i = 0; i < 5; ++i) {
    testcase::InputValue input;
    input.name = "a[" + std::to_string(i) + "]";
    input.type = "int";
    input.width = 32;
    input.value.lo = (n + static_cast<std::uint64_t>(i)) & 0xffffffffU;
    c.inputs.push_back(input);
  }
  c.outcome.kind = testcase::OutcomeKind::Passed;
  c.path_condition = "a[0] == " + std::to_string(n);
  for (std::uint64_t bit = 0; bit < 20; ++bit) {
    const std::string condition = "a[" + std::to_string(bit % 5) + ((n >> bit) & 1 ? "] < b" : "] >= b");
    c.steps.push_back({bit, "sort.h", static_cast<unsigned>(bit), condition});
    c.covered.push_back({bit, static_cast<unsigned>((n >> bit) & 1)});
  }
  return c;
}

}  // namespace forall::store::testing_support

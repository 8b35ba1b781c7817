#include "class_tests/exclusion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <chrono>

namespace forall::class_tests {
namespace {

TEST(Dump, It) {
  const frontend::ClassFlow flow = frontend::read_flow(
      {std::string(FORALL_SOURCE_FOLDER) + "/examples/class/" + std::getenv("H"), "clang++-19", {"-std=c++20"}}, std::getenv("C"));
  std::printf("unknown: %s\n", flow.unknown_values.c_str());
  for (auto& v : flow.values) if (v.kind != frontend::FlowValue::Kind::Temporary) std::printf("%s %d\n", v.name.c_str(), static_cast<int>(v.kind));
  int n = 0;
  for (const Pair& pair : find_pairs(flow)) {
    ++n;
    if (!pair.has_path) continue;
    if (std::getenv("P") && atoi(std::getenv("P")) != n) continue;
    const auto text = clauses_of(flow, pair);
    std::ofstream("/tmp/horn/" + std::to_string(n) + ".smt2") << *text;
    const auto start = std::chrono::steady_clock::now();
    const bool is = is_excluded(flow, pair, 10);
    std::printf("%d %s %d -> %d: %d  %.2f s\n", n, flow.nodes[pair.use].variable.c_str(), flow.nodes[pair.definition].line,
                flow.nodes[pair.use].line, is, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
}

}  // namespace
}  // namespace forall::class_tests

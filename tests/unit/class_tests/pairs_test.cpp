#include "class_tests/pairs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "frontend/class_flow.h"

namespace forall::class_tests {
namespace {

using testing::ElementsAre;

// Lines of definition and use of the pairs that control flow rules out.
std::vector<std::string> ruled_out(const std::string& file, const std::string& name) {
  const frontend::ClassFlow flow = frontend::read_flow(
      {std::string(FORALL_SOURCE_FOLDER) + "/examples/class/" + file, "clang++-19", {"-std=c++20"}}, name);
  std::vector<std::string> result;
  for (const Pair& pair : find_pairs(flow)) {
    if (!pair.has_path)
      result.push_back(flow.nodes[pair.use].variable + " " + std::to_string(flow.nodes[pair.definition].line) + " " +
                       std::to_string(flow.nodes[pair.use].line));
  }
  return result;
}

TEST(FindPairs, CoinBoxHasSeventeenOfWhichThreeHaveNoPath) {
  const frontend::ClassFlow flow = frontend::read_flow(
      {std::string(FORALL_SOURCE_FOLDER) + "/examples/class/coin_box.h", "clang++-19", {"-std=c++20"}}, "CoinBox");
  EXPECT_EQ(find_pairs(flow).size(), 17u);
  EXPECT_THAT(ruled_out("coin_box.h", "CoinBox"), ElementsAre("curQtrs 14 24", "curQtrs 17 24", "curQtrs 31 24"));
}

// A graph by hand: d1; may throw; d2; and a method that uses.
TEST(FindPairs, AnExceptionKeepsADefinitionAlive) {
  for (const bool throws : {false, true}) {
    frontend::ClassFlow flow;
    flow.nodes = {{"x", true, 0, 1, 1}, {"x", true, 0, 2, 1}, {"x", false, 1, 3, 1}};
    frontend::FlowMethod define;
    define.access = frontend::Access::Public;
    define.blocks.resize(3);
    define.blocks[0].events = {{frontend::FlowEvent::Kind::Access, 0, true}};
    define.blocks[0].successors = {1};
    if (throws) define.blocks[0].successors.push_back(2);
    define.blocks[1].events = {{frontend::FlowEvent::Kind::Access, 1, true}};
    define.blocks[1].successors = {2};
    define.exit = 2;
    frontend::FlowMethod use = define;
    use.blocks = {{{{frontend::FlowEvent::Kind::Access, 2, true}}, {}, 0}};
    use.exit = 0;
    flow.methods = {define, use};
    const std::vector<Pair> pairs = find_pairs(flow);
    ASSERT_EQ(pairs.size(), 2u);
    EXPECT_EQ(pairs[0].has_path, throws);
    EXPECT_TRUE(pairs[1].has_path);
  }
}

}  // namespace
}  // namespace forall::class_tests

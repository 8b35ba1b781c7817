#include "target/symbolizer.h"

#include <gtest/gtest.h>

#include <set>

namespace forall::target {
namespace {

TEST(SymbolizerTest, ReadsInlinedAndUnknownFrames) {
  const auto frames = parse_symbolizer_output(
      "inner(int)\n/src/a.h:3:5\nouter()\n/src/a.cpp:10:1\n\n??\n??:0:0\n\nlast\nC:/odd:name.cpp:7:2\n\n", 3);
  ASSERT_EQ(frames.size(), 3u);
  ASSERT_EQ(frames[0].size(), 2u);
  EXPECT_EQ(frames[0][0].function, "inner(int)");
  EXPECT_EQ(frames[0][1].file, "/src/a.cpp");
  EXPECT_EQ(frames[0][1].line, 10u);
  EXPECT_TRUE(frames[1].empty());
  EXPECT_EQ(frames[2][0].file, "C:/odd:name.cpp");
  EXPECT_EQ(frames[2][0].line, 7u);
}

class FakeProcesses : public base::Processes {
 public:
  base::ProcessResult run(const base::ProcessRequest& request) override {
    commands.push_back(request.command);
    base::ProcessResult result;
    if (missing.count(request.command[0])) return result;
    result.started = true;
    result.exit_code = 0;
    for (std::size_t i = 5; i < request.command.size(); ++i) {
      result.output += request.command[i];
      result.output += "\nf.cpp:1:1\n\n";
    }
    return result;
  }
  std::vector<std::vector<std::string>> commands;
  std::set<std::string> missing;
};

TEST(SymbolizerTest, AsksForEachAddressOnce) {
  FakeProcesses processes;
  Symbolizer symbolize("/bin/target", processes);
  EXPECT_EQ(symbolize({0x11, 0x21}).size(), 2u);
  const auto frames = symbolize({0x21, 0x31, 0x11});
  ASSERT_EQ(frames.size(), 3u);
  EXPECT_EQ(frames[0].function, "0x20");  // the call, not what follows it
  EXPECT_EQ(frames[2].function, "0x10");
  ASSERT_EQ(processes.commands.size(), 2u);
  EXPECT_EQ(processes.commands[1].size(), 6u);
}

TEST(SymbolizerTest, WithoutASymbolizerThereAreNoFrames) {
  FakeProcesses processes;
  processes.missing = {"llvm-symbolizer-19"};
  Symbolizer second("/bin/target", processes);
  EXPECT_EQ(second({0x11}).size(), 1u);
  processes.missing = {"llvm-symbolizer-19", "llvm-symbolizer"};
  Symbolizer none("/bin/target", processes);
  EXPECT_TRUE(none({0x11}).empty());
}

}  // namespace
}  // namespace forall::target

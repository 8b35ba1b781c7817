#include "infer/mutants.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace forall::infer {
namespace {

constexpr const char* kHeader = R"(#pragma once
// class Counter { a == b }
class Counter {
 public:
  bool is_zero() const { return value_ == 0; }  // a == b
  void step() {
    ++value_;
    last_ = "x == y";
  }

 private:
  int value_ = 1 + 1;
};
bool same(int a, int b) { return a == b; }
)";

TEST(Mutants, ChangeOneThingInTheBodyOfAMethod) {
  const std::vector<Mutant> mutants = make_mutants(kHeader, "Counter", 100);
  ASSERT_EQ(mutants.size(), 4u);
  EXPECT_NE(mutants[0].text.find("value_ != 0"), std::string::npos);
  EXPECT_EQ(mutants[0].change, "line 5: ' == ' becomes ' != '");
  for (const Mutant& mutant : mutants) {
    EXPECT_NE(mutant.text, kHeader);
    EXPECT_NE(mutant.text.find("return a == b;"), std::string::npos);
    EXPECT_NE(mutant.text.find("1 + 1"), std::string::npos);
  }
}

TEST(Mutants, AreAtMostSoMany) {
  EXPECT_EQ(make_mutants(kHeader, "Counter", 2).size(), 2u);
  EXPECT_TRUE(make_mutants(kHeader, "Other", 2).empty());
}

TEST(Flattened, PutsIncludedFilesInTheirPlace) {
  base::MemoryFiles files;
  files.contents["/a/state.h"] =
      "#pragma once\n#include <vector>\n#include \"../b/list.h\"\n#include \"gone.h\"\nint x;\n";
  files.contents["/b/list.h"] = "#pragma once\n#include \"../a/state.h\"\nclass List;\n";
  EXPECT_EQ(flattened(files, "/a/state.h"), "#include <vector>\nclass List;\n#include \"gone.h\"\nint x;\n");
}

}  // namespace
}  // namespace forall::infer

#include "session/fingerprint.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <vector>

namespace forall::session {
namespace {

using testcase::CodePart;
using testcase::Put;
using testcase::Result;

const std::vector<CodePart> kCode{{"_Z3putv", 1}, {"_Z6calleev", 2}};

Put some_put() {
  Put put;
  put.suite = "List";
  put.name = "Add";
  put.file = "list_test.cpp";
  put.line = 12;
  return put;
}

TEST(Fingerprint, IsUnknownWhereTheCodeIs) { EXPECT_EQ(put_fingerprint({}, some_put(), "common"), ""); }

TEST(Fingerprint, ChangesWithCodeDescriptionAndSurroundings) {
  const std::string before = put_fingerprint(kCode, some_put(), "common");
  EXPECT_EQ(before, put_fingerprint(kCode, some_put(), "common"));
  EXPECT_NE(before, put_fingerprint({{"_Z3putv", 1}, {"_Z6calleev", 3}}, some_put(), "common"));
  EXPECT_NE(before, put_fingerprint({{"_Z3putv", 1}}, some_put(), "common"));
  EXPECT_NE(before, put_fingerprint(kCode, some_put(), "other"));
  Put put = some_put();
  put.bounds.unfold = 3;
  EXPECT_NE(before, put_fingerprint(kCode, put, "common"));
  put = some_put();
  put.seeds.push_back({{"a", {1, 0}}});
  EXPECT_NE(before, put_fingerprint(kCode, put, "common"));
}

TEST(Fingerprint, DoesNotDependOnThePlaceOfThePut) {
  Put moved = some_put();
  moved.line = 40;
  EXPECT_EQ(put_fingerprint(kCode, some_put(), "common"), put_fingerprint(kCode, moved, "common"));
}

TEST(Fingerprint, ChangesWithEveryOptionThatCanChangeAResult) {
  std::set<std::string> seen{common_fingerprint({}, "forall", "libraries")};
  const auto is_new = [&](const std::function<void(Settings&)>& change) {
    Settings options;
    change(options);
    return seen.insert(common_fingerprint(options, "forall", "libraries")).second;
  };
  EXPECT_TRUE(is_new([](auto& o) { o.engine.strategy = explore::Strategy::BreadthFirst; }));
  EXPECT_TRUE(is_new([](auto& o) { ++o.engine.unfold; }));
  EXPECT_TRUE(is_new([](auto& o) { ++o.engine.decisions; }));
  EXPECT_TRUE(is_new([](auto& o) { ++o.engine.runs; }));
  EXPECT_TRUE(is_new([](auto& o) { ++o.engine.length; }));
  EXPECT_TRUE(is_new([](auto& o) { ++o.engine.objects; }));
  EXPECT_TRUE(is_new([](auto& o) { ++o.engine.seconds; }));
  EXPECT_TRUE(is_new([](auto& o) { ++o.engine.run_seconds; }));
  EXPECT_TRUE(is_new([](auto& o) { o.engine.leaks = false; }));
  EXPECT_TRUE(is_new([](auto& o) { o.engine.solver.backend = solve::Backend::Z3; }));
  EXPECT_TRUE(is_new([](auto& o) { o.engine.solver.fallback = false; }));
  EXPECT_TRUE(is_new([](auto& o) { ++o.engine.effort.conflicts; }));
  EXPECT_TRUE(is_new([](auto& o) { ++o.engine.effort.seconds; }));
  EXPECT_TRUE(is_new([](auto& o) { o.emit.reset(); }));
  EXPECT_TRUE(is_new([](auto& o) { o.confirm = false; }));
  EXPECT_TRUE(is_new([](auto& o) { ++o.tests; }));
  EXPECT_FALSE(is_new([](auto& o) { o.jobs += 1; }));
  EXPECT_TRUE(seen.insert(common_fingerprint({}, "another forall", "libraries")).second);
  EXPECT_TRUE(seen.insert(common_fingerprint({}, "forall", "other libraries")).second);
}

TEST(Places, AreTheSameUntilANamedLineMoves) {
  base::MemoryFiles files;
  Result result;
  result.put = some_put();
  result.ledger.push_back({testcase::LedgerKind::ConcretizedCall, "text", "list.h", 2, 1, ""});
  files.write("list.h", "int a;\nint b;\nint c;\n");
  const std::string before = fingerprint_of_places(result, files);
  files.write("list.h", "int a;\nint b;\nint changed;\n");
  EXPECT_EQ(fingerprint_of_places(result, files), before);
  files.write("list.h", "// new\nint a;\nint b;\nint c;\n");
  EXPECT_NE(fingerprint_of_places(result, files), before);
}

TEST(Places, OfThePutItselfMayMove) {
  base::MemoryFiles files;
  Result result;
  result.put = some_put();
  result.ledger.push_back({testcase::LedgerKind::TimeBound, "text", "list_test.cpp", 12, 1, ""});
  const std::string before = fingerprint_of_places(result, files);
  files.write("list_test.cpp", std::string(30, '\n'));
  EXPECT_EQ(fingerprint_of_places(result, files), before);
  Put moved = some_put();
  moved.line = 20;
  result.queries = 5;
  adopt(result, moved);
  EXPECT_EQ(result.ledger[0].line, 20u);
  EXPECT_TRUE(result.is_kept);
  EXPECT_EQ(result.queries, 0u);
}

TEST(Kept, IsNotWhatAnotherRunMightChange) {
  Result result;
  EXPECT_TRUE(can_be_kept(result));
  result.ledger.push_back({testcase::LedgerKind::TimeBound, "", "", 0, 1, ""});
  EXPECT_TRUE(can_be_kept(result));
  result.ledger.push_back({testcase::LedgerKind::NotConfirmed, "", "", 0, 1, ""});
  EXPECT_FALSE(can_be_kept(result));
  result.ledger.clear();
  result.interrupted = true;
  EXPECT_FALSE(can_be_kept(result));
}

}  // namespace
}  // namespace forall::session

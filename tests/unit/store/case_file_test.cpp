#include "store/case_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "base/error.h"
#include "store/case_folder.h"

namespace forall::store {
namespace {

using testcase::Case;
using testcase::Result;
using testcase::VerdictKind;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Case named(const char* name, std::uint64_t value, testcase::OutcomeKind kind = testcase::OutcomeKind::Passed) {
  Case c;
  c.put = "Suite.Put";
  c.name = name;
  c.outcome.kind = kind;
  testcase::InputValue input;
  input.name = "a";
  input.type = "int";
  input.width = 32;
  input.value.lo = value;
  c.inputs = {input};
  c.path_condition = "a == " + std::to_string(value);
  return c;
}

Result sample_result(std::vector<Case> cases, VerdictKind verdict = VerdictKind::Proved) {
  Result result;
  result.put.suite = "Suite";
  result.put.name = "Put";
  result.put.file = "put_test.cpp";
  result.verdict = verdict;
  result.cases = std::move(cases);
  return result;
}

std::vector<std::string> names_of(const Result& result) {
  std::vector<std::string> names;
  for (const Case& c : result.cases) names.push_back(c.name);
  return names;
}

TEST(CaseFile, HasOneLineForThePutAndOneForEachCaseByName) {
  const std::string text = to_case_file(sample_result({named("Zero", 0), named("Many", 70), named("One", 1)}));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4);
  EXPECT_LT(text.find("\"Many\""), text.find("\"One\""));
  EXPECT_LT(text.find("\"One\""), text.find("\"Zero\""));
  EXPECT_EQ(text, to_case_file(sample_result({named("One", 1), named("Zero", 0), named("Many", 70)})))
      << "in any order";
}

TEST(CaseFile, IsReadAsItWasWritten) {
  Case crashed = named("Crashes\"", 7, testcase::OutcomeKind::Crashed);
  crashed.outcome.fault = testcase::Fault::SignedOverflow;
  crashed.outcome.message = "caf\xe9 \\x\n";
  crashed.outcome.file = "a b.h";
  crashed.outcome.line = 12;
  crashed.native = Case::Native::Confirmed;
  const Result result = from_case_file(to_case_file(sample_result({crashed, named("One", 1)}, VerdictKind::Refuted)));
  EXPECT_EQ(result.put.full_name(), "Suite.Put");
  EXPECT_EQ(result.verdict, VerdictKind::Refuted);
  EXPECT_EQ(result.failed, 1u);
  ASSERT_THAT(names_of(result), ElementsAre("Crashes\"", "One"));
  EXPECT_EQ(result.cases[0].outcome.message, crashed.outcome.message);
  EXPECT_EQ(result.cases[0].outcome.fault, crashed.outcome.fault);
  EXPECT_EQ(result.cases[0].outcome.line, 12u);
  EXPECT_EQ(result.cases[0].native, Case::Native::Confirmed);
  EXPECT_EQ(result.cases[0].inputs[0].value.lo, 7u);
  EXPECT_EQ(result.cases[1].path_condition, "a == 1");
}

TEST(CaseFile, LinesOfBothSidesOfAMergeAreRead) {
  const std::string ours = to_case_file(sample_result({named("One", 1), named("Two", 2)}));
  const std::string theirs = to_case_file(sample_result({named("One", 1), named("Three", 3)}, VerdictKind::Open));
  const Result result = from_case_file(ours + theirs);
  EXPECT_THAT(names_of(result), ElementsAre("One", "Three", "Two"));
  EXPECT_EQ(result.verdict, VerdictKind::Open) << "the weaker one";
}

TEST(CaseFile, SaysWhichLineIsWrong) {
  const std::string good = to_case_file(sample_result({named("One", 1)}));
  const auto message = [](const std::string& text) {
    try {
      from_case_file(text);
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(message(good + "{\"name\":"), HasSubstr("line 3"));
  EXPECT_THAT(message(good + "<<<<<<< HEAD\n"), HasSubstr("line 3: a conflict of a merge"));
  EXPECT_THAT(message(""), HasSubstr("no line for the test"));
  EXPECT_THAT(message("{\"version\":99,\"put\":{},\"verdict\":\"proved\"}"), HasSubstr("newer forall"));
}

TEST(CaseFolder, WritesAFileForEachPutAndHowToMergeThem) {
  base::MemoryFiles files;
  write_case_file(files, "cases", sample_result({named("One", 1), named("Two", 2)}), {1});
  EXPECT_THAT(files.contents.at("cases/.gitattributes"), HasSubstr("merge=union"));
  const auto read = read_case_file(files, "cases", "Suite.Put");
  ASSERT_TRUE(read);
  EXPECT_THAT(names_of(*read), ElementsAre("Two"));
  EXPECT_FALSE(read_case_file(files, "cases", "Suite.Other"));
  files.contents["cases/Suite.Put.json"] = "nonsense";
  EXPECT_THROW(read_case_file(files, "cases", "Suite.Put"), base::UserError);
}

TEST(CaseFolder, HasNoPathsOfThisMachine) {
  base::MemoryFiles files;
  Result result = sample_result({named("One", 1, testcase::OutcomeKind::Crashed)});
  result.put.file = "/home/me/project/tests/put_test.cpp";
  result.put.build = {{"/home/me/project/tests/put_test.cpp"}, {"-I/opt/include", "-DSTATE=1"}};
  result.cases[0].outcome.file = "/home/me/project/list.h";
  write_case_file(files, "/home/me/project/forall-cases/", result, {0});
  const auto read = read_case_file(files, "/home/me/project/forall-cases", "Suite.Put");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->put.file, "tests/put_test.cpp");
  EXPECT_TRUE(read->put.build.sources.empty());
  EXPECT_TRUE(read->put.build.flags.empty());
  EXPECT_EQ(read->cases.at(0).outcome.file, "list.h");
}

TEST(CaseFolder, LinesAreThoseOfTheSource) {
  base::MemoryFiles files;
  Result result = sample_result({named("Fails", 1, testcase::OutcomeKind::Crashed)});
  result.put.line = 12;
  result.cases[0].outcome.call_line = 10;
  write_case_file(files, "cases", result, {0});
  const std::string before = files.contents.at("cases/Suite.Put.json");
  result.put.line = 112;
  result.cases[0].outcome.call_line = 110;
  write_case_file(files, "cases", result, {0});
  EXPECT_EQ(files.contents.at("cases/Suite.Put.json"), before);
  EXPECT_EQ(read_case_file(files, "cases", "Suite.Put")->put.line, 0) << "there is no source";
  files.contents[std::filesystem::absolute("put_test.cpp")] =
      "void Put(int a) {\n  f(a);\n}\nFORALL(Suite, PutTwice);\nFORALL_F(Suite,\n  Put).Pure();\n";
  const auto read = read_case_file(files, "cases", "Suite.Put");
  EXPECT_EQ(read->put.line, 5);
  EXPECT_EQ(read->cases.at(0).outcome.call_line, 3u);
}

TEST(CaseFolder, ACaseKeepsTheWordsItWasCommittedWith) {
  base::MemoryFiles files;
  const auto write = [&](const char* name, const char* condition, std::uint64_t value) {
    Case c = named(name, value);
    c.path_condition = condition;
    write_case_file(files, "cases", sample_result({c}), {0});
    return files.contents.at("cases/Suite.Put.json");
  };
  const std::string before = write("passes_when_a_eq_b", "a == b", 1);
  EXPECT_EQ(write("passes_when_b_eq_a", "b == a", 1), before);
  EXPECT_NE(write("passes_when_b_eq_a", "b == a", 2), before) << "another case";
  const std::string other = write("passes_when_a_eq_b", "a == b", 1);
  EXPECT_EQ(other, before);
  EXPECT_NE(write("passes_when_a_eq_c", "a == c", 1), before) << "another path";
  const std::string sum = write("passes", "a - 48 + (b - 48) * 60 >= 0", 1);
  EXPECT_EQ(write("passes", "(b - 48) * 60 + (a - 48) >= 0", 1), sum);
}

TEST(CaseFolder, WordsThatAreKeptAreThoseOfOneCase) {
  base::MemoryFiles files;
  write_case_file(files, "cases", sample_result({named("ab", 1)}), {0});
  Case same = named("ba", 1), other = named("ab", 1);
  other.path_condition = "a != 7";
  write_case_file(files, "cases", sample_result({same, other}), {0, 1});
  EXPECT_THAT(names_of(*read_case_file(files, "cases", "Suite.Put")), ElementsAre("ab", "ba"));
}

TEST(CaseFile, HasTheEnumsThatItNames) {
  Result result = sample_result({named("One", 1)});
  result.cases[0].inputs[0].type = "ns::Color";
  result.put.enums = {{"ns::Color", {{"Red", 0}}}, {"ns::Colo", {{"A", 0}}}, {"Internal", {{"B", 1}}}};
  const Result read = from_case_file(to_case_file(result));
  ASSERT_EQ(read.put.enums.size(), 1u);
  EXPECT_EQ(read.put.enums.begin()->first, "ns::Color");
}

TEST(CaseFile, ReadsFilesOfVersion1) {
  const Result read = from_case_file(
      R"({"version":1,"put":{"bounds":{},"classes":{},"file":"a.cpp","flags":["-Isrc"],"is_fixture":false,"line":15,)"
      R"("name":"Put","namespace":"","origins":[],"parameters":[],"seeds":[],"sources":["a.cpp","b.cpp"],)"
      R"("suite":"Suite","throws":""},"verdict":"refuted"})"
      "\n"
      R"({"name":"Fails","outcome":"crashed","fault":"division by zero","file":"b.h","line":2,"native":"confirmed",)"
      R"("data":{"version":3,"inputs":[{"name":"x","type":"int","width":32,"value":"101"}],"call_line":12}})"
      "\n");
  EXPECT_EQ(read.put.line, 15);
  EXPECT_THAT(read.put.build.sources, ElementsAre("a.cpp", "b.cpp"));
  EXPECT_THAT(read.put.build.flags, ElementsAre("-Isrc"));
  EXPECT_EQ(read.cases.at(0).outcome.call_line, 12u);
}

}  // namespace
}  // namespace forall::store

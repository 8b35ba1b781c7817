#include "report/page_others.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace forall::report {
namespace {

constexpr char kClass[] =
    "compiling\n"
    R"json({"class":"Box","pairs":[{"variable":"n","definition":{"method":"add","line":4},)json"
    R"json("use":{"method":"get","line":9},"answer":"feasible","how":"deduction","sequence":["Box()","add()"],)json"
    R"json("minimal":true,"confirmed":true}],)json"
    R"json("summaries":[{"path":"add()","condition":"true","effect":"n' = 1","throws":false}],)json"
    R"json("gaps":[],"states":[],"tests":1,"failed_against":2,"seconds":0.1})json"
    "\n";

TEST(PageOthers, TellsCommandsApartByWhatTheyFound) {
  const auto json = others_json(
      {{"class.json", kClass},
       {"infer.json", R"json({"laws":[{"name":"New","text":"Box()","verdict":"proved"}]})json"},
       {"spec.json",
        R"json({"checks":{"complete":{"answer":"no","because":"x"}},"cases":3,"failed":[{"case":"a","message":"b"}]})json"}});
  EXPECT_EQ(json["classes"][0]["name"], "Box");
  EXPECT_EQ(json["classes"][0]["pairs"][0]["definition"], "add:4");
  EXPECT_EQ(json["classes"][0]["failed_against"], 2);
  EXPECT_EQ(json["laws"][0]["name"], "infer.json") << "results without a name have that of their file";
  EXPECT_EQ(json["laws"][0]["laws"][0]["why"], "");
  EXPECT_EQ(json["specifications"][0]["checks"][0]["property"], "complete");
  EXPECT_EQ(json["specifications"][0]["failed"][0]["message"], "b");
}

TEST(PageOthers, LeavesOutWhatThereIsNot) { EXPECT_TRUE(others_json({}).empty()); }

TEST(PageOthers, RefusesWhatNoneOfThemWrote) {
  for (const char* text :
       {"", "hello", "3", "[]", "{}", R"json({"puts":[]})json", R"json({"pairs":3})json", R"json({"pairs":[{}]})json",
        R"json({"laws":[{"name":1}]})json", R"json({"laws":[{"name":"a","text":"b","verdict":"proved","why":7}]})json",
        R"json({"checks":{"complete":1}})json"}) {
    EXPECT_THROW(others_json({{"file.json", text}}), std::invalid_argument) << text;
  }
}

}  // namespace
}  // namespace forall::report

// RapidJSON: any bytes are parsed or refused, and numbers survive printing.
#include <forall/forall.h>
#include <gtest/gtest.h>
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <array>
#include <string>

namespace {
std::string print(const rapidjson::Value& value) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  value.Accept(writer);
  return buffer.GetString();
}
}  // namespace

void ParsedTextSurvivesPrinting(std::array<char, 3> bytes) {
  char text[4] = {bytes[0], bytes[1], bytes[2], 0};
  rapidjson::Document document;
  document.Parse(text);
  ASSUME(!document.HasParseError());
  rapidjson::Document again;
  again.Parse(print(document).c_str());
  ASSERT_FALSE(again.HasParseError());
  EXPECT_TRUE(again == document);
}
FORALL(RapidJson, ParsedTextSurvivesPrinting);

void NumbersSurvivePrinting(int number) {
  rapidjson::Document document;
  document.SetInt(number);
  rapidjson::Document again;
  again.Parse(print(document).c_str());
  ASSERT_TRUE(again.IsInt());
  EXPECT_EQ(again.GetInt(), number);
}
FORALL(RapidJson, NumbersSurvivePrinting);

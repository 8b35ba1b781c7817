// JSON for Modern C++: any bytes are parsed or refused, and what was parsed survives printing.
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string>

using nlohmann::json;

void ParsedTextSurvivesPrinting(std::array<char, 2> bytes) {
  const json value = json::parse(bytes.begin(), bytes.end(), nullptr, false);
  ASSUME(!value.is_discarded());
  EXPECT_EQ(json::parse(value.dump()), value);
}
FORALL(NlohmannJson, ParsedTextSurvivesPrinting);

void IntegersSurvivePrinting(short number) { EXPECT_EQ(json::parse(json(number).dump()).get<short>(), number); }
FORALL(NlohmannJson, IntegersSurvivePrinting);

void AcceptAgreesWithParse(std::array<char, 3> bytes) {
  EXPECT_EQ(json::accept(bytes.begin(), bytes.end()),
            !json::parse(bytes.begin(), bytes.end(), nullptr, false).is_discarded());
}
FORALL(NlohmannJson, AcceptAgreesWithParse);

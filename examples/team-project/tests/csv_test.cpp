#include <forall/forall.h>
#include <gtest/gtest.h>

#include <string>

#include "csv.h"

namespace {

void TakesAnyLine(const std::string& line) {
  ASSUME(line.size() <= 4);
  EXPECT_GE(fields_of(line).size(), 1u);
}
FORALL(CsvTest, TakesAnyLine);

void QuotedFieldsComeBack(const std::string& field) {
  ASSUME(field.size() <= 3 && field.find('"') == std::string::npos);
  EXPECT_EQ(fields_of(quoted(field)), std::vector<std::string>{field});
}
FORALL(CsvTest, QuotedFieldsComeBack);

}  // namespace

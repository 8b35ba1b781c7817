#include <gtest/gtest.h>

#include <cctype>
#include <set>

#include "emit/emit.h"
#include "helpers.h"

namespace forall::emit {
namespace {

using namespace testing_support;
using testcase::Case;
using testcase::Fault;
using testcase::OutcomeKind;

TEST(NameCases, SaysOutcomeAndDistinguishingConditions) {
  std::vector<Case> cases = {
      passing({input("a", 1)}, {"a > 0", "a == b", "b < c"}),
      passing({input("a", 1)}, {"a > 0", "a == b", "b >= c"}),
      passing({input("a", 1)}, {"a > 0", "a != b"}),
  };
  name_cases(cases);
  EXPECT_EQ(cases[0].name, "passes_when_b_lt_c");
  EXPECT_EQ(cases[1].name, "passes_when_b_ge_c");
  EXPECT_EQ(cases[2].name, "passes_when_a_ne_b");
}

TEST(NameCases, JoinsConditionsUntilTheCaseIsAlone) {
  std::vector<Case> cases;
  for (const char* first : {"a == b", "a != b"}) {
    for (const char* second : {"b < c", "b >= c"}) cases.push_back(passing({}, {first, second}));
  }
  name_cases(cases);
  EXPECT_EQ(cases[0].name, "passes_when_a_eq_b_and_b_lt_c");
  EXPECT_EQ(cases[3].name, "passes_when_a_ne_b_and_b_ge_c");
}

TEST(NameCases, DoesNotSpeakOfUninitialisedValues) {
  std::vector<Case> cases = {passing({input("a", 1)}, {"a > 0", "u == 3"}),
                             passing({input("a", 2)}, {"a > 0", "u != 3"})};
  cases[0].steps[1].has_unset = cases[1].steps[1].has_unset = true;
  cases[0].inputs.push_back(input("u", 3));
  cases[0].inputs[1].is_unset = true;
  name_cases(cases);
  EXPECT_EQ(cases[0].name, "passes_for_a_1");
  EXPECT_EQ(cases[1].name, "passes_for_a_2");
}

TEST(NameCases, NamesFaultAndLine) {
  std::vector<Case> cases = {
      passing({}, {"a <= 100"}),
      failing(passing({}, {"a > 100"}), OutcomeKind::Crashed, Fault::SignedOverflow, "src/triangle.h", 12),
  };
  name_cases(cases);
  EXPECT_EQ(cases[0].name, "passes_when_a_le_100");
  EXPECT_EQ(cases[1].name, "overflows_at_line_12_when_a_gt_100");
}

TEST(NameCases, AFailingCaseSaysWhatMadeItFail) {
  std::vector<Case> cases = {
      passing({}, {"t <= s"}),
      passing({}, {"t > s", "interval != 0", "a == 1"}),
      failing(passing({}, {"t > s", "interval == 0"}), OutcomeKind::Crashed, Fault::DivisionByZero, "/a/triangle.h",
              11),
  };
  name_cases(cases);
  EXPECT_EQ(cases[2].name, "divides_by_zero_at_line_11_when_interval_eq_0");
}

TEST(NameCases, AFailedAssertionDoesNotSpeakOfLaterDecisions) {
  std::vector<Case> cases;
  for (const char* last : {"a > b", "a <= b"}) {
    cases.push_back(passing({}, {"sum >= 100", last}));
    cases.push_back(failing(passing({}, {"sum < 100", last}), OutcomeKind::Failed, Fault::None, "triangle.h", 10));
  }
  name_cases(cases);
  EXPECT_EQ(cases[1].name, "fails_at_line_10_when_sum_lt_100_and_a_gt_b");
  EXPECT_EQ(cases[3].name, "fails_at_line_10_when_sum_lt_100_and_a_le_b");
  cases.pop_back();
  name_cases(cases);
  EXPECT_EQ(cases[1].name, "fails_at_line_10_when_sum_lt_100");
}

TEST(NameCases, DoesNotSpeakOfElementsBehindTheEndNorOfReferencesThatAreNotNull) {
  const auto text = [](std::int64_t size, std::vector<std::string> conditions) {
    return passing({input("text.size", size), input("text[0]", 48)}, std::move(conditions));
  };
  std::vector<Case> cases = {text(1, {"text[0] >= '0'", "text[14] >= '0'"}),
                             text(1, {"text[0] >= '0'", "text[14] < '0'"}), text(1, {"text[0] < '0'"})};
  name_cases(cases);
  EXPECT_EQ(cases[0].name.find("14"), std::string::npos) << cases[0].name;
  EXPECT_EQ(cases[2].name, "passes_when_text_0_lt_0");
  std::vector<Case> same = {passing({input("b", 1)}, {"&b != nullptr"}), passing({input("b", 2)}, {"&b == &a"})};
  name_cases(same);
  EXPECT_EQ(same[0].name.find("nullptr"), std::string::npos) << same[0].name;
  EXPECT_EQ(same[1].name, "passes_when_b_eq_a");
  same = {passing({}, {"p != nullptr"}), passing({}, {"p == nullptr"})};
  name_cases(same);
  EXPECT_EQ(same[0].name, "passes_when_p_ne_nullptr");
}

TEST(NameCases, SaysTheOneValueThatBoundsLeave) {
  std::vector<Case> cases = {passing({}, {"n > 2", "n <= 3"}), passing({}, {"n > 2", "n > 3", "n <= 4"}),
                             passing({}, {"n <= 2"}), passing({}, {"n > 2", "n > 3", "n > 4"})};
  cases[0].path_condition = "n == 3";
  cases[1].path_condition = "n == 4 && m != 0";
  name_cases(cases);
  EXPECT_EQ(cases[0].name, "passes_when_n_eq_3");
  EXPECT_EQ(cases[1].name, "passes_when_n_eq_4");
  EXPECT_EQ(cases[2].name, "passes_when_n_le_2");
}

TEST(NameCases, NamesTheExceptionWithoutItsScope) {
  std::vector<Case> cases = {passing({}, {"i < 3"}), passing({}, {"i >= 3"})};
  cases[1].outcome.kind = OutcomeKind::Threw;
  cases[1].outcome.exception_type = "std::out_of_range";
  name_cases(cases);
  EXPECT_EQ(cases[1].name, "throws_out_of_range_when_i_ge_3");
}

TEST(NameCases, ASinglePathNeedsNoCondition) {
  std::vector<Case> cases = {passing({input("a", 1)}, {"a > 0"})};
  name_cases(cases);
  EXPECT_EQ(cases[0].name, "passes");
}

TEST(NameCases, FallsBackToInputsAndThenToNumbers) {
  std::vector<Case> cases = {passing({input("a", 3)}), passing({input("a", -1)}), passing({}), passing({})};
  name_cases(cases);
  EXPECT_EQ(cases[0].name, "passes_for_a_3");
  EXPECT_EQ(cases[2].name, "passes_1");
  EXPECT_EQ(cases[3].name, "passes_2");
}

TEST(NameCases, WritesOperatorsAndCharactersAsWords) {
  std::vector<Case> cases = {passing({}, {"s[0] == 'x'"}), passing({}, {"s[0] == '\\n'"}), passing({}, {"p.x <= -3"}),
                             passing({}, {"(a & 7) != '+'"})};
  name_cases(cases);
  EXPECT_EQ(cases[0].name, "passes_when_s_0_eq_x");
  EXPECT_EQ(cases[1].name, "passes_when_s_0_eq_newline");
  EXPECT_EQ(cases[2].name, "passes_when_p_x_le_minus_3");
  EXPECT_EQ(cases[3].name, "passes_when_a_bitand_7_ne_char_43");
}

TEST(NameCases, QualifiedNamesAreNoConditions) {
  std::vector<Case> cases = {passing({}, {"color == Color::Red"}), passing({}, {"::limit < a"}),
                             passing({}, {"(a < 0 ? b : c) == 1"})};
  name_cases(cases);
  EXPECT_EQ(cases[0].name, "passes_when_color_eq_Color_Red");
  EXPECT_EQ(cases[1].name, "passes_when_limit_lt_a");
  EXPECT_EQ(cases[2].name, "passes_when_a_lt_0_then_b_else_c_eq_1");
}

TEST(NameCases, TemplateArgumentsAndLettersBeyondAsciiArePartsOfNames) {
  std::vector<Case> cases = {passing({}, {"app::Map<int, app::Key*>::get == 3"}), passing({}, {"T::operator< != 0"}),
                             passing({}, {"größe < ä"}), passing({}, {"a::Box<b::Box<int>>::x < y"})};
  name_cases(cases);
  EXPECT_EQ(cases[0].name, "passes_when_app_Map_int_app_Key_get_eq_3");
  EXPECT_EQ(cases[1].name, "passes_when_T_operator_lt_ne_0");
  EXPECT_EQ(cases[2].name, "passes_when_größe_lt_ä");
  EXPECT_EQ(cases[3].name, "passes_when_a_Box_b_Box_int_x_lt_y");
}

TEST(NameCases, NamesPlacesBehindPointersLikeOthers) {
  std::vector<Case> cases = {passing({}, {"head->next == nullptr"}), passing({}, {"head->next == &list"}),
                             passing({}, {"*p > 0 && a * b == 1"}), passing({}, {"s.size == 0"})};
  name_cases(cases);
  EXPECT_EQ(cases[0].name, "passes_when_head_next_eq_nullptr");
  EXPECT_EQ(cases[1].name, "passes_when_head_next_eq_list");
  EXPECT_EQ(cases[2].name, "passes_when_p_gt_0_and_a_times_b_eq_1");
  EXPECT_EQ(cases[3].name, "passes_when_s_size_eq_0");
  std::vector<Case> same = {passing({input("p", 7)}), passing({input("p", 0)})};
  for (Case& c : same) c.inputs[0].kind = testcase::ScalarKind::Pointer;
  same[0].inputs[0].target = "*p";
  name_cases(same);
  EXPECT_EQ(same[0].name, "passes_for_p_p_object");
  EXPECT_EQ(same[1].name, "passes_for_p_nullptr");
}

TEST(NameCases, IsUniqueValidAndStableForThousandsOfPaths) {
  std::vector<Case> cases;
  for (unsigned n = 0; n < 4096; ++n) {
    std::vector<std::string> conditions;
    for (unsigned bit = 0; bit < 12; ++bit) {
      const std::string element = "a[" + std::to_string(bit) + "]";
      conditions.push_back(element + ((n >> bit) & 1 ? " < pivot" : " >= pivot"));
    }
    cases.push_back(passing({}, conditions));
  }
  auto again = cases;
  name_cases(cases);
  name_cases(again);
  std::set<std::string> names;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::string& name = cases[i].name;
    EXPECT_EQ(name, again[i].name);
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_LE(name.size(), 66U);
    EXPECT_EQ(name.find("__"), std::string::npos) << name;
    EXPECT_NE(name.back(), '_') << name;
    for (const char c : name) EXPECT_TRUE(std::isalnum(static_cast<unsigned char>(c)) || c == '_') << name;
  }
}

}  // namespace
}  // namespace forall::emit

#include "store/text.h"

#include <gtest/gtest.h>

#include <random>

#include "records.h"
#include "store/case_text.h"
#include "store/put_text.h"

namespace forall::store {
namespace {

using namespace std::string_literals;
using testcase::OutcomeDetail;
using testcase::ScalarKind;

TEST(Encode, LeavesTextAsItIs) {
  for (const std::string& text : {""s, "a == b"s, "Größe 日本 🦀"s, "C:\\new\\xyz"s, "tab\tand\nline"s}) {
    EXPECT_TRUE(is_plain(text)) << text;
    EXPECT_EQ(encode(text), text);
    EXPECT_EQ(decode(text), text);
  }
}

TEST(Encode, WritesWhatIsNoTextAsItsBytes) {
  EXPECT_EQ(encode("a\0b"s), "a\\x00b");
  EXPECT_EQ(encode("\xff"), "\\xff");
  EXPECT_EQ(encode("\xc0\x80"), "\\xc0\\x80") << "overlong";
  EXPECT_EQ(encode("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "surrogate";
  EXPECT_EQ(encode("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "beyond Unicode";
  EXPECT_EQ(encode("\xe2\x82"), "\\xe2\\x82") << "cut";
  EXPECT_EQ(encode("\\x41"), "\\x5cx41") << "would be read as a byte";
}

TEST(Decode, GivesBackWhatWasEncoded) {
  std::mt19937 random(1);
  constexpr std::string_view kLetters("\\x0f4a\0\xff\xc3\xa4\xe2\x82\xac\xf0", 15);
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (auto n = random() % 12; n > 0; --n) text += kLetters[random() % kLetters.size()];
    const std::string encoded = encode(text);
    ASSERT_EQ(decode(encoded), text);
    ASSERT_EQ(is_plain(text), encoded == text);
    ASSERT_EQ(encoded.find('\0'), std::string::npos);
  }
}

TEST(WithoutPasswords, HidesThem) {
  EXPECT_EQ(without_passwords("postgresql://me:secret@host:5432/cases"), "postgresql://me@host:5432/cases");
  EXPECT_EQ(without_passwords("--db 'postgres://me:secret@host/c?password=secret&x=1' -q"),
            "--db 'postgres://me@host/c?password=...&x=1' -q");
  EXPECT_EQ(without_passwords("postgresql://host:5432/cases a@b"), "postgresql://host:5432/cases a@b");
  EXPECT_EQ(without_passwords("a:b@c"), "a:b@c");
}

// Every kind and width, at the ends of its range and with bits that do not belong to it.
TEST(CaseText, GivesBackEveryValue) {
  for (int kind = 0; kind <= static_cast<int>(ScalarKind::Pointer); ++kind) {
    for (const unsigned width : {1U, 8U, 16U, 32U, 64U, 80U, 128U}) {
      const bool is_float =
          kind >= static_cast<int>(ScalarKind::Half) && kind <= static_cast<int>(ScalarKind::LongDouble);
      if (is_float && (width == 1 || width == 8)) continue;
      for (const abi::Bits bits : {abi::Bits{0, 0},
                                   {1, 0},
                                   {0x80, 0},
                                   {0xff, 0},
                                   {0x7fffffff, 0},
                                   {0x80000000U, 0},
                                   {1ULL << 63, 0},
                                   {~0ULL, 0},
                                   {0, 1ULL << 63},
                                   {~0ULL, ~0ULL}}) {
        testcase::InputValue input;
        input.name = "a\"\\\n";
        input.type = "T";
        input.kind = static_cast<ScalarKind>(kind);
        input.width = width;
        input.value = bits;
        const Values values = values_from_text(to_text({input}, {}, {}));
        ASSERT_EQ(values.inputs.size(), 1U);
        EXPECT_TRUE(values.inputs[0].value == bits) << kind << " " << width << " " << bits.lo << " " << bits.hi;
        EXPECT_EQ(values.inputs[0].name, input.name);
        EXPECT_EQ(values.inputs[0].kind, input.kind);
        EXPECT_EQ(values.inputs[0].width, width);
      }
    }
  }
}

TEST(CaseText, IsReadable) {
  testcase::InputValue a, x;
  a.name = "a";
  a.type = "int";
  a.width = 32;
  a.value.lo = 0xffffffffU;
  x.name = "x";
  x.type = "double";
  x.kind = ScalarKind::Double;
  x.width = 64;
  x.value.lo = 0x3fe0000000000000ULL;
  EXPECT_EQ(to_text({a, x}, {{"*p", "Node"}}, {}),
            R"({"version":3,"inputs":[{"name":"a","type":"int","width":32,"value":"-1"},)"
            R"({"name":"x","type":"double","width":64,"value":"0.5","bits":"3fe0000000000000"}],)"
            R"("objects":[{"name":"*p","type":"Node"}]})");
}

TEST(CaseText, HasWhatTheColumnsDoNotSayOfTheOutcome) {
  testcase::Outcome outcome;
  outcome.detail = OutcomeDetail::NotPure;
  outcome.calls = {{"store", "add(3)"}, {"store", "total()"}};
  const std::string text = to_text({}, {}, {}, outcome);
  EXPECT_EQ(text, R"json({"version":3,"detail":"not pure","calls":[{"object":"store","call":"add(3)"},)json"
                  R"json({"object":"store","call":"total()"}]})json");
  const Values values = values_from_text(text);
  EXPECT_EQ(values.detail, outcome.detail);
  EXPECT_EQ(values.calls, outcome.calls);
}

TEST(CaseText, SaysWhatIsAboutUninitialisedValues) {
  testcase::InputValue input;
  input.name = "u";
  input.type = "unsigned int";
  input.kind = ScalarKind::UInt;
  input.width = 32;
  input.is_choice = input.is_unset = true;
  std::vector<testcase::Step> steps = {{1, "a.h", 1, "a < b"}, {2, "a.h", 2, "u != 0", true}};
  const std::string text = to_text({input}, {}, {}, {}, steps);
  EXPECT_EQ(text, R"({"version":3,"inputs":[{"name":"u","type":"unsigned int","width":32,"value":"0","is_choice":true,)"
                  R"("is_unset":true}],"unset_steps":[1]})");
  const Values values = values_from_text(text);
  EXPECT_TRUE(values.inputs.at(0).is_unset);
  steps[1].has_unset = false;
  mark_unset(steps, values);
  EXPECT_FALSE(steps[0].has_unset);
  EXPECT_TRUE(steps[1].has_unset);
  steps.pop_back();
  EXPECT_THROW(mark_unset(steps, values), std::invalid_argument);
}

TEST(CaseText, BeforeVersion3NamesToldWhatIsAboutUninitialisedValues) {
  const std::string inputs =
      R"("inputs":[{"name":"(uninitialised)32","type":"","kind":"unsigned int","width":32,"value":"1","is_choice":true},)"
      R"({"name":"a","type":"int","width":32,"value":"1"}]})";
  const Values old = values_from_text(R"({"version":2,)" + inputs);
  EXPECT_TRUE(old.inputs.at(0).is_unset);
  EXPECT_FALSE(old.inputs.at(1).is_unset);
  std::vector<testcase::Step> steps = {{1, "a.h", 1, "a < 3"}, {1, "a.h", 2, "(uninitialised)32 < 3"}};
  mark_unset(steps, old);
  EXPECT_FALSE(steps[0].has_unset);
  EXPECT_TRUE(steps[1].has_unset);
  // Now a name is only a name.
  const Values values = values_from_text(R"({"version":3,)" + inputs);
  EXPECT_FALSE(values.inputs.at(0).is_unset);
  steps[1].has_unset = false;
  mark_unset(steps, values);
  EXPECT_FALSE(steps[1].has_unset);
}

TEST(PutText, OriginsOfAnOlderDatabaseAreRead) {
  testcase::Put put;
  put.origins = {{"ns::Node", "by its state"}};
  std::string text = to_text(put);
  EXPECT_EQ(put_from_text(text).origins, put.origins);
  const std::string now = R"([{"type":"ns::Node","way":"by its state"}])";
  ASSERT_NE(text.find(now), std::string::npos) << text;
  text.replace(text.find(now), now.size(), R"(["ns::Node: by its state"])");
  EXPECT_EQ(put_from_text(text).origins, put.origins);
}

testcase::Outcome outcome_of(testcase::OutcomeKind kind, testcase::Fault fault, const std::string& message) {
  testcase::Outcome outcome;
  outcome.kind = kind;
  outcome.fault = fault;
  outcome.message = message;
  read_message(outcome);
  return outcome;
}

TEST(CaseText, TheDetailOfAnOlderVersionIsInTheMessage) {
  using enum testcase::OutcomeKind;
  using testcase::Fault;
  const auto detail = [](auto... of) { return outcome_of(of...).detail; };
  EXPECT_EQ(detail(Failed, Fault::None, "not pure: S::get() returns 1"), OutcomeDetail::NotPure);
  EXPECT_EQ(detail(Failed, Fault::None, "it is not pure: x"), OutcomeDetail::None);
  EXPECT_EQ(detail(Threw, Fault::None, "not pure: x"), OutcomeDetail::None);
  EXPECT_EQ(detail(Crashed, Fault::NullDereference, "an offset is added to a null pointer"), OutcomeDetail::NullOffset);
  EXPECT_EQ(detail(Crashed, Fault::NullDereference, "null dereference"), OutcomeDetail::None);
  EXPECT_EQ(detail(Crashed, Fault::UseAfterScope, "what happens here depends on a variable after its scope"),
            OutcomeDetail::Dependence);
  EXPECT_EQ(detail(Crashed, Fault::OtherCheck, "isalpha of a value that is neither EOF nor an unsigned char"),
            OutcomeDetail::Character);
  EXPECT_EQ(outcome_of(Failed, Fault::None, "not pure: x\n  calls: s.add(3); s.get()").calls,
            (std::vector<testcase::ObserverCall>{{"s", "add(3)"}, {"s", "get()"}}));
}

TEST(CaseText, RefusesWhatItDoesNotKnow) {
  for (const char* text :
       {"", "[]", "{}", R"({"version":4})", R"({"version":3,"detail":"new"})", R"({"version":1,"inputs":[{}]})",
        R"({"version":1,"inputs":[{"name":"a","type":"T","width":8,"value":"1"}]})",
        R"({"version":1,"inputs":[{"name":"a","type":"int","width":8,"value":"1x"}]})",
        R"({"version":1,"inputs":[{"name":"a","type":"int","width":8,"value":"-"}]})",
        R"({"version":1,"inputs":[{"name":"a","type":"int","width":8,"value":""}]})"}) {
    EXPECT_THROW(values_from_text(text), std::invalid_argument) << text;
  }
}

}  // namespace
}  // namespace forall::store

// Compiles emitted files with the real compilers and runs them.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>

#include "../emit/helpers.h"
#include "base/world.h"
#include "build/precompiled_header.h"
#include "emit/emit.h"
#include "native/confirm_closed.h"

namespace forall::native {
namespace {

using namespace emit::testing_support;
using emit::test_source;
using testcase::Case;
using testcase::Fault;
using testcase::OutcomeKind;
using testcase::Put;
using testcase::ScalarKind;
using ::testing::HasSubstr;

namespace fs = std::filesystem;

fs::path repository() { return fs::path(__FILE__).parent_path().parent_path().parent_path().parent_path(); }

class Confirm : public ::testing::TestWithParam<const char*> {
 protected:
  Confirm() {
    std::string name = (fs::temp_directory_path() / "forall-emit-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = name;
    options_.compiler = GetParam();
    options_.flags = {"-std=c++20", "-I" + (repository() / "include").string()};
    options_.build_directory = folder_ / "build";
    options_.test_seconds = 20;
    options_.precompiled = [this](const std::vector<std::string>& compile) {
      return header_.flags_for(folder_ / "source.cpp", compile);
    };
  }
  ~Confirm() override { fs::remove_all(folder_); }

  void emit(const std::string& source, const Put& put, const std::vector<Case>& cases) {
    base::system_files().write(folder_ / "source.cpp", source);
    base::system_files().write(folder_ / "closed_test.cpp", test_source(put, cases, {"source.cpp"}));
  }
  ConfirmReport run(const Put& put, std::vector<Case>& cases) {
    return confirm_closed(folder_ / "closed_test.cpp", put, cases, options_, base::system_world());
  }
  void expect_no_warnings() {
    base::ProcessRequest request;
    request.command = {GetParam(),
                       "-std=c++20",
                       "-Wall",
                       "-Wextra",
                       "-Werror",
                       "-fsyntax-only",
                       "-I" + (repository() / "include").string(),
                       (folder_ / "closed_test.cpp").string()};
    const auto result = base::system_processes().run(request);
    EXPECT_TRUE(result.ok()) << result.output;
  }

  fs::path folder_;
  ConfirmOptions options_;
  std::atomic<bool> stop_ = false;
  // GoogleTest's is most of what compilers read here.
  build::PrecompiledHeader header_{build::precompiled_headers(), repository() / "include", base::system_world(), stop_,
                                   build::kGoogleTestHeader};
};
INSTANTIATE_TEST_SUITE_P(Compilers, Confirm, ::testing::Values("g++", "clang++-19"),
                         [](const auto& compiler) { return std::string(compiler.param) == "g++" ? "Gcc" : "Clang"; });

// One line for each way to end; the line is what is predicted.
constexpr const char* kFaults = R"(#include <gtest/gtest.h>
#include <cstdlib>
#include <stdexcept>
#include <vector>
static int depth(int n) { return n == 0 ? 0 : depth(n + 1) + 1; }
static int missing(int x) { if (x > 0) return 1; }
static void Classify(int kind, int x) {
  volatile int v = x;
  int array[3] = {1, 2, 3};
  int* null = nullptr;
  std::vector<int> vector(3);
  if (kind == 1) EXPECT_EQ(x, 7);
  if (kind == 2) throw std::out_of_range("far");
  if (kind == 3) v = v + 2147483647;
  if (kind == 4) v = 7 / v;
  if (kind == 5) v = 1 << v;
  if (kind == 6) v = array[v];
  if (kind == 7) v = *null;
  if (kind == 8) std::abort();
  if (kind == 9) for (;;) v = v + 0;
  if (kind == 10) v = depth(1);
  if (kind == 11) std::exit(3);
  if (kind == 12) v = vector[static_cast<unsigned>(v)];
  if (kind == 13) throw 42;
  if (kind == 14) __builtin_unreachable();
  if (kind == 15) v = missing(-v);
  if (kind == 16) std::terminate();
}
)";

Case ending(int kind, int x, OutcomeKind outcome, Fault fault, unsigned line) {
  Case c = failing(passing({input("kind", kind), input("x", x)}), outcome, fault, line == 0 ? "" : "source.cpp", line);
  c.name = "kind_" + std::to_string(kind);
  return c;
}

std::vector<Case> every_fault() {
  std::vector<Case> cases = {
      ending(0, 1, OutcomeKind::Passed, Fault::None, 0),
      ending(1, 1, OutcomeKind::Failed, Fault::None, 12),
      ending(2, 1, OutcomeKind::Threw, Fault::None, 0),
      ending(3, 1, OutcomeKind::Crashed, Fault::SignedOverflow, 14),
      ending(4, 0, OutcomeKind::Crashed, Fault::DivisionByZero, 15),
      ending(5, 40, OutcomeKind::Crashed, Fault::Shift, 16),
      ending(6, 3, OutcomeKind::Crashed, Fault::OutOfBounds, 17),
      ending(7, 1, OutcomeKind::Crashed, Fault::NullDereference, 18),
      ending(8, 1, OutcomeKind::Crashed, Fault::Abort, 19),
      ending(9, 1, OutcomeKind::Crashed, Fault::EndlessLoop, 20),
      ending(10, 1, OutcomeKind::Crashed, Fault::StackOverflow, 5),
      ending(11, 1, OutcomeKind::Crashed, Fault::Exit, 22),
      ending(12, 3, OutcomeKind::Crashed, Fault::Abort, 23),
      ending(13, 1, OutcomeKind::Threw, Fault::None, 0),
      ending(14, 1, OutcomeKind::Crashed, Fault::Unreachable, 25),
      ending(15, 1, OutcomeKind::Crashed, Fault::MissingReturn, 6),
      ending(16, 1, OutcomeKind::Crashed, Fault::Terminate, 27),
  };
  cases[2].outcome.exception_type = "std::out_of_range";
  cases[13].outcome.exception_type = "int";
  return cases;
}

TEST_P(Confirm, ConfirmsEveryKindOfOutcome) {
  const Put put = put_of_ints({"kind", "x"});
  auto cases = every_fault();
  options_.test_seconds = 5;
  emit(kFaults, put, cases);
  const auto report = run(put, cases);
  ASSERT_TRUE(report.compiled) << report.compiler_output;
  for (const Case& c : cases) {
    EXPECT_EQ(c.native, Case::Native::Confirmed) << c.name << ": " << c.native_detail;
    EXPECT_EQ(c.native_detail, "");
  }
}

TEST_P(Confirm, SeesWhatDiffers) {
  const Put put = put_of_ints({"kind", "x"});
  std::vector<Case> cases = {
      ending(3, 1, OutcomeKind::Passed, Fault::None, 0),  // dies among those that pass
      ending(0, 1, OutcomeKind::Passed, Fault::None, 0),
      ending(1, 1, OutcomeKind::Passed, Fault::None, 0),
      ending(2, 1, OutcomeKind::Threw, Fault::None, 0),
      ending(4, 1, OutcomeKind::Crashed, Fault::DivisionByZero, 15),   // does not divide by zero
      ending(5, 40, OutcomeKind::Crashed, Fault::SignedOverflow, 16),  // the kind
      ending(6, 3, OutcomeKind::Crashed, Fault::OutOfBounds, 18),      // the line
      ending(8, 1, OutcomeKind::Failed, Fault::None, 19),
      ending(11, 1, OutcomeKind::Passed, Fault::None, 0),
      ending(15, 0, OutcomeKind::Passed, Fault::None, 0),
  };
  cases[3].outcome.exception_type = "std::logic_error";
  Case wrong_line = ending(1, 2, OutcomeKind::Failed, Fault::None, 13);
  wrong_line.name = "wrong_line";
  cases.push_back(wrong_line);
  emit(kFaults, put, cases);
  const auto report = run(put, cases);
  ASSERT_TRUE(report.compiled) << report.compiler_output;
  EXPECT_EQ(cases[1].native, Case::Native::Confirmed) << cases[1].native_detail;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (i != 1) {
      EXPECT_EQ(cases[i].native, Case::Native::Differs) << i;
    }
  }
  EXPECT_THAT(cases[0].native_detail,
              HasSubstr("predicted to pass, but the native run exits with code 1: signed integer overflow"));
  EXPECT_THAT(cases[0].native_detail, HasSubstr("source.cpp:14"));
  EXPECT_THAT(cases[2].native_detail, HasSubstr("source.cpp:12"));
  EXPECT_THAT(cases[3].native_detail, HasSubstr("std::out_of_range"));
  EXPECT_THAT(cases[4].native_detail, HasSubstr("the native run passes"));
  EXPECT_THAT(cases[7].native_detail, HasSubstr("Aborted"));
  EXPECT_THAT(cases[8].native_detail, HasSubstr("exits with code 3"));
}

TEST_P(Confirm, GivesTheCompilersWordsWhereTheFileDoesNotCompile) {
  const Put put = put_of_ints({"a"});
  std::vector<Case> cases = {passing({input("a", 1)})};
  emit("#include <gtest/gtest.h>\nstatic void Classify(int a) { undeclared(a); }\n", put, cases);
  const auto report = run(put, cases);
  EXPECT_FALSE(report.compiled);
  EXPECT_THAT(report.compiler_output, HasSubstr("undeclared"));
  EXPECT_EQ(cases[0].native, Case::Native::NotRun);
}

TEST_P(Confirm, SaysThatTheProgramWhichWatchesMemoryDoesNotCompile) {
  const Put put = put_of_ints({"a"});
  std::vector<Case> cases = {
      failing(passing({input("a", 4)}), OutcomeKind::Crashed, Fault::OutOfBounds, "source.cpp", 9)};
  emit(R"(#include <gtest/gtest.h>
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#error not with AddressSanitizer
#endif
#elif defined(__SANITIZE_ADDRESS__)
#error not with AddressSanitizer
#endif
static void Classify(int a) { int* p = new int[4](); p[a] = 3; delete[] p; }
)",
       put, cases);
  const auto report = run(put, cases);
  ASSERT_TRUE(report.compiled) << report.compiler_output;
  EXPECT_EQ(cases[0].native, Case::Native::Differs);
  EXPECT_THAT(cases[0].native_detail, HasSubstr("the program that would watch it was not made: "));
  EXPECT_THAT(cases[0].native_detail, HasSubstr("not with AddressSanitizer"));
}

struct Kind {
  ScalarKind kind;
  unsigned width;
  const char* spelling;
};
constexpr Kind kKinds[] = {
    {ScalarKind::Bool, 8, "bool"},
    {ScalarKind::Char, 8, "char"},
    {ScalarKind::SChar, 8, "signed char"},
    {ScalarKind::UChar, 8, "unsigned char"},
    {ScalarKind::WChar, 32, "wchar_t"},
    {ScalarKind::Char8, 8, "char8_t"},
    {ScalarKind::Char16, 16, "char16_t"},
    {ScalarKind::Char32, 32, "char32_t"},
    {ScalarKind::Short, 16, "short"},
    {ScalarKind::UShort, 16, "unsigned short"},
    {ScalarKind::Int, 32, "int"},
    {ScalarKind::UInt, 32, "unsigned int"},
    {ScalarKind::Long, 64, "long"},
    {ScalarKind::ULong, 64, "unsigned long"},
    {ScalarKind::LongLong, 64, "long long"},
    {ScalarKind::ULongLong, 64, "unsigned long long"},
    {ScalarKind::Int128, 128, "__int128"},
    {ScalarKind::UInt128, 128, "unsigned __int128"},
    {ScalarKind::SignedEnum, 64, "Signed"},
    {ScalarKind::UnsignedEnum, 64, "ns::Unsigned"},
};

abi::Bits within(abi::Bits bits, const Kind& kind) {
  if (kind.kind == ScalarKind::Bool) return {bits.lo & 1, 0};
  if (kind.width < 128) bits.hi = 0;
  if (kind.width < 64) bits.lo &= (1ULL << kind.width) - 1;
  return bits;
}

// The source compares the bits of every parameter, alone and in an aggregate, with a table written independently.
TEST_P(Confirm, EveryValueOfEveryTypeArrives) {
  const abi::Bits patterns[] = {{0, 0},
                                {1, 0},
                                {~0ULL, ~0ULL},
                                {0x8080808080808080ULL, 0x8080808080808080ULL},
                                {0x7f7f7f7f7f7f7f7fULL, 0x7f7f7f7f7f7f7f7fULL},
                                {'\'', 0},
                                {'\\', 0},
                                {0x8000000080008000ULL, 0},
                                {0x7fffffff, 0},
                                {0x80000000, 0},
                                {0xffffffffffffffffULL, 0x7fffffffffffffffULL},
                                {0, 0x8000000000000000ULL},
                                {0x8000000000000000ULL, 0},
                                {0x7fffffffffffffffULL, 0},
                                {0xd800d800d800d80aULL, 0x0123456789abcdefULL}};
  std::string source =
      "#include <gtest/gtest.h>\n#include <cstring>\nenum class Signed : long {};\nnamespace ns { enum class Unsigned "
      ": unsigned "
      "long {}; }\nstruct Expected { unsigned long long lo, hi; };\n"
      "template <class T> static bool same(const T& value, Expected e) {\n"
      "  unsigned long long bits[2] = {0, 0};\n  std::memcpy(bits, &value, sizeof value);\n"
      "  return bits[0] == e.lo && bits[1] == e.hi;\n}\n";
  Put put = put_of_ints({"row"});
  std::string all, members, checks, signature = "int row";
  std::vector<testcase::Type::Member> member_types;
  int index = 0;
  for (const Kind& kind : kKinds) {
    const std::string name = fmt::format("v{}", index);
    put.parameters.push_back({name, scalar(kind.kind, kind.width, kind.spelling)});
    member_types.push_back({name, scalar(kind.kind, kind.width, kind.spelling)});
    signature += std::string(", ") + kind.spelling + "& " + name;
    members += std::string("  ") + kind.spelling + " " + name + ";\n";
    checks += "  EXPECT_TRUE(same(" + name + ", kTable[row][" + std::to_string(index) + "])) << row;\n";
    checks += "  EXPECT_TRUE(same(all[1]." + name + ", kTable[row][" + std::to_string(index) + "])) << row;\n";
    ++index;
  }
  put.parameters.push_back({"all", array(aggregate("All", member_types), 2, true)});
  source += "struct All {\n" + members + "};\nconst Expected kTable[][" + std::to_string(index) + "] = {\n";
  std::vector<Case> cases;
  for (const abi::Bits& pattern : patterns) {
    Case c = passing({input("row", static_cast<std::int64_t>(cases.size()))});
    source += "{";
    for (int i = 0; i < index; ++i) {
      const abi::Bits bits = within(pattern, kKinds[i]);
      source += fmt::format("{{{}ULL, {}ULL}}, ", bits.lo, bits.hi);
      for (const std::string& name : {fmt::format("v{}", i), fmt::format("all[1].v{}", i)}) {
        testcase::InputValue value;
        value.name = name;
        value.kind = kKinds[i].kind;
        value.width = kKinds[i].width;
        value.value = bits;
        c.inputs.push_back(value);
      }
    }
    source += "},\n";
    cases.push_back(c);
  }
  source += "};\n#include <array>\nstatic void Classify(" + signature + ", const std::array<All, 2>& all) {\n" +
            checks + "}\n";
  emit(source, put, cases);
  expect_no_warnings();
  const auto report = run(put, cases);
  ASSERT_TRUE(report.compiled) << report.compiler_output;
  for (const Case& c : cases) EXPECT_EQ(c.native, Case::Native::Confirmed) << c.native_detail;
}

TEST_P(Confirm, WorksWithForallsOwnHeader) {
  Put put = put_of_ints({"a"});
  put.suite = "Fixture";
  put.is_fixture = true;
  put.throws = "std::out_of_range";
  Case throwing = passing({input("a", 3), input("n", 2), input("n#2", 5)});
  throwing.name = "throws_as_expected";
  throwing.inputs[1].is_choice = throwing.inputs[2].is_choice = true;
  throwing.observations = {{"sum", "int", ScalarKind::Int, 32, {10, 0}, "a + n"}};
  Case silent = failing(passing({input("a", 0), input("n", 0), input("n#2", 0)}), OutcomeKind::Failed, Fault::None,
                        "source.cpp", 14);
  silent.name = "throws_nothing";
  silent.inputs[1].is_choice = silent.inputs[2].is_choice = true;
  Case unmet = passing({input("a", -1)});
  unmet.name = "assumption";
  std::vector<Case> cases = {throwing, silent, unmet};
  emit(
      "#include <forall/forall.h>\n#include <stdexcept>\nclass Fixture : public ::testing::Test {\n public:\n"
      "  void Classify(int a) {\n    ASSUME(a >= 0);\n    const int sum = a + forall::choose<int>(\"n\") + "
      "forall::choose<int>(\"n\");\n    forall::observe(\"sum\", sum);\n    if (sum > 0) throw "
      "std::out_of_range(\"sum\");\n"
      "  }\n};\nFORALL_F(Fixture, Classify).Throws<std::out_of_range>();\n",
      put, cases);
  expect_no_warnings();
  const auto report = run(put, cases);
  ASSERT_TRUE(report.compiled) << report.compiler_output;
  EXPECT_EQ(cases[0].native, Case::Native::Confirmed) << cases[0].native_detail;
  EXPECT_EQ(cases[1].native, Case::Native::Confirmed) << cases[1].native_detail;
  EXPECT_EQ(cases[2].native, Case::Native::Differs);
}

}  // namespace
}  // namespace forall::native

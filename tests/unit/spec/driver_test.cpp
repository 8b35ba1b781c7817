#include "spec/driver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spec/puts_source.h"
#include "support.h"

namespace forall::spec {
namespace {

using testing::example;
using ::testing::HasSubstr;
using ::testing::Not;

const ClassInterface kQueue{"PriorityQueue",
                            {{"empty", 0, "bool", true},
                             {"largest", 0, "int", true},
                             {"add", 1, "void", false},
                             {"remove_largest", 0, "void", false}},
                            false};

std::string error_of(const Specification& spec, const ClassInterface& interface, const DriverOptions& options) {
  try {
    driver_source(spec, interface, {}, options);
  } catch (const base::UserError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Driver, ACaseIsATestWithBothSequences) {
  const Specification spec = example("priority_queue");
  const auto cases = read_cases(spec, {"cases", "(create.add(5).add(3).delete, create.add(3), equivalent)"});
  const std::string source = driver_source(spec, kQueue, cases, {"priority_queue.h"});
  EXPECT_THAT(source, HasSubstr("#include \"priority_queue.h\"\n"));
  EXPECT_THAT(
      source,
      HasSubstr("[] { Self self = make_create(); do_add(self, 5); do_add(self, 3); do_delete(self); return self; }"));
  EXPECT_THAT(source, HasSubstr("TEST(PriorityQueueSpec, Case1)"));
}

TEST(Driver, AnUnknownMethodAndOtherParametersAreErrors) {
  const Specification spec = example("priority_queue");
  ClassInterface other = kQueue;
  other.methods[1].name = "larges";
  EXPECT_THAT(error_of(spec, other, {}), HasSubstr("PriorityQueue has no method 'largest'; did you mean 'larges'?"));
  other = kQueue;
  other.methods[2].parameters = 2;
  EXPECT_THAT(error_of(spec, other, {}), HasSubstr("no method 'add' of PriorityQueue takes 1 argument"));
  other.has_bases = true;  // an ancestor may have it
  EXPECT_EQ(error_of(spec, other, {}), "no error");
}

TEST(Driver, AWordOfCppNeedsAMapping) {
  std::string text = *base::system_files().read(testing::examples() / "priority_queue.spec");
  text.erase(text.find("map\n"));
  EXPECT_THAT(error_of(testing::from_text(text), kQueue, {}), HasSubstr("'delete' is a word of C++"));
}

TEST(Driver, EqualityIsDerivedOnlyFromAGeneralAxiom) {
  EXPECT_THAT(driver_source(example("priority_queue"), kQueue, {}, {"", Equality::Derived}),
              HasSubstr("bool see_eqn(Self A, Self B)"));
  const ClassInterface any{"std::stack<int>", {}, true};
  EXPECT_THAT(error_of(example("stack"), any, {"", Equality::Derived}), HasSubstr("--eqn observational"));
  EXPECT_THAT(driver_source(example("stack"), any, {}, {"", Equality::Observational, 2}),
              HasSubstr("observed_equal(a, b, 2)"));
}

TEST(Driver, EqualityIsTheUsersOrThatOfTheClass) {
  std::string text = *base::system_files().read(testing::examples() / "priority_queue.spec");
  text.replace(text.find("map\n"), 4, "map\n  eqn -> \"same_queue(self, B)\";\n");
  const Specification given = testing::from_text(text);
  for (const Equality equality : {Equality::Class, Equality::Automatic})
    EXPECT_THAT(driver_source(given, kQueue, {}, {"", equality}), HasSubstr("return same_queue(self, B);"));
  EXPECT_THAT(driver_source(given, kQueue, {}, {"", Equality::Derived}), Not(HasSubstr("same_queue")));
  ClassInterface with_eqn = kQueue;
  with_eqn.methods.push_back({"eqn", 1, "bool", true});
  EXPECT_THAT(driver_source(example("priority_queue"), with_eqn, {}, {}), HasSubstr("return a.eqn(b);"));
  EXPECT_THAT(driver_source(example("priority_queue"), kQueue, {}, {"", Equality::Class}),
              HasSubstr("it has neither eqn nor operator=="));
}

TEST(Driver, AxiomsArePuts) {
  const std::string source = puts_source(example("priority_queue"), kQueue, {"priority_queue.h"});
  EXPECT_THAT(source, HasSubstr("FORALL_AXIOMS(PriorityQueue, PriorityQueueAxioms);"));
  EXPECT_THAT(source, HasSubstr("void Axiom2(Self& A, int x) {\n  const auto expected = false;\n  do_add(A, x);\n"
                                "  EXPECT_EQ(see_empty(A), expected);\n}\nFORALL(PriorityQueueAxioms, Axiom2);"));
  // A.add(x).delete -> IF x > A.largest THEN A ELSE A.delete.add(x)
  EXPECT_THAT(source, HasSubstr("void Axiom6_1(Self& A, int x) {\n  ASSUME((x > see_largest(A)));\n  do_add(A, x);\n"
                                "  do_delete(A);\n}\nFORALL(PriorityQueueAxioms, Axiom6_1).Pure();"));
  EXPECT_THAT(source, HasSubstr("  ASSUME(!((x > see_largest(A))));\n  Self right = after_add(after_delete(A), x);\n"));
  EXPECT_THAT(source, HasSubstr("  EXPECT_EQ(see_largest(A), see_largest(right));\n"));
  EXPECT_THAT(source, HasSubstr("FORALL(PriorityQueueAxioms, LargestIsPure).Pure();"));
  EXPECT_THAT(source, HasSubstr("FORALL(PriorityQueueEquations, Equation6);"));
}

TEST(Driver, AnAxiomThatSaysErrorThrows) {
  const std::string source = puts_source(example("stack"), {"IntStack", {}, true}, {"int_stack.h"});
  EXPECT_THAT(source, HasSubstr("void Axiom3() {\n  Self self = make_create();\n  see_top(self);\n}\n"
                                "FORALL(StackAxioms, Axiom3).Throws<Error>();"));
  EXPECT_THAT(source,
              HasSubstr("void TopIsPure(const Self& A) {\n  try {\n    see_top(A);\n  } catch (const Error&) {\n"));
  // A.append(x).find(i) -> IF i = A.nb_elements + 1 THEN x ELSE A.find(i), and find may be an error
  const std::string list = puts_source(example("sorted_list"), {"SortedList", {}, true}, {"sorted_list.h"});
  EXPECT_THAT(list,
              HasSubstr("unless_error([&] { return ((i == (see_nb_elements(A) + 1)) ? x : see_find(A, i)); });\n"));
  EXPECT_THAT(list, HasSubstr("FORALL(SortedListEquations, Equation8);"));
}

}  // namespace
}  // namespace forall::spec

#include "spec/explored.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support.h"

namespace forall::spec {
namespace {

using ::testing::ElementsAre;
using testing::example;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> texts(const Specification& spec, std::size_t length) {
  std::vector<std::string> result;
  for (const Shape& shape : shapes_of_length(spec, length)) result.push_back(to_text(*spec.terms, shape.term));
  return result;
}

TEST(Explored, ShapesAreAllSequencesOfALength) {
  const Specification queue = example("priority_queue");
  EXPECT_THAT(texts(queue, 0), ElementsAre("create"));
  EXPECT_THAT(texts(queue, 2), ElementsAre("create.add(x1).add(x2)", "create.delete.add(x1)", "create.add(x1).delete",
                                           "create.delete.delete"));
  EXPECT_EQ(shapes_of_length(queue, 6).size(), 64u);
}

TEST(Explored, ObserversWithParametersEndSequences) {
  EXPECT_THAT(texts(example("sorted_list"), 1), ElementsAre("create.add(x1)", "create.delete(x1)",
                                                            "create.add(x1).find(x2)", "create.delete(x1).find(x2)"));
}

// What is done to arguments counts, too: otherwise there would be no end of sequences of a length.
TEST(Explored, ArgumentsThatAreObjectsAreSequencesOfTheirOwn) {
  const Specification rational = example("rational");
  EXPECT_THAT(texts(rational, 0), ElementsAre("create(x1, x2)", "create(x1, x2).less(create(x3, x4))"));
  const auto shapes = shapes_of_length(rational, 1);
  EXPECT_EQ(to_text(*rational.terms, shapes[0].term), "create(x1, x2).plus(create(x3, x4))");
  std::vector<std::size_t> elements;
  for (const Slot& slot : slots_of(rational, shapes[0])) elements.push_back(slot.element);
  EXPECT_THAT(elements, ElementsAre(0, 1, 2, 3));
}

TEST(Explored, TooManySequencesAreAnError) {
  const Specification deque = example("deque");
  EXPECT_THROW(shapes_of_length(deque, 12), base::UserError);
}

TEST(Explored, TheSourceHasThePutsAndTheAxioms) {
  const Specification spec = example("priority_queue");
  const ClassInterface interface{"PriorityQueue", {}, true};
  const std::string source =
      explored_source(spec, interface, {shapes_of_length(spec, 0), shapes_of_length(spec, 1)}, {"priority_queue.h"});
  EXPECT_THAT(source, HasSubstr("FORALL(PriorityQueueSequences, Length1);"));
  EXPECT_THAT(source, HasSubstr("void Length1(Sequence1 sequence, std::array<int, 1> integers) {"));
  EXPECT_THAT(source, HasSubstr("// axiom 6"));
  EXPECT_THAT(source, HasSubstr("same_objects(*actual.value, object_of_Self(*expected.value))"));
}

TEST(Explored, ObjectsThatUsersCannotMakeAreNotComparedWith) {
  const Specification tree = example("binary_tree");  // node is neither exported nor mapped
  EXPECT_FALSE(are_normal_forms_comparable(tree));
  EXPECT_TRUE(are_normal_forms_comparable(example("sorted_list")));
  EXPECT_THAT(explored_source(tree, {"BinaryTree", {}, true}, {}, {}), Not(HasSubstr("object_of_Self")));
}

TEST(Explored, ValuesMakeCases) {
  const Specification spec = example("priority_queue");
  Terms& terms = *spec.terms;
  const Shape shape{"", testing::term(spec, "create.add(x).add(y).delete")};
  const auto cases = cases_of_values(
      spec, shape,
      {{terms.variable("x", kInteger), terms.integer(5)}, {terms.variable("y", kInteger), terms.integer(3)}});
  EXPECT_EQ(cases_text(spec, cases),
            "(create.add(5).add(3).delete, create.add(3), equivalent)\n"
            "(create.add(5).add(3).delete.empty, false, equivalent)\n"
            "(create.add(5).add(3).delete.largest, 3, equivalent)\n");
}

}  // namespace
}  // namespace forall::spec

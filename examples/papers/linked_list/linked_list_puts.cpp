// proved:  three claims about lists of up to ten nodes
// refuted: RemoveOfAnAbsentObject, by a list that does not hold the object: a null pointer is followed
#include "linked_list.h"

#include <gtest/gtest.h>

#include <vector>

#include "../object_state.h"

namespace {

constexpr int kMostNodes = 10;

// Ends, after at most ten nodes.
bool is_list(const Node* list) {
  std::vector<const Node*> nodes;
  for (; list != nullptr; list = list->tail) {
    bool is_new = nodes.size() < kMostNodes;
    for (const Node* node : nodes) is_new &= list != node;
    if (!is_new) return false;
    nodes.push_back(list);
  }
  return true;
}

int occurrences(const Node* list, const Object* object) {
  int sum = 0;
  for (; list != nullptr; list = list->tail) sum += list->head == object ? 1 : 0;
  return sum;
}

void AddedIsContained(Node* list, Object* object, Object* other) {
  ASSUME(is_list(list));
  const bool was_there = contains(list, other);
  Node* longer = add(list, object);
  EXPECT_EQ(contains(longer, other), was_there || other == object);
  delete longer;
}
FORALL(LinkedListTest, AddedIsContained);

void RemoveUndoesAdd(Node* list, Object* object) {
  ASSUME(is_list(list));
  EXPECT_EQ(remove(add(list, object), object), list);
}
FORALL(LinkedListTest, RemoveUndoesAdd);

void Remove(Node* list, Object* object) {
  ASSUME(is_list(list));
  const int before = occurrences(list, object);
  const Node* shorter = remove(list, object);
  EXPECT_EQ(occurrences(shorter, object), before == 0 ? 0 : before - 1);
}
FORALL(LinkedListTest, Remove);

// No claim but that nothing goes wrong.
void RemoveOfAnAbsentObject(Node* list, Object* object) {
  ASSUME(is_list(list));
  remove_present(list, object);
}
FORALL(LinkedListBug, RemoveOfAnAbsentObject);

}  // namespace

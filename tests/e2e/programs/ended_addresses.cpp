// The address of a block that was given back: nobody knows whether another block has it.
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>

namespace {

void Moves(int a) {
  int* before = static_cast<int*>(std::malloc(sizeof(int)));
  *before = a;
  int* after = static_cast<int*>(std::realloc(before, 2 * sizeof(int)));
  const bool has_moved = after != before;
  std::free(after);
  EXPECT_TRUE(has_moved);
}
FORALL(EndedAddresses, Moves);

void IsNew(int a) {
  int* first = new int(a);
  const auto before = reinterpret_cast<std::uintptr_t>(first);
  delete first;
  int* second = new int(a);
  const bool is_new = before != reinterpret_cast<std::uintptr_t>(second);
  delete second;
  EXPECT_TRUE(is_new);
}
FORALL(EndedAddresses, IsNew);

struct Node {
  Node* next;
};

void Frees(bool is_two) {
  Node* list = new Node{nullptr};
  if (is_two) list = new Node{list};
  int count = 0;
  while (list != nullptr) {
    Node* next = list->next;
    if (next != list) ++count;
    delete list;
    list = next;
  }
  EXPECT_EQ(count, is_two ? 2 : 1);
}
FORALL(EndedAddresses, Frees);

}  // namespace

// Singly linked lists of up to six nodes in every shape: shared ends, cycles, one list given twice.
#include <forall/forall.h>

namespace {

struct Node {
  int value;
  Node* next;
};

// Nodes that can be reached, `most + 1` if there are more. Cycles are walked once.
int count_nodes(const Node* list, int most) {
  const Node* seen[8] = {};
  int count = 0;
  for (; list != nullptr && count <= most; list = list->next) {
    for (int i = 0; i < count; ++i) {
      if (seen[i] == list) return count;
    }
    seen[count++] = list;
  }
  return count;
}

// Nodes of a list that ends, `most + 1` of a longer one or a cycle.
int length(const Node* list, int most) {
  int count = 0;
  for (; list != nullptr && count <= most; list = list->next) ++count;
  return count;
}

bool is_sorted(const Node* list, int most) {
  for (int i = 0; i < most && list != nullptr && list->next != nullptr; list = list->next, ++i) {
    if (list->value > list->next->value) return false;
  }
  return true;
}

Node* reverse(Node* list) {
  Node* done = nullptr;
  while (list != nullptr) {
    Node* next = list->next;
    list->next = done;
    done = list;
    list = next;
  }
  return done;
}

Node* insert(Node* list, Node* node) {
  if (list == nullptr || node->value <= list->value) {
    node->next = list;
    return node;
  }
  Node* at = list;
  while (at->next != nullptr && at->next->value < node->value) at = at->next;
  node->next = at->next;
  at->next = node;
  return list;
}

Node* sort(Node* list) {
  Node* done = nullptr;
  while (list != nullptr) {
    Node* next = list->next;
    done = insert(done, list);
    list = next;
  }
  return done;
}

// Right for lists without common nodes. Gives up after `most` steps.
Node* merge_disjoint(Node* a, Node* b, int most = 12) {
  Node head{0, nullptr};
  Node* last = &head;
  for (int i = 0; i < most && a != nullptr && b != nullptr; ++i) {
    Node*& least = b->value < a->value ? b : a;
    last->next = least;
    last = least;
    least = least->next;
  }
  last->next = a != nullptr ? a : b;
  return head.next;
}

Node* first_shared(Node* a, Node* b) {
  for (Node* x = a; x != nullptr; x = x->next) {
    for (Node* y = b; y != nullptr; y = y->next) {
      if (x == y) return x;
    }
  }
  return nullptr;
}

void cut_before(Node*& list, const Node* from) {
  Node** at = &list;
  while (*at != from) at = &(*at)->next;
  *at = nullptr;
}

Node* merge(Node* a, Node* b) {
  Node* shared = first_shared(a, b);
  if (shared != nullptr) {
    cut_before(a, shared);
    cut_before(b, shared);
  }
  return merge_disjoint(merge_disjoint(a, b), shared);
}

void ReverseOfAnyShape(Node* list) {
  const int nodes = count_nodes(list, 6);
  ASSUME(nodes <= 6);
  EXPECT_EQ(count_nodes(reverse(list), 6), nodes);
}
FORALL(ListTest, ReverseOfAnyShape);

void ReverseTwice(Node* list) {
  ASSUME(length(list, 6) <= 6);
  Node* second = list != nullptr ? list->next : nullptr;
  EXPECT_EQ(reverse(reverse(list)), list);
  EXPECT_EQ(list != nullptr ? list->next : nullptr, second);
}
FORALL(ListTest, ReverseTwice);

void SortSorts(Node* list) {
  const int nodes = length(list, 6);
  ASSUME(nodes <= 6);
  list = sort(list);
  EXPECT_TRUE(is_sorted(list, 6));
  EXPECT_EQ(length(list, 6), nodes);
}
FORALL(ListTest, SortSorts);

void MergeSorts(Node* a, Node* b) {
  ASSUME(length(a, 3) <= 3 && length(b, 3) <= 3);
  ASSUME(is_sorted(a, 3) && is_sorted(b, 3));
  Node* merged = merge(a, b);
  EXPECT_LE(length(merged, 6), 6);
  EXPECT_TRUE(is_sorted(merged, 6));
}
FORALL(ListTest, MergeSorts);

// Nobody said that the lists may have nodes in common.
void MergeWithoutALook(Node* a, Node* b) {
  ASSUME(length(a, 2) <= 2 && length(b, 2) <= 2);
  EXPECT_LE(length(merge_disjoint(a, b), 4), 4);
}
FORALL(ListTest, MergeWithoutALook);

}  // namespace

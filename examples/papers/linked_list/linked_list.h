// Lists of objects: a list is a pointer to its first node, and the empty list is null.
#pragma once

#include "../object.h"

struct Node {
  Object* head;
  Node* tail;
};

inline Node* add(Node* list, Object* object) { return new Node{object, list}; }

inline bool contains(const Node* list, const Object* object) {
  for (; list != nullptr; list = list->tail) {
    if (list->head == object) return true;
  }
  return false;
}

// The list without the first node that holds the object.
inline Node* remove(Node* list, const Object* object) {
  Node** link = &list;
  while (*link != nullptr && (*link)->head != object) link = &(*link)->tail;
  if (Node* found = *link) {
    *link = found->tail;
    delete found;
  }
  return list;
}

// The same with the mistake of the papers' subject: of a list that does not hold the object, it looks behind the last
// node.
inline Node* remove_present(Node* list, const Object* object) {
  if (list == nullptr) return nullptr;
  Node* found = list;
  if (list->head == object) {
    list = list->tail;
  } else {
    Node* node = list;
    while (node->tail != nullptr && node->tail->head != object) node = node->tail;
    found = node->tail;
    node->tail = node->tail->tail;
  }
  delete found;
  return list;
}

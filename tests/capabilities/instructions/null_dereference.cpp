// capability: a null pointer chosen by symbolic data is found
// Reached: refuted by null dereference
#include "../capability.h"

namespace null_dereference {

struct Node {
  int value;
  Node* next;
};

void Reached(int x) {
  Node last{3, nullptr}, first{x, &last};
  Node* node = &first;
  if (x == 998877) node = node->next->next;
  forall::observe("value", node->value);
}
FORALL(NullDereference, Reached);

}  // namespace null_dereference

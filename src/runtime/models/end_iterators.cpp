// Whether an iterator of a list or a tree leads to an element (instrument/end_iterators.h).
#include "runtime/models/protocol.h"
#include "runtime/objects.h"
#include "runtime/run.h"
#include "runtime/type_layouts.h"

using namespace forall::runtime;

namespace {

using forall::abi::IteratorUse;

// As libstdc++ has them.
struct Link {
  Link *next, *previous;
};
struct TreeNode {
  unsigned color;  // 0: red
  TreeNode *parent, *left, *right;
};

class Walk {
 public:
  explicit Walk(const ModelCall& call) : call_(call) {}

  // Is this memory of a node? If not, the access that follows says more.
  template <typename Node>
  static bool can_read(const Node* node) {
    const u64 address = reinterpret_cast<u64>(node);
    return find_object(address) && first_closed(address, sizeof *node) == address + sizeof *node;
  }

  // A part of a node, which is decided.
  template <typename T>
  T get(const T& part) const {
    if (!may_be_symbolic(&part, sizeof part)) return part;
    const Value value = shadow_load(&part, sizeof part, call_.site());
    if (value.symbolic()) decide_value(known(value.id), call_.site(), forall::abi::DecisionKind::Value);
    return part;
  }

  // The node in a tree that is before the first and after the last one: alone, or red with a root that knows it.
  bool is_header(const TreeNode* node) const {
    const TreeNode* parent = get(node->parent);
    if (parent == nullptr) return true;
    return get(node->color) == 0 && can_read(parent) && get(parent->parent) == node;
  }
  bool is_first(const TreeNode* node) const {
    if (is_header(node)) return get(node->parent) == nullptr;
    if (get(node->left) != nullptr) return false;
    const TreeNode* parent = get(node->parent);
    for (; can_read(parent) && !is_header(parent); parent = get(node->parent)) {
      if (get(parent->left) != node) return false;
      node = parent;
    }
    return can_read(parent) && get(parent->parent) == node;
  }

  static bool is_header(const Link* link) {
    const u64 address = reinterpret_cast<u64>(link);
    return find_type(find_object(address), address, "_ZTSNSt8__detail17_List_node_headerE") == Found::Yes;
  }
  bool is_first(const Link* link) const {
    const Link* previous = get(link->previous);
    return can_read(previous) && is_header(previous);
  }

  template <typename Node>
  void check(const Node* node, IteratorUse use, const void* caller) const {
    if (!can_read(node)) return;
    const bool is_wrong = use == IteratorUse::Previous ? is_first(node) : is_header(node);
    if (!is_wrong) return;
    const char* what = use == IteratorUse::Element ? "the end of a container has no element"
                       : use == IteratorUse::Next  ? "an iterator goes on from the end of its container"
                                                   : "an iterator goes back from the begin of its container";
    end_run(forall::abi::OutcomeKind::Crashed, forall::abi::Fault::OutOfBounds, call_.site(), what, caller,
            forall::abi::OutcomeDetail::Unseen);
  }

 private:
  const ModelCall& call_;
};

}  // namespace

extern "C" {

void __forall_model_list_iterator(const Link* node, u64 use) {
  const ModelCall call(&__forall_model_list_iterator, "std::list", 1);
  if (!g.in_run || g.threads) return;
  call.decide(0, reinterpret_cast<u64>(node));
  Walk(call).check(node, static_cast<IteratorUse>(use), __builtin_return_address(0));
}

void __forall_model_tree_iterator(const TreeNode* node, u64 use) {
  const ModelCall call(&__forall_model_tree_iterator, "std::set or std::map", 1);
  if (!g.in_run || g.threads) return;
  call.decide(0, reinterpret_cast<u64>(node));
  Walk(call).check(node, static_cast<IteratorUse>(use), __builtin_return_address(0));
}
}

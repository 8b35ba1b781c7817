#include "emit/type_names.h"

#include <gtest/gtest.h>

namespace forall::emit {
namespace {

using testcase::Type;

// class app::List { struct Node {...}; enum Mode; Node* head_; Mode mode_; };
testcase::Put put_with_a_list() {
  Type head;
  head.kind = Type::Kind::Pointer;
  head.spelling = "app::List::Node *";
  head.pointee = "app::List::Node";
  Type mode;
  mode.spelling = "app::List::Mode";
  Type list;
  list.kind = Type::Kind::Object;
  list.spelling = "app::List";
  list.members = {{"head_", head}, {"mode_", mode}};
  testcase::Put put;
  put.parameters.push_back({"list", list});
  return put;
}

TypeNames names_for(const testcase::Put& put) {
  return TypeNames(put, [](const std::string& wanted) { return wanted; });
}

TEST(TypeNamesTest, NestedTypesAreNamedByMembers) {
  const testcase::Put put = put_with_a_list();
  TypeNames names = names_for(put);
  EXPECT_EQ(names("app::List::Node *"), "ListNode*");
  EXPECT_EQ(names("app::List::Node::Kind"), "ListNode::Kind");
  ASSERT_EQ(names.declarations().size(), 1u);
  EXPECT_EQ(names.declarations()[0],
            "using ListNode = std::decay_t<decltype(*FORALL_MEMBER(std::declval<app::List&>(), head_))>;");
  EXPECT_EQ(names("std::vector<app::List::Mode>"), "std::vector<ListMode>");
  EXPECT_EQ(names.declarations().size(), 2u);
}

TEST(TypeNamesTest, OtherTypesKeepTheirNames) {
  const testcase::Put put = put_with_a_list();
  TypeNames names = names_for(put);
  EXPECT_EQ(names("app::List"), "app::List");
  EXPECT_EQ(names("app::List::NodeOfAnotherKind"), "app::List::NodeOfAnotherKind");
  EXPECT_EQ(names("my::app::List::Node"), "my::app::List::Node");
  EXPECT_TRUE(names.declarations().empty());
}

}  // namespace
}  // namespace forall::emit

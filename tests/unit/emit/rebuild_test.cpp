// Values of every kind as C++ source: how they read, and that compilers and native runs agree.
#include "emit/rebuild.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "base/files.h"
#include "base/process.h"
#include "emit/emit.h"
#include "helpers.h"

namespace forall::emit {
namespace {

using namespace testing_support;
using testcase::Case;
using testcase::Put;
using testcase::ScalarKind;
using testcase::Type;
using ::testing::ElementsAre;
using Kind = Type::Kind;

namespace fs = std::filesystem;

Type type_of(Kind kind, const char* spelling) {
  Type type;
  type.kind = kind;
  type.spelling = spelling;
  return type;
}
Type holding(Kind kind, const char* spelling, Type element) {
  Type type = type_of(kind, spelling);
  type.element.push_back(std::move(element));
  return type;
}
Type character() { return scalar(ScalarKind::Char, 8, "char"); }
Type string_type() { return holding(Kind::Text, "std::string", character()); }
Type view_of(Type type) {
  type.is_view = true;
  return type;
}
Type moved(Type type) {
  type.is_copyable = false;
  return type;
}
Type pointer(const char* spelling, const char* pointee, Type::Ownership ownership = Type::Ownership::None) {
  Type type = type_of(Kind::Pointer, spelling);
  type.pointee = pointee;
  type.ownership = ownership;
  return type;
}
Type called(const char* spelling, const char* callee, std::vector<Type::Member> members) {
  Type type = type_of(Kind::Call, spelling);
  type.callee = callee;
  type.members = std::move(members);
  return type;
}

testcase::InputValue pointing(std::string name, std::string target) {
  testcase::InputValue result = input(std::move(name), target.empty() ? 0 : 1);
  result.kind = ScalarKind::Pointer;
  result.width = 64;
  result.target = std::move(target);
  return result;
}
void add_text(Case& c, const std::string& name, const std::string& text) {
  c.inputs.push_back(input(name + ".size", static_cast<std::int64_t>(text.size())));
  for (std::size_t i = 0; i < text.size(); ++i) {
    c.inputs.push_back(input(name + "[" + std::to_string(i) + "]", static_cast<unsigned char>(text[i])));
  }
  c.inputs.push_back(input(name + "[" + std::to_string(text.size()) + "]", 'x'));  // beyond its size
}

std::vector<std::string> statements(const Put& put, const Case& c) {
  std::vector<std::string> variables;
  for (const auto& parameter : put.parameters) variables.push_back(parameter.name);
  return rebuild(put, c, variables, {}).statements;
}
std::vector<std::string> statements(const Type& type, const Case& c) {
  Put put;
  put.parameters = {{"x", type}};
  return statements(put, c);
}
std::vector<std::string> text_statements(const Type& type, const std::string& text) {
  Case c;
  add_text(c, "x", text);
  return statements(type, c);
}

Put list_put(std::vector<testcase::Parameter> parameters) {
  Put put;
  put.parameters = std::move(parameters);
  put.classes["Node"] = aggregate("Node", {{"value", int_type()}, {"next", pointer("Node*", "Node")}});
  return put;
}

TEST(Rebuild, TextIsALiteralOfItsCharacters) {
  EXPECT_THAT(text_statements(string_type(), "ab\"\\\n"), ElementsAre("std::string x = \"ab\\\"\\\\\\n\";"));
  EXPECT_THAT(text_statements(string_type(), ""), ElementsAre("std::string x = \"\";"));
  EXPECT_THAT(text_statements(string_type(),
                              "\xff"
                              "e"),
              ElementsAre("std::string x = \"\\xff\" \"e\";"));
  EXPECT_THAT(text_statements(string_type(), std::string("a\0b", 3)), ElementsAre("std::string x(\"a\\0\" \"b\", 3);"));
  EXPECT_THAT(text_statements(string_type(), "?\?/"), ElementsAre("std::string x = \"?\\?/\";"));
  EXPECT_THAT(text_statements(view_of(holding(Kind::Text, "const char*", character())), "ab"),
              ElementsAre("const char* x = \"ab\";"));
  EXPECT_THAT(text_statements(view_of(holding(Kind::Text, "char*", character())), "ab"),
              ElementsAre("char x_characters[] = \"ab\";", "char* x = x_characters;"));
  EXPECT_THAT(text_statements(holding(Kind::Text, "std::u8string", scalar(ScalarKind::Char8, 8, "char8_t")), "ab"),
              ElementsAre("std::u8string x = u8\"ab\";"));
  Case null;
  null.inputs = {input("x.is_null", 1)};
  EXPECT_THAT(statements(view_of(holding(Kind::Text, "const char*", character())), null),
              ElementsAre("const char* x = nullptr;"));
}

TEST(Rebuild, ViewsOfCrashingCasesEndWhereTheyEnd) {
  const Type view = view_of(holding(Kind::Text, "std::string_view", character()));
  Case c;
  add_text(c, "x", "ab");
  EXPECT_THAT(statements(view, c), ElementsAre("std::string_view x = \"ab\";"));
  c.outcome.kind = testcase::OutcomeKind::Crashed;
  EXPECT_THAT(statements(view, c), ElementsAre("std::string_view x(forall::fresh_array<char>({'a', 'b'}), 2);"));
}

TEST(Rebuild, SequencesAreListsOfTheirElements) {
  Case c;
  c.inputs = {input("x.size", 2), input("x[0]", 1), input("x[1]", -2), input("x[2]", 9)};
  EXPECT_THAT(statements(holding(Kind::Sequence, "std::vector<int>", int_type()), c),
              ElementsAre("std::vector<int> x = {1, -2};"));
  EXPECT_THAT(statements(holding(Kind::Sequence, "std::vector<int>", int_type()), {}),
              ElementsAre("std::vector<int> x;"));
  EXPECT_THAT(statements(view_of(holding(Kind::Sequence, "std::span<int>", int_type())), c),
              ElementsAre("int x_elements[] = {1, -2};", "std::span<int> x(x_elements);"));
  EXPECT_THAT(statements(view_of(holding(Kind::Sequence, "std::span<int>", int_type())), {}),
              ElementsAre("std::span<int> x(forall::fresh_array<int>(0), 0);"));
  Case entries;
  entries.inputs = {input("x.size", 1), input("x[0].second", 7)};
  add_text(entries, "x[0].first", "a");
  const Type entry = aggregate("std::pair<const std::string, int>", {{"first", string_type()}, {"second", int_type()}});
  EXPECT_THAT(statements(holding(Kind::Sequence, "std::map<std::string, int>", entry), entries),
              ElementsAre("std::map<std::string, int> x = {{\"a\", 7}};"));
  EXPECT_THAT(statements(holding(Kind::Sequence, "std::vector<Entry>", entry), entries),
              ElementsAre("std::vector<Entry> x = {std::pair<const std::string, int>{\"a\", 7}};"));
}

TEST(Rebuild, ElementsThatCannotBeCopiedAreMovedIn) {
  Put put;
  put.parameters = {
      {"v", moved(holding(Kind::Sequence, "std::vector<P>", pointer("P", "int", Type::Ownership::Unique)))}};
  put.parameters.push_back(put.parameters[0]);
  put.parameters[1].name = "w";
  put.parameters[1].is_reference = true;
  put.classes["int"] = int_type();
  Case c;
  c.inputs = {input("v.size", 2), pointing("v[0]", "*v[0]"), input("*v[0]", 5), pointing("v[1]", "")};
  c.objects = {{"*v[0]", "int"}};
  const Rebuilt rebuilt = rebuild(put, c, {"v", "w"}, {});
  EXPECT_THAT(rebuilt.statements, ElementsAre("std::vector<P> v;", "v.push_back(P(&forall::fresh<int>(5)));",
                                              "v.push_back(nullptr);", "std::vector<P> w;"));
  EXPECT_THAT(rebuilt.arguments, ElementsAre("std::move(v)", "w"));
}

TEST(Rebuild, WrappersSayWhatTheyHold) {
  const Type optional = holding(Kind::Optional, "std::optional<int>", int_type());
  Case c;
  c.inputs = {input("x.has_value", 1), input("x.value", 3), input("x.index", 1),
              input("x.0", 4),         input("x.1", 3),     input("x.candidate", 2)};
  EXPECT_THAT(statements(optional, {}), ElementsAre("std::optional<int> x = std::nullopt;"));
  EXPECT_THAT(statements(optional, c), ElementsAre("std::optional<int> x = 3;"));
  Type variant = type_of(Kind::Variant, "std::variant<char, int>");
  variant.members = {{"0", character()}, {"1", int_type()}};
  EXPECT_THAT(statements(variant, c), ElementsAre("std::variant<char, int> x(std::in_place_index<1>, 3);"));
  EXPECT_THAT(statements(called("Matrix", "make_matrix", {{"0", int_type()}, {"value", int_type()}}), c),
              ElementsAre("Matrix x = make_matrix(4, /*value=*/3);"));
  EXPECT_THAT(statements(called("std::chrono::seconds", "", {{"value", int_type()}}), c),
              ElementsAre("std::chrono::seconds x = std::chrono::seconds(3);"));
  EXPECT_THAT(statements(called("std::bitset<4>", "std::bitset<4>", {{"value", int_type()}}), c),
              ElementsAre("std::bitset<4> x = std::bitset<4>(3);"));
  Type candidate = type_of(Kind::Candidate, "Shape");
  candidate.callee = "forall::replay::candidate<Shape>(&Test, \"x\", 0, {})";
  EXPECT_THAT(statements(candidate, c), ElementsAre("Shape x = forall::replay::candidate<Shape>(&Test, \"x\", 0, 2);"));
  Type made = type_of(Kind::Made, "Even");
  made.callee = "forall::replay::make<Even>(S_Test_Forall::registration, 0, {})";
  Case parts;
  parts.inputs = {input("x.first", 3), input("xy", 1), input("x[0]", 'b')};
  EXPECT_THAT(statements(made, parts),
              ElementsAre("Even x = forall::replay::make<Even>(S_Test_Forall::registration, 0, "
                          "{{\".first\", 3}, {\"[0]\", 98}});"));
}

TEST(Rebuild, ObjectsStandBeforeWhatPointsToThem) {
  const Put put = list_put({{"head", pointer("Node*", "Node")}, {"end", pointer("const Node*", "Node")}});
  Case c;
  c.inputs = {pointing("head", "*head"),     input("head->value", 1),          pointing("head->next", "*head->next"),
              input("head->next->value", 2), pointing("head->next->next", ""), pointing("end", "*head->next")};
  c.objects = {{"*head", "Node"}, {"*head->next", "Node"}};
  EXPECT_THAT(statements(put, c), ElementsAre("Node& head_next = forall::fresh(Node{2, nullptr});",
                                              "Node& head_object = forall::fresh(Node{1, &head_next});",
                                              "Node* head = &head_object;", "const Node* end = &head_next;"));
}

TEST(Rebuild, CyclesAreClosedByAssignment) {
  const Put put = list_put({{"head", pointer("Node*", "Node")}});
  Case c;
  c.inputs = {pointing("head", "*head"), input("head->value", 1), pointing("head->next", "*head->next"),
              input("head->next->value", 2), pointing("head->next->next", "*head")};
  c.objects = {{"*head", "Node"}, {"*head->next", "Node"}};
  EXPECT_THAT(statements(put, c), ElementsAre("Node& head_object = forall::fresh<Node>();",
                                              "Node& head_next = forall::fresh(Node{2, &head_object});",
                                              "head_object = Node{1, &head_next};", "Node* head = &head_object;"));
}

TEST(Rebuild, OnlyCyclesNeedAssignment) {
  const Type node = list_put({}).classes.at("Node");
  const Put put = list_put({{"a", pointer("Node *", "Node")}, {"b", node, true}});
  Case c;
  c.inputs = {pointing("a", "*a"), pointing("a->next", "b"), pointing("b.next", "")};
  c.objects = {{"*a", "Node"}, {"b", "Node"}};
  EXPECT_THAT(statements(put, c), ElementsAre("Node& b = forall::fresh(Node{0, nullptr});",
                                              "Node& a_object = forall::fresh(Node{0, &b});", "Node* a = &a_object;"));
  c.objects = {{"b", "Node"}, {"*a", "Node"}};
  EXPECT_THAT(statements(put, c), ElementsAre("Node& b = forall::fresh(Node{0, nullptr});",
                                              "Node& a_object = forall::fresh(Node{0, &b});", "Node* a = &a_object;"));
}

TEST(Rebuild, ReferencesMayBeTheSameObject) {
  const Type node = list_put({}).classes.at("Node");
  const Put put = list_put({{"a", node, true}, {"b", node, true}, {"p", pointer("Node*", "Node")}});
  Case c;
  c.inputs = {input("a.value", 1), pointing("a.next", ""), pointing("&b", "a"), pointing("p", "*p")};
  c.objects = {{"a", "Node"}, {"*p", "Node"}};
  EXPECT_THAT(statements(put, c), ElementsAre("Node& a = forall::fresh(Node{1, nullptr});",
                                              "Node& p_object = forall::fresh<Node>();",  // nobody looked into it
                                              "Node& b = a;", "Node* p = &p_object;"));
}

TEST(Rebuild, PrivateMembersAreSetOneByOne) {
  Type items = view_of(holding(Kind::Sequence, "int*", int_type()));
  items.callee = "capacity_";
  Type list = type_of(Kind::Object, "List");
  list.members = {{"items_", items}, {"capacity_", int_type()}, {"at_", array(int_type(), 2, false)}};
  Put put;
  put.parameters = {{"list", list, true}, {"copy", list}};
  Case c;
  c.inputs = {input("list.capacity_", 2), input("list.items_[0]", 7), input("list.items_[1]", 8),
              input("list.items_[2]", 9), input("list.at_[1]", 1)};
  const Rebuilt rebuilt = rebuild(put, c, {"list", "copy"}, {});
  EXPECT_THAT(rebuilt.statements, ElementsAre("List& list = forall::fresh<List>();",
                                              "FORALL_MEMBER(list, items_) = forall::fresh_array<int>({7, 8});",
                                              "FORALL_MEMBER(list, capacity_) = 2;", "FORALL_MEMBER(list, at_)[0] = 0;",
                                              "FORALL_MEMBER(list, at_)[1] = 1;", "List& copy = forall::fresh<List>();",
                                              "FORALL_MEMBER(copy, items_) = forall::fresh_array<int>(0);",
                                              "FORALL_MEMBER(copy, capacity_) = 0;", "FORALL_MEMBER(copy, at_)[0] = 0;",
                                              "FORALL_MEMBER(copy, at_)[1] = 0;"));
  EXPECT_THAT(rebuilt.arguments, ElementsAre("list", "std::move(copy)"));
}

TEST(Rebuild, SharedPointersShareTheirObject) {
  const auto shared = [] { return pointer("std::shared_ptr<int>", "int", Type::Ownership::Shared); };
  Put put;
  put.parameters = {{"p", shared(), true}, {"q", shared(), true}, {"r", shared(), true}};
  put.classes["int"] = int_type();
  Case c;
  c.inputs = {pointing("p", "*p"), input("*p", 4), pointing("q", "*p"), pointing("r", "*r"), input("*r", 5)};
  c.objects = {{"*p", "int"}, {"*r", "int"}};
  EXPECT_THAT(statements(put, c),
              ElementsAre("int& p_object = forall::fresh<int>(4);", "std::shared_ptr<int> p = forall::share(p_object);",
                          "std::shared_ptr<int> q = forall::share(p_object);",
                          "std::shared_ptr<int> r = forall::share(forall::fresh<int>(5));"));
}

// --- compiled and run

// Uses the inputs of the case below, so that a difference is a failing test.
constexpr const char* kSource = R"code(#include <gtest/gtest.h>
#include <forall/forall.h>
#include <chrono>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>
struct Point { int x; short y; };
struct Node { int value; Node* next; };
struct Tree { int key; std::unique_ptr<Tree> left; std::shared_ptr<Tree> ring; };
struct Shape { virtual ~Shape() = default; virtual int area() const = 0; };
struct Circle : Shape { int area() const override { return radius_ * 3; } private: int radius_ = 1; };
FORALL_STATE(Circle, radius_);
class List {
 public:
  explicit List(int) = delete;
  ~List() { delete[] items_; }
  List(List&& other) : items_(other.items_), size_(other.size_), name_(std::move(other.name_)) { other.items_ = nullptr; }
  int sum() const { int all = 0; for (int i = 0; i < size_; ++i) all += items_[i]; return all; }
  const std::string& name() const { return name_; }
 private:
  int* items_;
  int size_;
  std::string name_;
};
FORALL_STATE(List, array_of(items_, size_), name_);
static Point make_point(int x) { return Point{x, 2}; }
static void Texts(std::string s, std::string_view view, const char* text, char* buffer, const std::u16string& wide,
                  std::vector<std::string> all, const char* null) {
  EXPECT_EQ(s, std::string("a\0\xff" "1\"?\?/", 8));
  EXPECT_EQ(view, "ab, cd");
  EXPECT_STREQ(text, "x");
  buffer[0] = 'q';
  EXPECT_STREQ(buffer, "qy");
  EXPECT_EQ(wide, u"\xd800" u"b");
  EXPECT_EQ(all, (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(null, nullptr);
}
static void Containers(std::vector<bool> bits, std::map<std::string, Point> map, std::span<int> span,
                       std::vector<std::unique_ptr<int>> owned, std::optional<std::string> held,
                       std::optional<int> none, std::variant<int, std::string> one, std::chrono::seconds time,
                       Point made, std::vector<List> lists, std::unique_ptr<int[]> array) {
  EXPECT_EQ(bits, (std::vector<bool>{true, false}));
  EXPECT_EQ(map.at("k").y, -2);
  EXPECT_EQ(span.size() == 2 ? span[1] : 0, 6);
  EXPECT_EQ(*owned.at(0), 5);
  EXPECT_EQ(owned.at(1), nullptr);
  EXPECT_EQ(held, "h");
  EXPECT_EQ(none, std::nullopt);
  EXPECT_EQ(std::get<1>(one), "v");
  EXPECT_EQ(time.count(), 60);
  EXPECT_EQ(made.x, 9);
  EXPECT_EQ(lists.at(0).sum(), 7);
  EXPECT_EQ(array[1], 4);
}
static void Objects(Node* head, Node& a, Node& b, List& list, List value, Shape& shape, int* number,
                    std::unique_ptr<Tree> tree, std::shared_ptr<Tree> p, std::shared_ptr<Tree>& q) {
  EXPECT_EQ(head->next->next, head);
  EXPECT_EQ(&a, &b);
  EXPECT_EQ(a.next, head->next);
  EXPECT_EQ(list.sum(), 7);
  EXPECT_EQ(list.name(), "n");
  EXPECT_EQ(value.sum(), 0);
  EXPECT_EQ(shape.area(), 6);
  EXPECT_EQ(*number, 8);
  EXPECT_EQ(tree->left->key, 2);
  EXPECT_EQ(p, q);
  EXPECT_EQ(p->ring, p);
  EXPECT_EQ(p.use_count(), 3);
  delete head->next;
  delete head;
  tree.release();  // no leak: it was an input
}
)code";

Case named_case(const char* name) {
  Case c = passing({});
  c.name = name;
  return c;
}

Type list_type() {
  Type items = view_of(holding(Kind::Sequence, "int*", int_type()));
  items.callee = "size_";
  Type list = type_of(Kind::Object, "List");
  list.members = {{"items_", items}, {"size_", int_type()}, {"name_", string_type()}};
  list.has_default = false;
  return list;
}
void add_list(Case& c, const std::string& name) {
  for (const auto& [part, value] :
       std::vector<std::pair<const char*, int>>{{".size_", 2}, {".items_[0]", 3}, {".items_[1]", 4}}) {
    c.inputs.push_back(input(name + part, value));
  }
  add_text(c, name + ".name_", "n");
}

std::pair<Put, Case> texts() {
  Put put = put_of_ints({});
  put.name = "Texts";
  put.parameters = {{"s", string_type()},
                    {"view", view_of(holding(Kind::Text, "std::string_view", character()))},
                    {"text", view_of(holding(Kind::Text, "const char*", character()))},
                    {"buffer", view_of(holding(Kind::Text, "char*", character()))},
                    {"wide", holding(Kind::Text, "std::u16string", scalar(ScalarKind::Char16, 16, "char16_t")), true},
                    {"all", holding(Kind::Sequence, "std::vector<std::string>", string_type())},
                    {"null", view_of(holding(Kind::Text, "const char*", character()))}};
  Case c = named_case("texts");
  add_text(c, "s",
           std::string("a\0\xff"
                       "1\"?\?/",
                       8));
  add_text(c, "view", "ab, cd");
  add_text(c, "text", "x");
  add_text(c, "buffer", "xy");
  for (auto& part : {input("wide.size", 2), input("wide[0]", 0xd800), input("wide[1]", 'b'), input("all.size", 2),
                     input("null.is_null", 1)}) {
    c.inputs.push_back(part);
  }
  add_text(c, "all[0]", "one");
  add_text(c, "all[1]", "two");
  return {put, c};
}

std::pair<Put, Case> containers() {
  Put put = put_of_ints({});
  put.name = "Containers";
  const Type point = aggregate("Point", {{"x", int_type()}, {"y", scalar(ScalarKind::Short, 16, "short")}});
  const Type entry = aggregate("std::pair<const std::string, Point>", {{"first", string_type()}, {"second", point}});
  Type one = type_of(Kind::Variant, "std::variant<int, std::string>");
  one.members = {{"0", int_type()}, {"1", string_type()}};
  put.parameters = {{"bits", holding(Kind::Sequence, "std::vector<bool>", scalar(ScalarKind::Bool, 8, "bool"))},
                    {"map", holding(Kind::Sequence, "std::map<std::string, Point>", entry)},
                    {"span", view_of(holding(Kind::Sequence, "std::span<int>", int_type()))},
                    {"owned", moved(holding(Kind::Sequence, "std::vector<std::unique_ptr<int>>",
                                            pointer("std::unique_ptr<int>", "int", Type::Ownership::Unique)))},
                    {"held", holding(Kind::Optional, "std::optional<std::string>", string_type())},
                    {"none", holding(Kind::Optional, "std::optional<int>", int_type())},
                    {"one", one},
                    {"time", called("std::chrono::seconds", "", {{"value", int_type()}})},
                    {"made", called("Point", "make_point", {{"0", int_type()}})},
                    {"lists", moved(holding(Kind::Sequence, "std::vector<List>", list_type()))},
                    {"array", moved(holding(Kind::Sequence, "std::unique_ptr<int[]>", int_type()))}};
  put.classes["int"] = int_type();
  Case c = named_case("containers");
  c.inputs = {
      input("bits.size", 2),   input("bits[0]", 1),      input("map.size", 1),       input("map[0].second.y", -2),
      input("span.size", 2),   input("span[1]", 6),      input("owned.size", 2),     pointing("owned[0]", "*owned[0]"),
      input("*owned[0]", 5),   pointing("owned[1]", ""), input("held.has_value", 1), input("one.index", 1),
      input("time.value", 60), input("made.0", 9),       input("lists.size", 1),     input("array.size", 2),
      input("array[1]", 4)};
  c.objects = {{"*owned[0]", "int"}};
  add_text(c, "map[0].first", "k");
  add_text(c, "held.value", "h");
  add_text(c, "one.1", "v");
  add_list(c, "lists[0]");
  return {put, c};
}

std::pair<Put, Case> objects() {
  const auto tree_pointer = [](Type::Ownership ownership) {
    return pointer(ownership == Type::Ownership::Unique ? "std::unique_ptr<Tree>" : "std::shared_ptr<Tree>", "Tree",
                   ownership);
  };
  const Type unique = tree_pointer(Type::Ownership::Unique), shared = tree_pointer(Type::Ownership::Shared);
  const Type node = list_put({}).classes.at("Node");
  Put put = list_put({{"head", pointer("Node*", "Node")},
                      {"a", node, true},
                      {"b", node, true},
                      {"list", list_type(), true},
                      {"value", list_type()},
                      {"shape", type_of(Kind::Object, "Shape"), true},
                      {"number", pointer("int*", "int")},
                      {"tree", unique},
                      {"p", shared},
                      {"q", shared, true}});
  put.suite = "TriangleTest";
  put.name = "Objects";
  put.file = "triangle_test.cpp";
  put.classes["int"] = int_type();
  put.classes["Tree"] = aggregate("Tree", {{"key", int_type()}, {"left", unique}, {"ring", shared}});
  put.classes["Circle"] = type_of(Kind::Object, "Circle");
  put.classes["Circle"].members = {{"radius_", int_type()}};
  Case c = named_case("objects");
  c.inputs = {pointing("head", "*head"),
              pointing("head->next", "*head->next"),
              pointing("head->next->next", "*head"),
              input("head->value", 1),
              input("head->next->value", 2),
              pointing("a.next", "*head->next"),
              pointing("&b", "a"),
              input("shape.radius_", 2),
              pointing("number", "*number"),
              input("*number", 8),
              pointing("tree", "*tree"),
              pointing("tree->left", "*tree->left"),
              input("tree->left->key", 2),
              pointing("tree->left->left", ""),
              pointing("p", "*p"),
              input("p->key", 1),
              pointing("p->ring", "*p"),
              pointing("q", "*p")};
  c.objects = {{"*head", "Node"},  {"a", "Node"},     {"*head->next", "Node"}, {"list", "List"}, {"shape", "Circle"},
               {"*number", "int"}, {"*tree", "Tree"}, {"*tree->left", "Tree"}, {"*p", "Tree"}};
  add_list(c, "list");
  return {put, c};
}

// All tests in one program, since compiling takes long: they differ in nothing but their inputs.
class RebuildNatively : public ::testing::Test {
 protected:
  RebuildNatively() {
    std::string name = (fs::temp_directory_path() / "forall-rebuild-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = name;
    for (const auto& [put, c] : {texts(), containers(), objects()}) {
      const std::string text = test_source(put, {c}, {"source.cpp"});
      text_ += text_.empty() ? text : text.substr(text.find("\n\n#include <"));  // the source is included once
    }
    base::system_files().write(folder_ / "source.cpp", kSource);
    base::system_files().write(folder_ / "closed_test.cpp", text_);
  }
  ~RebuildNatively() override { fs::remove_all(folder_); }

  void expect_success(std::vector<std::string> command) {
    base::ProcessRequest request;
    request.command = std::move(command);
    const auto result = base::system_processes().run(request);
    EXPECT_TRUE(result.ok()) << result.output << text_;
  }
  std::string include() const { return "-I" + (fs::path(__FILE__).parent_path() / "../../../include").string(); }

  fs::path folder_;
  std::string text_;
};

TEST_F(RebuildNatively, ValuesOfEveryKindAreWhatTheCaseSaysAndDoNotLeak) {
  const std::string program = (folder_ / "test").string();
  expect_success({"g++", "-std=c++20", "-Wall", "-Wextra", "-Werror", "-fsanitize=address,undefined",
                  "-fno-sanitize-recover=all", include(), (folder_ / "closed_test.cpp").string(), "-lgtest",
                  "-lgtest_main", "-pthread", "-o", program});
  expect_success({program});
}

TEST_F(RebuildNatively, ValuesOfEveryKindCompileWithClangWithoutWarnings) {
  expect_success({"clang++-19", "-std=c++20", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", include(),
                  (folder_ / "closed_test.cpp").string()});
}

}  // namespace
}  // namespace forall::emit

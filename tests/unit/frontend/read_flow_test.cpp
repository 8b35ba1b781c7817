#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "frontend/class_flow.h"
#include "sample.h"

namespace forall::frontend {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// The accesses of the method `f`, as "d:x" and "u:x", in their order in the text.
std::vector<std::string> accesses(const std::string& members, const std::string& body) {
  const bool needs_library = members.find("std::") != std::string::npos;
  const SampleHeader header(std::string(needs_library ? "#include <map>\n#include <vector>\n" : "") + "class A {\n" +
                            members + "\n public:\n  int g() const;\n  void f(int i) { " + body + " }\n};\n");
  const ClassFlow flow = read_flow(header.source(), "A");
  std::vector<std::string> result;
  for (const auto& access : flow.accesses) {
    for (const std::size_t node : access) {
      if (flow.methods[flow.nodes[node].method].name != "f") continue;
      result.push_back((flow.nodes[node].is_definition ? "d:" : "u:") + flow.nodes[node].variable);
    }
  }
  return result;
}

TEST(ReadFlow, AssignmentsDefineAndValuesUse) {
  EXPECT_THAT(accesses("int x, y;", "x = y;"), testing::UnorderedElementsAre("d:x", "u:y"));
  EXPECT_THAT(accesses("int x;", "x += i;"), ElementsAre("u:x", "d:x"));
  EXPECT_THAT(accesses("int x;", "this->x++;"), ElementsAre("u:x", "d:x"));
  EXPECT_THAT(accesses("bool b;", "if (b && i) return;"), ElementsAre("u:b"));
}

TEST(ReadFlow, PartsBelongToTheirMember) {
  EXPECT_THAT(accesses("int a[3];", "a[i] = 1;"), ElementsAre("d:a"));
  EXPECT_THAT(accesses("int a[3];", "i = a[1];"), ElementsAre("u:a"));
  EXPECT_THAT(accesses("struct P { int c; } p;", "p.c = 1;"), ElementsAre("d:p"));
}

TEST(ReadFlow, WhatAPointerPointsToIsAVariableOfItsOwn) {
  EXPECT_THAT(accesses("int* p;", "*p = 1;"), ElementsAre("u:p", "d:*p"));
  EXPECT_THAT(accesses("int* p;", "i = p[2];"), ElementsAre("u:p", "u:*p"));
  EXPECT_THAT(accesses("int* p;", "p = nullptr;"), ElementsAre("d:p"));
  EXPECT_THAT(accesses("struct P { int c; void set(); }; P* p;", "p->set();"),
              testing::UnorderedElementsAre("u:p", "d:*p"));
}

TEST(ReadFlow, ConstCallsUseAndOthersDefine) {
  EXPECT_THAT(accesses("std::vector<int> a, b, c, d, e; std::map<int, int> m;",
                       "i = a.size(); b.push_back(i); c[0] = i; i = d[0]; i = m[0]; for (int x : e) i += x;"),
              ElementsAre("u:a", "d:b", "d:c", "u:d", "d:m", "u:e"));
}

TEST(ReadFlow, UnevaluatedOperandsAreNoAccesses) { EXPECT_THAT(accesses("int x;", "i = sizeof(x);"), IsEmpty()); }

TEST(ReadFlow, ConstructorsDefineWhatTheyInitialise) {
  const SampleHeader header("class A { int x; int y = 2; int z; public: A(int i) : x(i) {} };\n");
  const ClassFlow flow = read_flow(header.source(), "A");
  ASSERT_EQ(flow.methods.size(), 1u);
  std::vector<std::string> defined;
  for (const std::size_t node : flow.methods[0].initialised) defined.push_back(flow.nodes[node].variable);
  EXPECT_THAT(defined, ElementsAre("x", "y"));
}

TEST(ReadFlow, InheritedMethodsAreFlattened) {
  const SampleHeader header(
      "class B { public: void f() { x = 1; } virtual void v() { x = 2; } int x; };\n"
      "class A : public B { public: void v() override { x = 3; } };\n");
  const ClassFlow flow = read_flow(header.source(), "A");
  const auto v = std::find_if(flow.methods.begin(), flow.methods.end(),
                              [](const FlowMethod& m) { return m.name == "v" && m.declared_in == "B"; });
  ASSERT_NE(v, flow.methods.end());
  EXPECT_FALSE(v->is_own);
}

// What the method `f` reaches of all that outlives its object.
std::vector<std::string> shared(const std::string& before, const std::string& members, const std::string& body) {
  std::string includes;
  for (const auto& [name, header] : {std::pair("std::cout", "iostream"), std::pair("std::map", "map")}) {
    if ((before + body).find(name) != std::string::npos) includes += std::string("#include <") + header + ">\n";
  }
  const SampleHeader header(includes + before + "class A {\n" + members + "\n public:\n  int f(int i) { " + body +
                            " }\n};\n");
  return read_flow(header.source(), "A").shared;
}

TEST(ReadFlow, WhatOutlivesTheObjectIsFoundThroughCalls) {
  EXPECT_THAT(shared("", "static inline int n = 0; int x;", "return n + x;"), ElementsAre("A::n"));
  EXPECT_THAT(shared("", "int x;", "static int n = 0; return x + ++n;"), ElementsAre("n in f"));
  EXPECT_THAT(shared("", "int x;", "static int first = (x = 1); return i;"), ElementsAre("first in f"));
  EXPECT_THAT(shared("inline int n; inline int up() { return ++n; }", "", "return up();"), ElementsAre("n"));
  EXPECT_THAT(shared("inline int n; struct P { int k = ++n; };", "", "return P().k + i;"), ElementsAre("n"));
  EXPECT_THAT(shared("inline int n; struct P { ~P() { ++n; } };", "P p;", "return i;"), ElementsAre("n"));
  EXPECT_THAT(shared("inline int n; struct L { bool operator()(int, int) const { return n; } };", "",
                     "std::map<int, int, L> m; m[1]; m[2]; return 0;"),
              ElementsAre("n"));
  EXPECT_THAT(shared("inline int n; inline int* const p = &n;", "", "return *p;"), ElementsAre("n", "p"));
  EXPECT_THAT(shared("", "int x;", "static const int first = x; return first;"), ElementsAre("first in f"));
}

TEST(ReadFlow, CodeBehindVirtualCallsAndCodeThatIsNotSeenMayShareSomething) {
  EXPECT_THAT(shared("struct I { virtual int next() = 0; };\n"
                     "struct K : I { static inline int n = 0; int next() override { return ++n; } };\n"
                     "inline int take(I& i) { return i.next(); }",
                     "", "K k; return take(k);"),
              ElementsAre("K::n"));
  EXPECT_THAT(shared("int elsewhere(int);", "", "return elsewhere(i);"),
              ElementsAre("what elsewhere keeps, whose code is not seen"));
  EXPECT_THAT(shared("", "", "return __builtin_popcount(static_cast<unsigned>(i));"), IsEmpty());
}

TEST(ReadFlow, WhatNeverChangesIsNotShared) {
  EXPECT_THAT(shared("", "static const int k = 3; static constexpr double d[] = {1, 2};", "return k + d[i & 1];"),
              IsEmpty());
  EXPECT_THAT(shared("inline const std::map<int, int> names = {{1, 2}};", "",
                     "static const std::map<int, int> none; return none.size() + names.size();"),
              IsEmpty());
  EXPECT_THAT(shared("", "int x;", "std::cout << x << std::endl; return 0;"), IsEmpty());
  EXPECT_THAT(shared("", "int x;", "std::cout << x; return std::cout.good();"), ElementsAre("std::cout"));
}

TEST(ReadFlow, StaticMembersOfOthersAreNoMembers) {
  const SampleHeader header(
      "struct B { static inline int x; };\n"
      "class A { public: void f() { B::x = 1; x = y; } private: int x; static inline int y; };\n");
  const ClassFlow flow = read_flow(header.source(), "A");
  ASSERT_EQ(flow.nodes.size(), 2u);
  for (const FlowNode& node : flow.nodes) EXPECT_EQ(node.is_shared, node.variable == "y");
}

TEST(ReadFlow, AStaticLocalGetsItsFirstValueOnce) {
  const SampleHeader header(
      "class A { public: void f() { static int k = x = 1; use(k); } int x; void use(int) {} };\n");
  const ClassFlow flow = read_flow(header.source(), "A");
  const auto f =
      std::find_if(flow.methods.begin(), flow.methods.end(), [](const FlowMethod& m) { return m.name == "f"; });
  ASSERT_NE(f, flow.methods.end());
  EXPECT_TRUE(std::any_of(f->blocks.begin(), f->blocks.end(),
                          [](const FlowBlock& block) { return block.successors.size() == 2; }));
}

}  // namespace
}  // namespace forall::frontend

// A PUT for each shape of shapes.h. All hold, whatever the mocks return.
#ifndef SHAPES_TEST_  // all closed tests are compiled as one file
#define SHAPES_TEST_
#include <forall/forall.h>

#include "shapes_mock.h"

// clang-format off
#define SHAPE(name, ...) void name(__VA_ARGS__ x); FORALL(Shapes, name); void name(__VA_ARGS__ x)

SHAPE(Int, IInt&) { EXPECT_TRUE(x.f() > 3 || true); if (x.f() > 3) { EXPECT_NE(x.f(), x.f() + 0L + (1L << 40)); } }
SHAPE(UnsignedConst, const IUnsignedConst&) { if (x.f() == 7) { EXPECT_EQ(x.f() & 0, 0U); } }
SHAPE(BoolNoexcept, IBoolNoexcept&) { if (x.f()) { SUCCEED(); } }
SHAPE(Double, IDouble&) { if (x.f(1.5) > 2.0) { SUCCEED(); } }
SHAPE(Char, IChar&) { if (x.f('a') == 'b') { SUCCEED(); } }
SHAPE(ScopedEnum, IScopedEnum&) { if (x.f(Color::Green) == Color::Red) { SUCCEED(); } }
SHAPE(Enum, IEnum&) { if (x.f() == kHigh) { SUCCEED(); } }
SHAPE(Void, IVoid&) { x.f(); x.f(); }
SHAPE(VoidOfInt, IVoidOfInt&) { x.f(-3); x.f(4); }
SHAPE(String, IString&) { if (x.f("key") == "ab") { SUCCEED(); } }
SHAPE(StringReference, const IStringReference&) { if (x.f().empty()) { SUCCEED(); } }
SHAPE(Vector, IVector&) { const auto v = x.f(); if (v.size() == 2 && v[1] == 5) { SUCCEED(); } }
SHAPE(Optional, IOptional&) { const auto o = x.f(); if (o && *o == 5) { SUCCEED(); } }
SHAPE(Pair, IPair&) { const auto p = x.f(); if (p.first == 3 && p.second == 4) { SUCCEED(); } }
SHAPE(Map, IMap&) { if (x.f({{1, 2}}, {3, 4}) == 3) { SUCCEED(); } }
SHAPE(Aggregate, IAggregate&) { if (x.f().y == 9) { SUCCEED(); } }
SHAPE(Reference, IReference&) { Point& p = x.f(); p.x = 3; EXPECT_EQ(p.x, 3); }
SHAPE(ConstPointer, IConstPointer&) { const Point* p = x.f(); if (p != nullptr && p->x == 4) { SUCCEED(); } }
SHAPE(Pointer, IPointer&) { Point* p = x.f(); if (p != nullptr) { p->y = 2; } }
SHAPE(Unique, IUnique&) { const auto p = x.f(); if (p != nullptr && p->x == 4) { SUCCEED(); } }
SHAPE(Shared, IShared&) { const auto p = x.f(); if (p != nullptr && p->x == 4) { SUCCEED(); } }
SHAPE(OutInt, IOutInt&) { int out = 1; x.f(out); if (out == 17) { SUCCEED(); } }
SHAPE(OutPointer, IOutPointer&) { int out = 1; if (x.f(&out) && out == 17) { SUCCEED(); } }
SHAPE(OutAggregate, IOutAggregate&) { Point p{1, 2}; if (x.f(p) && p.x == 17) { SUCCEED(); } }
SHAPE(OutString, IOutString&) { std::string s; x.f(s); if (s == "x") { SUCCEED(); } }
SHAPE(Read, IRead&) { char buffer[2] = {}; if (x.read(buffer, sizeof buffer) == 2 && buffer[1] == 'q') { SUCCEED(); } }
SHAPE(Bytes, IBytes&) { unsigned char data[2] = {}; if (x.fill(data, 2) && data[0] == 7) { SUCCEED(); } }
SHAPE(Span, ISpan&) { int values[2] = {}; x.f(values); if (values[1] == 8) { SUCCEED(); } }
SHAPE(MoveOnly, IMoveOnly&) { if (x.f(std::make_unique<Point>(Point{1, 2})) == 5) { SUCCEED(); } }
SHAPE(Rvalue, IRvalue&) { if (x.f(std::string("abc")) == 5) { SUCCEED(); } }
SHAPE(RefQualified, IRefQualified&) { if (x.f() == 5 && std::move(x).f() == 6L) { SUCCEED(); } }
SHAPE(ConstOverload, IConstOverload&) { if (x.f() == 5 && std::as_const(x).f() == 6) { SUCCEED(); } }
SHAPE(Overloads, IOverloads&) { if (x.f(1) == 5 && x.f(2.0) == 6 && x.f("c") == 7) { SUCCEED(); } }
SHAPE(Default, IDefault&) { if (x.f() == 5) { SUCCEED(); } }
SHAPE(Queue, IQueue<int>&) { x.push(3); if (x.pop() == 5) { SUCCEED(); } }
SHAPE(QueueOfStrings, IQueue<std::string>&) { x.push("a"); if (x.pop().size() == 1) { SUCCEED(); } }
using Table = ITable<int, std::pair<int, int>>;
SHAPE(TableOfPairs, Table&) { if (x.get(3).second == 5) { SUCCEED(); } }
SHAPE(Both, IBoth&) { ILeft& l = x; IRight& r = x; if (l.left() == 5 && r.right() == 6 && x.both() == 7) { SUCCEED(); } }
SHAPE(Diamond, IDiamond&) { IVirtualBase& base = x; if (base.base() == 5 && x.a() == 6 && x.b() == 7 && x.tip() == 8) { SUCCEED(); } }
SHAPE(ProtectedDestructor, IProtectedDestructor&) { if (x.f() == 5) { SUCCEED(); } }
SHAPE(ProtectedConstructor, IProtectedConstructor&) { if (x.f() == 5) { SUCCEED(); } }
SHAPE(Covariant, ICovariant&) { ICovariant* c = x.clone(); if (c != nullptr && c->id() == 4) { SUCCEED(); } }
SHAPE(Operators, IOperators&) { if (x(1) == 5 && x[2] == 6) { SUCCEED(); } }
SHAPE(Conversion, const IConversion&) { if (x) { SUCCEED(); } }
SHAPE(Equal, const IEqual&) { if (x == x) { SUCCEED(); } }
SHAPE(Helper, IHelper&) { EXPECT_LE(x.count(), 2); }
SHAPE(Factory, IFactory&) { if (x.get().f() == 5) { SUCCEED(); } const auto made = x.make(); if (made != nullptr && made->f() == 6) { SUCCEED(); } }
SHAPE(SharedFactory, ISharedFactory&) { const auto shared = x.share(); if (shared != nullptr && shared->f() == 5) { SUCCEED(); } IInt* found = x.find(3); if (found != nullptr && found->f() == 6) { SUCCEED(); } }
SHAPE(Volatile, IVolatile&) { if (x.f() == 5) { SUCCEED(); } }
SHAPE(Array, IArray&) { int values[3] = {}; x.f(values); if (values[2] == 5) { SUCCEED(); } }
SHAPE(CallBack, ICallBack&) { int calls = 0; x.each([&](int value) { calls += value == 3 ? 1 : 0; }); EXPECT_GE(calls, 0); }
int plus_one(int value) { return value == 5 ? 0 : 1; }
SHAPE(FunctionPointer, IFunctionPointer&) { if (x.f(&plus_one)) { SUCCEED(); } }
SHAPE(FunctionResult, IFunctionResult&) { const auto f = x.f(); if (f && f(3) == 4) { SUCCEED(); } }
SHAPE(PointerResult, IPointerResult&) { int (*f)(int) = x.f(); if (f != nullptr && f(3) == 4) { SUCCEED(); } }
SHAPE(Private, IPrivate&) { if (x.run() == 5) { SUCCEED(); } }
SHAPE(NoexceptExpression, INoexceptExpression&) { if (x.f() == 5) { SUCCEED(); } }
SHAPE(LongDouble, ILongDouble&) { if (x.f(7, -1) == 5) { SUCCEED(); } }
SHAPE(StdArray, IStdArray&) { if (x.f()[1] == 5) { SUCCEED(); } }
SHAPE(Tuple, ITuple&) { if (std::get<1>(x.f()) == 'c') { SUCCEED(); } }
SHAPE(Variant, IVariant&) { if (x.f().index() == 1) { SUCCEED(); } }
SHAPE(CharPointer, ICharPointer&) { const char* s = x.f(); if (s != nullptr && s[0] == 'c') { SUCCEED(); } }
SHAPE(NotPure, INotPure&) { if (x.f() == 5) { SUCCEED(); } }
SHAPE(Duration, IDuration&) { if (x.f().count() == 5) { SUCCEED(); } }
SHAPE(Alias, IAlias&) { if (x.f(3) == 5) { SUCCEED(); } }
SHAPE(RvalueResult, IRvalueResult&) { Point p = x.f(); if (p.x == 5) { SUCCEED(); } }
SHAPE(Nested, INested&) { if (x.f({{1, 2}}).empty()) { SUCCEED(); } }
SHAPE(InOut, IInOut&) { std::vector<int> v{1}; x.f(v); if (v.size() == 2) { SUCCEED(); } }
SHAPE(Scoped, outer::inner::IScoped&) { if (x.f() == 5) { SUCCEED(); } }
SHAPE(Member, Outer::IMember&) { if (x.f() == 5) { SUCCEED(); } }
SHAPE(ByPointer, IInt*) { if (x != nullptr && x->f() == 5) { SUCCEED(); } }
SHAPE(ByUnique, std::unique_ptr<IInt>) { if (x != nullptr && x->f() == 5) { SUCCEED(); } }
SHAPE(ByShared, std::shared_ptr<IInt>) { if (x != nullptr && x->f() == 5) { SUCCEED(); } }
SHAPE(ByFunction, std::function<int(int, const std::string&)>) { if (x && x(3, "a") == 5) { SUCCEED(); } }
using Pointer2 = int (*)(int);
SHAPE(ByFunctionPointer, Pointer2) { if (x != nullptr && x(3) == 5) { SUCCEED(); } }
// clang-format on

void Two(IInt& x, ILeft& y) {
  if (x.f() == y.left()) {
    SUCCEED();
  }
}
FORALL(Shapes, Two);

#endif  // SHAPES_TEST_

// The shapes that interfaces have: each is mocked by `forall mock`, explored, emitted in both forms, compiled and run.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

enum class Color { Red, Green };
enum Level : int { kLow, kHigh };
struct Point {
  int x;
  int y;
};

// clang-format off
struct IInt { virtual ~IInt() = default; virtual int f() = 0; };
struct IUnsignedConst { virtual ~IUnsignedConst() = default; virtual unsigned long f() const = 0; };
struct IBoolNoexcept { virtual ~IBoolNoexcept() = default; virtual bool f() noexcept = 0; };
struct IDouble { virtual ~IDouble() = default; virtual double f(double) = 0; };
struct IChar { virtual ~IChar() = default; virtual char f(char c) = 0; };
struct IScopedEnum { virtual ~IScopedEnum() = default; virtual Color f(Color) = 0; };
struct IEnum { virtual ~IEnum() = default; virtual Level f() = 0; };
struct IVoid { virtual ~IVoid() = default; virtual void f() = 0; };
struct IVoidOfInt { virtual ~IVoidOfInt() = default; virtual void f(int value) = 0; };
struct IString { virtual ~IString() = default; virtual std::string f(const std::string& s) = 0; };
struct IStringReference { virtual ~IStringReference() = default; virtual const std::string& f() const = 0; };
struct IVector { virtual ~IVector() = default; virtual std::vector<int> f() = 0; };
struct IOptional { virtual ~IOptional() = default; virtual std::optional<int> f() = 0; };
struct IPair { virtual ~IPair() = default; virtual std::pair<int, long> f() = 0; };
struct IMap { virtual ~IMap() = default; virtual int f(const std::map<int, int>& m, std::pair<int, int> p) = 0; };
struct IAggregate { virtual ~IAggregate() = default; virtual Point f() = 0; };
struct IReference { virtual ~IReference() = default; virtual Point& f() = 0; };
struct IConstPointer { virtual ~IConstPointer() = default; virtual const Point* f() = 0; };
struct IPointer { virtual ~IPointer() = default; virtual Point* f() = 0; };
struct IUnique { virtual ~IUnique() = default; virtual std::unique_ptr<Point> f() = 0; };
struct IShared { virtual ~IShared() = default; virtual std::shared_ptr<Point> f() = 0; };
struct IOutInt { virtual ~IOutInt() = default; virtual void f(int& out) = 0; };
struct IOutPointer { virtual ~IOutPointer() = default; virtual bool f(int* out) = 0; };
struct IOutAggregate { virtual ~IOutAggregate() = default; virtual bool f(Point& out) = 0; };
struct IOutString { virtual ~IOutString() = default; virtual void f(std::string& out) = 0; };
struct IRead { virtual ~IRead() = default; virtual std::size_t read(char* buffer, std::size_t size) = 0; };
struct IBytes { virtual ~IBytes() = default; virtual bool fill(void* data, std::size_t bytes) = 0; };
struct ISpan { virtual ~ISpan() = default; virtual void f(std::span<int> out) = 0; };
struct IMoveOnly { virtual ~IMoveOnly() = default; virtual int f(std::unique_ptr<Point> p) = 0; };
struct IRvalue { virtual ~IRvalue() = default; virtual int f(std::string&& s) = 0; };
struct IRefQualified { virtual ~IRefQualified() = default; virtual int f() & = 0; virtual long f() && = 0; };
struct IConstOverload { virtual ~IConstOverload() = default; virtual int f() = 0; virtual int f() const = 0; };
struct IOverloads { virtual ~IOverloads() = default; virtual int f(int) = 0; virtual int f(double) = 0; virtual int f(const char*) = 0; };
struct IDefault { virtual ~IDefault() = default; virtual int f(int a = 3) = 0; };
template <class T> struct IQueue { virtual ~IQueue() = default; virtual T pop() = 0; virtual void push(const T& value) = 0; };
template <class K, class V> struct ITable { virtual ~ITable() = default; virtual V get(K key) = 0; };
struct ILeft { virtual ~ILeft() = default; virtual int left() = 0; };
struct IRight { virtual ~IRight() = default; virtual int right() = 0; };
struct IBoth : ILeft, IRight { virtual int both() = 0; };
struct IVirtualBase { virtual ~IVirtualBase() = default; virtual int base() = 0; };
struct IA : virtual IVirtualBase { virtual int a() = 0; };
struct IB : virtual IVirtualBase { virtual int b() = 0; };
struct IDiamond : IA, IB { virtual int tip() = 0; };
class IProtectedDestructor { public: virtual int f() = 0; protected: ~IProtectedDestructor() = default; };
class IProtectedConstructor { public: virtual ~IProtectedConstructor() = default; virtual int f() = 0; protected: IProtectedConstructor() = default; };
struct ICloneable { virtual ~ICloneable() = default; virtual ICloneable* clone() = 0; };
struct ICovariant : ICloneable { ICovariant* clone() override = 0; virtual int id() const = 0; };
struct IOperators { virtual ~IOperators() = default; virtual int operator()(int) = 0; virtual int operator[](int) const = 0; };
struct IConversion { virtual ~IConversion() = default; virtual explicit operator bool() const = 0; };
struct IEqual { virtual ~IEqual() = default; virtual bool operator==(const IEqual& other) const = 0; };
struct IHelper { virtual ~IHelper() = default; virtual bool f() = 0; int times = 2; int count() { return f() ? times : 0; } };
struct IFactory { virtual ~IFactory() = default; virtual IInt& get() = 0; virtual std::unique_ptr<IInt> make() = 0; };
struct ISharedFactory { virtual ~ISharedFactory() = default; virtual std::shared_ptr<IInt> share() = 0; virtual IInt* find(int key) = 0; };
struct IVolatile { virtual ~IVolatile() = default; virtual int f() const volatile = 0; };
struct IArray { virtual ~IArray() = default; virtual void f(int (&values)[3]) = 0; };
struct ICallBack { virtual ~ICallBack() = default; virtual void each(const std::function<void(int)>& callback) = 0; };
struct IFunctionPointer { virtual ~IFunctionPointer() = default; virtual bool f(int (*g)(int)) = 0; };
struct IFunctionResult { virtual ~IFunctionResult() = default; virtual std::function<int(int)> f() = 0; };
struct IPointerResult { virtual ~IPointerResult() = default; virtual int (*f())(int) = 0; };
class IPrivate { public: virtual ~IPrivate() = default; int run() { return do_run(); } private: virtual int do_run() = 0; };
struct INoexceptExpression { virtual ~INoexceptExpression() = default; virtual int f() noexcept(sizeof(int) == 4) = 0; };
struct ILongDouble { virtual ~ILongDouble() = default; virtual long long f(unsigned short a, signed char b) = 0; };
struct IStdArray { virtual ~IStdArray() = default; virtual std::array<int, 3> f() = 0; };
struct ITuple { virtual ~ITuple() = default; virtual std::tuple<int, char> f() = 0; };
struct IVariant { virtual ~IVariant() = default; virtual std::variant<int, char> f() = 0; };
struct ICharPointer { virtual ~ICharPointer() = default; virtual const char* f() = 0; };
struct INotPure { virtual ~INotPure() = default; virtual int f() { return 1; } };
struct IDuration { virtual ~IDuration() = default; virtual std::chrono::milliseconds f() = 0; };
struct IAlias { virtual ~IAlias() = default; using value_type = int; virtual value_type f(value_type value) = 0; };
struct IRvalueResult { virtual ~IRvalueResult() = default; virtual Point&& f() = 0; };
struct INested { virtual ~INested() = default; virtual std::vector<std::vector<int>> f(std::vector<std::pair<int, int>> v) = 0; };
struct IInOut { virtual ~IInOut() = default; virtual void f(std::vector<int>& values) = 0; };
namespace outer::inner { struct IScoped { virtual ~IScoped() = default; virtual int f() = 0; }; }
struct Outer { struct IMember { virtual ~IMember() = default; virtual int f() = 0; }; };
// clang-format on

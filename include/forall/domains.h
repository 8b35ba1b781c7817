// Domains: which values a parameter of a PUT ranges over.
//
//   FORALL(CalendarTest, DaysOfMonth).WithDomains(InRange(1, 12), Arbitrary<int>());
//   FORALL(ParserTest, ReadsNumbers).WithDomains(InRegexp("-?[0-9]+"), VectorOf(Positive<int>()).WithMaxSize(4));
//
// One domain for each parameter, in order. The names are those of Google FuzzTest. A domain is a constraint, not a
// generator: the input stays symbolic, and an assumption, computed without a branch where the shape of the value allows
// it, keeps it inside. Inside FORALL(...) the names need no qualification.
//
//   any type     Arbitrary<T>()  Just(v)  ElementOf({v, ...})  OneOf(d, ...)  Filter(predicate, d)
//   numbers      InRange(low, high)  NonZero<T>()  Positive<T>()  NonNegative<T>()  Negative<T>()  NonPositive<T>()
//                Finite<T>()  BitFlagCombinationOf({flag, ...})
//   characters   AsciiChar()  PrintableAsciiChar()  NumericChar()  LowerChar()  UpperChar()  AlphaChar()
//                AlphaNumericChar()
//   strings      String()  StringOf(d)  AsciiString()  PrintableAsciiString()  InRegexp("...")
//   containers   ContainerOf<T>(d)  VectorOf(d)  DequeOf(d)  ListOf(d)  SetOf(d)  MapOf(key, value)  UnorderedSetOf(d)
//                UnorderedMapOf(key, value)  UniqueElementsContainerOf<T>(d)  UniqueElementsVectorOf(d)  ArrayOf(d)
//                NonEmpty(d)  d.WithSize(n)  d.WithMinSize(n)  d.WithMaxSize(n)
//   parts        PairOf(d, d)  TupleOf(d, ...)  StructOf<T>(d, ...)  VariantOf(d, ...)  OptionalOf(d)  NullOpt<T>()
//                NonNull(d)
//   made         ConstructorOf<T>(d, ...)  Map(function, d, ...)  FlatMap(function, d, ...)  SmartPointerOf<T>(d)
//                UniquePtrOf(d)  SharedPtrOf(d)
#ifndef FORALL_DOMAINS_H_
#define FORALL_DOMAINS_H_

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "forall/domains/containers.h"
#include "forall/domains/core.h"
#include "forall/domains/made.h"
#include "forall/domains/regexp.h"

namespace forall::internal {

// The functions that make domains, as members of a class: FORALL's registration derives from it, so that they are found
// without qualification in the arguments of WithDomains and nowhere else.
struct DomainFunctions {
  // Every value of the type; the same as no domain.
  template <class T>
  static ArbitraryDomain<T> Arbitrary() {
    return {};
  }
  // Both ends are inside.
  template <class T>
  static RangeDomain<T> InRange(T low, T high) {
    return {low, high};
  }
  template <class T>
  static ElementDomain<T> ElementOf(std::initializer_list<T> values) {
    return {"ElementOf", std::vector<T>(values)};
  }
  template <class T>
  static ElementDomain<T> ElementOf(std::vector<T> values) {
    return {"ElementOf", std::move(values)};
  }
  template <class T>
  static ElementDomain<T> Just(T value) {
    return {"Just", {std::move(value)}};
  }
  // A value of at least one of the domains.
  template <class First, class... Rest>
  static OneOfDomain<First, Rest...> OneOf(First first, Rest... rest) {
    return {std::tuple<First, Rest...>(std::move(first), std::move(rest)...)};
  }
  // The values of the domain for which the predicate holds. The predicate is explored like any other code: it costs
  // paths if it branches.
  template <class Predicate, class Domain>
  static FilterDomain<Predicate, Domain> Filter(Predicate predicate, Domain domain) {
    return {std::move(predicate), std::move(domain)};
  }

  // Numbers; floating-point numbers that are neither infinite nor a NaN.
  template <class T>
  static NonZeroDomain<T> NonZero() {
    return {};
  }
  template <class T>
  static RangeDomain<T> Positive() {
    return {least_positive<T>(), greatest<T>()};
  }
  template <class T>
  static RangeDomain<T> NonNegative() {
    return {static_cast<T>(0), greatest<T>()};
  }
  template <class T>
  static RangeDomain<T> Negative() {
    static_assert(kIsSigned<T>, "forall: an unsigned type has no negative values");
    return {least<T>(), static_cast<T>(-least_positive<T>())};
  }
  template <class T>
  static RangeDomain<T> NonPositive() {
    static_assert(kIsSigned<T>, "forall: an unsigned type has no negative values");
    return {least<T>(), static_cast<T>(0)};
  }
  template <class T>
  static RangeDomain<T> Finite() {
    static_assert(kIsFloat<T>, "forall: Finite is for floating-point types");
    return {-greatest<T>(), greatest<T>()};
  }
  // Any of the flags, combined by |.
  template <class T>
  static FlagsDomain<T> BitFlagCombinationOf(std::initializer_list<T> flags) {
    return {std::vector<T>(flags)};
  }

  // Characters, of the "C" locale.
  static RangeDomain<char> AsciiChar() { return {'\0', '\x7f'}; }
  static RangeDomain<char> PrintableAsciiChar() { return {' ', '~'}; }
  static RangeDomain<char> NumericChar() { return {'0', '9'}; }
  static RangeDomain<char> LowerChar() { return {'a', 'z'}; }
  static RangeDomain<char> UpperChar() { return {'A', 'Z'}; }
  static auto AlphaChar() { return OneOf(LowerChar(), UpperChar()); }
  static auto AlphaNumericChar() { return OneOf(LowerChar(), UpperChar(), NumericChar()); }

  // Strings: std::string and its kin, std::string_view, C strings.
  template <class Domain>
  static auto StringOf(Domain character) {
    return ContainerDomain<TextFamily, Domain>(std::move(character));
  }
  static auto String() { return StringOf(ArbitraryDomain<char>{}); }
  static auto AsciiString() { return StringOf(AsciiChar()); }
  static auto PrintableAsciiString() { return StringOf(PrintableAsciiChar()); }
  template <class Text>
  static RegexpDomain<Automaton> InRegexp(const Text& expression) {
    return {std::string(expression), {}};
  }

  // Containers each of whose elements is in the domain.
  template <class Container, class Domain>
  static auto ContainerOf(Domain element) {
    return ContainerDomain<ThisContainer<Container>, Domain>(std::move(element));
  }
  template <template <class...> class Container, class Domain>
  static auto ContainerOf(Domain element) {
    return ContainerDomain<ContainerFamily<Container>, Domain>(std::move(element));
  }
  template <class Domain>
  static auto VectorOf(Domain element) {
    return ContainerOf<std::vector>(std::move(element));
  }
  template <class Domain>
  static auto DequeOf(Domain element) {
    return ContainerOf<std::deque>(std::move(element));
  }
  template <class Domain>
  static auto ListOf(Domain element) {
    return ContainerOf<std::list>(std::move(element));
  }
  template <class Domain>
  static auto SetOf(Domain element) {
    return ContainerOf<std::set>(std::move(element));
  }
  template <class Domain>
  static auto UnorderedSetOf(Domain element) {
    return ContainerOf<std::unordered_set>(std::move(element));
  }
  template <class Key, class Value>
  static auto MapOf(Key key, Value value) {
    return ContainerDomain<MapFamily<std::map>, ProductDomain<PairParts, Key, Value>>(
        PairOf(std::move(key), std::move(value)));
  }
  template <class Key, class Value>
  static auto UnorderedMapOf(Key key, Value value) {
    return ContainerDomain<MapFamily<std::unordered_map>, ProductDomain<PairParts, Key, Value>>(
        PairOf(std::move(key), std::move(value)));
  }
  template <class Container, class Domain>
  static auto UniqueElementsContainerOf(Domain element) {
    return ContainerDomain<ThisContainer<Container>, Domain, true>(std::move(element));
  }
  template <class Domain>
  static auto UniqueElementsVectorOf(Domain element) {
    return ContainerDomain<ContainerFamily<std::vector>, Domain, true>(std::move(element));
  }
  template <class Domain>
  static auto NonEmpty(const Domain& container) {
    return container.WithMinSize(1);
  }
  template <class Domain>
  static ArrayDomain<Domain, 0> ArrayOf(Domain element) {
    return {std::move(element)};
  }
  template <std::size_t kCount, class Domain>
  static ArrayDomain<Domain, kCount> ArrayOf(Domain element) {
    return {std::move(element)};
  }

  // Parts.
  template <class First, class Second>
  static ProductDomain<PairParts, First, Second> PairOf(First first, Second second) {
    return {{std::move(first), std::move(second)}};
  }
  template <class... Domains>
  static ProductDomain<TupleParts, Domains...> TupleOf(Domains... parts) {
    return {{std::move(parts)...}};
  }
  template <class T, class... Domains>
  static ProductDomain<StructParts<T>, Domains...> StructOf(Domains... members) {
    return {{std::move(members)...}};
  }
  template <class... Domains>
  static ProductDomain<VariantParts, Domains...> VariantOf(Domains... alternatives) {
    return {{std::move(alternatives)...}};
  }
  template <class Domain>
  static auto OptionalOf(Domain value) {
    return OptionalDomain<Domain>(std::move(value));
  }
  template <class T>
  static auto NullOpt() {
    OptionalDomain<ArbitraryDomain<T>> result(ArbitraryDomain<T>{});
    result.may_have_value = false;
    return result;
  }
  template <class Domain>
  static auto NonNull(OptionalDomain<Domain> domain) {
    domain.may_be_empty = false;
    return domain;
  }
  template <class Family, class Domain>
  static auto NonNull(OwnerDomain<Family, Domain> domain) {
    domain.may_be_null = false;
    return domain;
  }

  // Values that are made of others.
  template <class T, class... Domains>
  static ConstructorDomain<T, Domains...> ConstructorOf(Domains... arguments) {
    return {{std::move(arguments)...}};
  }
  template <class Function, class... Domains>
  static MapDomain<Function, Domains...> Map(Function function, Domains... arguments) {
    return {std::move(function), {std::move(arguments)...}};
  }
  // The function returns a domain.
  template <class Function, class... Domains>
  static FlatMapDomain<Function, Domains...> FlatMap(Function function, Domains... arguments) {
    return {std::move(function), {std::move(arguments)...}};
  }
  template <class Pointer, class Domain>
  static auto SmartPointerOf(Domain object) {
    return OwnerDomain<ThisContainer<Pointer>, Domain>(std::move(object));
  }
  template <class Domain>
  static auto UniquePtrOf(Domain object) {
    return OwnerDomain<UniqueOwners, Domain>(std::move(object));
  }
  template <class Domain>
  static auto SharedPtrOf(Domain object) {
    return OwnerDomain<SharedOwners, Domain>(std::move(object));
  }
};

}  // namespace forall::internal

#include "forall/domains/free_functions.h"

#endif  // FORALL_DOMAINS_H_

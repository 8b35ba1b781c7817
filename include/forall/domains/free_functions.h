// The vocabulary of domains for use elsewhere: forall::InRange(0, 9).
#ifndef FORALL_DOMAINS_FREE_FUNCTIONS_H_
#define FORALL_DOMAINS_FREE_FUNCTIONS_H_

#include <cstddef>
#include <initializer_list>
#include <utility>
#include <vector>

namespace forall {

// name(arguments...), name<T>() and name<T>(arguments...)
#define FORALL_INTERNAL_PLAIN(name)                                  \
  template <class... Arguments>                                      \
  auto name(Arguments... arguments) {                                \
    return internal::DomainFunctions::name(std::move(arguments)...); \
  }
#define FORALL_INTERNAL_TYPED(name)                                     \
  template <class T, class... Arguments>                                \
  auto name(Arguments... arguments) {                                   \
    return internal::DomainFunctions::name<T>(std::move(arguments)...); \
  }
FORALL_INTERNAL_PLAIN(InRange)
FORALL_INTERNAL_PLAIN(Just)
FORALL_INTERNAL_PLAIN(OneOf)
FORALL_INTERNAL_PLAIN(Filter)
FORALL_INTERNAL_PLAIN(AsciiChar)
FORALL_INTERNAL_PLAIN(PrintableAsciiChar)
FORALL_INTERNAL_PLAIN(NumericChar)
FORALL_INTERNAL_PLAIN(LowerChar)
FORALL_INTERNAL_PLAIN(UpperChar)
FORALL_INTERNAL_PLAIN(AlphaChar)
FORALL_INTERNAL_PLAIN(AlphaNumericChar)
FORALL_INTERNAL_PLAIN(StringOf)
FORALL_INTERNAL_PLAIN(String)
FORALL_INTERNAL_PLAIN(AsciiString)
FORALL_INTERNAL_PLAIN(PrintableAsciiString)
FORALL_INTERNAL_PLAIN(VectorOf)
FORALL_INTERNAL_PLAIN(DequeOf)
FORALL_INTERNAL_PLAIN(ListOf)
FORALL_INTERNAL_PLAIN(SetOf)
FORALL_INTERNAL_PLAIN(MapOf)
FORALL_INTERNAL_PLAIN(UnorderedSetOf)
FORALL_INTERNAL_PLAIN(UnorderedMapOf)
FORALL_INTERNAL_PLAIN(UniqueElementsVectorOf)
FORALL_INTERNAL_PLAIN(NonEmpty)
FORALL_INTERNAL_PLAIN(ArrayOf)
FORALL_INTERNAL_PLAIN(PairOf)
FORALL_INTERNAL_PLAIN(TupleOf)
FORALL_INTERNAL_PLAIN(VariantOf)
FORALL_INTERNAL_PLAIN(OptionalOf)
FORALL_INTERNAL_PLAIN(NonNull)
FORALL_INTERNAL_PLAIN(Map)
FORALL_INTERNAL_PLAIN(FlatMap)
FORALL_INTERNAL_PLAIN(UniquePtrOf)
FORALL_INTERNAL_PLAIN(SharedPtrOf)
FORALL_INTERNAL_TYPED(Arbitrary)
FORALL_INTERNAL_TYPED(NonZero)
FORALL_INTERNAL_TYPED(Positive)
FORALL_INTERNAL_TYPED(NonNegative)
FORALL_INTERNAL_TYPED(Negative)
FORALL_INTERNAL_TYPED(NonPositive)
FORALL_INTERNAL_TYPED(Finite)
FORALL_INTERNAL_TYPED(NullOpt)
FORALL_INTERNAL_TYPED(StructOf)
FORALL_INTERNAL_TYPED(ConstructorOf)
FORALL_INTERNAL_TYPED(ContainerOf)
FORALL_INTERNAL_TYPED(UniqueElementsContainerOf)
FORALL_INTERNAL_TYPED(SmartPointerOf)
#undef FORALL_INTERNAL_PLAIN
#undef FORALL_INTERNAL_TYPED

template <class T>
auto ElementOf(std::initializer_list<T> values) {
  return internal::DomainFunctions::ElementOf(values);
}
template <class T>
auto ElementOf(std::vector<T> values) {
  return internal::DomainFunctions::ElementOf(std::move(values));
}
template <class T>
auto BitFlagCombinationOf(std::initializer_list<T> flags) {
  return internal::DomainFunctions::BitFlagCombinationOf(flags);
}
template <class Text>
auto InRegexp(const Text& expression) {
  return internal::DomainFunctions::InRegexp(expression);
}

}  // namespace forall

#endif  // FORALL_DOMAINS_FREE_FUNCTIONS_H_

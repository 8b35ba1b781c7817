// Domains of values that contain others: strings and containers, optional and variant, pairs, tuples and structs.
//
// Elements are constrained when they are made, whether they count or not. A maximum size is the user's statement: it is
// assumed, and no limit of the exploration cuts.
#ifndef FORALL_DOMAINS_CONTAINERS_H_
#define FORALL_DOMAINS_CONTAINERS_H_

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "forall/domains/core.h"

namespace forall::internal {

// The elements of a container, the characters of a C string.
template <class T>
decltype(auto) elements_of(const T& value) {
  if constexpr (std::is_pointer_v<T>) {
    return std::string_view(value == nullptr ? "" : value);
  } else {
    return static_cast<const T&>(value);
  }
}

struct DifferentElements {
  template <class Element>
  bool operator()(const Element* elements, std::size_t count, std::size_t size) const {
    bool are_different = true;
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        are_different = both(are_different, either(i >= size, !is_same_value(elements[k], elements[i])));
      }
    }
    return are_different;
  }
};

template <class T, class Bound, bool kAreDifferent>
class BoundContainer : public CompositeDomain<Bound> {
  using Element = typename LibraryAdapter<T>::Element;

 public:
  BoundContainer(Bound element, SizeLimits limits) : element_(std::move(element)), limits_(limits) {}
  template <class Source>
  void Make(Source& source, const char* name, T* place) const {
    using Accepts = std::conditional_t<kAreDifferent, DifferentElements, AnyElements>;
    if constexpr (kIsArbitrary<Bound> && kIsText) {
      LibraryAdapter<T>::build_sized(source, name, place, limits_, AnyCharacter{}, Accepts{});
    } else {
      LibraryAdapter<T>::build_sized(source, name, place, limits_, MakeIn{element_}, Accepts{});
    }
  }
  bool Contains(const T& value) const {
    std::vector<Element> elements;
    for (const auto& element : elements_of(value)) elements.push_back(Element(element));
    bool are_all = limits_.is_met(elements.size());
    for (const auto& element : elements) are_all = both(are_all, element_.Contains(element));
    if constexpr (kAreDifferent) {
      for (std::size_t i = 0; i < elements.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) are_all = both(are_all, !(elements[k] == elements[i]));
      }
    }
    return are_all;
  }

 private:
  static constexpr bool kIsText = std::is_base_of_v<TextAdapter<T, Element>, LibraryAdapter<T>> || std::is_pointer_v<T>;
  Bound element_;
  SizeLimits limits_;
};

// Which containers a domain is for, and the one it means where no parameter says so.
struct AnyContainer {
  template <class T>
  static constexpr bool kFits = true;
};
template <class Container>
struct ThisContainer {
  template <class>
  using Of = Container;
  template <class T>
  static constexpr bool kFits = std::is_same_v<T, Container>;
};
template <template <class...> class Container>
struct AnyOfTemplate {
  template <class T>
  struct Fits : std::false_type {};
  template <class... Ts>
  struct Fits<Container<Ts...>> : std::true_type {};
  template <class T>
  static constexpr bool kFits = Fits<T>::value;
};
template <template <class...> class Container>
struct ContainerFamily : AnyOfTemplate<Container> {
  template <class Element>
  using Of = Container<Element>;
};
template <template <class...> class Container>
struct MapFamily : AnyOfTemplate<Container> {
  template <class Pair>
  using Of = Container<typename Pair::first_type, typename Pair::second_type>;
};
struct TextFamily {
  template <class Char>
  using Of = std::basic_string<Char>;
  template <class T>
  static constexpr bool kFits = false;
};
template <>
inline constexpr bool TextFamily::kFits<const char*> = true;
template <>
inline constexpr bool TextFamily::kFits<char*> = true;
template <class Char>
inline constexpr bool TextFamily::kFits<std::basic_string<Char>> = true;
template <class Char>
inline constexpr bool TextFamily::kFits<std::basic_string_view<Char>> = true;

template <class Family, class Domain, class = void>
struct ContainerValue {};
template <class Family, class Domain>
struct ContainerValue<Family, Domain, std::void_t<typename Domain::Value>> {
  using Value = typename Family::template Of<typename Domain::Value>;
};
template <class Container>
struct ContainerValue<ThisContainer<Container>, AnyDomain> {
  using Value = Container;
};

template <class Family, class Domain, bool kAreDifferent = false>
struct ContainerDomain : ContainerValue<Family, Domain> {
  Domain element;
  SizeLimits limits = {};

  explicit ContainerDomain(Domain of) : element(std::move(of)) {}
  ContainerDomain WithSize(std::size_t size) const { return limited(size, size); }
  ContainerDomain WithMinSize(std::size_t size) const { return limited(size, limits.most); }
  ContainerDomain WithMaxSize(std::size_t size) const { return limited(limits.least, size); }

  template <class T>
  auto Bind() const {
    static_assert(IsSized<T>::value && Family::template kFits<T>,
                  "forall: this domain of containers or strings is not one of its parameter's type");
    if constexpr (IsSized<T>::value) {
      using Element = typename LibraryAdapter<T>::Element;
      if (limits.least > limits.most) {
        registration_error(joined({"WithMinSize(", std::to_string(limits.least), ") and WithMaxSize(",
                                   std::to_string(limits.most), ") leave no size: swap them"}));
      }
      return BoundContainer<T, BoundTo<Domain, Element>, kAreDifferent>(element.template Bind<Element>(), limits);
    } else {
      return BoundArbitrary<T>();
    }
  }

 private:
  ContainerDomain limited(std::size_t smallest, std::size_t largest) const {
    ContainerDomain result = *this;
    result.limits = {smallest, largest};
    return result;
  }
};

template <class U>
struct ArbitraryDomain {
  using Value = U;
  template <class T>
  BoundArbitrary<T> Bind() const {
    static_assert(std::is_same_v<T, U>, "forall: Arbitrary<T>() must name the type of its parameter");
    return {};
  }
  auto WithSize(std::size_t size) const { return sized().WithSize(size); }
  auto WithMinSize(std::size_t size) const { return sized().WithMinSize(size); }
  auto WithMaxSize(std::size_t size) const { return sized().WithMaxSize(size); }

 private:
  static auto sized() {
    static_assert(IsSized<U>::value, "forall: values of this type have no size");
    return ContainerDomain<ThisContainer<U>, AnyDomain>(AnyDomain{});
  }
};

// --- optional

template <class T, class Bound>
class BoundOptional : public CompositeDomain<Bound> {
 public:
  BoundOptional(Bound value, bool may_be_empty, bool may_have_value)
      : value_(std::move(value)), may_be_empty_(may_be_empty), may_have_value_(may_have_value) {}
  template <class Source>
  void Make(Source& source, const char* name, T* place) const {
    LibraryAdapter<T>::build_value(
        source, name, place, !may_be_empty_, [this](bool has_value) { return is_met(has_value); }, MakeIn{value_});
  }
  bool Contains(const T& value) const {
    return is_met(value.has_value()) && (!value.has_value() || value_.Contains(*value));
  }

 private:
  bool is_met(bool has_value) const {
    return either(both(may_have_value_, has_value), both(may_be_empty_, !has_value));
  }
  Bound value_;
  bool may_be_empty_;
  bool may_have_value_;
};

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

template <class Domain>
struct OptionalDomain : ContainerValue<ContainerFamily<std::optional>, Domain> {
  Domain value;
  bool may_be_empty = true;
  bool may_have_value = true;

  explicit OptionalDomain(Domain of) : value(std::move(of)) {}
  template <class T>
  auto Bind() const {
    static_assert(IsOptional<T>::value, "forall: OptionalOf and NullOpt are for std::optional parameters");
    using Bound = BoundTo<Domain, typename T::value_type>;
    return BoundOptional<T, Bound>(value.template Bind<typename T::value_type>(), may_be_empty, may_have_value);
  }
};

// --- a domain for each part: variant, pair, tuple, struct

template <class T>
struct MembersOf {
  using Types = MemberTypes<T>;
  static constexpr bool kIsStruct = true;
};
template <class A, class B>
struct MembersOf<std::pair<A, B>> {
  using Types = TypeList<A, B>;
  static constexpr bool kIsStruct = false;
};
template <class... Ts>
struct MembersOf<std::tuple<Ts...>> {
  using Types = TypeList<Ts...>;
  static constexpr bool kIsStruct = false;
};
template <class... Ts>
struct MembersOf<std::variant<Ts...>> {
  using Types = TypeList<Ts...>;
  static constexpr bool kIsStruct = false;
};

template <class T, class... Bound>
class BoundVariant : public CompositeDomain<Bound...> {
 public:
  explicit BoundVariant(std::tuple<Bound...> domains) : domains_(std::move(domains)) {}
  template <class Source>
  void Make(Source& source, const char* name, T* place) const {
    std::apply(
        [&](const Bound&... each) { LibraryAdapter<T>::build_alternative(source, name, place, MakeIn{each}...); },
        domains_);
  }
  bool Contains(const T& value) const { return contains(value, std::index_sequence_for<Bound...>{}); }

 private:
  template <std::size_t... kIndices>
  bool contains(const T& value, std::index_sequence<kIndices...>) const {
    return ((value.index() == kIndices && std::get<kIndices>(domains_).Contains(std::get<kIndices>(value))) || ...);
  }
  std::tuple<Bound...> domains_;
};

template <class T, class... Bound>
class BoundProduct : public CompositeDomain<Bound...> {
 public:
  explicit BoundProduct(std::tuple<Bound...> domains) : domains_(std::move(domains)) {}
  template <class Source>
  void Make(Source& source, const char* name, T* place) const {
    if constexpr (MembersOf<T>::kIsStruct) {
      new (place) T(T{});
      with_members(*place, [&](auto&... members) {
        make_members(source, name, std::index_sequence_for<Bound...>{}, members...);
      });
    } else {
      std::apply([&](const Bound&... each) { LibraryAdapter<T>::build_parts(source, name, place, MakeIn{each}...); },
                 domains_);
    }
  }
  bool Contains(const T& value) const {
    const auto are_inside = [this](const auto&... parts) {
      return this->contain(std::index_sequence_for<Bound...>{}, parts...);
    };
    if constexpr (MembersOf<T>::kIsStruct) {
      return with_members(value, are_inside);
    } else {
      return std::apply(are_inside, value);
    }
  }

 private:
  template <std::size_t... kIndices, class... Parts>
  bool contain(std::index_sequence<kIndices...>, const Parts&... parts) const {
    bool are_all = true;
    ((are_all = both(are_all, std::get<kIndices>(domains_).Contains(parts))), ...);
    return are_all;
  }
  template <class Source, std::size_t... kIndices, class... Members>
  void make_members(Source& source, const char* name, std::index_sequence<kIndices...>, Members&... members) const {
    (make_member(std::get<kIndices>(domains_), source,
                 source.member(name, AggregateAdapter<T>::template name<kIndices>()), members),
     ...);
  }
  template <class Domain, class Source, class Member>
  static void make_member(const Domain& domain, Source& source, const char* name, Member& member) {
    using Plain = std::remove_const_t<Member>;
    Plain* place = const_cast<Plain*>(std::addressof(member));
    if constexpr (!std::is_trivially_destructible_v<Plain>) std::destroy_at(place);
    build_in(domain, source, name, place);
  }
  std::tuple<Bound...> domains_;
};

struct PairParts {
  template <class... Ts>
  using Of = std::pair<Ts...>;
};
struct TupleParts {
  template <class... Ts>
  using Of = std::tuple<Ts...>;
};
struct VariantParts {
  template <class... Ts>
  using Of = std::variant<Ts...>;
};
template <class T>
struct StructParts {
  template <class...>
  using Of = T;
};

template <class Parts, class... Domains>
struct ProductDomain {
  using Value = typename Parts::template Of<typename Domains::Value...>;
  std::tuple<Domains...> domains;

  template <class T>
  auto Bind() const {
    return bind<T>(typename MembersOf<T>::Types{}, std::index_sequence_for<Domains...>{});
  }

 private:
  template <class T, class... Members, std::size_t... kIndices>
  auto bind(TypeList<Members...>, std::index_sequence<kIndices...>) const {
    static_assert(sizeof...(Members) == sizeof...(Domains),
                  "forall: PairOf, TupleOf, VariantOf and StructOf take one domain for each part of the parameter");
    if constexpr (sizeof...(Members) != sizeof...(Domains)) {
      return BoundArbitrary<T>();
    } else {
      using Result = std::conditional_t<std::is_same_v<Parts, VariantParts>,
                                        BoundVariant<T, BoundTo<Domains, std::remove_cv_t<Members>>...>,
                                        BoundProduct<T, BoundTo<Domains, std::remove_cv_t<Members>>...>>;
      return Result(std::make_tuple(std::get<kIndices>(domains).template Bind<std::remove_cv_t<Members>>()...));
    }
  }
};

}  // namespace forall::internal

#endif  // FORALL_DOMAINS_CONTAINERS_H_

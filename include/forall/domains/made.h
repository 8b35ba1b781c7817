// Domains whose values are made by the user's code from other inputs: Map, FlatMap, ConstructorOf, smart pointers.
//
// The inputs are those of the arguments, NAME.0, NAME.1, ...; the function is explored like any other code. What it
// makes cannot be read off the inputs, so an emitted test has the domain make it again (replay::make). Only the
// arguments of a constructor say what its object is.
#ifndef FORALL_DOMAINS_MADE_H_
#define FORALL_DOMAINS_MADE_H_

#include <cstddef>
#include <memory>
#include <new>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "forall/domains/containers.h"

namespace forall::internal {

struct MadeDomain {
  static constexpr bool kIsFlat = false;
  static constexpr bool kIsMade = true;
  static constexpr bool kDescribes = false;
};

// The description of what a domain makes of a type.
template <class T, class Bound>
FORALL_INTERNAL_BOOKKEEPING TypeDescription describe_in(Describer& describer) {
  if constexpr (Bound::kDescribes) {
    return Bound::describe(describer);
  } else {
    return describe_type<T>(describer);
  }
}
FORALL_INTERNAL_BOOKKEEPING inline TypeDescription describe_made(std::string spelling, std::string callee) {
  TypeDescription result;
  result.kind = TypeDescription::Kind::Made;
  result.spelling = std::move(spelling);
  result.callee = std::move(callee);
  return result;
}

// Arguments of inputs, each in memory of its own.
template <class... Values>
struct ArgumentsIn {
  template <class Source, class... Bound, std::size_t... kIndices>
  static std::tuple<Values*...> make([[maybe_unused]] Source& source, [[maybe_unused]] const char* name,
                                     [[maybe_unused]] const std::tuple<Bound...>& domains,
                                     std::index_sequence<kIndices...>) {
    std::tuple<Values*...> places{allocate_in<Values>(source)...};
    (build_in(std::get<kIndices>(domains), source, source.member(name, PartNumber<kIndices>::kText),
              std::get<kIndices>(places)),
     ...);
    return places;
  }
};

template <class T, class Function, class Values, class... Bound>
class BoundMap;
template <class T, class Function, class... Values, class... Bound>
class BoundMap<T, Function, TypeList<Values...>, Bound...> : public MadeDomain {
 public:
  BoundMap(Function function, std::tuple<Bound...> domains)
      : function_(std::move(function)), domains_(std::move(domains)) {}
  template <class Source>
  void Make(Source& source, const char* name, T* place) const {
    const auto arguments = ArgumentsIn<Values...>::make(source, name, domains_, std::index_sequence_for<Values...>{});
    source.begin_building();
    std::apply([&](Values*... each) { new (place) T(function_(std::move(*each)...)); }, arguments);
    source.end_building();
  }
  bool Contains(const T&) const { return true; }  // nobody can tell

 private:
  Function function_;
  std::tuple<Bound...> domains_;
};

template <class Function, class... Domains>
struct MapDomain {
  using Value = std::decay_t<std::invoke_result_t<const Function&, typename Domains::Value&&...>>;
  Function function;
  std::tuple<Domains...> domains;
  template <class T>
  auto Bind() const {
    static_assert(std::is_convertible_v<Value, T>, "forall: Map returns values that are not of the parameter's type");
    return std::apply(
        [this](const Domains&... each) {
          using Bound =
              BoundMap<T, Function, TypeList<typename Domains::Value...>, BoundTo<Domains, typename Domains::Value>...>;
          return Bound(function, std::make_tuple(each.template Bind<typename Domains::Value>()...));
        },
        domains);
  }
};

// The function returns a domain, which depends on the arguments.
template <class T, class Function, class Values, class... Bound>
class BoundFlatMap;
template <class T, class Function, class... Values, class... Bound>
class BoundFlatMap<T, Function, TypeList<Values...>, Bound...> : public MadeDomain {
 public:
  BoundFlatMap(Function function, std::tuple<Bound...> domains)
      : function_(std::move(function)), domains_(std::move(domains)) {}
  template <class Source>
  void Make(Source& source, const char* name, T* place) const {
    const auto arguments = ArgumentsIn<Values...>::make(source, name, domains_, std::index_sequence_for<Values...>{});
    const auto domain = std::apply([&](Values*... each) { return function_(std::move(*each)...); }, arguments);
    build_in(domain.template Bind<T>(), source, source.member(name, "value"), place);
  }
  bool Contains(const T&) const { return true; }

 private:
  Function function_;
  std::tuple<Bound...> domains_;
};

template <class Function, class... Domains>
struct FlatMapDomain {
  using Value = typename std::invoke_result_t<const Function&, typename Domains::Value&&...>::Value;
  Function function;
  std::tuple<Domains...> domains;
  template <class T>
  auto Bind() const {
    return std::apply(
        [this](const Domains&... each) {
          using Bound = BoundFlatMap<T, Function, TypeList<typename Domains::Value...>,
                                     BoundTo<Domains, typename Domains::Value>...>;
          return Bound(function, std::make_tuple(each.template Bind<typename Domains::Value>()...));
        },
        domains);
  }
};

// Arguments for which the constructor throws are discarded.
template <class T, class Values, class... Bound>
class BoundConstructor;
template <class T, class... Values, class... Bound>
class BoundConstructor<T, TypeList<Values...>, Bound...> {
 public:
  static constexpr bool kIsFlat = false;
  static constexpr bool kIsMade = (Bound::kIsMade || ...);
  static constexpr bool kDescribes = !kIsMade;

  explicit BoundConstructor(std::tuple<Bound...> domains) : domains_(std::move(domains)) {}
  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer) {
    TypeDescription result;
    result.kind = TypeDescription::Kind::Call;
    result.spelling = result.callee = type_spelling<T>();
    (result.parts.push_back(describe_in<Values, Bound>(describer)), ...);
    for (std::size_t i = 0; i < sizeof...(Values); ++i) result.part_names.push_back(std::to_string(i));
    describer.add_origin(result.spelling, "by a constructor");
    return result;
  }
  template <class Source>
  void Make(Source& source, const char* name, T* place) const {
    const auto arguments = ArgumentsIn<Values...>::make(source, name, domains_, std::index_sequence_for<Values...>{});
    source.begin_building();
    try {
      std::apply([&](Values*... each) { new (place) T(std::move(*each)...); }, arguments);
    } catch (...) {
      source.assume(false);
    }
    source.end_building();
  }
  bool Contains(const T&) const { return true; }

 private:
  std::tuple<Bound...> domains_;
};

template <class U, class... Domains>
struct ConstructorDomain {
  using Value = U;
  std::tuple<Domains...> domains;
  template <class T>
  auto Bind() const {
    static_assert(std::is_same_v<T, U>, "forall: ConstructorOf<T> must name the type of its parameter");
    static_assert(std::is_constructible_v<T, typename Domains::Value...>,
                  "forall: ConstructorOf<T>: no constructor of T takes values of these domains");
    return std::apply(
        [](const Domains&... each) {
          using Bound =
              BoundConstructor<T, TypeList<typename Domains::Value...>, BoundTo<Domains, typename Domains::Value>...>;
          return Bound(std::make_tuple(each.template Bind<typename Domains::Value>()...));
        },
        domains);
  }
};

// A pointer that owns an object of a domain: whether there is one is decided when it is made.
template <class T, class Bound>
class BoundOwner : public MadeDomain {
  using Pointee = typename T::element_type;

 public:
  BoundOwner(Bound object, bool may_be_null) : object_(std::move(object)), may_be_null_(may_be_null) {}
  template <class Source>
  void Make(Source& source, const char* name, T* place) const {
    bool has_value = true;
    if (may_be_null_) source.scalar(source.member(name, "has_value"), &has_value, false);
    new (place) T();
    if (!has_value) return;
    using Plain = std::remove_const_t<Pointee>;
    source.begin_building();
    auto* object = static_cast<Plain*>(::operator new(sizeof(Plain)));
    source.end_building();
    build_in(object_, source, source.member(name, "value"), object);
    source.begin_building();
    place->reset(object);
    source.end_building();
  }
  bool Contains(const T& value) const { return value == nullptr ? may_be_null_ : object_.Contains(*value); }

 private:
  Bound object_;
  bool may_be_null_;
};

template <class T>
struct IsOwner : std::false_type {};
template <class T>
struct IsOwner<std::unique_ptr<T>> : std::true_type {};
template <class T>
struct IsOwner<std::shared_ptr<T>> : std::true_type {};

struct UniqueOwners {
  template <class T>
  using Of = std::unique_ptr<T>;
};
struct SharedOwners {
  template <class T>
  using Of = std::shared_ptr<T>;
};

template <class Family, class Domain>
struct OwnerDomain : ContainerValue<Family, Domain> {
  Domain object;
  bool may_be_null = true;

  explicit OwnerDomain(Domain of) : object(std::move(of)) {}
  template <class T>
  auto Bind() const {
    static_assert(IsOwner<T>::value, "forall: SmartPointerOf is for std::unique_ptr and std::shared_ptr parameters");
    using Object = std::remove_const_t<typename T::element_type>;
    return BoundOwner<T, BoundTo<Domain, Object>>(object.template Bind<Object>(), may_be_null);
  }
};

// --- all objects of a class, by FORALL_ARBITRARY

template <class T>
struct ArbitraryAdapter {
  static constexpr bool kIsSupported = true;
  static constexpr bool kCanFlatten = false;
  static constexpr bool kIsValue = false;

  FORALL_INTERNAL_BOOKKEEPING static TypeDescription describe(Describer& describer) {
    const std::string spelling = type_spelling<T>();
    describer.add_origin(spelling, "by its FORALL_ARBITRARY");
    if constexpr (Bound<T>::kDescribes) {
      return Bound<T>::describe(describer);
    } else {
      return describe_made(spelling, joined({"forall::replay::arbitrary<", spelling, ">({})"}));
    }
  }
  template <class Source>
  static void build(Source& source, const char* name, T* place) {
    build_in(kDomain<T>, source, name, place);
  }

 private:
  template <class U>
  using Bound = decltype(ArbitraryOf<U>::domain().template Bind<U>());
  // Made before main: while inputs exist, nothing that is not explored may run.
  template <class U>
  static inline const Bound<U> kDomain = ArbitraryOf<U>::domain().template Bind<U>();
};

}  // namespace forall::internal

#endif  // FORALL_DOMAINS_MADE_H_

// Domains: which values a parameter of a PUT ranges over.
//
//   FORALL(CalendarTest, DaysOfMonth).WithDomains(InRange(1, 12), Arbitrary<int>());
//
// One domain for each parameter, in order. A domain is a constraint, not a generator: the input stays symbolic and one
// assumption, computed without a branch, keeps it inside. Inside FORALL(...) the names need no qualification.
//
// A domain is first written with the type of its arguments and then bound to the type of its parameter. A bound domain
// has
//   template <class Source> void Make(Source&, const char* name, T* place) const
//                                        a value of inputs in raw memory; its default is inside the domain
//   bool Contains(const T& value) const  without a branch on the value: what is then assumed
#ifndef FORALL_DOMAINS_H_
#define FORALL_DOMAINS_H_

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "forall/internal/adapter.h"
#include "forall/internal/containers.h"
#include "forall/internal/objects.h"
#include "forall/internal/text.h"

namespace forall {

namespace internal {

// A mistake in a registration: there is nothing sensible to run, and before main nobody to throw to.
[[noreturn]] FORALL_INTERNAL_BOOKKEEPING inline void registration_error(const std::string& message) {
  std::fprintf(stderr, "forall: error: %s\n", message.c_str());
  std::_Exit(2);
}

[[noreturn]] FORALL_INTERNAL_BOOKKEEPING inline void not_a_value(const char* domain, const std::string& value,
                                                                 const std::string& type) {
  registration_error(joined({domain, ": ", value, " is not a value of type ", type}));
}

template <class T, class U>
FORALL_INTERNAL_BOOKKEEPING T domain_value(const char* domain, const U& value) {
  if constexpr (std::is_same_v<T, U>) {
    return value;
  } else {
    static_assert(
        kIsScalar<T> && kIsScalar<U> && std::is_enum_v<T> == std::is_enum_v<U> && (kIsFloat<T> || !kIsFloat<U>),
        "forall: the values of this domain do not have the type of the parameter");
    if (!is_value_of<T>(value)) not_a_value(domain, to_decimal(value), describe_type<T>().spelling);
    return static_cast<T>(value);
  }
}

// Is a value the one whose scalars these are? By its bits a NaN is equal to itself, and 0.0 is not -0.0.
struct EqualTo {
  const std::vector<NamedScalar>& scalars;
  std::size_t next = 0;
  bool is_equal = true;

  static const char* member(const char*, const char*) { return ""; }
  static const char* element(const char*, std::size_t) { return ""; }
  static std::size_t count(std::size_t size) { return size; }
  template <class Scalar>
  void scalar(const char*, const Scalar& value) {
    const UWide bits = scalars[next++].bits;
    const bool is_same = kIsFloat<Scalar> ? to_bits(value) == bits : value == from_bits<Scalar>(bits);
    is_equal = both(is_equal, is_same);
  }
};

// A source whose inputs have given defaults, in the order in which they are made.
template <class Source>
struct WithDefaults : Source {
  WithDefaults(const Source& source, const std::vector<NamedScalar>& defaults) : Source(source), defaults_(defaults) {}
  template <class T>
  void scalar(const char* name, const T* place, T otherwise) {
    const bool is_given = next_ < defaults_.size();
    Source::scalar(name, place, is_given ? from_bits<T>(defaults_[next_++].bits) : otherwise);
  }

 private:
  const std::vector<NamedScalar>& defaults_;
  std::size_t next_ = 0;
};

// A value of inputs that is in the domain.
template <class Domain, class Source, class T>
void build_in(const Domain& domain, Source& source, const char* name, T* place) {
  domain.Make(source, name, place);
  source.assume(domain.Contains(*place));
}

template <class T>
class BoundArbitrary {
 public:
  template <class Source>
  void Make(Source& source, const char* name, T* place) const {
    build_input(source, name, place);
  }
  bool Contains(const T&) const { return true; }
};

template <class T>
class BoundRange {
 public:
  BoundRange(T low, T high) : low_(low), high_(high) {}
  // Zero where it is inside, else the end that is nearer to it.
  template <class Source>
  void Make(Source& source, const char* name, T* place) const {
    const T zero{};
    source.scalar(name, place, zero < low_ ? low_ : high_ < zero ? high_ : zero);
  }
  bool Contains(const T& value) const { return both(low_ <= value, value <= high_); }

 private:
  T low_;
  T high_;
};

// One of a list of values of any supported type, each kept as its scalars.
template <class T>
class BoundElements {
 public:
  explicit BoundElements(std::vector<std::vector<NamedScalar>> elements) : elements_(std::move(elements)) {}
  template <class Source>
  void Make(Source& source, const char* name, T* place) const {
    WithDefaults<Source> with_defaults(source, elements_.front());
    build_input(with_defaults, name, place);
  }
  bool Contains(const T& value) const {
    bool is_one = false;
    for (const std::vector<NamedScalar>& element : elements_) {
      EqualTo equal{element};
      flatten_value(equal, "", value);
      is_one = either(is_one, equal.is_equal);
    }
    return is_one;
  }

 private:
  std::vector<std::vector<NamedScalar>> elements_;
};

template <class T>
class BoundNonZero {
 public:
  template <class Source>
  void Make(Source& source, const char* name, T* place) const {
    source.scalar(name, place, static_cast<T>(1));
  }
  bool Contains(const T& value) const { return value != static_cast<T>(0); }
};

template <class T, class... Bound>
class BoundOneOf {
 public:
  explicit BoundOneOf(std::tuple<Bound...> domains) : domains_(std::move(domains)) {}
  template <class Source>
  void Make(Source& source, const char* name, T* place) const {
    std::get<0>(domains_).Make(source, name, place);
  }
  bool Contains(const T& value) const {
    bool is_in_one = false;
    std::apply([&](const Bound&... domain) { ((is_in_one = either(is_in_one, domain.Contains(value))), ...); },
               domains_);
    return is_in_one;
  }

 private:
  std::tuple<Bound...> domains_;
};

template <class T, class Bound, class Predicate>
class BoundFilter {
 public:
  BoundFilter(Bound domain, Predicate predicate) : domain_(std::move(domain)), predicate_(std::move(predicate)) {}
  template <class Source>
  void Make(Source& source, const char* name, T* place) const {
    domain_.Make(source, name, place);
  }
  bool Contains(const T& value) const { return both(domain_.Contains(value), static_cast<bool>(predicate_(value))); }

 private:
  Bound domain_;
  Predicate predicate_;
};

template <class T, class Bound>
class BoundArray {
 public:
  explicit BoundArray(Bound element) : element_(std::move(element)) {}
  template <class Source>
  void Make(Source& source, const char* name, T* place) const {
    using Element = std::remove_cv_t<typename ArrayFacts<T>::Element>;
    for (std::size_t i = 0; i < sizeof(T) / sizeof(Element); ++i) {
      element_.Make(source, source.element(name, i), reinterpret_cast<Element*>(place) + i);
    }
  }
  bool Contains(const T& value) const {
    bool are_all = true;
    for (const auto& element : value) are_all = both(are_all, element_.Contains(element));
    return are_all;
  }

 private:
  Bound element_;
};

template <class U>
struct ArbitraryDomain {
  template <class T>
  BoundArbitrary<T> Bind() const {
    static_assert(std::is_same_v<T, U>, "forall: Arbitrary<T>() must name the type of its parameter");
    return {};
  }
};

template <class U>
struct RangeDomain {
  U low, high;
  template <class T>
  FORALL_INTERNAL_BOOKKEEPING BoundRange<T> Bind() const {
    static_assert(kIsScalar<T>, "forall: InRange is for numbers, characters and enums; see ArrayOf for arrays");
    const BoundRange<T> range(domain_value<T>("InRange", low), domain_value<T>("InRange", high));
    if (!(low <= high)) {
      registration_error(
          joined({"InRange(", to_decimal(low), ", ", to_decimal(high), ") is empty: swap its arguments"}));
    }
    return range;
  }
};

template <class U>
struct ElementDomain {
  const char* name;
  std::vector<U> values;
  template <class T>
  FORALL_INTERNAL_BOOKKEEPING BoundElements<T> Bind() const {
    if (values.empty()) registration_error(joined({name, " has no values: name at least one"}));
    std::vector<std::vector<NamedScalar>> elements;
    for (const U& value : values) {
      const T converted = domain_value<T>(name, value);
      ScalarList list;
      flatten_value(list, "", converted);
      elements.push_back(std::move(list.scalars));
    }
    return BoundElements<T>(std::move(elements));
  }
};

template <class U>
struct NonZeroDomain {
  template <class T>
  BoundNonZero<T> Bind() const {
    static_assert(std::is_same_v<T, U>, "forall: NonZero<T>() must name the type of its parameter");
    return {};
  }
};

template <class... Domains>
struct OneOfDomain {
  std::tuple<Domains...> domains;
  template <class T>
  FORALL_INTERNAL_BOOKKEEPING auto Bind() const {
    return std::apply(
        [](const Domains&... domain) {
          using Bound = BoundOneOf<T, decltype(domain.template Bind<T>())...>;
          return Bound(std::make_tuple(domain.template Bind<T>()...));
        },
        domains);
  }
};

template <class Predicate, class Domain>
struct FilterDomain {
  Predicate predicate;
  Domain domain;
  template <class T>
  FORALL_INTERNAL_BOOKKEEPING auto Bind() const {
    using Bound = decltype(domain.template Bind<T>());
    return BoundFilter<T, Bound, Predicate>(domain.template Bind<T>(), predicate);
  }
};

template <class Domain>
struct ArrayDomain {
  Domain element;
  template <class T>
  FORALL_INTERNAL_BOOKKEEPING auto Bind() const {
    static_assert(ArrayFacts<T>::kIsArray, "forall: ArrayOf is for std::array and C array parameters");
    using Element = std::remove_cv_t<typename ArrayFacts<T>::Element>;
    using Bound = decltype(element.template Bind<Element>());
    return BoundArray<T, Bound>(element.template Bind<Element>());
  }
};

template <class T>
constexpr T greatest() {
  using Integer = IntegerOf<T>;
  if constexpr (std::is_same_v<T, float>) {
    return __FLT_MAX__;
  } else if constexpr (std::is_same_v<T, double>) {
    return __DBL_MAX__;
  } else if constexpr (std::is_same_v<T, long double>) {
    return __LDBL_MAX__;
  } else if constexpr (std::is_same_v<T, Half>) {
    return static_cast<T>(65504);
  } else if constexpr (std::is_same_v<Integer, bool>) {
    return static_cast<T>(true);
  } else {
    constexpr unsigned kValueBits = kScalarWidth<T> - (kIsSigned<T> ? 1U : 0U);
    return static_cast<T>(static_cast<Integer>(~UWide{0} >> (128U - kValueBits)));
  }
}

template <class T>
constexpr T least_positive() {
  if constexpr (std::is_same_v<T, float>) {
    return __FLT_DENORM_MIN__;
  } else if constexpr (std::is_same_v<T, double>) {
    return __DBL_DENORM_MIN__;
  } else if constexpr (std::is_same_v<T, long double>) {
    return __LDBL_DENORM_MIN__;
  } else if constexpr (std::is_same_v<T, Half>) {
    return static_cast<T>(5.9604644775390625e-8F);
  } else {
    return static_cast<T>(1);
  }
}

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
  // Floating-point numbers that are neither infinite nor a NaN. Positive and NonNegative are finite too.
  template <class T>
  static RangeDomain<T> Finite() {
    static_assert(kIsFloat<T>, "forall: Finite is for floating-point types");
    return {-greatest<T>(), greatest<T>()};
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
  // Arrays each of whose elements is in the domain.
  template <class Domain>
  static ArrayDomain<Domain> ArrayOf(Domain element) {
    return {std::move(element)};
  }
};

}  // namespace internal

// The same functions for use elsewhere: forall::InRange(0, 9).
template <class T>
auto Arbitrary() {
  return internal::DomainFunctions::Arbitrary<T>();
}
template <class T>
auto InRange(T low, T high) {
  return internal::DomainFunctions::InRange(low, high);
}
template <class T>
auto ElementOf(std::initializer_list<T> values) {
  return internal::DomainFunctions::ElementOf(values);
}
template <class T>
auto ElementOf(std::vector<T> values) {
  return internal::DomainFunctions::ElementOf(std::move(values));
}
template <class T>
auto Just(T value) {
  return internal::DomainFunctions::Just(std::move(value));
}
template <class T>
auto NonZero() {
  return internal::DomainFunctions::NonZero<T>();
}
template <class T>
auto Positive() {
  return internal::DomainFunctions::Positive<T>();
}
template <class T>
auto NonNegative() {
  return internal::DomainFunctions::NonNegative<T>();
}
template <class T>
auto Finite() {
  return internal::DomainFunctions::Finite<T>();
}
template <class... Domains>
auto OneOf(Domains... domains) {
  return internal::DomainFunctions::OneOf(std::move(domains)...);
}
template <class Predicate, class Domain>
auto Filter(Predicate predicate, Domain domain) {
  return internal::DomainFunctions::Filter(std::move(predicate), std::move(domain));
}
template <class Domain>
auto ArrayOf(Domain element) {
  return internal::DomainFunctions::ArrayOf(std::move(element));
}

}  // namespace forall

#endif  // FORALL_DOMAINS_H_

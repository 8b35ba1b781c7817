// What all domains share, and those of values with a fixed number of scalars.
//
// A domain is first written with the type of its arguments and then bound to the type of its parameter:
//   using Value                          the type it is bound to where no parameter says so
//   template <class T> auto Bind() const
// A bound domain has
//   template <class Source> void Make(Source&, const char* name, T* place) const
//                                        a value of inputs in raw memory; its default is inside the domain
//   bool Contains(const T& value) const  is an existing value inside?
//   static constexpr bool kIsFlat        Contains takes no branch on the value, and Make assumes nothing: the value
//                                        is then assumed to be inside. Otherwise Make ensures it
//   static constexpr bool kIsMade        the parts of the value do not say what it is: an emitted test makes it
//                                        again (Map and its like, and what contains them)
//   static constexpr bool kDescribes     it has static TypeDescription describe(Describer&), in place of its type
#ifndef FORALL_DOMAINS_CORE_H_
#define FORALL_DOMAINS_CORE_H_

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "forall/internal/adapter.h"
#include "forall/internal/containers.h"
#include "forall/internal/objects.h"
#include "forall/internal/text.h"

namespace forall::internal {

// The test whose domains are made for its parameters at the moment. Registrations run one after the other, before main.
struct BoundTest {
  const char *suite, *name, *file;
  int line;
};
inline BoundTest bound_test = {};

// An error in a registration: there is nothing sensible to run, and before main nothing catches exceptions.
[[noreturn]] FORALL_INTERNAL_BOOKKEEPING inline void registration_error(const std::string& message) {
  if (const BoundTest& test = bound_test; test.file != nullptr) {
    std::fprintf(stderr, "%s:%d: error: %s.%s: %s\n", test.file, test.line, test.suite, test.name, message.c_str());
  } else {
    std::fprintf(stderr, "forall: error: %s\n", message.c_str());
  }
  std::_Exit(2);
}

[[noreturn]] FORALL_INTERNAL_BOOKKEEPING inline void not_a_value(const char* domain, const std::string& value,
                                                                 const std::string& type) {
  registration_error(joined({domain, ": ", value, " is not a value of type ", type}));
}

template <class T, class U>
T domain_value(const char* domain, const U& value) {
  if constexpr (std::is_same_v<T, U>) {
    return value;
  } else if constexpr (std::is_class_v<T>) {
    static_assert(std::is_convertible_v<U, T>,
                  "forall: the values of this domain do not have the type of the parameter");
    return T(value);
  } else {
    static_assert(
        kIsScalar<T> && kIsScalar<U> && std::is_enum_v<T> == std::is_enum_v<U> && (kIsFloat<T> || !kIsFloat<U>),
        "forall: the values of this domain do not have the type of the parameter");
    if (!is_value_of<T>(value)) not_a_value(domain, to_decimal(value), describe_type<T>().spelling);
    return static_cast<T>(value);
  }
}

// --- values whose scalars are always the same ones

template <class T>
struct IsFlat;
template <class Parts>
struct AreFlat;
template <class... Ts>
struct AreFlat<TypeList<Ts...>> : std::bool_constant<(IsFlat<std::remove_cv_t<Ts>>::value && ...)> {};

template <class T>
constexpr bool is_flat() {
  if constexpr (kIsScalar<T>) {
    return true;
  } else if constexpr (ArrayFacts<T>::kIsArray) {
    return IsFlat<std::remove_cv_t<typename ArrayFacts<T>::Element>>::value;
  } else if constexpr (LibraryAdapter<T>::kIsSupported) {
    return false;
  } else if constexpr (is_decomposable<T>()) {
    return AreFlat<MemberTypes<T>>::value;
  } else {
    return false;
  }
}
template <class T>
struct IsFlat : std::bool_constant<is_flat<T>()> {};
template <class A, class B>
struct IsFlat<std::pair<A, B>> : AreFlat<TypeList<A, B>> {};
template <class... Ts>
struct IsFlat<std::tuple<Ts...>> : AreFlat<TypeList<Ts...>> {};
template <class Rep, class Period>
struct IsFlat<std::chrono::duration<Rep, Period>> : std::true_type {};
template <class Clock, class Duration>
struct IsFlat<std::chrono::time_point<Clock, Duration>> : std::true_type {};
template <class T>
struct IsFlat<std::complex<T>> : std::true_type {};

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

// Are two values the same? For scalars this takes no branch.
template <class T>
bool is_same_value(const T& a, const T& b) {
  if constexpr (kIsFloat<T>) {
    return to_bits(a) == to_bits(b);
  } else {
    return static_cast<bool>(a == b);
  }
}

// A source whose inputs have given defaults: `defaults` are those of a value without a name.
template <class Source>
struct WithDefaults : Source {
  WithDefaults(const Source& source, const char* root, const std::vector<NamedScalar>& defaults)
      : Source(source), root_(std::strlen(root)), defaults_(defaults) {}
  template <class T>
  void scalar(const char* name, const T* place, T otherwise) {
    const char* part = std::strlen(name) < root_ ? name : name + root_;
    for (const NamedScalar& given : defaults_) {
      if (std::strcmp(given.name.c_str(), part) == 0) otherwise = from_bits<T>(given.bits);
    }
    Source::scalar(name, place, otherwise);
  }

 private:
  std::size_t root_;
  const std::vector<NamedScalar>& defaults_;
};

// A value of inputs that is in the domain.
template <class Domain, class Source, class T>
void build_in(const Domain& domain, Source& source, const char* name, T* place) {
  domain.Make(source, name, place);
  if constexpr (Domain::kIsFlat) source.assume(domain.Contains(*place));
}
// The same as a function object, for adapters.
template <class Domain>
struct MakeIn {
  const Domain& domain;
  template <class Source, class T>
  void operator()(Source& source, const char* name, T* place) const {
    build_in(domain, source, name, place);
  }
};
template <class Domain>
MakeIn(const Domain&) -> MakeIn<Domain>;

template <class T, class Source>
T* allocate_in(Source& source) {
  return static_cast<T*>(source.allocate(sizeof(T), alignof(T)));
}

struct FlatDomain {
  static constexpr bool kIsFlat = true;
  static constexpr bool kIsMade = false;
  static constexpr bool kDescribes = false;
};
template <class... Bound>
struct CompositeDomain {
  static constexpr bool kIsFlat = false;
  static constexpr bool kIsMade = ((Bound::kIsMade || Bound::kDescribes) || ...);
  static constexpr bool kDescribes = false;
};

// --- bound domains

template <class T>
class BoundArbitrary : public FlatDomain {
 public:
  static constexpr bool kIsFlat = IsFlat<T>::value;
  template <class Source>
  void Make(Source& source, const char* name, T* place) const {
    build_input(source, name, place);
  }
  bool Contains(const T&) const { return true; }
};
template <class Domain>
inline constexpr bool kIsArbitrary = false;
template <class T>
inline constexpr bool kIsArbitrary<BoundArbitrary<T>> = true;

template <class T>
class BoundRange : public FlatDomain {
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

template <class T>
class BoundNonZero : public FlatDomain {
 public:
  template <class Source>
  void Make(Source& source, const char* name, T* place) const {
    source.scalar(name, place, static_cast<T>(1));
  }
  bool Contains(const T& value) const { return value != static_cast<T>(0); }
};

template <class T>
class BoundFlags : public FlatDomain {
 public:
  explicit BoundFlags(UWide flags) : flags_(flags) {}
  template <class Source>
  void Make(Source& source, const char* name, T* place) const {
    source.scalar(name, place, static_cast<T>(0));
  }
  bool Contains(const T& value) const { return (to_bits(value) & ~flags_) == 0; }

 private:
  UWide flags_;
};

// One of a list of values. What is flat or has elements is compared without a branch.
template <class T>
class BoundElements {
 public:
  static constexpr bool kIsFlat = IsFlat<T>::value;
  static constexpr bool kIsMade = false;
  static constexpr bool kDescribes = false;

  // Scalars may themselves be inputs, in a FlatMap; other values are kept as their scalars.
  explicit BoundElements(std::vector<T> values) : values_(std::move(values)) {
    if constexpr (!kIsScalar<T>) {
      for (const T& value : values_) {
        ScalarList list;
        flatten_value(list, "", value);
        scalars_.push_back(std::move(list.scalars));
      }
    }
  }
  template <class Source>
  void Make(Source& source, const char* name, T* place) const {
    if constexpr (kIsScalar<T>) {
      source.scalar(name, place, static_cast<T>(values_.front()));
    } else if constexpr (IsSized<T>::value) {
      WithDefaults<Source> with_defaults(source, name, scalars_.front());
      LibraryAdapter<T>::build_sized(with_defaults, name, place, limits(), AnyElement{}, OneOfTexts{values_});
    } else {
      WithDefaults<Source> with_defaults(source, name, scalars_.front());
      build_input(with_defaults, name, place);
      if constexpr (!kIsFlat) source.assume(Contains(*place));
    }
  }
  bool Contains(const T& value) const {
    bool is_one = false;
    if constexpr (kIsFlat && !kIsScalar<T>) {
      for (const std::vector<NamedScalar>& candidate : scalars_) {
        EqualTo equal{candidate};
        flatten_value(equal, "", value);
        is_one = either(is_one, equal.is_equal);
      }
    } else {
      for (const T& candidate : values_) is_one = either(is_one, is_same_value(candidate, value));
    }
    return is_one;
  }

 private:
  static auto range(const T& value) {
    if constexpr (std::is_pointer_v<T>) {
      return std::string_view(value);
    } else {
      return Range{value};
    }
  }
  struct Range {
    const T& value;
    auto begin() const { return value.begin(); }
    auto end() const { return value.end(); }
  };
  static std::size_t size_of(const T& value) {
    const auto elements = range(value);
    return static_cast<std::size_t>(std::distance(elements.begin(), elements.end()));
  }
  SizeLimits limits() const {
    SizeLimits result{kUnlimited, 0};
    for (const T& value : values_) {
      const std::size_t size = size_of(value);
      if (size < result.least) result.least = size;
      if (size > result.most) result.most = size;
    }
    return result;
  }
  struct OneOfTexts {
    const std::vector<T>& values;
    template <class Element>
    bool operator()(const Element* elements, std::size_t count, std::size_t size) const {
      bool is_one = size > count;
      for (const T& value : values) {
        const std::size_t length = size_of(value);
        if (length > count) continue;
        bool is_this = size == length;
        std::size_t i = 0;
        for (const auto& element : range(value)) is_this = both(is_this, is_same_element(elements[i++], element));
        is_one = either(is_one, is_this);
      }
      return is_one;
    }
    template <class Key, class Value>
    static bool is_same_element(const std::pair<Key, Value>& a, const std::pair<const Key, Value>& b) {
      return both(is_same_value(a.first, b.first), is_same_value(a.second, b.second));
    }
    template <class Element>
    static bool is_same_element(const Element& a, const Element& b) {
      return is_same_value(a, b);
    }
  };

  std::vector<T> values_;
  std::vector<std::vector<NamedScalar>> scalars_;
};

// Which domain it is, is decided unless all are flat.
template <class T, class... Bound>
class BoundOneOf {
 public:
  static constexpr bool kIsFlat = (Bound::kIsFlat && ...);
  static constexpr bool kIsMade = ((Bound::kIsMade || Bound::kDescribes) || ...);
  static constexpr bool kDescribes = false;

  explicit BoundOneOf(std::tuple<Bound...> domains) : domains_(std::move(domains)) {}
  template <class Source>
  void Make(Source& source, const char* name, T* place) const {
    if constexpr (kIsFlat) {
      std::get<0>(domains_).Make(source, name, place);
    } else {
      std::size_t alternative = 0;
      source.scalar(source.member(name, "alternative"), &alternative, std::size_t{0});
      source.hold(alternative < sizeof...(Bound));
      make_one(source, name, place, alternative, std::index_sequence_for<Bound...>{});
    }
  }
  bool Contains(const T& value) const {
    bool is_in_one = false;
    std::apply([&](const Bound&... domain) { ((is_in_one = either(is_in_one, domain.Contains(value))), ...); },
               domains_);
    return is_in_one;
  }

 private:
  template <class Source, std::size_t... kIndices>
  void make_one(Source& source, const char* name, T* place, std::size_t alternative,
                std::index_sequence<kIndices...>) const {
    static_cast<void>(
        ((alternative == kIndices && (build_in(std::get<kIndices>(domains_), source, name, place), true)) || ...));
  }
  std::tuple<Bound...> domains_;
};

template <class T, class Bound, class Predicate>
class BoundFilter {
 public:
  static constexpr bool kIsFlat = Bound::kIsFlat;
  static constexpr bool kIsMade = Bound::kIsMade || Bound::kDescribes;
  static constexpr bool kDescribes = false;

  BoundFilter(Bound domain, Predicate predicate) : domain_(std::move(domain)), predicate_(std::move(predicate)) {}
  template <class Source>
  void Make(Source& source, const char* name, T* place) const {
    domain_.Make(source, name, place);
    if constexpr (!kIsFlat) source.assume(static_cast<bool>(predicate_(std::as_const(*place))));
  }
  bool Contains(const T& value) const { return both(domain_.Contains(value), static_cast<bool>(predicate_(value))); }

 private:
  Bound domain_;
  Predicate predicate_;
};

// Arrays: one domain for all elements.
template <class T, class Bound>
class BoundArray {
 public:
  static constexpr bool kIsFlat = Bound::kIsFlat;
  static constexpr bool kIsMade = Bound::kIsMade || Bound::kDescribes;
  static constexpr bool kDescribes = false;

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

// --- domains as they are written

template <class Domain, class T>
using BoundTo = decltype(std::declval<const Domain&>().template Bind<T>());

// Every value of the type that it is bound to.
struct AnyDomain {
  template <class T>
  BoundArbitrary<T> Bind() const {
    return {};
  }
};

template <class U>
struct RangeDomain {
  using Value = U;
  U low, high;
  template <class T>
  BoundRange<T> Bind() const {
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
  using Value = std::conditional_t<std::is_same_v<U, const char*>, std::string, U>;
  const char* name;
  std::vector<U> values;
  template <class T>
  BoundElements<T> Bind() const {
    if (values.empty()) registration_error(joined({name, " has no values: name at least one"}));
    std::vector<T> converted;
    for (const U& value : values) converted.push_back(domain_value<T>(name, value));
    return BoundElements<T>(std::move(converted));
  }
};

template <class U>
struct NonZeroDomain {
  using Value = U;
  template <class T>
  BoundNonZero<T> Bind() const {
    static_assert(std::is_same_v<T, U>, "forall: NonZero<T>() must name the type of its parameter");
    return {};
  }
};

template <class U>
struct FlagsDomain {
  using Value = U;
  std::vector<U> flags;
  template <class T>
  BoundFlags<T> Bind() const {
    static_assert(std::is_same_v<T, U>, "forall: the flags of BitFlagCombinationOf have the type of its parameter");
    UWide all = 0;
    for (const U flag : flags) all |= to_bits(flag);
    return BoundFlags<T>(all);
  }
};

template <class First, class... Rest>
struct OneOfDomain {
  using Value = typename First::Value;
  std::tuple<First, Rest...> domains;
  template <class T>
  auto Bind() const {
    return std::apply(
        [](const auto&... domain) {
          return BoundOneOf<T, decltype(domain.template Bind<T>())...>(std::make_tuple(domain.template Bind<T>()...));
        },
        domains);
  }
};

template <class Predicate, class Domain>
struct FilterDomain {
  using Value = typename Domain::Value;
  Predicate predicate;
  Domain domain;
  template <class T>
  auto Bind() const {
    return BoundFilter<T, BoundTo<Domain, T>, Predicate>(domain.template Bind<T>(), predicate);
  }
};

template <class Domain, std::size_t kCount>
struct ArrayDomain {
  using Value = std::array<typename Domain::Value, kCount>;
  Domain element;
  template <class T>
  auto Bind() const {
    static_assert(ArrayFacts<T>::kIsArray, "forall: ArrayOf is for std::array and C array parameters");
    using Element = std::remove_cv_t<typename ArrayFacts<T>::Element>;
    static_assert(kCount == 0 || kCount * sizeof(Element) == sizeof(T), "forall: ArrayOf<n> names another number");
    return BoundArray<T, BoundTo<Domain, Element>>(element.template Bind<Element>());
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
constexpr T least() {
  if constexpr (kIsFloat<T>) {
    return -greatest<T>();
  } else {
    return static_cast<T>(-greatest<T>() - 1);
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

}  // namespace forall::internal

#endif  // FORALL_DOMAINS_CORE_H_

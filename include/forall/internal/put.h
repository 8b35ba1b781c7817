// A PUT as a type, and its properties from FORALL(...) and the calls chained to it.
#ifndef FORALL_INTERNAL_PUT_H_
#define FORALL_INTERNAL_PUT_H_

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "forall/axioms.h"
#include "forall/domains.h"
#include "forall/internal/candidates.h"
#include "forall/internal/containers.h"
#include "forall/internal/description.h"
#include "forall/internal/objects.h"
#include "forall/internal/put_settings.h"

namespace forall::internal {

// What a PUT returned would be ignored, and the test proved whatever it says.
template <class Result>
struct ReturnsNothing {
  static_assert(std::is_void_v<Result>,
                "forall: a PUT must return void; say what must hold with EXPECT_TRUE(...) or another assertion");
};

template <class Function>
struct ParametersOf {
  static_assert(!std::is_same_v<Function, Function>,
                "forall: a PUT must be a function (FORALL) or a public member function "
                "of its fixture (FORALL_F) without C-style variable arguments");
};
template <class R, class... Ps>
struct ParametersOf<R (*)(Ps...)> : ReturnsNothing<R> {
  using Types = TypeList<Ps...>;
};
template <class R, class... Ps>
struct ParametersOf<R (*)(Ps...) noexcept> : ReturnsNothing<R> {
  using Types = TypeList<Ps...>;
};
template <class R, class C, class... Ps>
struct ParametersOf<R (C::*)(Ps...)> : ReturnsNothing<R> {
  using Types = TypeList<Ps...>;
};
template <class R, class C, class... Ps>
struct ParametersOf<R (C::*)(Ps...) noexcept> : ReturnsNothing<R> {
  using Types = TypeList<Ps...>;
};
template <class R, class C, class... Ps>
struct ParametersOf<R (C::*)(Ps...) const> : ReturnsNothing<R> {
  using Types = TypeList<Ps...>;
};
template <class R, class C, class... Ps>
struct ParametersOf<R (C::*)(Ps...) const noexcept> : ReturnsNothing<R> {
  using Types = TypeList<Ps...>;
};

// The fixture of a FORALL_F with its protected members made accessible. Final, so that its destructor is called
// directly: the pass knows functions of GoogleTest by name.
template <class Fixture>
class OpenFixture final : public Fixture {
  static_assert(std::is_base_of_v<::testing::Test, Fixture>,
                "forall: the fixture of FORALL_F must derive from testing::Test");

 public:
  void TestBody() override {}
  void OpenSetUp() { this->SetUp(); }
  // A TearDown that is not overridden does nothing, and is not called: it is in the library, outside the exploration.
  void OpenTearDown() {
    if constexpr (!std::is_same_v<decltype(&OpenFixture::TearDown), void (::testing::Test::*)()>) this->TearDown();
  }
};

struct NoFixture {};

// `Scope` is a class in the namespace of the registration.
template <auto kFunction, class ScopeClass>
struct FreePut {
  using Scope = ScopeClass;
  static constexpr bool kIsFixture = false;
  using Fixture = NoFixture;
  using Parameters = typename ParametersOf<decltype(kFunction)>::Types;

  template <class... Arguments>
  static void call(NoFixture&, Arguments&&... arguments) {
    kFunction(std::forward<Arguments>(arguments)...);
  }
  static const void* address() { return reinterpret_cast<const void*>(kFunction); }
};

template <class FixtureClass, auto kMethod, class ScopeClass>
struct FixturePut {
  using Scope = ScopeClass;
  static constexpr bool kIsFixture = true;
  using Fixture = FixtureClass;
  using Parameters = typename ParametersOf<decltype(kMethod)>::Types;

  template <class... Arguments>
  static void call(Fixture& fixture, Arguments&&... arguments) {
    (fixture.*kMethod)(std::forward<Arguments>(arguments)...);
  }
  // A pointer to a member function that is not virtual begins with the address of the function; one to a virtual
  // function has an odd or small number there, which is not the address of a function.
  static const void* address() {
    const auto method = kMethod;
    static_assert(sizeof method >= sizeof(const void*));
    const void* function = nullptr;
    std::memcpy(&function, &method, sizeof function);
    return function;
  }
};

// A parameter's value in a seed: a C array cannot be passed by value.
template <class T>
struct SeedValue {
  using Type = T;
  static const T& get(const Type& value) { return value; }
  static T& get(Type& value) { return value; }
};
template <class T, std::size_t kCount>
struct SeedValue<T[kCount]> {
  struct Type {
    T values[kCount];
  };
  static const T (&get(const Type& value))[kCount] { return value.values; }
  static T (&get(Type& value))[kCount] { return value.values; }
};

// One line of WithSeeds: a value for each parameter. A value that its parameter cannot hold does not compile.
template <class... Ts>
struct Seed {
  Seed(typename SeedValue<Ts>::Type... seed_values) : values(std::move(seed_values)...) {}
  std::tuple<typename SeedValue<Ts>::Type...> values;
};
template <>
struct Seed<> {
  std::tuple<> values;
};

// The scalars of all parameters of a seed.
template <class... Ts, std::size_t... kIndices>
std::vector<NamedScalar> seed_scalars(const Seed<Ts...>& seed, const std::vector<std::string>& names,
                                      std::index_sequence<kIndices...>) {
  ScalarList list;
  (flatten_value(list, names[kIndices].c_str(), SeedValue<Ts>::get(std::get<kIndices>(seed.values))), ...);
  return std::move(list.scalars);
}

// The seeds of a PUT that cannot be registered: whatever they are, they do not cause a second error.
struct AnySeed {
  template <class... Ts>
  AnySeed(const Ts&...) {}
};

// Can the object that a parameter refers to be changed through this one?
template <class P, class Other>
constexpr bool may_change() {
  using T = Stored<P>;
  using U = Stored<Other>;
  if constexpr (!Adapter<U>::kIsValue) {
    return true;
  } else {
    return std::is_lvalue_reference_v<Other> && !std::is_const_v<std::remove_reference_t<Other>> &&
           (std::is_same_v<T, U> || SubtypesOf<T>::kExists || SubtypesOf<U>::kExists);
  }
}

// Can an argument of this parameter be an object that another parameter refers to as well? Not for a constant reference
// to a plain value that nothing can change: except for its address, it cannot be told from one to an equal value.
template <class P, class... All>
constexpr bool may_alias(TypeList<All...>) {
  if constexpr (!std::is_lvalue_reference_v<P>) {
    return false;
  } else if constexpr (std::is_const_v<std::remove_reference_t<P>> && Adapter<Stored<P>>::kIsValue) {
    return (may_change<P, All>() || ...);
  } else {
    return true;
  }
}

template <class... Ps>
constexpr bool all_supported(TypeList<Ps...>) {
  return ((is_supported<Stored<Ps>>() && !std::is_rvalue_reference_v<Ps>) && ...);
}

// A domain may make values of a type that is otherwise not supported.
template <class Bound>
inline constexpr bool kMakesAnyType = Bound::kIsMade || Bound::kDescribes;
template <class... Bound, class... Ps>
constexpr bool all_supported_in(std::tuple<Bound...>*, TypeList<Ps...>) {
  if constexpr (sizeof...(Bound) == sizeof...(Ps)) {
    return (((kMakesAnyType<Bound> || is_supported<Stored<Ps>>()) && !std::is_rvalue_reference_v<Ps>) && ...);
  } else {
    return all_supported(TypeList<Ps...>{});
  }
}

// Can a seed give values for all parameters?
template <class... Ps>
constexpr bool all_seedable(TypeList<Ps...>) {
  return (Adapter<Stored<Ps>>::kCanFlatten && ...);
}

struct NoException {};

// A list of seeds takes much code, and most tests have none.
struct NoSeeds {};

// Everything known about a PUT. Each chained call returns a new declaration, so that domains, the expected exception and
// whether there are seeds are types.
template <class PutType, class ExpectedException = NoException, class DomainTuple = std::tuple<>, bool kPure = false,
          bool kSeeded = false, class Parameters = typename PutType::Parameters>
struct Declaration;

template <class PutType, class ExpectedException, class... BoundDomains, bool kPure, bool kSeeded, class... Ps>
struct Declaration<PutType, ExpectedException, std::tuple<BoundDomains...>, kPure, kSeeded, TypeList<Ps...>> {
  using Put = PutType;
  using Expected = ExpectedException;
  using Domains = std::tuple<BoundDomains...>;
  using SeedType =
      typename std::conditional_t<all_seedable(TypeList<Ps...>{}), Chosen<Seed<Stored<Ps>...>>, Chosen<AnySeed>>::Type;
  static constexpr bool kHasDomains = sizeof...(BoundDomains) > 0;
  static constexpr bool kHasSeeds = kSeeded;
  static constexpr bool kIsPure = kPure;

  const char* suite;
  const char* name;
  const char* file;
  int line;
  const PutSettings& settings;
  std::tuple<BoundDomains...> domains = {};
  std::conditional_t<kSeeded, std::vector<SeedType>, NoSeeds> seeds = {};

  // The PUT holds if it throws an exception of this type, or of one derived from it, for every input.
  template <class Exception>
  auto Throws() const {
    using Result = Declaration<Put, Exception, std::tuple<BoundDomains...>, kPure, kSeeded>;
    return Result{suite, name, file, line, settings, domains, seeds};
  }

  template <class... Domains>
  auto WithDomains(const Domains&... each) const {
    static_assert(sizeof...(Domains) == sizeof...(Ps), "forall: WithDomains takes one domain for each parameter");
    if constexpr (sizeof...(Domains) == sizeof...(Ps)) {
      using Bound = std::tuple<decltype(each.template Bind<Stored<Ps>>())...>;
      using Result = Declaration<Put, Expected, Bound, kPure, kSeeded>;
      bound_test = {suite, name, file, line};
      const Bound bound(each.template Bind<Stored<Ps>>()...);
      bound_test = {};
      return Result{suite, name, file, line, settings, bound, seeds};
    } else {
      return *this;
    }
  }

  // Inputs to begin with: {{3, 4, 5}, {1, 1, 1}}.
  auto WithSeeds(std::initializer_list<SeedType> more) const {
    static_assert(all_seedable(TypeList<Ps...>{}) || !all_supported(TypeList<Ps...>{}),
                  "forall: WithSeeds is for parameters that are values; objects that are made by their state or a "
                  "factory cannot be written as a seed");
    using Result = Declaration<Put, Expected, std::tuple<BoundDomains...>, kPure, true>;
    Result result{suite, name, file, line, settings, domains, {}};
    if constexpr (kSeeded) result.seeds = seeds;
    for (const SeedType& seed : more) result.seeds.push_back(seed);
    return result;
  }

  // The answers of the environment are inputs, too: forall::Time | forall::Random | forall::Variables.
  Declaration SymbolicEnvironment(Environment parts) const {
    PutSettings& changed = settings.copy();
    changed.environment = settings.environment | parts;
    return with(changed);
  }

  // Explored with the PUTs of these suites in place of the classes they describe (axioms.h).
  template <class... Suites>
  Declaration Using() const {
    static_assert((kIsAxiomSuite<Suites> && ...),
                  "forall: Using<Suite>() needs FORALL_AXIOMS(Class, Suite); before the test, at global scope");
    PutSettings& changed = settings.copy();
    (changed.uses.push_back(suite_name<Suites>()), ...);
    return with(changed);
  }

  // To any observer, the test leaves the objects that it gets by reference unchanged.
  auto Pure(const Purity& chosen = {}) const {
    using Result = Declaration<Put, Expected, std::tuple<BoundDomains...>, true, kSeeded>;
    PutSettings& changed = settings.copy();
    changed.purity = chosen;
    return Result{suite, name, file, line, changed, domains, seeds};
  }

  // The results of a function of mocks are in a domain: .Returns<&IQueue::size>(InRange(0, 100)).
  template <auto kMethod, class Domain>
  Declaration Returns(const Domain& domain) const {
    PutSettings& changed = settings.copy();
    bound_test = {suite, name, file, line};
    changed.mocks.returns.push_back(returns_in<kMethod>(domain));
    bound_test = {};
    return with(changed);
  }
  // A failure that depends on results of these mocks, and that other results avoid, does not count.
  template <class... Interfaces>
  Declaration Friendly() const {
    PutSettings& changed = settings.copy();
    (changed.mocks.friendly.push_back(type_spelling<Interfaces>()), ...);
    return with(changed);
  }
  // Calls of functions that are const, with equal arguments, have equal results until one that is not const is called.
  template <class... Interfaces>
  Declaration Deterministic() const {
    PutSettings& changed = settings.copy();
    (changed.mocks.deterministic.push_back(deterministic<Interfaces>()), ...);
    return with(changed);
  }

  Declaration WithBounds(const Bounds& chosen) const {
    PutSettings& changed = settings.copy();
    changed.bounds = chosen;
    return with(changed);
  }

 private:
  Declaration with(const PutSettings& changed) const { return {suite, name, file, line, changed, domains, seeds}; }
};

// A call, because compilers say nothing more about one with an argument that they have already complained about.
template <class Put>
FORALL_INTERNAL_BOOKKEEPING Declaration<Put> declare(Put, const char* suite, const char* name, const char* file,
                                                     int line) {
  return {suite, name, file, line, PutSettings::make(suite)};
}

// Names that need no qualification in the calls chained to FORALL(...).
struct Vocabulary : DomainFunctions {
  using Bounds = ::forall::Bounds;
  using Purity = ::forall::Purity;
};

template <class Parameter>
struct RequireNoRvalueReference {
  static_assert(!std::is_rvalue_reference_v<Parameter>,
                "forall: a PUT parameter cannot be an rvalue reference: take it by value or by reference");
};

// Fails to compile, with one message, for a type that cannot be an input.
template <class T>
struct RequireSupported : RequireObjects<T> {
  static_assert(
      is_supported<T>() || kNeedsMock<T>,
      "forall: no way to make inputs of this type is known. For a class, write one of these at global scope "
      "before the test: FORALL_STATE(Class, member1, member2); FORALL_FACTORY(Class, function_that_makes_one); "
      "`forall reflect Class --in header.h` writes the first");
};

// Fails to compile, with one message for each parameter that is not supported.
template <class... Ps>
void require_supported(std::tuple<>*, TypeList<Ps...>) {
  (static_cast<void>(sizeof(RequireSupported<Stored<Ps>>)), ...);
  (static_cast<void>(sizeof(RequireNoRvalueReference<Ps>)), ...);
}
template <class... Bound, class... Ps>
void require_supported(std::tuple<Bound...>*, TypeList<Ps...>) {
  (static_cast<void>(sizeof(RequireSupported<std::conditional_t<kMakesAnyType<Bound>, int, Stored<Ps>>>)), ...);
  (static_cast<void>(sizeof(RequireNoRvalueReference<Ps>)), ...);
}
template <class Declared>
constexpr bool require_supported() {
  using Domains = typename Declared::Domains;
  using Parameters = typename Declared::Put::Parameters;
  if (false) require_supported(static_cast<Domains*>(nullptr), Parameters{});
  return all_supported_in(static_cast<Domains*>(nullptr), Parameters{});
}

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_PUT_H_

// A PUT in an instrumented target: registered with the runtime at start-up, run once per path.
//
// All text (names of inputs, description) is made when the PUT is registered, before main. A run then
//   1. takes over GoogleTest's failure reporting and sets up the fixture, while nothing is symbolic;
//   2. creates the inputs, each parameter in separate memory, and assumes the domains;
//   3. calls the function and reports the outcome.
// The runtime may leave a run at any call by longjmp, so nothing here relies on a destructor. Steps 2 and 3 make no
// decisions on symbolic data.
#ifndef FORALL_INTERNAL_INSTRUMENTED_H_
#define FORALL_INTERNAL_INSTRUMENTED_H_

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <string>
#include <tuple>
#include <typeinfo>
#include <utility>

#include "forall/axioms.h"
#include "forall/engine.h"
#include "forall/internal/arguments.h"
#include "forall/internal/catalog.h"
#include "forall/internal/classes.h"
#include "forall/internal/description.h"
#include "forall/internal/purity.h"
#include "forall/internal/put.h"
#include "forall/internal/run.h"
#include "forall/internal/shared_members.h"

namespace forall::internal::instrumented {

// Makes inputs. The names of their parts are in memory of the run.
class Source {
 public:
  Source(const char* file, int line, bool is_choice) : file_(file), line_(line), is_choice_(is_choice) {}

  void* allocate(std::size_t bytes, std::size_t alignment) { return __forall_allocate(bytes, alignment); }
  const char* member(const char* of, const char* name) { return __forall_member_name(of, name); }
  const char* element(const char* of, std::size_t index) { return __forall_element_name(of, index); }
  const char* reference(const char* to) { return __forall_reference_name(to); }

  template <class T>
  void scalar(const char* name, const T* place, T otherwise) {
    const UWide bits = to_bits(otherwise);
    __forall_input(const_cast<T*>(place), sizeof(T), kScalarWidth<T>, static_cast<unsigned>(kScalarKind<T>), name,
                   spelling<T>(), static_cast<std::uint64_t>(bits), static_cast<std::uint64_t>(bits >> 64U),
                   is_choice_);
    if constexpr (kHasFewValues<T>) __forall_enum_values(place, sizeof(T), spelling<T>());
  }
  void assume(bool condition) { __forall_assume(condition, file_, line_); }
  // A condition that holds for every value of a type; it is not part of the path condition.
  static void hold(bool condition) { __forall_assume(condition, nullptr, 0); }
  void bound(bool condition, const char* what) { __forall_bound(condition, what); }
  // A count of elements, for which there is limited room.
  template <class Count>
  void bound_length(Count count, std::size_t room, const char* what) {
    if constexpr (std::is_signed_v<Count>) assume(count >= 0);
    bound(static_cast<std::make_unsigned_t<Count>>(count) <= room, what);
  }
  std::size_t room() const { return __forall_length_bound(); }
  // The value was built correctly only for up to `most` elements, in ways that no decision shows.
  void built_for(std::size_t size, std::size_t most) { add_length_limit(size, most); }
  static bool stands_in() { return __forall_stands_in(); }
  template <class T>
  static bool stand_in([[maybe_unused]] const char* name, [[maybe_unused]] T* place) {
    if constexpr (std::is_class_v<T>) {
      if (!__forall_stands_in()) return false;
      return __forall_stand_in_object(place, size_with_state<T>(), kKey<T>, name);
    } else {
      return false;
    }
  }
  template <class T>
  static const char* key() {
    return kKey<T>;
  }
  template <class T>
  static const char* spelling() {
    if constexpr (scalar_facts<T>().spelling != nullptr) {
      return scalar_facts<T>().spelling;
    } else {
      return kSpellings<T>.c_str();
    }
  }
  void law_is_assumed(const char* type) {
    __forall_not_shown(FORALL_LEDGER_ASSUMED_LAW, type);
    assume(false);
  }
  void not_made(const char* type) {
    __forall_not_shown(FORALL_LEDGER_NOT_MADE, type);
    assume(false);
  }
  // A run in which a mock is called for ever would not end.
  void limit_calls(unsigned number) {
    constexpr unsigned kMost = 10000;
    if (number <= kMost) return;
    __forall_not_shown(FORALL_LEDGER_TRACE_FULL, "more than 10000 calls of one function of a mock");
    assume(false);
  }
  // Something could have changed in ways that no input describes, since nothing says how such objects are made.
  template <class T>
  static void not_written() {
    __forall_not_shown(FORALL_LEDGER_NOT_MADE, spelling<T>());
  }
  static std::size_t room_for(std::size_t, std::size_t room) { return room; }
  // The owners of shared objects of one type that this run has made.
  template <class Owner>
  static const Owner*& first_owner() {
    static const Owner* first = nullptr;
    return first;
  }
  // The elements of a view.
  template <class T>
  T* array(std::size_t count) {
    begin_building();
    T* const block = std::allocator<T>().allocate(count);
    end_building();
    return block;
  }
  void pointer(const char* name, void** place, const ForallClass* type, unsigned flags) {
    __forall_pointer(place, name, type, flags);
  }
  void extent(const void* block, const void* count, std::size_t count_bytes, std::size_t stride) {
    __forall_extent(block, count, count_bytes, stride);
  }
  void terminated(const char* block, std::size_t size) { __forall_text(block, size); }
  void begin_building() { __forall_building(1); }
  void end_building() { __forall_building(-1); }
  void make_candidate(const char* name, const CandidateList& list, std::size_t index, void* place) {
    instrumented::make_candidate(file_, line_, name, list, index, place);
  }

 private:
  // Texts are made before main: once inputs exist, only explored code may run.
  template <class T>
  static inline const std::string kSpellings = type_spelling<T>();
  template <class T>
  static inline const char* const kKey = class_key<T>();

  const char* file_;
  int line_;
  bool is_choice_;
};

// Passes the scalars of a value to the runtime as observations.
class ObserveSink : public Source {
 public:
  ObserveSink() : Source("", 0, false) {}
  template <class T>
  void scalar(const char* name, const T& value) {
    __forall_observe(&value, sizeof(T), kScalarWidth<T>, static_cast<unsigned>(kScalarKind<T>), name, spelling<T>());
  }
  // How many there are in this run.
  static std::size_t count(std::size_t size) { return __forall_concrete(size); }
};

template <class Expected, class Call>
bool throws_expected(Call&& call) {
  if constexpr (std::is_same_v<Expected, NoException>) {
    call();
    return true;
  } else {
    try {
      call();
    } catch (const Expected&) {
      return true;
    }
    return false;
  }
}

// An expected exception, for axioms that make a call throw it; null if none can be made.
template <class Expected>
struct Thrower {
  static constexpr bool kIsDefault = std::is_default_constructible_v<Expected>;
  static constexpr bool kExists =
      (kIsDefault || std::is_constructible_v<Expected, const char*>) && std::is_copy_constructible_v<Expected>;
  static void throw_one() {
    if constexpr (kIsDefault) {
      throw Expected{};
    } else {
      throw Expected("thrown instead of a call that axioms describe");
    }
  }
  static constexpr auto get() {
    void (*thrower)() = nullptr;
    if constexpr (kExists) thrower = &throw_one;
    return thrower;
  }
};

template <class Fixture>
struct FixtureOf {
  using Open = OpenFixture<Fixture>;
  static void* construct() { return new (__forall_allocate(sizeof(Open), alignof(Open))) Open; }
  static void set_up(void* fixture) { static_cast<Open*>(fixture)->OpenSetUp(); }
  static void tear_down(void* fixture) { static_cast<Open*>(fixture)->OpenTearDown(); }
  static void destroy(void* fixture) { static_cast<Open*>(fixture)->~Open(); }
  static constexpr FixtureFunctions kFunctions = {&construct, &set_up, &tear_down, &destroy};
};

// The runtime finds who reports failures here, where GoogleTest is known.
inline void run(const ForallPut* put) {
  run_put(*static_cast<const RunnablePut*>(put->self), *__forall_take_over_failures());
}
inline void run_set_up_suite(const ForallPut* put) {
  run_suite(*static_cast<const RunnablePut*>(put->self), *__forall_take_over_failures());
}

template <class Declared, class Parameters = typename Declared::Put::Parameters>
class Target;

template <class Declared, class... Ps>
class Target<Declared, TypeList<Ps...>> : RunnablePut {
  using Put = typename Declared::Put;
  using Indices = std::index_sequence_for<Ps...>;
  using Maker = ArgumentMaker<Declared>;
  using Values = typename Maker::Places;

 public:
  FORALL_INTERNAL_BOOKKEEPING explicit Target(const Declared& declared) : declared_(declared) {
    describe_put(description, declared_, __forall_parameter_names(Put::address()), TypeList<Ps...>{});
    environment = static_cast<unsigned>(declared_.settings.environment);
    mocks = &declared_.settings.mocks;
    body = &run_body;
    put.run = &run;
    if constexpr (!std::is_same_v<typename Declared::Expected, NoException>) {
      put.expected_type = typeid(typename Declared::Expected).name();
      put.throw_expected = Thrower<typename Declared::Expected>::get();
    }
    if constexpr (Put::kIsFixture) {
      using Suite = ::testing::internal::SuiteApiResolver<typename Put::Fixture>;
      set_up_suite = Suite::GetSetUpCaseOrSuite(declared_.file, declared_.line);
      put.set_up_suite = &run_set_up_suite;
      fixture = &FixtureOf<typename Put::Fixture>::kFunctions;
    }
    register_put(*this, Put::address());
  }

 private:
  static void run_body(const RunnablePut& runnable, void* fixture, const ForallFailures& failures, BodyEnd& end) {
    const auto& target = static_cast<const Target&>(runnable);
    Source source(runnable.put.file, runnable.put.line, false);
    Values values{};
    Maker::make(source, target.declared_, target.parameters, values);
    end = BodyEnd::InTest;
    [[maybe_unused]] PurityOf<Declared> purity;
    if constexpr (Declared::kIsPure) purity.begin(source, values);
    const bool has_thrown_expected =
        throws_expected<typename Declared::Expected>([&] { call(fixture, values, Indices{}); });
    if (has_thrown_expected) end_mocks();
    end = has_thrown_expected ? BodyEnd::Normal : BodyEnd::NothingThrown;
    if constexpr (Declared::kIsPure) {
      if (has_thrown_expected && !failures.has_failed && !failures.is_skipped) purity.end(target.declared_, values);
    }
  }

  template <std::size_t... kIndices>
  static void call([[maybe_unused]] void* fixture, [[maybe_unused]] const Values& values,
                   std::index_sequence<kIndices...>) {
    if constexpr (Put::kIsFixture) {
      typename Put::Fixture& open = *static_cast<OpenFixture<typename Put::Fixture>*>(fixture);
      Put::call(open, argument<Ps>(*std::get<kIndices>(values))...);
    } else {
      NoFixture none;
      Put::call(none, argument<Ps>(*std::get<kIndices>(values))...);
    }
  }
  template <class P>
  static decltype(auto) argument(Stored<P>& value) {
    if constexpr (!std::is_reference_v<P> && IsRelocatable<Stored<P>>::value) {
      return Relocated<Stored<P>>{value};
    } else {
      return static_cast<P&&>(value);
    }
  }

  Declared declared_;
};

// A target lives as long as the process: the runtime keeps its address.
class Registration {
 public:
  template <class Declared>
  FORALL_INTERNAL_BOOKKEEPING Registration(const Declared& declared) {
    if constexpr (require_supported<Declared>()) target_ = new Target<Declared>(declared);
  }

 private:
  const void* target_ = nullptr;
};

template <class T>
T choose(const char* name) {
  Source source("", 0, true);
  T* place = allocate_in<T>(source);
  build_input(source, name, place);
  return std::move(*place);
}

// Calls a function with a source for values that are not those of parameters.
template <class Use>
decltype(auto) with_source(const Use& use) {
  Source source("", 0, true);
  return use(source);
}

template <class Use>
decltype(auto) with_mock_source(const Use& use) {
  return with_source(use);
}

template <class T>
void observe(const char* name, const T& value) {
  ObserveSink sink;
  flatten_value(sink, name, value);
}

}  // namespace forall::internal::instrumented

namespace forall::internal {

// The class of T for the runtime, which has objects of it built when it needs them.
struct RuntimeBuilder {
  struct Class : ForallClass {};
  template <class T>
  static void set(Class& result) {
    result.build = &build<T>;
#if defined(__cpp_rtti)
    if constexpr (std::is_polymorphic_v<T>) result.type_info = &typeid(T);
#endif
  }
  template <class T>
  static void set_stand_in(Class& result) {
    result.build = &build_stand_in<T>;
    if constexpr (IsMocked<T>::kValue) {
      static ForallMock mock = {class_key<T>(), &may_throw<T>, nullptr};
      __forall_register_mock(&mock);
    }
  }
  template <class T, class... Subtypes>
  FORALL_INTERNAL_BOOKKEEPING static void set_shared(Class& result) {
    SharedMembers<T, Subtypes...>::set(
        result, [](auto* member) { return instrumented::Source::spelling<std::remove_pointer_t<decltype(member)>>(); });
  }
  template <class T>
  static bool stands_in() {
    return __forall_stands_in_for(instrumented::Source::key<T>());
  }

 private:
  template <class T>
  static void build_stand_in(const ForallClass*, void* object, const char* name) {
    instrumented::Source source("", 0, false);
    if (!source.stand_in(name, static_cast<T*>(object))) source.not_made("");
    if constexpr (IsMocked<T>::kValue) note_protocol(Chosen<T>{});  // mocks.h
  }
  template <class T>
  static void build(const ForallClass*, void* object, const char* name) {
    instrumented::Source source("", 0, false);
    __forall_is_made(object);
    build_input(source, name, static_cast<T*>(object));
  }
};
template <class T, class Owner>
struct ClassOf : ClassConstant<T, Owner, RuntimeBuilder> {};

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_INSTRUMENTED_H_

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

#include <cxxabi.h>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <tuple>
#include <typeinfo>
#include <utility>
#include <vector>

#include "forall/axioms.h"
#include "forall/engine.h"
#include "forall/internal/arguments.h"
#include "forall/internal/catalog.h"
#include "forall/internal/classes.h"
#include "forall/internal/description.h"
#include "forall/internal/purity.h"
#include "forall/internal/put.h"

namespace forall::internal::instrumented {

// Receives every assertion that fails in a run. GoogleTest calls it while holding a lock, so it only reports and
// records; the run must not be left from here.
class FailureReporter : public ::testing::ScopedFakeTestPartResultReporter {
 public:
  FailureReporter() : ScopedFakeTestPartResultReporter(INTERCEPT_ONLY_CURRENT_THREAD, nullptr) {}

  FORALL_INTERNAL_BOOKKEEPING void ReportTestPartResult(const ::testing::TestPartResult& result) override {
    if (result.skipped()) {
      skip_file = result.file_name() == nullptr ? "" : result.file_name();
      skip_line = result.line_number();
      is_skipped = true;
    } else if (result.failed()) {
      has_failed = true;
      has_failed_fatally = has_failed_fatally || result.fatally_failed();
      __forall_failed(result.file_name() == nullptr ? "" : result.file_name(), result.line_number(), result.message());
    }
  }

  bool has_failed = false;
  bool has_failed_fatally = false;
  bool is_skipped = false;
  const char* skip_file = "";
  int skip_line = 0;
};

// Constructed anew in the same place for each run: GoogleTest keeps its address, and the last run may not have ended
// normally.
inline FailureReporter& take_over_failures() {
  alignas(FailureReporter) static unsigned char memory[sizeof(FailureReporter)];
  return *new (memory) FailureReporter;
}

// Makes inputs. The names of their parts are in memory of the run.
class Source {
 public:
  Source(const char* file, int line, bool is_choice) : file_(file), line_(line), is_choice_(is_choice) {}

  void* allocate(std::size_t bytes, std::size_t alignment) { return __forall_allocate(bytes, alignment); }
  const char* member(const char* of, const char* name) {
    const bool is_object = *of == '*';
    return text({is_object ? of + 1 : of, is_object ? "->" : ".", name});
  }
  const char* element(const char* of, std::size_t index) {
    const bool is_object = *of == '*';
    return text({is_object ? "(" : "", of, is_object ? ")[" : "[", digits(index), "]"});
  }
  const char* reference(const char* to) { return text({"&", to}); }
  const char* digits(std::size_t number) {
    constexpr std::size_t kMost = 24;
    char* text = static_cast<char*>(__forall_allocate(kMost, 1)) + kMost - 1;
    *text = '\0';
    do {
      *--text = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number != 0);
    return text;
  }

  template <class T>
  void scalar(const char* name, const T* place, T otherwise) {
    const UWide bits = to_bits(otherwise);
    __forall_input(const_cast<T*>(place), sizeof(T), kScalarWidth<T>, static_cast<unsigned>(kScalarKind<T>), name,
                   kSpellings<T>.c_str(), static_cast<std::uint64_t>(bits), static_cast<std::uint64_t>(bits >> 64U),
                   is_choice_);
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
  void built_for(std::size_t size, std::size_t most) {
    auto* limit = static_cast<LengthLimit*>(allocate(sizeof(LengthLimit), alignof(LengthLimit)));
    *limit = {size, most, last_limit()};
    last_limit() = limit;
  }
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
  void not_made(const char* type) {
    __forall_not_shown(FORALL_LEDGER_NOT_MADE, type);
    assume(false);
  }
  static void forget_limits() { last_limit() = nullptr; }
  // At the end of a run: could longer values have taken the same path? Nothing is known about them.
  static bool is_long_possible() {
    bool is_long = false;
    for (const LengthLimit* limit = last_limit(); limit != nullptr; limit = limit->next) {
      if (limit->size > limit->most) is_long = true;
    }
    return is_long;
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

  const char* text(std::initializer_list<const char*> parts) {
    std::size_t size = 1;
    for (const char* part : parts) size += std::strlen(part);
    char* result = static_cast<char*>(__forall_allocate(size, 1));
    char* end = result;
    for (const char* part : parts) {
      const std::size_t length = std::strlen(part);
      std::memcpy(end, part, length);
      end += length;
    }
    *end = '\0';
    return result;
  }

 private:
  struct LengthLimit {
    std::size_t size;
    std::size_t most;
    const LengthLimit* next;
  };
  static const LengthLimit*& last_limit() {
    static const LengthLimit* last = nullptr;
    return last;
  }

  // Made before main: once inputs exist, only explored code may run.
  template <class T>
  static inline const std::string kSpellings = describe_type<T>().spelling;
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
    __forall_observe(&value, sizeof(T), kScalarWidth<T>, static_cast<unsigned>(kScalarKind<T>), name,
                     kSpellings<T>.c_str());
  }
  // How many there are in this run.
  static std::size_t count(std::size_t size) { return __forall_concrete(size); }

 private:
  template <class T>
  static inline const std::string kSpellings = describe_type<T>().spelling;
};

// Calls the body and reports an exception that the PUT does not expect. True if it ended without one.
template <class Body>
bool without_exception(Body&& body) {
  try {
    body();
    return true;
  } catch (const std::exception& thrown) {
    __forall_threw(typeid(thrown).name(), thrown.what());
  } catch (...) {
    const std::type_info* type = abi::__cxa_current_exception_type();
    __forall_threw(type == nullptr ? "" : type->name(), "");
  }
  return false;
}

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

template <class Declared, class Parameters = typename Declared::Put::Parameters>
class Target;

template <class Declared, class... Ps>
class Target<Declared, TypeList<Ps...>> {
  using Put = typename Declared::Put;
  using Parameters = TypeList<Ps...>;
  using Indices = std::index_sequence_for<Ps...>;
  using Maker = ArgumentMaker<Declared>;
  using Values = typename Maker::Places;

 public:
  FORALL_INTERNAL_BOOKKEEPING explicit Target(const Declared& declared) : declared_(declared) {
    const void* function = Put::address();
    description_ = describe_put(declared_, __forall_parameter_names(function), Parameters{});
    parameters_.names = description_.parameter_names;
    parameters_.find_candidates(function);
    nothing_thrown_ = joined({"expected ", description_.throws, " to be thrown, but nothing was"});
    put_ = ForallPut{declared_.suite, declared_.name, declared_.file, declared_.line, function,
                     &describe,       &run,           this,           nullptr};
    if constexpr (!std::is_same_v<typename Declared::Expected, NoException>) {
      put_.expected_type = typeid(typename Declared::Expected).name();
      put_.throw_expected = Thrower<typename Declared::Expected>::get();
    }
    if constexpr (Put::kIsFixture) {
      using Suite = ::testing::internal::SuiteApiResolver<typename Put::Fixture>;
      set_up_suite_ = Suite::GetSetUpCaseOrSuite(declared_.file, declared_.line);
      if (set_up_suite_ != nullptr) {
        put_.set_up_suite = &set_up_suite;
        put_.suite_identity = reinterpret_cast<const void*>(set_up_suite_);
      }
    }
    __forall_register(&put_);
  }

 private:
  // All of FORALL_USING is known only now.
  FORALL_INTERNAL_BOOKKEEPING static const char* describe(const ForallPut* put) {
    static std::string json;
    PutDescription description = static_cast<const Target*>(put->self)->description_;
    description.uses = all_uses(put->suite, description.uses);
    json = put_json(description);
    return json.c_str();
  }

  static void set_up_suite(const ForallPut* put) {
    FailureReporter& reporter = take_over_failures();
    without_exception(static_cast<const Target*>(put->self)->set_up_suite_);
    if (reporter.is_skipped && !reporter.has_failed) __forall_assume(false, reporter.skip_file, reporter.skip_line);
  }

  static void run(const ForallPut* put) {
    const Target& target = *static_cast<const Target*>(put->self);
    FailureReporter& reporter = take_over_failures();
    if (target.declared_.environment != Environment::None) {
      __forall_symbolic_environment(static_cast<unsigned>(target.declared_.environment));
    }
    if constexpr (Put::kIsFixture) {
      using Fixture = OpenFixture<typename Put::Fixture>;
      Fixture* fixture = nullptr;
      const bool is_set_up = without_exception([&] {
        fixture = new (__forall_allocate(sizeof(Fixture), alignof(Fixture))) Fixture;
        fixture->OpenSetUp();
      });
      if (is_set_up && !reporter.has_failed_fatally && !reporter.is_skipped) target.run_body(*fixture, reporter);
      if (fixture != nullptr) {
        without_exception([&] { fixture->OpenTearDown(); });
        fixture->~Fixture();
      }
    } else {
      NoFixture none;
      target.run_body(none, reporter);
    }
    if (reporter.is_skipped && !reporter.has_failed) __forall_assume(false, reporter.skip_file, reporter.skip_line);
  }

  void run_body(typename Put::Fixture& fixture, FailureReporter& reporter) const {
    Source source(declared_.file, declared_.line, false);
    Source::forget_limits();
    Values values{};
    if (!without_exception([&] { Maker::make(source, declared_, parameters_, values); })) return;
    [[maybe_unused]] PurityOf<Declared> purity;
    if constexpr (Declared::kIsPure) purity.begin(source, values);
    bool has_thrown_expected = true;
    const bool has_ended = without_exception([&] {
      has_thrown_expected = throws_expected<typename Declared::Expected>([&] { call(fixture, values, Indices{}); });
    });
    if (has_ended && !has_thrown_expected && !reporter.is_skipped) {
      __forall_failed(declared_.file, declared_.line, nothing_thrown_.c_str());
      reporter.has_failed = true;
    }
    if constexpr (Declared::kIsPure) {
      if (has_ended && !reporter.has_failed && !reporter.is_skipped) purity.end(declared_, values);
    }
    if (Source::is_long_possible()) __forall_assume(false, declared_.file, declared_.line);
  }

  template <std::size_t... kIndices>
  static void call(typename Put::Fixture& fixture, [[maybe_unused]] const Values& values,
                   std::index_sequence<kIndices...>) {
    Put::call(fixture, argument<Ps>(*std::get<kIndices>(values))...);
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
  ParameterNames parameters_;
  PutDescription description_;
  std::string nothing_thrown_;
  ForallPut put_ = {};
  void (*set_up_suite_)() = nullptr;
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
  }
  template <class T>
  static void set_stand_in(Class& result) {
    result.build = &build_stand_in<T>;
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
  }
  template <class T>
  static void build(const ForallClass*, void* object, const char* name) {
    instrumented::Source source("", 0, false);
    build_input(source, name, static_cast<T*>(object));
  }
};
template <class T, class Owner>
struct ClassOf : ClassConstant<T, Owner, RuntimeBuilder> {};

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_INSTRUMENTED_H_

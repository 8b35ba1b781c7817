// A PUT in an instrumented target: registered with the runtime at start-up, run once per path.
//
// All text (names of inputs, description) is made when the PUT is registered, before main. A run then
//   1. takes over GoogleTest's failure reporting and sets the fixture up, while nothing is symbolic;
//   2. creates the inputs, each parameter in memory of its own, and assumes the domains;
//   3. calls the function and reports what came out of it.
// The runtime may leave a run at any call by longjmp, so nothing here relies on a destructor. Steps 2 and 3 take no
// decision on symbolic data.
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

#include "forall/engine.h"
#include "forall/internal/catalog.h"
#include "forall/internal/description.h"
#include "forall/internal/put.h"

namespace forall::internal::instrumented {

// Gets every assertion that fails in a run. GoogleTest calls it while it holds a lock, so it only reports and
// remembers; the run must not be left from here.
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

// Made anew in the same place for each run: GoogleTest keeps its address, and no run can count on the end of the last
// one.
inline FailureReporter& take_over_failures() {
  alignas(FailureReporter) static unsigned char memory[sizeof(FailureReporter)];
  return *new (memory) FailureReporter;
}

// The leaves of a type, named by what comes behind the name of the value: "", ".x", "[3]". Made before main: while
// inputs exist, a choice or an observation must not run code that is not explored.
template <class T>
inline const std::vector<Leaf> kLeaves = leaves_of<T>("");

// The name of a leaf, in memory of the run.
inline const char* full_name(const char* name, const Leaf& leaf) {
  if (leaf.name.empty()) return name;
  const std::size_t length = std::strlen(name);
  char* text = static_cast<char*>(__forall_allocate(length + leaf.name.size() + 1, 1));
  std::memcpy(text, name, length);
  std::memcpy(text + length, leaf.name.c_str(), leaf.name.size() + 1);
  return text;
}

// Makes each scalar it visits an input; its present value is the default. `choice` is the name of the value that
// forall::choose makes, null for a parameter, whose leaves have their full names.
struct MakeInput {
  const Leaf* leaf;
  const char* choice;
  template <class T>
  void operator()(T& value) {
    using Plain = std::remove_cv_t<T>;
    const UWide bits = to_bits(static_cast<Plain>(value));
    __forall_input(const_cast<Plain*>(&value), sizeof(Plain), kScalarWidth<Plain>,
                   static_cast<unsigned>(kScalarKind<Plain>),
                   choice == nullptr ? leaf->name.c_str() : full_name(choice, *leaf), leaf->type.c_str(),
                   static_cast<std::uint64_t>(bits), static_cast<std::uint64_t>(bits >> 64U), choice != nullptr);
    ++leaf;
  }
};

struct ObserveLeaf {
  const Leaf* leaf;
  const char* name;
  template <class T>
  void operator()(const T& value) {
    __forall_observe(&value, sizeof(T), kScalarWidth<T>, static_cast<unsigned>(kScalarKind<T>), full_name(name, *leaf),
                     leaf->type.c_str());
    ++leaf;
  }
};

// A value of any supported type, C arrays included, in memory that lives until the run ends.
template <class T>
struct Holder {
  T value;
};
template <class T>
T& allocate() {
  return (new (__forall_allocate(sizeof(Holder<T>), alignof(Holder<T>))) Holder<T>{{}})->value;
}

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

template <class Declared, class Parameters = typename Declared::Put::Parameters>
class Target;

template <class Declared, class... Ps>
class Target<Declared, TypeList<Ps...>> {
  using Put = typename Declared::Put;
  using Parameters = TypeList<Ps...>;
  using Indices = std::index_sequence_for<Ps...>;
  using Values = std::tuple<Stored<Ps>*...>;

 public:
  FORALL_INTERNAL_BOOKKEEPING explicit Target(const Declared& declared) : declared_(declared) {
    const void* function = Put::address();
    PutDescription description = describe_put(declared_, __forall_parameter_names(function), Parameters{});
    description_ = put_json(description);
    leaves_ = std::move(description.leaves);
    nothing_thrown_ = joined({"expected ", description.throws, " to be thrown, but nothing was"});
    put_ = ForallPut{declared_.suite, declared_.name, declared_.file, declared_.line, function,
                     &describe,       &run,           this,           nullptr};
    __forall_register(&put_);
  }

 private:
  static const char* describe(const ForallPut* put) {
    return static_cast<const Target*>(put->self)->description_.c_str();
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
    MakeInput make{leaves_.data(), nullptr};
    const Values values = make_inputs(make, Indices{});
    assume_domains(values, Indices{});
    bool has_thrown_expected = true;
    const bool has_ended = without_exception([&] {
      has_thrown_expected = throws_expected<typename Declared::Expected>([&] { call(fixture, values, Indices{}); });
    });
    if (has_ended && !has_thrown_expected && !reporter.is_skipped) {
      __forall_failed(declared_.file, declared_.line, nothing_thrown_.c_str());
      reporter.has_failed = true;
    }
  }

  template <std::size_t... kIndices>
  Values make_inputs([[maybe_unused]] MakeInput& make, std::index_sequence<kIndices...>) const {
    return Values{make_input<Stored<Ps>, kIndices>(make)...};
  }
  template <class T, std::size_t kIndex>
  T* make_input(MakeInput& make) const {
    T& value = allocate<T>();
    if constexpr (Declared::kHasDomains) std::get<kIndex>(declared_.domains).Fill(value);
    for_each_leaf(value, make);
    return &value;
  }

  template <std::size_t... kIndices>
  void assume_domains([[maybe_unused]] const Values& values, std::index_sequence<kIndices...>) const {
    if constexpr (Declared::kHasDomains) {
      (__forall_assume(std::get<kIndices>(declared_.domains).Contains(*std::get<kIndices>(values)), declared_.file,
                       declared_.line),
       ...);
    }
  }

  template <std::size_t... kIndices>
  static void call(typename Put::Fixture& fixture, [[maybe_unused]] const Values& values,
                   std::index_sequence<kIndices...>) {
    Put::call(fixture, static_cast<Ps&&>(*std::get<kIndices>(values))...);
  }

  Declared declared_;
  std::vector<Leaf> leaves_;
  std::string description_;
  std::string nothing_thrown_;
  ForallPut put_ = {};
};

// A target lives as long as the process: the runtime keeps its address.
class Registration {
 public:
  template <class Declared>
  FORALL_INTERNAL_BOOKKEEPING Registration(const Declared& declared) {
    using Parameters = typename Declared::Put::Parameters;
    require_supported(Parameters{});
    if constexpr (all_supported(Parameters{})) target_ = new Target<Declared>(declared);
  }

 private:
  const void* target_ = nullptr;
};

template <class T>
T choose(const char* name) {
  T& value = allocate<T>();
  MakeInput make{kLeaves<T>.data(), name};
  for_each_leaf(value, make);
  return value;
}

template <class T>
void observe(const char* name, const T& value) {
  ObserveLeaf observe_leaf{kLeaves<T>.data(), name};
  for_each_leaf(value, observe_leaf);
}

}  // namespace forall::internal::instrumented

#endif  // FORALL_INTERNAL_INSTRUMENTED_H_

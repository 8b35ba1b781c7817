// A PUT without instrumentation. In an ordinary build it is a GoogleTest test, Suite.Function, that runs its seeds;
// without seeds it is skipped with a line that says how to explore it. In a closed test file it is only a function.
#ifndef FORALL_INTERNAL_NATIVE_H_
#define FORALL_INTERNAL_NATIVE_H_

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <tuple>
#include <typeinfo>
#include <utility>
#include <vector>

#include "forall/internal/description.h"
#include "forall/internal/put.h"
#include "forall/rebuild.h"
#include "forall/replay.h"

namespace forall {

// Thrown by an assumption that does not hold. GoogleTest takes exceptions of this base as reported already, so one that
// leaves a test ends it, as skipped, without a failure.
class AssumptionViolated : public ::testing::AssertionException {
 public:
  explicit AssumptionViolated(const ::testing::TestPartResult& result) : AssertionException(result) {}
};

namespace internal {

// Is a seed of a PUT running? Then a violated assumption skips the seed, not the test.
inline bool& is_running_seed() {
  thread_local bool is_running = false;
  return is_running;
}

inline void report_skip(const std::string& message, const char* file, int line) {
  ::testing::internal::AssertHelper(::testing::TestPartResult::kSkip, file, line, message.c_str()) =
      ::testing::Message();
}

[[noreturn]] inline void assumption_violated(const char* condition, const char* file, int line) {
  const std::string message = joined({"assumption not met: ", condition});
  if (!is_running_seed()) report_skip(message, file, line);
  throw AssumptionViolated(::testing::TestPartResult(::testing::TestPartResult::kSkip, file, line, message.c_str()));
}

}  // namespace internal

namespace internal::native {

FORALL_INTERNAL_BOOKKEEPING inline std::string seed_text(const std::vector<NamedScalar>& scalars) {
  std::string text;
  for (const NamedScalar& scalar : scalars) {
    text +=
        joined({text.empty() ? "" : ", ", scalar.is_float ? float_text(scalar.bits, scalar.width)
                                                          : to_decimal(scalar.bits, scalar.width, scalar.is_signed)});
  }
  return joined({"seed {", text, "}"});
}

FORALL_INTERNAL_BOOKKEEPING inline void report_failure(const char* file, int line, const std::string& message) {
  ADD_FAILURE_AT(file, line) << message;
}

// Runs the body for one seed. False if an assumption of the PUT did not hold for it.
template <class Declared, class Body>
bool run_seed(const Declared& declared, Body&& body) {
  is_running_seed() = true;
  bool is_met = true;
  try {
    if constexpr (std::is_same_v<typename Declared::Expected, NoException>) {
      body();
    } else {
      bool has_thrown = false;
      try {
        body();
      } catch (const AssumptionViolated&) {
        throw;
      } catch (const typename Declared::Expected&) {
        has_thrown = true;
      }
      if (!has_thrown) {
        report_failure(
            declared.file, declared.line,
            joined({"expected ", type_spelling<typename Declared::Expected>(), " to be thrown, but nothing was"}));
      }
    }
  } catch (const AssumptionViolated&) {
    is_met = false;
  } catch (const std::exception& thrown) {
    report_failure(declared.file, declared.line,
                   joined({"unexpected exception of type ", typeid(thrown).name(), ": ", thrown.what()}));
  } catch (...) {
    report_failure(declared.file, declared.line, "unexpected exception that is not a std::exception");
  }
  is_running_seed() = false;
  return is_met;
}

template <class Declared, class Parameters = typename Declared::Put::Parameters>
class SeedRunner;

template <class Declared, class... Ps>
class SeedRunner<Declared, TypeList<Ps...>> {
  using Put = typename Declared::Put;
  using Indices = std::index_sequence_for<Ps...>;

 public:
  explicit SeedRunner(const Declared& declared) : declared_(declared) {}

  void run() const {
    if (declared_.seeds.empty()) {
      report_skip(joined({declared_.suite, ".", declared_.name,
                          " has no seeds to run; explore all its inputs with: forall explore ", declared_.file}),
                  declared_.file, declared_.line);
      return;
    }
    if constexpr (all_seedable(TypeList<Ps...>{})) run_seeds();
  }

 private:
  void run_seeds() const {
    bool is_met_by_any = false;
    const std::vector<std::string> no_names(sizeof...(Ps));
    for (const auto& seed : declared_.seeds) {
      auto values = seed.values;  // the PUT may change them
      SCOPED_TRACE(seed_text(seed_scalars(seed, no_names, Indices{})));
      if (run_seed(declared_, [&] { call(values, Indices{}); })) is_met_by_any = true;
    }
    if (!is_met_by_any) {
      report_skip("assumption not met: no seed of the test meets its assumptions", declared_.file, declared_.line);
    }
  }

  template <class Values, std::size_t... kIndices>
  void call([[maybe_unused]] Values& values, std::index_sequence<kIndices...>) const {
    if constexpr (Declared::kHasDomains) {
      bool is_inside = true;
      ((is_inside =
            is_inside &&
            std::get<kIndices>(declared_.domains).Contains(SeedValue<Stored<Ps>>::get(std::get<kIndices>(values)))),
       ...);
      if (!is_inside) assumption_violated("the seed is in the domains", declared_.file, declared_.line);
    }
    if constexpr (Put::kIsFixture) {
      OpenFixture<typename Put::Fixture> fixture;
      fixture.OpenSetUp();
      if (::testing::Test::HasFatalFailure() || ::testing::Test::IsSkipped()) return;
      Put::call(fixture, static_cast<Ps&&>(SeedValue<Stored<Ps>>::get(std::get<kIndices>(values)))...);
      fixture.OpenTearDown();
    } else {
      NoFixture none;
      Put::call(none, static_cast<Ps&&>(SeedValue<Stored<Ps>>::get(std::get<kIndices>(values)))...);
    }
  }

  Declared declared_;
};

// The test that GoogleTest runs. Each seed gets a fixture of its own, so this one is not set up.
template <class Base, class Runner>
class SeedTest : public Base {
 public:
  explicit SeedTest(const Runner& runner) : runner_(runner) {}
  void TestBody() override { runner_.run(); }

 protected:
  void SetUp() override {}
  void TearDown() override {}

 private:
  const Runner& runner_;
};

class Registration {
 public:
  template <class Declared>
  Registration(const Declared& declared) {
    using Put = typename Declared::Put;
    if constexpr (require_supported<Declared>()) {
      using Base = std::conditional_t<Put::kIsFixture, typename Put::Fixture, ::testing::Test>;
      using Runner = SeedRunner<Declared>;
      const Runner* runner = new Runner(declared);
      runner_ = runner;
      ::testing::RegisterTest(declared.suite, declared.name, nullptr, nullptr, declared.file, declared.line,
                              [runner]() -> Base* { return new SeedTest<Base, Runner>(*runner); });
    }
  }

 private:
  const void* runner_ = nullptr;  // lives as long as the process
};

}  // namespace internal::native

namespace internal::closed {

// Keeps the domains whose values an emitted test has made again.
class Registration {
 public:
  template <class Declared>
  Registration(const Declared& declared) {
    if constexpr (require_supported<Declared>() && has_made(static_cast<typename Declared::Domains*>(nullptr))) {
      domains_ = new typename Declared::Domains(declared.domains);
      make_ = &make_one<typename Declared::Domains, typename Declared::Put::Parameters>;
    }
  }
  // Constructs an argument for the parameter of this index.
  void make(std::size_t index, const replay::Choices& values, void* place) const {
    make_(domains_, index, values, place);
  }

 private:
  using Make = void (*)(const void* domains, std::size_t index, const replay::Choices& values, void* place);

  template <class... Bound>
  static constexpr bool has_made(std::tuple<Bound...>*) {
    return (Bound::kIsMade || ...);
  }
  template <class Domains, class Parameters>
  static void make_one(const void* domains, std::size_t index, const replay::Choices& values, void* place) {
    make_parameter(*static_cast<const Domains*>(domains), index, values, place, Parameters{},
                   std::make_index_sequence<std::tuple_size_v<Domains>>{});
  }
  template <class Domains, class... Ps, std::size_t... kIndices>
  static void make_parameter(const Domains& domains, std::size_t index, const replay::Choices& values, void* place,
                             TypeList<Ps...>, std::index_sequence<kIndices...>) {
    static_cast<void>(
        ((index == kIndices && (make_in<Stored<Ps>>(std::get<kIndices>(domains), values, place), true)) || ...));
  }
  template <class T, class Bound>
  static void make_in(const Bound& domain, const replay::Choices& values, void* place);

  const void* domains_ = nullptr;  // lives as long as the process
  Make make_ = nullptr;
};

}  // namespace internal::closed

namespace internal::native {

// Takes the scalars of a value from a scope of choices. Without one they have the defaults that the exploration starts
// with.
class ChoiceSource : public ScalarList {
 public:
  explicit ChoiceSource(const replay::Choices* choices) : choices_(choices) {}

  void* allocate(std::size_t bytes, std::size_t) {
    memory_.push_back(std::make_unique<std::max_align_t[]>(bytes / sizeof(std::max_align_t) + 1));
    return memory_.back().get();
  }
  template <class T>
  void scalar(const char* name, const T* place, T otherwise) {
    T& value = *const_cast<T*>(place);
    value = otherwise;
    if (choices_ == nullptr) return;
    const bool is_part = std::strpbrk(name, ".[>") != nullptr;
    if (!is_part) {
      value = choices_->take<T>(name);
    } else if (const replay::Value* chosen = choices_->next(name)) {
      value = chosen->template as<T>();
    }
  }
  void assume(bool) {}
  void hold(bool) {}
  void bound(bool, const char*) {}
  template <class Count>
  void bound_length(Count, std::size_t, const char*) {}
  std::size_t room() const { return 64; }
  void built_for(std::size_t, std::size_t) {}
  // Natively the number of elements is known when they are made.
  std::size_t room_for(std::size_t size, std::size_t) const { return size; }
  // What a view refers to must outlive it.
  template <class T>
  T* array(std::size_t count) {
    T* const block = std::allocator<T>().allocate(count + 1);
    ::forall::internal::keep(block);
    return block;
  }
  void pointer(const char* name, void** place, const void*, unsigned) {
    ADD_FAILURE() << "forall: '" << name << "' is a pointer, which cannot be chosen here";
    *place = nullptr;
  }
  void extent(const void*, const void*, std::size_t, std::size_t) {}
  void begin_building() {}
  void end_building() {}

 private:
  const replay::Choices* choices_;
  std::vector<std::unique_ptr<std::max_align_t[]>> memory_;
};

template <class T>
struct ChosenValue {
  alignas(T) unsigned char memory[sizeof(T)];
  T* place() { return reinterpret_cast<T*>(memory); }
  ~ChosenValue() { std::destroy_at(place()); }
};

template <class T>
T choose(const char* name) {
  ChoiceSource source(replay::Choices::current());
  ChosenValue<T> chosen;
  build_input(source, name, chosen.place());
  return std::move(*chosen.place());
}

class ObservationSink : public ScalarList {
 public:
  explicit ObservationSink(const replay::Observations& observations) : observations_(observations) {}
  template <class T>
  void scalar(const char* name, const T& value) {
    observations_.add(name, static_cast<std::remove_cv_t<T>>(value));
  }

 private:
  const replay::Observations& observations_;
};

template <class T>
void observe(const char* name, const T& value) {
  if (replay::Observations::current() == nullptr) return;
  ObservationSink sink(*replay::Observations::current());
  flatten_value(sink, name, value);
}

}  // namespace internal::native

template <class T, class Bound>
void internal::closed::Registration::make_in([[maybe_unused]] const Bound& domain,
                                             [[maybe_unused]] const replay::Choices& values,
                                             [[maybe_unused]] void* place) {
  if constexpr (Bound::kIsMade) {
    native::ChoiceSource source(&values);
    build_in(domain, source, "", static_cast<T*>(place));
  }
}

namespace replay {

// What the domain of a parameter makes of these inputs.
template <class T>
T make(const internal::closed::Registration& put, std::size_t index, std::initializer_list<NamedValue> inputs) {
  const Choices values(inputs);
  internal::native::ChosenValue<T> made;
  put.make(index, values, made.place());
  return std::move(*made.place());
}
// The same of the FORALL_ARBITRARY of a class.
template <class T>
T arbitrary(std::initializer_list<NamedValue> inputs) {
  const Choices values(inputs);
  internal::native::ChoiceSource source(&values);
  internal::native::ChosenValue<T> made;
  internal::build_input(source, "", made.place());
  return std::move(*made.place());
}

}  // namespace replay

namespace internal {

// References are made by an exploration only.
template <class T, class Owner>
struct ClassOf {
  static const ForallClass* get() { return nullptr; }
};

}  // namespace internal

}  // namespace forall

#endif  // FORALL_INTERNAL_NATIVE_H_

// A PUT without instrumentation. In an ordinary build it is one GoogleTest test, Suite.Function/case, for each of its
// stored cases (stored_cases.h), and one, Suite.Function, for its seeds; without either it is skipped with a line that
// says so. In a closed test file it is only a function.
#ifndef FORALL_INTERNAL_NATIVE_H_
#define FORALL_INTERNAL_NATIVE_H_

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <type_traits>
#include <utility>

#include "forall/internal/choices.h"
#include "forall/internal/seed_test.h"
#include "forall/internal/stored_test.h"

namespace forall::internal::native {

// A summary of all stored cases of the program, for a single line of output.
struct StoredSummary {
  bool has_any = false;
  const ForallStoredPut* without = nullptr;  // a PUT that has none

  static StoredSummary& get() {
    static StoredSummary summary;
    return summary;
  }
};

class StoredNotice final : public ::testing::EmptyTestEventListener {
 public:
  void OnTestProgramStart(const ::testing::UnitTest&) override {
    const StoredSummary& summary = StoredSummary::get();
    if (summary.without == nullptr) return;
    if (summary.without->status == FORALL_STORED_UNREADABLE) {
      std::fprintf(stderr, "forall: the stored cases cannot be read: %s\n", summary.without->message);
    } else if (!summary.has_any) {
      std::fprintf(stderr, "forall: no stored cases in %s; run forall explore\n", summary.without->database);
    }
  }
};

#ifdef FORALL_DATABASE
inline constexpr const char* kDatabase = FORALL_DATABASE;
#else
inline constexpr const char* kDatabase = nullptr;
#endif

// Null in a program that is linked without the replay library.
FORALL_INTERNAL_SUPPORT inline const ForallStoredPut* find_stored(const char* suite, const char* name,
                                                                  const char* database) {
#if !defined(FORALL_REPLAY) && !defined(FORALL_CONFIRMING)
  if (&forall_stored_put == nullptr || &forall_stored_case == nullptr) return nullptr;
#endif
  const ForallStoredPut* stored = forall_stored_put(database, joined({suite, ".", name}).c_str());
  StoredSummary& summary = StoredSummary::get();
  if (stored->case_count > 0) {
    summary.has_any = true;
  } else if (summary.without == nullptr) {
    summary.without = stored;
    ::testing::UnitTest::GetInstance()->listeners().Append(new StoredNotice);
  }
  return stored;
}

// Everything that it makes lives as long as the process.
class Registration {
 public:
  template <class Declared>
  Registration(const Declared& declared) {
    if constexpr (require_supported<Declared>()) {
      const ForallStoredPut* stored = nullptr;
      if (!needs_axioms(typename Declared::Put::Parameters{})) {
        stored = find_stored(declared.suite, declared.name, kDatabase);
      }
      const bool has_cases = stored != nullptr && stored->case_count > 0;
      if (has_cases) register_cases(declared, *stored);
#if !defined(FORALL_CONFIRMING)
      if (!has_cases || has_seeds(declared)) register_seeds(declared, stored);
#endif
    }
  }

 private:
  // If a parameter cannot be made here, there are no cases to run.
  template <class... Ps>
  static constexpr bool needs_axioms(TypeList<Ps...>) {
    return (kNeedsAxioms<Stored<Ps>> || ...);
  }

  template <class Put>
  using Base = std::conditional_t<Put::kIsFixture, typename Put::Fixture, ::testing::Test>;

  template <class Declared>
  static void register_seeds(const Declared& declared, const ForallStoredPut* stored) {
    using Runner = SeedRunner<Declared>;
    using Test = Base<typename Declared::Put>;
    const Runner* runner = new Runner(declared, stored);
    ::testing::RegisterTest(declared.suite, declared.name, nullptr, nullptr, declared.file, declared.line,
                            [runner]() -> Test* { return new SeedTest<Test, Runner>(*runner); });
  }
  template <class Declared>
  static void register_cases(const Declared& declared, const ForallStoredPut& stored) {
    using Runner = CaseRunner<Declared>;
    using Test = Base<typename Declared::Put>;
    const Runner* runner = new Runner(declared, stored);
    std::string name = joined({declared.name, "/"});
    const std::size_t prefix = name.size();
    for (std::size_t i = 0; i < stored.case_count; ++i) {
      const std::int64_t id = stored.cases[i].id;
      name.replace(prefix, std::string::npos, stored.cases[i].name);
      ::testing::RegisterTest(declared.suite, name.c_str(), nullptr, nullptr, declared.file, declared.line,
                              [runner, id]() -> Test* { return new CaseTest<Test, Runner>(*runner, id); });
    }
  }
};

template <class T>
T choose(const char* name) {
  if (ReplayedCase* replayed = ReplayedCase::current()) {
    ReplaySource source(*replayed);
    T* place = allocate_in<T>(source);
    build_input(source, name, place);
    return std::move(*place);
  }
  ChoiceSource source(replay::Choices::current());
  ChosenValue<T> chosen;
  build_input(source, name, chosen.place());
  return std::move(*chosen.place());
}

// Calls a function with a source for values that are not those of parameters.
template <class Use>
decltype(auto) with_source(const Use& use) {
  if (ReplayedCase* replayed = ReplayedCase::current()) {
    ReplaySource source(*replayed);
    return use(source);
  }
  ChoiceSource source(replay::Choices::current());
  return use(source);
}

// The same for mocks, which only the inputs of a case can be.
template <class Use>
decltype(auto) with_mock_source(const Use& use) {
  ReplayedCase* replayed = ReplayedCase::current();
  if (replayed == nullptr) std::abort();  // a call after the end of the test
  ReplaySource source(*replayed);
  return use(source);
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

}  // namespace forall::internal::native

#endif  // FORALL_INTERNAL_NATIVE_H_

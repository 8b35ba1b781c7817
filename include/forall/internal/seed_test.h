// A PUT as a GoogleTest test that runs its seeds, or says that there is nothing to run.
#ifndef FORALL_INTERNAL_SEED_TEST_H_
#define FORALL_INTERNAL_SEED_TEST_H_

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "forall/internal/attempt.h"
#include "forall/internal/description.h"
#include "forall/internal/put.h"
#include "forall/internal/stored_cases.h"

namespace forall::internal::native {

FORALL_INTERNAL_SUPPORT inline std::string seed_text(const std::vector<NamedScalar>& scalars) {
  std::string text;
  for (const NamedScalar& scalar : scalars) {
    text +=
        joined({text.empty() ? "" : ", ", scalar.is_float ? float_text(scalar.bits, scalar.width)
                                                          : to_decimal(scalar.bits, scalar.width, scalar.is_signed)});
  }
  return joined({"seed {", text, "}"});
}

// Called if there is nothing to run. Cases that cannot be read are a failure: they may be the ones that matter.
FORALL_INTERNAL_SUPPORT inline void say_what_is_missing(const char* suite, const char* name, const char* file, int line,
                                                        const ForallStoredPut* stored) {
  const std::string put = joined({suite, ".", name});
  if (stored == nullptr) {
    report_skip(joined({put, " has no seeds to run; explore all its inputs with: forall explore ", file}), file, line);
  } else if (stored->status == FORALL_STORED_UNREADABLE) {
    report_failure(file, line, joined({"the stored cases of ", put, " cannot be read: ", stored->message}));
  } else if (stored->status == FORALL_STORED_FOUND) {
    report_skip(joined({"forall explore found no case of ", put}), file, line);
  } else {
    report_skip(joined({"no stored cases of ", put}), file, line);
  }
}

template <class Declared>
bool has_seeds([[maybe_unused]] const Declared& declared) {
  if constexpr (Declared::kHasSeeds) {
    return !declared.seeds.empty();
  } else {
    return false;
  }
}

template <class Declared, class Parameters = typename Declared::Put::Parameters>
class SeedRunner;

template <class Declared, class... Ps>
class SeedRunner<Declared, TypeList<Ps...>> {
  using Put = typename Declared::Put;
  using Indices = std::index_sequence_for<Ps...>;

 public:
  // `stored` is null in a program without the replay library.
  SeedRunner(const Declared& declared, const ForallStoredPut* stored) : declared_(declared), stored_(stored) {}

  void run() const {
    if (!has_seeds(declared_)) {
      say_what_is_missing(declared_.suite, declared_.name, declared_.file, declared_.line, stored_);
    } else if constexpr (Declared::kHasSeeds && all_seedable(TypeList<Ps...>{})) {
      run_seeds();
    }
  }

 private:
  void run_seeds() const {
    bool is_met_by_any = false;
    const std::vector<std::string> no_names(sizeof...(Ps));
    for (const auto& seed : declared_.seeds) {
      auto values = seed.values;  // the PUT may change them
      SCOPED_TRACE(seed_text(seed_scalars(seed, no_names, Indices{})));
      const Attempt made =
          attempt(declared_.file, declared_.line, [&] { call_expecting(declared_, [&] { call(values, Indices{}); }); });
      if (made.end != Attempt::End::Unmet) is_met_by_any = true;
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
  const ForallStoredPut* stored_;
};

// The test that GoogleTest runs. Each seed gets its own fixture, so this one is not set up.
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

}  // namespace forall::internal::native

#endif  // FORALL_INTERNAL_SEED_TEST_H_

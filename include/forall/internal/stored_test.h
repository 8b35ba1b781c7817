// A stored case as a GoogleTest test.
//
// The case is run as recorded: its inputs are built, the PUT is called, and what GoogleTest reports is the outcome. A
// recorded crash is run in a child process, so that the tests after it run, too. The test passes if the case was
// recorded as passed, passes now and has the same observations. If the recorded outcome is a failure and comes again,
// the test fails as recorded. If the outcomes differ, it fails with both, since then what is known about the PUT is out
// of date.
#ifndef FORALL_INTERNAL_STORED_TEST_H_
#define FORALL_INTERNAL_STORED_TEST_H_

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "forall/internal/arguments.h"
#include "forall/internal/attempt.h"
#include "forall/internal/child_process.h"
#include "forall/internal/observed.h"
#if defined(FORALL_CONFIRMING)
#include "forall/internal/printing.h"
#endif
#include "forall/internal/replayed_case.h"
#include "forall/internal/stored_cases.h"

extern "C" {
// Defined by forall/replay_environment.h.
__attribute__((weak)) extern int forall_environment_is_replayed;
// A function of sanitizers that look for leaks: returns 1 if there are some.
__attribute__((weak)) int __lsan_do_recoverable_leak_check(void);
}

namespace forall::internal::native {

// Begins a line that says how an argument is printed.
inline constexpr const char* kPrintedMark = "[ PRINTED  ] ";

inline constexpr const char* kRecordAgain = "; run forall explore to record it again";

// The steps of running a case that do not depend on its types.
class CaseSteps {
 public:
  virtual ~CaseSteps() = default;
  virtual void set_up() = 0;
  virtual void make_arguments(ReplaySource& source) = 0;
#if defined(FORALL_CONFIRMING)
  // A line "name = text" for each argument that the user's own code prints; runs that code.
  virtual bool are_arguments_printed() const = 0;
  virtual std::string print_arguments() const = 0;
#endif
  virtual void call() = 0;
  virtual void tear_down() = 0;
};

struct CaseRun {
  enum class End : char { Passed, Failed, Threw, Unmet, Stale, LeftOut };
  End end = End::Passed;
  std::string text;                      // one line: "failed (assertion at list.h:12)"
  std::vector<std::string> differences;  // of observations
};

// Where the test is, for failures of the case itself rather than of the PUT.
struct CasePlace {
  const char* file;
  int line;
};

inline std::string_view base_name(std::string_view file) { return file.substr(file.rfind('/') + 1); }

FORALL_INTERNAL_SUPPORT inline bool is_recorded_failure(const ForallStoredCase& stored,
                                                        const ::testing::TestPartResult& failure) {
  const std::string_view file = failure.file_name() == nullptr ? "" : failure.file_name();
  return *stored.file == '\0' ||
         (base_name(stored.file) == base_name(file) && failure.line_number() == static_cast<int>(stored.line));
}

FORALL_INTERNAL_SUPPORT inline std::string failure_text(const ::testing::TestPartResult& failure) {
  if (failure.file_name() == nullptr) return "failed";
  return joined({"failed (assertion at ", failure.file_name(), ":", std::to_string(failure.line_number()), ")"});
}

// The outcome of the attempt. A recorded failure that comes again is the same, whatever else fails.
FORALL_INTERNAL_SUPPORT inline CaseRun run_of(const ForallStoredCase& stored, const Attempt& made,
                                              const ReplayedCase& replayed, int first_part) {
  if (!replayed.obstacle().empty()) return {CaseRun::End::LeftOut, replayed.obstacle(), {}};
  if (!replayed.staleness().empty()) return {CaseRun::End::Stale, replayed.staleness(), {}};
  if (!replayed.survival().empty()) return {CaseRun::End::Passed, replayed.survival(), {}};
  if (made.end == Attempt::End::Unmet) return {CaseRun::End::Unmet, made.text, {}};
  if (made.end == Attempt::End::Threw) return {CaseRun::End::Threw, joined({"threw ", made.text}), {}};
  const ::testing::TestResult& result = *::testing::UnitTest::GetInstance()->current_test_info()->result();
  const ::testing::TestPartResult* failure = nullptr;
  for (int i = result.total_part_count() - 1; i >= first_part; --i) {
    const ::testing::TestPartResult& part = result.GetTestPartResult(i);
    if (!part.failed()) continue;
    if (stored.outcome == FORALL_STORED_FAILED && is_recorded_failure(stored, part)) {
      return {CaseRun::End::Failed, stored.summary, {}};
    }
    failure = &part;
  }
  if (failure != nullptr) return {CaseRun::End::Failed, failure_text(*failure), {}};  // the first one
  if (::testing::Test::IsSkipped()) return {CaseRun::End::Unmet, "skipped", {}};
  return {CaseRun::End::Passed, "passed", {}};
}

#if defined(FORALL_CONFIRMING)
FORALL_INTERNAL_SUPPORT inline void add_printed_line(const std::string& name, std::string text, std::string& lines) {
  for (char& c : text) {
    if (c == '\n') c = ' ';
  }
  lines += joined({kPrintedMark, name, " = ", text, "\n"});
}

// In a child process: whatever printing does, it is no part of the run. forall reads the lines.
FORALL_INTERNAL_SUPPORT inline void show_arguments(const CaseSteps& steps) {
  const ChildEnd child = run_in_child([&] { return steps.print_arguments(); });
  if (!child.has_ended) return;
  std::fputs(child.text.c_str(), stdout);
  std::fflush(stdout);
}
#endif

FORALL_INTERNAL_SUPPORT inline CaseRun run_case(const ForallStoredCase& stored, const CasePlace& place,
                                                CaseSteps& steps) {
  const int first_part = ::testing::UnitTest::GetInstance()->current_test_info()->result()->total_part_count();
  ReplayedCase replayed(stored);
  const replay::Choices choices(choices_of(stored));
  const replay::Observations observed;
  Attempt made = attempt(place.file, place.line, [&] { steps.set_up(); });
  if (made.end == Attempt::End::Ended && !::testing::Test::HasFatalFailure() && !::testing::Test::IsSkipped()) {
    made = attempt(place.file, place.line, [&] {
      ReplaySource source(replayed);
      steps.make_arguments(source);
#if defined(FORALL_CONFIRMING)
      if (stored.outcome != FORALL_STORED_PASSED && steps.are_arguments_printed()) show_arguments(steps);
#endif
      steps.call();
    });
  }
  const Attempt down = attempt(place.file, place.line, [&] { steps.tear_down(); });
  CaseRun run = run_of(stored, made.end == Attempt::End::Ended ? down : made, replayed, first_part);
  if (run.end == CaseRun::End::Passed) run.differences = differences_of(stored, observed);
  return run;
}

inline bool is_as_recorded(const ForallStoredCase& stored, const CaseRun& run) {
  switch (stored.outcome) {
    case FORALL_STORED_PASSED: return run.end == CaseRun::End::Passed;
    case FORALL_STORED_FAILED: return run.end == CaseRun::End::Failed && run.text == stored.summary;
    case FORALL_STORED_THREW: return run.end == CaseRun::End::Threw;
    default: return false;
  }
}

// `forall replay --sanitize` runs each case in a separate process, so that each finding belongs to one case.
inline bool are_all_apart() { return std::getenv("FORALL_REPLAY_APART") != nullptr; }

// Was the test program built with the checks that see what was recorded? GCC does not say so of -fsanitize=undefined.
inline bool has_checks() {
#if defined(__has_feature)
#if __has_feature(address_sanitizer) && __has_feature(undefined_behavior_sanitizer)
  return true;
#endif
#endif
  return are_all_apart();
}

FORALL_INTERNAL_SUPPORT inline void report_run(const ForallStoredCase& stored, const CaseRun& run,
                                               const CasePlace& place) {
  if (run.end == CaseRun::End::LeftOut) {
    report_skip(run.text, place.file, place.line);
  } else if (run.end == CaseRun::End::Stale) {
    report_failure(place.file, place.line, joined({"this stored case is stale: ", run.text, kRecordAgain}));
  } else if (!is_as_recorded(stored, run)) {
    if (run.end == CaseRun::End::Passed && stored.is_unseen != 0 && !has_checks()) {
      // Red would look the same before and after the fix.
      report_skip(joined({"this case needs sanitizers: ", stored.summary,
                          ", which this build need not notice; run forall replay --sanitize address,undefined"}),
                  place.file, place.line);
      return;
    }
    report_failure(place.file, place.line, joined({"recorded: ", stored.summary, "; now: ", run.text, kRecordAgain}));
  } else if (stored.outcome == FORALL_STORED_PASSED) {
    for (const std::string& difference : run.differences) {
      report_failure(place.file, place.line, joined({difference, kRecordAgain}));
    }
  }
}

// The answer of the child is the kind of its end, the text, and a line for each difference.
FORALL_INTERNAL_SUPPORT inline std::string answer_of(const CaseRun& run) {
  std::string answer = joined({std::string(1, static_cast<char>('0' + static_cast<int>(run.end))), run.text});
  for (char& c : answer) {
    if (c == '\n') c = ' ';
  }
  for (const std::string& difference : run.differences) answer += joined({"\n", difference});
  return answer;
}
FORALL_INTERNAL_SUPPORT inline CaseRun run_of_answer(const std::string& answer) {
  CaseRun run;
  run.end = static_cast<CaseRun::End>(answer.front() - '0');
  std::size_t end = std::min(answer.find('\n'), answer.size());
  run.text = answer.substr(1, end - 1);
  while (end < answer.size()) {
    const std::size_t begin = end + 1;
    end = std::min(answer.find('\n', begin), answer.size());
    run.differences.push_back(answer.substr(begin, end - begin));
  }
  return run;
}

FORALL_INTERNAL_SUPPORT inline void run_apart(const ForallStoredCase& stored, const CasePlace& place,
                                              CaseSteps& steps) {
  const ChildEnd child = run_in_child([&] {
    const CaseRun run = run_case(stored, place, steps);
    // The search takes seconds, and the exploration has looked for leaks on every path: it only runs to see one again.
    const bool is_leak = std::string_view(stored.summary).find("leak") != std::string_view::npos;
    if (is_leak && &__lsan_do_recoverable_leak_check != nullptr && __lsan_do_recoverable_leak_check() != 0) _exit(1);
    return answer_of(run);
  });
  if (!child.has_ended) {
    report_failure(place.file, place.line, joined({"recorded: ", stored.summary, "; now: ", child.text}));
    return;
  }
  const CaseRun run = run_of_answer(child.text);
  report_run(stored, run, place);
  // Its failures were recorded only in the child.
  if (stored.outcome != FORALL_STORED_PASSED && is_as_recorded(stored, run)) {
    report_failure(place.file, place.line, joined({"as recorded: ", stored.summary}));
  }
}

// What the exploration predicts is compared with what this test does, by forall.
FORALL_INTERNAL_SUPPORT inline void run_plainly(const ForallStoredCase& stored, const CasePlace& place,
                                                CaseSteps& steps) {
  const CaseRun run = run_case(stored, place, steps);
  if (run.end == CaseRun::End::Stale) report_failure(place.file, place.line, joined({"not as explored: ", run.text}));
  const bool is_skipped = run.end == CaseRun::End::Unmet || run.end == CaseRun::End::LeftOut;
  if (is_skipped && !::testing::Test::IsSkipped()) report_skip(run.text, place.file, place.line);
  for (const std::string& difference : run.differences) report_failure(place.file, place.line, difference);
}

struct CaseIdentity {
  std::int64_t id;
  std::size_t parameter_count;  // of the PUT that was recorded
  std::size_t expected_count;
  bool has_environment;
};

FORALL_INTERNAL_SUPPORT inline void run_stored(const CaseIdentity& which, const CasePlace& place, CaseSteps& steps) {
  const char* why = "";
  const ForallStoredCase* stored = forall_stored_case(which.id, &why);
  if (stored == nullptr) {
    report_failure(place.file, place.line, joined({"the stored case cannot be read: ", why}));
    return;
  }
#if defined(FORALL_CONFIRMING)
  run_plainly(*stored, place, steps);
#else
  if (which.has_environment && &forall_environment_is_replayed == nullptr) {
    report_skip(
        "this case needs recorded answers of clocks and the like: #include <forall/replay_environment.h> in a "
        "source of the test program",
        place.file, place.line);
    return;
  }
  const ::testing::TestInfo& test = *::testing::UnitTest::GetInstance()->current_test_info();
  const ::testing::ScopedTrace trace(place.file, place.line,
                                     case_text(joined({test.test_suite_name(), ".", test.name()}), *stored));
  if (which.parameter_count != which.expected_count) {
    report_run(*stored, {CaseRun::End::Stale, "the test has a different number of parameters now", {}}, place);
  } else if (stored->outcome == FORALL_STORED_CRASHED || are_all_apart()) {
    run_apart(*stored, place, steps);
  } else {
    report_run(*stored, run_case(*stored, place, steps), place);
  }
#endif
}

template <class Declared, class Parameters = typename Declared::Put::Parameters>
class CaseRunner;

template <class Declared, class... Ps>
class CaseRunner<Declared, TypeList<Ps...>> {
  using Put = typename Declared::Put;
  using Maker = ArgumentMaker<Declared>;
  using Indices = std::index_sequence_for<Ps...>;

 public:
  FORALL_INTERNAL_BOOKKEEPING CaseRunner(const Declared& declared, const ForallStoredPut& stored)
      : declared_(declared) {
    for (std::size_t i = 0; i < stored.parameter_count; ++i) parameters_.names.emplace_back(stored.parameters[i]);
    parameters_.find_candidates(CandidateList::first(), Put::address());
  }

  template <class Test>
  void run(Test& test, std::int64_t id) const {
    Steps<Test> steps(*this, test);
    run_stored({id, parameters_.names.size(), sizeof...(Ps), declared_.settings.environment != Environment::None},
               {declared_.file, declared_.line}, steps);
  }

 private:
  template <class Test>
  class Steps final : public CaseSteps {
   public:
    Steps(const CaseRunner& runner, Test& test) : runner_(runner), test_(test) {}
    ~Steps() override { destroy(Indices{}); }
    void set_up() override { test_.OpenSetUp(); }
    void make_arguments(ReplaySource& source) override {
      MockSettings::current() = &runner_.declared_.settings.mocks;
      MockWithEnd::first() = nullptr;
      Maker::make(source, runner_.declared_, runner_.parameters_, places_);
    }
#if defined(FORALL_CONFIRMING)
    bool are_arguments_printed() const override { return (printing::has_printing<Stored<Ps>>() || ...); }
    std::string print_arguments() const override { return print_each(Indices{}); }
#endif
    void call() override {
      call_expecting(runner_.declared_, [this] { call_with(Indices{}); });
      MockWithEnd::check_all();
    }
    void tear_down() override { test_.OpenTearDown(); }

   private:
#if defined(FORALL_CONFIRMING)
    template <std::size_t... kIndices>
    std::string print_each(std::index_sequence<kIndices...>) const {
      std::string lines;
      (add_printed(kIndices, std::get<kIndices>(places_), lines), ...);
      return lines;
    }
    template <class T>
    void add_printed(std::size_t index, const T* value, std::string& lines) const {
      if constexpr (printing::may_have_printing<T>()) {
        if (value == nullptr || !printing::has_printing<T>()) return;
        add_printed_line(runner_.parameters_.names[index], printing::print(*value), lines);
      }
    }
#endif
    template <std::size_t... kIndices>
    void call_with(std::index_sequence<kIndices...>) {
      if constexpr (Put::kIsFixture) {
        Put::call(test_, static_cast<Ps&&>(*std::get<kIndices>(places_))...);
      } else {
        NoFixture none;
        Put::call(none, static_cast<Ps&&>(*std::get<kIndices>(places_))...);
      }
    }
    // Plain values are destroyed. Objects may be referred to, owned or freed by others: they stay, as in an
    // exploration.
    template <std::size_t... kIndices>
    void destroy(std::index_sequence<kIndices...>) {
      (destroy_one<Ps, kIndices>(std::get<kIndices>(places_)), ...);
    }
    template <class P, std::size_t kIndex>
    static void destroy_one([[maybe_unused]] Stored<P>* value) {
      if constexpr (Adapter<Stored<P>>::kIsValue && !Maker::template is_referred_to<P, kIndex>()) {
        using Element = std::remove_all_extents_t<Stored<P>>;
        if (value != nullptr) std::destroy_n(reinterpret_cast<Element*>(value), sizeof(Stored<P>) / sizeof(Element));
      }
    }

    const CaseRunner& runner_;
    Test& test_;
    typename Maker::Places places_{};
  };

  Declared declared_;
  ParameterNames parameters_;
};

// The test that GoogleTest runs. Set-up is part of the run of the case.
template <class Base, class Runner>
class CaseTest final : public Base {
 public:
  CaseTest(const Runner& runner, std::int64_t id) : runner_(runner), id_(id) {}
  void TestBody() override { runner_.run(*this, id_); }
  void OpenSetUp() { Base::SetUp(); }
  void OpenTearDown() { Base::TearDown(); }

 protected:
  void SetUp() override {}
  void TearDown() override {}

 private:
  const Runner& runner_;
  std::int64_t id_;
};

}  // namespace forall::internal::native

#endif  // FORALL_INTERNAL_STORED_TEST_H_

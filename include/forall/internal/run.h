// One run of a PUT in an instrumented target: everything about it that does not depend on the types of the PUT. The
// same in every target, so libforall_models.a has it compiled with the pass (src/models/run.cpp).
#ifndef FORALL_INTERNAL_RUN_H_
#define FORALL_INTERNAL_RUN_H_

#include <cxxabi.h>

#include <cstddef>
#include <exception>
#include <string>
#include <typeinfo>

#include "forall/engine.h"
#include "forall/internal/arguments.h"
#include "forall/internal/catalog.h"
#include "forall/internal/mock_settings.h"
#include "forall/internal/put.h"
#include "forall/internal/requirement.h"

namespace forall::internal::instrumented {

// The fixture of a FORALL_F, in memory of the run.
struct FixtureFunctions {
  void* (*construct)();
  void (*set_up)(void* fixture);
  void (*tear_down)(void* fixture);
  void (*destroy)(void* fixture);
};

// How far the body of a run came.
enum class BodyEnd { InArguments, InTest, NothingThrown, Normal };

// A registered PUT.
struct RunnablePut {
  // Makes the arguments and calls the function.
  using Body = void (*)(const RunnablePut&, void* fixture, const ForallFailures&, BodyEnd&);

  ForallPut put = {};
  PutDescription description;
  ParameterNames parameters;
  std::string json;            // of the description, once it was asked for
  std::string nothing_thrown;  // the message if the expected exception is not thrown
  unsigned environment = 0;
  const MockSettings* mocks = nullptr;
  Body body = nullptr;
  const FixtureFunctions* fixture = nullptr;
  void (*set_up_suite)() = nullptr;

  FORALL_INTERNAL_SUPPORT_DEFAULTED inline RunnablePut();
  RunnablePut(const RunnablePut&) = delete;
  RunnablePut& operator=(const RunnablePut&) = delete;
  FORALL_INTERNAL_SUPPORT_DEFAULTED inline ~RunnablePut();
};
inline RunnablePut::RunnablePut() = default;
inline RunnablePut::~RunnablePut() = default;

// All of FORALL_USING is known only when the catalog is asked for.
FORALL_INTERNAL_SUPPORT inline const char* describe_registered(const ForallPut* put) {
  RunnablePut& runnable = *static_cast<RunnablePut*>(put->self);
  PutDescription description = runnable.description;
  description.uses = all_uses(*runnable.description.suite_uses, put->suite, description.uses);
  runnable.json = put_json(description);
  return runnable.json.c_str();
}

FORALL_INTERNAL_SUPPORT inline void register_put(RunnablePut& runnable, const void* function) {
  PutDescription& description = runnable.description;
  finish_description(description, __forall_parameter_names(function), function);
  runnable.parameters.names = description.parameter_names;
  runnable.parameters.find_candidates(description.candidates, function);
  runnable.nothing_thrown = joined({"expected ", description.throws, " to be thrown, but nothing was"});
  ForallPut& put = runnable.put;
  put.suite = description.suite.c_str();
  put.name = description.name.c_str();
  put.file = description.file.c_str();
  put.line = description.line;
  put.function = function;
  put.describe = &describe_registered;
  put.self = &runnable;
  if (runnable.set_up_suite == nullptr) {
    put.set_up_suite = nullptr;
  } else {
    put.suite_identity = reinterpret_cast<const void*>(runnable.set_up_suite);
  }
  __forall_register(&put);
}

// Values that were built correctly only for up to `most` elements.
struct LengthLimit {
  std::size_t size;
  std::size_t most;
  const LengthLimit* next;
};
inline const LengthLimit* last_length_limit = nullptr;
FORALL_INTERNAL_COMPILED_ONCE void add_length_limit(std::size_t size, std::size_t most) {
  auto* limit = static_cast<LengthLimit*>(__forall_allocate(sizeof(LengthLimit), alignof(LengthLimit)));
  *limit = {size, most, last_length_limit};
  last_length_limit = limit;
}
// At the end of a run: could longer values have taken the same path? Nothing is known about them.
FORALL_INTERNAL_COMPILED_ONCE bool is_long_possible() {
  bool is_long = false;
  for (const LengthLimit* limit = last_length_limit; limit != nullptr; limit = limit->next) {
    if (limit->size > limit->most) is_long = true;
  }
  return is_long;
}

// An argument that FORALL_VALUES names: which one is an input.
FORALL_INTERNAL_COMPILED_ONCE void make_candidate(const char* file, int line, const char* name,
                                                  const CandidateList& list, std::size_t index, void* place) {
  auto* number = static_cast<unsigned*>(__forall_allocate(sizeof(unsigned), alignof(unsigned)));
  __forall_input(number, sizeof(unsigned), kScalarWidth<unsigned>, static_cast<unsigned>(kScalarKind<unsigned>),
                 __forall_member_name(name, "candidate"), scalar_facts<unsigned>().spelling, 0, 0, false);
  __forall_building(1);
  __forall_assume(*number < list.counts[index](), file, line);
  list.makes[index](place, *number);
  __forall_building(-1);
}

// Calls the body and reports an exception that the PUT does not expect. True if it ended without one.
template <class Body>
bool without_exception(Body&& body) {
  try {
    body();
    return true;
  } catch (const RequirementFailed&) {  // its failure was reported
  } catch (const std::exception& thrown) {
    __forall_threw(typeid(thrown).name(), thrown.what());
  } catch (...) {
    const std::type_info* type = abi::__cxa_current_exception_type();
    __forall_threw(type == nullptr ? "" : type->name(), "");
  }
  return false;
}

FORALL_INTERNAL_COMPILED_ONCE void discard_if_skipped(const ForallFailures& failures) {
  if (failures.is_skipped && !failures.has_failed) __forall_assume(false, failures.skip_file, failures.skip_line);
}

FORALL_INTERNAL_COMPILED_ONCE void run_suite(const RunnablePut& runnable, const ForallFailures& failures) {
  without_exception(runnable.set_up_suite);
  discard_if_skipped(failures);
}

FORALL_INTERNAL_COMPILED_ONCE void begin_mocks(const MockSettings& settings) {
  MockSettings::current() = &settings;
  MockWithEnd::first() = nullptr;
  if (!__forall_stands_in()) return;
  for (const auto& each : settings.deterministic) __forall_stand_in_deterministic(each.key);
}
FORALL_INTERNAL_COMPILED_ONCE void end_mocks() { MockWithEnd::check_all(); }

FORALL_INTERNAL_COMPILED_ONCE void run_body(const RunnablePut& runnable, void* fixture, ForallFailures& failures) {
  last_length_limit = nullptr;
  begin_mocks(*runnable.mocks);
  BodyEnd end = BodyEnd::InArguments;
  without_exception([&] { runnable.body(runnable, fixture, failures, end); });
  if (end == BodyEnd::InArguments) return;
  if (end == BodyEnd::NothingThrown && !failures.is_skipped) {
    __forall_failed(runnable.put.file, runnable.put.line, runnable.nothing_thrown.c_str());
    failures.has_failed = true;
  }
  if (is_long_possible()) __forall_assume(false, runnable.put.file, runnable.put.line);
}

FORALL_INTERNAL_COMPILED_ONCE void run_put(const RunnablePut& runnable, ForallFailures& failures) {
  if (runnable.environment != 0) __forall_symbolic_environment(runnable.environment);
  if (runnable.fixture == nullptr) {
    run_body(runnable, nullptr, failures);
  } else {
    const FixtureFunctions& functions = *runnable.fixture;
    void* fixture = nullptr;
    const bool is_set_up = without_exception([&] {
      fixture = functions.construct();
      functions.set_up(fixture);
    });
    if (is_set_up && !failures.has_failed_fatally && !failures.is_skipped) run_body(runnable, fixture, failures);
    if (fixture != nullptr) {
      without_exception([&] { functions.tear_down(fixture); });
      functions.destroy(fixture);
    }
  }
  discard_if_skipped(failures);
}

}  // namespace forall::internal::instrumented

#endif  // FORALL_INTERNAL_RUN_H_

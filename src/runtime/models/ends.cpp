// Functions that end the program: in a run they end the run.
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "runtime/faults.h"
#include "runtime/models/protocol.h"
#include "runtime/run.h"

namespace forall::runtime {

namespace {

// What forall's own checks of algorithms (include/forall/internal/library_checks) say, by their functions.
struct AlgorithmCheck {
  const char* function;
  const char* broken;
};
constexpr AlgorithmCheck kAlgorithmChecks[] = {
    {"no_element_is_before_itself", "the order says of an element that it comes before itself"},
    {"order_of_elements_is_weak", "the order of the first three elements is none, as that of NaN and two numbers"},
    {"elements_are_partitioned", "the range is not partitioned by the value that is searched"},
    {"elements_are_heap", "the range is not a heap"},
    {"elements_", "the range is not sorted"},
    {"is_outside_from_first", "the range is copied into itself"},
    {"is_outside_to_last", "the range is copied into itself"},
};

const AlgorithmCheck* algorithm_check(const char* condition) {
  constexpr const char* kCalled = "::forall_checks::";
  const char* call = condition == nullptr ? nullptr : std::strstr(condition, kCalled);
  if (call == nullptr) return nullptr;
  call += std::strlen(kCalled);
  for (const AlgorithmCheck& check : kAlgorithmChecks) {
    if (std::strncmp(call, check.function, std::strlen(check.function)) == 0) return &check;
  }
  return &kAlgorithmChecks[0];
}

// "_OI std::copy(_II, _II, _OI) [_II = int *]": std::copy
void print_algorithm(char* text, std::size_t size, const char* signature) {
  const char* name = signature == nullptr ? nullptr : std::strstr(signature, "std::");
  const std::size_t length = name == nullptr ? 0 : std::strcspn(name, "(");
  std::snprintf(text, size, "%.*s", static_cast<int>(length), name == nullptr ? "" : name);
}

// A failed assert() or libstdc++ assertion, with its own position.
[[noreturn]] void assertion(const char* file, unsigned line, const char* function, const char* condition,
                            const void* caller) {
  char text[1024];
  const AlgorithmCheck* const check = algorithm_check(condition);
  if (check == nullptr) {
    std::snprintf(text, sizeof text, "assertion '%s' failed in %s", condition == nullptr ? "" : condition,
                  function == nullptr ? "?" : function);
  } else {
    char algorithm[256];
    print_algorithm(algorithm, sizeof algorithm, function);
    std::snprintf(text, sizeof text, "%s: %s", algorithm, check->broken);
  }
  if (g.in_run) {
    g.header->outcome.file = add_string(file);
    g.header->outcome.line = line;
  }
  end_run(abi::OutcomeKind::Crashed, abi::Fault::Abort, nullptr, text, caller,
          check != nullptr ? abi::OutcomeDetail::Algorithm : abi::OutcomeDetail::None);
}

[[noreturn]] void leave(const char* function, int code, const void* caller) {
  char text[64];
  std::snprintf(text, sizeof text, "%s(%d)", function, code);
  end_run(abi::OutcomeKind::Crashed, abi::Fault::Exit, nullptr, text, caller);
}

}  // namespace

}  // namespace forall::runtime

using namespace forall::runtime;

#define MODEL_CALL(name, count) const ModelCall call(&__forall_model_##name, #name, count)
#define CALLER __builtin_return_address(0)

extern "C" {

int __cxa_atexit(void (*function)(void*), void* argument, void* module);
int __cxa_thread_atexit(void (*function)(void*), void* argument, void* module);

[[noreturn]] void __forall_model_abort() {
  MODEL_CALL(abort, 0);
  if (!g.in_run) std::abort();
  end_run(forall::abi::OutcomeKind::Crashed, forall::abi::Fault::Abort, nullptr, "abort was called", CALLER);
}

[[noreturn]] void __forall_model_terminate() {
  MODEL_CALL(terminate, 0);
  if (!g.in_run || std::get_terminate() != on_terminate) std::terminate();
  terminate_run(CALLER);
}

[[noreturn]] void __forall_model_assert_fail(const char* condition, const char* file, unsigned line,
                                             const char* function) {
  MODEL_CALL(assert_fail, 0);
  assertion(file, line, function, condition, CALLER);
}

[[noreturn]] void __forall_model_glibcxx_assert_fail(const char* file, int line, const char* function,
                                                     const char* condition) {
  MODEL_CALL(glibcxx_assert_fail, 0);
  assertion(file, static_cast<unsigned>(line), function, condition, CALLER);
}

[[noreturn]] void __forall_model_exit(int code) {
  MODEL_CALL(exit, 1);
  if (!g.in_run) std::exit(code);
  leave("exit", code, CALLER);
}

[[noreturn]] void __forall_model_quick_exit(int code) {
  MODEL_CALL(quick_exit, 1);
  if (!g.in_run) std::quick_exit(code);
  leave("quick_exit", code, CALLER);
}

[[noreturn]] void __forall_model__exit(int code) {
  MODEL_CALL(_exit, 1);
  if (!g.in_run) _exit(code);
  leave("_exit", code, CALLER);
}

// A static object that a run constructed is gone when the run ends: its memory is restored, so its destructor must not
// run.
int __forall_model_cxa_atexit(void (*function)(void*), void* argument, void* module) {
  MODEL_CALL(cxa_atexit, 0);
  return g.in_run ? 0 : __cxa_atexit(function, argument, module);
}

int __forall_model_cxa_thread_atexit(void (*function)(void*), void* argument, void* module) {
  MODEL_CALL(cxa_thread_atexit, 0);
  return g.in_run ? 0 : __cxa_thread_atexit(function, argument, module);
}

int __forall_model_atexit(void (*function)()) {
  MODEL_CALL(atexit, 0);
  return g.in_run ? 0 : std::atexit(function);
}

}  // extern "C"

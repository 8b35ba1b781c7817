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

// A failed assert() or libstdc++ assertion, with its own position.
[[noreturn]] void assertion(const char* file, unsigned line, const char* function, const char* condition,
                            const void* caller) {
  char text[1024];
  std::snprintf(text, sizeof text, "assertion '%s' failed in %s", condition == nullptr ? "" : condition,
                function == nullptr ? "?" : function);
  if (g.in_run) {
    g.header->outcome.file = add_string(file);
    g.header->outcome.line = line;
  }
  const bool is_ours = condition != nullptr && std::strstr(condition, "::forall_checks::") != nullptr;
  end_run(abi::OutcomeKind::Crashed, abi::Fault::Abort, nullptr, text, caller,
          is_ours ? abi::OutcomeDetail::Algorithm : abi::OutcomeDetail::None);
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

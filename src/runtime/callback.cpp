// Compiled with exceptions, because it must catch those of the code it calls.
#include "runtime/callback.h"

#include <cstring>
#include <exception>
#include <typeinfo>

#include <cxxabi.h>

#include "runtime/run.h"

namespace forall::runtime {

CallbackScope::CallbackScope() : state_(__forall_state), model_site_(g.model_site), errno_(errno) {
  __forall_state.argument_callee = __forall_state.result_callee = nullptr;
  __forall_state.call_site = nullptr;
  __forall_state.suspended = 0;
  std::memset(__forall_state.arguments, 0, sizeof __forall_state.arguments);
  g.model_site = nullptr;
}

CallbackScope::~CallbackScope() {
  state_.symbolic_bytes = __forall_state.symbolic_bytes;
  state_.stack_top = __forall_state.stack_top;
  __forall_state = state_;
  g.model_site = model_site_;
  errno = errno_;
}

void call_build(const ForallClass* type, void* object, const char* name) {
  try {
    return type->build(type, object, name);
  } catch (const std::exception& exception) {
    __forall_threw(__cxxabiv1::__cxa_current_exception_type()->name(), exception.what());
  } catch (...) {
    const std::type_info* thrown = __cxxabiv1::__cxa_current_exception_type();
    __forall_threw(thrown != nullptr ? thrown->name() : nullptr, "while an input was built");
  }
  end_run(abi::OutcomeKind::Threw, abi::Fault::None, nullptr, "", __builtin_return_address(0));
}

}  // namespace forall::runtime

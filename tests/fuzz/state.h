// Programs begin every run with the first values of their globals and statics: natively these live in one section,
// which is copied back before each run. (forall resets an explored program itself.)
#pragma once

#define FUZZ_STATE __attribute__((section("fuzz_state")))
extern char __start_fuzz_state[] __attribute__((weak)), __stop_fuzz_state[] __attribute__((weak));

namespace fuzz {

inline std::string& saved_state() {
  static std::string state(__start_fuzz_state, __stop_fuzz_state);
  return state;
}

static inline void restore_state() {
  if (!saved_state().empty()) std::memcpy(__start_fuzz_state, saved_state().data(), saved_state().size());
  marks = digest = 0;
}

}  // namespace fuzz

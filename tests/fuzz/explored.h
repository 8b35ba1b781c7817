// The programs as PUTs of an instrumented target.
#pragma once

#include "forall/engine.h"

#define FUZZ_BOOKKEEPING __attribute__((noinline, annotate("forall_uninstrumented")))
#define FUZZ_STATE  // reset between runs by forall

namespace fuzz {

template <class T>
static T input(unsigned, const char* name, const char* type, unsigned kind, T low, T high) {
  T value = low;
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  constexpr unsigned width = std::is_same_v<T, bool> ? 1 : 8 * sizeof(T);
  __forall_input(&value, sizeof value, width, kind, name, type, bits, 0, false);
  if constexpr (std::is_floating_point_v<T>) return value;  // every value, NaN among them
  __forall_assume((static_cast<unsigned>(low <= value) & static_cast<unsigned>(value <= high)) != 0, __FILE__,
                  __LINE__);
  return value;
}

static inline void observe(const char* name, const std::uint64_t& value) {
  __forall_observe(&value, 8, 64, 13, name, "unsigned long");
}

static inline void report(std::uint64_t result) {
  observe("result", result);
  observe("marks", marks);
  observe("digest", digest);
}

template <class Body>
static inline void claim(Body body, std::int64_t forbidden, const char* file, int line) {
  const std::int64_t result = body();
  report(static_cast<std::uint64_t>(result));
  if (result == forbidden) __forall_failed(file, line, "the forbidden result");
}

class Program {
 public:
  FUZZ_BOOKKEEPING Program(const char* name, int line, const char* catalog, const void* function, void (*body)(), bool)
      : catalog_(catalog), body_(body) {
    put_ = ForallPut{"Fuzz", name, __FILE__, line, function, &describe, &run, this, nullptr};
    __forall_register(&put_);
  }

 private:
  FUZZ_BOOKKEEPING static const char* describe(const ForallPut* put) {
    return static_cast<const Program*>(put->self)->catalog_;
  }
  static void run(const ForallPut* put) {
    try {
      static_cast<const Program*>(put->self)->body_();
    } catch (const std::exception& thrown) {
      report(0);
      __forall_threw(typeid(thrown).name(), thrown.what());
    } catch (...) {
      report(0);
      __forall_threw("i", "");
    }
  }

  const char* catalog_;
  void (*body_)();
  ForallPut put_;
};

}  // namespace fuzz

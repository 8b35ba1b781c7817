// A target written by hand: what the pass would emit, for PUTs that end in every way there is.
#include <pthread.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>

#include "forall/engine.h"
#include "runtime/calls_abi.h"
#include "runtime/state.h"
#include "table_entry.h"

using namespace forall::runtime::call_declarations;
using forall::abi::StaticSite;

extern "C" {
[[noreturn]] void __forall_model_abort();
[[noreturn]] void __forall_model_exit(int code);
void* __forall_model_malloc(std::size_t size);
}

namespace {

TABLE_ENTRY("forall_sites")
StaticSite site = {11,
                   11,
                   "target.cpp",
                   "_Z4testi",
                   "target.cpp",
                   7,
                   1,
                   7,
                   2,
                   forall::abi::SiteKind::Branch,
                   forall::abi::Fault::None,
                   0,
                   0,
                   0,
                   0};

int counter = 0;
TABLE_ENTRY("forall_globals") forall::abi::StaticGlobal counter_record = {&counter, sizeof counter, 0};

void* sealed_block = __forall_model_malloc(64);  // from before the first run

int parameter() {
  static int value;
  __forall_input(&value, 4, 32, static_cast<unsigned>(forall::abi::ScalarKind::Int), "x", "int", 0, 0, false);
  const auto id = __forall_load(&value, 0, 4, &site, 0, 0);
  const auto is_zero = __forall_binary(static_cast<unsigned>(forall::abi::Op::Eq) | 32u << 8, id, 0, 0, 0, 0, 0);
  __forall_branch(is_zero, value == 0, &site);
  return value;
}

volatile bool forever = true;  // the compiler must not see through it

int endless_recursion(int n) {
  if (!forever) return n;
  volatile char frame[512];
  frame[0] = static_cast<char>(n);
  return endless_recursion(n + 1) + frame[0];
}

void throws() {
  if (forever) throw std::runtime_error("no way out");
}
void throws_in_noexcept() noexcept { throws(); }

// Faults in a frame that is found by a register which points nowhere: whoever walks the stack faults too, by another
// signal.
[[gnu::noinline]] void faults_with_a_broken_stack() {
  auto* memory = static_cast<volatile char*>(__builtin_alloca(forever ? 64 : 128));
  memory[0] = 1;
#if defined(__aarch64__)
  asm volatile("mov x29, #16\n\tudf #0" ::: "memory");
#else
  asm volatile("mov $16, %%rbp\n\tud2" ::: "memory");
#endif
  memory[1] = 1;
}

// By the value of the parameter.
void run(const ForallPut*) {
  const int x = parameter();
  switch (x) {
    case 0: return;
    case 1: __forall_failed("target.cpp", 5, "Expected"); return;
    case 2: __forall_model_abort();
    case 3: std::abort();
    case 4: throws_in_noexcept(); return;
    case 5: endless_recursion(0); return;
    case 6:
      while (forever) asm volatile("");
      return;
    case 7: {
      volatile int* null = nullptr;
      asm volatile("" : "+r"(null));
      *null = 1;
      return;
    }
    case 8: __forall_model_exit(3);
    case 9: std::exit(4);
    case 10: try { throw std::runtime_error("caught later");
      } catch (const std::exception& error) {
        __forall_threw("St13runtime_error", error.what());
      }
      return;
    case 11: {
      ++counter;
      auto* memory = static_cast<char*>(sealed_block);
      ++memory[0];
      const std::string seen = std::to_string(counter) + "," + std::to_string(int{memory[0]});
      __forall_failed("target.cpp", 6, seen.c_str());
      return;
    }
    case 12:
      try {  // the run ends while an exception is in flight
        throw 1;
      } catch (int) {
        __forall_model_abort();
      }
    case 13: {
      pthread_t thread{};
      pthread_create(&thread, nullptr, [](void* p) { return p; }, nullptr);
      pthread_join(thread, nullptr);
      return;
    }
    case 14: faults_with_a_broken_stack(); return;
    default: return;
  }
}

const char* describe(const ForallPut*) { return R"({"suite":"S","name":"N"})"; }

ForallPut put = {"S", "N", "target.cpp", 1, nullptr, describe, run, nullptr, nullptr};

}  // namespace

int main() {
  __forall_register(&put);
  __forall_serve([]() -> const char* { return nullptr; });
  return 7;
}

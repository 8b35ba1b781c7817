// Signals end the worker: its state can no longer be trusted. The handler runs on its own stack, writes the outcome
// first and the frames after it (walking a broken stack may fault again), and exits; the zygote starts a new worker.
#include "runtime/faults.h"

#include <cxxabi.h>
#include <signal.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <typeinfo>

#include "runtime/division.h"
#include "runtime/flags.h"
#include "runtime/frames.h"
#include "runtime/module.h"
#include "runtime/run.h"
#include "runtime/trace.h"

extern "C" void* __libc_stack_end;

namespace forall::runtime {

namespace {

using abi::Fault;

alignas(16) char signal_stack[256 << 10];

struct Registers {
  u64 pc;
  u64 sp;
  const ucontext_t* all;
};

Registers registers_of(const void* context) {
  const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__aarch64__)
  return {machine.pc, machine.sp, static_cast<const ucontext_t*>(context)};
#elif defined(__x86_64__)
  return {static_cast<u64>(machine.gregs[REG_RIP]), static_cast<u64>(machine.gregs[REG_RSP]),
          static_cast<const ucontext_t*>(context)};
#else
#error "unknown machine"
#endif
}

// Whether the access is close to the stack pointer, where the stack was not allowed to grow.
bool is_stack_overflow(u64 address, u64 sp) {
  constexpr u64 kNear = 1u << 20;
  const bool near_pointer = address + kNear > sp && address < sp + kNear;
  const u64 end = g.stack_base - g.stack_limit;
  return near_pointer && address < g.stack_base && address < end + kNear;
}

// On x86-64, one signal stands for a zero divisor and for a quotient that does not fit. Other machines do not raise it.
Fault fault_of_division([[maybe_unused]] const Registers& registers) {
#if defined(__x86_64__)
  constexpr int kOrder[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                            REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
  X86Registers values{};
  for (int i = 0; i < 16; ++i) values[i] = static_cast<u64>(registers.all->uc_mcontext.gregs[kOrder[i]]);
  return fault_of_x86_division(reinterpret_cast<const unsigned char*>(registers.pc), values);
#else
  return Fault::DivisionByZero;
#endif
}

Fault fault_of(int signal, const siginfo_t* info, const Registers& registers) {
  const u64 address = reinterpret_cast<u64>(info->si_addr);
  switch (signal) {
    case SIGSEGV:
    case SIGBUS:
      if (is_stack_overflow(address, registers.sp)) return Fault::StackOverflow;
      if (address < kNullPage && info->si_code > 0 && info->si_code != SI_KERNEL) return Fault::NullDereference;
      return signal == SIGBUS ? Fault::BusError : Fault::Segfault;
    case SIGILL: return Fault::IllegalInstruction;
    case SIGFPE: return info->si_code == FPE_INTDIV ? fault_of_division(registers) : Fault::FloatingPointSignal;
    case SIGTRAP: return Fault::Trap;
    case SIGABRT: return Fault::Abort;
    default: return Fault::EndlessLoop;
  }
}

void on_signal(int signal, siginfo_t* info, void* context) {
  if (!is_watched()) {
    if (signal == SIGALRM || signal == SIGUSR1) return;  // it arrived after the run it was meant for
    _exit(128 + signal);
  }
  abi::Outcome& outcome = g.header->outcome;
  // A second fault, while the frames of the first were walked: the record of the first stays.
  if (outcome.kind == abi::OutcomeKind::Crashed) _exit(128 + signal);
  const Registers registers = registers_of(context);
  record_outcome(abi::OutcomeKind::Crashed, fault_of(signal, info, registers), nullptr, "");
  // This is the address of the instruction itself; readers of frames subtract one from return addresses.
  outcome.frames[0] = registers.pc + 1 - g.load_bias;
  outcome.frame_count = 1;
  record_frames(reinterpret_cast<const void*>(registers.pc));
  if (outcome.frame_count > 0) outcome.frames[0] = registers.pc + 1 - g.load_bias;
  _exit(128 + signal);
}

// Uninstrumented code called exit. Destructors of static objects must not run on the inconsistent state that the run
// left.
void on_exit() {
  if (!is_watched()) return;
  record_outcome(abi::OutcomeKind::Crashed, Fault::Exit, nullptr, "exit");
  record_frames(nullptr);
  _exit(1);
}

constexpr Kept kKept[] = {signal_stack};

void begin() {
  std::memcpy(g.exception_globals, __cxxabiv1::__cxa_get_globals(), sizeof g.exception_globals);
  std::set_terminate(on_terminate);
}

void end() { std::memcpy(__cxxabiv1::__cxa_get_globals(), g.exception_globals, sizeof g.exception_globals); }

}  // namespace

FORALL_MODULE(faults) = {.phase = Phase::Machine, .keeps = kKept, .begin_run = begin, .end_run = end};

void install_signal_handlers() {
  rlimit limit{};
  getrlimit(RLIMIT_STACK, &limit);
  g.stack_limit = limit.rlim_cur == RLIM_INFINITY ? u64{8} << 20 : limit.rlim_cur;
  g.stack_base = reinterpret_cast<u64>(__libc_stack_end);
  stack_t stack{};
  stack.ss_sp = signal_stack;
  stack.ss_size = sizeof signal_stack;
  sigaltstack(&stack, nullptr);
  struct sigaction action{};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigfillset(&action.sa_mask);
  for (const int deadly : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP}) sigdelset(&action.sa_mask, deadly);
  for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGALRM, SIGUSR1}) {
    sigaction(signal, &action, nullptr);
  }
  sigset_t all;
  sigemptyset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  std::atexit(on_exit);
}

void on_terminate() { terminate_run(nullptr); }

void terminate_run(const void* caller) {
  char text[512] = "std::terminate was called";
  if (g.in_run) {
    if (const std::type_info* type = __cxxabiv1::__cxa_current_exception_type()) {
      int status = 0;
      char* name = __cxxabiv1::__cxa_demangle(type->name(), nullptr, nullptr, &status);
      std::snprintf(text, sizeof text, "std::terminate was called: uncaught %s", status == 0 ? name : type->name());
      g.header->outcome.exception_type = add_string(status == 0 ? name : type->name());
      std::free(name);
    }
  }
  end_run(abi::OutcomeKind::Crashed, Fault::Terminate, nullptr, text, caller);
}

}  // namespace forall::runtime

// The environment: clocks, random numbers, environment variables.
//
// By default a function returns the real answer, and the ledger says that only this one was followed. If the PUT
// declares that part of the environment symbolic (forall/environment.h), the answer is a new input, named after the
// call. Clocks do not go backwards: answers that would are excluded by an assumption.
#include <dlfcn.h>
#include <sys/random.h>
#include <sys/time.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "forall/engine.h"
#include "runtime/models/protocol.h"
#include "runtime/module.h"
#include "runtime/run.h"

namespace forall::runtime {

namespace {

using abi::ScalarKind;

enum : unsigned { kTime = 1, kRandom = 2, kVariables = 4 };

constexpr u64 kSecond = 1'000'000'000;
constexpr u64 kLastSecond = u64{1} << 33;  // the year 2242
constexpr unsigned kVariableLength = 4;    // characters of a variable
constexpr unsigned kMostVariables = 16;
constexpr unsigned kMostRandomBytes = 64;
constexpr unsigned kClocks = 3;
enum Clock : unsigned { Real, Monotonic, Processor };

struct Variable {
  char name[64];
  bool is_set;
  char* text;
};

// The last time that a clock showed: as seconds with nanoseconds, and as nanoseconds alone. A function shows one or the
// other, and each is compared with its own kind: only a test that mixes them makes the solver multiply.
struct Shown {
  Value seconds;
  Value nanoseconds;
  Value total;

  Value as_total() const;
  bool any_pair() const { return seconds.symbolic() || seconds.bits != 0 || nanoseconds.bits != 0; }
  bool any_total() const { return total.symbolic() || total.bits != 0; }
};

// The state of one run.
struct World {
  u32 epoch = 0;
  unsigned symbolic = 0;
  Shown shown[kClocks];
  unsigned variable_count = 0;
  Variable variables[kMostVariables];
};
World world;

constexpr Kept kKept[] = {world};

World& current_world() {
  if (world.epoch != g.epoch) {
    world = World{};
    world.epoch = g.epoch;
    for (Shown& shown : world.shown) shown = {concrete(0, 64), concrete(0, 64), concrete(0, 64)};
  }
  return world;
}

// Is this part of the environment an input? If not, a ledger line says that the real answer was used.
bool is_symbolic_part(const ModelCall& call, unsigned part, const char* name) {
  if (observing() && (current_world().symbolic & part) != 0) return true;
  add_ledger(abi::LedgerKind::Environment, call.site(), name);
  return false;
}

template <typename T>
Value input(const char* name, ScalarKind kind, const char* type, T otherwise) {
  static T place;
  __forall_input(&place, sizeof place, 8 * sizeof place, static_cast<unsigned>(kind), name, type,
                 static_cast<u64>(otherwise), 0, true);
  return shadow_load(&place, sizeof place, nullptr);
}

Value input_long(const char* name, long otherwise) { return input<long>(name, ScalarKind::Long, "long", otherwise); }

void assume(const ModelCall& call, Value condition) {
  decide_condition(condition, call.site(), abi::DecisionKind::Assume);
  if (condition.truth()) return;
  end_run(abi::OutcomeKind::Discarded, abi::Fault::None, nullptr, "", __builtin_return_address(0));
}

Value in_range(Value value, u64 most) { return binary(Op::Ule, value, U128{most}); }
Value both(Value a, Value b) { return binary(Op::And, a, b); }

Value total_of(Value seconds, Value nanoseconds) {
  return binary(Op::Add, binary(Op::Mul, seconds, U128{kSecond}), nanoseconds);
}
Value Shown::as_total() const { return total_of(seconds, nanoseconds); }

Value not_before(Value earlier, Value later, u64 unit) {
  return binary(Op::Ule, earlier, binary(Op::Add, later, U128{unit - 1}));
}
Value later_of(Value a, Value b) { return ite(binary(Op::Ult, a, b), b, a); }

// Makes the clock show these seconds and nanoseconds, exact to `unit` nanoseconds, and not before the last time.
void advance(const ModelCall& call, Clock clock, Value seconds, Value nanoseconds, u64 unit, Value valid) {
  Shown& shown = current_world().shown[clock];
  const Value same_second = equals(seconds, shown.seconds);
  const Value later = unit == kSecond ? binary(Op::Ule, shown.seconds, seconds)
                                      : binary(Op::Or, binary(Op::Ult, shown.seconds, seconds),
                                               both(same_second, not_before(shown.nanoseconds, nanoseconds, unit)));
  valid = both(valid, later);
  if (shown.any_total()) valid = both(valid, not_before(shown.total, total_of(seconds, nanoseconds), unit));
  assume(call, valid);
  shown.nanoseconds = ite(same_second, later_of(shown.nanoseconds, nanoseconds), nanoseconds);
  shown.seconds = seconds;
}

// The same for a clock that shows nanoseconds alone.
void advance(const ModelCall& call, Clock clock, Value now, u64 unit, Value valid) {
  Shown& shown = current_world().shown[clock];
  valid = both(valid, not_before(shown.total, now, unit));
  if (shown.any_pair()) valid = both(valid, not_before(shown.as_total(), now, unit));
  assume(call, valid);
  shown.total = later_of(shown.total, now);
}

// The earliest time the clock may show, in units.
long earliest(Clock clock, u64 unit) {
  const Shown& shown = current_world().shown[clock];
  const u64 pair = static_cast<u64>(shown.seconds.bits) * kSecond + static_cast<u64>(shown.nanoseconds.bits);
  const u64 total = static_cast<u64>(shown.total.bits);
  return static_cast<long>(((pair > total ? pair : total) + unit - 1) / unit);
}

void store(void* to, unsigned bytes, Value value) {
  std::memcpy(to, &value.bits, bytes);
  shadow_store(to, bytes, value);
}

// Seconds and a fraction of `units` per second, as timeval and timespec have them.
void show_time(const ModelCall& call, Clock clock, const char* name, const char* fraction, u64 units, void* to) {
  char text[96];
  const u64 unit = kSecond / units;
  const long ticks = earliest(clock, unit);
  std::snprintf(text, sizeof text, "%s.tv_sec", name);
  const Value seconds = input_long(text, ticks / static_cast<long>(units));
  std::snprintf(text, sizeof text, "%s.%s", name, fraction);
  const Value parts = input_long(text, ticks % static_cast<long>(units));
  const Value valid = both(in_range(seconds, kLastSecond), in_range(parts, units - 1));
  advance(call, clock, seconds, binary(Op::Mul, parts, U128{unit}), unit, valid);
  store(to, 8, seconds);
  store(static_cast<char*>(to) + 8, 8, parts);
}

Value count_ticks(const ModelCall& call, Clock clock, const char* name, u64 unit) {
  const Value ticks = input_long(name, earliest(clock, unit));
  if (unit == kSecond) {
    advance(call, clock, ticks, concrete(0, 64), unit, in_range(ticks, kLastSecond));
    return ticks;
  }
  advance(call, clock, binary(Op::Mul, ticks, U128{unit}), unit, in_range(ticks, kLastSecond * (kSecond / unit)));
  return ticks;
}

template <typename Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

// Each byte is an input.
void random_bytes(const char* name, void* to, std::size_t size) {
  char text[64];
  for (std::size_t i = 0; i < size; ++i) {
    std::snprintf(text, sizeof text, "%s[%zu]", name, i);
    store(static_cast<char*>(to) + i, 1, input<unsigned char>(text, ScalarKind::UChar, "unsigned char", 0));
  }
}

bool fills_bytes(const ModelCall& call, const char* name, void* to, std::size_t size) {
  call.decide(1, size);
  call.resolve(0, to, size);
  if (size > kMostRandomBytes || !is_symbolic_part(call, kRandom, name)) {
    if (size > kMostRandomBytes) add_ledger(abi::LedgerKind::Environment, call.site(), name);
    shadow_clear(to, size);
    return false;
  }
  return true;
}

// Null, or a string whose characters are inputs; those after the first zero are never read.
char* symbolic_variable(const ModelCall& call, const char* name) {
  World& w = current_world();
  for (unsigned i = 0; i < w.variable_count; ++i) {
    if (std::strcmp(w.variables[i].name, name) == 0) return w.variables[i].is_set ? w.variables[i].text : nullptr;
  }
  if (w.variable_count == kMostVariables || std::strlen(name) >= sizeof w.variables[0].name) {
    add_ledger(abi::LedgerKind::Environment, call.site(), "getenv");
    return std::getenv(name);
  }
  Variable& variable = w.variables[w.variable_count++];
  std::strcpy(variable.name, name);
  char text[128];
  std::snprintf(text, sizeof text, "getenv(\"%s\") != nullptr", name);
  static bool place;
  __forall_input(&place, 1, 1, static_cast<unsigned>(ScalarKind::Bool), text, "bool", 0, 0, true);
  variable.is_set = branch_on(extract(shadow_load(&place, 1, nullptr), 0, 1), call.site());
  if (!variable.is_set) return nullptr;
  variable.text = static_cast<char*>(__forall_allocate(kVariableLength + 1, 1));
  for (unsigned i = 0; i < kVariableLength; ++i) {
    std::snprintf(text, sizeof text, "getenv(\"%s\")[%u]", name, i);
    store(variable.text + i, 1, input<char>(text, ScalarKind::Char, "char", 0));
  }
  variable.text[kVariableLength] = 0;
  return variable.text;
}

}  // namespace

// Not reset: it is valid only in the run whose number it carries.
FORALL_MODULE(environment) = {.phase = Phase::Tables, .keeps = kKept};

}  // namespace forall::runtime

using namespace forall::runtime;

#define MODEL_CALL(name, count) const ModelCall call(&__forall_model_##name, #name, count)

extern "C" {

void __forall_symbolic_environment(unsigned parts) {
  const ModelCall call(&__forall_symbolic_environment, "__forall_symbolic_environment", 0);
  if (g.in_run) current_world().symbolic = parts;
}

std::time_t __forall_model_time(std::time_t* to) {
  MODEL_CALL(time, 1);
  call.resolve(0, to, sizeof *to);
  Value now = concrete(static_cast<u64>(std::time(nullptr)), 64);
  if (is_symbolic_part(call, kTime, "time")) now = count_ticks(call, Real, "time()", kSecond);
  if (to != nullptr) store(to, sizeof *to, now);
  call.give(now);
  return static_cast<std::time_t>(now.bits);
}

std::clock_t __forall_model_clock() {
  MODEL_CALL(clock, 0);
  if (!is_symbolic_part(call, kTime, "clock")) return std::clock();
  const Value now = count_ticks(call, Processor, "clock()", kSecond / CLOCKS_PER_SEC);
  call.give(now);
  return static_cast<std::clock_t>(now.bits);
}

int __forall_model_gettimeofday(timeval* to, void* zone) {
  MODEL_CALL(gettimeofday, 2);
  call.resolve(0, to, sizeof *to);
  if (!is_symbolic_part(call, kTime, "gettimeofday")) {
    shadow_clear(to, sizeof *to);
    return real<int(timeval*, void*)>("gettimeofday")(to, zone);
  }
  show_time(call, Real, "gettimeofday()", "tv_usec", 1'000'000, to);
  return 0;
}

int __forall_model_clock_gettime(clockid_t id, timespec* to) {
  MODEL_CALL(clock_gettime, 2);
  call.decide(0, static_cast<u32>(id), 32);
  call.resolve(1, to, sizeof *to);
  const bool known = id == CLOCK_REALTIME || id == CLOCK_MONOTONIC || id == CLOCK_PROCESS_CPUTIME_ID;
  if (!known) add_ledger(forall::abi::LedgerKind::Environment, call.site(), "clock_gettime of another clock");
  if (!known || !is_symbolic_part(call, kTime, "clock_gettime")) {
    shadow_clear(to, sizeof *to);
    return clock_gettime(id, to);
  }
  char name[48];
  std::snprintf(name, sizeof name, "clock_gettime(%d)", static_cast<int>(id));
  const Clock clock = id == CLOCK_REALTIME ? Real : id == CLOCK_MONOTONIC ? Monotonic : Processor;
  show_time(call, clock, name, "tv_nsec", kSecond, to);
  return 0;
}

long __forall_model_system_clock_now() {
  MODEL_CALL(system_clock_now, 0);
  if (!is_symbolic_part(call, kTime, "std::chrono::system_clock::now")) {
    return real<long()>("_ZNSt6chrono3_V212system_clock3nowEv")();
  }
  const Value now = count_ticks(call, Real, "std::chrono::system_clock::now()", 1);
  call.give(now);
  return static_cast<long>(now.bits);
}

long __forall_model_steady_clock_now() {
  MODEL_CALL(steady_clock_now, 0);
  if (!is_symbolic_part(call, kTime, "std::chrono::steady_clock::now")) {
    return real<long()>("_ZNSt6chrono3_V212steady_clock3nowEv")();
  }
  const Value now = count_ticks(call, Monotonic, "std::chrono::steady_clock::now()", 1);
  call.give(now);
  return static_cast<long>(now.bits);
}

int __forall_model_rand() {
  MODEL_CALL(rand, 0);
  if (!is_symbolic_part(call, kRandom, "rand")) return std::rand();
  const Value number = input<int>("rand()", ScalarKind::Int, "int", 0);
  assume(call, in_range(number, RAND_MAX));
  call.give(number);
  return static_cast<int>(number.bits);
}

long __forall_model_random() {
  MODEL_CALL(random, 0);
  if (!is_symbolic_part(call, kRandom, "random")) return random();
  const Value number = input_long("random()", 0);
  assume(call, in_range(number, RAND_MAX));
  call.give(number);
  return static_cast<long>(number.bits);
}

// Has no effect on symbolic numbers; ledger lines already mention real ones.
void __forall_model_srand(unsigned seed) {
  MODEL_CALL(srand, 1);
  if ((current_world().symbolic & kRandom) != 0) return;
  std::srand(seed);
  g.has_lasting_effects = true;
}

u32 __forall_model_arc4random() {
  MODEL_CALL(arc4random, 0);
  if (!is_symbolic_part(call, kRandom, "arc4random")) return real<u32()>("arc4random")();
  const Value number = input<u32>("arc4random()", ScalarKind::UInt, "unsigned", 0);
  call.give(number);
  return static_cast<u32>(number.bits);
}

u32 __forall_model_random_device(void* device) {
  MODEL_CALL(random_device, 1);
  if (!is_symbolic_part(call, kRandom, "std::random_device")) {
    return real<u32(void*)>("_ZNSt13random_device9_M_getvalEv")(device);
  }
  const Value number = input<u32>("std::random_device()", ScalarKind::UInt, "unsigned", 0);
  call.give(number);
  return static_cast<u32>(number.bits);
}

ssize_t __forall_model_getrandom(void* to, std::size_t size, unsigned flags) {
  MODEL_CALL(getrandom, 3);
  if (!fills_bytes(call, "getrandom", to, size)) return getrandom(to, size, flags);
  random_bytes("getrandom()", to, size);
  return static_cast<ssize_t>(size);
}

int __forall_model_getentropy(void* to, std::size_t size) {
  MODEL_CALL(getentropy, 2);
  if (!fills_bytes(call, "getentropy", to, size)) return getentropy(to, size);
  random_bytes("getentropy()", to, size);
  return 0;
}

char* __forall_model_getenv(const char* name) {
  MODEL_CALL(getenv, 1);
  if (call.symbolic() || is_symbolic(name, std::strlen(name) + 1)) {
    add_ledger(forall::abi::LedgerKind::ConcretizedCall, call.site(), "getenv");
  }
  if (!is_symbolic_part(call, kVariables, "getenv")) return std::getenv(name);
  return symbolic_variable(call, name);
}

}  // extern "C"

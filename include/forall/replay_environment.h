// What tests need to replay a case with a symbolic environment (forall/environment.h): functions in front of those of
// the C and C++ libraries. Emitted tests include it; a test that is built with its stored cases does so itself. While a
// replay::Choices lives, they return its values, and the library's answers where it has none.
//
// The definitions are weak, so that several emitted files can be linked into one program. They work where the libraries
// are linked dynamically, as they usually are.
#ifndef FORALL_REPLAY_ENVIRONMENT_H_
#define FORALL_REPLAY_ENVIRONMENT_H_

#include "forall/internal/config.h"

#if !FORALL_INTERNAL_EXPLORED  // else the exploration supplies the answers

#include <dlfcn.h>
#include <sys/random.h>
#include <sys/time.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <map>
#include <random>
#include <string>

#include "forall/replay.h"

namespace forall::replay::environment {

// The value of the next call of this name, or null.
inline const Value* next(const std::string& name) {
  const Choices* choices = Choices::current();
  return choices == nullptr ? nullptr : choices->next(name);
}

template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

// The bytes of getrandom and getentropy; false if there are no values for them.
inline bool fill(const char* name, void* to, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    const Value* byte = next(internal::joined({name, "[", std::to_string(i), "]"}));
    if (byte == nullptr) return false;
    static_cast<unsigned char*>(to)[i] = byte->as<unsigned char>();
  }
  return true;
}

// The variable as the case has it; false if it has none of this name.
inline bool variable(const char* name, char*& text) {
  static std::map<std::string, std::string> texts;  // they stay where they are
  const Choices* choices = Choices::current();
  if (choices == nullptr) return false;
  const std::string call = internal::joined({"getenv(\"", name, "\")"});
  const Value* is_set = choices->find(call + " != nullptr");
  if (is_set == nullptr) return false;
  text = nullptr;
  if (!is_set->as<bool>()) return true;
  std::string value;
  for (int i = 0;; ++i) {
    const Value* c = choices->find(internal::joined({call, "[", std::to_string(i), "]"}));
    if (c == nullptr || c->as<char>() == 0) break;
    value += c->as<char>();
  }
  std::string& kept = texts[name];
  if (kept != value) kept = value;
  text = kept.data();
  return true;
}

}  // namespace forall::replay::environment

extern "C" {

// Tells stored cases that these functions are present (forall/internal/stored_test.h).
[[gnu::weak]] int forall_environment_is_replayed = 1;

[[gnu::weak]] std::time_t time(std::time_t* to) noexcept {
  const auto* value = forall::replay::environment::next("time()");
  const std::time_t now = value != nullptr
                              ? value->as<long>()
                              : forall::replay::environment::real<std::time_t(std::time_t*)>("time")(nullptr);
  if (to != nullptr) *to = now;
  return now;
}

[[gnu::weak]] std::clock_t clock() noexcept {
  const auto* value = forall::replay::environment::next("clock()");
  return value != nullptr ? value->as<long>() : forall::replay::environment::real<std::clock_t()>("clock")();
}

[[gnu::weak]] int gettimeofday(struct timeval* to, void* zone) noexcept {
  const auto* seconds = forall::replay::environment::next("gettimeofday().tv_sec");
  const auto* micros = seconds == nullptr ? nullptr : forall::replay::environment::next("gettimeofday().tv_usec");
  if (micros == nullptr) return forall::replay::environment::real<int(timeval*, void*)>("gettimeofday")(to, zone);
  *to = {seconds->as<long>(), micros->as<long>()};
  return 0;
}

[[gnu::weak]] int clock_gettime(clockid_t id, struct timespec* to) noexcept {
  const std::string call = forall::internal::joined({"clock_gettime(", std::to_string(id), ")"});
  const auto* seconds = forall::replay::environment::next(call + ".tv_sec");
  const auto* nanos = seconds == nullptr ? nullptr : forall::replay::environment::next(call + ".tv_nsec");
  if (nanos == nullptr) return forall::replay::environment::real<int(clockid_t, timespec*)>("clock_gettime")(id, to);
  *to = {seconds->as<long>(), nanos->as<long>()};
  return 0;
}

[[gnu::weak]] int rand() noexcept {
  const auto* value = forall::replay::environment::next("rand()");
  return value != nullptr ? value->as<int>() : forall::replay::environment::real<int()>("rand")();
}

[[gnu::weak]] long random() noexcept {
  const auto* value = forall::replay::environment::next("random()");
  return value != nullptr ? value->as<long>() : forall::replay::environment::real<long()>("random")();
}

[[gnu::weak]] ssize_t getrandom(void* to, std::size_t size, unsigned flags) {
  if (forall::replay::environment::fill("getrandom()", to, size)) return static_cast<ssize_t>(size);
  return forall::replay::environment::real<ssize_t(void*, std::size_t, unsigned)>("getrandom")(to, size, flags);
}

[[gnu::weak]] int getentropy(void* to, std::size_t size) {
  if (forall::replay::environment::fill("getentropy()", to, size)) return 0;
  return forall::replay::environment::real<int(void*, std::size_t)>("getentropy")(to, size);
}

[[gnu::weak]] char* getenv(const char* name) noexcept {
  char* text = nullptr;
  if (forall::replay::environment::variable(name, text)) return text;
  return forall::replay::environment::real<char*(const char*)>("getenv")(name);
}

[[gnu::weak]] char* secure_getenv(const char* name) noexcept {
  char* text = nullptr;
  if (forall::replay::environment::variable(name, text)) return text;
  return forall::replay::environment::real<char*(const char*)>("secure_getenv")(name);
}

#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 36)
[[gnu::weak]] std::uint32_t arc4random() noexcept {
  const auto* value = forall::replay::environment::next("arc4random()");
  return value != nullptr ? value->as<unsigned>() : forall::replay::environment::real<std::uint32_t()>("arc4random")();
}
#endif

}  // extern "C"

#if defined(__GLIBCXX__)
namespace std {

namespace chrono {
inline namespace _V2 {

[[gnu::weak]] system_clock::time_point system_clock::now() noexcept {
  const auto* value = ::forall::replay::environment::next("std::chrono::system_clock::now()");
  if (value != nullptr) return time_point(duration(value->as<long>()));
  return ::forall::replay::environment::real<time_point()>("_ZNSt6chrono3_V212system_clock3nowEv")();
}

[[gnu::weak]] steady_clock::time_point steady_clock::now() noexcept {
  const auto* value = ::forall::replay::environment::next("std::chrono::steady_clock::now()");
  if (value != nullptr) return time_point(duration(value->as<long>()));
  return ::forall::replay::environment::real<time_point()>("_ZNSt6chrono3_V212steady_clock3nowEv")();
}

}  // namespace _V2
}  // namespace chrono

[[gnu::weak]] random_device::result_type random_device::_M_getval() {
  const auto* value = ::forall::replay::environment::next("std::random_device()");
  if (value != nullptr) return value->as<unsigned>();
  return ::forall::replay::environment::real<result_type(random_device*)>("_ZNSt13random_device9_M_getvalEv")(this);
}

}  // namespace std
#endif

#endif  // !FORALL_INTERNAL_EXPLORED

#endif  // FORALL_REPLAY_ENVIRONMENT_H_

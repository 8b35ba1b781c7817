// Functions of libc that are ours in the whole process, also for uninstrumented code.
//
// free and realloc: uninstrumented code may get a block of the arena and free it (a moved std::string, say).
// __cxa_throw: records where the last exception came from.
// pthread_create: code under test that starts threads is not supported, and the ledger must say so.
// vfork and _Fork: children that the handlers of fork do not see.
//
// The definitions are weak, so that a program with its own allocator keeps it, and have default visibility, so that the
// dynamic linker binds the shared libraries to them.
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "runtime/frames.h"
#include "runtime/heap.h"
#include "runtime/models/allocation.h"
#include "runtime/module.h"
#include "runtime/references.h"
#include "runtime/shadow.h"
#include "runtime/trace.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FORALL_OWN_FREE 0
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define FORALL_OWN_FREE 0
#endif
#ifndef FORALL_OWN_FREE
#define FORALL_OWN_FREE 1
#endif

using namespace forall::runtime;

extern "C" {

#if FORALL_OWN_FREE
void __libc_free(void* pointer);
void* __libc_realloc(void* pointer, std::size_t size);

[[gnu::weak, gnu::visibility("default")]] void free(void* pointer) {
  if (pointer == nullptr) return;
  if (in_arena(reinterpret_cast<u64>(pointer))) return release(pointer, __builtin_return_address(0));
  forget_foreign(pointer);
  __libc_free(pointer);
}

[[gnu::weak, gnu::visibility("default")]] void* realloc(void* pointer, std::size_t size) {
  if (!in_arena(reinterpret_cast<u64>(pointer))) {
    if (pointer != nullptr) forget_foreign(pointer);
    return __libc_realloc(pointer, size);
  }
  const Object old = heap_object(reinterpret_cast<u64>(pointer));
  void* fresh = __libc_realloc(nullptr, size);
  if (fresh == nullptr) return nullptr;
  std::memcpy(fresh, pointer, old.size < size ? old.size : size);
  release(pointer, __builtin_return_address(0));
  return fresh;
}
#endif

[[gnu::weak, gnu::visibility("default")]] int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                                                             void* (*start)(void*), void* argument) {
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto real = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
  if (g.in_run && !g.threads) build_what_is_pointed_to(nullptr);  // no access is checked from now on
  g.threads = true;
  add_ledger(forall::abi::LedgerKind::ThreadStarted, nullptr, "pthread_create");
  return real(thread, attributes, start, argument);
}

// A child that shares the memory of its parent would end the run in its place; POSIX lets it be a copy.
[[gnu::weak, gnu::visibility("default")]] pid_t vfork() { return fork(); }
[[gnu::weak, gnu::visibility("default")]] pid_t _Fork() { return fork(); }

// Every throw, also in the standard library, records its frames: if nothing catches it, they are the source line of the
// outcome.
[[gnu::weak, gnu::visibility("default"), noreturn]] void __cxa_throw(void* thrown, void* type, void (*destroy)(void*)) {
  using Throw = void (*)(void*, void*, void (*)(void*));
  static const auto real = reinterpret_cast<Throw>(dlsym(RTLD_NEXT, "__cxa_throw"));
  if (g.in_run) keep_throw_frames(__builtin_return_address(0));
  real(thrown, type, destroy);
  __builtin_unreachable();
}

}  // extern "C"

namespace forall::runtime {

namespace {

void save() {
  if (g.threads) add_to_every_ledger(abi::LedgerKind::ThreadStarted, nullptr, "before the first run");
}

// Threads do not survive the fork of a worker.
void start() {
  save();
  g.threads = false;
}

}  // namespace

FORALL_MODULE(interpose) = {.phase = Phase::Tables, .start = start, .save = save};

}  // namespace forall::runtime

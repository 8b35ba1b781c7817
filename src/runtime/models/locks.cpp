// Locks. A run has one thread, so the C library's own functions do the work; what is checked here is that the lock is
// there, and that it is locked when it is unlocked.
#include <pthread.h>

#include "runtime/models/protocol.h"

namespace forall::runtime {

namespace {

void check_lock(const ModelCall& call, const void* lock, u64 size) {
  call.resolve(0, lock, size);
  check_access(lock, size, call.site());
}

void check_locked(const ModelCall& call, bool is_locked) {
  if (!g.in_run || g.threads || is_locked) return;
  add_ledger(abi::LedgerKind::UndefinedValue, call.site(), "a lock that is not locked is unlocked");
}

// Only an ordinary mutex is undefined then; others return an error.
bool may_be_unlocked(const pthread_mutex_t& mutex) {
  constexpr int kTypes = 127;
  return (mutex.__data.__kind & kTypes) != PTHREAD_MUTEX_NORMAL || mutex.__data.__lock != 0;
}

bool is_locked(const pthread_rwlock_t& lock) { return lock.__data.__readers != 0 || lock.__data.__cur_writer != 0; }

}  // namespace

}  // namespace forall::runtime

using namespace forall::runtime;

#define FORALL_LOCKING(name, type)                          \
  int __forall_model_##name(type* lock) {                   \
    const ModelCall call(&__forall_model_##name, #name, 1); \
    check_lock(call, lock, sizeof *lock);                   \
    return name(lock);                                      \
  }

extern "C" {

FORALL_LOCKING(pthread_mutex_lock, pthread_mutex_t)
FORALL_LOCKING(pthread_mutex_trylock, pthread_mutex_t)
FORALL_LOCKING(pthread_rwlock_rdlock, pthread_rwlock_t)
FORALL_LOCKING(pthread_rwlock_wrlock, pthread_rwlock_t)
FORALL_LOCKING(pthread_rwlock_tryrdlock, pthread_rwlock_t)
FORALL_LOCKING(pthread_rwlock_trywrlock, pthread_rwlock_t)

int __forall_model_pthread_mutex_unlock(pthread_mutex_t* lock) {
  const ModelCall call(&__forall_model_pthread_mutex_unlock, "pthread_mutex_unlock", 1);
  check_lock(call, lock, sizeof *lock);
  check_locked(call, may_be_unlocked(*lock));
  return pthread_mutex_unlock(lock);
}

int __forall_model_pthread_rwlock_unlock(pthread_rwlock_t* lock) {
  const ModelCall call(&__forall_model_pthread_rwlock_unlock, "pthread_rwlock_unlock", 1);
  check_lock(call, lock, sizeof *lock);
  check_locked(call, is_locked(*lock));
  return pthread_rwlock_unlock(lock);
}

}  // extern "C"

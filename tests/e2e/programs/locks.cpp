// Mutexes and what must not be done with them.
#include <forall/forall.h>

#include <memory>
#include <mutex>
#include <shared_mutex>

namespace {

void Guarded(int n) {
  std::mutex mutex;
  const std::lock_guard guard(mutex);
  EXPECT_FALSE(n == 7 && mutex.try_lock());
}
FORALL(Proved, Guarded);

void Recursive(int n) {
  std::recursive_mutex mutex;
  mutex.lock();
  if (n == 7) mutex.lock();
  mutex.unlock();
  if (n == 7) mutex.unlock();
}
FORALL(Proved, Recursive);

void Shared(int n) {
  std::shared_mutex mutex;
  const std::shared_lock one(mutex);
  const std::shared_lock other(mutex);
  EXPECT_FALSE(n == 7 && mutex.try_lock());
}
FORALL(Proved, Shared);

void Unlocked(int n) {
  std::mutex mutex;
  mutex.lock();
  mutex.unlock();
  if (n == 7) mutex.unlock();
}
FORALL(Open, Unlocked);

void SharedUnlocked(int n) {
  std::shared_mutex mutex;
  if (n == 7) mutex.unlock_shared();
}
FORALL(Open, SharedUnlocked);

void Freed(int n) {
  auto mutex = std::make_unique<std::mutex>();
  std::mutex& same = *mutex;
  if (n == 7) mutex.reset();
  same.lock();
  same.unlock();
}
FORALL(Refuted, Freed);

}  // namespace

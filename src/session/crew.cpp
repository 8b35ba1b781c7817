#include "session/crew.h"

#include <chrono>

namespace forall::session {

namespace {

// Most explorations are over before another target has started.
constexpr double kSecondsBeforeStart = 0.1;
constexpr auto kBetweenLooks = std::chrono::milliseconds(50);

}  // namespace

void Crew::join(explore::Units& units) {
  const std::lock_guard lock(mutex_);
  at_work_[&units] = 0;
}

void Crew::wake() { changed_.notify_all(); }

void Crew::leave(explore::Units& units) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return at_work_[&units] == 0; });
  at_work_.erase(&units);
}

explore::Units* Crew::find_work(bool has_target) {
  for (const auto& [units, helpers] : at_work_) {
    if ((has_target || units->seconds() >= kSecondsBeforeStart) && units->has_waiting()) return units;
  }
  return nullptr;
}

bool Crew::help(std::unique_ptr<target::Target>& target, const Start& start) {
  if (target == nullptr) {
    {
      const std::lock_guard lock(mutex_);
      if (find_work(false) == nullptr) return false;
    }
    target = start();
  }
  explore::Units* units;
  {
    const std::lock_guard lock(mutex_);
    units = find_work(true);
    if (units == nullptr) return false;
    ++at_work_[units];
  }
  if (!units->help(*target)) target = nullptr;
  {
    const std::lock_guard lock(mutex_);
    --at_work_[units];
  }
  changed_.notify_all();
  return true;
}

void Crew::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, kBetweenLooks);
}

}  // namespace forall::session

// The threads of a session that have no PUT to work on: they help those that have.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

#include "explore/units.h"
#include "target/target.h"

namespace forall::session {

class Crew : public explore::Helpers {
 public:
  void join(explore::Units& units) override;
  void wake() override;
  void leave(explore::Units& units) override;

  // Explores a unit of somebody. False: there is none, or none for which it pays to start a target.
  using Start = std::function<std::unique_ptr<target::Target>()>;
  bool help(std::unique_ptr<target::Target>& target, const Start& start);
  // Until there may be something to do, but not for long.
  void wait();

 private:
  explore::Units* find_work(bool has_target);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<explore::Units*, unsigned> at_work_;  // how many are at its units
};

}  // namespace forall::session

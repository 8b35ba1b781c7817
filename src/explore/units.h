// The units of one PUT: given away by searches, taken by whoever has time, absorbed in an order that does not depend on that.
//
// The exploration of the whole tree gives units away, and units give units away in turn. Their facts are absorbed one unit after the
// other, as if a single worker had taken them from a queue: first in, first out, hard ones after all others. Who has time
// explores units before it is their turn. Limits hold for all units together: a unit that would have ended
// earlier, had it known what was found before it, is explored once more when its turn comes; what comes after it does not count.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "explore/exploration.h"
#include "explore/explore.h"
#include "explore/unit.h"

namespace forall::explore {

class Units;

// Threads with a target of their own that may have time for units of others.
class Helpers {
 public:
  virtual ~Helpers() = default;
  virtual void join(Units& units) = 0;
  virtual void wake() = 0;               // there is a unit to take
  virtual void leave(Units& units) = 0;  // returns when nobody is at one of its units any more
};

class Units {
 public:
  Units(const testcase::Put& put, const Options& options, const Hooks& hooks, Helpers* helpers);
  Units(const Units&) = delete;
  Units& operator=(const Units&) = delete;
  ~Units();

  // Throws LostPrefix if the PUT cannot be explored in units.
  testcase::Result explore(target::Target& target);

  // For helpers, while `explore` is at work.
  bool has_waiting() const;
  double seconds() const;  // for which it has been
  // Explores a unit, if one is waiting. False: the target is in a state that nobody knows.
  bool help(target::Target& target);

 private:
  enum class State { Waiting, Running, Done };
  struct Entry {
    Unit unit;
    State state = State::Waiting;
    Totals before;  // that its search began with
    Facts facts;
    std::exception_ptr error;
    Progress progress;
    std::vector<std::shared_ptr<Entry>> given;  // by its search
    bool is_dropped = false;                    // its search does not count
  };
  using EntryRef = std::shared_ptr<Entry>;

  void add(Entry& giver, Unit unit);
  EntryRef take_waiting();
  // The next to be absorbed, or another one that is waiting; none if all are taken.
  EntryRef take(const EntryRef& next);
  void start(Entry& entry);
  bool search(Entry& entry, target::Target& target);
  void explore_rest(Exploration& whole, target::Target& target);
  void absorb(Exploration& whole, Entry& entry, target::Target& target);
  void line_up(Entry& absorbed);
  void end_early(Exploration& whole);
  void report(Entry& entry, const Progress& progress);

  const testcase::Put& put_;
  const Options& options_;
  const Hooks& hooks_;
  Helpers* const helpers_;
  base::Clock& clock_;
  const double start_;
  std::atomic<bool> is_over_ = false;

  mutable std::mutex mutex_;  // guards everything below, and the entries
  std::condition_variable changed_;
  std::deque<EntryRef> waiting_, hard_waiting_;  // for somebody who has time
  std::deque<EntryRef> turn_, hard_turn_;        // to be absorbed
  unsigned running_ = 0;
  Totals absorbed_;
  double seconds_ = 0;  // that the search of all units may take
  Entry whole_tree_;
  std::vector<Entry*> in_work_;
  Progress done_;  // by units whose search has ended
};

}  // namespace forall::explore

// One unit of a queue: claimed, searched, completed.
#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

#include "explore/explore.h"
#include "explore/unit.h"
#include "scale/queue.h"
#include "target/target.h"

namespace forall::scale {

QueuedUnit queued(const explore::Unit& unit);

// Renews the lease of a claim as long as it lives.
class Lease {
 public:
  // Reports what the search has found with each renewal.
  Lease(Queue& queue, const Claim& claim);
  void found(const explore::Progress& progress);
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;
  ~Lease();
  // Nobody waits for the unit any more, or it could not be renewed.
  const std::atomic<bool>& is_over() const { return is_over_; }
  void rethrow_error();

 private:
  void renew();

  Queue& queue_;
  const Claim claim_;
  std::atomic<bool> is_over_ = false;
  bool is_ended_ = false;
  SoFar found_;
  std::exception_ptr error_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::thread thread_;
};

// Searches the unit and completes it; if `stop` ends the search it is released, for others. What goes wrong with it is thrown, after the
// queue was told as far as it concerns the verdict.
void search(Queue& queue, const Claim& claim, target::Target& target, const testcase::Put& put,
            explore::Options options, const std::atomic<bool>* stop,
            const std::function<void(const explore::Progress&)>& progress = nullptr);

}  // namespace forall::scale

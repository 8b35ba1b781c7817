// What a live page shows and may ask for. Events come from the threads of the session, requests from that of the server.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/local_server.h"
#include "session/events.h"
#include "testcase/records.h"

namespace forall::cli {

// What the page asked for: one PUT again, with other bounds where they are given.
struct AgainRequest {
  std::string put;
  std::optional<std::uint32_t> unfold;
  std::optional<double> seconds;
};

class LiveState {
 public:
  // Results that are kept from an earlier exploration come with their failing cases only; `stored` has all of them.
  using Stored = std::function<std::optional<testcase::Result>(const std::string& put)>;
  explicit LiveState(Stored stored) : stored_(std::move(stored)) {}

  void hear(const session::Event& event);
  base::LocalResponse answer(const base::LocalRequest& request);

  // An exploration begins, or ends; what is wrong with it, if anything.
  void begin();
  void end(const std::string& error);

  // The next request of the page, or nothing if the page or `interrupted` ended the command.
  std::optional<AgainRequest> wait(const std::atomic<bool>& interrupted);

  // Set when the page wants the exploration to stop.
  std::atomic<bool>& stop() { return stop_; }

 private:
  struct LivePut {
    testcase::Result result;
    std::string phase = "waiting";
    explore::Progress progress;
    bool is_finished = false;
  };
  std::string state_json();
  std::string data_json();
  base::LocalResponse ask(const std::string& what, const std::string& body);

  Stored stored_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, LivePut> puts_;
  std::string error_, data_;
  bool is_running_ = true, is_ended_ = false;  // the first exploration begins as soon as the server is there
  std::uint64_t generation_ = 1;               // of what the data shows
  std::uint64_t data_generation_ = 0;          // of the data that was made last
  std::optional<AgainRequest> request_;
  std::atomic<bool> stop_{false};
};

}  // namespace forall::cli

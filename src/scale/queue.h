// The queue: units of explorations as rows of a PostgreSQL database, claimed by whoever has time.
//
// Each function is one transaction, and doing it twice is the same as doing it once. So a process may be killed anywhere, and whoever loses
// the connection may do again what it was about to do. Time is that of the server.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "scale/status.h"
#include "store/database.h"

namespace forall::scale {

// What is explored, and how: facts belong to it, whoever finds them.
struct Plan {
  std::string put;        // full name
  std::string program;    // SHA-256
  std::string forall;     // an identity, as the two below
  std::string libraries;  // that the program loads
  std::string options;    // bytes (records.h)
  std::string key() const;
};

struct PlanTerms {
  std::string earlier;  // bytes of the cases with which the exploration begins
  double seconds = 0;   // that it may take; 0: no limit
  double lease = 30;
  bool again = false;  // what is there of an earlier exploration does not count
};

// As the queue knows it.
struct QueuedUnit {
  std::string key;
  std::string task;  // bytes
  bool is_hard = false;
};

struct Claim {
  std::int64_t plan = 0;
  std::string key, task;
  double lease = 0;
  double seconds = 0, seconds_left = 0;  // of the whole exploration; 0: no limit
};

// What a search has found until now.
struct SoFar {
  std::uint64_t paths = 0, failed = 0;
};

// A unit that a search gave away.
struct Given {
  std::string key;
  bool is_hard = false;
};

struct Completion {
  enum class Kind {
    Whole,    // the search has ended by itself
    Partial,  // the time was over
    Lost,     // a run left the prefix of the unit: the test depends on more than its inputs
    Wrong,    // something that must not be was seen: nobody may trust a verdict
  };
  Kind kind = Kind::Whole;
  std::string facts;         // bytes
  std::string message;       // Wrong
  std::vector<Given> given;  // by its search
  double seconds = 0;
  std::uint64_t paths = 0, failed = 0, runs = 0, queries = 0;
};

class Queue {
 public:
  struct Settings {
    std::string url;
    std::string worker;                       // name of this process
    double patience = 0;                      // seconds, to wait for a server that does not answer any more
    double first_patience = 0;                // or not yet
    const std::atomic<bool>* stop = nullptr;  // ends waiting
  };
  // Thread-safe. It connects when it is needed first.
  explicit Queue(Settings settings) : settings_(std::move(settings)) {}
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;
  ~Queue();

  const std::string& worker() const { return settings_.worker; }

  // For who explores a PUT. `program` gives the bytes of the target, if the queue needs them.
  void make_tables();
  // The cases with which an exploration began that was left unfinished, if there is one.
  std::optional<std::string> earlier(const Plan& plan);
  // Goes on with a plan that is there. Throws base::UserError if another process explores it.
  std::int64_t open_plan(const Plan& plan, const PlanTerms& terms, const std::function<std::string()>& program);
  void add(std::int64_t plan, const QueuedUnit& unit);
  std::optional<Completion> result(std::int64_t plan, const std::string& key);
  std::optional<QueuedUnit> unit(std::int64_t plan, const std::string& key);
  Counts counts(std::int64_t plan);              // without what the search from the root has found
  void note_root(std::int64_t plan, SoFar all);  // it has found so much
  void close(std::int64_t plan);                 // nobody claims its units any more, and who has one ends
  void finish(std::int64_t plan);                // its result is made: the rows of its units go
  void remove_programs();                        // that no plan needs any more

  // For workers.
  bool has_tables();
  struct Which {
    std::string forall;
    std::string program;    // empty: any
    std::int64_t plan = 0;  // 0: any
    std::string key;        // of one unit of the plan; empty: any
  };
  std::optional<Claim> claim(const Which& which);
  // False: nobody waits for the unit any more.
  bool renew(const Claim& claim, SoFar found = {});
  // A part does not count while there is time for the whole: then it is as if it was released.
  void complete(const Claim& claim, const Completion& completion);
  void release(const Claim& claim);
  Plan plan(std::int64_t id);
  std::optional<std::string> program(const std::string& hash);  // its bytes, not verified
  // Open units that somebody with this forall could claim, now or later; and those for others.
  struct Work {
    std::uint64_t units = 0, of_others = 0;
  };
  Work work(const std::string& forall);

  Status status();

 private:
  using Connection = store::Connection;
  template <typename F>
  auto with(F f);
  void connect();
  void lock_again(std::int64_t plan, double start);
  store::Statement& prepared(const char* sql);
  bool lock(std::int64_t plan);
  void add_program(const std::string& hash, const std::function<std::string()>& program);
  void insert(std::int64_t plan, const QueuedUnit& unit);
  void give_back(const Claim& claim);
  struct Done {
    std::uint64_t units = 0, twice = 0, paths = 0;
    double seconds = 0;
  };
  void note_worker(const Done& done);

  const Settings settings_;
  std::mutex mutex_;  // guards everything below
  std::unique_ptr<Connection> connection_;
  std::map<std::string, std::unique_ptr<store::Statement>> statements_;
  bool was_connected_ = false, is_noted_ = false;
  std::set<std::int64_t> held_;  // plans
  std::string session_;          // of the connection, as the server calls it
};

}  // namespace forall::scale

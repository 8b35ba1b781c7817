// The store over SQLite. Cases are found by the thousand per second, and a transaction for each would cost more than
// the exploration. So a transaction takes all cases of up to kMostSeconds, or kMostCases of them; a thread of the
// store's own ends it when its time is over, also when nothing more is found. A kill loses at most those last moments.
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/files.h"
#include "store/reader.h"
#include "store/schema.h"
#include "store/store.h"
#include "store/writer.h"

namespace forall::store {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostCases = 1000;
constexpr std::chrono::milliseconds kMostTime{50};

std::vector<CaseName> names_of(const std::optional<testcase::Result>& result) {
  std::vector<CaseName> names;
  if (result) {
    for (const auto& c : result->cases) names.push_back({c.id, c.name});
  }
  return names;
}

class SqliteStore : public Store {
 public:
  explicit SqliteStore(std::unique_ptr<Connection> connection)
      : connection_(std::move(connection)),
        writer_(*connection_),
        committer_([this](const std::stop_token& stop) { work(stop); }) {}

  // What can still be kept is kept; who wants to know calls flush.
  ~SqliteStore() override {
    committer_.request_stop();
    committer_.join();
    try {
      commit();
    } catch (const std::exception&) {
    }
  }

  std::int64_t begin(const testcase::Put& put) override {
    const std::lock_guard lock(mutex_);
    commit();
    Transaction transaction(*connection_);
    const std::int64_t id = writer_.begin(put);
    transaction.commit();
    return id;
  }

  void add(std::int64_t exploration, const testcase::Case& c) override {
    const std::lock_guard lock(mutex_);
    rethrow();
    try {
      if (!batch_) {
        batch_.emplace(*connection_);
        begun_at_ = Clock::now();
        pending_ = 0;
        changed_.notify_all();
      }
      writer_.add(exploration, c);
    } catch (...) {
      roll_back();
      throw;
    }
    if (++pending_ >= kMostCases || Clock::now() - begun_at_ >= kMostTime) commit();
  }

  void flush() override {
    const std::lock_guard lock(mutex_);
    commit();
  }

  void finish(std::int64_t exploration, const testcase::Result& result) override {
    const std::lock_guard lock(mutex_);
    commit();
    try {
      Transaction transaction(*connection_);
      writer_.finish(exploration, result);
      transaction.commit();
    } catch (...) {
      writer_.forget();
      throw;
    }
  }

  std::vector<PutSummary> list() override {
    const std::lock_guard lock(mutex_);
    return read_list(*connection_);
  }
  std::optional<testcase::Result> load(const std::string& put) override {
    const std::lock_guard lock(mutex_);
    return read_result(*connection_, put);
  }
  std::optional<testcase::Case> find_case(std::int64_t id) override {
    const std::lock_guard lock(mutex_);
    return read_case(*connection_, id);
  }
  std::optional<testcase::Put> find_put(const std::string& put) override {
    const std::lock_guard lock(mutex_);
    return read_put(*connection_, put);
  }
  void start_run(const RunInfo&) override {}
  std::optional<testcase::Result> load_summary(const std::string& put) override { return load(put); }
  std::vector<CaseName> case_names(const std::string& put) override { return names_of(load(put)); }

 private:
  // The rest expects the lock.
  void commit() {
    rethrow();
    if (!batch_) return;
    try {
      batch_->commit();
    } catch (...) {
      roll_back();
      throw;
    }
    batch_.reset();
  }

  void roll_back() {
    batch_.reset();
    writer_.forget();
  }

  // A failure of the committing thread belongs to whoever calls next.
  void rethrow() {
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  }

  void work(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
      if (!changed_.wait(lock, stop, [this] { return batch_.has_value(); })) return;
      const auto end = begun_at_ + kMostTime;
      changed_.wait_until(lock, stop, end, [&] { return !batch_ || begun_at_ + kMostTime != end; });
      if (stop.stop_requested() || !batch_ || begun_at_ + kMostTime != end) continue;
      try {
        commit();
      } catch (...) {
        failure_ = std::current_exception();
      }
    }
  }

  std::unique_ptr<Connection> connection_;
  Writer writer_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::optional<Transaction> batch_;
  Clock::time_point begun_at_;
  std::size_t pending_ = 0;
  std::exception_ptr failure_;
  std::jthread committer_;  // last: it uses everything above
};

class ReadOnlyStore : public Store {
 public:
  explicit ReadOnlyStore(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}

  std::int64_t begin(const testcase::Put&) override { refuse(); }
  void add(std::int64_t, const testcase::Case&) override { refuse(); }
  void finish(std::int64_t, const testcase::Result&) override { refuse(); }
  std::vector<PutSummary> list() override { return read_list(*connection_); }
  std::optional<testcase::Result> load(const std::string& put) override { return read_result(*connection_, put); }
  std::optional<testcase::Case> find_case(std::int64_t id) override { return read_case(*connection_, id); }
  std::optional<testcase::Put> find_put(const std::string& put) override { return read_put(*connection_, put); }
  void start_run(const RunInfo&) override { refuse(); }
  std::optional<testcase::Result> load_summary(const std::string& put) override { return load(put); }
  std::vector<CaseName> case_names(const std::string& put) override { return names_of(load(put)); }

 private:
  [[noreturn]] void refuse() const {
    throw base::UserError(connection_->file().string() + ": it was opened for reading only");
  }

  std::unique_ptr<Connection> connection_;
};

}  // namespace

std::unique_ptr<Store> open(const std::string& where) {
  const std::filesystem::path file(where);
  if (file.has_parent_path()) base::system_files().create_directories(file.parent_path());
  return std::make_unique<SqliteStore>(open_for_writing(file));
}

std::unique_ptr<Store> open_existing(const std::string& where) {
  return std::make_unique<ReadOnlyStore>(open_for_reading(where));
}

}  // namespace forall::store

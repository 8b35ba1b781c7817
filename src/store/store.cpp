// The store over a database. Cases are found by the thousand per second, and a transaction for each would cost more
// than the exploration. So cases become rows in memory, and a thread of the store's own writes what has come together
// in kMostTime, also when nothing more is found; whoever adds faster than that writes too. A kill loses at most those
// last moments.
#include "store/store.h"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/files.h"
#include "store/case_folder.h"
#include "store/reader.h"
#include "store/recorder.h"
#include "store/schema.h"
#include "store/text.h"
#include "store/writer.h"

namespace forall::store {

namespace {

constexpr std::size_t kMostCases = 2000;
constexpr std::chrono::milliseconds kMostTime{50};

class ReadOnlyStore : public Store {
 public:
  explicit ReadOnlyStore(std::unique_ptr<Connection> connection)
      : connection_(std::move(connection)), reader_(*connection_) {}

  std::int64_t begin(const testcase::Put&) override { refuse(); }
  void add(std::int64_t, const testcase::Case&) override { refuse(); }
  void finish(std::int64_t, const testcase::Result&) override { refuse(); }
  void start_run(const RunInfo&) override { refuse(); }
  bool forget(const std::string&) override { refuse(); }
  void move(const testcase::Put&) override { refuse(); }

  std::vector<PutSummary> list() override {
    const auto lock = prepare_to_read();
    return reader_.list();
  }
  std::optional<testcase::Result> load(const std::string& put) override {
    const auto lock = prepare_to_read();
    return reader_.result(put, Reader::Part::All);
  }
  std::optional<testcase::Result> load_summary(const std::string& put) override {
    const auto lock = prepare_to_read();
    return reader_.result(put, Reader::Part::Summary);
  }
  std::optional<testcase::Case> find_case(std::int64_t id) override {
    const auto lock = prepare_to_read();
    return reader_.find_case(id);
  }
  std::optional<testcase::Put> find_put(const std::string& put) override {
    const auto lock = prepare_to_read();
    return reader_.find_put(put);
  }
  std::vector<CaseName> case_names(const std::string& put) override {
    const auto lock = prepare_to_read();
    return reader_.case_names(put);
  }

 protected:
  virtual std::unique_lock<std::mutex> prepare_to_read() { return {}; }

  std::unique_ptr<Connection> connection_;

 private:
  [[noreturn]] void refuse() const { throw base::UserError(connection_->name() + ": it was opened for reading only"); }

  Reader reader_;
};

class WritingStore : public ReadOnlyStore {
 public:
  explicit WritingStore(std::unique_ptr<Connection> connection)
      : ReadOnlyStore(std::move(connection)),
        writer_(*connection_),
        committer_([this](const std::stop_token& stop) { work(stop); }) {}

  // Saves what it can; call flush to learn whether that succeeded.
  ~WritingStore() override {
    committer_.request_stop();
    committer_.join();
    try {
      write_pending();
    } catch (const std::exception&) {
    }
  }

  void start_run(const RunInfo& run) override {
    const std::lock_guard lock(connection_mutex_);
    writer_.start_run(run);
  }

  bool forget(const std::string& put) override {
    const std::lock_guard lock(connection_mutex_);
    return writer_.forget(put);
  }

  void move(const testcase::Put& put) override {
    const std::lock_guard lock(connection_mutex_);
    writer_.move(put);
  }

  std::int64_t begin(const testcase::Put& put) override {
    const std::lock_guard lock(connection_mutex_);
    return writer_.begin(put);
  }

  void add(std::int64_t exploration, const testcase::Case& c) override {
    bool is_much;
    {
      const std::lock_guard lock(pending_mutex_);
      rethrow();
      Exploration& state = explorations_[exploration];
      if (state.has_failed) return;  // `finish` writes all of it
      if (pending_.cases.empty()) {
        since_ = Clock::now();
        changed_.notify_all();
      }
      recorder_.add(exploration, state.cases++, c, pending_);
      is_much = pending_.cases.size() >= kMostCases;
    }
    if (is_much) flush();
  }

  void flush() override {
    const std::lock_guard lock(connection_mutex_);
    write_pending();
  }

  void finish(std::int64_t exploration, const testcase::Result& result) override {
    const std::lock_guard lock(connection_mutex_);
    write_pending();
    const std::lock_guard pending_lock(pending_mutex_);
    writer_.finish(exploration, result, recorder_);
    explorations_.erase(exploration);
  }

 private:
  using Clock = std::chrono::steady_clock;
  struct Exploration {
    std::int64_t cases = 0;
    bool has_failed = false;  // some of its cases could not be written
  };

  std::unique_lock<std::mutex> prepare_to_read() override {
    std::unique_lock lock(connection_mutex_);
    write_pending();
    return lock;
  }

  // Expects connection_mutex_; it is always locked before the other one.
  void write_pending() {
    Batch batch;
    {
      const std::lock_guard lock(pending_mutex_);
      rethrow();
      std::swap(batch, pending_);
    }
    if (batch.cases.empty()) return;
    try {
      writer_.write(batch);
    } catch (...) {
      const std::lock_guard lock(pending_mutex_);
      for (const CaseRow& row : batch.cases) explorations_[row.exploration].has_failed = true;
      throw;
    }
  }

  // A failure of the committing thread belongs to whoever calls next. Expects pending_mutex_.
  void rethrow() {
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  }

  void work(const std::stop_token& stop) {
    std::unique_lock lock(pending_mutex_);
    while (!stop.stop_requested()) {
      if (!changed_.wait(lock, stop, [this] { return !pending_.cases.empty() && !failure_; })) return;
      const auto since = since_;
      changed_.wait_until(lock, stop, since + kMostTime, [&] { return since_ != since; });
      if (stop.stop_requested() || since_ != since || pending_.cases.empty()) continue;
      lock.unlock();
      std::exception_ptr failure;
      try {
        flush();
      } catch (...) {
        failure = std::current_exception();
      }
      lock.lock();
      if (failure) failure_ = failure;
    }
  }

  Writer writer_;
  std::mutex connection_mutex_;
  std::mutex pending_mutex_;  // of the rest
  std::condition_variable_any changed_;
  Recorder recorder_;
  Batch pending_;
  Clock::time_point since_;
  std::map<std::int64_t, Exploration> explorations_;
  std::exception_ptr failure_;
  std::jthread committer_;  // last: it uses everything above
};

bool is_url(const std::string& where) { return where.starts_with("postgresql://") || where.starts_with("postgres://"); }

// Rejects names that are neither a known URL nor a possible file name.
void check_place(const std::string& where) {
  if (where.empty()) throw base::UserError("the name of the database is empty; see --db and FORALL_DB");
  if (where.find("://") != std::string::npos && !is_url(where)) {
    throw base::UserError(without_passwords(where) +
                          ": no such kind of database; write postgresql://user@host/name, or the name of a file");
  }
  if (where.starts_with(':'))
    throw base::UserError(where + ": cases are kept in a file; write ./" + where + " for this name");
}

}  // namespace

std::unique_ptr<Store> open(const std::string& where) {
  check_place(where);
  if (is_url(where)) return std::make_unique<WritingStore>(open_postgres(where));
  const std::filesystem::path file(where);
  if (file.has_parent_path()) base::system_files().create_directories(file.parent_path());
  return std::make_unique<WritingStore>(open_sqlite(where));
}

std::unique_ptr<Store> open_existing(const std::string& where) {
  check_place(where);
  if (!is_url(where) && std::filesystem::is_directory(where)) return open_case_folder(where);
  return std::make_unique<ReadOnlyStore>(is_url(where) ? open_postgres_to_read(where) : open_sqlite_to_read(where));
}

}  // namespace forall::store

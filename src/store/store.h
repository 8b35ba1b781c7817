// Cases in a database.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "testcase/records.h"

namespace forall::store {

inline constexpr int kSchemaVersion = 2;

struct PutSummary {
  std::string name;
  std::string file;
  int line = 0;
  testcase::VerdictKind verdict = testcase::VerdictKind::Open;
  std::uint64_t paths = 0, cases = 0, failed = 0;
  bool complete = true;  // false: the exploration that wrote it was interrupted or killed
  std::string explored_at;
};

// A killed writer leaves a sound database: `begin`, `flush` and `finish` are done or not done as a whole, and added
// cases are kept at most a moment (50 ms) after they were added.
class Store {
 public:
  virtual ~Store() = default;
  // Starts recording a PUT: its earlier cases stay until `finish`, so that a killed exploration loses nothing.
  virtual std::int64_t begin(const testcase::Put& put) = 0;
  virtual void add(std::int64_t exploration, const testcase::Case& c) = 0;
  // Keeps what was added so far, now.
  virtual void flush() {}
  // Makes the cases those of the result (with names and native runs known by then) and replaces
  // earlier explorations of the PUT by this one.
  virtual void finish(std::int64_t exploration, const testcase::Result& result) = 0;

  virtual std::vector<PutSummary> list() = 0;
  // The newest finished exploration of the PUT, or the newest unfinished one if none is finished.
  virtual std::optional<testcase::Result> load(const std::string& put) = 0;
  virtual std::optional<testcase::Case> find_case(std::int64_t id) = 0;
  // The PUT as that exploration saw it, without its cases.
  virtual std::optional<testcase::Put> find_put(const std::string& put) = 0;
};

// Opens or creates. Throws base::UserError: not a database, not writable, newer schema (refused, untouched).
std::unique_ptr<Store> open_sqlite(const std::filesystem::path& file);
// Read-only: throws base::UserError if there is none.
std::unique_ptr<Store> open_sqlite_existing(const std::filesystem::path& file);

}  // namespace forall::store

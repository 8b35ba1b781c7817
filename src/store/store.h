// Cases in a database.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "testcase/records.h"

namespace forall::store {

struct PutSummary {
  std::string name;
  std::string file;
  int line = 0;
  testcase::VerdictKind verdict = testcase::VerdictKind::Open;
  std::uint64_t paths = 0, cases = 0, failed = 0;
  std::uint64_t axioms = 0;  // that it assumes
  bool complete = true;      // false: the exploration that wrote it was interrupted or killed
  std::string explored_at;
};

struct CaseName {
  std::int64_t id = 0;
  std::string name;
  testcase::OutcomeKind outcome = testcase::OutcomeKind::Passed;
  std::string file;  // where it ended, if that is known
  unsigned line = 0;
};

// One call of `forall explore`.
struct RunInfo {
  std::string command;  // as typed
  std::string version;  // of forall
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

  // The PUT, otherwise unchanged, stands at another place of its file, or in another file.
  virtual void move(const testcase::Put& put) = 0;

  // Removes a PUT and all that is stored of it. False if there is none.
  virtual bool forget(const std::string& put) = 0;

  // Explorations from here on belong to this run of forall.
  virtual void start_run(const RunInfo& run) = 0;

  virtual std::vector<PutSummary> list() = 0;
  // The newest finished exploration of the PUT, or the newest unfinished one if none is finished.
  virtual std::optional<testcase::Result> load(const std::string& put) = 0;
  virtual std::optional<testcase::Case> find_case(std::int64_t id) = 0;
  // The same with its refuting cases only, and without their steps: what a report shows.
  virtual std::optional<testcase::Result> load_summary(const std::string& put) = 0;
  // The PUT as that exploration saw it, without its cases.
  virtual std::optional<testcase::Put> find_put(const std::string& put) = 0;
  // The names of all cases of a PUT, in their order; what they are made of is read by find_case.
  virtual std::vector<CaseName> case_names(const std::string& put) = 0;
};

// `where` is a file or the URL of a PostgreSQL database: postgresql://user@host/name. A file is created as needed, with
// its folder. Throws base::UserError: not a database, not writable, newer schema (refused, untouched).
std::unique_ptr<Store> open(const std::string& where);
// There is a database, or the place for one, and nothing has been recorded yet.
class NoCases : public base::UserError {
 public:
  using UserError::UserError;
};
// Read-only: throws NoCases, or base::UserError if it cannot be read.
std::unique_ptr<Store> open_existing(const std::string& where);

}  // namespace forall::store

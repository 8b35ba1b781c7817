// The interface that a test program calls, from static initialisation on. The database is opened when it is first asked
// for; at start only the names of cases are read, the inputs of a case when it runs.
#include <cstdlib>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "base/error.h"
#include "replay/case_data.h"
#include "replay/find_database.h"
#include "store/text.h"
#include "testcase/failures.h"

namespace forall::replay {
namespace {

// One database of the process, under one lock.
class Cases {
 public:
  const ForallStoredPut* put(const char* compiled_in, const char* name) {
    const std::lock_guard lock(mutex_);
    open(compiled_in);
    if (!database_->exists && database_->is_demanded)
      return unreadable("FORALL_DB is " + database_->where + ", and there is no such database");
    if (!database_->exists) return puts_.emplace_back(FORALL_STORED_NOWHERE, database_->where).get();
    if (store_ == nullptr) return unreadable(message_);
    try {
      const auto put = store_->find_put(name);
      if (!put) return puts_.emplace_back(FORALL_STORED_UNKNOWN, database_->where).get();
      types_.insert_or_assign(name, *put);
      return puts_.emplace_back(database_->where, *put, cases_to_run(name)).get();
    } catch (const std::exception& error) {
      return unreadable(error.what());
    }
  }

  const ForallStoredCase* find_case(std::int64_t id, const char** why) {
    const std::lock_guard lock(mutex_);
    case_.reset();
    try {
      if (store_ == nullptr) {
        message_ = "no database was opened";
      } else if (auto found = store_->find_case(id)) {
        const auto put = types_.find(found->put);
        return case_.emplace(std::move(*found), put == types_.end() ? nullptr : &put->second).get();
      } else {
        message_ = database_->where + " has no such case any more: it was explored again after this program started";
      }
    } catch (const std::exception& error) {
      message_ = error.what();
    }
    *why = message_.c_str();
    return nullptr;
  }

 private:
  void open(const char* compiled_in) {
    if (database_) return;
    std::error_code ignored;
    database_ = find_database(std::getenv("FORALL_DB"), compiled_in, std::filesystem::current_path(ignored));
    if (!database_->exists) return;
    try {
      store_ = store::open_existing(database_->where);
    } catch (const store::NoCases&) {
      database_->exists = database_->is_demanded = false;  // it is there, and nothing was recorded yet
    } catch (const std::exception& error) {
      message_ = error.what();
    }
    database_->where = store::without_passwords(database_->where);  // from here on only shown
  }
  // One test fails for each failure: its simplest case. With FORALL_ALL_FAILURES, all failing cases are there.
  std::vector<store::CaseName> cases_to_run(const std::string& put) {
    std::vector<store::CaseName> names = store_->case_names(put);
    const char* all = std::getenv("FORALL_ALL_FAILURES");
    const auto failing = store_->load_summary(put);
    if (!failing || (all != nullptr && *all != '\0')) return names;
    std::unordered_set<std::int64_t> others;
    for (const std::vector<std::size_t>& group : testcase::failure_groups(failing->cases)) {
      for (std::size_t i = 1; i < group.size(); ++i) others.insert(failing->cases[group[i]].id);
    }
    std::erase_if(names, [&](const store::CaseName& name) { return others.count(name.id) != 0; });
    return names;
  }
  const ForallStoredPut* unreadable(const std::string& message) {
    return puts_.emplace_back(FORALL_STORED_UNREADABLE, database_->where, message).get();
  }

  std::mutex mutex_;
  std::optional<Database> database_;  // once it was looked for
  std::unique_ptr<store::Store> store_;
  std::string message_;
  std::deque<PutData> puts_;
  std::unordered_map<std::string, testcase::Put> types_;  // of the parameters of these PUTs
  std::optional<CaseData> case_;
};

// Never destroyed: tests may run while the program ends.
Cases& cases() {
  static auto* const all = new Cases;
  return *all;
}

}  // namespace
}  // namespace forall::replay

// Only memory can run out here, and then nothing can be reported.
extern "C" {
[[gnu::visibility("default")]] const ForallStoredPut* forall_stored_put(const char* database,
                                                                        const char* put) noexcept {
  return forall::replay::cases().put(database, put);
}
[[gnu::visibility("default")]] const ForallStoredCase* forall_stored_case(int64_t id, const char** why) noexcept {
  return forall::replay::cases().find_case(id, why);
}
}

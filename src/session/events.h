// What happens in a session, as it happens. Who shows it, writes it down or draws it is a listener.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "explore/explore.h"
#include "testcase/records.h"

namespace forall::session {

struct BuildStarted {
  std::vector<std::string> inputs;
};
struct BuildFinished {
  double seconds = 0;
};
// The PUTs that are worked on, in the order of the target.
struct SessionStarted {
  std::vector<std::string> puts;
};
struct PutStarted {
  std::string put;
};
// What follows a search, or comes before it.
enum class Stage { LearnAxioms, FindWitnesses };
struct StageStarted {
  std::string put;
  Stage stage;
};
// The exploration has ended, and the verdict stands unless a native run contradicts it.
struct ConfirmStarted {
  const testcase::Result& result;
  std::size_t cases = 0;  // that are confirmed
};
struct SearchProgress {
  std::string put;
  explore::Progress progress;
};
struct PathFound {
  const testcase::Put& put;
  const testcase::Case& found;
};
struct LedgerLineFound {
  std::string put;
  const testcase::LedgerLine& line;
};
struct PutFinished {
  const testcase::Result& result;
};
// Something went wrong on the way to the result of a PUT.
struct PutFailed {
  std::string put;
  std::exception_ptr error;
};
struct SessionFinished {};

using Event = std::variant<BuildStarted, BuildFinished, SessionStarted, PutStarted, StageStarted, ConfirmStarted,
                           SearchProgress, PathFound, LedgerLineFound, PutFinished, PutFailed, SessionFinished>;

// A visitor of events: `std::visit(Handlers{[](const PutStarted& e) {...}, [](const auto&) {}}, event)`.
template <typename... Functions>
struct Handlers : Functions... {
  using Functions::operator()...;
};
template <typename... Functions>
Handlers(Functions...) -> Handlers<Functions...>;

// Tells events from all threads to one listener, one after the other.
class Events {
 public:
  using Listener = std::function<void(const Event&)>;
  explicit Events(Listener listener) : listener_(std::move(listener)) {}
  void tell(const Event& event) {
    const std::lock_guard lock(mutex_);
    listener_(event);
  }

 private:
  Listener listener_;
  std::mutex mutex_;
};

}  // namespace forall::session

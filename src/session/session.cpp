// The stages of an exploration: check the surroundings, build the target, then per PUT explore, write and confirm the
// closed tests, store. PUTs are independent, so `jobs` of them are worked on at once, each with a target process of its
// own, and what goes wrong with one of them costs the others nothing. Where fewer PUTs are left than jobs, the others help to explore them.
#include "session/session.h"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>
#include <exception>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>
#include <thread>

#include "axioms/axiom_plan.h"
#include "base/error.h"
#include "base/suggest.h"
#include "base/version.h"
#include "build/build.h"
#include "explore/explore.h"
#include "native/native_tests.h"
#include "native/value_programs.h"
#include "program/elf.h"
#include "program/sha256.h"
#include "scale/distributed.h"
#include "scale/launcher.h"
#include "session/axiom_use.h"
#include "session/crew.h"
#include "session/fingerprint.h"
#include "session/put_work.h"
#include "session/stoppable_processes.h"
#include "store/store.h"

namespace forall::session {
namespace {

namespace fs = std::filesystem;

using program::FileKind;
using program::kind_of;

}  // namespace

void check_inputs(const Settings& options, base::Files& files) {
  for (const std::string& name : options.inputs) {
    if (!files.exists(name)) throw base::UserError(fmt::format("{}: error: no such file", name));
  }
}

namespace {

struct Inputs {
  build::Sources sources;
  std::optional<fs::path> target;
};

Inputs sort_inputs(const Settings& options, const std::vector<std::string>& flags, base::Files& files) {
  check_inputs(options, files);
  Inputs inputs;
  inputs.sources.flags = flags;
  for (const std::string& name : options.inputs) {
    const FileKind kind = kind_of(name, files);
    if (kind == FileKind::Object) {
      throw base::UserError(
          fmt::format("{}: error: an object file; link it with `forall c++` and give the program", name));
    }
    if (kind == FileKind::Program) {
      if (inputs.target)
        throw base::UserError(fmt::format("{}: error: only one target can be explored at a time", name));
      inputs.target = name;
    } else {
      inputs.sources.files.emplace_back(name);
    }
  }
  return inputs;
}

// Finds out before the work, not after it, that its results cannot be kept.
void check_output_folder(const fs::path& out, base::Files& files) {
  files.create_directories(out);
  const fs::path probe = out / ".forall-probe";
  files.write(probe, "");
  files.remove(probe);
}

// A name is what a PUT is called by on the command line, in the database and in the file of its closed tests.
void check_names(const std::vector<testcase::Put>& puts) {
  std::map<std::string, const testcase::Put*> known;
  for (const auto& put : puts) {
    const auto [other, is_new] = known.emplace(put.full_name(), &put);
    if (is_new) continue;
    throw base::UserError(fmt::format("{}:{}: error: there is another {} at {}:{}; give one of them another name",
                                      put.file, put.line, put.full_name(), other->second->file, other->second->line));
  }
}

std::vector<std::size_t> select(const std::vector<testcase::Put>& puts, const std::vector<std::string>& globs) {
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < puts.size(); ++i) {
    const std::string name = puts[i].full_name();
    const auto matches = [&](const std::string& glob) { return fnmatch(glob.c_str(), name.c_str(), 0) == 0; };
    if (globs.empty() || std::any_of(globs.begin(), globs.end(), matches)) chosen.push_back(i);
  }
  if (chosen.empty() && !puts.empty()) {
    std::string names;
    std::vector<std::string> known;
    for (const auto& put : puts) {
      names += "\n  " + put.full_name();
      known.push_back(put.full_name());
    }
    const std::string meant = base::suggestion(globs.front(), known);
    throw base::UserError(fmt::format("no PUT matches {}{}:{}", fmt::join(globs, ", "),
                                      meant.empty() ? "; there are" : meant + " There are", names));
  }
  return chosen;
}

// As typed, as far as the system knows.
std::string command_line(base::Files& files) {
  std::vector<std::string> words;
  std::istringstream text(files.read("/proc/self/cmdline").value_or(""));
  for (std::string word; std::getline(text, word, '\0');) words.push_back(word);
  return base::quote_command(words);
}

class Session {
 public:
  Session(const Outside& outside, const Settings& options, const std::vector<std::string>& flags,
          const std::atomic<bool>& stop, const Events::Listener& listener)
      : outside_(outside),
        options_(options),
        inputs_(sort_inputs(options, flags, outside.world.files)),
        stop_(stop),
        processes_(outside.world.processes, stop),
        world_{outside.world.files, processes_, outside.world.clock},
        events_(listener) {}
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() {
    is_over_ = true;
    if (making_.joinable()) making_.join();
  }

  SessionResult run() {
    const double start_time = world_.clock.now();
    if (options_.emit) check_output_folder(options_.out, world_.files);
    store_ = store::open(options_.database);
    ignore_own_folder(options_.database, world_.files);
    if (options_.emit && options_.confirm) check_compiler();
    prepare_confirming();
    build();
    program_state_ = state_of_program(program_);
    if (options_.distributed) distribute();
    std::unique_ptr<target::Target> first = start();
    code_ = outside_.read_code(program_);
    const auto& puts = first->puts();
    if (puts.empty()) {
      throw base::UserError(
          fmt::format("{}: error: no FORALL test in {}; write FORALL(Suite, Function); after a function "
                      "with parameters, see the tutorial",
                      options_.inputs.front(), options_.inputs.size() == 1 ? "this file" : "these files"));
    }
    check_names(puts);
    find_gone(puts);
    chosen_ = select(puts, options_.puts);
    if (options_.shard) chosen_ = options_.shard->part_of(chosen_);
    std::vector<const testcase::Put*> written;
    for (const std::size_t put : chosen_) written.push_back(&puts[put]);
    if (options_.emit) native::check_tests(options_.out, written, *options_.emit, world_.files);
    slots_.resize(chosen_.size());
    plan_work(puts);
    budget_.emplace(world_.clock, options_.total_seconds.value_or(usual_seconds(chosen_.size())), chosen_.size(),
                    options_.jobs);
    put_work_.emplace(PutWork::Surroundings{
        {options_, inputs_.sources, outside_.layout, stop_, world_, events_, programs_ ? &*programs_ : nullptr},
        *store_,
        *code_,
        program_,
        program_state_,
        *axioms_,
        crew_,
        *budget_,
        distribution_ ? &*distribution_ : nullptr});
    store_->start_run({command_line(world_.files), base::kVersion});
    std::vector<std::string> names;
    for (const testcase::Put* put : written) names.push_back(put->full_name());
    events_.tell(SessionStarted{names});
    work_in_parallel(std::move(first));
    if (queue_ && !failure_) queue_->remove_programs();
    if (failure_) std::rethrow_exception(failure_);
    for (auto& slot : slots_) {
      if (slot && slot->result) result_.results.push_back(std::move(*slot->result));
    }
    result_.files = put_work_->tests().files();
    result_.times.explore = put_work_->explore_seconds();
    result_.times.confirm = put_work_->tests().confirm_seconds();
    if (options_.emit) result_.uncompiled = put_work_->tests().uncompiled();
    result_.times.wall = world_.clock.now() - start_time;
    events_.tell(SessionFinished{});
    return std::move(result_);
  }

 private:
  // Who uses others comes after them.
  void plan_work(const std::vector<testcase::Put>& puts) {
    puts_ = puts;
    for (testcase::Put& put : puts_) {
      for (const auto& file : inputs_.sources.files) put.build.sources.push_back(file.string());
      put.build.flags = inputs_.sources.flags;
    }
    plan_.emplace(puts_, axioms::PlanOptions{options_.using_suites, options_.deep});
    axioms_.emplace(Axioms::Surroundings{
        puts_, *plan_, *code_, options_.engine, stop_,
        common_fingerprint(options_, build::identity_of_forall(outside_.layout, world_.files),
                           built_ ? built_->libraries() : build::identity_of_libraries(program_, world_))});
    axioms_->prepare(chosen_, *store_);
    const std::vector<std::size_t> used = plan_->used_by(chosen_);
    const auto rank = [&](std::size_t slot) {
      const bool is_used = std::binary_search(used.begin(), used.end(), chosen_[slot]);
      return std::pair(is_used ? 0 : 1, plan_->layer(chosen_[slot]));
    };
    waiting_.resize(chosen_.size());
    std::iota(waiting_.begin(), waiting_.end(), 0);
    std::stable_sort(waiting_.begin(), waiting_.end(), [&](std::size_t x, std::size_t y) { return rank(x) < rank(y); });
  }

  void find_gone(const std::vector<testcase::Put>& puts) {
    std::set<std::string> names, files;
    for (const auto& put : puts) {
      names.insert(put.full_name());
      files.insert(put.file);
    }
    for (const auto& stored : store_->list()) {
      if (files.count(stored.file) != 0 && names.count(stored.name) == 0) result_.gone.push_back(stored.name);
    }
  }

  void check_compiler() {
    const base::ProcessResult result = processes_.run({.command = {options_.compiler, "--version"}});
    if (!result.started) {
      throw base::UserError(fmt::format("{}; name another compiler with --compiler, or use --no-confirm",
                                        result.output.empty() ? "cannot run " + options_.compiler : result.output));
    }
  }

  void prepare_confirming() {
    if (!options_.emit || !options_.confirm) return;
    native::NativeSetting setting = native_setting(options_, inputs_.sources, outside_.layout, stop_);
    setting.is_whole = !inputs_.target;
    programs_.emplace(std::move(setting), native_world_, stop_);
  }

  // The target is being compiled, so there will be cases to confirm: the program for that is compiled beside it.
  void make_native_program() {
    if (!programs_ || options_.jobs < 2) return;
    making_ = std::thread([this] {
      try {
        programs_->program(native::Watch::Checks);
      } catch (const std::exception&) {  // who needs it is told
      }
    });
  }

  // What was built here just now is a target of forall, unless its own code got in the way.
  std::unique_ptr<target::Target> start() const {
    try {
      return outside_.start_target(program_);
    } catch (const base::UserError& error) {
      if (inputs_.target) throw;
      const std::string text = error.what();
      const auto line = text.find('\n');
      if (line != std::string::npos) {
        throw base::UserError(fmt::format("{}: error: the test program ended before its first test:\n{}",
                                          options_.inputs.front(), text.substr(line + 1)));
      }
      throw base::UserError(
          fmt::format("{}: error: the test program ended before its first test; check the initializers of global "
                      "variables",
                      options_.inputs.front()));
    }
  }

  void build() {
    const double start = world_.clock.now();
    if (inputs_.target) {
      program_ = *inputs_.target;
      for (const auto& file : inputs_.sources.files) result_.dependencies.push_back(fs::weakly_canonical(file));
      result_.dependencies.push_back(fs::weakly_canonical(program_));
    } else {
      events_.tell(BuildStarted{options_.inputs});
      built_ = build::build_target({outside_.layout, options_.work, options_.jobs, world_, stop_, options_.precompiled,
                                    [this] { make_native_program(); }},
                                   inputs_.sources);
      program_ = built_->program();
      result_.dependencies = built_->dependencies();
    }
    result_.times.compile = world_.clock.now() - start;
    if (built_) events_.tell(BuildFinished{result_.times.compile});
  }

  void distribute() {
    queue_.emplace(scale::Queue::Settings{options_.database, scale::worker_name()});
    queue_->make_tables();
    const auto bytes = [this] { return world_.files.read(program_).value_or(""); };
    const std::string hash = program::sha256(bytes());
    const auto same_bytes = [this, bytes, hash] {
      std::string now = bytes();
      if (program::sha256(now) != hash) throw rebuilt();
      return now;
    };
    distribution_.emplace(
        scale::Distribution{*queue_, hash, same_bytes, build::identity_of_forall(outside_.layout, world_.files),
                            build::contents_of_libraries(program_, world_), options_.lease, options_.again});
  }

  // A unit of a PUT that another thread explores. What goes wrong with it is told to that one by the queue, or happens to it, too.
  bool help_distributed(std::unique_ptr<target::Target>& target) {
    if (!distribution_) return false;
    try {
      if (target == nullptr) {
        if (queue_->work(distribution_->forall).units == 0) return false;
        target = start_another();
      }
      return scale::help(*distribution_, *target, &stop_);
    } catch (const std::exception&) {
      target = nullptr;
      return false;
    }
  }

  base::UserError rebuilt() const {
    return base::UserError(
        fmt::format("{}: error: the target was rebuilt meanwhile; explore it again", program_.string()));
  }

  void work_in_parallel(std::unique_ptr<target::Target> first) {
    std::vector<std::thread> others;
    for (std::size_t k = 1; k < options_.jobs; ++k) {
      others.emplace_back([this] { guarded([this] { work(nullptr); }); });
    }
    guarded([&] { work(std::move(first)); });
    for (auto& t : others) t.join();
  }

  std::unique_ptr<target::Target> start_another() const {
    auto target = outside_.start_target(program_);
    if (state_of_program(program_) != program_state_) throw rebuilt();
    return target;
  }

  template <typename F>
  void guarded(F f) {
    try {
      f();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      crew_.wake();
    }
  }

  // A target is started when it is needed.
  void work(std::unique_ptr<target::Target> target) {
    const auto start = [this] { return start_another(); };
    while (!is_done()) {
      const std::optional<std::size_t> slot = next_slot();
      if (!slot) {
        if (!crew_.help(target, start) && !help_distributed(target)) crew_.wait();
        continue;
      }
      if (target == nullptr) target = start();
      const testcase::Put& put = puts_[chosen_[*slot]];
      Slot done;
      std::exception_ptr error;
      events_.tell(PutStarted{put.full_name()});
      try {
        done.result = (*put_work_)(*target, put);
        axioms_->add_explored(*done.result);
      } catch (...) {
        error = std::current_exception();
        axioms_->add_failed(put);
        target = start_another();  // nobody knows in what state that one is
      }
      tell_end(put, done, error);
      const std::lock_guard lock(mutex_);
      if (error) result_.failed.push_back({put.full_name(), error});
      slots_[*slot] = std::move(done);
      crew_.wake();
    }
  }

  bool is_done() {
    const std::lock_guard lock(mutex_);
    return failure_ || stop_ ||
           std::all_of(slots_.begin(), slots_.end(), [](const auto& slot) { return slot.has_value(); });
  }

  // The first one that needs to wait for nobody, if there is one.
  std::optional<std::size_t> next_slot() {
    const std::lock_guard lock(mutex_);
    const auto ready = std::find_if(waiting_.begin(), waiting_.end(), [&](std::size_t slot) { return is_ready(slot); });
    if (failure_ || stop_ || ready == waiting_.end()) return std::nullopt;
    const std::size_t slot = *ready;
    waiting_.erase(ready);
    return slot;
  }

  bool is_ready(std::size_t slot) const {
    const auto& axioms = plan_->axioms_of(chosen_[slot]);
    return std::all_of(axioms.begin(), axioms.end(), [&](std::size_t put) {
      const auto at = std::lower_bound(chosen_.begin(), chosen_.end(), put);
      return at == chosen_.end() || *at != put || slots_[static_cast<std::size_t>(at - chosen_.begin())];
    });
  }

  // A PUT that is done with.
  struct Slot {
    std::optional<testcase::Result> result;  // none if something went wrong
  };

  void tell_end(const testcase::Put& put, const Slot& done, const std::exception_ptr& error) {
    if (error) return events_.tell(PutFailed{put.full_name(), error});
    for (const testcase::LedgerLine& line : done.result->ledger) events_.tell(LedgerLineFound{put.full_name(), line});
    events_.tell(PutFinished{*done.result});
  }

  const Outside& outside_;
  const Settings& options_;
  Inputs inputs_;
  const std::atomic<bool>& stop_;
  StoppableProcesses processes_;
  const base::World world_;  // that of outside, with these processes
  Events events_;
  std::atomic<bool> is_over_ = false;
  StoppableProcesses until_over_{processes_, is_over_};
  const base::World native_world_{world_.files, until_over_, world_.clock};
  std::optional<native::ValuePrograms> programs_;
  std::thread making_;  // uses them
  std::unique_ptr<build::BuiltTarget> built_;
  fs::path program_;
  std::string program_state_;
  std::unique_ptr<program::Code> code_;
  std::unique_ptr<store::Store> store_;
  std::vector<testcase::Put> puts_;  // with their build
  std::optional<axioms::AxiomPlan> plan_;
  std::optional<Axioms> axioms_;
  std::optional<Budget> budget_;
  std::optional<scale::Queue> queue_;
  std::optional<scale::Distribution> distribution_;
  std::optional<PutWork> put_work_;
  Crew crew_;

  std::mutex mutex_;  // guards everything below
  std::vector<std::size_t> chosen_;
  std::vector<std::size_t> waiting_;  // slots that nobody works on yet, in the order of work
  std::vector<std::optional<Slot>> slots_;
  std::exception_ptr failure_;
  SessionResult result_;
};

}  // namespace

void ignore_own_folder(const fs::path& file, base::Files& files) {
  fs::path folder;
  for (const fs::path& part : file) {
    folder /= part;
    if (part != kOwnFolder) continue;
    if (files.exists(folder) && !files.exists(folder / ".gitignore")) files.write(folder / ".gitignore", "*\n");
    return;
  }
}

SessionResult explore_session(const Outside& outside, const Settings& options,
                              const std::vector<std::string>& compiler_flags, const std::atomic<bool>& stop,
                              const Events::Listener& listener) {
  return Session(outside, options, compiler_flags, stop, listener).run();
}

}  // namespace forall::session

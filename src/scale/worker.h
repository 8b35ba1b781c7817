// A process that works on whatever the queue has.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/files.h"
#include "scale/queue.h"
#include "target/target.h"

namespace forall::scale {

class Worker {
 public:
  struct Surroundings {
    Queue& queue;
    base::Files& files;
    std::filesystem::path folder;  // for targets
    std::string forall;            // the identity of this one
    std::function<std::string(const std::filesystem::path& program)> libraries_of;
    std::function<std::unique_ptr<target::Target>(const std::filesystem::path& program)> start_target;
    const std::atomic<bool>& stop;
    std::function<void(const Plan& plan)> told;  // a unit of it begins; from any thread
  };
  explicit Worker(Surroundings around) : around_(std::move(around)) {}

  // Works until there has been nothing to do for `wait` seconds, with so many targets. Returns the number of units. Throws base::UserError
  // if there is only work for which this machine will not do.
  std::uint64_t work(unsigned jobs, double wait);

 private:
  struct Job {
    Plan plan;
    std::filesystem::path program;
  };
  void work_alone(double wait);
  bool work_once(std::unique_ptr<target::Target>& target, std::string& running);
  Job job_of(std::int64_t plan);
  std::filesystem::path fetch(const Plan& plan);

  const Surroundings around_;
  std::atomic<std::uint64_t> units_ = 0;
  std::atomic<bool> is_over_ = false;
  std::mutex mutex_;  // guards what follows, and the folder
  std::map<std::int64_t, Job> jobs_;
  std::exception_ptr failure_;
};

}  // namespace forall::scale

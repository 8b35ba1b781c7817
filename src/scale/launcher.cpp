#include "scale/launcher.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdlib>

#include "base/error.h"
#include "base/files.h"

namespace forall::scale {
namespace {

std::optional<std::size_t> number(const std::string& text) {
  std::size_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc() || stop != end) return std::nullopt;
  return value;
}

std::optional<std::size_t> number(const Environment& environment, const char* name) {
  const std::optional<std::string> text = environment(name);
  return text ? number(*text) : std::nullopt;
}

struct Launcher {
  const char* name;
  const char* index;
  const char* count;
  std::size_t first = 0;  // index
};
// Kubernetes does not say how many there are: the manifest does, in FORALL_SHARDS.
constexpr Launcher kLaunchers[] = {
    {"gtest", "GTEST_SHARD_INDEX", "GTEST_TOTAL_SHARDS"},
    {"bazel", "TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS"},
    {"slurm", "SLURM_PROCID", "SLURM_NTASKS"},
    {"mpi", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
    {"kubernetes", "JOB_COMPLETION_INDEX", "FORALL_SHARDS"},
    {"gitlab", "CI_NODE_INDEX", "CI_NODE_TOTAL", 1},
};

// The tasks of an array, each of which may have several processes.
std::optional<Shard> slurm_array(const Environment& environment) {
  const auto id = number(environment, "SLURM_ARRAY_TASK_ID"), count = number(environment, "SLURM_ARRAY_TASK_COUNT");
  if (!id || !count) return std::nullopt;
  const std::size_t first = number(environment, "SLURM_ARRAY_TASK_MIN").value_or(0);
  const std::size_t step = std::max<std::size_t>(1, number(environment, "SLURM_ARRAY_TASK_STEP").value_or(1));
  const std::size_t processes = std::max<std::size_t>(1, number(environment, "SLURM_NTASKS").value_or(1));
  const std::size_t process = number(environment, "SLURM_PROCID").value_or(0);
  if (*id < first) return std::nullopt;
  return Shard{(*id - first) / step * processes + process, *count * processes};
}

std::optional<Shard> launched(const Environment& environment) {
  for (const Launcher& launcher : kLaunchers) {
    if (std::string_view(launcher.name) == "slurm") {
      if (const auto shard = slurm_array(environment)) return shard;
    }
    const auto index = number(environment, launcher.index), count = number(environment, launcher.count);
    if (index && count && *index >= launcher.first) return Shard{*index - launcher.first, *count};
  }
  return std::nullopt;
}

}  // namespace

Environment environment() {
  return [](const char* name) -> std::optional<std::string> {
    const char* const value = std::getenv(name);
    if (value == nullptr) return std::nullopt;
    return value;
  };
}

std::vector<std::size_t> Shard::part_of(const std::vector<std::size_t>& all) const {
  std::vector<std::size_t> part;
  for (std::size_t i = index; i < all.size(); i += count) part.push_back(all[i]);
  return part;
}

Shard parse_shard(const std::string& text, const Environment& environment) {
  if (text == "auto") {
    const std::optional<Shard> shard = launched(environment);
    if (!shard || shard->index >= shard->count) {
      throw base::UserError(
          "--shard auto: the launcher of this process does not say which of how many it is; give --shard I/N (for "
          "Kubernetes, set FORALL_SHARDS to the number of completions)");
    }
    if (const auto file = environment("TEST_SHARD_STATUS_FILE")) base::system_files().write(*file, "");
    return *shard;
  }
  const std::size_t slash = text.find('/');
  const auto index = number(text.substr(0, slash));
  const auto count = slash == std::string::npos ? std::nullopt : number(text.substr(slash + 1));
  if (!index || !count || *index >= *count) {
    throw base::UserError(fmt::format("--shard {}: write I/N with I from 0 to N-1, such as 0/4, or auto", text));
  }
  return {*index, *count};
}

std::string worker_name(const Environment& environment) {
  std::array<char, 256> host{};
  if (gethostname(host.data(), host.size() - 1) != 0) host[0] = '?';
  std::string name = fmt::format("{}:{}", host.data(), getpid());
  const auto task = environment("SLURM_ARRAY_TASK_ID"), process = environment("SLURM_PROCID");
  if (task) return name + " slurm " + *task + (process ? "." + *process : "");
  for (const Launcher& launcher : kLaunchers) {
    if (const auto index = environment(launcher.index)) return name + " " + launcher.name + " " + *index;
  }
  return name;
}

}  // namespace forall::scale

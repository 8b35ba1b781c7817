// What the program that launched this process says about it: which one of how many it is.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace forall::scale {

using Environment = std::function<std::optional<std::string>(const char* name)>;
Environment environment();  // of this process

// Every `count`th, from number `index` on.
struct Shard {
  std::size_t index = 0, count = 1;
  std::vector<std::size_t> part_of(const std::vector<std::size_t>& all) const;
  friend bool operator==(const Shard&, const Shard&) = default;
};

// "2/8", or "auto" for what GoogleTest's runners, Bazel, Slurm, Open MPI, Kubernetes or GitLab say. Throws base::UserError. Bazel is told that
// its shards are known here.
Shard parse_shard(const std::string& text, const Environment& environment);

// "host:1234", with its number, if the launcher gave it one: "host:1234 slurm 17.3".
std::string worker_name(const Environment& environment = scale::environment());

}  // namespace forall::scale

// forall.h or GoogleTest compiled once, for every source that begins with it.
//
// Reading forall.h and the headers it includes takes a compiler two to three seconds. It can save what it has read, for
// later compiles with the same flags: a precompiled header. They are kept per user, because projects with the same
// flags share them.
//
// A precompiled header is read before the source. That does not change the source's meaning if the headers that come
// before it mean the same after it (preamble.h), and if the compile would find the same headers. Every other source
// is compiled without.
#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/world.h"
#include "build/build_cache.h"
#include "build/preamble.h"

namespace forall::build {

// The user's folder of them: in $FORALL_CACHE, $XDG_CACHE_HOME/forall or ~/.cache/forall; nothing without a home.
std::optional<std::filesystem::path> precompiled_headers();

// The name by which a header was included, "bits/move.h" of "/usr/include/c++/12/bits/move.h".
std::string include_name(const std::filesystem::path& header, const std::filesystem::path& forall_include);

class PrecompiledHeader {
 public:
  // `folder` is that of precompiled headers; without one there are none. `header` is kForallHeader or kGoogleTestHeader.
  PrecompiledHeader(std::optional<std::filesystem::path> folder, std::filesystem::path forall_include,
                    const base::World& world, const std::atomic<bool>& stop, std::string_view header = kForallHeader)
      : folder_(std::move(folder)), include_(std::move(forall_include)), world_(world), stop_(stop), header_(header) {}

  // The flags by which `compile`, a compiler and its flags without files, takes the header from its precompiled form,
  // which is made if need be with `making` added. Empty if the source is to be compiled without.
  std::vector<std::string> flags_for(const std::filesystem::path& source, const std::vector<std::string>& compile,
                                     const std::vector<std::string>& making = {});

 private:
  struct Making;
  std::filesystem::path source_of(const Making& making) const;
  bool pays_off(const Making& making) const;
  std::optional<std::string> names(const Making& making, const BuildRecord& record, BuildCache& cache) const;

  std::optional<std::filesystem::path> folder_;
  std::filesystem::path include_;
  base::World world_;
  const std::atomic<bool>& stop_;
  std::string_view header_;
};

}  // namespace forall::build

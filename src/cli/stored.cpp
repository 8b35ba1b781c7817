#include "cli/stored.h"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>

#include "axioms/witnesses.h"
#include "base/error.h"
#include "base/suggest.h"
#include "build/precompiled_header.h"
#include "store/store.h"
#include "store/text.h"

namespace forall::cli {

std::vector<testcase::Result> load_chosen(const StoredOptions& options) {
  const auto store = store::open_existing(place_of_cases(options.read.database));
  std::vector<testcase::Result> results;
  std::vector<std::string> known;
  for (const auto& put : store->list()) {
    known.push_back(put.name);
    const auto matches = [&](const std::string& glob) { return fnmatch(glob.c_str(), put.name.c_str(), 0) == 0; };
    if (!options.puts.empty() && std::none_of(options.puts.begin(), options.puts.end(), matches)) continue;
    auto result = store->load(put.name);
    if (result && !axioms::has_no_code_to_run(*result)) results.push_back(std::move(*result));
  }
  if (results.empty() && !options.puts.empty() && !known.empty()) {
    const std::string meant = base::suggestion(options.puts.front(), known);
    throw base::UserError(fmt::format("{} holds no PUT that matches {}{}:\n  {}",
                                      store::without_passwords(options.read.database), fmt::join(options.puts, ", "),
                                      meant.empty() ? "; there are" : meant + " There are", fmt::join(known, "\n  ")));
  }
  if (results.empty()) {
    throw base::UserError(
        fmt::format("{} holds no PUT; run forall explore first", store::without_passwords(options.read.database)));
  }
  return results;
}

native::NativeSetting setting_for(const StoredOptions& options, const testcase::Put& put, const Invocation& invocation,
                                  const build::Layout& layout) {
  if (!std::filesystem::exists(put.file)) {
    throw base::UserError(
        fmt::format("{}: error: no such file; run this in the folder in which {} was explored, or explore it again",
                    put.file, put.full_name()));
  }
  build::Sources sources;
  sources.files = options.sources;
  if (sources.files.empty()) sources.files.assign(put.build.sources.begin(), put.build.sources.end());
  sources.flags = invocation.compiler_flags.empty() ? put.build.flags : invocation.compiler_flags;
  return {options.out,   options.work,        options.compiler, build::native_flags(layout, sources),
          sources.files, emit::Format::Gtest, layout.include,   build::precompiled_headers()};
}

}  // namespace forall::cli

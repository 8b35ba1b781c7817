// forall forget: removes the stored cases of tests that no longer exist, and nothing else.
#include <fmt/core.h>

#include <memory>

#include "base/error.h"
#include "base/suggest.h"
#include "cli/application.h"
#include "cli/commands.h"
#include "cli/stored_options.h"
#include "store/store.h"
#include "store/text.h"

namespace forall::cli {
namespace {

int forget_main(const ForgetOptions& options) {
  const std::string shown = store::without_passwords(options.read.database);
  store::open_existing(options.read.database);  // is not made by forgetting something in it
  const auto store = store::open(options.read.database);
  for (const std::string& put : options.puts) {
    if (!store->forget(put)) {
      std::vector<std::string> names;
      for (const auto& known : store->list()) names.push_back(known.name);
      const std::string meant = base::suggestion(put, names);
      throw base::UserError(
          fmt::format("no PUT named {} in {}{}", put, shown, meant.empty() ? "; forall list names them" : meant));
    }
    if (!options.read.json) fmt::print("{}: forgotten\n", put);
  }
  if (options.read.json) fmt::print("{{\"forgotten\": {}}}\n", options.puts.size());
  return kSuccess;
}

}  // namespace

Action add_forget(CLI::App& app) {
  const auto options = std::make_shared<ForgetOptions>();
  add_forget_options(app, *options);
  return [options](const Invocation&) { return forget_main(*options); };
}

}  // namespace forall::cli

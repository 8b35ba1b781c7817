// The subcommands. Each adds itself to the application; its function runs after parsing and returns the exit code.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace forall::cli {

// The compiler flags, which stand after `--` on the command line.
struct Invocation {
  std::vector<std::string> compiler_flags;
};

using Action = std::function<int(const Invocation&)>;

Action add_explore(CLI::App& app);
Action add_watch(CLI::App& app);
Action add_replay(CLI::App& app);
Action add_emit(CLI::App& app);
Action add_list(CLI::App& app);
Action add_show(CLI::App& app);
Action add_forget(CLI::App& app);
Action add_tree(CLI::App& app);
Action add_report(CLI::App& app);
Action add_reflect(CLI::App& app);
Action add_mock(CLI::App& app);
Action add_skeleton(CLI::App& app);
Action add_spec(CLI::App& app);
Action add_class(CLI::App& app);
Action add_infer(CLI::App& app);
Action add_generalize(CLI::App& app);
Action add_work(CLI::App& app);
Action add_status(CLI::App& app);

// `forall c++ ...`: everything after it goes to the compiler.
int run_cxx(const std::vector<std::string>& arguments);

}  // namespace forall::cli

// The hooks that every run calls are arranged once, so that a run only calls those that exist, without asking.
#include "runtime/module.h"

namespace forall::runtime {

#define MODULE(name) extern const Module name##_module;
#include "module_list.inc"
#undef MODULE

namespace {

constexpr NamedModule kModules[] = {
#define MODULE(name) {#name, &name##_module},
#include "module_list.inc"
#undef MODULE
};
constexpr std::size_t kCount = sizeof kModules / sizeof kModules[0];

struct Hooks {
  Hook hooks[kCount + 1];
  void arrange(Hook Module::* moment) { arrange_hooks(all_modules(), moment, hooks); }
  void call() const {
    for (const Hook* hook = hooks; *hook != nullptr; ++hook) (*hook)();
  }
};
Hooks saving, beginning, ending;

constexpr Kept kKept[] = {saving, beginning, ending};

}  // namespace

FORALL_MODULE(module) = {.phase = Phase::Tables, .keeps = kKept};

ModuleList all_modules() { return {kModules, kCount}; }

std::size_t arrange_hooks(ModuleList modules, Hook Module::* moment, Hook* hooks) {
  std::size_t count = 0;
  for (unsigned phase = 0; phase < kPhases; ++phase) {
    for (const NamedModule& each : modules) {
      const Hook hook = each.module->*moment;
      if (hook != nullptr && static_cast<unsigned>(each.module->phase) == phase) hooks[count++] = hook;
    }
  }
  hooks[count] = nullptr;
  return count;
}

void start_modules() {
  saving.arrange(&Module::save);
  beginning.arrange(&Module::begin_run);
  ending.arrange(&Module::end_run);
  Hooks starting;
  starting.arrange(&Module::start);
  starting.call();
  saving.call();
}

void save_modules() { saving.call(); }
void begin_run_modules() { beginning.call(); }
void end_run_modules() { ending.call(); }

}  // namespace forall::runtime

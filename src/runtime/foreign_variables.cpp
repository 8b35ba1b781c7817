// Variables that the instrumented code uses but does not define: optind, environ, std::cout.
//
// The library that defines such a variable may keep other state that belongs to it, so values are compared, not
// restored: a run that changed one is the last of its process.
#include <sys/mman.h>

#include <cstring>

#include "runtime/leaks.h"
#include "runtime/module.h"

extern "C" {
[[gnu::weak, gnu::visibility("hidden")]] extern forall::abi::StaticGlobal __start_forall_foreign[];
[[gnu::weak, gnu::visibility("hidden")]] extern forall::abi::StaticGlobal __stop_forall_foreign[];
}

namespace forall::runtime {

namespace {

char* saved = nullptr;
bool is_unsaved = false;

// Weak variables without a definition have no address.
template <typename Visit>
void for_each_foreign(Visit visit) {
  for (const abi::StaticGlobal* each = __start_forall_foreign; each != __stop_forall_foreign; ++each) {
    if (each->address != nullptr) visit(*each);
  }
}

constexpr Kept kKept[] = {saved, is_unsaved};

void save() {
  u64 size = 0;
  for_each_foreign([&](const abi::StaticGlobal& each) { size += each.size; });
  if (size == 0) return;
  if (saved == nullptr) {
    void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    is_unsaved = memory == MAP_FAILED;
    if (is_unsaved) return;
    ignore_in_leak_search(memory, size);
    saved = static_cast<char*>(memory);
  }
  char* to = saved;
  for_each_foreign([&](const abi::StaticGlobal& each) {
    std::memcpy(to, each.address, each.size);
    to += each.size;
  });
}

bool any_changed() {
  bool changed = is_unsaved;
  const char* from = saved;
  if (from == nullptr) return changed;
  for_each_foreign([&](const abi::StaticGlobal& each) {
    changed = changed || std::memcmp(each.address, from, each.size) != 0;
    from += each.size;
  });
  return changed;
}

void end() { g.has_lasting_effects = g.has_lasting_effects || any_changed(); }

}  // namespace

FORALL_MODULE(foreign_variables) = {.phase = Phase::Foreign, .keeps = kKept, .save = save, .end_run = end};

}  // namespace forall::runtime

#include "runtime/variables.h"

#include <link.h>
#include <sys/mman.h>

#include <cstring>

#include "runtime/leaks.h"
#include "runtime/module.h"
#include "runtime/trace.h"

namespace forall::runtime {

namespace {

char* saved_globals = nullptr;
char* saved_thread_locals = nullptr;

// The thread-local variables of the executable, in the thread that runs the tests.
Object thread_locals;

int find_thread_locals(dl_phdr_info* info, std::size_t, void*) {
  for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
    if (info->dlpi_phdr[i].p_type != PT_TLS || info->dlpi_tls_data == nullptr) continue;
    thread_locals = {reinterpret_cast<u64>(info->dlpi_tls_data), info->dlpi_phdr[i].p_memsz};
  }
  return 1;  // the executable comes first
}

void save() {
  u64 size = 0;
  for_each_mutable_global([&](const abi::StaticGlobal& global) { size += global.size; });
  dl_iterate_phdr(find_thread_locals, nullptr);
  size += thread_locals.size;
  if (size == 0) return;
  if (saved_globals == nullptr) {
    void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
      add_to_every_ledger(abi::LedgerKind::GlobalState, nullptr, kUnsaved);
      return;
    }
    ignore_in_leak_search(memory, size);
    saved_globals = static_cast<char*>(memory);
  }
  char* to = saved_globals;
  for_each_mutable_global([&](const abi::StaticGlobal& global) {
    std::memcpy(to, global.address, global.size);
    to += global.size;
  });
  saved_thread_locals = to;
  if (thread_locals.size > 0) std::memcpy(to, reinterpret_cast<void*>(thread_locals.base), thread_locals.size);
}

void end() {
  const char* from = saved_globals;
  if (from == nullptr) return;
  for_each_mutable_global([&](const abi::StaticGlobal& global) {
    if (std::memcmp(global.address, from, global.size) != 0) std::memcpy(global.address, from, global.size);
    from += global.size;
  });
  if (thread_locals.size > 0)
    std::memcpy(reinterpret_cast<void*>(thread_locals.base), saved_thread_locals, thread_locals.size);
}

constexpr Kept kKept[] = {saved_globals, saved_thread_locals, thread_locals};

}  // namespace

FORALL_MODULE(variables) = {.phase = Phase::Memory, .keeps = kKept, .save = save, .end_run = end};

Object thread_local_memory() { return thread_locals; }

}  // namespace forall::runtime

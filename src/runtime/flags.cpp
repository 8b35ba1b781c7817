// One byte for each 8 bytes of the address space: a mapping that costs only the pages that are touched. Where addresses
// have fewer bits (39, on some kernels for aarch64) a smaller one is enough.
#include "runtime/flags.h"

#include <sys/mman.h>
#include <unistd.h>

#include <initializer_list>

#include "runtime/leaks.h"
#include "runtime/module.h"
#include "runtime/stack_memory.h"

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

namespace forall::runtime {

namespace {

bool is_mapped = false;
constexpr Kept kKept[] = {is_mapped};

bool map_flags(u64 size) {
  void* wish = reinterpret_cast<void*>(abi::kFlagBase);
  const int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  void* memory = mmap(wish, size, PROT_READ | PROT_WRITE, how, -1, 0);
  if (memory == MAP_FAILED) return false;
  if (memory != wish) {  // an old kernel took the address as a hint
    munmap(memory, size);
    return false;
  }
  madvise(memory, size, MADV_DONTDUMP);
  madvise(memory, size, MADV_NOHUGEPAGE);  // the pages that are touched are far apart
  ignore_in_leak_search(memory, size);
  return true;
}

void map_at_start() {
  stack_memory_start();
  if (flags_start()) return;
  constexpr char kText[] = "forall: no address space for the flags of memory (is it limited, see 'ulimit -v'?)\n";
  if (write(STDERR_FILENO, kText, sizeof kText - 1) < 0) _exit(127);
  _exit(126);
}

// Runs before the constructors of the shared libraries, which may call into the program.
[[gnu::section(".preinit_array"), gnu::used]] void (*const start_before_all)() = map_at_start;

}  // namespace

FORALL_MODULE(flags) = {.phase = Phase::Shadow, .keeps = kKept};

bool flags_start() {
  if (is_mapped) return true;
  // The stack may end at the end of the address space, and flags are read eight at a time.
  constexpr u64 kBehind = 4096;
  for (unsigned bits : {48u, 47u, 42u, 39u}) {
    is_mapped = is_mapped || map_flags((u64{1} << bits) / abi::kGranule + kBehind);
  }
  if (is_mapped) close_memory(0, kNullPage, abi::Use::NullPage);
  return is_mapped;
}

u64 first_closed(u64 address, u64 size) {
  const u64 end = address + size;
  while (address < end) {
    const u64 granule = address / abi::kGranule * abi::kGranule;
    u64 eight = 0;
    std::memcpy(&eight, flag_of(granule), sizeof eight);
    if ((eight & abi::kUseBits * 0x0101010101010101u) == 0) {
      address = granule + 8 * abi::kGranule;
      continue;
    }
    const auto use = static_cast<u64>(use_of(granule));
    if (use >= abi::kGranule) return address;
    if (use != 0 && address - granule >= use) return address;
    if (use != 0) return granule + use < end ? granule + use : end;
    address = granule + abi::kGranule;
  }
  return end;
}

}  // namespace forall::runtime

// Works as LeakSanitizer does, so that a native run agrees: any word that looks like the address of a block, or of a
// byte in it, keeps the block alive, wherever it is found.
//
//   1. no block of the run is left: done. Nearly every run ends here.
//   2. roots: the variables of the instrumented code, thread-local ones, and what was allocated before the first run;
//      from them all blocks that can be reached
//   3. blocks are left over: every other writable page of the process too, as /proc/self/maps lists them (libraries and
//      their heap, code that is not instrumented, the stack of our callers), but for the runtime's own variables and tables
//   4. blocks are left over: a leak. Those that another leaked block points to are a consequence; of the others the
//      first one is shown.
//
// A word that depends on the inputs belongs to its object whatever the offset. If it is a choice between pointers, the
// choice is decided: other inputs may keep another block alive.
//
// With threads, or if memory cannot be listed, no leak is reported.
#include "runtime/leaks.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/decide.h"
#include "runtime/heap.h"
#include "runtime/module.h"
#include "runtime/objects.h"
#include "runtime/run.h"
#include "runtime/shadow.h"
#include "runtime/sites.h"
#include "runtime/trace.h"
#include "runtime/variables.h"

namespace forall::runtime {

namespace {

struct Range {
  u64 from, to;
};

constexpr u64 kMostIgnored = u64{1} << 20;
Range* ignored = nullptr;
u64 ignored_count = 0;

// Reachable blocks whose contents were not scanned yet: their distance from the arena's start in words.
constexpr u64 kWord = sizeof(u64);
constexpr u64 kMostPending = kArenaSize / 32;  // no two blocks are closer
u32* pending = nullptr;
u64 pending_count = 0;

char maps[u64{256} << 10];

constexpr Kept kKept[] = {ignored, ignored_count, pending, pending_count, maps};

void start() {
  for (const NamedModule& each : all_modules()) {
    for (const Kept& kept : each.module->keeps) ignore_in_leak_search(kept.address, kept.size);
  }
}

// A table of our own, or null.
template <typename Entry>
Entry* reserve(u64 count) {
  void* memory =
      mmap(nullptr, count * sizeof(Entry), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<Entry*>(memory);
}

bool start_pending() {
  pending_count = 0;
  if (pending != nullptr) return true;
  pending = reserve<u32>(kMostPending);
  if (pending == nullptr) return false;
  ignore_in_leak_search(pending, kMostPending * sizeof(u32));
  return true;
}

void reach(u64 address) {
  const u64 block = heap_live_block(address);
  if (block == 0 || heap_live(block).mark == Mark::Reachable) return;
  heap_mark(block, Mark::Reachable);
  pending[pending_count++] = static_cast<u32>((block - arena_base) / kWord);
}

// The expression in this word of memory; concrete if no single expression covers it. The program does not read it here,
// so it must not cost a ledger line.
Value word_at(u64 address) {
  const auto* pointer = reinterpret_cast<const u64*>(address);
  if (!has_expressions(pointer, kWord) || is_poisoned(pointer, kWord)) return concrete(*pointer, 64);
  ++__forall_state.suspended;
  const Value word = shadow_load(pointer, kWord, nullptr);
  --__forall_state.suspended;
  return word.symbolic() ? known(word.id) : word;
}

void scan(u64 from, u64 to) {
  for (u64 at = (from + kWord - 1) & ~(kWord - 1); at + kWord <= to; at += kWord) {
    const Value word = word_at(at);
    const Object object = word.symbolic() ? object_of_expression(word.id) : Object{};
    if (object) {
      reach(object.base);
      continue;
    }
    if (word.symbolic() && chooses_pointer(word.id)) {
      decide_value(word, model_site("the search for leaks"), abi::DecisionKind::Value);
    }
    reach(static_cast<u64>(word.bits));
  }
}

void scan_pending() {
  while (pending_count > 0) {
    const Object payload = heap_live(arena_base + u64{pending[--pending_count]} * kWord).payload;
    scan(payload.base, payload.base + payload.size);
  }
}

bool any_unreachable() {
  for (u64 block = heap_next_live(0); block != 0; block = heap_next_live(block)) {
    if (heap_live(block).mark == Mark::None) return true;
  }
  return false;
}

void scan_program() {
  for_each_mutable_global([](const abi::StaticGlobal& global) {
    const u64 from = reinterpret_cast<u64>(global.address);
    scan(from, from + global.size);
  });
  const Object locals = thread_local_memory();
  scan(locals.base, locals.base + locals.size);
  heap_visit_sealed(scan);
  for (u64 block = heap_next_live(0); block != 0; block = heap_next_live(block)) {
    if (heap_live(block).site == abi::kNoSite) reach(heap_live(block).payload.base);
  }
  scan_pending();
}

// Scans the parts of the range that are not ignored, if they have at most `most` bytes.
bool scan_unless_ignored(u64 from, u64 to, u64& most) {
  while (from < to) {
    Range next = {to, to};  // the first ignored part
    for (u64 i = 0; i < ignored_count; ++i) {
      const bool overlaps = ignored[i].from < to && ignored[i].to > from;
      if (overlaps && ignored[i].from < next.from) next = ignored[i];
    }
    if (next.from > from) {
      if (next.from - from > most) return false;
      most -= next.from - from;
      scan(from, next.from);
    }
    from = next.to;
  }
  return true;
}

// All lines of /proc/self/maps, zero-terminated; empty when they do not fit.
const char* read_maps() {
  std::size_t size = 0;
  const int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (file < 0) return "";
  for (ssize_t got = 1; got > 0 && size < sizeof maps - 1; size += static_cast<std::size_t>(got > 0 ? got : 0)) {
    got = read(file, maps + size, sizeof maps - 1 - size);
  }
  close(file);
  maps[size < sizeof maps - 1 ? size : 0] = 0;
  return maps;
}

// False: there is memory that cannot be read.
bool scan_process(u64 frame) {
  u64 most = u64{256} << 20;
  const char* line = read_maps();
  if (*line == 0) return false;
  for (const char* end = nullptr; *line != 0; line = *end == 0 ? end : end + 1) {
    end = strchrnul(line, '\n');
    unsigned long from = 0, to = 0;
    char access[5] = "";
    if (std::sscanf(line, "%lx-%lx %4s", &from, &to, access) != 3) return false;
    if (access[0] != 'r' || access[1] != 'w') continue;
    if (memmem(line, static_cast<std::size_t>(end - line), " /dev/", 6) != nullptr) continue;
    if (frame >= from && frame < to) from = frame;
    if (!scan_unless_ignored(from, to, most)) return false;
  }
  scan_pending();
  return true;
}

void mark_indirect(const Object& payload) {
  const u64 own = heap_live_block(payload.base);
  for (u64 at = payload.base; at + kWord <= payload.base + payload.size; at += kWord) {
    const u64 block = heap_live_block(*reinterpret_cast<const u64*>(at));
    if (block != 0 && block != own && heap_live(block).mark == Mark::None) heap_mark(block, Mark::Indirect);
  }
}

void report() {
  for (u64 block = heap_next_live(0); block != 0; block = heap_next_live(block)) {
    if (heap_live(block).mark != Mark::Reachable) mark_indirect(heap_live(block).payload);
  }
  u64 shown = 0, count = 0, bytes = 0;
  for (u64 block = heap_next_live(0); block != 0; block = heap_next_live(block)) {
    const LiveBlock live = heap_live(block);
    if (live.mark == Mark::Reachable) continue;
    ++count;
    bytes += live.payload.size;
    // A cycle of blocks has no first one.
    if (shown == 0 || (live.mark == Mark::None && heap_live(shown).mark == Mark::Indirect)) shown = block;
  }
  const LiveBlock leaked = heap_live(shown);
  char text[160];
  const int length = std::snprintf(text, sizeof text, "a block of %llu bytes is never freed",
                                   static_cast<unsigned long long>(leaked.payload.size));
  if (count > 1) {
    std::snprintf(text + length, sizeof text - static_cast<std::size_t>(length),
                  ", nor are %llu more with %llu bytes in all", static_cast<unsigned long long>(count - 1),
                  static_cast<unsigned long long>(bytes - leaked.payload.size));
  }
  record_outcome(abi::OutcomeKind::Crashed, abi::Fault::Leak, site_at(leaked.site), text);
}

}  // namespace

FORALL_MODULE(leaks) = {.phase = Phase::Tables, .keeps = kKept, .start = start};

void ignore_in_leak_search(const void* address, u64 size) {
  const u64 from = reinterpret_cast<u64>(address);
  const Range range = {from, from + size};
  if (ignored == nullptr) {
    ignored = reserve<Range>(kMostIgnored);
    if (ignored == nullptr) std::abort();
    ignore_in_leak_search(ignored, kMostIgnored * sizeof(Range));
  }
  for (u64 i = 0; i < ignored_count; ++i) {
    if (ignored[i].from == range.from && ignored[i].to == range.to) return;  // a later set-up of a suite
  }
  if (ignored_count == kMostIgnored) std::abort();
  ignored[ignored_count++] = range;
}

void look_for_leaks(const void* frame) {
  if (g.header->request.leaks == 0 || g.header->outcome.kind != abi::OutcomeKind::None) return;
  if (heap_live_blocks() == 0 || g.threads || !start_pending()) return;
  scan_program();
  if (!any_unreachable() || !scan_process(reinterpret_cast<u64>(frame)) || !any_unreachable()) return;
  report();
}

}  // namespace forall::runtime

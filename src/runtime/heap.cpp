// An arena at a fixed address, so that pointers are the same in every run and process.
//
// The arena is cut into spans of 64 KB. A span serves blocks of one size class, or is part of one large block. A block
// has a 16-byte header in front of its payload with the exact size asked for, so the bounds of an object follow from
// any address in it: span -> stride -> block -> header. A class hands out blocks from a free list, else from the unused
// end of its span.
//
//   span:  | header | payload .... | header | payload .... | ... unused, zero ... |
//
// If alignment requires it, a payload begins `offset` bytes after the header's end.
//
// All of the arena except the payloads of live blocks is closed (flags.h), so every other access of instrumented code
// asks the runtime, which knows the exact bounds. Each payload is followed by a guard that grows with its size. A freed
// block is not reused in its run unless the arena is nearly full; then the ledger says so.
//
//   | header | payload | guard .... | header | payload | guard .... |
//
// Memory that is reused in a run is zero, as fresh memory is: a value that a program reads there by mistake, or that a
// choice between all elements of an array includes, must not differ between runs of one path.
//
// After a run, the used parts of its spans are zeroed and the spans are freed, and all lists are empty again: the next
// run sees the same addresses with the same contents. Blocks from before the first run are saved once and restored.
#include "runtime/heap.h"

#include <sys/mman.h>

#include <cstring>
#include <initializer_list>

#include "runtime/flags.h"
#include "runtime/leaks.h"
#include "runtime/module.h"
#include "runtime/pointer_steps.h"
#include "runtime/shadow.h"
#include "runtime/trace.h"
#include "runtime/variables.h"

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

namespace forall::runtime {

u64 arena_base = 0;

namespace {

constexpr u64 kFirstChoice = 0x5f0000000000ULL;
constexpr u64 kSecondChoice = 0x3f00000000ULL;  // where addresses have 39 bits
constexpr u64 kSpan = u64{64} << 10;
constexpr u32 kSpans = static_cast<u32>(kArenaSize / kSpan);
constexpr std::size_t kHeader = 16;
constexpr std::size_t kFineLimit = 1024;    // classes of 16 bytes up to here
constexpr std::size_t kSmallLimit = 16384;  // four classes per power of two up to here
constexpr unsigned kFineClasses = kFineLimit / 16 + 1;
constexpr unsigned kClasses = kFineClasses + 16;
constexpr u32 kSpansOpenedAtOnce = 16;
constexpr u32 kReuseFrom = kSpans / 2;                  // spans in use before freed blocks are reused
constexpr u32 kLive = 0x6c697600, kFreed = 0x66726500;  // with the Origin and the Mark in the lowest byte
constexpr u32 kStateMask = 0xffffff00, kOriginMask = 0x07, kUnbuilt = 0x08, kMarkMask = 0x30, kLimited = 0x40;

struct Header {
  u32 size;
  u32 site;  // that allocated the block
  u32 state;
  u32 offset;  // from the end of the header to the payload
};
static_assert(kArenaSize <= ~u32{0});
static_assert(sizeof(Header) == kHeader);

struct FreeBlock {
  FreeBlock* next;
};

struct Class {
  FreeBlock* free;
  u64 next;  // header of the next unused block
  u64 end;
};

enum class SpanKind : u32 { Unused, Small, Large, LargeTail, LargeFree };
struct Span {
  SpanKind kind;
  u32 stride;     // Small
  u32 first;      // LargeTail: the span its block begins in
  u32 count;      // Large, LargeFree: spans
  u32 next_free;  // LargeFree
  u32 used;       // in the sealed table: bytes
};

Class classes[kClasses];
Span spans[kSpans];
u32 next_span = 0;
u32 free_large = kSpans;  // list of LargeFree runs; kSpans = end

// Blocks freed in this run, oldest first, that wait before they are reused.
FreeBlock* first_waiting = nullptr;
FreeBlock* last_waiting = nullptr;
u32 opened_spans = 0;         // have memory, all of it closed
bool sealed_changed = false;  // the flags of a block from before the first run
u64 live_blocks = 0;          // of the program, allocated in this run

// The state before the first run: the span table, and the used part of each span, one after the other.
u32 sealed_spans = 0;
Span* sealed_table = nullptr;
char* sealed_copy = nullptr;
u8* sealed_flags = nullptr;

u64 span_address(u32 index) { return arena_base + index * kSpan; }

bool map_arena() {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  for (const u64 choice : {kFirstChoice, kSecondChoice, u64{0}}) {
    void* wish = reinterpret_cast<void*>(choice);
    void* memory = mmap(wish, kArenaSize, PROT_NONE, choice != 0 ? flags | MAP_FIXED_NOREPLACE : flags, -1, 0);
    if (memory == MAP_FAILED) continue;
    if (choice != 0 && memory != wish) {  // an old kernel took the address as a hint
      munmap(memory, kArenaSize);
      continue;
    }
    g.arena_moved = choice == 0;
    arena_base = reinterpret_cast<u64>(memory);
    return true;
  }
  return false;
}

// Makes the spans up to `end` usable. They stay so: the parts that a run does not use are closed.
bool open_spans(u32 end) {
  if (end <= opened_spans) return true;
  const u32 wanted = (end + kSpansOpenedAtOnce - 1) / kSpansOpenedAtOnce * kSpansOpenedAtOnce;
  const u32 to = wanted < kSpans ? wanted : kSpans;
  void* from = reinterpret_cast<void*>(span_address(opened_spans));
  if (mprotect(from, (to - opened_spans) * kSpan, PROT_READ | PROT_WRITE) != 0) return false;
  close_memory(span_address(opened_spans), span_address(to), abi::Use::HeapGuard);
  opened_spans = to;
  return true;
}

unsigned class_of(std::size_t size) {
  if (size <= kFineLimit) return size == 0 ? 1 : static_cast<unsigned>((size + 15) / 16);
  const unsigned log = 63u - static_cast<unsigned>(__builtin_clzll(size - 1));  // 2^log < size <= 2^(log+1)
  const unsigned quarter = static_cast<unsigned>((size - 1) >> (log - 2)) & 3;
  return kFineClasses + (log - 10) * 4 + quarter;
}

std::size_t class_size(unsigned index) {
  if (index < kFineClasses) return index * std::size_t{16};
  const unsigned k = index - kFineClasses;
  return (std::size_t{1} << (k / 4 + 10)) / 4 * (5 + k % 4);
}

Header* header_at(u64 address) { return reinterpret_cast<Header*>(address); }

// The block's header; its payload is not yet live.
u64 take_small(unsigned index) {
  Class& c = classes[index];
  if (c.free != nullptr) {
    FreeBlock* block = c.free;
    c.free = block->next;
    if (g.in_run) std::memset(block, 0, class_size(index));
    return reinterpret_cast<u64>(block) - kHeader;
  }
  const u64 stride = class_size(index) + kHeader;
  if (c.end - c.next < stride) {
    if (next_span >= kSpans || !open_spans(next_span + 1)) return 0;
    spans[next_span] = {SpanKind::Small, static_cast<u32>(stride), 0, 0, 0, 0};
    c.next = span_address(next_span);
    c.end = c.next + kSpan;
    ++next_span;
  }
  const u64 header = c.next;
  c.next += stride;
  return header;
}

u64 take_large(std::size_t size) {
  const u64 wanted = (size + kHeader + kSpan - 1) / kSpan;
  u32* link = &free_large;
  for (u32 at = free_large; at != kSpans; link = &spans[at].next_free, at = *link) {
    if (spans[at].count < wanted) continue;
    const u32 rest = spans[at].count - static_cast<u32>(wanted);
    *link = spans[at].next_free;
    if (rest > 0) {
      const u32 second = at + static_cast<u32>(wanted);
      spans[second] = {SpanKind::LargeFree, 0, 0, rest, free_large, 0};
      free_large = second;
    }
    spans[at] = {SpanKind::Large, 0, 0, static_cast<u32>(wanted), 0, 0};
    for (u32 i = 1; i < wanted; ++i) spans[at + i] = {SpanKind::LargeTail, 0, at, 0, 0, 0};
    return span_address(at);
  }
  if (wanted > kSpans - next_span || !open_spans(next_span + static_cast<u32>(wanted))) return 0;
  const u32 at = next_span;
  next_span += static_cast<u32>(wanted);
  spans[at] = {SpanKind::Large, 0, 0, static_cast<u32>(wanted), 0, 0};
  for (u32 i = 1; i < wanted; ++i) spans[at + i] = {SpanKind::LargeTail, 0, at, 0, 0, 0};
  return span_address(at);
}

// The header of the block that contains this address, live or not; 0 if there is none.
u64 block_of(u64 address) {
  u32 index = static_cast<u32>((address - arena_base) / kSpan);
  if (spans[index].kind == SpanKind::LargeTail) index = spans[index].first;
  const Span& span = spans[index];
  if (span.kind == SpanKind::Large) return span_address(index);
  if (span.kind != SpanKind::Small) return 0;
  const u64 block = (address - span_address(index)) / span.stride;
  const u64 header = span_address(index) + block * span.stride;
  return header + span.stride <= span_address(index + 1) ? header : 0;
}

// The end of the part of a span that was ever handed out.
u64 used_end(u32 index) {
  const Span& span = spans[index];
  const u64 end = span_address(index + 1);
  if (span.kind != SpanKind::Small) return end;
  const Class& c = classes[class_of(span.stride - kHeader)];
  return c.end == end ? c.next : end;
}

void zero(u64 from, u64 to) {
  if (to - from >= 4 * kSpan) {
    madvise(reinterpret_cast<void*>(from), to - from, MADV_DONTNEED);
  } else {
    std::memset(reinterpret_cast<void*>(from), 0, to - from);
  }
}

Object payload_of(u64 block) {
  const Header* header = header_at(block);
  return {block + kHeader + header->offset, header->size};
}

// The bytes that a block needs after its header: the payload, with room to align it, and a guard.
std::size_t room_for(std::size_t size, std::size_t alignment) {
  constexpr std::size_t kLeastGuard = 48, kMostGuard = 1024;
  const std::size_t wanted = size / 8 / 16 * 16;
  const std::size_t guard = wanted < kLeastGuard ? kLeastGuard : wanted > kMostGuard ? kMostGuard : wanted;
  return (size + 15) / 16 * 16 + guard + (alignment <= 16 ? 0 : alignment);
}

void open_payload(u64 block) {
  const Object payload = payload_of(block);
  open_memory(payload.base, payload.size);
  if ((header_at(block)->state & (kUnbuilt | kLimited)) == 0) return;
  for (u64 at = payload.base; at < payload.base + payload.size; at += abi::kGranule) {
    *flag_of(at) |= abi::kWatchedFlag;
  }
}

bool is_sealed(u64 block) { return block < span_address(sealed_spans); }

// Makes every access of instrumented code to the block ask the runtime.
void watch(u64 address, u32 why) {
  const u64 block = block_of(address);
  header_at(block)->state |= why;
  sealed_changed = sealed_changed || is_sealed(block);
  const Object payload = payload_of(block);
  for (u64 at = payload.base; at < payload.base + payload.size; at += abi::kGranule) {
    *flag_of(at) |= abi::kWatchedFlag;
  }
}

void recycle(u64 block) {
  const u32 index = static_cast<u32>((block - arena_base) / kSpan);
  Span& span = spans[index];
  if (span.kind == SpanKind::Large) {
    span.kind = SpanKind::LargeFree;
    span.next_free = free_large;
    free_large = index;
    return;
  }
  Class& c = classes[class_of(span.stride - kHeader)];
  auto* freed = reinterpret_cast<FreeBlock*>(block + kHeader);
  freed->next = c.free;
  c.free = freed;
}

void wait_before_reuse(u64 block) {
  const Object payload = payload_of(block);
  close_memory(payload.base, round_to_granule(payload.base + payload.size), abi::Use::Freed);
  sealed_changed = sealed_changed || is_sealed(block);
  if (is_sealed(block)) return;  // its contents are needed again
  auto* freed = reinterpret_cast<FreeBlock*>(block + kHeader);
  freed->next = nullptr;
  (last_waiting != nullptr ? last_waiting->next : first_waiting) = freed;
  last_waiting = freed;
  if (next_span < kReuseFrom) return;
  add_ledger(abi::LedgerKind::MemoryReused, nullptr, "");
  FreeBlock* oldest = first_waiting;
  first_waiting = oldest->next;
  if (first_waiting == nullptr) last_waiting = nullptr;
  recycle(reinterpret_cast<u64>(oldest) - kHeader);
}

}  // namespace

bool heap_is_sealed(u64 address) { return is_sealed(address); }

void* heap_allocate(std::size_t size, std::size_t alignment, Origin origin, const StaticSite* site) {
  if (arena_base == 0 && !map_arena()) return nullptr;
  if (size > kArenaSize || alignment > kArenaSize / 2) return nullptr;
  if (g.building > 0) site = nullptr;  // the program did not allocate it
  const std::size_t room = room_for(size, alignment);
  const u64 block = room <= kSmallLimit ? take_small(class_of(room)) : take_large(room);
  if (block == 0) return nullptr;
  u64 payload = block + kHeader;
  if (alignment > 16) payload = (payload + alignment - 1) & ~u64{alignment - 1};
  const auto offset = static_cast<u32>(payload - block - kHeader);
  *header_at(block) = {static_cast<u32>(size), site_index(site), kLive | static_cast<u32>(origin), offset};
  open_payload(block);
  if (g.in_run && site != nullptr) ++live_blocks;
  return reinterpret_cast<void*>(payload);
}

// A block that is freed or shrunk may be the object that two pointers were last found in.
static void forget_pair() { __forall_state.pair_base = __forall_state.pair_size = 0; }

Freeing heap_free(void* pointer, Origin origin) {
  const u64 payload = reinterpret_cast<u64>(pointer);
  const u64 block = block_of(payload);
  if (block == 0 || payload_of(block).base != payload) return Freeing::NotABlock;
  Header* header = header_at(block);
  if ((header->state & kStateMask) == kFreed) return Freeing::Twice;
  if ((header->state & kStateMask) != kLive) return Freeing::NotABlock;
  const auto from = static_cast<Origin>(header->state & kOriginMask);
  if (origin != Origin::Any && from != Origin::Any && origin != from) return Freeing::Mismatched;
  if (has_expressions(pointer, header->size)) shadow_clear(pointer, header->size);
  header->state = kFreed;
  forget_pair();
  if (g.in_run) {
    if (!is_sealed(block) && header->site != abi::kNoSite) --live_blocks;
    wait_before_reuse(block);
  } else {
    const Object object = payload_of(block);
    close_memory(object.base, round_to_granule(object.base + object.size), abi::Use::HeapGuard);
    recycle(block);
  }
  return Freeing::Done;
}

Object heap_object(u64 address) {
  const u64 block = block_of(address);
  if (block == 0) return {};
  const Object object = payload_of(block);
  return (header_at(block)->state & kStateMask) == kLive && object.contains(address) ? object : Object{};
}

// At the end of a block, in its guard, whose other bytes have no meaning.
static const abi::TypeLayout** type_slot(u64 block) {
  const u32 index = static_cast<u32>((block - arena_base) / kSpan);
  const Span& span = spans[index];
  const u64 end = span.kind == SpanKind::Small ? block + span.stride : span_address(index + span.count);
  return reinterpret_cast<const abi::TypeLayout**>(end - sizeof(void*));
}

const abi::TypeLayout* heap_type(u64 address) { return *type_slot(block_of(address)); }

void heap_set_type(u64 address, const abi::TypeLayout* type) { *type_slot(block_of(address)) = type; }

Access heap_access(u64 address, u64 size, Object& block) {
  block = {};
  u64 found = block_of(address);
  if (found == 0) return Access::Outside;
  // Memory before a header belongs to the block before it: it is that block's guard.
  if (header_at(found)->state == 0 && found > arena_base) {
    const u64 before = block_of(found - 1);
    if (before != 0 && header_at(before)->state != 0) found = before;
  }
  const u32 state = header_at(found)->state & kStateMask;
  if (state != kLive && state != kFreed) return Access::Outside;
  block = payload_of(found);
  const bool inside =
      address >= block.base && address - block.base <= block.size && size <= block.size - (address - block.base);
  if (!inside) return Access::Outside;
  if (state == kFreed) return Access::Freed;
  const u32 flags = header_at(found)->state;
  return (flags & kUnbuilt) != 0 ? Access::Unbuilt : (flags & kLimited) != 0 ? Access::Limited : Access::Inside;
}

void heap_mark_unbuilt(u64 address) { watch(address, kUnbuilt); }
void heap_limit(u64 address) { watch(address, kLimited); }

void heap_mark_built(u64 address) {
  const u64 block = block_of(address);
  header_at(block)->state &= ~kUnbuilt;
  if ((header_at(block)->state & kLimited) != 0) return;
  const Object payload = payload_of(block);
  for (u64 at = payload.base; at < payload.base + payload.size; at += abi::kGranule) {
    *flag_of(at) &= static_cast<u8>(~abi::kWatchedFlag);
  }
}

bool heap_is_unbuilt(u64 address) {
  const u64 block = block_of(address);
  if (block == 0) return false;
  const u32 state = header_at(block)->state;
  return (state & kStateMask) == kLive && (state & kUnbuilt) != 0 && payload_of(block).contains(address);
}

void heap_shrink(u64 address, u64 size) {
  Header* header = header_at(block_of(address));
  const u64 inner = address - payload_of(block_of(address)).base;
  if (inner + size >= header->size) return;
  const Object before = payload_of(block_of(address));
  header->size = static_cast<u32>(inner + size);
  forget_pair();
  forget_steps();
  const u64 end = before.base + header->size;
  close_memory(round_to_granule(end), round_to_granule(before.base + before.size), abi::Use::HeapGuard);
  u8& last = *flag_of(end);
  if (end % abi::kGranule != 0) last = static_cast<u8>((last & ~abi::kUseBits) | end % abi::kGranule);
}

u64 heap_live_blocks() { return live_blocks; }

u64 heap_next_live(u64 block) {
  const auto is_live = [](u64 header) { return (header_at(header)->state & kStateMask) == kLive; };
  u32 index = sealed_spans;
  if (block != 0) {
    index = static_cast<u32>((block - arena_base) / kSpan);
    if (spans[index].kind == SpanKind::Small) {
      for (block += spans[index].stride; block + spans[index].stride <= used_end(index); block += spans[index].stride) {
        if (is_live(block)) return block;
      }
      ++index;
    } else {
      index += spans[index].count;
    }
  }
  while (index < next_span) {
    const Span& span = spans[index];
    const u64 first = span_address(index);
    if (span.kind == SpanKind::Large && is_live(first)) return first;
    if (span.kind != SpanKind::Small) {
      index += span.count;
      continue;
    }
    for (u64 at = first; at + span.stride <= used_end(index); at += span.stride) {
      if (is_live(at)) return at;
    }
    ++index;
  }
  return 0;
}

u64 heap_live_block(u64 address) {
  if (!in_arena(address) || address < span_address(sealed_spans)) return 0;
  for (const u64 at : {address, address - 1}) {
    const u64 block = in_arena(at) ? block_of(at) : 0;
    if (block == 0 || (header_at(block)->state & kStateMask) != kLive) continue;
    const Object payload = payload_of(block);
    if (address >= payload.base && address - payload.base <= payload.size) return block;
  }
  return 0;
}

LiveBlock heap_live(u64 block) {
  const Header& header = *header_at(block);
  return {payload_of(block), header.site, static_cast<Mark>(header.state & kMarkMask)};
}

void heap_mark(u64 block, Mark mark) {
  u32& state = header_at(block)->state;
  state = (state & ~kMarkMask) | static_cast<u32>(mark);
}

void heap_visit_sealed(void (*visit)(u64 from, u64 to)) {
  for (u32 i = 0; i < sealed_spans; ++i) {
    const u64 used = sealed_table != nullptr ? sealed_table[i].used : kSpan;
    visit(span_address(i), span_address(i) + used);
  }
}

namespace {

constexpr Kept kKept[] = {arena_base,    classes,      spans,        next_span,      free_large,
                          first_waiting, last_waiting, opened_spans, sealed_changed, live_blocks,
                          sealed_spans,  sealed_table, sealed_copy,  sealed_flags};

// Blocks allocated until now belong to every run: their contents are saved.
void save() {
  if (arena_base == 0 && !map_arena()) return;
  ignore_in_leak_search(reinterpret_cast<void*>(arena_base), kArenaSize);
  sealed_spans = next_span;
  if (sealed_spans > 0) {
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    const u64 table_size = sealed_spans * sizeof(Span);
    const u64 flags_size = sealed_spans * kSpan / abi::kGranule;
    const u64 size = table_size + flags_size + sealed_spans * kSpan;
    void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (memory == MAP_FAILED) {
      add_to_every_ledger(abi::LedgerKind::GlobalState, nullptr, kUnsaved);
    } else {
      ignore_in_leak_search(memory, size);
      sealed_table = static_cast<Span*>(memory);
      sealed_flags = static_cast<u8*>(memory) + table_size;
      std::memcpy(sealed_flags, flag_of(arena_base), flags_size);
      sealed_copy = static_cast<char*>(memory) + table_size + flags_size;
      std::memcpy(sealed_table, spans, table_size);
      u64 offset = 0;
      for (u32 i = 0; i < sealed_spans; ++i) {
        const u64 used = used_end(i) - span_address(i);
        std::memcpy(sealed_copy + offset, reinterpret_cast<void*>(span_address(i)), used);
        sealed_table[i].used = static_cast<u32>(used);
        offset += used;
      }
    }
  }
  std::memset(classes, 0, sizeof classes);
  free_large = kSpans;
}

// Drops the blocks of the run and restores the sealed ones.
void end() {
  forget_pair();
  for (u32 i = sealed_spans; i < next_span;) {
    const u32 count = spans[i].kind == SpanKind::Small ? 1 : spans[i].count;
    const u64 end = count == 1 ? used_end(i) : span_address(i + count);
    zero(span_address(i), end);
    close_memory(span_address(i), end, abi::Use::HeapGuard);
    std::memset(spans + i, 0, count * sizeof(Span));
    i += count;
  }
  next_span = sealed_spans;
  first_waiting = last_waiting = nullptr;
  live_blocks = 0;
  std::memset(classes, 0, sizeof classes);
  free_large = kSpans;
  if (sealed_copy == nullptr) return;
  if (sealed_changed) std::memcpy(flag_of(arena_base), sealed_flags, sealed_spans * kSpan / abi::kGranule);
  sealed_changed = false;
  std::memcpy(spans, sealed_table, sealed_spans * sizeof(Span));
  u64 offset = 0;
  for (u32 i = 0; i < sealed_spans; ++i) {
    void* memory = reinterpret_cast<void*>(span_address(i));
    const u64 used = sealed_table[i].used;
    if (std::memcmp(memory, sealed_copy + offset, used) != 0) std::memcpy(memory, sealed_copy + offset, used);
    offset += used;
  }
}

}  // namespace

FORALL_MODULE(heap) = {.phase = Phase::Memory, .keeps = kKept, .save = save, .end_run = end};

}  // namespace forall::runtime

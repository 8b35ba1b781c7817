// Pages of 4096 bytes in an open-addressing hash table by page number; a page has an id and a byte index per byte, and
// a mask of the 64-byte lines that were ever set. Pages come from one reservation that is used from the start in each
// run: resetting clears the touched lines of the used pages and their flags, nothing else.
//
// An entry for 8 bytes is valid while their symbolic flag (flags.h) is set. Instrumented code clears all flags where
// the lifetime of a variable begins or ends, without clearing its entries.
#include "runtime/shadow.h"

#include <sys/mman.h>

#include <cstring>

#include "base/hash.h"
#include "runtime/leaks.h"
#include "runtime/module.h"
#include "runtime/run.h"
#include "runtime/trace.h"
#include "runtime/unset.h"
#include "runtime/updates.h"

namespace forall::runtime {

namespace {

constexpr unsigned kPageShift = 12;
constexpr u64 kPageSize = u64{1} << kPageShift;
constexpr u64 kOffsetMask = kPageSize - 1;
constexpr u32 kMaxPages = 1u << 14;
constexpr u32 kSlots = kMaxPages * 2;
constexpr unsigned kLine = 64;

struct Page {
  u64 number;
  u64 lines;  // bit k: line k was touched in this run
  u32 slot;
  u32 ids[kPageSize];
  u8 index[kPageSize];
};

Page* pages = nullptr;
u32 page_count = 0;
u32 slots[kSlots];  // page + 1, 0 = free
Page* last_page = nullptr;

Page* find_page(u64 number) {
  if (last_page != nullptr && last_page->number == number) return last_page;
  for (u32 at = static_cast<u32>(base::mix(number)) & (kSlots - 1); slots[at] != 0; at = (at + 1) & (kSlots - 1)) {
    Page* page = pages + (slots[at] - 1);
    if (page->number == number) return last_page = page;
  }
  return nullptr;
}

Page* make_page(u64 number) {
  if (Page* page = find_page(number)) return page;
  if (page_count == kMaxPages) cut_run(abi::Fault::TraceFull, nullptr);
  u32 at = static_cast<u32>(base::mix(number)) & (kSlots - 1);
  while (slots[at] != 0) at = (at + 1) & (kSlots - 1);
  Page* page = pages + page_count++;
  page->number = number;
  page->lines = 0;
  page->slot = at;
  slots[at] = page_count;
  return last_page = page;
}

void forget(Page& page, u64 begin, u64 end) {
  for (u64 i = begin; i < end; ++i) {
    if (page.ids[i] != 0) --__forall_state.symbolic_bytes;
    page.ids[i] = 0;
  }
}

bool counts(u64 address) { return (*flag_of(address) & abi::kSymbolicFlag) != 0; }

void set_byte(u64 address, u32 id, u8 index) {
  if (id == 0) {
    Page* page = find_page(address >> kPageShift);
    if (page == nullptr) return;
    return forget(*page, address & kOffsetMask, (address & kOffsetMask) + 1);
  }
  Page* page = make_page(address >> kPageShift);
  const u64 offset = address & kOffsetMask;
  if (!counts(address)) {
    const u64 granule = offset & ~(abi::kGranule - 1);
    forget(*page, granule, granule + abi::kGranule);
    *flag_of(address) |= abi::kSymbolicFlag;
  }
  if (page->ids[offset] == 0) ++__forall_state.symbolic_bytes;
  page->ids[offset] = id;
  page->index[offset] = index;
  page->lines |= u64{1} << (offset / kLine);
}

struct ShadowByte {
  u32 id;
  u8 index;
};

ShadowByte get_byte(u64 address) {
  const Page* page = counts(address) ? find_page(address >> kPageShift) : nullptr;
  if (page == nullptr) return {0, 0};
  if (is_pending(page->ids[address & kOffsetMask])) settle_cell(page->ids[address & kOffsetMask], address);
  if (!counts(address)) return {0, 0};
  return {page->ids[address & kOffsetMask], page->index[address & kOffsetMask]};
}

u8 byte_of(u32 id, unsigned index) { return static_cast<u8>(expr::to_u128(g.nodes[id].value) >> (8 * index)); }

// The shadow of a byte, if it still agrees with memory.
ShadowByte checked_byte(u64 address, const StaticSite* site) {
  ShadowByte b = get_byte(address);
  if (b.id == 0) return b;
  if (b.id == kUnreadable) {
    add_ledger(abi::LedgerKind::UnsupportedCode, site, "memory of an object that axioms stand in for");
    return {0, 0};
  }
  if (b.id == kPoison) {
    add_ledger(abi::LedgerKind::ConcretizedCall, site,
               "text or data that a library function made from symbolic values");
    return {0, 0};
  }
  if (byte_of(b.id, b.index) != *reinterpret_cast<const u8*>(address)) {
    if (observing()) set_byte(address, 0, 0);  // forgotten only if the ledger can say so
    add_ledger(abi::LedgerKind::StaleShadow, site, "memory was overwritten by uninstrumented code");
    return {0, 0};
  }
  return b;
}

// Calls visit(page, first offset, end offset) for the parts of a range that have a page.
template <typename Visit>
void for_each_page(u64 address, u64 size, Visit visit) {
  while (size > 0) {
    const u64 offset = address & kOffsetMask;
    const u64 part = size < kPageSize - offset ? size : kPageSize - offset;
    if (Page* page = find_page(address >> kPageShift)) visit(*page, offset, offset + part);
    address += part;
    size -= part;
  }
}

template <typename Test>
bool any_byte(const void* address, std::size_t size, Test test) {
  if (!has_expressions(address, size)) return false;
  bool found = false;
  for_each_page(reinterpret_cast<u64>(address), size, [&](Page& page, u64 begin, u64 end) {
    const u64 start = page.number << kPageShift;
    for (u64 i = begin; i < end && !found; ++i) found = test(start + i, page.ids[i]);
  });
  return found;
}

constexpr Kept kKept[] = {pages, page_count, slots, last_page};

void start() {
  if (pages != nullptr) return;
  void* memory = mmap(nullptr, sizeof(Page) * kMaxPages, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  pages = memory == MAP_FAILED ? nullptr : static_cast<Page*>(memory);
  if (pages != nullptr) ignore_in_leak_search(memory, sizeof(Page) * kMaxPages);
}

// Takes time proportional to the lines that were touched.
void end() {
  for (u32 i = 0; i < page_count; ++i) {
    Page& page = pages[i];
    slots[page.slot] = 0;
    for (u64 lines = page.lines; lines != 0; lines &= lines - 1) {
      const unsigned line = static_cast<unsigned>(__builtin_ctzll(lines));
      std::memset(page.ids + line * kLine, 0, kLine * sizeof(u32));
      const u64 address = (page.number << kPageShift) + line * kLine;
      static_assert(kLine / abi::kGranule == sizeof(u64));
      u64 eight = 0;
      std::memcpy(&eight, flag_of(address), sizeof eight);
      eight &= ~(abi::kSymbolicFlag * 0x0101010101010101u);
      std::memcpy(flag_of(address), &eight, sizeof eight);
    }
  }
  page_count = 0;
  last_page = nullptr;
  __forall_state.symbolic_bytes = 0;
}

}  // namespace

FORALL_MODULE(shadow) = {.phase = Phase::Shadow, .keeps = kKept, .start = start, .end_run = end};

u64 shadow_of(const void* address) {
  const ShadowByte byte = get_byte(reinterpret_cast<u64>(address));
  return byte.id == 0 ? 0 : u64{byte.id} << 8 | byte.index;
}

Value shadow_load(const void* pointer, unsigned bytes, const StaticSite* site) {
  const u64 address = reinterpret_cast<u64>(pointer);
  if (g.in_run && may_be_unset(address, bytes)) name_unset(address, bytes);
  if (find_page(address >> kPageShift) == nullptr && find_page((address + bytes - 1) >> kPageShift) == nullptr) {
    U128 bits = 0;
    std::memcpy(&bits, pointer, bytes);
    return concrete(bits, 8 * bytes);
  }
  // One whole expression, unchanged: by far the most frequent case.
  const ShadowByte first = get_byte(address);
  if (first.id != 0 && !is_poison(first.id) && first.index == 0 && g.nodes[first.id].width == 8 * bytes) {
    bool whole = true;
    for (unsigned i = 1; i < bytes && whole; ++i) {
      const ShadowByte b = get_byte(address + i);
      whole = b.id == first.id && b.index == i;
    }
    const U128 bits = expr::to_u128(g.nodes[first.id].value);
    if (whole && std::memcmp(&bits, pointer, bytes) == 0) return node_value(first.id);
  }
  // Pieces from the highest address down; each is a run of consecutive bytes of one expression, or of concrete bytes.
  Value result;
  unsigned end = bytes;
  while (end > 0) {
    const ShadowByte top = checked_byte(address + end - 1, site);
    unsigned begin = end - 1;
    U128 bits = *reinterpret_cast<const u8*>(address + begin);
    unsigned length = 1;
    while (begin > 0) {
      const ShadowByte b = checked_byte(address + begin - 1, site);
      if (b.id != top.id || (b.id != 0 && b.index + length != top.index)) break;
      --begin;
      ++length;
      bits = bits << 8 | *reinterpret_cast<const u8*>(address + begin);
    }
    const Value piece = top.id == 0 ? concrete(bits, 8 * length)
                                    : extract(node_value(top.id), 8 * (top.index + 1u - length), 8 * length);
    result = end == bytes ? piece : concat(result, piece);
    end = begin;
  }
  return result;
}

Value memory_value(u64 address, unsigned bytes, const StaticSite* site) {
  const auto* pointer = reinterpret_cast<const void*>(address);
  if (!may_be_symbolic(pointer, bytes)) {
    U128 bits = 0;
    std::memcpy(&bits, pointer, bytes);
    return concrete(bits, 8 * bytes);
  }
  const Value value = shadow_load(pointer, bytes, site);
  return value.symbolic() ? known(value.id) : value;
}

void set_mark(u64 address, unsigned bytes, u32 mark) {
  set_memory(address, bytes);
  for (unsigned i = 0; i < bytes; ++i) set_byte(address + i, mark, static_cast<u8>(i));
}

bool has_mark(u64 address, unsigned bytes, u32 mark) {
  for (unsigned i = 0; i < bytes; ++i) {
    const Page* page = counts(address + i) ? find_page((address + i) >> kPageShift) : nullptr;
    if (page == nullptr || page->ids[(address + i) & kOffsetMask] != mark) return false;
  }
  return true;
}

void replace_mark(u64 address, unsigned bytes, u32 mark, Value value) {
  for (unsigned i = 0; i < bytes; ++i) {
    if (has_mark(address + i, 1, mark)) set_byte(address + i, value.id, static_cast<u8>(i));
  }
}

void shadow_store(void* pointer, unsigned bytes, Value value) {
  const u64 address = reinterpret_cast<u64>(pointer);
  if (!value.symbolic()) return shadow_clear(pointer, bytes);
  set_memory(address, bytes);
  const Value whole = zext_or_trunc(value, 8 * bytes);
  for (unsigned i = 0; i < bytes; ++i) set_byte(address + i, whole.id, static_cast<u8>(i));
}

void shadow_clear(const void* pointer, std::size_t size) {
  set_memory(reinterpret_cast<u64>(pointer), size);
  forget_expressions(pointer, size);
}

void forget_expressions(const void* pointer, std::size_t size) {
  if (__forall_state.symbolic_bytes == 0) return;
  for_each_page(reinterpret_cast<u64>(pointer), size, [](Page& page, u64 begin, u64 end) {
    for (u64 i = begin; i < end;) {
      const u64 line_end = (i / kLine + 1) * kLine;
      const u64 part_end = line_end < end ? line_end : end;
      if ((page.lines >> (i / kLine) & 1) != 0) forget(page, i, part_end);
      i = part_end;
    }
  });
}

void shadow_copy(void* to, const void* from, std::size_t size) {
  if (!may_be_symbolic(from, size)) return shadow_clear(to, size);
  const u64 target = reinterpret_cast<u64>(to), source = reinterpret_cast<u64>(from);
  if (target == source) return;
  if (may_be_unset(source, size)) {
    copy_unset(target, source, size);
  } else {
    set_memory(target, size);
  }
  if (!has_expressions(from, size)) return forget_expressions(to, size);
  const bool down = target > source;  // as memmove: never overwrite what is still to be read
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t at = down ? size - 1 - i : i;
    const ShadowByte b = get_byte(source + at);
    set_byte(target + at, b.id, b.index);
  }
}

void shadow_poison(const void* address, std::size_t size, u32 mark) {
  set_memory(reinterpret_cast<u64>(address), size);
  for (std::size_t i = 0; i < size; ++i) set_byte(reinterpret_cast<u64>(address) + i, mark, 0);
}

bool is_symbolic(const void* address, std::size_t size) {
  return any_byte(address, size, [](u64 byte, u32) { return get_byte(byte).id != 0; });
}

bool is_poisoned(const void* address, std::size_t size) {
  return any_byte(address, size, [](u64 byte, u32 id) { return is_poison(id) && counts(byte); });
}

}  // namespace forall::runtime

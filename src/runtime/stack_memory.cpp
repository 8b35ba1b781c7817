// A frame is in one of two places. If no pointer to its variables can be kept, it is memory of the machine's stack,
// opened when the function returns. Otherwise it is in memory of the runtime that is not reused in the run: it stays
// closed after the return, so that a later use is seen. When that memory is full, it is reused, and the ledger says so.
//
//   kept frames:  | frame | frame | frame that has returned (closed) | frame | ... next_frame    frames_end |
//
// The first 8 bytes of a kept frame point to its layout, and their flag says so: from an address in the frame, its
// start is found by going back. The pass emits all of this inline; only the rare cases are here.
#include "runtime/stack_memory.h"

#include <sys/mman.h>

#include <initializer_list>

#include "runtime/calls_abi.h"
#include "runtime/flags.h"
#include "runtime/leaks.h"
#include "runtime/module.h"
#include "runtime/run.h"
#include "runtime/trace.h"

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

namespace forall::runtime {

namespace {

constexpr u64 kKeptSize = u64{1} << 30;
constexpr u64 kFirstChoice = 0x5e0000000000ULL;
constexpr u64 kSecondChoice = 0x3e00000000ULL;  // where addresses have 39 bits
constexpr u64 kGuard = 32;

u64 kept_base = 0;
u64 next_at_start = 0;

bool is_kept(u64 address) { return address - kept_base < kKeptSize && kept_base != 0; }

u64 size_of(const abi::StackFrame& frame) { return frame.layout->size; }

void close_returned(u64 address, u64 size) {
  close_memory(address + abi::kGranule, address + size, abi::Use::Returned);
}

void leave(const abi::StackFrame& frame) {
  if (static_cast<abi::FrameKind>(frame.kind) == abi::FrameKind::Kept) {
    close_returned(frame.address, size_of(frame));
  } else {
    std::memset(flag_of(frame.address), 0, size_of(frame) / abi::kGranule);
  }
}

void leave_above(abi::StackFrame* top) {
  while (__forall_state.stack_top > top) leave(*--__forall_state.stack_top);
}

void forget_kept(u64 from, u64 to) {
  constexpr u64 kLarge = u64{1} << 18;
  for (u64 at : {from, reinterpret_cast<u64>(flag_of(from))}) {
    const u64 size = at == from ? to - from : (to - from) / abi::kGranule;
    const u64 first = (at + 4095) & ~u64{4095}, last = (at + size) & ~u64{4095};
    if (size < kLarge) {
      std::memset(reinterpret_cast<void*>(at), 0, size);
      continue;
    }
    std::memset(reinterpret_cast<void*>(at), 0, first - at);
    madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
    std::memset(reinterpret_cast<void*>(last), 0, at + size - last);
  }
}

// The lowest place between the frames that have not returned.
bool find_gap(u64 size, u64& from, u64& to) {
  from = kept_base;
  for (;;) {
    to = kept_base + kKeptSize;
    u64 taken = 0;  // the end of the first frame that begins after `from`
    for (const abi::StackFrame* f = stack_frames; f < __forall_state.stack_top; ++f) {
      if (static_cast<abi::FrameKind>(f->kind) != abi::FrameKind::Kept || f->address < from || f->address >= to)
        continue;
      to = f->address;
      taken = f->address + size_of(*f);
    }
    if (to - from >= size) return true;
    if (taken == 0) return false;
    from = taken;
  }
}

const abi::FrameLayout* layout_at(u64 address, u64& frame) {
  for (const abi::StackFrame* f = __forall_state.stack_top; f > stack_frames;) {
    --f;
    if (address - f->address >= size_of(*f)) continue;
    frame = f->address;
    return f->layout;
  }
  if (!is_kept(address)) return nullptr;
  for (u64 at = address / abi::kGranule * abi::kGranule; at >= kept_base; at -= abi::kGranule) {
    if (use_of(at) != abi::Use::FrameStart) continue;
    frame = at;
    return *reinterpret_cast<const abi::FrameLayout* const*>(at);
  }
  return nullptr;
}

constexpr Kept kKept[] = {kept_base, next_at_start};

}  // namespace

FORALL_MODULE(stack_memory) = {
    .phase = Phase::Machine, .keeps = kKept, .begin_run = stack_memory_begin, .end_run = stack_memory_reset};

void stack_memory_start() {
  if (kept_base != 0) return;
  const int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  for (const u64 choice : {kFirstChoice, kSecondChoice, u64{0}}) {
    void* memory = mmap(reinterpret_cast<void*>(choice), kKeptSize, PROT_READ | PROT_WRITE,
                        choice != 0 ? how | MAP_FIXED_NOREPLACE : how, -1, 0);
    if (memory == MAP_FAILED) continue;
    if (choice == 0) g.arena_moved = true;
    kept_base = reinterpret_cast<u64>(memory);
    madvise(memory, kKeptSize, MADV_NOHUGEPAGE);
    ignore_in_leak_search(memory, kKeptSize);  // at the end of a run all its functions have returned
    break;
  }
  __forall_state.next_frame = kept_base;
  __forall_state.frames_end = kept_base == 0 ? 0 : kept_base + kKeptSize;
}

void stack_memory_begin() {
  g.stack_at_start = __forall_state.stack_top;
  next_at_start = __forall_state.next_frame;
}

void stack_memory_reset() {
  leave_above(g.stack_at_start);
  const bool was_full = __forall_state.frames_end != kept_base + kKeptSize;
  const u64 end = was_full ? kept_base + kKeptSize : __forall_state.next_frame;
  if (end > next_at_start) forget_kept(next_at_start, end);
  __forall_state.next_frame = next_at_start;
  __forall_state.frames_end = kept_base + kKeptSize;
}

StackVariable find_stack_variable(u64 address) {
  for (const abi::StackFrame* f = __forall_state.stack_top; f > stack_frames;) {
    --f;
    const u64 offset = address - f->address;
    if (offset >= size_of(*f)) continue;
    for (u64 i = 0; i < f->layout->count; ++i) {
      const abi::FrameVariable& variable = f->layout->variables[i];
      if (offset - variable.offset < variable.size) return {{f->address + variable.offset, variable.size}, &variable};
    }
    return {};
  }
  return {};
}

Object find_stack_object(u64 address) { return find_stack_variable(address).object; }

bool is_kept_frame(u64 address) { return is_kept(address); }

StackVariable variable_near(u64 address) {
  u64 frame = 0;
  const abi::FrameLayout* layout = layout_at(address, frame);
  if (layout == nullptr || layout->count == 0) return {};
  const auto distance = [&](const abi::FrameVariable& v) {
    const u64 from = frame + v.offset, to = from + v.size;
    return address < from ? from - address : address >= to ? address - to + 1 : 0;
  };
  const abi::FrameVariable* nearest = layout->variables;
  for (u64 i = 1; i < layout->count; ++i) {
    if (distance(layout->variables[i]) < distance(*nearest)) nearest = layout->variables + i;
  }
  return {{frame + nearest->offset, nearest->size}, nearest};
}

}  // namespace forall::runtime

using namespace forall::runtime;

extern "C" {

void __forall_frames_left(const void* top) {
  leave_above(static_cast<forall::abi::StackFrame*>(const_cast<void*>(top)));
}

u64 __forall_frame_room(u64 size) {
  u64 from = 0, to = 0;
  if (__forall_state.next_frame + size > __forall_state.frames_end) {
    if (!find_gap(size, from, to))
      end_run(forall::abi::OutcomeKind::Crashed, forall::abi::Fault::StackOverflow, nullptr, "",
              __builtin_return_address(0));
    if (g.in_run) add_ledger(forall::abi::LedgerKind::MemoryReused, nullptr, "variables of functions");
    forget_kept(from, to);
    __forall_state.next_frame = from;
    __forall_state.frames_end = to;
  }
  const u64 frame = __forall_state.next_frame;
  __forall_state.next_frame += size;
  return frame;
}

// The frame has one variable; its description is in the guard before it.
const void* __forall_variable_array(u64 size, u64 alignment, const void* description) {
  using namespace forall;
  constexpr u64 kDescribed = abi::kGranule + sizeof(abi::FrameLayout) + sizeof(abi::FrameVariable);
  const u64 offset = (kDescribed + kGuard + alignment - 1) / alignment * alignment;
  const u64 whole = (offset + size + 2 * kGuard - 1) / kGuard * kGuard;
  const u64 unaligned = __forall_frame_room(whole + alignment);
  const u64 frame = (unaligned + alignment - 1) / alignment * alignment;
  auto* layout = reinterpret_cast<abi::FrameLayout*>(frame + abi::kGranule);
  auto* variable = reinterpret_cast<abi::FrameVariable*>(layout + 1);
  *variable = description != nullptr ? *static_cast<const abi::FrameVariable*>(description) : abi::FrameVariable{};
  variable->offset = offset;
  variable->size = size;
  *layout = {whole, 1, variable};
  *reinterpret_cast<abi::FrameLayout**>(frame) = layout;
  close_memory(frame, frame + abi::kGranule, abi::Use::FrameStart);
  close_memory(frame + abi::kGranule, frame + offset, abi::Use::StackGuard);
  open_memory(frame + offset, size);
  close_memory(round_to_granule(frame + offset + size), frame + whole, abi::Use::StackGuard);
  *__forall_state.stack_top++ = {frame, layout, static_cast<u64>(abi::FrameKind::Kept)};
  for (u64 at = frame + offset; at < frame + offset + size; at += abi::kGranule) *flag_of(at) |= abi::kUnsetFlag;
  return reinterpret_cast<const void*>(frame + offset);
}

}  // extern "C"

#include "runtime/objects.h"

#include <sys/mman.h>

#include <iterator>

#include "runtime/flags.h"
#include "runtime/heap.h"
#include "runtime/leaks.h"
#include "runtime/module.h"
#include "runtime/stack_memory.h"

namespace forall::runtime {

namespace {

abi::StaticGlobal* globals_by_address = nullptr;
std::size_t global_count = 0;

u64 address_of(const abi::StaticGlobal& global) { return reinterpret_cast<u64>(global.address); }

// Heap sort: no recursion, no memory, and no library template that the code under test could share.
void sort_globals() {
  abi::StaticGlobal* a = globals_by_address;
  const auto sift = [a](std::size_t root, std::size_t end) {
    for (std::size_t child = 2 * root + 1; child < end; child = 2 * root + 1) {
      if (child + 1 < end && address_of(a[child]) < address_of(a[child + 1])) ++child;
      if (address_of(a[root]) >= address_of(a[child])) return;
      const abi::StaticGlobal swap = a[root];
      a[root] = a[child];
      a[child] = swap;
      root = child;
    }
  };
  for (std::size_t i = global_count / 2; i-- > 0;) sift(i, global_count);
  for (std::size_t end = global_count; end > 1;) {
    --end;
    const abi::StaticGlobal swap = a[0];
    a[0] = a[end];
    a[end] = swap;
    sift(0, end);
  }
}

void close_guards(const abi::StaticGlobal& global) {
  const u64 from = address_of(global), to = from + global.size;
  if (global.guard == 0) return;
  close_memory(from - global.guard, from, abi::Use::GlobalGuard);
  open_memory(from, global.size);
  close_memory(round_to_granule(to), round_to_granule(to) + global.guard, abi::Use::GlobalGuard);
}

constexpr Kept kKept[] = {globals_by_address, global_count};

void start() {
  global_count = static_cast<std::size_t>(__stop_forall_globals - __start_forall_globals);
  if (global_count == 0) return;
  void* memory = mmap(nullptr, global_count * sizeof(abi::StaticGlobal), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    global_count = 0;
    return;
  }
  ignore_in_leak_search(memory, global_count * sizeof(abi::StaticGlobal));
  globals_by_address = static_cast<abi::StaticGlobal*>(memory);
  for (std::size_t i = 0; i < global_count; ++i) globals_by_address[i] = __start_forall_globals[i];
  sort_globals();
  for (std::size_t i = 0; i < global_count; ++i) close_guards(globals_by_address[i]);
}

}  // namespace

FORALL_MODULE(objects) = {.phase = Phase::Memory, .keeps = kKept, .start = start};

const abi::StaticGlobal* global_at(u64 address) {
  std::size_t low = 0, high = global_count;  // the last global that begins at or before the address
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (address_of(globals_by_address[middle]) <= address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == 0) return nullptr;
  const abi::StaticGlobal* global = globals_by_address + (low - 1);
  return address - address_of(*global) < global->size ? global : nullptr;
}

Object find_global(u64 address) {
  const abi::StaticGlobal* global = global_at(address);
  return global != nullptr ? Object{address_of(*global), global->size} : Object{};
}

const abi::StaticGlobal* global_near(u64 address) {
  const abi::StaticGlobal* nearest = nullptr;
  const auto distance = [&](const abi::StaticGlobal& global) {
    const u64 from = address_of(global), to = from + global.size;
    return address < from ? from - address : address >= to ? address - to + 1 : 0;
  };
  for (std::size_t i = 0; i < global_count; ++i) {
    const abi::StaticGlobal& global = globals_by_address[i];
    if (global.guard != 0 && (nearest == nullptr || distance(global) < distance(*nearest))) nearest = &global;
  }
  return nearest;
}

Object find_object(u64 address) {
  if (in_arena(address)) return heap_object(address);
  if (const Object object = find_stack_object(address)) return object;
  return find_global(address);
}

Object object_of_pointer(u64 address) {
  const Object object = find_object(address);
  const Object before = find_object(address - 1);
  const bool ends = before && before.base + before.size == address;
  if (object && address == object.base && ends) return {};  // the end of one object and the start of the next
  return object ? object : ends ? before : Object{};
}

Object object_of_expression(u32 id) {
  // Visits the sum's constant operands; the operands of any other operator are part of the offset.
  constexpr unsigned kMostSteps = 64;
  u32 pending[kMostSteps];
  unsigned count = 0;
  pending[count++] = id;
  Object found;
  for (unsigned step = 0; step < kMostSteps && count > 0; ++step) {
    const u32 next = pending[--count];
    const abi::Node& node = g.nodes[next];
    if (node.op == Op::Const || was_decided(next)) {
      const Object object = object_of_pointer(node.value.lo);
      if (object && found) return {};
      if (object) found = object;
    } else if (node.op == Op::Add && count + 2 <= kMostSteps) {
      pending[count++] = node.a;
      pending[count++] = node.b;
    } else if (node.op == Op::Sub) {
      pending[count++] = node.a;
    }
  }
  return found;
}

bool chooses_pointer(u32 id) {
  constexpr unsigned kMostSteps = 1024;
  u32 pending[64];
  unsigned count = 0;
  pending[count++] = id;
  for (unsigned step = 0; step < kMostSteps && count > 0; ++step) {
    const u32 next = pending[--count];
    const abi::Node& node = g.nodes[next];
    if (node.op == Op::Const || was_decided(next)) {
      if (object_of_pointer(node.value.lo)) return true;
    } else if ((node.op == Op::Ite || node.op == Op::Add) && count + 2 <= std::size(pending)) {
      pending[count++] = node.op == Op::Ite ? node.c : node.a;
      pending[count++] = node.b;
    }
  }
  return false;
}

}  // namespace forall::runtime

// A test that leaves all memory unchanged is pure, whatever an observer does: for the inputs of this path nothing has to
// be compared. That holds for tests that only read, and for those that restore everything they changed. Where memory has
// another expression than before, it is decided whether the two are equal.
//
// Each piece of memory (the live blocks of the run, blocks allocated before it, global and thread-local variables) is
// saved, followed by the expressions of its bytes if it has any.
#include "runtime/remembered.h"

#include <sys/mman.h>

#include <cstring>

#include "runtime/decide.h"
#include "runtime/heap.h"
#include "runtime/leaks.h"
#include "runtime/models/protocol.h"
#include "runtime/module.h"
#include "runtime/objects.h"
#include "runtime/run.h"
#include "runtime/shadow.h"
#include "runtime/variables.h"

namespace forall::runtime {

namespace {

constexpr u64 kRoom = u64{64} << 20;

struct Piece {
  Object memory;
  u64 next;         // where the next piece begins
  bool is_block;    // of the heap of this run
  bool is_unbuilt;  // reserved for an object that is not built yet
  bool is_symbolic;
};

char* room = nullptr;
u64 used = 0;
bool is_complete = false;

u64 aligned(u64 size) { return (size + 15) & ~u64{15}; }
Piece& piece_at(u64 at) { return *reinterpret_cast<Piece*>(room + at); }
char* contents_of(u64 at) { return room + at + aligned(sizeof(Piece)); }
u64* shadows_of(u64 at) { return reinterpret_cast<u64*>(contents_of(at) + aligned(piece_at(at).memory.size)); }
const char* address_of(const Piece& piece) { return reinterpret_cast<const char*>(piece.memory.base); }

void remember(Object memory, bool is_block) {
  if (memory.size == 0 || !is_complete) return;
  const void* address = reinterpret_cast<const void*>(memory.base);
  const bool has_shadow = is_symbolic(address, memory.size);
  const u64 size = aligned(sizeof(Piece)) + aligned(memory.size) + (has_shadow ? 8 * aligned(memory.size) : 0);
  if (size > kRoom - used) {
    is_complete = false;
    return;
  }
  const u64 at = used;
  used += size;
  piece_at(at) = {memory, used, is_block, is_block && heap_is_unbuilt(memory.base), has_shadow};
  std::memcpy(contents_of(at), address, memory.size);
  for (u64 i = 0; has_shadow && i < memory.size; ++i) shadows_of(at)[i] = shadow_of(address_of(piece_at(at)) + i);
}

bool is_poison_shadow(u64 shadow) { return is_poison(static_cast<u32>(shadow >> 8)); }

// Bytes of memory whose shadows are consecutive bytes of one expression, or concrete ones.
Value value_of(u64 shadow, const char* bytes, unsigned size) {
  if (shadow != 0) return extract(node_value(static_cast<u32>(shadow >> 8)), 8 * (shadow & 0xff), 8 * size);
  U128 bits = 0;
  std::memcpy(&bits, bytes, size);
  return concrete(bits, 8 * size);
}

bool follows(u64 shadow, u64 first, unsigned distance) { return shadow == (first == 0 ? 0 : first + distance); }

// Adds to `equal` what has to hold for the piece to be unchanged. False: it is changed, or that cannot be told. What it does
// depends on expressions and constants alone, so that all runs of one path agree.
bool compare_expressions(const Piece& piece, const char* before, const u64* shadows, Value& equal) {
  const char* address = address_of(piece);
  const auto old_shadow = [&](u64 i) { return piece.is_symbolic ? shadows[i] : 0; };
  for (u64 i = 0; i < piece.memory.size;) {
    const u64 was = old_shadow(i), is = shadow_of(address + i);
    if (was == is) {
      if (was == 0 && before[i] != address[i]) return false;
      ++i;
      continue;
    }
    if (is_poison_shadow(was) || is_poison_shadow(is)) return false;
    unsigned size = 1;
    while (size < 8 && i + size < piece.memory.size && follows(old_shadow(i + size), was, size) &&
           follows(shadow_of(address + i + size), is, size)) {
      ++size;
    }
    equal = binary(Op::And, equal, equals(value_of(was, before + i, size), value_of(is, address + i, size)));
    i += size;
  }
  return true;
}

bool is_unchanged(u64 at, Value& equal) {
  const Piece& piece = piece_at(at);
  if (piece.is_block) {
    if (heap_is_unbuilt(piece.memory.base)) return piece.is_unbuilt;
    if (piece.is_unbuilt) return true;  // once built, it is a separate piece
    const Object now = heap_object(piece.memory.base);
    if (now.base != piece.memory.base || now.size != piece.memory.size) return false;
  }
  const char* address = address_of(piece);
  if (!piece.is_symbolic && !is_symbolic(address, piece.memory.size)) {
    return std::memcmp(contents_of(at), address, piece.memory.size) == 0;
  }
  return compare_expressions(piece, contents_of(at), shadows_of(at), equal);
}

constexpr Kept kKept[] = {room, used, is_complete};

void start() {
  void* memory = mmap(nullptr, kRoom, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return;
  room = static_cast<char*>(memory);
  ignore_in_leak_search(memory, kRoom);
}

void begin() { is_complete = false; }

}  // namespace

FORALL_MODULE(remembered) = {.phase = Phase::Tables, .keeps = kKept, .start = start, .begin_run = begin};

void remember_built(u64 address) { remember(heap_object(address), true); }

}  // namespace forall::runtime

using namespace forall::runtime;

extern "C" {

void __forall_remember_memory() {
  const ModelCall call(&__forall_remember_memory, "__forall_remember_memory", 0);
  used = 0;
  is_complete = room != nullptr && g.in_run;
  for (u64 block = heap_next_live(0); block != 0; block = heap_next_live(block)) {
    remember(heap_live(block).payload, true);
  }
  heap_visit_sealed([](u64 from, u64 to) { remember({from, to - from}, false); });
  for_each_mutable_global([](const forall::abi::StaticGlobal& global) {
    remember({reinterpret_cast<u64>(global.address), global.size}, false);
  });
  remember(thread_local_memory(), false);
}

bool __forall_is_memory_unchanged() {
  const ModelCall call(&__forall_is_memory_unchanged, "__forall_is_memory_unchanged", 0);
  if (!is_complete) return false;
  Value equal = concrete(1, 1);
  for (u64 at = 0; at < used; at = piece_at(at).next) {
    if (!is_unchanged(at, equal)) return false;
  }
  if (equal.symbolic())
    decide_condition(equal, model_site("the comparison of memory"), forall::abi::DecisionKind::Branch);
  return equal.truth();
}

}  // extern "C"

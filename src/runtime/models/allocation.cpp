// malloc, new and related functions for instrumented code. Symbolic sizes and alignments are decided; pointers to free
// are resolved.
//
// When the arena is full, allocations of a run fail and the ledger says so; outside of runs the real heap is used
// instead. Once the process has threads, blocks come from the real heap, which has locks, and blocks of the arena are
// not reused.
#include "runtime/models/allocation.h"

#include <malloc.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "runtime/heap.h"
#include "runtime/models/protocol.h"
#include "runtime/run.h"
#include "runtime/unset.h"

// The program's own operator new and delete, where an instrumented file defines them.
extern "C" {
[[gnu::weak, gnu::visibility("hidden")]] void* __forall_program_new(std::size_t size);
[[gnu::weak, gnu::visibility("hidden")]] void __forall_program_delete(void* pointer);
[[gnu::weak, gnu::visibility("hidden")]] void __forall_program_delete_sized(void* pointer, std::size_t size);
}

namespace std {
[[noreturn]] void __throw_bad_alloc();
}

namespace forall::runtime {

namespace {

constexpr u64 kHopeless = ~u64{0} >> 1;  // no allocator can provide more: failing is not an approximation
constexpr std::size_t kDefaultAlignment = 16;

void* allocate(const ModelCall& call, std::size_t size, std::size_t alignment, Origin origin,
               const abi::TypeLayout* type = nullptr) {
  if (!g.threads) {
    const StaticSite* site = call.call_site() != nullptr ? call.call_site() : g.model_site;
    if (void* block = heap_allocate(size, alignment, origin, site)) {
      heap_set_type(reinterpret_cast<u64>(block), type);
      if (observing() && g.building == 0) unset_memory(reinterpret_cast<u64>(block), size);
      return block;
    }
    if (g.in_run) {
      if (size < kHopeless) {
        add_ledger(abi::LedgerKind::ConcretizedLength, nullptr,
                   "an allocation failed because the arena of a run is full");
      }
      return nullptr;
    }
  }
  return alignment <= kDefaultAlignment ? std::malloc(size) : std::aligned_alloc(alignment, size);
}

// A program may define operator new alone, by calling malloc: then delete is free.
Origin unless_replaced(Origin origin) { return __forall_program_new != nullptr ? Origin::Any : origin; }

// `site` is the call's, or null.
void deallocate(void* pointer, Origin origin, const StaticSite* site, const void* caller) {
  if (pointer == nullptr) return;
  if (in_arena(reinterpret_cast<u64>(pointer))) return release(pointer, caller, origin, site);
  if (g.in_run && find_object(reinterpret_cast<u64>(pointer))) {
    end_run(abi::OutcomeKind::Crashed, abi::Fault::BadFree, site, "free of a variable", caller);
  }
  std::free(pointer);
}

// What the call of operator new is for.
const abi::TypeLayout* take_type() {
  const abi::TypeLayout* type = __forall_state.allocated_type;
  __forall_state.allocated_type = nullptr;
  return type;
}

// As operator new must, asks the new-handler for more memory, and throws.
void* allocate_or_throw(const ModelCall& call, std::size_t size, std::size_t alignment, Origin origin,
                        const abi::TypeLayout* type) {
  for (;;) {
    if (void* block = allocate(call, size, alignment, origin, type)) return block;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) std::__throw_bad_alloc();
    handler();
  }
}

std::size_t size_of_block(void* pointer) {
  if (!in_arena(reinterpret_cast<u64>(pointer))) return malloc_usable_size(pointer);
  return heap_object(reinterpret_cast<u64>(pointer)).size;
}

bool multiply(std::size_t a, std::size_t b, std::size_t& product) { return !__builtin_mul_overflow(a, b, &product); }

// Sized delete passes the size of the object. The size is wrong if a derived object is deleted through a base without
// a virtual destructor.
void check_deleted_size(void* pointer, std::size_t size, const StaticSite* site, const void* caller) {
  const u64 address = reinterpret_cast<u64>(pointer);
  if (!g.in_run || g.threads || !in_arena(address)) return;
  const u64 live = heap_live_block(address);
  if (live == 0 || heap_live(live).site == abi::kNoSite) return;  // part of the inputs
  const Object block = heap_live(live).payload;
  if (block.base != address || block.size == size) return;
  char text[96];
  std::snprintf(text, sizeof text, "a block of %llu bytes is deleted as an object of %llu bytes",
                static_cast<unsigned long long>(block.size), static_cast<unsigned long long>(size));
  end_run(abi::OutcomeKind::Crashed, abi::Fault::MismatchedFree, site, text, caller);
}

// A pointer to free is decided as a whole: there is no object that it could be out of bounds of.
void decide_pointer(const ModelCall& call, void* pointer) {
  if (call.symbolic()) call.decide(0, reinterpret_cast<u64>(pointer));
}

void* reallocate(const ModelCall& call, void* pointer, std::size_t size, const void* caller) {
  const StaticSite* site = call.call_site();
  if (pointer == nullptr) return allocate(call, size, kDefaultAlignment, Origin::Malloc);
  if (size == 0) {
    deallocate(pointer, Origin::Malloc, site, caller);
    return nullptr;
  }
  const std::size_t old = size_of_block(pointer);
  if (old == 0 && in_arena(reinterpret_cast<u64>(pointer)) && !heap_object(reinterpret_cast<u64>(pointer))) {
    // This is a block of size 0 or not a block at all; freeing tells them apart.
    deallocate(pointer, Origin::Malloc, site, caller);
    return allocate(call, size, kDefaultAlignment, Origin::Malloc);
  }
  void* fresh = allocate(call, size, kDefaultAlignment, Origin::Malloc);
  if (fresh == nullptr) return nullptr;
  const std::size_t kept = old < size ? old : size;
  shadow_copy(fresh, pointer, kept);
  std::memcpy(fresh, pointer, kept);
  deallocate(pointer, Origin::Malloc, site, caller);
  return fresh;
}

}  // namespace

void release(void* pointer, const void* caller, Origin origin, const StaticSite* site) {
  if (g.threads) return;
  const auto crash = [&](abi::Fault fault, const char* text) {
    end_run(abi::OutcomeKind::Crashed, fault, site, text, caller);
  };
  switch (heap_free(pointer, origin)) {
    case Freeing::Done: return;
    case Freeing::NotABlock: return crash(abi::Fault::BadFree, "free of a pointer that no allocation returned");
    case Freeing::Twice: return crash(abi::Fault::BadFree, "free of a block that was already freed");
    case Freeing::Mismatched:
      return crash(abi::Fault::MismatchedFree, "a block is freed with a function that does not match its allocation");
  }
}

void forget_foreign(void* pointer) {
  if (__forall_state.symbolic_bytes == 0) return;
  const std::size_t size = malloc_usable_size(pointer);
  if (may_be_symbolic(pointer, size)) shadow_clear(pointer, size);
}

}  // namespace forall::runtime

using namespace forall::runtime;

#define MODEL_CALL(name, count) const ModelCall call(&__forall_model_##name, #name, count)
#define CALLER __builtin_return_address(0)

extern "C" {

void* __forall_model_malloc(std::size_t size) {
  MODEL_CALL(malloc, 1);
  call.decide(0, size);
  return allocate(call, size, kDefaultAlignment, Origin::Malloc);
}

void* __forall_model_calloc(std::size_t count, std::size_t size) {
  MODEL_CALL(calloc, 2);
  call.decide(0, count);
  call.decide(1, size);
  std::size_t bytes = 0;
  void* block = multiply(count, size, bytes) ? allocate(call, bytes, kDefaultAlignment, Origin::Malloc) : nullptr;
  if (block == nullptr) return nullptr;
  std::memset(block, 0, bytes);
  set_memory(reinterpret_cast<u64>(block), bytes);
  return block;
}

void* __forall_model_realloc(void* pointer, std::size_t size) {
  MODEL_CALL(realloc, 2);
  decide_pointer(call, pointer);
  call.decide(1, size);
  return reallocate(call, pointer, size, CALLER);
}

void* __forall_model_reallocarray(void* pointer, std::size_t count, std::size_t size) {
  MODEL_CALL(reallocarray, 3);
  decide_pointer(call, pointer);
  call.decide(1, count);
  call.decide(2, size);
  std::size_t bytes = 0;
  return multiply(count, size, bytes) ? reallocate(call, pointer, bytes, CALLER) : nullptr;
}

void __forall_model_free(void* pointer) {
  MODEL_CALL(free, 1);
  decide_pointer(call, pointer);
  deallocate(pointer, Origin::Malloc, call.call_site(), CALLER);
}

void* __forall_model_aligned_alloc(std::size_t alignment, std::size_t size) {
  MODEL_CALL(aligned_alloc, 2);
  call.decide(0, alignment);
  call.decide(1, size);
  return alignment == 0 || (alignment & (alignment - 1)) != 0 ? nullptr
                                                              : allocate(call, size, alignment, Origin::Malloc);
}

int __forall_model_posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  MODEL_CALL(posix_memalign, 3);
  call.resolve(0, result, sizeof *result);
  call.decide(1, alignment);
  call.decide(2, size);
  if (alignment < sizeof(void*) || (alignment & (alignment - 1)) != 0) return 22;  // EINVAL
  void* block = allocate(call, size, alignment, Origin::Malloc);
  if (block == nullptr) return 12;  // ENOMEM
  shadow_clear(result, sizeof *result);
  *result = block;
  return 0;
}

std::size_t __forall_model_malloc_usable_size(void* pointer) {
  MODEL_CALL(malloc_usable_size, 1);
  decide_pointer(call, pointer);
  // The result is only promised to be at least the requested size.
  if (pointer != nullptr) add_ledger(forall::abi::LedgerKind::UnspecifiedValue, call.site(), "malloc_usable_size");
  return pointer == nullptr ? 0 : size_of_block(pointer);
}

char* __forall_model_strdup(const char* text) {
  MODEL_CALL(strdup, 1);
  call.resolve(0, text, 1);
  const std::size_t size = std::strlen(text) + 1;
  auto* copy = static_cast<char*>(allocate(call, size, kDefaultAlignment, Origin::Malloc));
  if (copy == nullptr) return nullptr;
  check_access(text, size, call.site());
  // The length is decided byte by byte, as strlen does it.
  for (std::size_t i = 0; i < size; ++i) branch_on(equals(byte_at(text + i, call.site()), U128{0}), call.site());
  shadow_copy(copy, text, size);
  std::memcpy(copy, text, size);
  return copy;
}

void* __forall_model_new(std::size_t size) {
  MODEL_CALL(new, 1);
  const auto* type = take_type();
  call.decide(0, size);
  if (__forall_program_new != nullptr) return __forall_program_new(size);
  return allocate_or_throw(call, size, kDefaultAlignment, Origin::New, type);
}

void* __forall_model_new_array(std::size_t size) {
  MODEL_CALL(new_array, 1);
  const auto* type = take_type();
  call.decide(0, size);
  if (__forall_program_new != nullptr) return __forall_program_new(size);
  return allocate_or_throw(call, size, kDefaultAlignment, Origin::NewArray, type);
}

void* __forall_model_new_aligned(std::size_t size, std::size_t alignment) {
  MODEL_CALL(new_aligned, 2);
  const auto* type = take_type();
  call.decide(0, size);
  call.decide(1, alignment);
  return allocate_or_throw(call, size, alignment, Origin::Any, type);
}

void* __forall_model_new_nothrow(std::size_t size, const void*) {
  MODEL_CALL(new_nothrow, 1);
  const auto* type = take_type();
  call.decide(0, size);
  if (__forall_program_new != nullptr) return __forall_program_new(size);
  return allocate(call, size, kDefaultAlignment, Origin::New, type);
}

void* __forall_model_new_array_nothrow(std::size_t size, const void*) {
  MODEL_CALL(new_array_nothrow, 1);
  const auto* type = take_type();
  call.decide(0, size);
  if (__forall_program_new != nullptr) return __forall_program_new(size);
  return allocate(call, size, kDefaultAlignment, Origin::NewArray, type);
}

void* __forall_model_new_aligned_nothrow(std::size_t size, std::size_t alignment, const void*) {
  MODEL_CALL(new_aligned_nothrow, 2);
  const auto* type = take_type();
  call.decide(0, size);
  call.decide(1, alignment);
  return allocate(call, size, alignment, Origin::Any, type);
}

// Alignments passed to delete are ignored. For over-aligned types, single objects and arrays are not distinguished.
void __forall_model_delete(void* pointer) {
  MODEL_CALL(delete, 1);
  decide_pointer(call, pointer);
  if (__forall_program_delete != nullptr) return __forall_program_delete(pointer);
  deallocate(pointer, unless_replaced(Origin::New), call.call_site(), CALLER);
}
void __forall_model_delete_sized(void* pointer, std::size_t size) {
  MODEL_CALL(delete_sized, 1);
  decide_pointer(call, pointer);
  if (__forall_program_delete_sized != nullptr) return __forall_program_delete_sized(pointer, size);
  if (__forall_program_delete != nullptr) return __forall_program_delete(pointer);
  if (__forall_program_new == nullptr) check_deleted_size(pointer, size, call.call_site(), CALLER);
  deallocate(pointer, unless_replaced(Origin::New), call.call_site(), CALLER);
}
void __forall_model_delete_nothrow(void* pointer, const void*) {
  MODEL_CALL(delete_nothrow, 1);
  decide_pointer(call, pointer);
  if (__forall_program_delete != nullptr) return __forall_program_delete(pointer);
  deallocate(pointer, unless_replaced(Origin::New), call.call_site(), CALLER);
}
void __forall_model_delete_array(void* pointer) {
  MODEL_CALL(delete_array, 1);
  decide_pointer(call, pointer);
  if (__forall_program_delete != nullptr) return __forall_program_delete(pointer);
  deallocate(pointer, unless_replaced(Origin::NewArray), call.call_site(), CALLER);
}
void __forall_model_delete_array_sized(void* pointer, std::size_t size) {
  MODEL_CALL(delete_array_sized, 1);
  decide_pointer(call, pointer);
  if (__forall_program_delete_sized != nullptr) return __forall_program_delete_sized(pointer, size);
  if (__forall_program_delete != nullptr) return __forall_program_delete(pointer);
  deallocate(pointer, unless_replaced(Origin::NewArray), call.call_site(), CALLER);
}
void __forall_model_delete_array_nothrow(void* pointer, const void*) {
  MODEL_CALL(delete_array_nothrow, 1);
  decide_pointer(call, pointer);
  if (__forall_program_delete != nullptr) return __forall_program_delete(pointer);
  deallocate(pointer, unless_replaced(Origin::NewArray), call.call_site(), CALLER);
}
void __forall_model_delete_aligned(void* pointer, std::size_t) {
  MODEL_CALL(delete_aligned, 1);
  decide_pointer(call, pointer);
  deallocate(pointer, Origin::Any, call.call_site(), CALLER);
}
void __forall_model_delete_sized_aligned(void* pointer, std::size_t, std::size_t) {
  MODEL_CALL(delete_sized_aligned, 1);
  decide_pointer(call, pointer);
  deallocate(pointer, Origin::Any, call.call_site(), CALLER);
}

}  // extern "C"

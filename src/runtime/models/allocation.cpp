// malloc, new and their kin for instrumented code. Symbolic sizes and alignments are decided; pointers to free are
// resolved.
//
// When the arena is full, a served run sees a failed allocation and the ledger says so; outside of runs the real heap
// steps in. Once the process has threads, blocks come from the real heap, which has locks, and blocks of the arena are
// not used again.
#include "runtime/models/allocation.h"

#include <malloc.h>

#include <cstdlib>
#include <cstring>
#include <new>

#include "runtime/heap.h"
#include "runtime/models/protocol.h"
#include "runtime/run.h"

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

constexpr u64 kHopeless = ~u64{0} >> 1;  // no allocator gives more: failing is no approximation
constexpr std::size_t kDefaultAlignment = 16;

void* allocate(std::size_t size, std::size_t alignment) {
  if (!g.threads) {
    if (void* block = heap_allocate(size, alignment)) return block;
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

void deallocate(void* pointer, const void* caller) {
  if (pointer == nullptr) return;
  if (in_arena(reinterpret_cast<u64>(pointer))) return release(pointer, caller);
  std::free(pointer);
}

// As operator new must: asks the handler for more memory, and throws.
void* allocate_or_throw(std::size_t size, std::size_t alignment) {
  for (;;) {
    if (void* block = allocate(size, alignment)) return block;
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

// A pointer to free is decided as it is; there is no object of which it could be out of bounds.
void decide_pointer(const ModelCall& call, void* pointer) {
  if (call.symbolic()) call.decide(0, reinterpret_cast<u64>(pointer));
}

void* reallocate(void* pointer, std::size_t size, const void* caller) {
  if (pointer == nullptr) return allocate(size, kDefaultAlignment);
  if (size == 0) {
    deallocate(pointer, caller);
    return nullptr;
  }
  const std::size_t old = size_of_block(pointer);
  if (old == 0 && in_arena(reinterpret_cast<u64>(pointer)) && !heap_object(reinterpret_cast<u64>(pointer))) {
    // A block of size 0 or no block at all: freeing tells them apart.
    deallocate(pointer, caller);
    return allocate(size, kDefaultAlignment);
  }
  void* fresh = allocate(size, kDefaultAlignment);
  if (fresh == nullptr) return nullptr;
  const std::size_t kept = old < size ? old : size;
  if (may_be_symbolic(pointer, kept)) shadow_copy(fresh, pointer, kept);
  std::memcpy(fresh, pointer, kept);
  deallocate(pointer, caller);
  return fresh;
}

}  // namespace

void release(void* pointer, const void* caller) {
  if (g.threads) return;
  if (heap_free(pointer)) return;
  end_run(abi::OutcomeKind::Crashed, abi::Fault::Abort, nullptr, "free of a pointer that is not a live block", caller);
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
  return allocate(size, kDefaultAlignment);
}

void* __forall_model_calloc(std::size_t count, std::size_t size) {
  MODEL_CALL(calloc, 2);
  call.decide(0, count);
  call.decide(1, size);
  std::size_t bytes = 0;
  void* block = multiply(count, size, bytes) ? allocate(bytes, kDefaultAlignment) : nullptr;
  if (block != nullptr) std::memset(block, 0, bytes);
  return block;
}

void* __forall_model_realloc(void* pointer, std::size_t size) {
  MODEL_CALL(realloc, 2);
  decide_pointer(call, pointer);
  call.decide(1, size);
  return reallocate(pointer, size, CALLER);
}

void* __forall_model_reallocarray(void* pointer, std::size_t count, std::size_t size) {
  MODEL_CALL(reallocarray, 3);
  decide_pointer(call, pointer);
  call.decide(1, count);
  call.decide(2, size);
  std::size_t bytes = 0;
  return multiply(count, size, bytes) ? reallocate(pointer, bytes, CALLER) : nullptr;
}

void __forall_model_free(void* pointer) {
  MODEL_CALL(free, 1);
  decide_pointer(call, pointer);
  deallocate(pointer, CALLER);
}

void* __forall_model_aligned_alloc(std::size_t alignment, std::size_t size) {
  MODEL_CALL(aligned_alloc, 2);
  call.decide(0, alignment);
  call.decide(1, size);
  return alignment == 0 || (alignment & (alignment - 1)) != 0 ? nullptr : allocate(size, alignment);
}

int __forall_model_posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  MODEL_CALL(posix_memalign, 3);
  call.resolve(0, result, sizeof *result);
  call.decide(1, alignment);
  call.decide(2, size);
  if (alignment < sizeof(void*) || (alignment & (alignment - 1)) != 0) return 22;  // EINVAL
  void* block = allocate(size, alignment);
  if (block == nullptr) return 12;  // ENOMEM
  shadow_clear(result, sizeof *result);
  *result = block;
  return 0;
}

std::size_t __forall_model_malloc_usable_size(void* pointer) {
  MODEL_CALL(malloc_usable_size, 1);
  decide_pointer(call, pointer);
  return pointer == nullptr ? 0 : size_of_block(pointer);
}

char* __forall_model_strdup(const char* text) {
  MODEL_CALL(strdup, 1);
  call.resolve(0, text, 1);
  const std::size_t size = std::strlen(text) + 1;
  auto* copy = static_cast<char*>(allocate(size, kDefaultAlignment));
  if (copy == nullptr) return nullptr;
  // Its length is decided byte by byte, as strlen decides it.
  for (std::size_t i = 0; i < size; ++i) branch_on(equals(byte_at(text + i, call.site()), U128{0}), call.site());
  if (may_be_symbolic(text, size)) shadow_copy(copy, text, size);
  std::memcpy(copy, text, size);
  return copy;
}

void* __forall_model_new(std::size_t size) {
  MODEL_CALL(new, 1);
  call.decide(0, size);
  if (__forall_program_new != nullptr) return __forall_program_new(size);
  return allocate_or_throw(size, kDefaultAlignment);
}

void* __forall_model_new_aligned(std::size_t size, std::size_t alignment) {
  MODEL_CALL(new_aligned, 2);
  call.decide(0, size);
  call.decide(1, alignment);
  return allocate_or_throw(size, alignment);
}

void* __forall_model_new_nothrow(std::size_t size, const void*) {
  MODEL_CALL(new_nothrow, 1);
  call.decide(0, size);
  if (__forall_program_new != nullptr) return __forall_program_new(size);
  return allocate(size, kDefaultAlignment);
}

void* __forall_model_new_aligned_nothrow(std::size_t size, std::size_t alignment, const void*) {
  MODEL_CALL(new_aligned_nothrow, 2);
  call.decide(0, size);
  call.decide(1, alignment);
  return allocate(size, alignment);
}

// Sizes and alignments given to delete say nothing new.
void __forall_model_delete(void* pointer) {
  MODEL_CALL(delete, 1);
  decide_pointer(call, pointer);
  if (__forall_program_delete != nullptr) return __forall_program_delete(pointer);
  deallocate(pointer, CALLER);
}
void __forall_model_delete_sized(void* pointer, std::size_t size) {
  MODEL_CALL(delete_sized, 1);
  decide_pointer(call, pointer);
  if (__forall_program_delete_sized != nullptr) return __forall_program_delete_sized(pointer, size);
  if (__forall_program_delete != nullptr) return __forall_program_delete(pointer);
  deallocate(pointer, CALLER);
}
void __forall_model_delete_nothrow(void* pointer, const void*) {
  MODEL_CALL(delete_nothrow, 1);
  decide_pointer(call, pointer);
  if (__forall_program_delete != nullptr) return __forall_program_delete(pointer);
  deallocate(pointer, CALLER);
}
void __forall_model_delete_aligned(void* pointer, std::size_t) {
  MODEL_CALL(delete_aligned, 1);
  decide_pointer(call, pointer);
  deallocate(pointer, CALLER);
}
void __forall_model_delete_sized_aligned(void* pointer, std::size_t, std::size_t) {
  MODEL_CALL(delete_sized_aligned, 1);
  decide_pointer(call, pointer);
  deallocate(pointer, CALLER);
}

}  // extern "C"

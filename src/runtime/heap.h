// The heap of instrumented code.
#pragma once

#include "runtime/objects.h"

namespace forall::runtime {

inline constexpr u64 kArenaSize = u64{2} << 30;
extern u64 arena_base;  // 0 before the first allocation

inline bool in_arena(u64 address) { return address - arena_base < kArenaSize && arena_base != 0; }

// Null when the arena is full. The memory has no shadow. alignment is a power of two.
void* heap_allocate(std::size_t size, std::size_t alignment = 16);
// The pointer is in the arena. False: it is not the start of a live block (freed before, or never allocated).
bool heap_free(void* pointer);
// The live block this address of the arena lies in.
Object heap_object(u64 address);

void heap_seal();   // what was allocated until now belongs to every run: remembers its contents
void heap_reset();  // after a run: forgets its blocks, puts the sealed ones back

}  // namespace forall::runtime

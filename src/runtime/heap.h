// The heap of instrumented code.
#pragma once

#include "runtime/objects.h"

namespace forall::runtime {

inline constexpr u64 kArenaSize = u64{2} << 30;
extern u64 arena_base;  // 0 before the first allocation

inline bool in_arena(u64 address) { return address - arena_base < kArenaSize && arena_base != 0; }

// The kind of function that allocates or frees a block; they must match. Any matches all: it is the runtime itself, or
// code that is not instrumented.
enum class Origin : u8 { Any, Malloc, New, NewArray };

// Null when the arena is full. The memory has no shadow. alignment is a power of two. Without a site, the block is not
// one of the program's: it cannot leak.
void* heap_allocate(std::size_t size, std::size_t alignment = 16, Origin origin = Origin::Any,
                    const StaticSite* site = nullptr);

// The pointer is in the arena. NotABlock: no allocation returned it.
enum class Freeing : u8 { Done, NotABlock, Twice, Mismatched };
Freeing heap_free(void* pointer, Origin origin = Origin::Any);

// The live block that contains this address of the arena.
Object heap_object(u64 address);
// The type of what is in it, by an address in it; it may be an array of such. Null: not known.
const abi::TypeLayout* heap_type(u64 address);
void heap_set_type(u64 address, const abi::TypeLayout* type);

// What an access to the arena touches. `block` is the live or freed block, or the one it leaves; none: wild.
// Unbuilt: inside one that is reserved for an object of the inputs that is not built yet.
// Limited: inside one of which only a part may be used (extents.h).
enum class Access : u8 { Inside, Outside, Freed, Unbuilt, Limited };
Access heap_access(u64 address, u64 size, Object& block);

// A live block, by an address in it, that is reserved: every access of instrumented code asks the runtime.
void heap_mark_unbuilt(u64 address);
void heap_mark_built(u64 address);
bool heap_is_unbuilt(u64 address);
// A live block that has an extent from now on.
void heap_limit(u64 address);
// The object in a block turned out to be smaller than the block.
void heap_shrink(u64 address, u64 size);

// For the search for leaks: the blocks that were allocated in this run and not freed, by the addresses of their
// headers.
enum class Mark : u8 { None, Reachable = 0x10, Indirect = 0x20 };
struct LiveBlock {
  Object payload;
  u32 site;  // that allocated it, or abi::kNoSite
  Mark mark;
};
u64 heap_live_blocks();            // the number of those that have a site: only these can leak
u64 heap_next_live(u64 block);     // the next one; of 0 the first, after the last 0
u64 heap_live_block(u64 address);  // the one that this address is in, or one past the end of; else 0
LiveBlock heap_live(u64 block);
void heap_mark(u64 block, Mark mark);
bool heap_is_sealed(u64 address);
void heap_visit_sealed(void (*visit)(u64 from, u64 to));  // memory from before the first run

}  // namespace forall::runtime

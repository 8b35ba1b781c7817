// Pointers that are inputs, and the objects they may point to (see references.cpp).
#pragma once

#include <typeinfo>

#include "runtime/objects.h"
#include "runtime/value.h"

namespace forall::runtime {

// Is the expression a pointer that is an input, a choice between such pointers, or a sum with one? It has no object
// before it is decided which one it is.
bool depends_on_reference(u32 id);

// The type of such a pointer, "Node*", before it is decided; empty for every other expression.
const char* type_of_reference(u32 id);

// Called before the run reads or writes this block of the heap, which is reserved for the object of an input: builds
// the object. Runs instrumented code, and may end the run.
void build_object_at(u64 address, const StaticSite* site);
// The same for a block that may be reserved or not, or for any other memory.
void touch(const void* address, const StaticSite* site);
// Called before a read of a reserved block. True: the bytes are those of a member that the object has whatever its dynamic
// type is, so there is no need to build it yet.
bool read_shared_member(u64 address, u64 size);
// Is the address in a reserved block, and an object of this class whatever its dynamic type will be?
bool has_type_if_built(const void* address, const std::type_info& type);
// Called where an object is built. True: the member is known, because it was read before the object was built.
bool keep_shared_member(void* address, u64 size);
// Builds every object that a pointer of this run points to: code that is not instrumented may follow any of them.
void build_what_is_pointed_to(const StaticSite* site);

}  // namespace forall::runtime

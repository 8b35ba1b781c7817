// The length of a C string that is an input is one of the inputs. strlen returns that number instead of looking for the
// end, as long as every byte is still the expression that the input was built with. Bytes for which there was no room
// exist only for lengths beyond the limit, and a write to them would have been cut by the limit.
//
// The condition is that the last byte of an access is in an element whose index is below the count. It has no product,
// so nothing overflows whatever the count is.
#include "runtime/extents.h"

#include "forall/engine.h"
#include "runtime/heap.h"
#include "runtime/models/protocol.h"
#include "runtime/module.h"
#include "runtime/run.h"
#include "runtime/shadow.h"

namespace forall::runtime {

namespace {

struct Extent {
  u64 block;  // payload
  u64 first;  // address of the first element
  u64 stride;
  Value count;
  u32 text_ids;  // into text_ids: the characters, of a C string
  u32 text_size;
};
constexpr u32 kMostExtents = 1024;
Extent extents[kMostExtents];
u32 extent_count = 0;

constexpr u32 kMostTextIds = 64 * 1024;
u32 text_ids[kMostTextIds];
u32 text_id_count = 0;

Extent* text_at(u64 address) {
  for (u32 i = extent_count; i-- > 0;) {
    Extent& e = extents[i];
    if (e.text_size != 0 && address >= e.first && address - e.first < e.text_size) return &e;
  }
  return nullptr;
}

bool is_as_built(const Extent& text, const StaticSite* site) {
  for (u32 i = 0; i < text.text_size; ++i) {
    if (byte_at(reinterpret_cast<const void*>(text.first + i), site).id != text_ids[text.text_ids + i]) return false;
  }
  return true;
}

constexpr Kept kKept[] = {extents, extent_count, text_ids, text_id_count};

void begin() { extent_count = text_id_count = 0; }

}  // namespace

FORALL_MODULE(extents) = {.phase = Phase::Tables, .keeps = kKept, .begin_run = begin};

Value elements_of(const Object& block) {
  for (u32 i = extent_count; i-- > 0;) {
    if (extents[i].block == block.base) return extents[i].count;
  }
  return {};
}

bool has_extent(const Object& block) {
  for (u32 i = 0; i < extent_count; ++i) {
    if (extents[i].block == block.base) return true;
  }
  return false;
}

Value within_extent(const Object& block, Value offset, Value size) {
  for (u32 i = extent_count; i-- > 0;) {
    const Extent& e = extents[i];
    if (e.block != block.base) continue;
    const U128 before = e.first - e.block;  // memory before the elements does not count as one
    const Value end = binary(Op::Add, offset, size);
    const Value last = binary(Op::Sub, end, before + 1);
    const Value inside = binary(Op::Ult, binary(Op::UDiv, last, U128{e.stride}), e.count);
    return binary(Op::Or, binary(Op::Or, binary(Op::Ule, end, concrete(before, 64)), equals(size, U128{0})), inside);
  }
  return concrete(1, 1);
}

Value length_of_input_text(const char* text, const StaticSite* site) {
  const u64 address = reinterpret_cast<u64>(text);
  const Extent* found = text_at(address);
  if (found == nullptr || !is_as_built(*found, site)) return Value{};
  const Value length = binary(Op::Sub, found->count, U128{address - found->first + 1});
  return length.bits == __builtin_strlen(text) ? length : Value{};
}

}  // namespace forall::runtime

using namespace forall::runtime;

extern "C" void __forall_extent(const void* block, const void* count, std::size_t count_bytes, std::size_t stride) {
  const ModelCall call(&__forall_extent, "__forall_extent", 0);
  const u64 first = reinterpret_cast<u64>(block);
  const Object payload = g.in_run && in_arena(first) ? heap_object(first) : Object{};
  if (!payload || stride == 0) return;
  if (extent_count == kMostExtents) cut_run(forall::abi::Fault::TraceFull, nullptr);
  U128 bits = 0;
  __builtin_memcpy(&bits, count, count_bytes < 8 ? count_bytes : 8);
  Value value = concrete(bits, 64);
  if (may_be_symbolic(count, count_bytes)) {
    value = zext_or_trunc(shadow_load(count, static_cast<unsigned>(count_bytes), call.site()), 64);
  }
  extents[extent_count++] = {payload.base, first, stride, value, 0, 0};
  heap_limit(payload.base);
}

extern "C" void __forall_text(const char* text, std::size_t size) {
  const ModelCall call(&__forall_text, "__forall_text", 0);
  if (!g.in_run || extent_count == 0 || size > kMostTextIds - text_id_count) return;
  Extent& e = extents[extent_count - 1];
  if (e.first != reinterpret_cast<u64>(text) || !e.count.symbolic()) return;
  e.text_ids = text_id_count;
  for (std::size_t i = 0; i < size; ++i) {
    const u32 id = byte_at(text + i, call.site()).id;
    if (id == 0) return;
    text_ids[text_id_count++] = id;
  }
  e.text_size = static_cast<u32>(size);
}

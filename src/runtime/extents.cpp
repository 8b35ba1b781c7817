// The last byte of an access lies in an element whose number is below the count. No product, so nothing overflows
// whatever the count is.
#include "runtime/extents.h"

#include "forall/engine.h"
#include "runtime/heap.h"
#include "runtime/leaks.h"
#include "runtime/models/protocol.h"
#include "runtime/run.h"
#include "runtime/shadow.h"

namespace forall::runtime {

namespace {

struct Extent {
  u64 block;  // payload
  u64 first;  // address of the first element
  u64 stride;
  Value count;
};
constexpr u32 kMostExtents = 1024;
Extent extents[kMostExtents];
u32 extent_count = 0;

}  // namespace

void start_extents() { ignore_in_leak_search(extents, sizeof extents); }
void begin_extents() { extent_count = 0; }

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
    const U128 before = e.first - e.block;  // what lies in front of the elements is of no count
    const Value end = binary(Op::Add, offset, size);
    const Value last = binary(Op::Sub, end, before + 1);
    const Value inside = binary(Op::Ult, binary(Op::UDiv, last, U128{e.stride}), e.count);
    return binary(Op::Or, binary(Op::Or, binary(Op::Ule, end, concrete(before, 64)), equals(size, U128{0})), inside);
  }
  return concrete(1, 1);
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
  extents[extent_count++] = {payload.base, first, stride, value};
  heap_limit(payload.base);
}

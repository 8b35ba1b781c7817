// A read is a tree over the bits of the candidate's number, built from the leaves to the root:
//
//   bit 0:   t[i] = number[0] ? v[2i+1] : v[2i]        equal neighbours need no node, numbers that cannot occur take
//   bit 1:   u[i] = number[1] ? t[2i+1] : t[2i]  ...   what their neighbour has
//
// Equal subtrees are one node, so a table of few values (letters and digits of ctype, say) is a small expression, and
// all levels share ceil(log2(n)) conditions. Where only a few candidates differ from all others it is a chain of
// comparisons instead: an equation tells the solver more than bits do.
//
// A write is an update of a table (updates.h). Where candidates overlap it goes byte by byte instead: a byte can then be
// any byte of the value.
#include "runtime/select.h"

#include "runtime/module.h"
#include "runtime/shadow.h"
#include "runtime/updates.h"

namespace forall::runtime {

namespace {

Value slots[kMostRead];
bool possible[kMostRead];

constexpr Kept kKept[] = {slots, possible};

unsigned bits_for(u64 count) { return count <= 1 ? 0 : 64u - static_cast<unsigned>(__builtin_clzll(count - 1)); }

bool same(Value a, Value b) { return a.id == b.id && (a.id != 0 || a.bits == b.bits); }

bool any_poisoned(u64 base, const Offsets& offsets, unsigned bytes) {
  const auto* first = reinterpret_cast<const void*>(base + offsets.first);
  return is_poisoned(first, (offsets.count - 1) * offsets.stride + bytes);
}

// Fills the slots in the order of their candidates' numbers modulo 2^bits. All memory of a known object can be read, even what
// the run does not read.
bool read_slots(u64 base, const Offsets& offsets, unsigned bytes, const StaticSite* site, const UpdatedCells& updated,
                unsigned bits) {
  const u64 mask = (u64{1} << bits) - 1;
  for (u64 i = 0; i <= mask; ++i) possible[i] = false;
  u64 expensive = 0;
  for (u64 i = 0; i < offsets.count; ++i) {
    const u64 at = (offsets.origin + i) & mask;
    if (!updated.before(i, slots[at])) slots[at] = memory_value(base + offsets.at(i), bytes, site);
    possible[at] = true;
    if (slots[at].symbolic()) ++expensive;
    if (expensive > kMostSymbolicRead) return false;
  }
  return true;
}

bool choose_by_equations(const Offsets& offsets, unsigned bits, Value& result) {
  constexpr unsigned kFew = 3;
  const u64 mask = (u64{1} << bits) - 1;
  const auto slot = [&](u64 i) { return slots[(offsets.origin + i) & mask]; };
  // Most candidates have the value of the first or of the second or ... if only a few differ.
  for (u64 usual = 0; usual <= kFew && usual < offsets.count; ++usual) {
    u64 others[kFew];
    unsigned count = 0;
    bool few = true;
    for (u64 i = 0; i < offsets.count && few; ++i) {
      if (same(slot(i), slot(usual))) continue;
      few = count < kFew;
      if (few) others[count++] = i;
    }
    if (!few) continue;
    result = slot(usual);
    for (unsigned k = 0; k < count; ++k) result = ite(is_candidate(offsets, others[k]), slot(others[k]), result);
    return true;
  }
  return false;
}

Value choose_by_bits(const Offsets& offsets, unsigned bits) {
  u64 count = u64{1} << bits;
  for (unsigned b = 0; b < bits; ++b, count /= 2) {
    const Value condition = extract(offsets.operand, offsets.shift + b, 1);
    for (u64 i = 0; i < count / 2; ++i) {
      const u64 low = 2 * i, high = 2 * i + 1;
      const bool one = !possible[high] || (possible[low] && same(slots[low], slots[high]));
      slots[i] = one ? slots[low] : !possible[low] ? slots[high] : ite(condition, slots[high], slots[low]);
      possible[i] = possible[low] || possible[high];
    }
  }
  return slots[0];
}

// Candidates overlap: all bytes are computed from what memory holds now before the first one is changed.
void store_bytes(u64 base, const Offsets& offsets, unsigned bytes, Value value, const StaticSite* site) {
  Value fresh[kMostOverlapping];
  const u64 size = (offsets.count - 1) * offsets.stride + bytes;
  for (u64 m = 0; m < size; ++m) fresh[m] = memory_value(base + offsets.first + m, 1, site);
  for (u64 i = 0; i < offsets.count; ++i) {
    const Value here = is_candidate(offsets, i);
    for (unsigned k = 0; k < bytes; ++k) {
      Value& byte = fresh[i * offsets.stride + k];
      byte = ite(here, extract(value, 8 * k, 8), byte);
    }
  }
  for (u64 m = 0; m < size; ++m) shadow_store(reinterpret_cast<void*>(base + offsets.first + m), 1, fresh[m]);
}

}  // namespace

// Not reset: each read fills the slots that it uses.
FORALL_MODULE(select) = {.phase = Phase::Tables, .keeps = kKept};

bool select_load(Object object, const Offsets& offsets, unsigned bytes, const StaticSite* site, Value& result) {
  if (offsets.count == 0 || offsets.count > kMostRead) return false;
  if (any_poisoned(object.base, offsets, bytes)) return false;
  const unsigned bits = bits_for(offsets.count);
  const UpdatedCells updated(object, offsets, bytes, site);
  if (updated.is_stale() || !read_slots(object.base, offsets, bytes, site, updated, bits)) return false;
  if (!choose_by_equations(offsets, bits, result)) result = choose_by_bits(offsets, bits);
  result = updated.after(result);
  return true;
}

bool select_store(Object object, const Offsets& offsets, unsigned bytes, Value value, const StaticSite* site) {
  if (offsets.count == 0 || any_poisoned(object.base, offsets, bytes)) return false;
  if (offsets.stride >= bytes) return update_cells(object, offsets, bytes, value, site);
  if (offsets.count * bytes > kMostOverlapping) return false;
  store_bytes(object.base, offsets, bytes, value, site);
  return true;
}

}  // namespace forall::runtime

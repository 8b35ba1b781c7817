// Loads, stores and symbolic addresses.
//
// An address whose object is known from its expression is split into object and offset. First "offset <= size - bytes"
// is decided, a check whose other side ends the run as out of bounds. Then a read is a choice between all values that
// it could read, and a write changes all bytes that it could write (select.h); only if that would be too large is the
// offset decided, one path per value. Offsets do not depend on where a process has its stack or its globals, so paths
// mean the same in all processes.
//
// For a choice between pointers, and for a pointer that is an input, the pointer is decided first; the object is the
// one that it points to. Any other address without a known object is decided as a whole: the solver lists the
// alternatives.
#include "runtime/memory.h"

#include <cstdio>
#include <cstring>

#include "runtime/calls_abi.h"
#include "runtime/decide.h"
#include "runtime/extents.h"
#include "runtime/flags.h"
#include "runtime/frames.h"
#include "runtime/heap.h"
#include "runtime/offsets.h"
#include "runtime/references.h"
#include "runtime/run.h"
#include "runtime/select.h"
#include "runtime/shadow.h"
#include "runtime/stack_memory.h"
#include "runtime/trace.h"
#include "runtime/unset.h"

namespace forall::runtime {

namespace {

// A pointer that is written to one of so few places is followed in the end, which decides where it was written.
constexpr u64 kMostPointers = 64;

// What an invalid access touches.
struct Touched {
  Object object;
  const char* name = nullptr;
  const char* file = nullptr;
  u64 line = 0;
  bool is_merged = false;  // a global variable of several files
};

Touched touched_at(u64 address) {
  if (in_arena(address)) return {};
  if (use_of(address) == abi::Use::GlobalGuard || find_global(address)) {
    const abi::StaticGlobal* global = global_near(address);
    if (global != nullptr) {
      const Object object{reinterpret_cast<u64>(global->address), global->size};
      return {object, global->name, nullptr, 0, global->is_merged != 0};
    }
  }
  const StackVariable variable = variable_near(address);
  if (!variable.object) return {};
  return {variable.object, variable.description->name, variable.description->file, variable.description->line};
}

Touched touched(const Object& object) {
  const Touched found = touched_at(object.base);
  return found.object.base == object.base ? found : Touched{object};
}

// "access of 4 bytes at offset 12 of an object of 10 bytes (buffer, at text.cpp:12)"
struct Sentence {
  char text[320];

  Sentence(const char* subject, const char* what, u64 address, const Touched& touched) {
    const auto offset = static_cast<long long>(address - touched.object.base);
    const int length = std::snprintf(text, sizeof text, "%s at offset %lld of %s of %llu bytes", subject, offset, what,
                                     static_cast<unsigned long long>(touched.object.size));
    const auto rest = sizeof text - static_cast<std::size_t>(length);
    if (touched.name != nullptr && touched.file != nullptr) {
      const char* slash = std::strrchr(touched.file, '/');
      std::snprintf(text + length, rest, " (%s, at %s:%llu)", touched.name, slash != nullptr ? slash + 1 : touched.file,
                    static_cast<unsigned long long>(touched.line));
    } else if (touched.name != nullptr) {
      std::snprintf(text + length, rest, " (%s)", touched.name);
    }
  }
};

[[noreturn]] void end_at_access(abi::Fault fault, const char* what, u64 address, u64 size, const Touched& touched,
                                const StaticSite* site, const void* caller) {
  char subject[48];
  std::snprintf(subject, sizeof subject, "access of %llu bytes", static_cast<unsigned long long>(size));
  end_run(abi::OutcomeKind::Crashed, fault, site, Sentence(subject, what, address, touched).text, caller,
          touched.is_merged ? abi::OutcomeDetail::Unseen : abi::OutcomeDetail::None);
}

[[noreturn]] void out_of_bounds(u64 address, u64 size, const StaticSite* site, Object object, const void* caller) {
  if (!object)
    end_run(abi::OutcomeKind::Crashed, abi::Fault::OutOfBounds, site, "access outside of any object", caller);
  end_at_access(abi::Fault::OutOfBounds, "an object", address, size, touched(object), site, caller);
}

// Ends the run: a byte of the access, outside of the heap, may not be used.
[[noreturn]] void not_allowed(u64 address, u64 size, u64 closed, const StaticSite* site, const void* caller) {
  if (use_of(closed) == abi::Use::NullPage) {
    end_run(abi::OutcomeKind::Crashed, abi::Fault::NullDereference, site, "", caller);
  }
  const Touched touched = touched_at(closed);
  if (!touched.object) out_of_bounds(address, size, site, {}, caller);
  switch (use_of(closed)) {
    case abi::Use::OutOfScope:
      end_at_access(abi::Fault::UseAfterScope, "a variable out of scope", address, size, touched, site, caller);
    case abi::Use::Returned:
      end_at_access(abi::Fault::UseAfterReturn, "a variable of a function that has returned", address, size, touched,
                    site, caller);
    default: end_at_access(abi::Fault::OutOfBounds, "an object", address, size, touched, site, caller);
  }
}

StaticSite* mutable_site(const void* site) { return const_cast<StaticSite*>(static_cast<const StaticSite*>(site)); }

// Decides that an access stays within the elements of an array.
void decide_extent(const Object& object, Value offset, Value size, StaticSite* site) {
  const Value inside = within_extent(object, offset, size);
  if (inside.symbolic() && deciding(site)) decide_condition(inside, site, abi::DecisionKind::Check);
  if (inside.truth() || !g.in_run) return;
  end_run(abi::OutcomeKind::Crashed, abi::Fault::OutOfBounds, site, "access past the last element of an array",
          __builtin_return_address(0));
}

// A symbolic address that was decided to be in its object, or to have none.
struct Place {
  Object object;
  Sum offset;
  Offsets candidates;
};

// Finds the object and decides that the access stays in it. False: the address is concrete, or its value is not that of
// the expression.
bool locate(const void* pointer, u32 id, u64 size, Purpose purpose, StaticSite* site, Object hint, const void* caller,
            Place& place) {
  require_set(node_value(id), site);
  const u64 address = reinterpret_cast<u64>(pointer);
  if (node_value(id).bits != address) {
    add_ledger(abi::LedgerKind::UndefinedValue, site, "an address");
    return false;
  }
  place.object = hint ? hint : object_of_expression(id);
  place.offset = sum_of(id);
  for (unsigned i = 0; i < place.offset.count && !place.object; ++i) {
    const Value term = place.offset.terms[i];
    const bool is_reference = depends_on_reference(term.id);
    if (!is_reference && !chooses_pointer(term.id)) continue;
    decide_value(term, site, abi::DecisionKind::Address);
    if (is_reference && term.bits == 0) {
      end_run(abi::OutcomeKind::Crashed, abi::Fault::NullDereference, site, "", caller);
    }
    place.object = object_of_pointer(static_cast<u64>(term.bits));
    place.offset = sum_of(id);
    break;
  }
  if (!place.object) return place.offset.count > 0;
  const bool is_read_at_once = purpose == Purpose::Read && place.offset.count == 0 && !g.threads;
  if (!is_read_at_once) touch(reinterpret_cast<const void*>(place.object.base), site);
  // A variable whose scope has ended is no longer an object, whatever part of it is accessed.
  if (!in_arena(place.object.base) && use_of(place.object.base) >= abi::Use::HeapGuard && g.in_run && !g.threads) {
    not_allowed(address, size, place.object.base, site, caller);
  }
  place.offset.constant -= place.object.base;
  const bool fits = size <= place.object.size;
  if (fits) place.candidates = offsets_of(place.offset, place.object.size - size);
  if (!fits || place.candidates.may_leave) {
    const Value inside = fits ? binary(Op::Ule, place.offset.value(), U128{place.object.size - size}) : concrete(0, 1);
    decide_condition(inside, site, abi::DecisionKind::Check);
    if (!inside.truth()) out_of_bounds(address, size, site, place.object, caller);
  }
  if (has_extent(place.object)) decide_extent(place.object, place.offset.value(), concrete(size, 64), site);
  return place.offset.count > 0;
}

// Decides the address. Offsets do not depend on where a process has its stack or its globals.
void decide_place(const Place& place, const void* pointer, u64 size, StaticSite* site) {
  if (!place.object) {
    check_access(pointer, size, site);  // before the ledger line: a fault is not an approximation
    if (!find_object(reinterpret_cast<u64>(pointer))) add_ledger(abi::LedgerKind::ConcretizedAddress, site, "");
    if (g.randomized || g.arena_moved) {
      add_ledger(abi::LedgerKind::GlobalState, site, "addresses differ from process to process");
    }
  }
  decide_value(place.offset.value(), site, abi::DecisionKind::Address);
}

}  // namespace

void leave_object(u64 address, Object object, bool is_accessed, const StaticSite* site, const void* caller) {
  constexpr auto kDetail = abi::OutcomeDetail::Unseen;
  const char* subject = is_accessed ? "access" : "pointer";
  Touched whole = touched_at(object.base);
  const bool is_part = whole.object.contains(object.base) && whole.object.size != object.size;
  if (is_part) whole.object = object;
  const Sentence sentence(subject, is_part ? "a member" : "an object", address, is_part ? whole : touched(object));
  if (is_accessed) end_run(abi::OutcomeKind::Crashed, abi::Fault::OutOfBounds, site, sentence.text, caller, kDetail);
  if (g.header->outcome.kind == abi::OutcomeKind::Crashed) return;
  record_outcome(abi::OutcomeKind::Crashed, abi::Fault::PointerOverflow, site, sentence.text, kDetail);
  record_frames(caller);
}

void check_access(const void* pointer, u64 size, const StaticSite* site, Purpose purpose) {
  const u64 address = reinterpret_cast<u64>(pointer);
  if (!g.in_run || g.threads || size == 0) return;
  constexpr u64 kLargest = u64{1} << 40;  // there is no such object
  const u64 closed = size > kLargest ? address : first_closed(address, size);
  if (!in_arena(address)) {
    if (closed != address + size) not_allowed(address, size, closed, site, __builtin_return_address(0));
    return;
  }
  if (closed == address + size && !any_flag(address, size, abi::kWatchedFlag)) return;
  Object block;
  switch (heap_access(address, size, block)) {
    case Access::Inside: return;
    case Access::Unbuilt:
      if (purpose == Purpose::Read && read_shared_member(address, size)) return;
      return build_object_at(address, site);
    case Access::Limited:
      return decide_extent(block, concrete(address - block.base, 64), concrete(size, 64), mutable_site(site));
    case Access::Outside: out_of_bounds(address, size, site, block, __builtin_return_address(0));
    case Access::Freed: {
      char text[160];
      std::snprintf(text, sizeof text, "access of %llu bytes at offset %llu of a freed block of %llu bytes",
                    static_cast<unsigned long long>(size), static_cast<unsigned long long>(address - block.base),
                    static_cast<unsigned long long>(block.size));
      end_run(abi::OutcomeKind::Crashed, abi::Fault::UseAfterFree, site, text, __builtin_return_address(0));
    }
  }
}

void check_apart(const void* a, const void* b, u64 size, const StaticSite* site) {
  const u64 first = reinterpret_cast<u64>(a), second = reinterpret_cast<u64>(b);
  const u64 distance = first < second ? second - first : first - second;
  if (!g.in_run || distance == 0 || distance >= size) return;
  char text[96];
  std::snprintf(text, sizeof text, "a copy of %llu bytes to a place %llu bytes %s its source",
                static_cast<unsigned long long>(size), static_cast<unsigned long long>(distance),
                first < second ? "before" : "after");
  end_run(abi::OutcomeKind::Crashed, abi::Fault::Overlap, site, text, __builtin_return_address(0));
}

static void decide_in_object(const void* pointer, Object object, Value length, StaticSite* site) {
  const u64 address = reinterpret_cast<u64>(pointer);
  const u64 room = object.base + object.size - address;
  if (upper_bound(length.id) <= room) return;
  const Value inside = binary(Op::Ule, length, U128{room});
  decide_condition(inside, site, abi::DecisionKind::Check);
  if (!inside.truth()) {
    out_of_bounds(address, static_cast<u64>(length.bits), site, object, __builtin_return_address(0));
  }
}

void decide_inside(const void* pointer, Object object, Value length, StaticSite* site) {
  decide_in_object(pointer, object, length, site);
  if (has_extent(object)) {
    decide_extent(object, concrete(reinterpret_cast<u64>(pointer) - object.base, 64), length, site);
  }
}

void resolve_address(const void* pointer, u32 id, u64 size, StaticSite* site, Object hint) {
  Place place;
  if (id == 0 || !deciding(site)) return;
  if (locate(pointer, id, size, Purpose::Any, site, hint, __builtin_return_address(0), place))
    decide_place(place, pointer, size, site);
  check_access(pointer, size, site);
}

void decide_pointer(const void* pointer, u32 id, u64 size, StaticSite* site) {
  Place place;
  if (!deciding(site)) return;
  if (locate(pointer, id, size, Purpose::Read, site, {}, __builtin_return_address(0), place))
    decide_place(place, pointer, size, site);
}

}  // namespace forall::runtime

using namespace forall::runtime;

// An access inside an object to bytes that are not symbolic, but perhaps not written yet.
static bool is_merely_unset(const void* pointer, u64 bytes) {
  const u64 address = reinterpret_cast<u64>(pointer);
  const u64 last = (address + bytes - 1) / forall::abi::kGranule;
  for (u64 granule = address / forall::abi::kGranule; granule <= last; ++granule) {
    if ((*flag_of(granule * forall::abi::kGranule) & ~forall::abi::kUnsetFlags) != 0) return false;
  }
  return true;
}

extern "C" {

u32 __forall_load(const void* address, u32 address_id, u32 bytes, const void* where, u64 base, u64 size) {
  if (!g.in_run || (address_id == 0 && is_plain_access(address, bytes))) return 0;
  if (address_id == 0 && is_merely_unset(address, bytes)) {
    const u64 at = reinterpret_cast<u64>(address);
    if (is_set(at, bytes)) return 0;
    if (is_unset(at, bytes)) {
      std::memset(const_cast<void*>(address), 0, bytes);
      return forall::abi::kUnsetIds + 8 * bytes;
    }
  }
  if (forall::abi::is_unset_id(address_id)) address_id = known(address_id).id;
  StaticSite* site = mutable_site(where);
  if (address_id == 0) check_access(address, bytes, site, Purpose::Read);
  Place place;
  if (address_id != 0 && deciding(site) &&
      locate(address, address_id, bytes, Purpose::Read, site, {base, size}, __builtin_return_address(0), place)) {
    Value value;
    if (place.object && select_load(place.object, place.candidates, bytes, site, value)) return value.id;
    decide_place(place, address, bytes, site);
  }
  if (address_id != 0)
    check_access(address, bytes, site, Purpose::Read);  // the block was decided, but not that it is live
  if (!may_be_symbolic(address, bytes)) return 0;
  return shadow_load(address, bytes, site).id;
}

void __forall_store(const void* address, u32 address_id, u32 bytes, u32 value, u64 lo, u64 hi, const void* where,
                    u64 base, u64 size) {
  const bool is_pointer = (bytes & forall::abi::kStoresPointer) != 0;
  bytes &= ~forall::abi::kStoresPointer;
  const u64 at = reinterpret_cast<u64>(address);
  if (!g.in_run || ((address_id | value) == 0 && is_merely_unset(address, bytes))) return set_memory(at, bytes);
  if ((address_id | value) == 0 && is_plain_access(address, bytes)) return;
  if (forall::abi::is_unset_id(address_id)) address_id = known(address_id).id;
  StaticSite* site = mutable_site(where);
  if (address_id == 0) check_access(address, bytes, site);
  if (forall::abi::is_unset_id(value)) {
    if (address_id == 0 && forall::abi::unset_width(value) == 8 * bytes && (lo | hi) == 0) {
      forget_expressions(address, bytes);
      return unset_memory(at, bytes);
    }
    value = known(value).id;
  }
  Value stored = concrete(forall::expr::to_u128({lo, hi}), 8 * bytes);
  if (value != 0) {
    if (node_value(value).bits == stored.bits) {
      stored = zext_or_trunc(node_value(value), 8 * bytes);
    } else {
      add_ledger(forall::abi::LedgerKind::UndefinedValue, site, "a stored value");
    }
  }
  Place place;
  if (address_id != 0 && deciding(site) &&
      locate(address, address_id, bytes, Purpose::Any, site, {base, size}, __builtin_return_address(0), place)) {
    const bool splits = is_pointer && place.candidates.count <= kMostPointers;
    if (!splits && place.object && select_store(place.object, place.candidates, bytes, stored, site)) return;
    decide_place(place, address, bytes, site);
  }
  if (address_id != 0) check_access(address, bytes, site);
  shadow_store(const_cast<void*>(address), bytes, stored);
}

}  // extern "C"

#include "runtime/unset.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include "runtime/calls_abi.h"
#include "runtime/decide.h"
#include "runtime/heap.h"
#include "runtime/inputs.h"
#include "runtime/leaks.h"
#include "runtime/module.h"
#include "runtime/objects.h"
#include "runtime/run.h"
#include "runtime/shadow.h"
#include "runtime/sites.h"
#include "runtime/stack_memory.h"
#include "runtime/trace.h"

namespace forall::runtime {

namespace {

constexpr u64 kEach = 0x0101010101010101u;

// Memory that is never unmapped; zero at first.
template <typename Entry>
Entry* reserve(u64 count) {
  void* memory =
      mmap(nullptr, count * sizeof(Entry), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) std::abort();
  madvise(memory, count * sizeof(Entry), MADV_NOHUGEPAGE);
  ignore_in_leak_search(memory, count * sizeof(Entry));
  return static_cast<Entry*>(memory);
}

// The bits of 8 bytes, where their flag says that some are unset. Like the flags, one byte for each 8 bytes of the
// address space.
u8* map_of_bits = nullptr;

[[gnu::noinline, gnu::cold]] void make_map_of_bits() {
  for (const unsigned address_bits : {48u, 47u, 42u, 39u}) {
    const u64 size = (u64{1} << address_bits) / abi::kGranule;
    void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) continue;
    madvise(memory, size, MADV_NOHUGEPAGE);
    madvise(memory, size, MADV_DONTDUMP);
    ignore_in_leak_search(memory, size);
    map_of_bits = static_cast<u8*>(memory);
    return;
  }
  std::abort();
}

[[gnu::always_inline]] inline u8& bits_at(u64 address) {
  if (map_of_bits == nullptr) make_map_of_bits();
  return map_of_bits[(address >> abi::kFlagShift) & abi::kFlagMask];
}

// Bit k: byte k of the 8 bytes at this multiple of 8 is unset.
[[gnu::always_inline]] inline u8 unset_bits(u64 granule) {
  const u8 flags = *flag_of(granule);
  if ((flags & abi::kUnsetFlag) != 0) return 0xff;
  return (flags & abi::kPartlyUnsetFlag) != 0 ? bits_at(granule) : u8{0};
}

// Bit k: byte k belongs to an object; nothing past its end is unset.
[[gnu::always_inline]] inline u8 used_bits(u64 granule) {
  const auto use = static_cast<unsigned>(*flag_of(granule) & abi::kUseBits);
  return use > 0 && use < abi::kGranule ? static_cast<u8>((1u << use) - 1) : u8{0xff};
}

[[gnu::always_inline]] inline void put_unset_bits(u64 granule, u8 bits) {
  u8& flags = *flag_of(granule);
  flags = static_cast<u8>(flags & ~abi::kUnsetFlags);
  if (bits == 0) return;
  if (bits == 0xff) {
    flags |= abi::kUnsetFlag;
    return;
  }
  flags |= abi::kPartlyUnsetFlag;
  bits_at(granule) = bits;
}

// Calls visit(granule, bits) for the 8 bytes that the range touches; bit k: byte k is in the range.
template <typename Visit>
void for_each_granule(u64 address, u64 size, Visit visit) {
  const u64 end = address + size;
  while (address < end) {
    const u64 granule = address / abi::kGranule * abi::kGranule;
    const u64 next = granule + abi::kGranule < end ? granule + abi::kGranule : end;
    const u64 from = address - granule, to = next - granule;
    visit(granule, static_cast<u8>((u64{0xff} >> (8 - to)) & (u64{0xff} << from)));
    address = next;
  }
}

// Unset memory that is not forgotten with the memory itself.
struct Range {
  u64 address;
  u64 size;
};
constexpr u32 kMostLasting = 4096;
Range lasting[kMostLasting];
u32 lasting_count = 0;

// Variables of functions and blocks of a run end with it.
bool ends_with_run(u64 address) {
  if (in_arena(address)) return !heap_is_sealed(address);
  for (const abi::StackFrame* f = __forall_state.stack_top; f > g.stack_at_start && f > stack_frames;) {
    --f;
    if (address - f->address < f->layout->size) return true;
  }
  return false;
}

// Records that the range is unset if it outlives the run. False: there is no room left, and it counts as set.
bool outlive_run(u64 address, u64 size) {
  if (ends_with_run(address)) return true;
  if (lasting_count == kMostLasting) {
    add_ledger(abi::LedgerKind::TraceFull, nullptr, "uninitialised memory");
    return false;
  }
  lasting[lasting_count++] = {address, size};
  return true;
}

// A leaf of this run: the place it was read from, or 0.
struct Leaf {
  u32 node;
  u64 address;
};
constexpr u32 kMostPlaces = 1024;
Leaf leaves[kMostPlaces];
u32 leaf_count = 0;

// By node: the same expression over other values of the leaves, or the node itself if it has none.
struct Alternative {
  u32 epoch;
  u32 id;
};
Alternative* alternatives = nullptr;
u32* waiting = nullptr;

bool has_alternative(u32 id) { return alternatives[id].epoch == g.epoch; }
void set_alternative(u32 id, u32 other) { alternatives[id] = {g.epoch, other}; }

bool is_floating(Op op) { return op >= Op::FAdd && op <= Op::FMath2; }
unsigned operand_count(const abi::Node& node) { return abi::info(node.op).arity; }

// An input for another value of the node.
Value input_instead(const abi::Node& leaf) {
  char text[32];  // inputs of one name have one width, on all paths
  std::snprintf(text, sizeof text, "%s%u", abi::kUnsetInput, unsigned{leaf.width});
  const InputName name(text);
  const U128 all_different = ~expr::to_u128(leaf.value) & expr::mask(leaf.width);
  const U128 bits = chosen_value(name.key, expr::from_u128(all_different), leaf.width);
  const abi::ScalarKind kind = leaf.width <= 1    ? abi::ScalarKind::Bool
                               : leaf.width <= 8  ? abi::ScalarKind::UChar
                               : leaf.width <= 16 ? abi::ScalarKind::UShort
                               : leaf.width <= 32 ? abi::ScalarKind::UInt
                               : leaf.width <= 64 ? abi::ScalarKind::ULong
                                                  : abi::ScalarKind::UInt128;
  return new_input(name, "", kind, leaf.width, bits, abi::InputOrigin::Unset);
}

Value other_than(const abi::Node& leaf) {
  const Value other = input_instead(leaf);
  hold(logical_not(equals(other, expr::to_u128(leaf.value))), inputs_site(), abi::DecisionKind::Assume);
  return other;
}

// Compares the bits as the model has them. It does not decide whether one is a NaN: the program did not make that
// decision.
Value same_bits(u32 a, u32 b) { return make(Op::Eq, 1, g.nodes[a].value == g.nodes[b].value ? 1 : 0, a, b, 0); }

// The result of a floating-point operator for other operands is not computed here: it could be anything, unless they
// are the same.
Value anything_but_for(u32 id, const abi::Node& node, const u32* others) {
  const u32 operands[] = {node.a, node.b, node.c};
  Value is_same = concrete(1, 1);
  for (unsigned i = 0; i < operand_count(node); ++i) {
    if (others[i] == operands[i]) continue;
    is_same = binary(Op::And, is_same, same_bits(others[i], operands[i]));
  }
  return ite(is_same, node_value(id), input_instead(node));
}

u32 rebuilt(const abi::Node& node, const u32* operands) {
  const unsigned count = operand_count(node);
  const u32 b = count > 1 ? operands[1] : node.b, c = count > 2 ? operands[2] : node.c;
  const auto bits_of = [](u32 id) { return expr::to_u128(g.nodes[id].value); };
  const u32 measured = node.op == Op::Concat || node.op == Op::Ite ? b : operands[0];
  const U128 bits = expr::apply(node.op, node.width, g.nodes[measured].width, bits_of(operands[0]),
                                count > 1 ? bits_of(b) : 0, count > 2 ? bits_of(c) : 0, node.b);
  return make(node.op, node.width, bits, operands[0], b, c, node.reserved == 1).id;
}

u32 alternative_of(u32 root) {
  if (alternatives == nullptr) {
    alternatives = reserve<Alternative>(g.header->nodes.capacity);
    waiting = reserve<u32>(u64{g.header->nodes.capacity} * 3);
  }
  u32 count = 0;
  waiting[count++] = root;
  while (count > 0) {
    const u32 id = waiting[count - 1];
    if (has_alternative(id)) {
      --count;
      continue;
    }
    const abi::Node node = g.nodes[id];
    const unsigned arity = operand_count(node);
    const u32 operands[] = {node.a, node.b, node.c};
    u32 others[3] = {};
    bool is_ready = true, is_same = true;
    for (unsigned i = 0; i < arity; ++i) {
      if (has_alternative(operands[i])) {
        others[i] = alternatives[operands[i]].id;
        is_same = is_same && others[i] == operands[i];
      } else {
        waiting[count++] = operands[i];
        is_ready = false;
      }
    }
    if (!is_ready) continue;
    --count;
    if (abi::is_unset_leaf(node)) {
      set_alternative(id, id_of(other_than(node)));
    } else if (is_same || was_decided(id)) {
      set_alternative(id, id);
    } else if (is_floating(node.op)) {
      set_alternative(id, id_of(anything_but_for(id, node, others)));
    } else {
      set_alternative(id, rebuilt(node, others));
    }
  }
  return alternatives[root].id;
}

// The first leaf in the expression that was read from memory.
u64 place_of(u32 root) {
  u32 count = 0;
  waiting[count++] = root;
  while (count > 0) {
    const u32 id = waiting[--count];
    const abi::Node& node = g.nodes[id];
    if (alternatives[id].id == id || was_decided(id)) continue;
    for (u32 i = 0; i < leaf_count && node.op == Op::Input; ++i) {
      if (leaves[i].node == id) return leaves[i].address;
    }
    const u32 operands[] = {node.a, node.b, node.c};
    for (unsigned i = 0; i < operand_count(node); ++i) waiting[count++] = operands[i];
  }
  return 0;
}

// "4 bytes of a variable (x, at text.cpp:12)"
void describe(u64 address, char* text, std::size_t size) {
  text[0] = 0;
  if (address == 0) return;
  if (in_arena(address)) {
    const Object block = heap_object(address);
    if (!block) return;
    std::snprintf(text, size, "offset %llu of a block of %llu bytes",
                  static_cast<unsigned long long>(address - block.base), static_cast<unsigned long long>(block.size));
    return;
  }
  const StackVariable variable = variable_near(address);
  if (!variable.object || !variable.object.contains(address) || variable.description->name == nullptr) return;
  const char* file = variable.description->file;
  const char* slash = file != nullptr ? std::strrchr(file, '/') : nullptr;
  std::snprintf(text, size, "%s, at %s:%llu", variable.description->name,
                file == nullptr    ? "?"
                : slash != nullptr ? slash + 1
                                   : file,
                static_cast<unsigned long long>(variable.description->line));
}

// The memory of the objects that were destroyed last.
constexpr u32 kMostDestroyed = 64;
struct Destroyed {
  u64 address, size;
};
Destroyed destroyed[kMostDestroyed];
u32 destroyed_count = 0;

bool is_destroyed(u64 address) {
  const u32 count = destroyed_count < kMostDestroyed ? destroyed_count : kMostDestroyed;
  return std::any_of(destroyed, destroyed + count,
                     [&](const Destroyed& object) { return address - object.address < object.size; });
}

constexpr Kept kKept[] = {map_of_bits,  lasting, lasting_count, leaves,         leaf_count,
                          alternatives, waiting, destroyed,     destroyed_count};

void begin() {
  leaf_count = 0;
  destroyed_count = 0;
}

void end() {
  for (u32 i = 0; i < lasting_count; ++i) set_memory(lasting[i].address, lasting[i].size);
  lasting_count = 0;
  leaf_count = 0;
}

const char* text_of(UnsetUse use) {
  switch (use) {
    case UnsetUse::Decides: return "what happens here depends on";  // store/case_text.cpp knows it
    case UnsetUse::Passed: return "the argument is";
    case UnsetUse::Returned: return "the function returns";
  }
  return "";
}

}  // namespace

FORALL_MODULE(unset) = {.phase = Phase::Shadow, .keeps = kKept, .begin_run = begin, .end_run = end};

void set_reachable(u64 pointer, bool is_deep) {
  constexpr unsigned kMostGiven = 64;
  u64 found[kMostGiven];
  unsigned count = 0;
  const auto add = [&](u64 address) {
    const Object object = in_arena(address) ? heap_object(address) : find_stack_object(address);
    if (!object) return;
    for (unsigned i = 0; i < count; ++i) {
      if (found[i] == object.base) return;
    }
    if (count < kMostGiven) found[count++] = object.base;
  };
  add(pointer);
  for (unsigned i = 0; i < count; ++i) {
    const Object object = in_arena(found[i]) ? heap_object(found[i]) : find_stack_object(found[i]);
    constexpr u64 kMostSearched = 4096;
    const u64 end = object.base + (object.size < kMostSearched ? object.size : kMostSearched);
    for (u64 at = round_to_granule(object.base); is_deep && at + sizeof(u64) <= end; at += sizeof(u64)) {
      if (unset_bits(at) == 0) add(*reinterpret_cast<const u64*>(at));
    }
    set_memory(object.base, object.size);
  }
}

void unset_memory(u64 address, u64 size) {
  if (size == 0) return;
  if (!outlive_run(address, size)) return;
  for_each_granule(address, size, [](u64 granule, u8 bits) {
    if (bits == 0xff) {
      u8& flags = *flag_of(granule);
      flags = static_cast<u8>((flags & ~abi::kUnsetFlags) | abi::kUnsetFlag);
    } else {
      put_unset_bits(granule, static_cast<u8>(unset_bits(granule) | bits));
    }
  });
}

void destroy_memory(u64 address, u64 size) {
  forget_expressions(reinterpret_cast<const void*>(address), size);
  unset_memory(address, size);
  destroyed[destroyed_count++ % kMostDestroyed] = {address, size};
}

void set_memory(u64 address, u64 size) {
  const u64 end = address + size;
  while (address < end) {
    const u64 granule = address / abi::kGranule * abi::kGranule;
    const u64 rest = end - granule;
    if (address == granule && rest >= 8 * abi::kGranule) {
      u64 eight = 0;
      std::memcpy(&eight, flag_of(granule), sizeof eight);
      if ((eight & abi::kUnsetFlags * kEach) != 0) {
        eight &= ~(abi::kUnsetFlags * kEach);
        std::memcpy(flag_of(granule), &eight, sizeof eight);
      }
      address += 8 * abi::kGranule;
      continue;
    }
    const u64 next = granule + abi::kGranule < end ? granule + abi::kGranule : end;
    if ((*flag_of(granule) & abi::kUnsetFlags) != 0) {
      for_each_granule(address, next - address, [](u64 at, u8 bits) {
        put_unset_bits(at, static_cast<u8>(unset_bits(at) & ~bits & used_bits(at)));
      });
    }
    address = next;
  }
}

bool is_unset(u64 address, unsigned size) {
  bool all = true;
  for_each_granule(address, size, [&](u64 granule, u8 bits) { all = all && (unset_bits(granule) & bits) == bits; });
  return all;
}

bool is_set(u64 address, u64 size) {
  bool none = true;
  for_each_granule(address, size, [&](u64 granule, u8 bits) { none = none && (unset_bits(granule) & bits) == 0; });
  return none;
}

void copy_unset(u64 to, u64 from, u64 size) {
  if (to == from || size == 0) return;
  if (is_set(from, size) || !outlive_run(to, size)) return set_memory(to, size);
  // The bits of the 8 bytes at any address.
  const auto bits_from = [](u64 address) {
    const u64 granule = address / abi::kGranule * abi::kGranule;
    const unsigned shift = static_cast<unsigned>(address - granule);
    const unsigned both =
        shift == 0 ? unset_bits(granule) : unset_bits(granule) | unsigned{unset_bits(granule + abi::kGranule)} << 8;
    return static_cast<u8>(both >> shift);
  };
  const auto copy = [&](u64 granule, u8 bits) {
    const u8 copied = bits_from(granule - to + from);
    put_unset_bits(granule, static_cast<u8>(((unset_bits(granule) & ~bits) | (copied & bits)) & used_bits(granule)));
  };
  if (to < from) return for_each_granule(to, size, copy);
  for (u64 end = to + size; end > to;) {  // as memmove: never overwrite what is still to be read
    const u64 granule = (end - 1) / abi::kGranule * abi::kGranule;
    const u64 begin = granule > to ? granule : to;
    for_each_granule(begin, end - begin, copy);
    end = begin;
  }
}

void name_unset(u64 address, unsigned size) {
  for (unsigned i = 0; i < size;) {
    if (!is_unset(address + i, 1)) {
      ++i;
      continue;
    }
    unsigned length = 1;
    while (i + length < size && is_unset(address + i + length, 1)) ++length;
    auto* place = reinterpret_cast<void*>(address + i);
    std::memset(place, 0, length);
    shadow_store(place, length, new_unset(8 * length, address + i));
    i += length;
  }
}

Value new_unset(unsigned width, u64 address) {
  const abi::Node node = {Op::Input, 0, static_cast<u16>(width), 0, abi::kUnsetLeaf, 0, {}};
  const u32 id = g.header->nodes.count;
  if (!append(g.header->nodes, g.nodes, node)) cut_run(abi::Fault::TraceFull, nullptr);
  if (leaf_count < kMostPlaces) leaves[leaf_count] = {id, address};
  ++leaf_count;
  return {0, id, node.width};
}

void require_set(Value value, StaticSite* site, UnsetUse use) {
  if (leaf_count == 0 || !value.symbolic() || was_decided(value.id) || !observing()) return;
  const u32 other = alternative_of(value.id);
  if (other == value.id) return;
  if (is_concrete_run()) {
    add_ledger(abi::LedgerKind::UndefinedValue, site, "an uninitialised value; only one other value was tried");
  }
  if (!abi::is_unset_leaf(g.nodes[value.id])) {  // else any other value is another one
    const Value same = same_bits(other, value.id);
    hold(same, site, abi::DecisionKind::Check);
    if (same.truth()) return;
  }
  const u64 address = place_of(value.id);
  const bool has_ended = address == kEndedScope;
  const bool was_destroyed = !has_ended && is_destroyed(address);
  char text[240], place[160] = "";
  if (!has_ended) describe(address, place, sizeof place);
  std::snprintf(text, sizeof text, place[0] != 0 ? "%s %s (%s)" : "%s %s%s", text_of(use),
                has_ended       ? "a variable after its scope"
                : was_destroyed ? "an object after its destruction"
                                : "an uninitialised value",
                place);
  end_run(abi::OutcomeKind::Crashed, has_ended || was_destroyed ? abi::Fault::UseAfterScope : abi::Fault::Unset, site,
          text, __builtin_return_address(0),
          use == UnsetUse::Decides && !was_destroyed ? abi::OutcomeDetail::Dependence : abi::OutcomeDetail::Unseen);
}

}  // namespace forall::runtime

using namespace forall::runtime;

extern "C" {

[[gnu::visibility("hidden")]] extern const u32 __forall_unset_ids[2 * forall::abi::kUnsetWidths];
#define FORALL_ID(n) forall::abi::kUnsetIds + (n)
#define FORALL_IDS8(n)                                                                                              \
  FORALL_ID(n), FORALL_ID((n) + 1), FORALL_ID((n) + 2), FORALL_ID((n) + 3), FORALL_ID((n) + 4), FORALL_ID((n) + 5), \
      FORALL_ID((n) + 6), FORALL_ID((n) + 7)
#define FORALL_IDS64(n)                                                                                      \
  FORALL_IDS8(n), FORALL_IDS8((n) + 8), FORALL_IDS8((n) + 16), FORALL_IDS8((n) + 24), FORALL_IDS8((n) + 32), \
      FORALL_IDS8((n) + 40), FORALL_IDS8((n) + 48), FORALL_IDS8((n) + 56)
// The ids by width, twice. Instrumented code reads them where the id must not be a constant.
const u32 __forall_unset_ids[2 * forall::abi::kUnsetWidths] = {FORALL_IDS64(0),   FORALL_IDS64(64), FORALL_IDS64(128),
                                                               FORALL_IDS64(192), FORALL_ID(256),   FORALL_ID(257)};
// The bytes of an unset value when it is loaded, and of a variable after its scope.
[[gnu::visibility("hidden")]] extern const u8 __forall_zeros[4096], __forall_ended_zeros[4096];
const u8 __forall_zeros[4096] = {};
const u8 __forall_ended_zeros[4096] = {};
#undef FORALL_ID
#undef FORALL_IDS8
#undef FORALL_IDS64

void __forall_choice(u32 condition, const void* site) {
  if (condition == 0 || !g.in_run) return;
  require_set(known(condition), const_cast<StaticSite*>(static_cast<const StaticSite*>(site)));
}

void __forall_passed(u32 id, bool is_result, const void* site) {
  if (id == 0 || !g.in_run) return;
  require_set(known(id), const_cast<StaticSite*>(static_cast<const StaticSite*>(site)),
              is_result ? UnsetUse::Returned : UnsetUse::Passed);
}

void __forall_return_slot(const void* address, u64 size) { forget_expressions(address, size); }

void __forall_given(const void* pointer, bool is_deep) { set_reachable(reinterpret_cast<u64>(pointer), is_deep); }

}  // extern "C"

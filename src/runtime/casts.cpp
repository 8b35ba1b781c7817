// Whether an object is of the type that a pointer to it is cast to. Of a variable the type is known, and of what a new-
// expression made. Other memory, such as an array of characters, gets its type by the first cast of a pointer to it, or
// by a new-expression that names it as the place.
//
// An access through a pointer of the wrong type is undefined, but other uses are not. So a doubt is a line of the
// ledger.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/calls_abi.h"
#include "runtime/heap.h"
#include "runtime/memory.h"
#include "runtime/module.h"
#include "runtime/pointer_pairs.h"
#include "runtime/pointer_steps.h"
#include "runtime/references.h"
#include "runtime/stack_memory.h"
#include "runtime/trace.h"
#include "runtime/type_layouts.h"

namespace forall::runtime {

namespace {

// The type that was given to 4 bytes of memory.
struct Given {
  u64 place = 0;  // address / kGranule
  u64 address = 0;
  const char* name = nullptr;
  const abi::FrameVariable* variable = nullptr;  // on the stack: memory is used again by other functions
  u64 epoch = 0;
};
constexpr u64 kGranule = 4;
constexpr u64 kMostGranules = 64;  // of a larger object the rest has no type
constexpr u64 kMostGiven = 4096;
constexpr u64 kMostProbes = 16;
Given given[kMostGiven];
constexpr Kept kKept[] = {given};

// The entry for a place, or one that is free; null if there is no room.
Given* entry_of(u64 place) {
  for (u64 i = 0; i < kMostProbes; ++i) {
    Given& entry = given[(place * 0x9e3779b97f4a7c15ULL + i) % kMostGiven];
    if (entry.epoch != g.epoch || entry.place == place) return &entry;
  }
  return nullptr;
}

// What a cast or a new-expression says, "other:4:int".
struct Request {
  enum Kind : u8 { Other, Void, New, Const } kind;
  u64 size = 0;
  const char* name = "";

  explicit Request(const char* text) {
    static constexpr const char* kKinds[] = {"other:", "void:", "new:", "const:"};
    kind = Const;
    for (u8 i = 0; i < 4; ++i) {
      const std::size_t length = std::strlen(kKinds[i]);
      if (std::strncmp(text, kKinds[i], length) != 0) continue;
      kind = static_cast<Kind>(i);
      text += length;
      break;
    }
    char* end = nullptr;
    size = std::strtoull(text, &end, 10);
    name = end + 1;
  }
};

// Gives the memory its type; false if it has another one already, or that is not known.
bool give_type(u64 address, const Request& request) {
  const abi::FrameVariable* variable = find_stack_variable(address).description;
  const u64 first = address / kGranule, last = (address + request.size - 1) / kGranule;
  bool is_free = true;
  for (u64 place = first; place <= last && place < first + kMostGranules; ++place) {
    Given* entry = entry_of(place);
    if (entry == nullptr) return false;
    const bool is_used = entry->epoch == g.epoch && entry->variable == variable && request.kind != Request::New;
    if (is_used && std::strcmp(entry->name, request.name) != 0) is_free = false;
    if (!is_used) *entry = {place, address, request.name, variable, g.epoch};
  }
  return is_free;
}

// Did a new-expression make such an object here?
bool was_made(u64 address, const Request& request) {
  const Given* entry = entry_of(address / kGranule);
  return entry != nullptr && entry->epoch == g.epoch && entry->address == address &&
         entry->variable == find_stack_variable(address).description && std::strcmp(entry->name, request.name) == 0;
}

// Is "app::Point*", as the type of an input is spelled, a pointer to this type ("_ZTSN3app5PointE", "int")?
bool is_pointer_to(const char* spelling, const char* name) {
  std::size_t size = std::strlen(spelling);
  if (size == 0 || spelling[size - 1] != '*') return false;
  --size;
  const std::size_t length = std::strlen(name);
  if (std::strncmp(name, "_ZTS", 4) != 0) {
    // A class that only one file can see has its last name.
    if (length == 0 || size < length || std::strncmp(spelling + size - length, name, length) != 0) return false;
    return size == length || (size - length > 2 && std::strncmp(spelling + size - length - 2, "::", 2) == 0);
  }
  const char* at = name + 4;
  const bool is_nested = *at == 'N';
  if (is_nested) ++at;
  for (bool is_first = true;; is_first = false) {
    char* part = nullptr;
    const u64 count = std::strtoull(at, &part, 10);
    if (count == 0 || std::strlen(part) < count) return false;
    if (!is_first) {
      if (size < 2 || std::strncmp(spelling, "::", 2) != 0) return false;
      spelling += 2;
      size -= 2;
    }
    if (size < count || std::strncmp(spelling, part, count) != 0) return false;
    spelling += count;
    size -= count;
    at = part + count;
    if (!is_nested) return size == 0 && *at == 0;
    if (*at == 'E') return size == 0 && at[1] == 0;
  }
}

// "_ZTS5Point" is a class; only its own name is for people.
const char* readable(const char* name, char (&text)[96]) {
  if (std::strcmp(name, "*") == 0) return "a pointer";
  if (std::strncmp(name, "_ZTS", 4) == 0) {
    char* at = nullptr;
    const u64 length = std::strtoull(name + 4, &at, 10);
    if (length == 0 || length >= sizeof text || std::strlen(at) != length) return "another class";
    std::snprintf(text, sizeof text, "%s", at);
    return text;
  }
  return name;
}

void doubt(const Object& object, bool is_known, const char* name, const StaticSite* site) {
  char own[96], other[96], text[240];
  const abi::TypeLayout* type = is_known ? type_of(object) : nullptr;
  if (type != nullptr && type->name != nullptr) {
    std::snprintf(text, sizeof text, "%s, used as %s", readable(type->name, own), readable(name, other));
  } else {
    std::snprintf(text, sizeof text, "used as %s", readable(name, other));
  }
  add_ledger(abi::LedgerKind::TypePunning, site, text);
}

// Memory that cannot be written reports a write itself.
bool may_be_written(u64 address) {
  const abi::StaticGlobal* global = global_at(address);
  return global == nullptr || global->is_constant == 0;
}

}  // namespace

FORALL_MODULE(casts) = {.phase = Phase::Tables, .keeps = kKept};

}  // namespace forall::runtime

using namespace forall::runtime;

extern "C" void __forall_pointer_cast(const void* pointer, u32 id, const void* how, const void* record,
                                      const void* where) {
  auto* site = const_cast<StaticSite*>(static_cast<const StaticSite*>(where));
  if (!g.in_run || (pointer == nullptr && id == 0)) return;
  const Request request(static_cast<const char*>(how));
  const u64 address = reinterpret_cast<u64>(pointer);
  if (request.kind == Request::New) {
    give_type(address, request);
    return;
  }
  if (forall::abi::is_unset_id(id)) id = known(id).id;
  const bool decides = id != 0 && deciding(site);
  // A pointer that is an input need not be decided: all that it may point to is of the type that it says.
  if (decides && is_pointer_to(type_of_reference(id), request.name)) return;
  const Object object = decides ? object_of(pointer, id, site) : object_of_pointer(address);
  if (pointer == nullptr) return;
  touch(pointer, site);
  if (request.kind == Request::Const) {
    if (object && may_be_written(address) && is_constant_at(object, address))
      add_ledger(forall::abi::LedgerKind::ConstantCast, site, "");
    return;
  }
  const Found found = object ? find_type(object, address, request.name) : Found::Unknown;
  if (found == Found::Yes || was_made(address, request)) return;
  // Not of a temporary, which debug information does not describe: it has a type.
  const bool is_mere_memory = object && (in_arena(address) || type_of(object) != nullptr);
  const bool may_have_any = found == Found::Unknown && (is_mere_memory || request.kind == Request::Void);
  if (may_have_any && give_type(address, request)) return;
  doubt(object, found == Found::No, request.name, site);
  if (id == 0) remember_everything(static_cast<Object*>(const_cast<void*>(record)));
}

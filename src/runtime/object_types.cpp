// Whether a vtable belongs to an object of a class, or of a class that is derived from it at this offset. An object whose
// dynamic type is not decided yet has no vtable; it has the class if all types that it can have do.
//
//   vtable[-2]   where the object begins, as an offset from the pointer to the table
//   vtable[-1]   the std::type_info of its class
//
// Tables without a type, and those that are not where the program's own are, count as matching: they belong to
// stand-ins, or are not tables at all, and then using them ends the run.
#include "runtime/object_types.h"

#include <cxxabi.h>
#include <link.h>

#include <cstddef>
#include <cstring>
#include <typeinfo>

#include "runtime/calls_abi.h"
#include "runtime/memory.h"
#include "runtime/module.h"
#include "runtime/references.h"
#include "runtime/run.h"
#include "runtime/shadow.h"
#include "runtime/state.h"

extern "C" const void* const _ZTVN10__cxxabiv120__si_class_type_infoE[];
extern "C" const void* const _ZTVN10__cxxabiv121__vmi_class_type_infoE[];

// In front of it there is no type; behind it no function.
extern "C" {
[[gnu::visibility("hidden")]] extern const void* const __forall_destroyed[];
const void* const __forall_destroyed[512] = {};
}

namespace forall::runtime {

namespace {

using Class = __cxxabiv1::__class_type_info;
using OneBase = __cxxabiv1::__si_class_type_info;
using Bases = __cxxabiv1::__vmi_class_type_info;
using Base = __cxxabiv1::__base_class_type_info;

int holds_address(dl_phdr_info* info, std::size_t, void* data) {
  const u64 address = *static_cast<const u64*>(data);
  for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
    const auto& part = info->dlpi_phdr[i];
    if (part.p_type == PT_LOAD && address - (info->dlpi_addr + part.p_vaddr) < part.p_memsz) return 1;
  }
  return 0;
}

bool is_in_program(const void* pointer) {
  auto address = reinterpret_cast<u64>(pointer);
  return address % alignof(void*) == 0 && dl_iterate_phdr(holds_address, &address) != 0;
}

// The vtable of a type_info says which of the classes above it is.
bool is_a(const std::type_info& type, const void* const* table) {
  return *reinterpret_cast<const void* const*>(&type) == static_cast<const void*>(table + 2);
}

// Calls visit(base) for the bases of a class, until it returns true.
template <typename Visit>
bool any_base(const std::type_info& type, Visit visit) {
  if (is_a(type, _ZTVN10__cxxabiv120__si_class_type_infoE)) {
    return visit(*static_cast<const OneBase&>(type).__base_type, std::ptrdiff_t{0}, false);
  }
  if (!is_a(type, _ZTVN10__cxxabiv121__vmi_class_type_infoE)) return false;
  const auto& bases = static_cast<const Bases&>(type);
  for (unsigned i = 0; i < bases.__base_count; ++i) {
    const Base& base = bases.__base_info[i];
    const bool is_virtual = (base.__offset_flags & Base::__virtual_mask) != 0;
    if (visit(*base.__base_type, base.__offset_flags >> Base::__offset_shift, is_virtual)) return true;
  }
  return false;
}

bool derives_from(const std::type_info& type, const std::type_info& base) {
  return type == base ||
         any_base(type, [&](const Class& each, std::ptrdiff_t, bool) { return derives_from(each, base); });
}

}  // namespace

bool has_part(const std::type_info& whole, const std::type_info& part, std::ptrdiff_t offset) {
  if (offset == 0 && whole == part) return true;
  return any_base(whole, [&](const Class& base, std::ptrdiff_t at, bool is_virtual) {
    // The offset of a virtual base is in another table: it may be here.
    return is_virtual ? derives_from(base, part) : has_part(base, part, offset - at);
  });
}

namespace {

bool fits(const void* const* table, const std::type_info& type) {
  constexpr std::ptrdiff_t kMostOffset = 1 << 20;
  if (!is_in_program(table)) return true;
  const auto offset = -reinterpret_cast<std::ptrdiff_t>(table[-2]);
  const auto* whole = static_cast<const std::type_info*>(table[-1]);
  if (offset < 0 || offset > kMostOffset || !is_in_program(whole)) return true;
  const void* kind = *reinterpret_cast<const void* const*>(whole);
  return !is_in_program(kind) || has_part(*whole, type, offset);
}

struct Known {
  const void* table;
  const void* type;
  bool fits;
};
constexpr u64 kKnown = 1024;
Known answers[kKnown];
bool is_about_destroyed = false;

constexpr Kept kKept[] = {answers, is_about_destroyed};

bool is_table_of(const void* vtable, const void* type) {
  is_about_destroyed = vtable == static_cast<const void*>(__forall_destroyed);
  if (is_about_destroyed) return false;
  const u64 key = reinterpret_cast<u64>(vtable) >> 3 ^ reinterpret_cast<u64>(type) >> 4;
  Known& entry = answers[key % kKnown];
  if (entry.table != vtable || entry.type != type) {
    const auto* table = static_cast<const void* const*>(vtable);
    entry = {vtable, type, vtable == nullptr || fits(table, *static_cast<const std::type_info*>(type))};
  }
  return entry.fits;
}

}  // namespace

// Not reset: the entries are true in every run.
FORALL_MODULE(object_types) = {.phase = Phase::Tables, .keeps = kKept};

bool asked_about_destroyed() { return is_about_destroyed; }

}  // namespace forall::runtime

using namespace forall::runtime;

extern "C" bool __forall_has_type(const void* object, u32 id, const void* type, const void* where) {
  if (!g.in_run) return true;
  const void* vtable = nullptr;
  if (id == 0 && is_plain_access(object, sizeof vtable)) {
    std::memcpy(&vtable, object, sizeof vtable);
    return is_table_of(vtable, type);
  }
  auto* site = const_cast<StaticSite*>(static_cast<const StaticSite*>(where));
  if (forall::abi::is_unset_id(id)) id = forall::runtime::known(id).id;
  if (id != 0) decide_pointer(object, id, sizeof(void*), site);
  if (has_type_if_built(object, *static_cast<const std::type_info*>(type))) return true;
  const u32 table = call_declarations::__forall_load(object, id, sizeof(void*), where, 0, 0);
  std::memcpy(&vtable, object, sizeof vtable);
  const auto kind = static_cast<u32>(forall::abi::DecisionKind::Value);
  if (table != 0) call_declarations::__forall_decide(table, reinterpret_cast<u64>(vtable), 0, kind, where);
  return is_table_of(vtable, type);
}

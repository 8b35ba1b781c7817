// Whether an object is of the type that a pointer to it is cast to. That is all that can be said of a cast: an access
// through the result is undefined if it is not, but other uses are not. So a doubt is a line of the ledger.
#include <cstdio>
#include <cstring>

#include "runtime/calls_abi.h"
#include "runtime/memory.h"
#include "runtime/pointer_pairs.h"
#include "runtime/pointer_steps.h"
#include "runtime/trace.h"
#include "runtime/type_layouts.h"

namespace forall::runtime {

namespace {

bool is_kind(const char*& how, const char* kind) {
  const std::size_t length = std::strlen(kind);
  if (std::strncmp(how, kind, length) != 0) return false;
  how += length;
  return true;
}

// "_ZTS5Point" is a class; only its own name is for people.
const char* readable(const char* name, char (&text)[96]) {
  if (std::strcmp(name, "*") == 0) return "a pointer";
  if (std::strncmp(name, "_ZTS", 4) == 0) {
    const char* at = name + 4;
    unsigned length = 0;
    while (*at >= '0' && *at <= '9') length = 10 * length + static_cast<unsigned>(*at++ - '0');
    if (length == 0 || length >= sizeof text || std::strlen(at) != length) return "another class";
    std::snprintf(text, sizeof text, "%s", at);
    return text;
  }
  return name;
}

void doubt(const Object& object, Found found, const char* name, const StaticSite* site) {
  char own[96], other[96], text[240];
  const abi::TypeLayout* type = found == Found::No ? type_of(object) : nullptr;
  if (type != nullptr && type->name != nullptr) {
    std::snprintf(text, sizeof text, "%s, used as %s", readable(type->name, own), readable(name, other));
  } else {
    std::snprintf(text, sizeof text, "used as %s", readable(name, other));
  }
  add_ledger(abi::LedgerKind::TypePunning, site, text);
}

}  // namespace

}  // namespace forall::runtime

using namespace forall::runtime;

extern "C" void __forall_pointer_cast(const void* pointer, u32 id, const void* how, const void* record,
                                      const void* where) {
  auto* site = const_cast<StaticSite*>(static_cast<const StaticSite*>(where));
  if (!g.in_run || pointer == nullptr) return;
  const char* name = static_cast<const char*>(how);
  const u64 address = reinterpret_cast<u64>(pointer);
  const Object object = id != 0 && deciding(site) ? object_of(pointer, id, site) : object_of_pointer(address);
  auto* remembered = static_cast<Object*>(const_cast<void*>(record));
  if (is_kind(name, "const:")) {
    // Memory that cannot be written reports a write itself.
    const forall::abi::StaticGlobal* global = global_at(address);
    const bool is_protected = global != nullptr && global->is_constant != 0;
    if (object && !is_protected && is_constant_at(object, address))
      add_ledger(forall::abi::LedgerKind::ConstantCast, site, "");
    return;
  }
  const bool is_certainly_other = is_kind(name, "other:");
  if (!is_certainly_other && !is_kind(name, "void:")) return;
  const Found found = object ? find_type(object, address, name) : Found::Unknown;
  if (found == Found::Yes || (found == Found::Unknown && !is_certainly_other)) return;
  doubt(object, found, name, site);
  if (id == 0) remember_everything(remembered);
}

// Printing: a program cannot read its output again, so the text is not part of a claim. All that is checked is that a
// string ends inside its object, for every input.
#include "runtime/calls_abi.h"
#include "runtime/models/protocol.h"
#include "runtime/objects.h"

using namespace forall::runtime;

extern "C" {

void __forall_reads_text(const void* text, const void* name, const void* site) {
  if (text == nullptr || !observing()) return;
  const auto* at = static_cast<const char*>(text);
  const Object object = find_object(reinterpret_cast<u64>(text));
  // A format may print only the address, so nothing outside a known object is read.
  const u64 size = object ? object.base + object.size - reinterpret_cast<u64>(text) : 64;
  if (!may_be_symbolic(at, size)) return;
  bool symbolic = false;
  for (u64 i = 0; i < size; ++i) {
    if (is_symbolic(at + i, 1)) {
      symbolic = true;
    } else if (object && at[i] == 0) {
      return;
    }
  }
  if (symbolic) {
    add_call_to_ledger(static_cast<const char*>(name), static_cast<const StaticSite*>(site));
  }
}

}  // extern "C"

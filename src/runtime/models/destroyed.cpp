// What containers destroy has no value any more, even if its memory lives on (instrument/destroyed.h).
#include "runtime/flags.h"
#include "runtime/models/protocol.h"
#include "runtime/run.h"
#include "runtime/unset.h"

using namespace forall::runtime;

extern "C" void __forall_model_elements_destroyed(void* first, void* last) {
  const ModelCall call(&__forall_model_elements_destroyed, "the destruction of elements", 2);
  if (!observing() || g.threads || call.argument_id(0) != 0 || first >= last) return;
  const u64 address = reinterpret_cast<u64>(first), end = reinterpret_cast<u64>(last);
  if (first_closed(address, end - address) != end) return;
  destroy_memory(address, end - address);
}

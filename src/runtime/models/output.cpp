// Printing: a program cannot read its output again, so the text is not part of a claim. All that is checked is the memory
// that is printed, and that a string ends inside its object, for every input.
#include <cstring>

#include "runtime/calls_abi.h"
#include "runtime/decide.h"
#include "runtime/memory.h"
#include "runtime/models/protocol.h"
#include "runtime/objects.h"
#include "runtime/references.h"
#include "runtime/run.h"

using namespace forall::runtime;

namespace {

// Decides that one of the bytes is zero: the text ends inside its object, wherever that is.
void decide_end(const void* text, u64 room, const StaticSite* site) {
  constexpr u64 kMost = 4096;
  if (!deciding(site)) return;
  const auto* at = static_cast<const char*>(text);
  Value ends = concrete(0, 1);
  for (u64 i = 0; i < room && !(!ends.symbolic() && ends.truth()); ++i) {
    if (i == kMost) return add_ledger(forall::abi::LedgerKind::ConcretizedLength, site, "a text that is printed");
    ends = binary(Op::Or, ends, equals(byte_at(at + i, site), U128{0}));
  }
  if (ends.symbolic()) decide_condition(ends, const_cast<StaticSite*>(site), forall::abi::DecisionKind::Check);
}

}  // namespace

extern "C" {

void __forall_prints_bytes(const void* memory, u64 size, u64 number, const void* where) {
  u64 bytes = 0;
  if (__builtin_mul_overflow(size, number, &bytes)) bytes = ~u64{0};
  if (!observing() || bytes == 0) return;
  const auto* site = static_cast<const StaticSite*>(where);
  touch(memory, site);
  check_access(memory, bytes, site);
}

void __forall_prints_text(const void* text, u64 most, bool by_conversion, const void* where) {
  if (!observing() || most == 0) return;
  const auto* site = static_cast<const StaticSite*>(where);
  if (text == nullptr) {
    // The C library prints "(null)", which no program may rely on.
    end_run(forall::abi::OutcomeKind::Crashed, forall::abi::Fault::NullDereference, site, "",
            __builtin_return_address(0),
            by_conversion ? forall::abi::OutcomeDetail::Unseen : forall::abi::OutcomeDetail::None);
  }
  touch(text, site);
  const Object object = find_object(reinterpret_cast<u64>(text));
  if (!object) return check_access(text, 1, site);
  const u64 room = object.base + object.size - reinterpret_cast<u64>(text);
  const u64 limit = room < most ? room : most;
  if (room < most && is_symbolic(text, limit)) decide_end(text, room, site);
  const u64 length = strnlen(static_cast<const char*>(text), limit);
  check_access(text, length < most ? length + 1 : most, site);
}

// Of a stream, whose buffer may be the library's.
void __forall_native_prints(const char* memory, long size) {
  const ModelCall call(&__forall_native_prints, "std::streambuf::sputn", 2);
  if (!observing()) return;
  const auto bytes = static_cast<u64>(size);
  call.decide(1, bytes);
  if (size <= 0) return;
  call.resolve(0, memory, bytes);
  check_access(memory, bytes, nullptr);  // the place is the program's, which is among the frames
}

}  // extern "C"

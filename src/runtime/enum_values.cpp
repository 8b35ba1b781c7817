// The values of an enum without a fixed underlying type: those of the smallest bit field that can hold its enumerators.
// No program can have another value in one, so an input cannot either.
#include <cstdlib>
#include <cstring>

#include "forall/engine.h"
#include "runtime/decide.h"
#include "runtime/enum_values.h"
#include "runtime/inputs.h"
#include "runtime/models/protocol.h"
#include "runtime/run.h"
#include "runtime/shadow.h"

extern "C" {
[[gnu::weak, gnu::visibility("hidden")]] extern forall::abi::StaticEnum __start_forall_enums[];
[[gnu::weak, gnu::visibility("hidden")]] extern forall::abi::StaticEnum __stop_forall_enums[];
}

namespace forall::runtime {

namespace {

// How many bits the values have; 0: nothing is known of the enum.
struct EnumBits {
  unsigned count = 0;
  bool is_signed = false;
};

unsigned bits_for(u64 number) { return number == 0 ? 0 : 64 - static_cast<unsigned>(__builtin_clzll(number)); }

// "Red=0,Green=-1"
EnumBits bits_of(const char* enumerators) {
  EnumBits result;
  for (const char* at = std::strchr(enumerators, '='); at != nullptr; at = std::strchr(at + 1, '=')) {
    const bool is_negative = at[1] == '-';
    const u64 magnitude = std::strtoull(at + (is_negative ? 2 : 1), nullptr, 10);
    const unsigned bits = bits_for(is_negative ? magnitude - 1 : magnitude);
    result.is_signed = result.is_signed || is_negative;
    if (bits > result.count) result.count = bits;
  }
  if (result.count == 0) result.count = 1;
  if (result.is_signed) ++result.count;
  return result;
}

// Source has no name for an anonymous namespace.
bool is_spelled(const char* name, const char* spelling) {
  constexpr char kAnonymous[] = "(anonymous namespace)::";
  for (; *name != '\0'; ++name, ++spelling) {
    while (std::strncmp(name, kAnonymous, sizeof kAnonymous - 1) == 0) name += sizeof kAnonymous - 1;
    if (*name != *spelling) return false;
  }
  return *spelling == '\0';
}

// Files may have enums of one name in unnamed namespaces. Which of them it is is not known: it has the values that all
// of them have, and that it may have others is in the ledger.
EnumBits bits_of_type(const char* type) {
  EnumBits result;
  for (const abi::StaticEnum* entry = __start_forall_enums; entry != __stop_forall_enums; ++entry) {
    if (!is_spelled(entry->type, type)) continue;
    const EnumBits bits = bits_of(entry->enumerators);
    const bool is_other = result.count != 0 && (bits.count != result.count || bits.is_signed != result.is_signed);
    if (!is_other) {
      result = bits;
    } else {
      add_ledger(abi::LedgerKind::UnsupportedCode, nullptr, "several enums of one name");
      // A sign takes a bit.
      const unsigned own = result.count - (result.is_signed ? 1 : 0), other = bits.count - (bits.is_signed ? 1 : 0);
      const bool are_signed = result.is_signed && bits.is_signed;
      result = {(own < other ? own : other) + (are_signed ? 1 : 0), are_signed};
    }
  }
  return result;
}

}  // namespace

void hold_enum_values(Value value, unsigned width, const char* type) {
  const EnumBits bits = bits_of_type(type);
  if (bits.count == 0 || bits.count >= width) return;
  // Negative values are moved up: all values are then below the number of values.
  if (bits.is_signed) value = binary(Op::Add, value, U128{1} << (bits.count - 1));
  const Value exists = binary(Op::Ult, value, U128{1} << bits.count);
  hold(exists, inputs_site(), abi::DecisionKind::Assume);
  if (exists.truth()) return;
  end_run(abi::OutcomeKind::Discarded, abi::Fault::None, nullptr, "", __builtin_return_address(0));
}

bool has_few_values(const char* type) {
  bool is_known = false;
  for (const abi::StaticEnum* entry = __start_forall_enums; entry != __stop_forall_enums; ++entry) {
    if (!is_spelled(entry->type, type)) continue;
    if (entry->has_few_values == 0) return false;
    is_known = true;
  }
  return is_known;
}

}  // namespace forall::runtime

using namespace forall::runtime;

extern "C" void __forall_enum_values(const void* address, std::size_t bytes, const char* type) {
  const ModelCall call(&__forall_enum_values, "__forall_enum_values", 0);
  if (!g.in_run) return;
  hold_enum_values(shadow_load(address, static_cast<unsigned>(bytes), nullptr), static_cast<unsigned>(8 * bytes), type);
}

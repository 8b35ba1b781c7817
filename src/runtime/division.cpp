// The instruction has prefixes, then F6 or F7 (for bytes or words), then a ModRM byte: the operation in its middle (6
// unsigned, 7 signed), and around it the divisor's place, a register or memory at base + index * scale + displacement.
#include "runtime/division.h"

#include <cstring>

namespace forall::runtime {
namespace {

u64 number_at(const void* from, unsigned bytes) {
  u64 value = 0;
  std::memcpy(&value, from, bytes);  // little-endian, as the machine of the instruction is
  return value;
}

struct Prefixes {
  unsigned rex = 0;  // bits W, R, X, B
  bool has_rex = false;
  bool is_short = false;
};

Prefixes skip_prefixes(const unsigned char*& at) {
  Prefixes prefixes;
  for (;; ++at) {
    if (*at == 0x66) {
      prefixes.is_short = true;
    } else if ((*at & 0xf0) == 0x40) {
      prefixes.rex = *at & 0xf;
      prefixes.has_rex = true;
    } else if (*at != 0x2e && *at != 0x36 && *at != 0x3e && *at != 0x26 && *at != 0xf2 && *at != 0xf3) {
      return prefixes;
    }
  }
}

// The address of the memory operand, for a ModRM byte with this mode and register; `at` is what follows the byte.
u64 address(unsigned mode, unsigned rm, const unsigned char* at, unsigned rex, const X86Registers& registers) {
  const auto displacement = [&](unsigned bytes) {
    return bytes == 1 ? static_cast<u64>(static_cast<signed char>(*at))
                      : static_cast<u64>(static_cast<std::int32_t>(number_at(at, 4)));
  };
  if (mode == 0 && rm == 5) return reinterpret_cast<u64>(at + 4) + displacement(4);  // relative to the next instruction
  u64 sum = 0;
  bool has_base = true;
  if (rm == 4) {
    const unsigned scaled = *at++;
    const unsigned index = ((scaled >> 3) & 7) | ((rex & 2) << 2);
    has_base = mode != 0 || (scaled & 7) != 5;
    if (index != 4) sum += registers[index] << (scaled >> 6);
    rm = scaled & 7;
  }
  if (has_base) sum += registers[rm | ((rex & 1) << 3)];
  if (mode == 0 && has_base) return sum;
  return sum + displacement(mode == 1 ? 1 : 4);
}

}  // namespace

abi::Fault fault_of_x86_division(const unsigned char* instruction, const X86Registers& registers) {
  const unsigned char* at = instruction;
  const Prefixes prefixes = skip_prefixes(at);
  if ((*at & 0xfe) != 0xf6) return abi::Fault::FloatingPointSignal;
  const bool is_byte = *at++ == 0xf6;
  const unsigned mode = *at >> 6, operation = (*at >> 3) & 7, rm = *at & 7;
  ++at;
  if (operation < 6) return abi::Fault::FloatingPointSignal;
  const unsigned bytes = is_byte ? 1 : (prefixes.rex & 8) != 0 ? 8 : prefixes.is_short ? 2 : 4;
  u64 divisor = 0;
  if (mode == 3) {
    const bool is_second_byte = is_byte && !prefixes.has_rex && rm >= 4;  // ah, ch, dh, bh
    const u64 value = is_second_byte ? registers[rm - 4] >> 8 : registers[rm | ((prefixes.rex & 1) << 3)];
    divisor = number_at(&value, bytes);
  } else {
    divisor = number_at(reinterpret_cast<const void*>(address(mode, rm, at, prefixes.rex, registers)), bytes);
  }
  if (divisor == 0) return abi::Fault::DivisionByZero;
  return operation == 7 ? abi::Fault::SignedOverflow : abi::Fault::FloatingPointSignal;
}

}  // namespace forall::runtime

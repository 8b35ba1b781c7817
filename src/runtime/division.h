// What was wrong with a division of x86-64, whose one signal means both faults: the divisor is looked up in the
// instruction that raised it.
#pragma once

#include "abi/segment.h"
#include "runtime/state.h"

namespace forall::runtime {

// rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8 to r15: the order in which instructions number them.
using X86Registers = u64[16];

// DivisionByZero; SignedOverflow of a signed division by anything else; FloatingPointSignal of what is neither. The
// instruction may read memory: it has just done so itself.
abi::Fault fault_of_x86_division(const unsigned char* instruction, const X86Registers& registers);

}  // namespace forall::runtime

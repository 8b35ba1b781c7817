// Which fault a division on x86-64 had. One signal stands for both, so the divisor is decoded from the instruction that
// raised it.
#pragma once

#include "abi/segment.h"
#include "runtime/state.h"

namespace forall::runtime {

// rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8 to r15: the order in which instructions number them.
using X86Registers = u64[16];

// DivisionByZero; SignedOverflow for a signed division by anything else; FloatingPointSignal for everything else.
// Reads the memory operand, which the instruction itself has just read.
abi::Fault fault_of_x86_division(const unsigned char* instruction, const X86Registers& registers);

}  // namespace forall::runtime

// The floating-point instructions, intrinsics and functions of libm as operators.
#pragma once

#include <llvm/IR/Instructions.h>

#include <optional>

namespace forall::instrument {

struct FloatMeaning {
  unsigned operation;  // an abi::Op or abi::FloatFunction
  unsigned parameter;
  unsigned operands;  // the first ones of the instruction
  unsigned width;     // as the runtime takes it: of the result, or of the operands if the result is a truth value
};

// Half, single, double, quadruple or the x87 format, which the operators know.
bool isModeledFloat(const llvm::Type* type);

// Empty for an instruction that is not a floating-point one, or has no symbolic meaning.
std::optional<FloatMeaning> floatMeaning(const llvm::Instruction& instruction);

// A function of libm with a meaning. It may set errno, so it has effects.
bool isMathCall(const llvm::Instruction& instruction);

// The machine's libm defines these functions, so no pass may compute them differently: pow(x, 2) is not x * x. All ways
// to compute a square root have the same result.
void keepMathCall(llvm::Instruction& instruction);

// Before instrumentation: gives operations that are left to the compiler one meaning on all machines.
void fixFloatMeaning(llvm::Function& function);

}  // namespace forall::instrument

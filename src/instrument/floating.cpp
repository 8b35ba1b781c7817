// Floating point: each operation becomes the operator of the same meaning, with the result of the machine, whose NaN
// may have other bits than the operator's. The runtime composes operations that have no operator:
//
//   fcmp        -> Compare with LLVM's predicate, whose bits say for which order it holds
//   fneg, fabs  -> Negate, Absolute: the sign bit alone
//   frem, sin   -> FMath: the result of this machine's libm
#include "instrument/floating.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/TargetParser/Triple.h>

#include "abi/floating.h"
#include "instrument/instrumenter.h"

namespace forall::instrument {

namespace {

using abi::FloatFunction;
using abi::MathFunction;
using abi::Op;
using abi::Rounding;

struct MathEntry {
  unsigned operation;
  unsigned parameter;
  unsigned operands;
};

template <typename Operation>
constexpr unsigned number(Operation operation) {
  return static_cast<unsigned>(operation);
}

// The functions of libm by their C names, for double, float and long double.
const llvm::StringMap<MathEntry>& mathFunctions() {
  static const llvm::StringMap<MathEntry> table = [] {
    llvm::StringMap<MathEntry> functions;
    const auto add = [&](llvm::StringRef name, MathEntry entry) {
      for (const char* suffix : {"", "f", "l"}) functions[(name + suffix).str()] = entry;
    };
#define FORALL_MATH(name, arity, function) \
  add(#function, {number((arity) == 1 ? Op::FMath1 : Op::FMath2), number(MathFunction::name), arity});
#include "abi/math.def"
#undef FORALL_MATH
    add("sqrt", {number(Op::FSqrt), abi::kSetsErrno, 1});
    return functions;
  }();
  return table;
}

std::optional<MathEntry> mathOf(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call == nullptr || !isModeledFloat(call->getType())) return std::nullopt;
  const llvm::Function* callee = calledFunction(*call);
  // A definition in this module is the user's own function of that name.
  if (callee == nullptr || !callee->isDeclaration() || callee->isIntrinsic()) return std::nullopt;
  const auto found = mathFunctions().find(callee->getName());
  if (found == mathFunctions().end() || call->arg_size() != found->second.operands) return std::nullopt;
  const bool same = llvm::all_of(call->args(), [&](const llvm::Use& use) { return use->getType() == call->getType(); });
  return same ? std::optional(found->second) : std::nullopt;
}

std::optional<MathEntry> intrinsicOf(const llvm::IntrinsicInst& call) {
  const auto round = [](Rounding mode) { return MathEntry{number(Op::FRound), number(mode), 1}; };
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::fma: return MathEntry{number(Op::FFma), 0, 3};
    case llvm::Intrinsic::sqrt: return MathEntry{number(Op::FSqrt), 0, 1};
    case llvm::Intrinsic::fabs: return MathEntry{number(FloatFunction::Absolute), 0, 1};
    case llvm::Intrinsic::copysign: return MathEntry{number(FloatFunction::CopySign), 0, 2};
    case llvm::Intrinsic::floor: return round(Rounding::Down);
    case llvm::Intrinsic::ceil: return round(Rounding::Up);
    case llvm::Intrinsic::trunc: return round(Rounding::TowardZero);
    case llvm::Intrinsic::round: return round(Rounding::ToNearestAway);
    case llvm::Intrinsic::rint:
    case llvm::Intrinsic::nearbyint:
    case llvm::Intrinsic::roundeven: return round(Rounding::ToNearestEven);
    case llvm::Intrinsic::minnum: return MathEntry{number(FloatFunction::MinNum), 0, 2};
    case llvm::Intrinsic::maxnum: return MathEntry{number(FloatFunction::MaxNum), 0, 2};
    case llvm::Intrinsic::minimum: return MathEntry{number(FloatFunction::Minimum), 0, 2};
    case llvm::Intrinsic::maximum: return MathEntry{number(FloatFunction::Maximum), 0, 2};
    case llvm::Intrinsic::is_fpclass: return MathEntry{number(FloatFunction::Class), 0, 2};
    case llvm::Intrinsic::canonicalize: return MathEntry{number(FloatFunction::Canonicalize), 0, 1};
    case llvm::Intrinsic::fptosi_sat: return MathEntry{number(Op::FToS), 0, 1};
    case llvm::Intrinsic::fptoui_sat: return MathEntry{number(Op::FToU), 0, 1};
    default: return std::nullopt;
  }
}

std::optional<MathEntry> operationOf(const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::FAdd: return MathEntry{number(Op::FAdd), 0, 2};
    case llvm::Instruction::FSub: return MathEntry{number(Op::FSub), 0, 2};
    case llvm::Instruction::FMul: return MathEntry{number(Op::FMul), 0, 2};
    case llvm::Instruction::FDiv: return MathEntry{number(Op::FDiv), 0, 2};
    case llvm::Instruction::FRem: return MathEntry{number(Op::FMath2), number(MathFunction::Fmod), 2};
    case llvm::Instruction::FNeg: return MathEntry{number(FloatFunction::Negate), 0, 1};
    case llvm::Instruction::FCmp:
      return MathEntry{number(FloatFunction::Compare), llvm::cast<llvm::FCmpInst>(instruction).getPredicate(), 2};
    case llvm::Instruction::FPExt:
    case llvm::Instruction::FPTrunc: return MathEntry{number(Op::FCast), 0, 1};
    case llvm::Instruction::SIToFP: return MathEntry{number(Op::SToF), 0, 1};
    case llvm::Instruction::UIToFP: return MathEntry{number(Op::UToF), 0, 1};
    case llvm::Instruction::FPToSI: return MathEntry{number(Op::FToS), 0, 1};
    case llvm::Instruction::FPToUI: return MathEntry{number(Op::FToU), 0, 1};
    case llvm::Instruction::Call: {
      const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      return intrinsic != nullptr ? intrinsicOf(*intrinsic) : mathOf(instruction);
    }
    default: return std::nullopt;
  }
}

// A scalar that an operator takes: an integer of at most 128 bits, or a number in a format that operators know.
bool isOperand(const llvm::Type* type) {
  return isModeledFloat(type) || (type->isIntegerTy() && type->getIntegerBitWidth() <= abi::kMaxWidth);
}

// Where compilers differ in the result, a model is called, which says what it may be.
llvm::Value* modelOfMinimum(llvm::IntrinsicInst& call, llvm::StringRef name) {
  llvm::Type* type = call.getType();
  const bool isModeled = type->isFloatTy() || type->isDoubleTy() || type->isX86_FP80Ty();
  if (!isModeled || !llvm::Triple(call.getModule()->getTargetTriple()).isX86()) return nullptr;
  const char* suffix = type->isFloatTy() ? "f" : type->isDoubleTy() ? "" : "l";
  llvm::FunctionCallee model = call.getModule()->getOrInsertFunction(
      ("__forall_model_" + name + suffix).str(), llvm::FunctionType::get(type, {type, type}, false));
  llvm::cast<llvm::Function>(model.getCallee())->setDoesNotThrow();
  return llvm::IRBuilder<>(&call).CreateCall(model, {call.getArgOperand(0), call.getArgOperand(1)});
}

// before: %r = llvm.fmuladd(%a, %b, %c), one or two roundings as the machine likes      after: fmul, fadd
// before: %r = llvm.minnum(%a, %b), of zeros any, on x86-64    after: call @__forall_model_fmin
// before: %r = llvm.lround(%x), any value where the integer is too small                after: fptosi.sat(round(%x))
llvm::Value* withOneMeaning(llvm::IntrinsicInst& call) {
  llvm::IRBuilder<> builder(&call);
  const auto toInteger = [&](llvm::Intrinsic::ID rounding) {
    llvm::Value* x = call.getArgOperand(0);
    return builder.CreateIntrinsic(llvm::Intrinsic::fptosi_sat, {call.getType(), x->getType()},
                                   {builder.CreateUnaryIntrinsic(rounding, x)});
  };
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::fmuladd:
      return builder.CreateFAdd(builder.CreateFMul(call.getArgOperand(0), call.getArgOperand(1)),
                                call.getArgOperand(2));
    case llvm::Intrinsic::lround:
    case llvm::Intrinsic::llround: return toInteger(llvm::Intrinsic::round);
    case llvm::Intrinsic::lrint:
    case llvm::Intrinsic::llrint: return toInteger(llvm::Intrinsic::rint);
    case llvm::Intrinsic::minnum: return modelOfMinimum(call, "fmin");
    case llvm::Intrinsic::maxnum: return modelOfMinimum(call, "fmax");
    default: return nullptr;
  }
}

// An intrinsic that becomes a call of libm is one at once, so that no later pass changes its result.
llvm::StringRef mathFunctionOf(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::sin: return "sin";
    case llvm::Intrinsic::cos: return "cos";
    case llvm::Intrinsic::tan: return "tan";
    case llvm::Intrinsic::asin: return "asin";
    case llvm::Intrinsic::acos: return "acos";
    case llvm::Intrinsic::atan: return "atan";
    case llvm::Intrinsic::sinh: return "sinh";
    case llvm::Intrinsic::cosh: return "cosh";
    case llvm::Intrinsic::tanh: return "tanh";
    case llvm::Intrinsic::exp: return "exp";
    case llvm::Intrinsic::exp2: return "exp2";
    case llvm::Intrinsic::log: return "log";
    case llvm::Intrinsic::log2: return "log2";
    case llvm::Intrinsic::log10: return "log10";
    case llvm::Intrinsic::pow: return "pow";
    default: return {};
  }
}

llvm::Value* asMathCall(llvm::IntrinsicInst& call) {
  const llvm::StringRef name = mathFunctionOf(call.getIntrinsicID());
  llvm::Type* type = call.getType();
  const bool wide = type->isX86_FP80Ty() || type->isFP128Ty();
  if (name.empty() || !(type->isFloatTy() || type->isDoubleTy() || wide)) return nullptr;
  const llvm::SmallVector<llvm::Type*, 2> parameters(call.arg_size(), type);
  llvm::FunctionCallee function =
      call.getModule()->getOrInsertFunction((name + (type->isFloatTy() ? "f"
                                                     : wide            ? "l"
                                                                       : ""))
                                                .str(),
                                            llvm::FunctionType::get(type, parameters, false));
  llvm::IRBuilder<> builder(&call);
  return builder.CreateCall(function, llvm::SmallVector<llvm::Value*, 2>(call.args()));
}

}  // namespace

bool isModeledFloat(const llvm::Type* type) {
  return type->isHalfTy() || type->isFloatTy() || type->isDoubleTy() || type->isFP128Ty() || type->isX86_FP80Ty();
}

std::optional<FloatMeaning> floatMeaning(const llvm::Instruction& instruction) {
  const std::optional<MathEntry> entry = operationOf(instruction);
  if (!entry || !isOperand(instruction.getType())) return std::nullopt;
  for (unsigned i = 0; i < entry->operands; ++i) {
    if (!isOperand(instruction.getOperand(i)->getType())) return std::nullopt;
  }
  const bool truth = instruction.getType()->isIntegerTy(1) && (entry->operation == number(FloatFunction::Compare) ||
                                                               entry->operation == number(FloatFunction::Class));
  const llvm::Type* measured = truth ? instruction.getOperand(0)->getType() : instruction.getType();
  return FloatMeaning{entry->operation, entry->parameter, entry->operands,
                      static_cast<unsigned>(measured->getPrimitiveSizeInBits().getFixedValue())};
}

bool isMathCall(const llvm::Instruction& instruction) {
  return !llvm::isa<llvm::IntrinsicInst>(instruction) && mathOf(instruction).has_value();
}

void keepMathCall(llvm::Instruction& instruction) {
  if (llvm::isa<llvm::IntrinsicInst>(instruction)) return;
  const std::optional<MathEntry> entry = mathOf(instruction);
  if (entry && entry->operation != number(Op::FSqrt)) {
    llvm::cast<llvm::CallInst>(instruction).addFnAttr(llvm::Attribute::NoBuiltin);
  }
}

void fixFloatMeaning(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (llvm::isa<llvm::FPMathOperator>(instruction)) instruction.setFastMathFlags({});
    keepMathCall(instruction);
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (call == nullptr) continue;
    llvm::Value* fixed = withOneMeaning(*call);
    if (fixed == nullptr) fixed = asMathCall(*call);
    if (fixed == nullptr) continue;
    keepMathCall(*llvm::cast<llvm::Instruction>(fixed));
    fixed->takeName(call);
    call->replaceAllUsesWith(fixed);
    call->eraseFromParent();
  }
}

llvm::Value* FunctionInstrumenter::floating(llvm::IRBuilder<>& builder, llvm::Instruction& instruction) {
  const FloatMeaning meaning = *floatMeaning(instruction);
  llvm::SmallVector<llvm::Value*, 12> arguments{u32(meaning.operation | meaning.width << 8 | meaning.parameter << 24)};
  for (unsigned i = 0; i < meaning.operands; ++i) {
    llvm::Value* operand = instruction.getOperand(i);
    const auto [low, high] = bits(builder, operand);
    arguments.append({id(operand), low, high});
  }
  const auto [low, high] = bits(builder, &instruction);
  arguments.append({low, high});
  constexpr RuntimeCall kCalls[] = {RuntimeCall::call_float1, RuntimeCall::call_float2, RuntimeCall::call_float3};
  return context_.runtime.emit(builder, kCalls[meaning.operands - 1], arguments);
}

void FunctionInstrumenter::visitFloat(llvm::Instruction& instruction) {
  if (isSymbolic(&instruction) && floatMeaning(instruction)) return defer(instruction);
  if (usesPending(instruction)) flush(instruction);
  const bool vector =
      llvm::any_of(instruction.operands(), [](const llvm::Use& use) { return use->getType()->isVectorTy(); });
  concretizeOperands(instruction, vector ? abi::LedgerKind::ConcretizedVector : abi::LedgerKind::ConcretizedFloat);
}

void FunctionInstrumenter::visitUnaryOperator(llvm::UnaryOperator& instruction) { visitFloat(instruction); }

void FunctionInstrumenter::visitFCmpInst(llvm::FCmpInst& instruction) { visitFloat(instruction); }

// before: %r = call @sin(%x)        after: %r = call @sin(%x);  if (%x.id) %r.id = call @__forall_float1(FMath1, ...)
// The runtime also marks errno as unknown, so this comes before any read of it.
void FunctionInstrumenter::callMath(llvm::CallInst& call) {
  if (!isSymbolic(&call)) return;
  llvm::SmallVector<llvm::Value*, 2> operands;
  for (llvm::Value* argument : call.args()) operands.push_back(id(argument));
  setIds(call, {ifSymbolic(*call.getNextNode(), operands, u32(0),
                           [&](llvm::IRBuilder<>& builder) { return floating(builder, call); })});
}

}  // namespace forall::instrument

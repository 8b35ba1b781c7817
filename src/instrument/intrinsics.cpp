// LLVM's intrinsics. Integer ones have a model in the runtime; hints forward an operand or do nothing; the others have
// no symbolic meaning and concretize.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>

#include "instrument/instrumenter.h"

namespace forall::instrument {

namespace {

struct Model {
  unsigned operands;  // 1, 2 or 3 values
  abi::Intrinsic kind;
};

std::optional<Model> modelOf(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::ctpop: return Model{1, abi::Intrinsic::PopCount};
    case llvm::Intrinsic::ctlz: return Model{1, abi::Intrinsic::LeadingZeros};
    case llvm::Intrinsic::cttz: return Model{1, abi::Intrinsic::TrailingZeros};
    case llvm::Intrinsic::bswap: return Model{1, abi::Intrinsic::ByteSwap};
    case llvm::Intrinsic::bitreverse: return Model{1, abi::Intrinsic::BitReverse};
    case llvm::Intrinsic::abs: return Model{1, abi::Intrinsic::Abs};
    case llvm::Intrinsic::smin: return Model{2, abi::Intrinsic::SMin};
    case llvm::Intrinsic::smax: return Model{2, abi::Intrinsic::SMax};
    case llvm::Intrinsic::umin: return Model{2, abi::Intrinsic::UMin};
    case llvm::Intrinsic::umax: return Model{2, abi::Intrinsic::UMax};
    case llvm::Intrinsic::sadd_sat: return Model{2, abi::Intrinsic::SAddSat};
    case llvm::Intrinsic::uadd_sat: return Model{2, abi::Intrinsic::UAddSat};
    case llvm::Intrinsic::ssub_sat: return Model{2, abi::Intrinsic::SSubSat};
    case llvm::Intrinsic::usub_sat: return Model{2, abi::Intrinsic::USubSat};
    case llvm::Intrinsic::sadd_with_overflow: return Model{2, abi::Intrinsic::SAddOverflow};
    case llvm::Intrinsic::uadd_with_overflow: return Model{2, abi::Intrinsic::UAddOverflow};
    case llvm::Intrinsic::ssub_with_overflow: return Model{2, abi::Intrinsic::SSubOverflow};
    case llvm::Intrinsic::usub_with_overflow: return Model{2, abi::Intrinsic::USubOverflow};
    case llvm::Intrinsic::smul_with_overflow: return Model{2, abi::Intrinsic::SMulOverflow};
    case llvm::Intrinsic::umul_with_overflow: return Model{2, abi::Intrinsic::UMulOverflow};
    case llvm::Intrinsic::fshl: return Model{3, abi::Intrinsic::FunnelLeft};
    case llvm::Intrinsic::fshr: return Model{3, abi::Intrinsic::FunnelRight};
    default: return std::nullopt;
  }
}

abi::Op wrappingOperator(abi::Intrinsic overflow) {
  switch (overflow) {
    case abi::Intrinsic::SAddOverflow:
    case abi::Intrinsic::UAddOverflow: return abi::Op::Add;
    case abi::Intrinsic::SSubOverflow:
    case abi::Intrinsic::USubOverflow: return abi::Op::Sub;
    default: return abi::Op::Mul;
  }
}

std::uint64_t sizeOfVaList(const llvm::Module& module) {
  return llvm::Triple(module.getTargetTriple()).isAArch64() ? 32 : 24;
}

bool readsClock(const llvm::IntrinsicInst& call) {
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  const llvm::StringRef name = llvm::Intrinsic::getBaseName(id);
  return id == llvm::Intrinsic::readcyclecounter || id == llvm::Intrinsic::readsteadycounter ||
         name.starts_with("llvm.x86.rdtsc") || name.starts_with("llvm.x86.rdrand") ||
         name.starts_with("llvm.x86.rdseed");
}

// Whether it has no effect on values, or only on floating-point results that are concrete anyway.
bool isIgnored(const llvm::IntrinsicInst& call) {
  if (llvm::isa<llvm::DbgInfoIntrinsic>(call) || call.isLifetimeStartOrEnd() || call.isAssumeLikeIntrinsic())
    return true;
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::prefetch:
    case llvm::Intrinsic::stacksave:
    case llvm::Intrinsic::stackrestore:
    case llvm::Intrinsic::eh_typeid_for:
    case llvm::Intrinsic::returnaddress:
    case llvm::Intrinsic::frameaddress:
    case llvm::Intrinsic::donothing:
    case llvm::Intrinsic::is_constant:
    case llvm::Intrinsic::objectsize:
    case llvm::Intrinsic::vaend:
    case llvm::Intrinsic::debugtrap:
    case llvm::Intrinsic::threadlocal_address: return true;
    default: return false;
  }
}

}  // namespace

Ids FunctionInstrumenter::evaluateIntrinsic(llvm::IntrinsicInst& call, llvm::IRBuilder<>& cold) {
  const llvm::Intrinsic::ID which = call.getIntrinsicID();
  if (isForwardingIntrinsic(which)) return ids(call.getArgOperand(0));
  if (which == llvm::Intrinsic::ptrmask) {
    return {binary(cold, abi::Op::And, scalar(call.getArgOperand(0)), scalar(call.getArgOperand(1)))};
  }
  const Model model = *modelOf(which);
  const Scalar a = scalar(call.getArgOperand(0));
  llvm::SmallVector<llvm::Value*, 10> arguments{u32(static_cast<unsigned>(model.kind) | a.width << 8)};
  for (unsigned i = 0; i < model.operands; ++i) {
    const Scalar operand = scalar(call.getArgOperand(i));
    const auto [low, high] = bits(cold, operand.value);
    arguments.append({operand.id, low, high});
  }
  if (model.operands == 1) {
    const bool zero_is_poison = (which == llvm::Intrinsic::ctlz || which == llvm::Intrinsic::cttz) &&
                                llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->isOne();
    if (zero_is_poison) noteUndefined(cold, call, cold.CreateIsNull(a.value), a.id, "count of zeros in 0");
    return {context_.runtime.emit(cold, RuntimeCall::call_intrinsic1, arguments)};
  }
  if (model.operands == 3) return {context_.runtime.emit(cold, RuntimeCall::call_intrinsic3, arguments)};
  llvm::Value* result = context_.runtime.emit(cold, RuntimeCall::call_intrinsic2, arguments);
  if (!call.getType()->isStructTy()) return {result};
  return {binary(cold, wrappingOperator(model.kind), a, scalar(call.getArgOperand(1))), result};
}

void FunctionInstrumenter::visitIntrinsicInst(llvm::IntrinsicInst& call) {
  const llvm::Intrinsic::ID which = call.getIntrinsicID();
  if (auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&call)) return memoryTransfer(*memory);
  if (which == llvm::Intrinsic::ubsantrap || which == llvm::Intrinsic::trap) return failCheck(call);
  if (isModeledIntrinsic(which) || isForwardingIntrinsic(which)) {
    if (isSymbolic(&call)) return defer(call);
    if (context_.leaves.tracked(call.getType())) return;
    if (usesPending(call)) flush(call);
    return concretizeOperands(call, abi::LedgerKind::ConcretizedVector);
  }
  if (floatMeaning(call)) {
    if (isSymbolic(&call)) defer(call);
    return;
  }
  if (isIgnored(call)) return;
  if (which == llvm::Intrinsic::vacopy) {
    // The cursor of a va_list is made by the compiler: concrete.
    return clearShadow(call, call.getArgOperand(0), sizeOfVaList(context_.module));
  }
  if (readsClock(call)) {
    llvm::IRBuilder<> builder(&call);
    return emitConcretize(builder, context_.sites.place(call, abi::SiteKind::Call), abi::LedgerKind::Environment,
                          llvm::Intrinsic::getBaseName(which));
  }
  const bool vector = call.getType()->isVectorTy();
  const bool floating = call.getType()->isFPOrFPVectorTy() || llvm::any_of(call.args(), [](const llvm::Use& use) {
                          return use->getType()->isFPOrFPVectorTy();
                        });
  llvm::SmallVector<llvm::Value*, 4> operands;
  for (llvm::Value* argument : call.args()) llvm::append_range(operands, ids(argument));
  const llvm::StringRef name = llvm::Intrinsic::getBaseName(which);
  concretize(call, operands,
             vector     ? abi::LedgerKind::ConcretizedVector
             : floating ? abi::LedgerKind::ConcretizedFloat
                        : abi::LedgerKind::UnsupportedCode,
             name);
  if (which == llvm::Intrinsic::vastart) {
    clearShadow(call, call.getArgOperand(0), sizeOfVaList(context_.module));
  }
  if (call.doesNotAccessMemory() || call.onlyAccessesInaccessibleMemory()) return;
  // It may read or write memory that is symbolic.
  llvm::IRBuilder<> builder(&call);
  llvm::Value* bytes =
      builder.CreateLoad(builder.getInt32Ty(), context_.runtime.field(offsetof(abi::TargetState, symbolic_bytes)));
  concretize(call, {bytes}, abi::LedgerKind::UnsupportedCode, name);
}

// A block operation whose memory and operands are concrete stays as it is, so that the compiler can expand it:
//
//   llvm.memcpy(d, s, n)  ->  if (flags of both ranges | ids) model of memcpy(d, s, n) else llvm.memcpy(d, s, n)
void FunctionInstrumenter::memoryTransfer(llvm::MemIntrinsic& call) {
  llvm::Value* target = call.getRawDest();
  auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&call);
  auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&call);
  llvm::Value* second = transfer != nullptr ? transfer->getRawSource() : fill->getValue();
  llvm::Value* length = call.getLength();
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(length);
  if (constant != nullptr && constant->isZero()) return;
  llvm::IRBuilder<> builder(&call);
  llvm::SmallVector<llvm::Value*, 8> tests{id(target), id(second), id(length)};
  const Ids argument_ids(tests.begin(), tests.end());
  constexpr std::uint64_t kInline = 144;
  if (constant != nullptr && constant->getZExtValue() <= kInline) {
    tests.push_back(rangeFlags(builder, target, constant->getZExtValue()));
    const bool constant_source = transfer != nullptr && readsConstant(second, constant->getZExtValue());
    if (transfer != nullptr && !constant_source) tests.push_back(rangeFlags(builder, second, constant->getZExtValue()));
    if (llvm::isa<llvm::MemCpyInst>(call) && !constant_source) {
      // Do they overlap? Equal addresses are an assignment of an object to itself.
      llvm::Value* from = builder.CreatePtrToInt(second, builder.getInt64Ty());
      llvm::Value* distance = builder.CreateSub(builder.CreatePtrToInt(target, builder.getInt64Ty()), from);
      llvm::Value* size = u64(constant->getZExtValue());
      llvm::Value* near = builder.CreateICmpULT(builder.CreateAdd(distance, builder.CreateSub(size, u64(1))),
                                                u64(2 * constant->getZExtValue() - 1));
      llvm::Value* overlap = builder.CreateAnd(near, builder.CreateIsNotNull(distance));
      tests.push_back(builder.CreateZExt(overlap, builder.getInt32Ty()));
    }
  } else {
    tests.push_back(u32(1));  // the model checks whether all of it may be used
  }
  llvm::Value* symbolic = any(builder, tests);
  llvm::Instruction* cold_end = nullptr;
  llvm::Instruction* native_end = nullptr;
  llvm::SplitBlockAndInsertIfThenElse(builder.CreateICmpNE(symbolic, u32(0)), &call, &cold_end, &native_end, unlikely_);
  call.moveBefore(native_end);

  llvm::IRBuilder<> cold(cold_end);
  cold.SetCurrentDebugLocation(call.getDebugLoc());
  const llvm::StringRef name = llvm::isa<llvm::MemSetInst>(call)    ? "memset"
                               : llvm::isa<llvm::MemMoveInst>(call) ? "memmove"
                                                                    : "memcpy";
  llvm::Value* passed = fill != nullptr ? cold.CreateZExt(second, cold.getInt32Ty()) : second;
  llvm::Value* passed_id = argument_ids[1];
  if (fill != nullptr && !llvm::isa<llvm::Constant>(passed_id)) {
    passed_id = ifSymbolic(*cold_end, {argument_ids[1]}, u32(0),
                           [&](llvm::IRBuilder<>& inner) { return unary(inner, abi::Op::ZExt, 32, argument_ids[1]); });
    cold.SetInsertPoint(cold_end);
  }
  llvm::Value* size = cold.CreateZExtOrTrunc(length, cold.getInt64Ty());
  llvm::Value* size_id = argument_ids[2];
  if (length->getType()->getIntegerBitWidth() != 64 && !llvm::isa<llvm::Constant>(size_id)) {
    size_id = ifSymbolic(*cold_end, {argument_ids[2]}, u32(0), [&](llvm::IRBuilder<>& inner) {
      return resize(inner, argument_ids[2], length->getType()->getIntegerBitWidth(), 64, false);
    });
    cold.SetInsertPoint(cold_end);
  }
  llvm::FunctionType* type =
      llvm::FunctionType::get(cold.getPtrTy(), {cold.getPtrTy(), passed->getType(), cold.getInt64Ty()}, false);
  llvm::Function* model = context_.runtime.model(context_.known.replacement(name), type);
  whenSymbolic(*cold_end, {argument_ids[0], passed_id, size_id},
               [&](llvm::IRBuilder<>& inner) { storeArguments(inner, {argument_ids[0], passed_id, size_id}, model); });
  cold.SetInsertPoint(cold_end);
  cold.CreateCall(model, {target, passed, size});
  // The model returns the target, which is not used.
  cold.CreateStore(null(), context_.runtime.field(offsetof(abi::TargetState, result_callee)));
}

}  // namespace forall::instrument

// Run-time checks. A check is a branch whose one side traps:
//
//   br i1 %ok, label %next, label %trap          the branch is a site of kind Check with the fault of the trap
// trap:                                        trap:
//   call void @llvm.ubsantrap(i8 18)             call void @__forall_check_failed(ptr @site)
//   unreachable                                  unreachable
//
// clang shares trap blocks between checks of one kind, and joins the two conditions of a division (divisor not zero, no
// overflow) into one; separateChecks undoes both.
#include "instrument/checks.h"

#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "instrument/instrumenter.h"

namespace forall::instrument {

namespace {

constexpr std::uint64_t kPairBase = offsetof(abi::TargetState, pair_base);
constexpr std::uint64_t kPairSize = offsetof(abi::TargetState, pair_size);

// The argument of llvm.ubsantrap: clang's enum SanitizerHandler, in the order of LIST_SANITIZER_CHECKS of clang 19.
enum Handler : unsigned {
  AddOverflow,
  BuiltinUnreachable,
  CFICheckFail,
  DivremOverflow,
  DynamicTypeCacheMiss,
  FloatCastOverflow,
  FunctionTypeMismatch,
  ImplicitConversion,
  InvalidBuiltin,
  InvalidObjCCast,
  LoadInvalidValue,
  MissingReturn,
  MulOverflow,
  NegateOverflow,
  NullabilityArg,
  NullabilityReturn,
  NonnullArg,
  NonnullReturn,
  OutOfBounds,
  PointerOverflow,
  ShiftOutOfBounds,
  SubOverflow,
  TypeMismatch,
  AlignmentAssumption,
  VLABoundNotPositive,
  InvalidEnumLoad = 200,  // ours: clang uses the same one for enumerations and bool
  OverlappingCopy,        // ours
};

abi::Fault faultOfHandler(unsigned handler) {
  switch (handler) {
    case AddOverflow:
    case SubOverflow:
    case MulOverflow:
    case NegateOverflow: return abi::Fault::SignedOverflow;
    case DivremOverflow: return abi::Fault::DivisionByZero;
    case FloatCastOverflow: return abi::Fault::FloatCast;
    case BuiltinUnreachable: return abi::Fault::Unreachable;
    case MissingReturn: return abi::Fault::MissingReturn;
    case OutOfBounds:
    case VLABoundNotPositive: return abi::Fault::OutOfBounds;
    case ShiftOutOfBounds: return abi::Fault::Shift;
    case TypeMismatch:
    case NullabilityArg:
    case NullabilityReturn:
    case NonnullArg:
    case NonnullReturn: return abi::Fault::NullDereference;
    case AlignmentAssumption: return abi::Fault::Misaligned;
    case LoadInvalidValue: return abi::Fault::InvalidBool;
    case InvalidEnumLoad: return abi::Fault::InvalidEnum;
    case OverlappingCopy: return abi::Fault::Overlap;
    case PointerOverflow: return abi::Fault::PointerOverflow;
    case DynamicTypeCacheMiss: return abi::Fault::ObjectType;
    case FunctionTypeMismatch: return abi::Fault::FunctionType;
    default: return abi::Fault::OtherCheck;
  }
}

// A copy of the trap block for one more branch to it.
llvm::BasicBlock* copyTrap(llvm::BasicBlock& trap, llvm::BasicBlock* predecessor, const llvm::DebugLoc& location) {
  llvm::ValueToValueMapTy map;
  llvm::BasicBlock* copy = llvm::CloneBasicBlock(&trap, map, "", trap.getParent());
  for (llvm::Instruction& instruction : *copy) {
    instruction.setDebugLoc(location);
    for (llvm::Use& operand : instruction.operands()) {
      const auto found = map.find(operand.get());
      if (found != map.end()) operand.set(found->second);
    }
  }
  for (llvm::PHINode& phi : llvm::make_early_inc_range(copy->phis())) {
    llvm::Value* value = phi.getIncomingValueForBlock(predecessor);
    phi.replaceAllUsesWith(value);
    phi.eraseFromParent();
  }
  return copy;
}

// Gives the second condition of a combined check its own branch and trap.
void splitBranch(llvm::BranchInst& branch, llvm::Value* first, llvm::Value* second, unsigned handler_of_second) {
  llvm::BasicBlock* other = copyTrap(*branch.getSuccessor(1), branch.getParent(), branch.getDebugLoc());
  llvm::IntrinsicInst* call = trapIn(*other);
  call->setArgOperand(0, llvm::ConstantInt::get(call->getArgOperand(0)->getType(), handler_of_second));
  llvm::BasicBlock* head = branch.getParent();
  llvm::BasicBlock* more = llvm::BasicBlock::Create(head->getContext(), "", head->getParent(), branch.getSuccessor(0));
  llvm::BranchInst* next = llvm::BranchInst::Create(branch.getSuccessor(0), other, second, more);
  next->copyMetadata(branch);
  branch.getSuccessor(0)->replacePhiUsesWith(head, more);
  branch.setCondition(first);
  branch.setSuccessor(0, more);
}

// Is this a comparison of something with the given constant?
template <typename Constant>
bool isTest(llvm::Value* value, llvm::CmpInst::Predicate wanted, Constant constant) {
  llvm::CmpInst::Predicate predicate;
  return match(value, llvm::PatternMatch::m_ICmp(predicate, llvm::PatternMatch::m_Value(), constant)) &&
         predicate == wanted;
}

// br (and %nonzero, %fits), %next, %trap   ->   br %nonzero, %more, %trap;  more: br %fits, %next, %overflow
//
// Optimization may have inverted it: br (or %zero, %overflows), %trap, %next. If the divisor is a constant, only one of
// the two is left; it is the overflow if the dividend is compared with the least number.
void separateDivision(llvm::BranchInst& branch) {
  using namespace llvm::PatternMatch;
  const unsigned side = trapIn(*branch.getSuccessor(0)) != nullptr ? 0 : 1;
  llvm::BasicBlock* trap = branch.getSuccessor(side);
  llvm::IntrinsicInst* call = trapIn(*trap);
  if (call == nullptr || call->getIntrinsicID() != llvm::Intrinsic::ubsantrap ||
      trap->getSinglePredecessor() == nullptr)
    return;
  const auto* handler = llvm::cast<llvm::ConstantInt>(call->getArgOperand(0));
  if (handler->getZExtValue() != DivremOverflow) return;
  const auto nameOverflow = [&](llvm::BasicBlock& block) {
    trapIn(block)->setArgOperand(0, llvm::ConstantInt::get(handler->getType(), NegateOverflow));
  };
  const auto holds = side == 0 ? llvm::CmpInst::ICMP_EQ : llvm::CmpInst::ICMP_NE;
  llvm::Value* zero = nullptr;      // or its negation
  llvm::Value* overflow = nullptr;  // likewise
  const bool has_both = side == 0 ? match(branch.getCondition(), m_LogicalOr(m_Value(zero), m_Value(overflow)))
                                  : match(branch.getCondition(), m_LogicalAnd(m_Value(zero), m_Value(overflow)));
  if (!has_both) {
    if (isTest(branch.getCondition(), holds, m_SignMask())) nameOverflow(*trap);
    return;
  }
  if (!isTest(zero, holds, m_Zero())) std::swap(zero, overflow);
  if (!isTest(zero, holds, m_Zero())) return;
  llvm::BasicBlock* overflows = copyTrap(*trap, branch.getParent(), branch.getDebugLoc());
  nameOverflow(*overflows);
  llvm::BasicBlock* head = branch.getParent();
  llvm::BasicBlock* next = branch.getSuccessor(1 - side);
  llvm::BasicBlock* more = llvm::BasicBlock::Create(head->getContext(), "", head->getParent(), next);
  llvm::BranchInst* second =
      llvm::BranchInst::Create(side == 0 ? overflows : next, side == 0 ? next : overflows, overflow, more);
  second->copyMetadata(branch);
  next->replacePhiUsesWith(head, more);
  branch.setCondition(zero);
  branch.setSuccessor(1 - side, more);
}

bool isNullTest(llvm::Value* value) {
  using namespace llvm::PatternMatch;
  llvm::CmpInst::Predicate predicate;
  llvm::Value* pointer = nullptr;
  return match(value, m_ICmp(predicate, m_Value(pointer), m_Zero())) && predicate == llvm::CmpInst::ICMP_NE &&
         pointer->getType()->isPointerTy();
}

// Is something accessed at an address that is a number in the source?
bool hasFixedAddress(const llvm::BasicBlock& block) {
  for (const llvm::Instruction& instruction : block) {
    for (const llvm::Use& use : instruction.operands()) {
      if (!use->getType()->isPointerTy()) continue;
      if (llvm::Operator::getOpcode(use->stripInBoundsConstantOffsets()) == llvm::Instruction::IntToPtr) return true;
    }
  }
  return false;
}

// clang checks for null and for alignment at once: br (and %not_null, %aligned), %next, %trap
// Of a pointer that it knows, only the result is left: br false, %next, %trap
// It also uses one check for invalid values of bool and of enumerations.
void separateByMeaning(llvm::BranchInst& branch) {
  using namespace llvm::PatternMatch;
  llvm::BasicBlock* trap = branch.getSuccessor(1);
  llvm::IntrinsicInst* call = trapIn(*trap);
  if (call == nullptr || call->getIntrinsicID() != llvm::Intrinsic::ubsantrap ||
      trap->getSinglePredecessor() == nullptr)
    return;
  const auto* handler = llvm::cast<llvm::ConstantInt>(call->getArgOperand(0));
  llvm::Value* condition = branch.getCondition();
  if (handler->getZExtValue() == LoadInvalidValue) {
    llvm::CmpInst::Predicate predicate;
    // As clang writes it, or as it is simplified.
    const bool is_bool = match(condition, m_ICmp(predicate, m_Value(), m_One())) ||
                         match(condition, m_ICmp(predicate, m_Value(), m_SpecificInt(2)));
    if (!is_bool) call->setArgOperand(0, llvm::ConstantInt::get(handler->getType(), InvalidEnumLoad));
    return;
  }
  if (handler->getZExtValue() != TypeMismatch || isNullTest(condition)) return;
  if (match(condition, m_Zero()) && !hasFixedAddress(*branch.getSuccessor(0))) return;
  llvm::Value* first = nullptr;
  llvm::Value* second = nullptr;
  if (match(condition, m_And(m_Value(first), m_Value(second)))) {
    if (!isNullTest(first)) std::swap(first, second);
    if (isNullTest(first)) return splitBranch(branch, first, second, AlignmentAssumption);
  }
  call->setArgOperand(0, llvm::ConstantInt::get(handler->getType(), AlignmentAssumption));
}

constexpr const char* kBase = "forall.base";

// and ((icmp ne %base, null) == (icmp ne %sum, 0)), %rest
llvm::Value* baseOfArithmetic(llvm::Value* condition) {
  using namespace llvm::PatternMatch;
  llvm::CmpInst::Predicate both;
  llvm::CmpInst::Predicate one;
  llvm::Value* base = nullptr;
  const auto is_same = m_ICmp(both, m_ICmp(one, m_Value(base), m_Zero()), m_Value());
  return match(condition, m_And(is_same, m_Value())) && base->getType()->isPointerTy() ? base : nullptr;
}

}  // namespace

void keepBasesOfPointers(llvm::Function& function) {
  for (llvm::BasicBlock& block : function) {
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (branch == nullptr || branch->isUnconditional()) continue;
    llvm::IntrinsicInst* trap = trapIn(*branch->getSuccessor(1));
    if (trap == nullptr || faultOfTrap(*trap) != abi::Fault::PointerOverflow) continue;
    llvm::Value* base = baseOfArithmetic(branch->getCondition());
    if (base == nullptr || trap->getParent()->getSinglePredecessor() == nullptr) continue;
    llvm::CallInst* named = llvm::CallInst::Create(trap, {llvm::OperandBundleDef(kBase, base)}, trap->getIterator());
    trap->replaceAllUsesWith(named);
    trap->eraseFromParent();
  }
}

unsigned trapOfUnreachable() { return BuiltinUnreachable; }
unsigned trapOfOverlap() { return OverlappingCopy; }
unsigned trapOfBounds() { return OutOfBounds; }
unsigned trapOfType() { return DynamicTypeCacheMiss; }

abi::Fault faultOfTrap(const llvm::IntrinsicInst& trap) {
  if (trap.getIntrinsicID() != llvm::Intrinsic::ubsantrap) return abi::Fault::Trap;
  return faultOfHandler(static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(trap.getArgOperand(0))->getZExtValue()));
}

llvm::IntrinsicInst* trapIn(const llvm::BasicBlock& block) {
  for (const llvm::Instruction& instruction : block) {
    if (llvm::isa<llvm::PHINode>(instruction) || instruction.isDebugOrPseudoInst()) continue;
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (call == nullptr) return nullptr;
    const llvm::Intrinsic::ID id = call->getIntrinsicID();
    if (id == llvm::Intrinsic::ubsantrap || id == llvm::Intrinsic::trap) return const_cast<llvm::IntrinsicInst*>(call);
    if (id != llvm::Intrinsic::lifetime_end) return nullptr;
  }
  return nullptr;
}

void separateChecks(llvm::Function& function) {
  llvm::SmallVector<llvm::BranchInst*, 16> branches;
  for (llvm::BasicBlock& block : function) {
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (branch != nullptr && branch->isConditional()) branches.push_back(branch);
  }
  for (llvm::BranchInst* branch : branches) {
    if (branch->getSuccessor(0) == branch->getSuccessor(1)) continue;
    for (unsigned i = 0; i < 2; ++i) {
      llvm::BasicBlock* successor = branch->getSuccessor(i);
      llvm::IntrinsicInst* trap = trapIn(*successor);
      if (trap == nullptr) continue;
      if (successor->getSinglePredecessor() != nullptr) {
        trap->setDebugLoc(branch->getDebugLoc());
        continue;
      }
      llvm::BasicBlock* copy = copyTrap(*successor, branch->getParent(), branch->getDebugLoc());
      successor->removePredecessor(branch->getParent());
      branch->setSuccessor(i, copy);
    }
    separateDivision(*branch);
    separateByMeaning(*branch);
  }
}

abi::Fault FunctionInstrumenter::checkGuardedBy(const llvm::BranchInst& branch) const {
  for (const llvm::BasicBlock* successor : branch.successors()) {
    if (const llvm::IntrinsicInst* trap = trapIn(*successor)) return faultOfTrap(*trap);
  }
  return abi::Fault::None;
}

void FunctionInstrumenter::failCheck(llvm::IntrinsicInst& trap) {
  llvm::GlobalVariable* site = trap_sites_.lookup(trap.getParent());
  if (site == nullptr) site = context_.sites.decision(trap, abi::SiteKind::Check, faultOfTrap(trap));
  llvm::IRBuilder<> builder(&trap);
  if (const auto base = trap.getOperandBundle(kBase)) {
    context_.runtime.emit(builder, RuntimeCall::call_pointer_failed, {base->Inputs[0], site});
    return;
  }
  context_.runtime.emit(builder, RuntimeCall::call_check_failed, {site});
}

void FunctionInstrumenter::check(llvm::Instruction& instruction, const Mark& mark) {
  if (mark.kind == MarkKind::Cast) return checkCast(instruction, mark);
  const bool is_pair = mark.kind == MarkKind::Difference || mark.kind == MarkKind::Order;
  is_pair ? checkPair(instruction, mark) : checkStep(instruction, mark);
}

// The inline code only checks whether both are concrete and in the object that was found last.
void FunctionInstrumenter::checkPair(llvm::Instruction& mark, const Mark& pair) {
  if (haveOneBase(pair)) return;
  if (usesPending(mark)) flush(mark);
  llvm::IRBuilder<> builder(&mark);
  llvm::Value* base = builder.CreateLoad(builder.getInt64Ty(), context_.runtime.field(kPairBase));
  llvm::Value* size = builder.CreateLoad(builder.getInt64Ty(), context_.runtime.field(kPairSize));
  const auto leaves = [&](llvm::Value* pointer) {
    llvm::Value* offset = builder.CreateSub(builder.CreatePtrToInt(pointer, builder.getInt64Ty()), base);
    return builder.CreateICmpUGT(offset, size);
  };
  llvm::Value* is_asked = builder.CreateOr(leaves(pair.first), leaves(pair.second));
  if (llvm::Value* symbolic = any(builder, {id(pair.first), id(pair.second)}))
    is_asked = builder.CreateOr(is_asked, builder.CreateICmpNE(symbolic, u32(0)));
  when(is_asked, mark, [&](llvm::IRBuilder<>& cold) {
    llvm::Value* site = context_.sites.place(mark, abi::SiteKind::Memory);
    context_.runtime.emit(cold, RuntimeCall::call_pointer_pair,
                          {pair.first, id(pair.first), pair.second, id(pair.second),
                           builder.getInt1(pair.kind == MarkKind::Difference), site});
  });
}

}  // namespace forall::instrument

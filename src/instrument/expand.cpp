// Each expansion keeps the value exactly; all of them also work on vectors, lane by lane.
//
//   asm "" : "+r"(x)        x                                      (barriers against optimization)
//   cttz(x, true)           cttz(x, false)                         (if the result is not used for x == 0: ffs)
//   scmp, ucmp              zext(a > b) - zext(a < b)
//   sshl.sat, ushl.sat      (r = a << n, r >> n == a) ? r : limit
//   vector.reduce.add(v)    v[0] + v[1] + ...
//   load <8 x i1>           bitcast(load i8)                       (lanes that are not whole bytes)
//   switch i128             a chain of comparisons                 (cases of the runtime have 64 bits)
//   musttail r = f(x)       r = f(x)                               (the id of the result is taken after the call)
#include "instrument/expand.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace forall::instrument {

namespace {

// The effect of an empty inline assembly: outputs that are tied to an input have its value, memory is unchanged.
class EmptyAssembly {
 public:
  explicit EmptyAssembly(llvm::CallInst& call) : call_(call) {
    const auto* assembly = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
    constraints_ = assembly->ParseConstraints();
    unsigned argument = 0;
    for (const llvm::InlineAsm::ConstraintInfo& constraint : constraints_)
      arguments_.push_back(next(constraint, argument));
  }

  bool expand() {
    llvm::SmallVector<llvm::Value*, 4> outputs;
    llvm::SmallVector<std::pair<llvm::Value*, llvm::Value*>, 2> stores;
    for (unsigned i = 0; i < constraints_.size(); ++i) {
      const llvm::InlineAsm::ConstraintInfo& constraint = constraints_[i];
      if (constraint.Type == llvm::InlineAsm::isLabel) return false;
      if (constraint.Type != llvm::InlineAsm::isOutput) continue;
      llvm::Value* tied = constraint.hasMatchingInput() ? arguments_[constraint.MatchingInput] : nullptr;
      const bool memory =
          constraint.isIndirect && llvm::all_of(constraint.Codes, [](const auto& c) { return c == "m"; });
      if (tied == nullptr && !memory) return false;
      if (!constraint.isIndirect) {
        outputs.push_back(tied);
      } else if (tied != nullptr) {
        if (tied->getType() != call_.getParamElementType(argumentNumber(i))) return false;
        stores.push_back({tied, arguments_[i]});
      }
    }
    if (!replaceResult(outputs)) return false;
    llvm::IRBuilder<> builder(&call_);
    for (const auto& [value, address] : stores) builder.CreateAlignedStore(value, address, llvm::Align(1));
    call_.eraseFromParent();
    return true;
  }

 private:
  // Indirect outputs take an argument, their address; direct ones are results; clobbers are neither.
  llvm::Value* next(const llvm::InlineAsm::ConstraintInfo& constraint, unsigned& argument) const {
    const bool takes = constraint.Type == llvm::InlineAsm::isInput ||
                       (constraint.Type == llvm::InlineAsm::isOutput && constraint.isIndirect);
    return takes ? call_.getArgOperand(argument++) : nullptr;
  }

  unsigned argumentNumber(unsigned constraint) const {
    return static_cast<unsigned>(std::count_if(arguments_.begin(), arguments_.begin() + constraint,
                                               [](const llvm::Value* v) { return v != nullptr; }));
  }

  bool replaceResult(llvm::ArrayRef<llvm::Value*> outputs) {
    llvm::Type* type = call_.getType();
    if (outputs.empty()) return type->isVoidTy();
    if (outputs.size() == 1) {
      if (outputs[0]->getType() != type) return false;
      call_.replaceAllUsesWith(outputs[0]);
      return true;
    }
    auto* structure = llvm::dyn_cast<llvm::StructType>(type);
    if (structure == nullptr || structure->getNumElements() != outputs.size()) return false;
    llvm::IRBuilder<> builder(&call_);
    llvm::Value* result = llvm::PoisonValue::get(type);
    for (unsigned i = 0; i < outputs.size(); ++i) {
      if (structure->getElementType(i) != outputs[i]->getType()) return false;
      result = builder.CreateInsertValue(result, outputs[i], i);
    }
    call_.replaceAllUsesWith(result);
    return true;
  }

  llvm::CallInst& call_;
  llvm::InlineAsm::ConstraintInfoVector constraints_;
  llvm::SmallVector<llvm::Value*, 4> arguments_;  // of each constraint, or null
};

llvm::Value* threeWay(llvm::IRBuilder<>& builder, llvm::IntrinsicInst& call, bool is_signed) {
  llvm::Value* a = call.getArgOperand(0);
  llvm::Value* b = call.getArgOperand(1);
  llvm::Value* greater = is_signed ? builder.CreateICmpSGT(a, b) : builder.CreateICmpUGT(a, b);
  llvm::Value* less = is_signed ? builder.CreateICmpSLT(a, b) : builder.CreateICmpULT(a, b);
  return builder.CreateSub(builder.CreateZExt(greater, call.getType()), builder.CreateZExt(less, call.getType()));
}

llvm::Value* saturatingShift(llvm::IRBuilder<>& builder, llvm::IntrinsicInst& call, bool is_signed) {
  llvm::Value* a = call.getArgOperand(0);
  llvm::Value* amount = call.getArgOperand(1);
  llvm::Type* type = call.getType();
  const unsigned width = type->getScalarSizeInBits();
  llvm::Value* shifted = builder.CreateShl(a, amount);
  llvm::Value* back = is_signed ? builder.CreateAShr(shifted, amount) : builder.CreateLShr(shifted, amount);
  llvm::Value* limit = llvm::Constant::getAllOnesValue(type);
  if (is_signed) {
    llvm::Value* negative = builder.CreateICmpSLT(a, llvm::Constant::getNullValue(type));
    limit = builder.CreateSelect(negative, llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(width)),
                                 llvm::ConstantInt::get(type, llvm::APInt::getSignedMaxValue(width)));
  }
  return builder.CreateSelect(builder.CreateICmpEQ(back, a), shifted, limit);
}

using Combine = llvm::function_ref<llvm::Value*(llvm::Value*, llvm::Value*)>;

// In order from `first`, or from the first lane if it is null.
llvm::Value* reduced(llvm::IRBuilder<>& builder, llvm::Value* vector, llvm::Value* first, Combine combine) {
  const unsigned lanes = llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements();
  llvm::Value* result = first;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    llvm::Value* element = builder.CreateExtractElement(vector, lane);
    result = result == nullptr ? element : combine(result, element);
  }
  return result;
}

llvm::Value* reduction(llvm::IRBuilder<>& builder, llvm::IntrinsicInst& call) {
  if (call.arg_size() == 0) return nullptr;
  llvm::Value* first = call.getArgOperand(0);
  llvm::Value* last = call.getArgOperand(call.arg_size() - 1);
  if (!llvm::isa<llvm::FixedVectorType>(last->getType())) return nullptr;
  const auto by = [&](llvm::Instruction::BinaryOps operation, llvm::Value* start = nullptr) {
    return reduced(builder, last, start,
                   [&](llvm::Value* a, llvm::Value* b) { return builder.CreateBinOp(operation, a, b); });
  };
  const auto with = [&](llvm::Intrinsic::ID intrinsic) {
    return reduced(builder, last, nullptr,
                   [&](llvm::Value* a, llvm::Value* b) { return builder.CreateBinaryIntrinsic(intrinsic, a, b); });
  };
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::vector_reduce_add: return by(llvm::Instruction::Add);
    case llvm::Intrinsic::vector_reduce_mul: return by(llvm::Instruction::Mul);
    case llvm::Intrinsic::vector_reduce_and: return by(llvm::Instruction::And);
    case llvm::Intrinsic::vector_reduce_or: return by(llvm::Instruction::Or);
    case llvm::Intrinsic::vector_reduce_xor: return by(llvm::Instruction::Xor);
    case llvm::Intrinsic::vector_reduce_fadd: return by(llvm::Instruction::FAdd, first);
    case llvm::Intrinsic::vector_reduce_fmul: return by(llvm::Instruction::FMul, first);
    case llvm::Intrinsic::vector_reduce_smax: return with(llvm::Intrinsic::smax);
    case llvm::Intrinsic::vector_reduce_smin: return with(llvm::Intrinsic::smin);
    case llvm::Intrinsic::vector_reduce_umax: return with(llvm::Intrinsic::umax);
    case llvm::Intrinsic::vector_reduce_umin: return with(llvm::Intrinsic::umin);
    case llvm::Intrinsic::vector_reduce_fmax: return with(llvm::Intrinsic::maxnum);
    case llvm::Intrinsic::vector_reduce_fmin: return with(llvm::Intrinsic::minnum);
    case llvm::Intrinsic::vector_reduce_fmaximum: return with(llvm::Intrinsic::maximum);
    case llvm::Intrinsic::vector_reduce_fminimum: return with(llvm::Intrinsic::minimum);
    default: return nullptr;
  }
}

// Is the value used only as the arm of a selection that is not taken for x == 0?
bool isUnusedForZero(const llvm::Value& value, const llvm::Value& x, unsigned depth = 0) {
  constexpr unsigned kDeepest = 3;
  return llvm::all_of(value.users(), [&](const llvm::User* user) {
    if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(user)) {
      const auto* test = llvm::dyn_cast<llvm::ICmpInst>(select->getCondition());
      if (test == nullptr || !test->isEquality() || test->getOperand(0) != &x) return false;
      const auto* zero = llvm::dyn_cast<llvm::ConstantInt>(test->getOperand(1));
      if (zero == nullptr || !zero->isZero()) return false;
      const bool is_equal = test->getPredicate() == llvm::CmpInst::ICMP_EQ;
      return (is_equal ? select->getTrueValue() : select->getFalseValue()) != &value;
    }
    const bool goes_on = llvm::isa<llvm::BinaryOperator>(user) || llvm::isa<llvm::CastInst>(user);
    return goes_on && depth < kDeepest && isUnusedForZero(*user, x, depth + 1);
  });
}

void defineForZero(llvm::IntrinsicInst& call) {
  if (isUnusedForZero(call, *call.getArgOperand(0)))
    call.setArgOperand(1, llvm::ConstantInt::getFalse(call.getContext()));
}

void expandIntrinsic(llvm::IntrinsicInst& call) {
  llvm::IRBuilder<> builder(&call);
  llvm::Value* result = nullptr;
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::cttz:
    case llvm::Intrinsic::ctlz: return defineForZero(call);
    case llvm::Intrinsic::scmp: result = threeWay(builder, call, true); break;
    case llvm::Intrinsic::ucmp: result = threeWay(builder, call, false); break;
    case llvm::Intrinsic::sshl_sat: result = saturatingShift(builder, call, true); break;
    case llvm::Intrinsic::ushl_sat: result = saturatingShift(builder, call, false); break;
    default: result = reduction(builder, call); break;
  }
  if (result == nullptr) return;
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

// The integer whose bits are the lanes of a vector that memory holds bit by bit; null for others.
llvm::IntegerType* packedType(llvm::Type* type) {
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (vector == nullptr || !vector->getElementType()->isIntegerTy() || vector->getScalarSizeInBits() % 8 == 0)
    return nullptr;
  return llvm::IntegerType::get(type->getContext(), vector->getScalarSizeInBits() * vector->getNumElements());
}

void expandLoad(llvm::LoadInst& load) {
  llvm::IntegerType* packed = packedType(load.getType());
  if (packed == nullptr) return;
  llvm::IRBuilder<> builder(&load);
  llvm::Value* bits = builder.CreateAlignedLoad(packed, load.getPointerOperand(), load.getAlign(), load.isVolatile());
  load.replaceAllUsesWith(builder.CreateBitCast(bits, load.getType()));
  load.eraseFromParent();
}

void expandStore(llvm::StoreInst& store) {
  llvm::IntegerType* packed = packedType(store.getValueOperand()->getType());
  if (packed == nullptr) return;
  llvm::IRBuilder<> builder(&store);
  builder.CreateAlignedStore(builder.CreateBitCast(store.getValueOperand(), packed), store.getPointerOperand(),
                             store.getAlign(), store.isVolatile());
  store.eraseFromParent();
}

void expandSwitch(llvm::SwitchInst& instruction) {
  llvm::BasicBlock* block = instruction.getParent();
  llvm::BasicBlock* otherwise = instruction.getDefaultDest();
  llvm::IRBuilder<> builder(&instruction);
  // Each block of the chain is a new predecessor of its destination.
  const auto enters = [&](llvm::BasicBlock* destination, llvm::BasicBlock* from) {
    for (llvm::PHINode& phi : destination->phis()) phi.addIncoming(phi.getIncomingValueForBlock(block), from);
  };
  llvm::SmallVector<std::pair<llvm::BasicBlock*, llvm::BasicBlock*>, 8> edges;
  for (const auto& each : instruction.cases()) {
    llvm::BasicBlock* next = llvm::BasicBlock::Create(block->getContext(), "", block->getParent(), otherwise);
    llvm::Value* equal = builder.CreateICmpEQ(instruction.getCondition(), each.getCaseValue());
    edges.push_back({each.getCaseSuccessor(), builder.GetInsertBlock()});
    builder.CreateCondBr(equal, each.getCaseSuccessor(), next);
    builder.SetInsertPoint(next);
    builder.SetCurrentDebugLocation(instruction.getDebugLoc());
  }
  edges.push_back({otherwise, builder.GetInsertBlock()});
  builder.CreateBr(otherwise);
  llvm::SmallPtrSet<llvm::BasicBlock*, 8> destinations;
  for (const auto& [destination, from] : edges) {
    if (from != block) enters(destination, from);
    destinations.insert(destination);
  }
  for (llvm::BasicBlock* destination : destinations) {
    const auto stays = llvm::count(edges, std::pair(destination, block));
    for (llvm::PHINode& phi : destination->phis()) {
      auto excess = llvm::count(phi.blocks(), block) - stays;
      phi.removeIncomingValueIf([&](unsigned i) { return phi.getIncomingBlock(i) == block && excess-- > 0; }, false);
    }
  }
  instruction.eraseFromParent();
}

void expandCall(llvm::CallInst& call) {
  if (call.isInlineAsm()) {
    const auto* assembly = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
    if (llvm::StringRef(assembly->getAsmString()).trim().empty()) EmptyAssembly(call).expand();
  } else if (call.isMustTailCall() && !call.getType()->isVoidTy() && !call.getFunctionType()->isVarArg()) {
    call.setTailCallKind(llvm::CallInst::TCK_Tail);
  }
}

}  // namespace

void expandOperations(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
      expandIntrinsic(*intrinsic);
    } else if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
      expandCall(*call);
    } else if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      expandLoad(*load);
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      expandStore(*store);
    }
  }
  for (llvm::BasicBlock& block : llvm::make_early_inc_range(function)) {
    auto* chosen = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator());
    if (chosen != nullptr && chosen->getCondition()->getType()->getIntegerBitWidth() > 64) expandSwitch(*chosen);
  }
}

}  // namespace forall::instrument

// Clang passes on the promises of the language and of attributes in the source: pointers that are not null or do not
// alias, arithmetic that does not overflow, functions without effects, values in a range, conditions that hold. All are
// dropped. If clang checks one at run time (-fsanitize=...), the check stays. A condition that the source assumes is
// checked.
//
// A read whose value is not needed would be removed, and with it the fault that it may cause:
//
//   %v = load i32, ptr %p          %v = load i32, ptr %p
//                                  call void @llvm.assume(i1 true) [ "inreg"(i32 %v) ]
//
// An assumption costs the inliner nothing and does not prevent other simplifications.
#include "instrument/promises.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "instrument/checks.h"
#include "instrument/object_types.h"
#include "instrument/unset.h"

namespace forall::instrument {

namespace {

// A bundle of an assumption must have the name of an attribute; this one has no meaning there.
constexpr const char* kRead = "inreg";
constexpr const char* kTouch = "forall.touch";  // of a read that stands for a copy

constexpr llvm::Attribute::AttrKind kOfFunctions[] = {
    llvm::Attribute::Memory,       llvm::Attribute::WillReturn, llvm::Attribute::NoSync,       llvm::Attribute::NoFree,
    llvm::Attribute::Speculatable, llvm::Attribute::NoRecurse,  llvm::Attribute::MustProgress,
};
constexpr llvm::Attribute::AttrKind kOfValues[] = {
    llvm::Attribute::NonNull,   llvm::Attribute::Dereferenceable, llvm::Attribute::DereferenceableOrNull,
    llvm::Attribute::NoAlias,   llvm::Attribute::NoUndef,         llvm::Attribute::NoCapture,
    llvm::Attribute::ReadNone,  llvm::Attribute::ReadOnly,        llvm::Attribute::WriteOnly,
    llvm::Attribute::Returned,  llvm::Attribute::NoFree,          llvm::Attribute::Range,
    llvm::Attribute::NoFPClass,
};
constexpr unsigned kOfInstructions[] = {
    llvm::LLVMContext::MD_tbaa,
    llvm::LLVMContext::MD_tbaa_struct,
    llvm::LLVMContext::MD_range,
    llvm::LLVMContext::MD_nonnull,
    llvm::LLVMContext::MD_dereferenceable,
    llvm::LLVMContext::MD_dereferenceable_or_null,
    llvm::LLVMContext::MD_align,
    llvm::LLVMContext::MD_noundef,
    llvm::LLVMContext::MD_invariant_load,
    llvm::LLVMContext::MD_invariant_group,
    llvm::LLVMContext::MD_alias_scope,
    llvm::LLVMContext::MD_noalias,
};

struct Masks {
  llvm::AttributeMask functions;
  llvm::AttributeMask values;
  Masks() {
    for (const llvm::Attribute::AttrKind kind : kOfFunctions) functions.addAttribute(kind);
    for (const llvm::Attribute::AttrKind kind : kOfValues) values.addAttribute(kind);
  }
};

template <typename Callable>
void dropAttributes(Callable& callable, const Masks& masks) {
  callable.removeFnAttrs(masks.functions);
  callable.removeRetAttrs(masks.values);
  for (unsigned i = 0; i < callable.arg_size(); ++i) callable.removeParamAttrs(i, masks.values);
}

void trapIf(llvm::Value* condition, llvm::Instruction& before, unsigned handler) {
  llvm::IRBuilder<> builder(llvm::SplitBlockAndInsertIfThen(condition, &before, /*Unreachable=*/true));
  builder.SetCurrentDebugLocation(before.getDebugLoc());
  llvm::Function* trap = llvm::Intrinsic::getDeclaration(before.getModule(), llvm::Intrinsic::ubsantrap);
  builder.CreateCall(trap, {builder.getInt8(static_cast<std::uint8_t>(handler))})->setDoesNotReturn();
}

// A short copy becomes a load and a store, which no longer show that they must not overlap.
bool isShortCopy(const llvm::Instruction& instruction) {
  const auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(&instruction);
  const auto* length = copy != nullptr ? llvm::dyn_cast<llvm::ConstantInt>(copy->getLength()) : nullptr;
  if (length == nullptr || length->getZExtValue() < 2 || length->getZExtValue() > 16) return false;
  const llvm::Value* to = llvm::getUnderlyingObject(copy->getRawDest());
  const llvm::Value* from = llvm::getUnderlyingObject(copy->getRawSource());
  const auto is_variable = [](const llvm::Value* each) {
    return llvm::isa<llvm::AllocaInst, llvm::GlobalVariable>(each);
  };
  return to == from || (!is_variable(to) && !is_variable(from));
}

void checkApart(llvm::MemCpyInst& copy) {
  const std::uint64_t size = llvm::cast<llvm::ConstantInt>(copy.getLength())->getZExtValue();
  llvm::IRBuilder<> builder(&copy);
  llvm::Value* to = builder.CreatePtrToInt(copy.getRawDest(), builder.getInt64Ty());
  llvm::Value* distance = builder.CreateSub(to, builder.CreatePtrToInt(copy.getRawSource(), builder.getInt64Ty()));
  llvm::Value* near =
      builder.CreateICmpULT(builder.CreateAdd(distance, builder.getInt64(size - 1)), builder.getInt64(2 * size - 1));
  trapIf(builder.CreateAnd(near, builder.CreateIsNotNull(distance)), copy, trapOfOverlap());
}

// call void @llvm.assume(i1 %holds)   ->   br i1 %holds, label %next, label %trap
void checkAssumption(llvm::AssumeInst& assumption) {
  llvm::Value* holds = assumption.getArgOperand(0);
  if (!llvm::isa<llvm::Constant>(holds)) {
    llvm::IRBuilder<> builder(&assumption);
    trapIf(builder.CreateNot(holds), assumption, trapOfUnreachable());
  }
  assumption.eraseFromParent();
}

// Whether this reads a variable of the function itself, at an offset that is certainly inside it.
bool isPlain(const llvm::LoadInst& load, const llvm::DataLayout& layout) {
  llvm::APInt offset(64, 0);
  const llvm::Value* base =
      load.getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  const auto* local = llvm::dyn_cast<llvm::AllocaInst>(base);
  const auto size = local != nullptr ? local->getAllocationSize(layout) : std::nullopt;
  if (!size || size->isScalable() || offset.isNegative()) return false;
  const std::uint64_t bytes = layout.getTypeStoreSize(load.getType()).getFixedValue();
  return bytes <= size->getFixedValue() && offset.ule(size->getFixedValue() - bytes);
}

bool isPlain(const llvm::Value* address, std::uint64_t bytes, const llvm::DataLayout& layout) {
  llvm::APInt offset(64, 0);
  const llvm::Value* base = address->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  std::uint64_t size = 0;
  if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(base)) {
    const auto known = local->getAllocationSize(layout);
    if (known && !known->isScalable()) size = known->getFixedValue();
  } else if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(base); global && global->hasInitializer()) {
    size = layout.getTypeAllocSize(global->getValueType()).getFixedValue();
  }
  return !offset.isNegative() && bytes <= size && offset.ule(size - bytes);
}

// Reads the first and the last byte of the source of a copy, which is removed if its result is never read.
void keepSource(llvm::MemTransferInst& copy, const llvm::DataLayout& layout) {
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
  if (length == nullptr || length->isZero() || isPlain(copy.getRawSource(), length->getZExtValue(), layout)) return;
  llvm::IRBuilder<> builder(&copy);
  const std::uint64_t last = length->getZExtValue() - 1;
  for (std::uint64_t offset = 0; offset <= last; offset += last == 0 ? 1 : last) {
    llvm::Value* place = builder.CreateConstGEP1_64(builder.getInt8Ty(), copy.getRawSource(), offset);
    llvm::LoadInst* touch = builder.CreateAlignedLoad(builder.getInt8Ty(), place, llvm::Align(1));
    touch->setMetadata(kTouch, llvm::MDNode::get(copy.getContext(), {}));
    llvm::Value* const read[] = {touch};
    builder.CreateAssumption(builder.getTrue(), llvm::OperandBundleDef(kRead, read));
  }
}

// Does the following code read the same memory anyway?
bool isReadAgain(const llvm::LoadInst& touch) {
  const llvm::Value* object = touch.getPointerOperand()->stripInBoundsOffsets();
  constexpr unsigned kMostBetween = 12;
  const llvm::Instruction* at = touch.getNextNode();
  for (unsigned i = 0; i < kMostBetween && at != nullptr; ++i, at = at->getNextNode()) {
    if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(at)) {
      if (copy->getRawSource()->stripInBoundsOffsets() == object) return true;
    }
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(at);
    if (load != nullptr && !load->hasMetadata(kTouch) && load->getPointerOperand()->stripInBoundsOffsets() == object)
      return true;
    if (llvm::isa<llvm::CallBase>(at) && !llvm::isa<llvm::IntrinsicInst>(at)) return false;
  }
  return false;
}

bool isReadMark(const llvm::Instruction& instruction) {
  const auto* assumption = llvm::dyn_cast<llvm::AssumeInst>(&instruction);
  return assumption != nullptr && assumption->getNumOperandBundles() == 1 &&
         assumption->getOperandBundleAt(0).getTagName() == kRead;
}

}  // namespace

void dropPromises(llvm::Module& module) {
  const Masks masks;
  for (llvm::Function& function : module) {
    if (function.isIntrinsic() || function.getName() == kHasType) continue;
    dropAttributes(function, masks);
    // The effect of -fno-delete-null-pointer-checks, with which clang would not check offsets added to a null pointer.
    function.addFnAttr(llvm::Attribute::NullPointerIsValid);
    llvm::SmallVector<llvm::AssumeInst*, 4> assumptions;
    llvm::SmallVector<llvm::MemCpyInst*, 4> copies;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      for (const unsigned kind : kOfInstructions) instruction.setMetadata(kind, nullptr);
      if (!llvm::isa<llvm::FPMathOperator>(instruction)) instruction.dropPoisonGeneratingFlags();
      auto* assumption = llvm::dyn_cast<llvm::AssumeInst>(&instruction);
      if (assumption != nullptr && !passedValue(instruction)) assumptions.push_back(assumption);
      if (isShortCopy(instruction)) copies.push_back(llvm::cast<llvm::MemCpyInst>(&instruction));
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call) && !call->isInlineAsm())
        dropAttributes(*call, masks);
    }
    for (llvm::AssumeInst* assumption : assumptions) checkAssumption(*assumption);
    for (llvm::MemCpyInst* copy : copies) checkApart(*copy);
  }
}

void keepLoads(llvm::Module& module) {
  const llvm::DataLayout& layout = module.getDataLayout();
  for (llvm::Function& function : module) {
    llvm::SmallVector<llvm::LoadInst*, 16> loads;
    llvm::SmallVector<llvm::MemTransferInst*, 8> copies;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction)) copies.push_back(copy);
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load != nullptr && !load->getType()->isVectorTy() && !isPlain(*load, layout)) loads.push_back(load);
    }
    for (llvm::MemTransferInst* copy : copies) keepSource(*copy, layout);
    for (llvm::LoadInst* load : loads) {
      llvm::IRBuilder<> builder(load->getNextNode());
      llvm::Value* const read[] = {load};
      builder.CreateAssumption(builder.getTrue(), llvm::OperandBundleDef(kRead, read));
    }
  }
}

void releaseLoads(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      if (isReadMark(instruction)) instruction.eraseFromParent();
    }
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load != nullptr && load->hasMetadata(kTouch) && load->use_empty() && isReadAgain(*load))
        load->eraseFromParent();
    }
  }
}

// Tables of virtual functions and names of types are no objects of the program.
ConstantsAsVariables::ConstantsAsVariables(llvm::Module& module) {
  for (llvm::GlobalVariable& variable : module.globals()) {
    const llvm::StringRef name = variable.getName();
    if (!variable.isConstant() || name.starts_with("_ZT") || name.starts_with("llvm.")) continue;
    variable.setConstant(false);
    constants_.emplace_back(&variable);
  }
}

ConstantsAsVariables::~ConstantsAsVariables() {
  for (const llvm::WeakVH& constant : constants_) {
    if (auto* variable = llvm::cast_or_null<llvm::GlobalVariable>(static_cast<llvm::Value*>(constant)))
      variable->setConstant(true);
  }
}

static bool mayBeConstant(const llvm::Value* pointer) {
  llvm::SmallVector<const llvm::Value*, 4> objects;
  llvm::getUnderlyingObjects(pointer, objects);
  return llvm::any_of(objects, [](const llvm::Value* object) {
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object);
    return variable != nullptr && variable->isConstant();
  });
}

void keepWritesToConstants(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      if (mayBeConstant(store->getPointerOperand())) store->setVolatile(true);
    } else if (auto* transfer = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
      if (mayBeConstant(transfer->getDest())) transfer->setVolatile(llvm::ConstantInt::getTrue(function.getContext()));
    }
  }
}

}  // namespace forall::instrument
